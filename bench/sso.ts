// Signing end users in with single sign-on tokens: how many the process of the service does in a second of one core. The database
// is another process and is not counted.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'

export const ssoBenches: Bench[] = [{ name: 'sso', run: sso }]

const GOAL_PER_SECOND = 500
const ROUNDS = 3
const SIGN_INS = 1000
const CONCURRENCY = 16
/** Linux counts the time of processes in these, everywhere. */
const TICKS_PER_SECOND = 100

let people = 0

async function sso(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(1000, 'sso')
  const made = await environment.earshot(['sso-keys', 'create', '--name', 'bench', '--json'], {
    DATABASE_URL: database,
  })
  const { key } = JSON.parse(made) as { key: string }
  const server = await environment.service(database, { REQUESTS_PER_ADDRESS: '1000000' })
  // The first of a person creates them, the others find them.
  const known = { guid: 'known', email: 'known@bench.test' }
  await signInAll(server, key, () => known)
  const created = await ratesOf(server, key, () => {
    people += 1
    return { guid: `new-${people}`, email: `new-${people}@bench.test` }
  })
  const found = await ratesOf(server, key, (i) => ({
    guid: `new-${1 + (i % people)}`,
    email: `new-${1 + (i % people)}@bench.test`,
  }))
  await environment.stop(server)
  const measurement = (name: string, ours: number): Measurement => ({
    name,
    ours,
    baseline: GOAL_PER_SECOND,
    ratio: ours / GOAL_PER_SECOND,
    goal: '≥ 1',
    unit: 'sign-ins per second of a core',
  })
  return [
    measurement('sign-in by token, known people', found),
    measurement('sign-in by token, new people', created),
  ]
}

type Person = { guid: string; email: string }

async function ratesOf(
  server: Running,
  key: string,
  personOf: (i: number) => Person,
): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = cpuSeconds(server)
    await signInAll(server, key, personOf)
    rates.push(SIGN_INS / (cpuSeconds(server) - before))
  }
  return median(rates)
}

async function signInAll(
  { url }: Running,
  key: string,
  personOf: (i: number) => Person,
): Promise<void> {
  const tokens = Array.from({ length: SIGN_INS }, (_, i) => sign(personOf(i), key))
  const signIn = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) {
      const { status } = await fetch(`${url}/?sso=${token}`, { redirect: 'manual' })
      if (status !== 303) throw new Error(`A sign-in by token answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, signIn))
}

function sign(person: Person, key: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 300
  const text = `${encode({ alg: 'HS256' })}.${encode({ ...person, display_name: 'Ann', exp })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** Of all threads of the process, in user and kernel mode. */
function cpuSeconds({ process: { pid } }: Running): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

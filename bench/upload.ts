// Eight concurrent uploads and downloads of 50 MB, compared with a bare server that streams between sockets and files.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, type Running, residentMegabytes } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, median } from './measure.ts'
import type { Transfer } from './transfer.ts'

export const uploadBenches: Bench[] = [{ name: 'upload', run: upload }]

const AT_ONCE = 8
const BYTES = 50_000_000
const HEAD = '--fence\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
const TAIL = '\r\n--fence--\r\n'
const FORM = { 'content-type': 'multipart/form-data; boundary=fence' }

async function upload(environment: Environment): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-bench-files-'))
  const database = await environment.database(10_000, 'upload')
  const ours = await environment.service(database, { EARSHOT_DATA: join(directory, 'ours') })
  const bare = await environment.bareFileServer(directory)
  const headers = { ...FORM, authorization: `Bearer ${ours.token}` }
  const form = { head: HEAD, tail: TAIL, bytes: BYTES }
  const address = `${ours.url}/api/v2/admin/attachments`
  const measured: Measurement[] = []

  const uploadOurs = async () => {
    const { rate, answers } = await transfer({
      url: address,
      headers,
      upload: form,
      atOnce: AT_ONCE,
    })
    await removed(ours, address, answers.slice(1))
    return { rate, last: JSON.parse(answers[0] as string).attachments[0] }
  }
  const uploadBare = async () => {
    const { rate } = await transfer({ url: bare.url, headers, upload: form, atOnce: AT_ONCE })
    for (const name of await readdir(directory))
      if (/^\d+$/.test(name)) await rm(join(directory, name))
    return rate
  }
  // First, on a service that has received one small file.
  const small = { ...form, bytes: 1000 }
  await transfer({ url: address, headers, upload: small, atOnce: 1 })
  measured.push({ ...(await memory(ours, uploadOurs)), goal: '≤ 1' })
  const bareMemory = await memory(bare, uploadBare)
  measured.push({ ...bareMemory, name: 'memory added to the bare server, compared with 64 MB' })
  const rates = await measureAlternately(async () => (await uploadOurs()).rate, uploadBare)
  measured.push({ name: 'upload of 8 × 50 MB at once', ...rates, goal: '≥ 0.6', unit: 'MB/s' })

  measured.push(await smallReads(ours, headers, uploadOurs))

  const signed = new URL((await uploadOurs()).last.url)
  const { answers } = await transfer({ url: bare.url, headers, upload: form, atOnce: 1 })
  const fetched = (from: string) => async () =>
    (await transfer({ url: from, headers: {}, atOnce: AT_ONCE })).rate
  const downloads = await measureAlternately(
    fetched(ours.url + signed.pathname + signed.search),
    fetched(`${bare.url}/${JSON.parse(answers[0] as string).name}`),
  )
  measured.push({
    name: 'download of 8 × 50 MB at once',
    ...downloads,
    goal: '≥ 0.7',
    unit: 'MB/s',
  })
  await environment.stop(ours)
  await environment.stop(bare)
  await rm(directory, { recursive: true })
  return measured
}

async function transfer(wanted: Transfer): Promise<{ rate: number; answers: string[] }> {
  const child = fork(join(import.meta.dirname, 'transfer.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(wanted)
  const told = once(child, 'message')
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`A transfer ended with ${code}.`)
  const [result] = await told
  return result
}

/** Deletes the files, so that a small disk is enough. */
async function removed({ token }: Running, address: string, answers: string[]): Promise<void> {
  for (const answer of answers) {
    const [{ id }] = JSON.parse(answer).attachments
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${address}/${id}`, { method: 'DELETE', headers })
  }
}

/** The peak memory that eight uploads add. */
async function memory(server: Running, run: () => Promise<unknown>): Promise<Measurement> {
  const before = await residentMegabytes(server)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(server))
  }, 20)
  await run()
  clearInterval(timer)
  return {
    name: 'memory added by the upload, compared with 64 MB',
    ours: most - before,
    baseline: 64,
    ratio: (most - before) / 64,
    goal: '',
    unit: 'MB',
  }
}

/** The p99 of sequential small reads during uploads, compared with none. */
async function smallReads(
  ours: Running,
  headers: Record<string, string>,
  run: () => Promise<unknown>,
): Promise<Measurement> {
  const read = async () => {
    const begun = performance.now()
    await (await fetch(`${ours.url}/api/v2/admin/suggestions/1`, { headers })).arrayBuffer()
    return performance.now() - begun
  }
  const slowest = async (isGoing: () => boolean) => {
    const times: number[] = []
    while (isGoing()) {
      times.push(await read())
      await sleep(2)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] as number
  }
  const busy: number[] = []
  const idle: number[] = []
  for (let i = 0; i < 3; i++) {
    const end = performance.now() + 2000
    idle.push(await slowest(() => performance.now() < end))
    let isRunning = true
    const done = run().finally(() => {
      isRunning = false
    })
    busy.push(await slowest(() => isRunning))
    await done
  }
  const [slow, baseline] = [median(busy), median(idle)]
  const name = 'small reads during uploads, slowest hundredth'
  return { name, ours: slow, baseline, ratio: slow / baseline, goal: '≤ 3', unit: 'ms' }
}

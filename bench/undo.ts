// An import of 20,000 people with 4,000 accounts, and undoing it, with the commands.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'

export const undoBenches: Bench[] = [{ name: 'undo', run: undo }]

const PEOPLE = 20_000
const ACCOUNTS = 4000
const ROUNDS = 3

async function undo(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'undo')
  const directory = await mkdtemp(join(tmpdir(), 'earshot-bench-import-'))
  const file = join(directory, 'people.csv')
  await writeFile(file, renderFile())
  const imported: number[] = []
  const undone: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await timed(environment, database, [file])
    const second = await timed(environment, database, ['--undo', String(first.result.import)])
    if (second.result.kept_records !== 0) throw new Error('Undoing left records behind.')
    imported.push(first.seconds)
    undone.push(second.seconds)
  }
  await rm(directory, { recursive: true })
  const [ours, baseline] = [median(undone), median(imported)]
  const name = 'undo of an import of 20,000 people, compared with the import'
  return [{ name, ours, baseline, ratio: ours / baseline, goal: '≤ 2', unit: 's' }]
}

async function timed(environment: Environment, database: string, args: string[]) {
  const begun = performance.now()
  const said = await environment.earshot(['import', ...args, '--json'], { DATABASE_URL: database })
  return { result: JSON.parse(said), seconds: (performance.now() - begun) / 1000 }
}

function renderFile(): string {
  const columns = [
    'external_user.external_id',
    'external_user.email_address',
    'external_user.name',
    'account.external_id',
    'account.name',
    'account.mrr',
  ]
  const rows = Array.from({ length: PEOPLE }, (_, i) => {
    const account = i % ACCOUNTS
    return `undo-${i},undo-${i}@example.com,Person ${i},account-${account},Account ${account},${account}.5`
  })
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

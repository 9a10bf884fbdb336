// Memory that the import and export of 100,000 rows take beyond those of 1,000.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EARSHOT, type Environment } from './environment.ts'
import type { Bench, Measurement } from './measure.ts'

export const csvBenches: Bench[] = [{ name: 'csv', run: csv }]

const MANY = 100_000
const FEW = 1000
const MAX_MEGABYTES = 100

async function csv(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'csv')
  const folder = await mkdtemp(join(tmpdir(), 'earshot-csv-'))
  const imported = async (rows: number) => {
    const file = join(folder, `${rows}.csv`)
    await pipeline(Readable.from(lines(rows)), createWriteStream(file))
    return peakMegabytes(['import', file], database)
  }
  const few = await imported(FEW)
  const fewOut = await peakMegabytes(['export', 'external_users', '--format', 'csv'], database)
  const many = await imported(MANY)
  const manyOut = await peakMegabytes(['export', 'external_users', '--format', 'csv'], database)
  await rm(folder, { recursive: true })
  return [
    growth('memory that importing 100,000 rows adds', many - few),
    growth('memory that exporting 100,000 rows adds', manyOut - fewOut),
  ]
}

const growth = (name: string, megabytes: number): Measurement => ({
  name,
  ours: megabytes,
  baseline: MAX_MEGABYTES,
  ratio: megabytes / MAX_MEGABYTES,
  goal: '≤ 1',
  unit: 'MB',
})

function* lines(rows: number): Generator<string> {
  yield 'external_user.external_id,external_user.email_address,external_user.name,account.external_id,account.mrr\n'
  for (let i = 0; i < rows; i++)
    yield `row-${i},row-${i}@example.com,"Person ${i}, of many",account-${i % 5000},${i % 900}\n`
}

/** The peak resident memory of the process (VmHWM). */
async function peakMegabytes(args: string[], databaseUrl: string): Promise<number> {
  const child = spawn(EARSHOT, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  let peak = 0
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`earshot ${args.join(' ')} ended with ${code}.`)
  return peak
}

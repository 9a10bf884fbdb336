// npm run bench [-- NAME… --json]: each measurement beside its baseline, alternating in the same run.
import { parseArgs } from 'node:util'
import { consoleBenches } from './console.ts'
import { createBenches } from './create.ts'
import { csvBenches } from './csv.ts'
import { endUserBenches } from './end-users.ts'
import { Environment } from './environment.ts'
import { eventBenches } from './events.ts'
import { filterBenches } from './filters.ts'
import { guardBenches } from './guards.ts'
import { hostileBenches } from './hostile.ts'
import { identifyBenches } from './identify.ts'
import { importBenches } from './import.ts'
import { largeBodyBenches } from './large-bodies.ts'
import { listBenches } from './list.ts'
import { mailBenches } from './mails.ts'
import type { Bench, Measurement } from './measure.ts'
import { moveBenches } from './move.ts'
import { moveApiBenches } from './move-api.ts'
import { portalBenches } from './portal.ts'
import { postgresMemoryBenches } from './postgres-memory.ts'
import { reportBenches } from './reports.ts'
import { searchBenches } from './search.ts'
import { soakBenches } from './soak.ts'
import { ssoBenches } from './sso.ts'
import { startBenches } from './start.ts'
import { supportBenches } from './support.ts'
import { undoBenches } from './undo.ts'
import { uploadBenches } from './upload.ts'
import { walBenches } from './wal.ts'

const benches: Bench[] = [
  ...listBenches,
  ...searchBenches,
  ...createBenches,
  ...supportBenches,
  ...endUserBenches,
  ...importBenches,
  ...undoBenches,
  ...uploadBenches,
  ...identifyBenches,
  ...csvBenches,
  ...startBenches,
  ...guardBenches,
  ...hostileBenches,
  ...walBenches,
  ...eventBenches,
  ...filterBenches,
  ...largeBodyBenches,
  ...soakBenches,
  ...consoleBenches,
  ...reportBenches,
  ...postgresMemoryBenches,
  ...ssoBenches,
  ...portalBenches,
  ...mailBenches,
  ...moveBenches,
  ...moveApiBenches,
]

/** They take long, or need a database with a million suggestions. */
const ON_REQUEST = [
  'soak',
  'vote-wal',
  'filters',
  'console',
  'reports',
  'postgres-memory',
  'portal',
  'mails',
  'move',
  'move-api',
]

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !benches.some((bench) => bench.name === name))
if (unknown !== undefined) {
  console.error(
    `Unknown benchmark ${unknown}. Allowed: ${benches.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const environment = new Environment()
try {
  const chosen = benches.filter(
    ({ name }) =>
      positionals.includes(name) || (positionals.length === 0 && !ON_REQUEST.includes(name)),
  )
  const measured: Measurement[] = []
  for (const { name, run } of chosen) {
    console.error(`measuring ${name} …`)
    measured.push(...(await run(environment)))
  }
  if (values.json) console.log(JSON.stringify(measured, null, 2))
  else printTable(measured)
} finally {
  await environment.close()
}

function printTable(rows: Measurement[]): void {
  const cells = rows.map(({ name, ours, baseline, ratio, goal, unit }) => [
    name,
    `${round(ours)} ${unit}`,
    `${round(baseline)} ${unit}`,
    ratio.toFixed(2),
    goal,
    isReached(ratio, goal),
  ])
  const table = [['', 'ours', 'baseline', 'ratio', 'target', ''], ...cells]
  const widths =
    table[0]?.map((_, i) => Math.max(...table.map((row) => String(row[i]).length))) ?? []
  for (const row of table)
    console.log(row.map((cell, i) => String(cell).padEnd(widths[i] ?? 0)).join('  '))
}

function isReached(ratio: number, goal: string): string {
  const [, way, bound] = /^([≥≤]) ([\d.]+)$/.exec(goal) ?? []
  if (bound === undefined) return ''
  return (way === '≥' ? ratio >= Number(bound) : ratio <= Number(bound)) ? 'reached' : 'MISSED'
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}

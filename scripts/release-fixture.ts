// Writes the database of this version as SQL, for the test of upgrades: npm run release-fixture
// It contains the statements that set a new database up, in the order in which this version runs them, and demonstration data.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { listSequences, listTables } from '../src/backup/tables.ts'
import { VERSION } from '../src/core/version.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

const ROOT = join(import.meta.dirname, '..')
const FIXTURE = join(ROOT, 'test/support/fixtures/releases', `${VERSION}.sql.gz`)
const DEMO = ['demo', '--suggestions', '40', '--users', '30', '--accounts', '6']

const dataDir = await mkdtemp(join(tmpdir(), 'earshot-fixture-'))
await chmod(dataDir, 0o755)
const server = await startEmbedded(dataDir, () => {})
try {
  const schema = await recordStatements(() => migrate(server.owner))
  await runDemo()
  const client = new pg.Client(server.superuser)
  await client.connect()
  const rows = await readRows(client)
  await client.end()
  await writeFile(FIXTURE, gzipSync([...schema, ...rows, ''].join(';\n'), { level: 9 }))
  console.log(`Wrote ${FIXTURE}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true })
}

/** What changes something and did not fail, with its values, of every connection. */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = async function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[]?]
    const { text, values = second ?? [] } = typeof first === 'string' ? { text: first } : first
    const result = await query.apply(this, args as never)
    if (!/^\s*select\b/i.test(text)) statements.push(inline(text, values))
    return result
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

function inline(text: string, values: unknown[]): string {
  const complete =
    values.length === 0 ? text : text.replace(/\$(\d+)/g, (_, n) => literal(values[n - 1]))
  return complete.trim().replace(/;$/, '')
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value)
}

/** The command joins the running server. */
async function runDemo(): Promise<void> {
  const main = join(ROOT, 'src/cli/main.ts')
  const env = { PATH: process.env.PATH, EARSHOT_DATA: dataDir }
  await promisify(execFile)(process.execPath, [main, ...DEMO], { env })
}

/** Rows and sequences, without triggers. */
async function readRows(client: pg.Client): Promise<string[]> {
  const statements = ['begin', 'set local session_replication_role = replica']
  for (const { name, columns } of await listTables(client)) {
    const { rows } = await client.query(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
    )
    const list = columns.map(pg.escapeIdentifier).join(', ')
    statements.push(
      `delete from ${name}`,
      `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(rows[0].rows)})`,
    )
  }
  for (const [name, last] of Object.entries(await listSequences(client)))
    if (last !== null) statements.push(`select setval('${name}', ${last})`)
  return [...statements, 'commit']
}

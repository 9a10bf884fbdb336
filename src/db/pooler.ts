// A connection pooler between the service and PostgreSQL. In transaction mode each transaction can get another session, so that
// notifications, locks and settings of a session are lost or meet somebody else. Only requests go through such a pooler; all
// else needs the server itself.
import pg from 'pg'
import type { DatabaseTimeouts } from './timeouts.ts'

const TIMEOUT_MS = 3000
const MODE_ATTEMPTS = 5
const CHECK_STATEMENT = 'earshot_pooler_check'
/** The oldest PgBouncer that follows prepared statements from session to session. */
const REQUIRED = 'PgBouncer 1.21 or newer with max_prepared_statements above 0'

/** What a pooled connection sets when it starts. PgBouncer passes on this one and refuses the others. */
export const POOLED_OPTIONS = '-c timezone=UTC'

/** What a pooled transaction sets for itself, in the round trip that begins it. */
export const POOLED_BEGIN = `begin; set local statement_timeout = '60s'; set local idle_in_transaction_session_timeout = '30s'; set local jit = off`

/** For the connections of the pooler, because reads have no transaction that could set it. */
export const CONNECT_QUERY =
  "connect_query='set jit = off; set random_page_cost = 1.1; set statement_timeout = 30000'"

/** A pooler invents the process id that it sends at connection. */
export const isPooled = (client: pg.Client, backendId: number) =>
  (client as unknown as { processID: number }).processID !== backendId

/** Why the service cannot use this address for everything; null when nothing in between prevents it. */
export async function findSessionProblem(connection: pg.ClientConfig): Promise<string | null> {
  const setting = '61s'
  try {
    const options = `-c statement_timeout=${setting}`
    return await withClients(connection, { options }, async (first, second) => {
      if (!isPooled(first, await readBackendId(first))) return null
      if (await sharesSessions(first, second))
        return 'leads to a connection pooler that changes sessions between transactions'
      const { rows } = await first.query('show statement_timeout')
      return rows[0].statement_timeout === setting
        ? null
        : 'leads to a connection pooler that ignores the options of a connection'
    })
  } catch (error) {
    const { message } = error as Error
    if (!/startup parameter/.test(message)) throw error
    return `leads to a connection pooler that refuses the options of a connection (${message})`
  }
}

export type PoolerState = { problem: string | null; warning: string | null; text: string }

/** Whether requests can go through the pooler: to the same database, with prepared statements that follow them. */
export async function checkPooler(
  pooler: pg.ClientConfig,
  direct: pg.ClientConfig,
): Promise<PoolerState> {
  const refuse = (problem: string) => ({ problem, warning: null, text: problem })
  try {
    const expected = await withClients(direct, {}, readPlace)
    return await withClients(pooler, { options: POOLED_OPTIONS }, async (first, second) => {
      if ((await readPlace(first)) !== expected)
        return refuse('leads to another server, database or user than DATABASE_URL')
      const isShared = await sharesSessions(first, second)
      if (isShared && !(await followsStatements(first)))
        return refuse(`does not follow prepared statements; ${REQUIRED} does`)
      const warning = await findSettingsProblem(first)
      const mode = isShared ? 'transaction mode, prepared statements work' : 'session mode'
      return { problem: null, warning, text: [mode, warning].filter(Boolean).join('; ') }
    })
  } catch (error) {
    const { message } = error as Error
    return refuse(
      /startup parameter/.test(message)
        ? `refuses the time zone of a connection (${message}); ${REQUIRED} accepts it`
        : `does not answer: ${message}`,
    )
  }
}

export type PoolerWatch = {
  /** A connection of its own, which no request can occupy and for which the pooler needs no session. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

export function watchPooler(pooler: pg.ClientConfig, { quick }: DatabaseTimeouts): PoolerWatch {
  const pool = new pg.Pool({
    ...pooler,
    application_name: 'earshot',
    options: POOLED_OPTIONS,
    max: 1,
    connectionTimeoutMillis: quick,
    keepAlive: true,
  })
  pool.on('error', () => {})
  const answers = async () => {
    const client = await pool.connect()
    client.release()
    return true
  }
  return { answers: () => answers().catch(() => false), close: () => pool.end() }
}

async function withClients<T>(
  connection: pg.ClientConfig,
  settings: pg.ClientConfig,
  use: (first: pg.Client, second: pg.Client) => Promise<T>,
): Promise<T> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        ...connection,
        ...settings,
        application_name: 'earshot command',
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      }),
  ) as [pg.Client, pg.Client]
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect()
    return await use(...clients)
  } finally {
    for (const client of clients) client.connection.stream.destroy()
  }
}

async function readBackendId(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as id')
  return rows[0].id
}

async function readPlace(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select format('%s %s %s', current_user, current_database(), extract(epoch from pg_postmaster_start_time())) as place`,
  )
  return rows[0].place
}

/** Whether two clients get the same session in turn. A busy pooler can give it to a third one, so it is tried repeatedly. */
async function sharesSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < MODE_ATTEMPTS; attempt++) {
    const own = await readBackendId(first)
    try {
      await second.query('begin')
    } catch (error) {
      // A pooler that gives each client a session of its own can have none for the second one.
      return !/timeout/i.test((error as Error).message)
    }
    const others = await readBackendId(second)
    const isShared = others === own || (await readBackendId(first)) !== own
    await second.query('rollback')
    if (isShared) return true
  }
  return false
}

/** Whether the pooler names prepared statements itself. In one transaction, so that nothing is left in the session. */
async function followsStatements(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  try {
    const { rows } = await client.query({
      name: CHECK_STATEMENT,
      text: 'select name from pg_prepared_statements where name = $1',
      values: [CHECK_STATEMENT],
    })
    if (rows.length > 0) await client.query(`deallocate ${CHECK_STATEMENT}`)
    return rows.length === 0
  } finally {
    await client.query('rollback')
  }
}

async function findSettingsProblem(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `select current_setting('jit')::boolean or current_setting('statement_timeout') = '0' as "isMissing"`,
  )
  return rows[0].isMissing
    ? `reads have no time limit or are compiled; add ${CONNECT_QUERY} to the database in pgbouncer.ini`
    : null
}

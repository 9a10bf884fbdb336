// Reads the state of a server on a separate connection, with a timeout.
import pg from 'pg'
import { isPooled } from './pooler.ts'

export type State = {
  /** A standby, or a server that is set to read-only. */
  isReadOnly: boolean
  isStandby: boolean
  /** How far the log is written or, on a standby, replayed. 0 unless requested: not every server supports it. */
  position: number
}

export type Probe = {
  connection: pg.ClientConfig
  /** As in `db.example.com:5432`. */
  address: string
  /** The state at connection. */
  state: State
  /** Something in between answers for the server. */
  isPooled: boolean
  readState(timeoutMs: number): Promise<State>
  close(): void
}

const STATE = `select pg_is_in_recovery() as is_standby, pg_backend_pid() as backend_id,
  current_setting('transaction_read_only')::boolean as is_read_only`
const POSITION = `, pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end, '0/0')::bigint as position`

const TIMEOUT_STEP_MS = 50

/** Connects and reads the state, both within the timeout. */
export async function openProbe(
  connection: pg.ClientConfig,
  timeoutMs: number,
  withPosition = false,
): Promise<Probe> {
  const client = new pg.Client({ application_name: 'earshot', ...connection, keepAlive: true })
  // The query in progress reports the error.
  client.on('error', () => {})
  const close = () => void client.connection.stream.destroy()
  const text = `${STATE}${withPosition ? POSITION : ''}`
  let backendId = 0
  const readState = async () => {
    const { rows } = await client.query(text)
    backendId = rows[0].backend_id
    return parseState(rows[0])
  }
  const connectAndRead = async () => {
    await client.connect()
    return readState()
  }
  try {
    const state = await withTimeout(timeoutMs, connectAndRead())
    return {
      connection,
      address: `${client.host}:${client.port}`,
      state,
      isPooled: isPooled(client, backendId),
      readState: (timeout) => withTimeout(timeout, readState()),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

const parseState = (row: {
  is_standby: boolean
  is_read_only: boolean
  position?: number
}): State => ({
  isReadOnly: row.is_read_only,
  isStandby: row.is_standby,
  position: Number(row.position ?? 0),
})

/** Waits in steps, so that time during which this process was blocked does not count. */
function withTimeout<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = milliseconds
    const timer = setInterval(() => {
      left -= TIMEOUT_STEP_MS
      if (left > 0) return
      clearInterval(timer)
      // Data that already arrived is read first.
      setImmediate(() => reject(new Error(`no answer within ${milliseconds} ms`)))
    }, TIMEOUT_STEP_MS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

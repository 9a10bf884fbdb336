// One small question to a server, on a connection of its own: answered in time, or not at all.
import pg from 'pg'

/** What a server says of itself. */
export type State = {
  /** It takes no writes: a standby, or a server that is held so. */
  isReadOnly: boolean
  isStandby: boolean
  /** How far its log is written or, on a standby, replayed. Only where it is asked for: not every server tells. */
  position: number
}

export type Probe = {
  connection: pg.ClientConfig
  /** As in `db.example.com:5432`. */
  address: string
  /** The first answer. */
  state: State
  ask(patienceMs: number): Promise<State>
  close(): void
}

const STATE = `select pg_is_in_recovery() as is_standby,
  current_setting('transaction_read_only')::boolean as is_read_only`
const PLACE = `, pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end, '0/0')::bigint as position`

const STEP_MS = 50

/** Connects and asks for the first time, all of it in this time. */
export async function openProbe(
  connection: pg.ClientConfig,
  patienceMs: number,
  asksPosition = false,
): Promise<Probe> {
  const client = new pg.Client({ application_name: 'earshot', ...connection, keepAlive: true })
  // Told by the question that it breaks.
  client.on('error', () => {})
  const close = () => void client.connection.stream.destroy()
  const question = `${STATE}${asksPosition ? PLACE : ''}`
  const state = async () => stateOf((await client.query(question)).rows[0])
  const begin = async () => {
    await client.connect()
    return state()
  }
  try {
    return {
      connection,
      address: `${client.host}:${client.port}`,
      state: await within(patienceMs, begin()),
      ask: (patience) => within(patience, state()),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

const stateOf = (row: {
  is_standby: boolean
  is_read_only: boolean
  position?: number
}): State => ({
  isReadOnly: row.is_read_only,
  isStandby: row.is_standby,
  position: Number(row.position ?? 0),
})

/** Waits in steps: the time that our own process was too busy to listen does not count against the other side. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = milliseconds
    const timer = setInterval(() => {
      left -= STEP_MS
      if (left > 0) return
      clearInterval(timer)
      // What has arrived meanwhile is read first.
      setImmediate(() => reject(new Error(`no answer within ${milliseconds} ms`)))
    }, STEP_MS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

// Tells all processes that there are new events. Not by the transaction that wrote them: PostgreSQL lets only one
// transaction at a time commit with a notification, and waits for the disk meanwhile. After the commit, many writes are one
// notification, and a lost one costs a second, until the processes look by themselves.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export const EVENTS_CHANNEL = 'events_written'

const INTERVAL_MS = 20

export type Announcer = { announce(): void }

export function createAnnouncer(
  db: Db,
  { isAlone, wake }: { isAlone(): boolean; wake(): void },
): Announcer {
  let isWaiting = false
  const notify = () => {
    isWaiting = false
    sql`select pg_notify(${EVENTS_CHANNEL}, '')`.execute(db).catch(() => {})
  }
  return {
    announce() {
      wake()
      if (isWaiting || isAlone()) return
      isWaiting = true
      setTimeout(notify, INTERVAL_MS).unref()
    },
  }
}

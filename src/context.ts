// What a running service has, handed to whoever needs it.
import type { Db } from './db/db.ts'
import type { Reader } from './read/answer.ts'

export type Context = {
  db: Db
  reader: Reader
  /** Whether announcements of other processes are heard, so that what is cached can be trusted. */
  isListening(): boolean
  /** Whether the database answers and has the newest schema; what is wrong otherwise. */
  readiness(): Promise<string | null>
}

import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/** Takes away from the recent engagement of suggestions what is older than thirty days by now. */
export const ageEngagement = (tx: Tx) => sql`select age_engagement()`.execute(tx)

import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

/** Removes engagement that is now older than 30 days from `recent_engagement` of suggestions. */
export const ageEngagement = (tx: Tx) => sql`select age_engagement()`.execute(tx)

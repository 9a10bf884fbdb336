// Deletes what signing in leaves behind: ended sessions and grants, expired codes, old attempts and devices.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { deleteOldCodes } from '../clients/authorization-codes.ts'
import { deleteEndedGrants } from '../clients/token-grants.ts'
import { IDLE_DAYS } from '../credentials.ts'
import { deleteExpiredEmailSignIns } from '../end-users/email-sign-in.ts'
import { deleteOldChallenges } from '../end-users/proof-of-work.ts'
import { deleteEndedEndUserSessions } from '../end-users/sessions.ts'
import { deleteOldAttempts } from './attempts.ts'
import { deleteOldDevices } from './devices.ts'

export async function deleteEndedSignIns(tx: Tx): Promise<void> {
  await sql`
    delete from sessions
    where expires_at <= now() or last_used_at <= now() - ${IDLE_DAYS} * interval '1 day'`.execute(
    tx,
  )
  await sql`delete from one_time_codes where expires_at <= now()`.execute(tx)
  await deleteOldCodes(tx)
  await deleteEndedGrants(tx)
  await deleteEndedEndUserSessions(tx)
  await deleteExpiredEmailSignIns(tx)
  await deleteOldChallenges(tx)
  await deleteOldAttempts(tx)
  await deleteOldDevices(tx)
}

// A signed-in person changes their password.
import type { Db } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { endAccessOf, renewSession, type StartedSession } from '../staff/sessions.ts'
import { forgetDevices } from './devices.ts'
import { setPassword } from './passwords.ts'
import type { Actor } from './second-factor-setup.ts'
import { buildOrigin } from './sign-in.ts'

/** Ends all other sessions: a person who knew the old password may have one. */
export const changePassword = (
  db: Db,
  { userId, sessionId, source }: Actor,
  password: string,
): Promise<StartedSession> =>
  inTransaction(db, async (tx) => {
    await setPassword(tx, userId, password)
    await endAccessOf(tx, userId, sessionId)
    await forgetDevices(tx, userId, source.device)
    await recordAudit(tx, buildOrigin(source, userId), {
      action: 'password_changed',
      subject: { type: 'users', id: userId },
      after: { by: 'session' },
    })
    return renewSession(tx, sessionId, source)
  })

// A token of a person for their password, through an API client that allows it.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Role } from '../roles.ts'
import { forgetAttempt } from '../sign-in/attempts.ts'
import { hasSecondFactor } from '../sign-in/second-factor.ts'
import {
  buildOrigin,
  checkPassword,
  type InTurn,
  type RequestSource,
  refuse,
} from '../sign-in/sign-in.ts'
import { type IssuedToken, issueToken } from './api-clients.ts'

export type PasswordGrant = {
  clientId: number
  email: string
  password: string
  scopes: string[] | null
}

export type GrantResult =
  | { type: 'issued'; token: IssuedToken }
  | { type: 'refused' }
  | { type: 'blocked'; seconds: number }

/** Refuses people with a second factor, whom a password alone does not prove, as it refuses a wrong password. */
export async function grantByPassword(
  db: Db,
  { clientId, email, password, scopes }: PasswordGrant,
  requester: RequestSource,
  inTurn: InTurn,
): Promise<GrantResult> {
  const source = { ...requester, clientId }
  const checked = await checkPassword(db, { email, password }, source, inTurn)
  if (checked.type === 'blocked') return checked
  if (checked.type !== 'right_password') return { type: 'refused' }
  const { person, attempt } = checked
  const token = await inTransaction(db, async (tx) => {
    if (await needsSecondFactor(tx, person.id, person.role)) return undefined
    // Changed since it was checked: the change has ended the tokens, and this one would stay.
    if (!(await isStillPassword(tx, person.id, person.hash))) return undefined
    const origin = buildOrigin(source, person.id)
    return issueToken(tx, clientId, person.id, { scopes, grant: 'password', origin })
  })
  if (!token) {
    await refuse(db, source, person.id, 'second factor needed')
    return { type: 'refused' }
  }
  await forgetAttempt(db, attempt)
  return { type: 'issued', token }
}

async function isStillPassword(tx: Tx, userId: number, hash: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from passwords where user_id = ${userId} and hash = ${hash} for share`.execute(tx)
  return rows.length > 0
}

async function needsSecondFactor(tx: Tx, userId: number, role: Role): Promise<boolean> {
  const { rows } = await sql`
    select from role_settings where role = ${role} and requires_second_factor`.execute(tx)
  return rows.length > 0 || (await hasSecondFactor(tx, userId))
}

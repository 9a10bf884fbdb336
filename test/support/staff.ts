// People with a role, and their sessions.

import { sql } from 'kysely'
import type { Role } from '../../src/auth/roles.ts'
import { setPassword } from '../../src/auth/sign-in/passwords.ts'
import { startSession } from '../../src/auth/staff/sessions.ts'
import { setRole } from '../../src/auth/staff/staff.ts'
import type { Tx } from '../../src/db/db.ts'
import { type Answer, BASE_URL, type Sent, type TestService } from './service.ts'

export const PASSWORD = 'wickedly blue otters'

export type TestPerson = { id: number; email: string; role: Role }

let people = 0
/** Of the password above. Making one takes longer than the rest of a person. */
let passwordHash: string | undefined

async function givePassword(tx: Tx, userId: number): Promise<void> {
  if (passwordHash !== undefined) {
    await sql`insert into passwords (user_id, hash) values (${userId}, ${passwordHash})`.execute(tx)
    return
  }
  await setPassword(tx, userId, PASSWORD)
  const { rows } = await sql<{ hash: string }>`
    select hash from passwords where user_id = ${userId}`.execute(tx)
  passwordHash = rows[0]?.hash
}

/** A person with this role and the password above. */
export async function aPerson({ db }: TestService, role: Role): Promise<TestPerson> {
  people += 1
  const email = `${role}-${people}@staff.test`
  const { id } = await db.transaction().execute(async (tx) => {
    const person = await setRole(tx, {}, { email, name: `The ${role} ${people}`, role })
    await givePassword(tx, person.id)
    return person
  })
  return { id, email, role }
}

/** The cookie of a new session. */
export async function aSession({ db }: TestService, userId: number): Promise<string> {
  const { credential } = await db.transaction().execute((tx) =>
    startSession(tx, {
      userId,
      method: 'password',
      hasSecondFactor: false,
      address: null,
      userAgent: null,
    }),
  )
  return `earshot_session=${credential}`
}

/** The person signed in and proved who they are eleven minutes ago. */
export const ageSessions = ({ db }: TestService, userId: number) =>
  sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${userId}`.execute(
    db,
  )

/** What a page of this service sends: no token, the cookie, and the site that it comes from. */
export const bySession = (cookie: string, sent: Sent = {}): Sent => ({
  ...sent,
  token: null,
  headers: { cookie, origin: BASE_URL, ...sent.headers },
})

/** A form, as a browser sends it. `//path` is outside the API. */
export const submit = (
  at: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  at.call('POST', path, {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** The first cookie that the answer sets: that of the session. */
export const cookieOf = (answer: Answer): string => cookiesOf(answer)[0]?.split(';')[0] ?? ''

/** The cookie by which the browser is known when it signs in again. */
export const deviceOf = (answer: Answer): string => cookiesOf(answer)[1]?.split(';')[0] ?? ''

/** What the answer sets, with the attributes. */
export const cookiesOf = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat()

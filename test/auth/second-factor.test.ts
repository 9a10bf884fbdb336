// The second factor: setting it up, codes and recovery codes at sign-in, and roles that require it.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../../src/auth/roles.ts'
import { findTotpStep } from '../../src/auth/sign-in/second-factor.ts'
import { createWelcomeLink, setRequiresSecondFactor } from '../../src/auth/staff/staff.ts'
import { codeOf, decodeBase32, stepAt } from '../support/authenticator-app.ts'
import { commandOn } from '../support/command.ts'
import { countWaiting } from '../support/factories.ts'
import { type Answer, BASE_URL, startTestService } from '../support/service.ts'
import {
  ageSessions,
  aPerson,
  aSession,
  bySession,
  cookieOf,
  PASSWORD,
  submit,
  type TestPerson,
} from '../support/staff.ts'

const at = await startTestService()

// Codes depend on the clock. Only the clock of the process stands still.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
/** So that no code was used before. */
beforeEach(() => vi.setSystemTime(Date.now() + 10 * 30_000))

const from = (cookie: string) => ({ cookie, origin: BASE_URL })
const post = (cookie: string, path: string, fields: Record<string, string> = {}) =>
  submit(at, `//admin/profile${path}`, fields, from(cookie))

const secretIn = ({ text }: Answer) =>
  decodeBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '')
const continuationIn = ({ text }: Answer) =>
  /name="continuation" value="([^"]+)"/.exec(text)?.[1] ?? ''
const recoveryCodesIn = ({ text }: Answer) =>
  [...text.matchAll(/<code>([\w-]{19})<\/code>/g)].map(([, code]) => code as string)

type Enrolled = TestPerson & { cookie: string; secret: Uint8Array; recoveryCodes: string[] }

/** A person whose authenticator app is set up, a moment ago. */
async function anEnrolled(role: Role = 'viewer'): Promise<Enrolled> {
  const person = await aPerson(at, role)
  const cookie = await aSession(at, person.id)
  const setup = await post(cookie, '/second-factor', { current_password: PASSWORD })
  const secret = secretIn(setup)
  const code = codeOf(secret, stepAt(Date.now()))
  const continuation = continuationIn(setup)
  const finished = await post(cookie, '/second-factor/finish', { continuation, code })
  expect(finished.status).toBe(200)
  vi.setSystemTime(Date.now() + 5 * 30_000)
  return { ...person, cookie: cookieOf(finished), secret, recoveryCodes: recoveryCodesIn(finished) }
}

const codeNow = ({ secret }: Enrolled, steps = 0) => codeOf(secret, stepAt(Date.now()) + steps)

/** The first step. */
async function aContinuation({ email }: { email: string }): Promise<string> {
  const answer = await submit(at, '//admin/sign-in', { email, password: PASSWORD })
  expect(answer.status).toBe(401)
  expect(answer.headers['set-cookie']).toBeUndefined()
  return continuationIn(answer)
}

const enterCode = (continuation: string, code: string) =>
  submit(at, '//admin/sign-in', { continuation, code })

/** What a person waits for. */
const passDelays = () => sql`update sign_in_attempts set blocked_until = now()`.execute(at.db)

const sessionOf = async (answer: Answer) => {
  const { body } = await at.get('/users/current', bySession(cookieOf(answer)))
  const { rows } = await sql<{ has: boolean; needs: boolean }>`
    select has_second_factor as has, needs_second_factor as needs from sessions
    where user_id = ${body.users[0].id} order by id desc limit 1`.execute(at.db)
  return { userId: body.users[0].id, ...rows[0] }
}

// RFC 6238, appendix B, for SHA-1. Six digits are the last six of its eight.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at second %i the code ends %s', (seconds, code) => {
  const secret = Buffer.from('12345678901234567890')
  expect(codeOf(secret, stepAt(seconds * 1000), 8)).toBe(code)
  expect(findTotpStep(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('setting up starts a new session with a second factor, and shows ten recovery codes once', async () => {
  const { id } = await aPerson(at, 'viewer')
  const before = await aSession(at, id)
  const setup = await post(before, '/second-factor', { current_password: PASSWORD })
  expect(setup.text).toContain('<svg')
  const [secret, continuation] = [secretIn(setup), continuationIn(setup)]
  expect(secret).toHaveLength(20)
  const wrong = await post(before, '/second-factor/finish', { continuation, code: '000000' })
  expect(wrong.status).toBe(401)
  expect(secretIn(wrong)).toEqual(secret)
  const code = codeOf(secret, stepAt(Date.now()))
  const dump = async () =>
    (
      await sql<{ rows: string }>`
        select concat((select json_agg(c) from one_time_codes c), (select json_agg(t) from totp_secrets t)) as rows`.execute(
        at.db,
      )
    ).rows[0]?.rows
  const forms = [Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]
  for (const form of forms) expect(await dump()).not.toContain(form)
  const finished = await post(before, '/second-factor/finish', { continuation, code })
  for (const form of forms) expect(await dump()).not.toContain(form)
  expect(new Set(recoveryCodesIn(finished)).size).toBe(10)
  expect(await sessionOf(finished)).toEqual({ userId: id, has: true, needs: false })
  expect((await at.get('/users/current', bySession(before))).status).toBe(401)
  const page = await at.get('//admin/profile', bySession(cookieOf(finished)))
  expect(page.text).toContain('10 unused recovery codes')
  expect(page.text).not.toContain(recoveryCodesIn(finished)[0])
  const { rows } = await sql<{ stored: string }>`
    select string_agg(encode(hash, 'escape'), '') as stored from recovery_codes where user_id = ${id}`.execute(
    at.db,
  )
  for (const shown of recoveryCodesIn(finished))
    expect(rows[0]?.stored).not.toContain(shown.replaceAll('-', ''))
})

test('a setup needs a recent proof, its own continuation, and ends after five wrong codes', async () => {
  const [person, other] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  const cookie = await aSession(at, person.id)
  await ageSessions(at, person.id)
  expect((await post(cookie, '/second-factor')).status).toBe(403)
  await post(cookie, '/confirm', { current_password: PASSWORD })
  const setup = await post(cookie, '/second-factor')
  const [continuation, code] = [continuationIn(setup), codeOf(secretIn(setup), stepAt(Date.now()))]
  const foreign = await post(await aSession(at, other.id), '/second-factor/finish', {
    continuation,
    code,
  })
  expect(foreign.status).toBe(409)
  expect(foreign.text).not.toContain('QR code')
  const statuses = []
  for (let i = 0; i < 5; i++) {
    const guess = await post(cookie, '/second-factor/finish', { continuation, code: `00000${i}` })
    statuses.push(guess.status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 409])
  expect((await post(cookie, '/second-factor/finish', { continuation, code })).status).toBe(409)
})

test('a sign-in needs the code, and a wrong one gets 401', async () => {
  const person = await anEnrolled()
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, '000000')).status).toBe(401)
  const answer = await enterCode(continuation, codeNow(person))
  expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } })
  expect(await sessionOf(answer)).toEqual({ userId: person.id, has: true, needs: false })
  expect((await enterCode(continuation, codeNow(person, 1))).status).toBe(401)
})

test.each([
  [-2, 401],
  [-1, 303],
  [0, 303],
  [1, 303],
  [2, 401],
])('the code of the step %i gets %i', async (steps, status) => {
  const person = await anEnrolled()
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, codeNow(person, steps))).status).toBe(status)
})

test('a code is accepted once, and no code of a step before it afterwards', async () => {
  const person = await anEnrolled()
  expect((await enterCode(await aContinuation(person), codeNow(person))).status).toBe(303)
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, codeNow(person))).status).toBe(401)
  expect((await enterCode(continuation, codeNow(person, -1))).status).toBe(401)
  expect((await enterCode(continuation, codeNow(person, 1))).status).toBe(303)
})

test('of concurrent uses of one code, one succeeds', async () => {
  const person = await anEnrolled()
  const continuations = [await aContinuation(person), await aContinuation(person)]
  const code = codeNow(person)
  // Both reach the secret before one of them has used the code.
  const answers = await at.db.transaction().execute(async (tx) => {
    await sql`select from totp_secrets where user_id = ${person.id} for update`.execute(tx)
    const running = continuations.map((one) => enterCode(one, code))
    await expect.poll(() => countWaiting(at.db)).toBe(2)
    return running
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([303, 401])
})

test('a recovery code is accepted once, however it is typed', async () => {
  const person = await anEnrolled()
  const [first = '', second = ''] = person.recoveryCodes
  expect((await enterCode(await aContinuation(person), first)).status).toBe(303)
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, first)).status).toBe(401)
  const typed = ` ${second.replaceAll('-', ' ').toUpperCase()} `
  expect((await enterCode(continuation, typed)).status).toBe(303)
})

test('of concurrent uses of one recovery code, one succeeds', async () => {
  const person = await anEnrolled()
  const continuations = []
  for (let i = 0; i < 4; i++) continuations.push(await aContinuation(person))
  await sql`delete from sign_in_attempts`.execute(at.db)
  const code = person.recoveryCodes[0] ?? ''
  const answers = await Promise.all(continuations.map((one) => enterCode(one, code)))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('strangers who delay the network do not delay a code', async () => {
  const person = await anEnrolled()
  const continuation = await aContinuation(person)
  const guess = () => submit(at, '//admin/sign-in', { email: 'nobody@staff.test', password: 'x' })
  await guess()
  await sql`
    update sign_in_attempts set blocked_until = now() + interval '1 hour' where key like '%network%'`.execute(
    at.db,
  )
  expect((await guess()).status).toBe(429)
  expect((await enterCode(continuation, codeNow(person))).status).toBe(303)
  await passDelays()
})

test('the recovery codes of another person are not accepted', async () => {
  const [person, other] = [await anEnrolled(), await anEnrolled()]
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, other.recoveryCodes[0] ?? '')).status).toBe(401)
})

test('guesses of the code are delayed, and the fifth one ends the continuation', async () => {
  const person = await anEnrolled()
  const continuation = await aContinuation(person)
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await enterCode(continuation, `00000${i}`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401])
  await passDelays()
  expect((await enterCode(continuation, codeNow(person))).status).toBe(401)
  // A right password does not restart the count.
  const next = await aContinuation(person)
  expect((await enterCode(next, '000005')).status).toBe(401)
  const blocked = await enterCode(next, codeNow(person))
  expect(blocked).toMatchObject({ status: 429, text: expect.stringContaining(next) })
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  await passDelays()
  expect((await enterCode(next, codeNow(person))).status).toBe(303)
})

test('who does not know the password cannot delay the code', async () => {
  const person = await anEnrolled()
  for (let i = 0; i < 6; i++)
    await submit(at, '//admin/sign-in', { email: person.email, password: `guess ${i}` })
  await passDelays()
  expect((await enterCode(await aContinuation(person), codeNow(person))).status).toBe(303)
})

test('a continuation ends after ten minutes', async () => {
  const person = await anEnrolled()
  const continuation = await aContinuation(person)
  await sql`
    update one_time_codes set expires_at = expires_at - interval '10 minutes'
    where user_id = ${person.id}`.execute(at.db)
  expect((await enterCode(continuation, codeNow(person))).status).toBe(401)
})

test('new recovery codes replace the old ones', async () => {
  const person = await anEnrolled()
  await ageSessions(at, person.id)
  const refused = await post(person.cookie, '/recovery-codes')
  expect(refused.status).toBe(403)
  await post(person.cookie, '/confirm', { current_password: PASSWORD })
  const answer = await post(person.cookie, '/recovery-codes', { current_password: PASSWORD })
  const [code = ''] = recoveryCodesIn(answer)
  const continuation = await aContinuation(person)
  expect((await enterCode(continuation, person.recoveryCodes[0] ?? '')).status).toBe(401)
  expect((await enterCode(continuation, code)).status).toBe(303)
})

test('the second factor is removed after a proof, and other sessions end', async () => {
  const person = await anEnrolled()
  const elsewhere = await aSession(at, person.id)
  await ageSessions(at, person.id)
  const refused = await post(person.cookie, '/second-factor/remove')
  expect(refused.status).toBe(403)
  await post(person.cookie, '/confirm', { current_password: PASSWORD })
  expect((await at.get('/users/current', bySession(elsewhere))).status).toBe(200)
  const removed = await post(person.cookie, '/second-factor/remove', {
    current_password: PASSWORD,
  })
  expect(removed.status).toBe(303)
  expect(await sessionOf(removed)).toEqual({ userId: person.id, has: false, needs: false })
  for (const cookie of [elsewhere, person.cookie])
    expect((await at.get('/users/current', bySession(cookie))).status).toBe(401)
  const { email } = person
  expect((await submit(at, '//admin/sign-in', { email, password: PASSWORD })).status).toBe(303)
})

test('a role that requires a second factor leaves only the profile page until there is one', async () => {
  const { id, email } = await aPerson(at, 'contributor')
  const cookie = await aSession(at, id)
  expect((await at.get('/labels', bySession(cookie))).status).toBe(200)
  await require('contributor', true)
  const refused = {
    status: 403,
    body: { message: expect.stringContaining('Set one up at /admin/profile') },
  }
  await expect.poll(() => at.get('/labels', bySession(cookie))).toMatchObject(refused)
  const answer = await submit(at, '//admin/sign-in', {
    email,
    password: PASSWORD,
    return_to: '/admin/suggestions/1',
  })
  expect(answer.headers.location).toBe('/admin/profile')
  const session = bySession(cookieOf(answer))
  expect(await at.get('/labels', session)).toMatchObject(refused)
  expect((await at.get('//admin/suggestions/1', session)).headers.location).toBe('/admin/profile')
  const page = await at.get('//admin/profile', session)
  expect(page.text).toContain('The role contributor requires a second factor.')
  const setup = await post(cookieOf(answer), '/second-factor', { current_password: PASSWORD })
  const finished = await post(cookieOf(answer), '/second-factor/finish', {
    continuation: continuationIn(setup),
    code: codeOf(secretIn(setup), stepAt(Date.now())),
  })
  expect((await at.get('/labels', bySession(cookieOf(finished)))).status).toBe(200)
  const removed = await post(cookieOf(finished), '/second-factor/remove', {
    current_password: PASSWORD,
  })
  expect(await at.get('/labels', bySession(cookieOf(removed)))).toMatchObject(refused)
  await require('contributor', false)
})

test('a link lets a person in who lost the app, also to set up another one', async () => {
  const person = await anEnrolled('admin')
  await require('admin', true)
  const code = await at.db.transaction().execute((tx) => createWelcomeLink(tx, {}, person.id))
  const { email } = person
  const entered = await submit(at, '//admin/welcome', {
    code,
    name: 'Ann',
    email,
    password: PASSWORD,
  })
  const cookie = cookieOf(entered)
  expect((await at.get('/labels', bySession(cookie))).status).toBe(403)
  const removed = await post(cookie, '/second-factor/remove', { current_password: PASSWORD })
  expect(removed.headers.location).toBe('/admin/profile?done=second_factor_removed')
  await require('admin', false)
})

test('changes are in the audit log, without secrets', async () => {
  const person = await anEnrolled()
  await post(person.cookie, '/recovery-codes', { current_password: PASSWORD })
  await post(person.cookie, '/confirm', { current_password: 'wrong' })
  await post(person.cookie, '/second-factor/remove', { current_password: PASSWORD })
  const { body, text } = await at.get(`/audit_entries?sort=id&user=${person.id}`)
  expect(body.audit_entries.map(({ action }: { action: string }) => action)).toEqual([
    'second_factor_added',
    'recovery_codes_created',
    'confirmation_failed',
    'second_factor_removed',
  ])
  for (const secret of person.recoveryCodes) expect(text).not.toContain(secret)
})

const require = (role: Role, isRequired: boolean) =>
  at.db.transaction().execute((tx) => setRequiresSecondFactor(tx, {}, role, isRequired))

test('an owner lets a person back in who lost their password and their phone', async () => {
  const owner = bySession(await aSession(at, (await aPerson(at, 'owner')).id))
  const lost = await anEnrolled()
  const reset = await at.delete(`/staff/${lost.id}/second_factor`, owner)
  expect(reset.body.staff).toEqual([
    expect.objectContaining({ id: lost.id, has_second_factor: false, sessions_count: 0 }),
  ])
  expect((await at.get('/sessions/current', bySession(lost.cookie))).status).toBe(401)
  const made = await at.post(`/staff/${lost.id}/sign_in_link`, {}, owner)
  expect(made.status).toBe(201)
  const { url, links } = made.body.sign_in_link
  expect(links).toEqual({ user: lost.id })
  expect(url).toMatch(new RegExp(`^${BASE_URL}/admin/welcome#earshot_code_`))
  const form = { name: 'Ann', email: lost.email, password: 'seven purple bicycles' }
  const entered = await submit(at, '//admin/welcome', { ...form, code: url.split('#')[1] })
  expect(entered).toMatchObject({ status: 303, headers: { location: '/admin' } })
  // A recovery code of before is no way in.
  const signIn = { email: lost.email, password: form.password }
  expect((await submit(at, '//admin/sign-in', signIn)).status).toBe(303)
  const { audit_entries } = (await at.get(`/audit_entries?subject=${lost.id}&sort=-id`)).body
  const removed = audit_entries.find(
    ({ action }: { action: string }) => action === 'second_factor_removed',
  )
  expect(removed).toMatchObject({ before: { has_app: true, passkeys: 0 } })
})

test('a link is refused where it would not help, and to tokens with scopes', async () => {
  const { id } = await aPerson(at, 'admin')
  await at.put(`/staff/${id}`, { is_disabled: true })
  expect(await at.post(`/staff/${id}/sign_in_link`, {})).toMatchObject({
    status: 409,
    text: expect.stringContaining('Enable this person first'),
  })
  expect((await at.post('/staff/999999/sign_in_link', {})).status).toBe(404)
  const { token } = await at.aClient({ scopes: ['settings:write', 'people:write'] })
  for (const [method, path] of [
    ['POST', 'sign_in_link'],
    ['DELETE', 'second_factor'],
  ] as const)
    expect((await at.call(method, `/staff/${id}/${path}`, { token, body: {} })).status).toBe(403)
})

test('an owner requires a second factor of a role, and the operator resets one', async () => {
  const owner = bySession(await aSession(at, (await aPerson(at, 'owner')).id))
  const viewer = bySession(await aSession(at, (await aPerson(at, 'viewer')).id))
  const require = (name: string, body: object, sent = owner) => at.put(`/roles/${name}`, body, sent)
  expect(await require('viewer', { requires_second_factor: true })).toMatchObject({
    status: 200,
    body: { roles: [{ name: 'viewer', requires_second_factor: true }] },
  })
  expect((await at.get('/suggestions', viewer)).status).toBe(403)
  expect(await require('viewer', { requires_second_factor: false })).toMatchObject({ status: 200 })
  expect((await at.get('/suggestions', viewer)).status).toBe(200)
  expect((await require('viewer', { requires_second_factor: true }, viewer)).status).toBe(403)
  expect((await require('boss', { requires_second_factor: true })).status).toBe(404)
  expect((await require('viewer', {})).status).toBe(422)

  const run = commandOn(at.connection)
  const { email, id } = await anEnrolled()
  const reset = async () =>
    JSON.parse((await run('people', 'reset-second-factor', email, '--json')).stdout)
  expect(await reset()).toEqual({ id, had_second_factor: true })
  expect(await reset()).toEqual({ id, had_second_factor: false })
})

// Who may do what in which forum of the portal.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insert } from '../support/factories.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession, cookieOf } from '../support/staff.ts'

const at = await startTestService()
const { key } = await at.made('/sso_keys', { name: 'Website' })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function sign(claims: object) {
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

let numbers = 0
const unique = (name: string) => {
  numbers += 1
  return `${name} ${numbers}-${process.hrtime.bigint()}`
}

const accessOf = async (id: number) => (await at.get(`/forums/${id}`)).body.forums[0].access
const audience = (
  tier: string | null,
  segments: number[] = [],
  external_accounts: number[] = [],
) => ({
  tier,
  segments,
  external_accounts,
})
const newForum = (more: object = {}) => at.made('/forums', { name: unique('Forum'), ...more })
const newSegment = async () =>
  (
    await at.made('/segments', {
      name: unique('Segment'),
      filters: { column: 'account.mrr', operator: 'at_least', operand: { val: '999999' } },
    })
  ).id

describe('the access of a forum', () => {
  test('is that of the installation unless it says otherwise', async () => {
    const { id, is_public } = await newForum()
    expect(is_public).toBe(true)
    expect(await accessOf(id)).toEqual({
      see: audience('everyone'),
      support: audience(null),
      comment: audience(null),
      suggest: audience(null),
    })
  })

  test('and is_public say the same', async () => {
    const { id } = await newForum({ is_public: false })
    expect((await accessOf(id)).see).toEqual(audience('chosen'))
    const set = async (body: object) => {
      const { status, text, body: answer } = await at.put(`/forums/${id}`, body)
      expect(status, text).toBe(200)
      const { is_public, is_private, access } = answer.forums[0]
      expect(is_private).toBe(!is_public)
      return [is_public, access.see.tier]
    }
    expect(await set({ access: { see: { tier: 'staff' } } })).toEqual([false, 'staff'])
    expect(await set({ is_public: false })).toEqual([false, 'staff'])
    expect(await set({ is_private: false })).toEqual([true, 'everyone'])
    expect(await set({ access: { see: { tier: 'signed_in' } } })).toEqual([false, 'signed_in'])
    expect(await set({ name: unique('Renamed') })).toEqual([false, 'signed_in'])
  })

  test('names segments and accounts, and keeps actions that a change does not name', async () => {
    const segment = await newSegment()
    const account = await insert(at.db, 'external_accounts', { name: unique('Acme') })
    const { id } = await newForum({
      access: { see: { tier: 'chosen', segments: [segment, segment] } },
    })
    const changed = await at.put(`/forums/${id}`, {
      access: { suggest: { tier: 'chosen', external_accounts: [account] } },
    })
    expect(changed.body.forums[0].access).toEqual({
      see: audience('chosen', [segment]),
      support: audience(null),
      comment: audience(null),
      suggest: audience('chosen', [], [account]),
    })
    expect((await at.delete(`/segments/${segment}`)).status).toBe(200)
    expect((await accessOf(id)).see).toEqual(audience('chosen'))
  })

  test.each([
    [{ see: { tier: 'nobody' } }, 'access.see.tier'],
    [{ see: { tier: null } }, 'access.see.tier'],
    [{ see: { tier: 'everyone', segments: [1] } }, 'access.see.tier: must be chosen'],
    [{ comment: { tier: 'chosen' } }, 'access.comment.segments: name at least one'],
    [{ see: { tier: 'chosen', segments: [999_999] } }, 'no segment has the id 999999'],
    [{ support: { tier: 'chosen', external_accounts: [999_999] } }, 'no external account has'],
    [{ see: { tier: 'chosen', segments: Array(51).fill(1) } }, 'access.see.segments'],
  ])('%j is refused, and nothing changes', async (access, message) => {
    const { id } = await newForum()
    const before = await accessOf(id)
    const { status, text } = await at.put(`/forums/${id}`, { access })
    expect([status, text]).toEqual([422, expect.stringContaining(message)])
    expect(await accessOf(id)).toEqual(before)
  })

  test('must agree with is_public', async () => {
    const { status, text } = await at.post('/forums', {
      name: unique('Both'),
      is_public: true,
      access: { see: { tier: 'staff' } },
    })
    expect([status, text]).toEqual([422, expect.stringContaining('must agree with is_public')])
  })
})

test('a new forum is seen as the installation says', async () => {
  const service = await startTestService(undefined, { settings: { default_see_tier: 'signed_in' } })
  const forum = await service.made('/forums', { name: 'Inside' })
  expect(forum.is_public).toBe(false)
  expect(forum.access.see.tier).toBe('signed_in')
  expect((await service.made('/forums', { name: 'Outside', is_public: true })).is_public).toBe(true)
})

type Model = {
  id: number
  name: string
  isOpen: boolean
  tiers: Record<string, string>
  segments: Record<string, number[]>
  accounts: Record<string, number[]>
  invited: Set<string>
}
type Caller = {
  cookie: string | null
  isStaff: boolean
  email: string | null
  isConfirmed: boolean
  segments: number[]
  accounts: number[]
  allow: number[] | null
  deny: number[]
}

describe('generated forums and visitors', () => {
  const FORUMS = 42
  const VISITORS = 60
  const ACTIONS = ['see', 'support', 'comment', 'suggest']
  const models: Model[] = []
  const callers: Caller[] = []

  let seed = 20_261_117
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pick = <T>(of: T[]) => of[random(of.length)] as T
  const some = <T>(of: T[], chance: number) => of.filter(() => random(100) < chance)

  beforeAll(async () => {
    const segments = await Promise.all([1, 2, 3, 4].map(newSegment))
    const accounts = await Promise.all(
      [1, 2, 3].map(() => insert(at.db, 'external_accounts', { name: unique('Account') })),
    )
    const emails = Array.from(
      { length: VISITORS },
      () => `${unique('visitor').replace(' ', '-')}@customer.test`,
    )
    for (let i = 0; i < FORUMS; i += 1) {
      const model: Model = {
        id: 0,
        name: unique('Generated'),
        isOpen: random(10) > 0,
        tiers: {},
        segments: {},
        accounts: {},
        invited: new Set(some(emails, 5)),
      }
      for (const action of ACTIONS) {
        const tier = pick(['everyone', 'signed_in', 'chosen', 'staff'])
        model.tiers[action] = tier
        model.segments[action] = tier === 'chosen' ? [pick(segments)] : []
        model.accounts[action] = tier === 'chosen' ? some(accounts, 30) : []
      }
      const access = Object.fromEntries(
        ACTIONS.map((action) => [
          action,
          {
            tier: model.tiers[action],
            segments: model.segments[action],
            external_accounts: model.accounts[action],
          },
        ]),
      )
      const made = await at.made('/forums', { name: model.name, is_open: model.isOpen, access })
      model.id = made.id
      if (model.invited.size > 0)
        await at.post('/forum_invitations', {
          email: [...model.invited],
          links: { forum: made.id },
        })
      models.push(model)
    }
    const staff = await aPerson(at, 'viewer')
    callers.push({ ...nobody, cookie: await aSession(at, staff.id), isStaff: true }, nobody)
    for (const email of emails) {
      const caller: Caller = {
        ...nobody,
        email,
        isConfirmed: random(2) === 0,
        segments: some(segments, 30),
        accounts: some(accounts, 20),
        allow: random(4) === 0 ? some(models, 30).map(({ id }) => id) : null,
        deny: random(4) === 0 ? some(models, 20).map(({ id }) => id) : [],
      }
      const claims = {
        guid: email.replace('@', '-at-'),
        email,
        exp: Math.floor(Date.now() / 1000) + 300,
        ...(caller.allow && { allow_forums: caller.allow }),
        deny_forums: caller.deny,
      }
      const answer = await at.get(`//?sso=${sign(claims)}`, { token: null })
      expect(answer.status, answer.text).toBe(303)
      const { users } = (await at.get(`/users?email_address=${encodeURIComponent(email)}`)).body
      const [{ id }] = users
      const { db } = at
      await sql`update users set email_confirmed = ${caller.isConfirmed} where id = ${id}`.execute(
        db,
      )
      await sql`
        insert into segment_members (segment_id, user_id)
        select segment_id, ${id} from unnest(${caller.segments}::bigint[]) as segment_id`.execute(
        db,
      )
      for (const account of caller.accounts)
        await insert(db, 'external_users', {
          user_id: id,
          external_id: unique('external'),
          external_account_id: account,
        })
      callers.push({ ...caller, cookie: cookieOf(answer) })
    }
  })

  const nobody: Caller = {
    cookie: null,
    isStaff: false,
    email: null,
    isConfirmed: false,
    segments: [],
    accounts: [],
    allow: null,
    deny: [],
  }

  /** What the documentation says, without the code. */
  function passes(model: Model, action: string, caller: Caller): boolean {
    const tier = model.tiers[action]
    if (caller.isStaff || tier === 'everyone') return true
    if (tier === 'staff' || caller.email === null) return false
    if (tier === 'signed_in') return true
    const shares = (mine: number[], named: number[] = []) => mine.some((id) => named.includes(id))
    if (shares(caller.segments, model.segments[action])) return true
    if (shares(caller.accounts, model.accounts[action])) return true
    if (action !== 'see') return false
    return (
      caller.allow?.includes(model.id) === true ||
      (caller.isConfirmed && model.invited.has(caller.email))
    )
  }
  const maySee = (model: Model, caller: Caller) =>
    caller.isStaff ||
    (!caller.deny.includes(model.id) &&
      (caller.allow === null || caller.allow.includes(model.id)) &&
      passes(model, 'see', caller))

  test('the home page names exactly the forums that the visitor may see', async () => {
    let seen = 0
    for (const caller of callers) {
      const { text } = await at.get('//', {
        token: null,
        headers: caller.cookie === null ? {} : { cookie: caller.cookie },
      })
      for (const model of models) {
        const expected = maySee(model, caller)
        if (expected) seen += 1
        expect(text.includes(model.name), JSON.stringify({ model, caller })).toBe(expected)
      }
    }
    // Neither everything nor nothing.
    expect(seen).toBeGreaterThan(callers.length * 5)
    expect(seen).toBeLessThan(callers.length * (FORUMS - 5))
  })

  /** What the caller may do in a forum that they see. */
  function expectedDecision(model: Model, action: string, caller: Caller): string {
    if (!model.isOpen) return 'no'
    if (passes(model, action, caller))
      return caller.isStaff || caller.email !== null ? 'yes' : 'guest'
    return caller.email === null && model.tiers[action] !== 'staff' ? 'sign_in' : 'no'
  }

  test('the API of end users gives the same 10,000 answers', async () => {
    let questions = 0
    for (const caller of callers) {
      const { body } = await at.call('GET', '/api/end_users/forums?per_page=100', {
        token: null,
        headers: caller.cookie === null ? {} : { cookie: caller.cookie },
      })
      const listed = new Map<number, Record<string, string>>(
        body.map(({ id, can }: { id: number; can: Record<string, string> }) => [id, can]),
      )
      for (const model of models) {
        const can = listed.get(model.id)
        const about = JSON.stringify({ model, caller })
        expect(can !== undefined, about).toBe(maySee(model, caller))
        questions += 4
        if (!can) continue
        for (const action of ['support', 'comment', 'suggest'])
          expect(can[action], `${action} ${about}`).toBe(expectedDecision(model, action, caller))
      }
    }
    expect(questions).toBeGreaterThanOrEqual(10_000)
  })
})

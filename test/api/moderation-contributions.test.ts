// What people write on the portal: what waits for a moderator, what guests leave, and what keeps programs out.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  checkFormToken,
  HONEYPOT_FIELD,
  isHoneypotFilled,
  issueFormToken,
} from '../../src/auth/end-users/form-token.ts'
import { checkProofOfWork, issueChallenge } from '../../src/auth/end-users/proof-of-work.ts'
import { containsWord, countLinks } from '../../src/core/content-checks.ts'
import { countLeadingZeroBits, solveChallenge } from '../../src/core/proof-of-work.ts'
import { generateSecretKey, parseSecretKeys, type ReadKeys } from '../../src/core/secret-keys.ts'
import { createContributionLimit } from '../../src/http/limits/contribution-limit.ts'
import { createMemoryCounter, createSharedCounter } from '../../src/http/limits/rate-counter.ts'
import { DEFAULT_SETTINGS } from '../../src/settings/declarations.ts'
import { createComment } from '../../src/write/comments.ts'
import { type Contribution, stateOfContribution } from '../../src/write/contribution-state.ts'
import { inTransaction } from '../../src/write/core/transaction.ts'
import {
  addGuestContribution,
  confirmGuestContributions,
  deleteExpiredGuestContributions,
  type NewGuestContribution,
} from '../../src/write/guest-contributions.ts'
import { createSuggestion } from '../../src/write/suggestions.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

let at: TestService
let forum: Shown
let asAdmin: ReturnType<typeof bySession>

beforeAll(async () => {
  at = await startTestService()
  forum = await at.made('/forums', { name: 'Ideas' })
  asAdmin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
})

let people = 0
const anAddress = () => `person-${Date.now()}-${people++}@home.test`
const aUser = async (email = anAddress()): Promise<Shown> =>
  (await at.post('/users/find_or_create', { email, name: 'Ann' })).body.users[0]

const RULES = { held_words: [], newcomer_links: 2, repeated_text_minutes: 60 }
const stateOf = (contribution: Partial<Contribution> & { userId: number }, rules = {}) =>
  inTransaction(at.db, (tx) =>
    stateOfContribution(
      tx,
      { forumId: forum.id, kind: 'suggestion', isGuest: false, text: 'An idea', ...contribution },
      { ...RULES, ...rules },
    ),
  )
const moderate = async (tiers: object) => {
  const { status, text } = await at.put(`/forums/${forum.id}`, {
    suggestion_moderation: 'nobody',
    comment_moderation: 'nobody',
    ...tiers,
  })
  expect(status, text).toBe(200)
}

describe('moderation of a forum', () => {
  test('moderation_enabled of the wire format is moderation of everyone', async () => {
    const moderated = await at.made('/forums', { name: 'Moderated', moderation_enabled: true })
    expect(moderated).toMatchObject({
      moderation_enabled: true,
      suggestion_moderation: 'everyone',
      comment_moderation: 'nobody',
    })
    const change = async (body: object): Promise<Shown> =>
      (await at.put(`/forums/${moderated.id}`, body)).body.forums[0]
    expect(await change({ moderation_enabled: false })).toMatchObject({
      moderation_enabled: false,
      suggestion_moderation: 'nobody',
    })
    expect(await change({ suggestion_moderation: 'first_timers' })).toMatchObject({
      moderation_enabled: false,
    })
    // It says no more than that not everyone waits.
    expect(await change({ moderation_enabled: false })).toMatchObject({
      suggestion_moderation: 'first_timers',
    })
    expect(await change({ moderation_enabled: true })).toMatchObject({
      suggestion_moderation: 'everyone',
    })
    expect((await at.put(`/forums/${moderated.id}`, { comment_moderation: 'some' })).status).toBe(
      422,
    )
  })

  test('a change of it can be undone', async () => {
    const one = await at.made('/forums', { name: 'Undo', moderation_enabled: true })
    await at.put(`/forums/${one.id}`, { suggestion_moderation: 'guests' }, asAdmin)
    const [change] = (await at.get('/recent_changes', asAdmin)).body.recent_changes
    expect((await at.put(`/recent_changes/${change.id}/undo`, {}, asAdmin)).status).toBe(200)
    expect(await at.shown(`/forums/${one.id}`)).toMatchObject({ moderation_enabled: true })
  })

  test('new forums get the default of the installation', async () => {
    const set = await at.put('/settings', {
      default_suggestion_moderation: 'first_timers',
      default_comment_moderation: 'guests',
    })
    expect(set.status, set.text).toBe(200)
    expect(await at.made('/forums', { name: 'By default' })).toMatchObject({
      suggestion_moderation: 'first_timers',
      comment_moderation: 'guests',
    })
    expect(
      await at.made('/forums', { name: 'Not by default', moderation_enabled: false }),
    ).toMatchObject({ suggestion_moderation: 'nobody' })
    await at.put('/settings', {
      default_suggestion_moderation: null,
      default_comment_moderation: null,
    })
  })

  test.each([
    ['nobody', { newcomer: 'approved', known: 'approved', guest: 'approved', staff: 'approved' }],
    ['first_timers', { newcomer: 'new', known: 'approved', guest: 'new', staff: 'approved' }],
    ['guests', { newcomer: 'approved', known: 'approved', guest: 'new', staff: 'approved' }],
    ['everyone', { newcomer: 'new', known: 'new', guest: 'new', staff: 'approved' }],
  ])('%s waits', async (tier, expected) => {
    await moderate({ suggestion_moderation: tier })
    const known = await aUser()
    await at.made('/suggestions', {
      title: 'Earlier',
      links: { forum: forum.id, created_by: known.id },
    })
    const newcomer = await aUser()
    const staff = await aPerson(at, 'viewer')
    const kind = 'suggestion'
    expect({
      newcomer: await stateOf({ userId: newcomer.id, kind }),
      known: await stateOf({ userId: known.id, kind }),
      guest: await stateOf({ userId: newcomer.id, kind, isGuest: true }),
      staff: await stateOf({ userId: staff.id, kind }),
    }).toEqual(expected)
    // Comments have a choice of their own.
    expect(await stateOf({ userId: newcomer.id, kind: 'comment', isGuest: true })).toBe('approved')
    await moderate({ comment_moderation: tier })
    expect(await stateOf({ userId: newcomer.id, kind: 'comment', isGuest: true })).toBe(
      expected.guest,
    )
    expect(await stateOf({ userId: newcomer.id, kind: 'suggestion', isGuest: true })).toBe(
      'approved',
    )
    await moderate({})
  })

  test('what comes through the API does not wait', async () => {
    await moderate({ suggestion_moderation: 'everyone', comment_moderation: 'everyone' })
    const { id, state } = await at.made('/suggestions', {
      title: 'By the API',
      state: 'new',
      links: { forum: forum.id },
    })
    expect(state).toBe('approved')
    const comment = { body: 'Yes', state: 'new', links: { suggestion: id } }
    expect((await at.made('/comments', comment)).state).toBe('approved')
    await moderate({})
  })

  test('what waits is in no figure, page and search of others, and counts once it is approved', async () => {
    const author = await aUser()
    const shown = await at.made('/suggestions', { title: 'Shown', links: { forum: forum.id } })
    const before = await at.shown(`/forums/${forum.id}`)
    const text = `secretive${Date.now()}`
    const suggestion = await inTransaction(at.db, (tx) =>
      createSuggestion(tx, author.id, {
        title: text,
        state: 'new',
        channel: 'portal',
        links: { forum: forum.id },
      }),
    )
    const comment = await inTransaction(at.db, (tx) =>
      createComment(
        tx,
        author.id,
        { body: text, state: 'new', channel: 'portal', links: { suggestion: shown.id } },
        { hasMail: false },
      ),
    )
    expect(await at.shown(`/suggestions/${suggestion}`)).toMatchObject({
      state: 'new',
      approved_at: null,
    })
    expect(await at.shown(`/forums/${forum.id}`)).toMatchObject({
      suggestions_count: before.suggestions_count,
      open_suggestions_count: before.open_suggestions_count,
    })
    expect((await at.shown(`/suggestions/${shown.id}`)).comments_count).toBe(0)
    const pages = [
      '//',
      `//forums/${forum.id}`,
      `//forums/${forum.id}/suggestions/${shown.id}`,
      `//forums/${forum.id}/suggestions/${suggestion}`,
      `//suggestions/${suggestion}`,
    ]
    for (const page of pages)
      expect((await at.get(page, { token: null })).text, page).not.toContain(text)

    expect((await at.put(`/suggestions/${suggestion}/approve`, {})).status).toBe(200)
    expect((await at.put(`/comments/${comment}/approve`, {})).status).toBe(200)
    expect((await at.shown(`/suggestions/${suggestion}`)).approved_at).not.toBeNull()
    expect((await at.shown(`/forums/${forum.id}`)).suggestions_count).toBe(
      before.suggestions_count + 1,
    )
    expect((await at.shown(`/suggestions/${shown.id}`)).comments_count).toBe(1)
    expect((await at.get(pages[2] as string, { token: null })).text).toContain(text)
    expect(await findWrongFigures(at.db)).toEqual([])
  })
})

describe('checks of a text', () => {
  test('words are whole words of any script, whatever their case', () => {
    const words = ['casino', 'cheap watches', 'Straße', '賭場', 'c++', '']
    for (const text of [
      'The best CASINO!',
      'cheap\n watches',
      'ca\u00ADsi\u200Bno',
      'ｃａｓｉｎｏ',
      'in der STRAßE',
      '最好的賭場在這裡',
      'I write C++ here',
    ])
      expect(containsWord(text, words), text).toBe(true)
    for (const text of ['casinos and occasinos', 'cheap, watches', 'c+', '', 'strasse'])
      expect(containsWord(text, words), text).toBe(false)
    expect(containsWord('anything', [])).toBe(false)
  })

  test('links are counted once each', () => {
    expect(countLinks('no link. www. http:/ x')).toBe(0)
    expect(countLinks('HTTP://a.test and https://www.b.test, www.c.test')).toBe(3)
  })

  test('words and links of newcomers hold a text, and the same text is refused for a while', async () => {
    const ann = await aUser()
    expect(await stateOf({ userId: ann.id, text: 'A word: Bad' }, { held_words: ['bad'] })).toBe(
      'new',
    )
    const links = 'https://a.test https://b.test https://c.test'
    expect(await stateOf({ userId: ann.id, text: links })).toBe('new')
    expect(await stateOf({ userId: ann.id, text: links }, { newcomer_links: null })).toBe(
      'approved',
    )
    const { id } = await at.made('/suggestions', {
      title: 'Same',
      body: 'text',
      links: { forum: forum.id, created_by: ann.id },
    })
    // No newcomer any more.
    expect(await stateOf({ userId: ann.id, text: links })).toBe('approved')
    expect(await stateOf({ userId: ann.id, text: 'Bad' }, { held_words: ['bad'] })).toBe('new')
    const same = { userId: ann.id, text: 'Same\ntext' }
    await expect(stateOf(same)).rejects.toMatchObject({ kind: 'conflict', code: 'repeated' })
    expect(await stateOf(same, { repeated_text_minutes: 0 })).toBe('approved')
    await sql`update suggestions set created_at = now() - interval '61 minutes' where id = ${id}`.execute(
      at.db,
    )
    expect(await stateOf(same)).toBe('approved')
    const comment = { userId: ann.id, kind: 'comment', text: 'Me too' } as const
    expect(await stateOf(comment)).toBe('approved')
    await at.made('/comments', { body: 'Me too', links: { suggestion: id, created_by: ann.id } })
    await expect(stateOf(comment)).rejects.toMatchObject({ code: 'repeated' })
  })

  test('owners set them, within limits', async () => {
    const set = async (body: object) => (await at.put('/settings', body)).status
    expect(await set({ held_words: ['casino'], newcomer_links: 0, reports_to_hide: 5 })).toBe(200)
    expect((await at.get('/settings')).body.settings).toMatchObject({
      held_words: { value: ['casino'], source: 'stored' },
      newcomer_links: { value: 0 },
      guest_work_bits: { value: 17, source: 'default' },
    })
    expect(await set({ held_words: null, newcomer_links: null, reports_to_hide: null })).toBe(200)
    expect(await set({ held_words: Array.from({ length: 501 }, (_, i) => `word${i}`) })).toBe(422)
    expect(await set({ held_words: ['x'.repeat(101)] })).toBe(422)
    expect(await set({ guest_work_bits: 25 })).toBe(422)
    expect(await set({ default_comment_moderation: 'somebody' })).toBe(422)
  })
})

describe('guests', () => {
  type Draft = NewGuestContribution extends infer One
    ? One extends unknown
      ? Omit<One, 'name' | 'email' | 'network'>
      : never
    : never
  const leave = (email: string, draft: Draft, network = `guest ${email}`) =>
    inTransaction(at.db, (tx) =>
      addGuestContribution(tx, { name: 'Guest', email, network, ...draft }, RULES),
    )
  const confirm = async (email: string): Promise<Shown> => {
    const user = await aUser(email)
    await inTransaction(at.db, (tx) => confirmGuestContributions(tx, email, user.id))
    return user
  }
  const anIdea = (title = 'An idea of a guest'): Draft => ({
    kind: 'suggestion',
    title,
    body: 'Please',
    links: { forum: forum.id },
  })
  const waiting = async (email: string): Promise<Shown[]> =>
    (
      await at.get('/guest_contributions?state=waiting&per_page=100')
    ).body.guest_contributions.filter((one: Shown) => one.email_address === email)
  const usersWith = async (email: string) =>
    (await sql`select from users where lower(email_address) = lower(${email})`.execute(at.db)).rows
      .length

  test('confirming the address makes what waits for it theirs, with its time', async () => {
    const email = anAddress()
    const { id: suggestion } = await at.made('/suggestions', {
      title: 'Support me',
      links: { forum: forum.id },
    })
    const idea = await leave(email, anIdea())
    await leave(email, { kind: 'comment', body: 'Yes!', links: { suggestion } })
    await leave(email, { kind: 'vote', links: { suggestion } })
    expect(await waiting(email)).toHaveLength(3)
    expect(await usersWith(email)).toBe(0)
    expect(await at.shown(`/suggestions/${suggestion}`)).toMatchObject({
      supporters_count: 0,
      comments_count: 0,
    })
    await sql`update guest_contributions set created_at = '2026-03-04T05:06:07Z' where id = ${idea}`.execute(
      at.db,
    )
    const user = await confirm(email.toUpperCase())
    expect(await waiting(email)).toEqual([])
    const mine = (await at.get(`/suggestions?creator=${user.id}`)).body.suggestions
    expect(mine).toMatchObject([
      {
        title: 'An idea of a guest',
        body: 'Please',
        state: 'approved',
        channel: 'portal',
        created_at: '2026-03-04T05:06:07Z',
        links: { captured_by: null },
      },
    ])
    expect(await at.shown(`/suggestions/${suggestion}`)).toMatchObject({
      supporters_count: 1,
      comments_count: 1,
    })
    // Once.
    await confirm(email)
    expect((await at.get(`/suggestions?creator=${user.id}`)).body.suggestions).toHaveLength(1)
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('what a moderator must see waits also after the confirmation', async () => {
    const email = anAddress()
    await leave(email, {
      kind: 'suggestion',
      title: 'https://a.test https://b.test https://c.test',
      links: { forum: forum.id },
    })
    await moderate({ suggestion_moderation: 'guests' })
    await leave(email, anIdea('Plain'))
    const user = await confirm(email)
    await moderate({})
    const states = (await at.get(`/suggestions?creator=${user.id}`)).body.suggestions.map(
      ({ state }: Shown) => state,
    )
    expect(states).toEqual(['new', 'new'])
  })

  test('a moderator approves it, which creates the person, and can undo it', async () => {
    const email = anAddress()
    const id = await leave(email, anIdea())
    const approved = await at.put(`/guest_contributions/${id}/approve`, {}, asAdmin)
    expect(approved.status, approved.text).toBe(200)
    const { record_id } = approved.body.guest_contributions[0]
    const { body } = await at.get(`/suggestions/${record_id}?includes=users`)
    expect(body.suggestions[0].state).toBe('approved')
    expect(body.users).toMatchObject([
      { email_address: email, email_confirmed: false, name: 'Guest' },
    ])
    const [change] = (await at.get('/recent_changes', asAdmin)).body.recent_changes
    expect(change).toMatchObject({ action: 'approve', name: 'An idea of a guest' })
    expect((await at.put(`/recent_changes/${change.id}/undo`, {}, asAdmin)).status).toBe(200)
    expect((await at.shown(`/suggestions/${record_id}`)).state).toBe('deleted')
    expect(await waiting(email)).toHaveLength(1)
    // Spam is spam also when it was approved before.
    const again = (await at.put(`/guest_contributions/${id}/approve`, {})).body
    await at.put(`/guest_contributions/${id}/spam`, {})
    const { record_id: second } = again.guest_contributions[0]
    expect((await at.shown(`/suggestions/${second}`)).state).toBe('deleted')
    expect(await waiting(email)).toEqual([])
  })

  test('spam and deleted ones are not published, and can be restored', async () => {
    const email = anAddress()
    const [spam, deleted] = [await leave(email, anIdea('1')), await leave(email, anIdea('2'))]
    await at.put(`/guest_contributions/${spam}/spam`, {})
    await at.put(`/guest_contributions/${deleted}/delete`, {})
    const user = await confirm(email)
    expect((await at.get(`/suggestions?creator=${user.id}`)).body.suggestions).toEqual([])
    await at.put(`/guest_contributions/${deleted}/restore`, {})
    await confirm(email)
    expect((await at.get(`/suggestions?creator=${user.id}`)).body.suggestions).toHaveLength(1)
  })

  test('limits hold for an address and a network, also at once', async () => {
    const email = anAddress()
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, i) => leave(email, anIdea(`${i}`), `net ${i} ${email}`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'rate_limited' },
    })
    const network = `shared ${email}`
    await sql`
      insert into guest_contributions (kind, email_address, title, network, forum_id)
      select 'suggestion', i || ${email}, 'x', ${network}, ${forum.id} from generate_series(1, 100) i`.execute(
      at.db,
    )
    await expect(leave(anAddress(), anIdea(), network)).rejects.toMatchObject({
      kind: 'rate_limited',
    })
  })

  test('unknown, hidden and foreign places are refused, and blocked people get the same answer', async () => {
    const email = anAddress()
    const { id: hidden } = await at.made('/suggestions', { title: 'x', links: { forum: forum.id } })
    await at.put(`/suggestions/${hidden}/spam`, {})
    const vote = (suggestion: number) => leave(email, { kind: 'vote', links: { suggestion } })
    await expect(vote(hidden)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(vote(999_999_999)).rejects.toMatchObject({ kind: 'invalid' })
    const other = await at.made('/forums', { name: 'Other' })
    const category = await at.made('/categories', { name: 'c', links: { forum: other.id } })
    await expect(
      leave(email, {
        kind: 'suggestion',
        title: 'x',
        links: { forum: forum.id, category: category.id },
      }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    // A category that moves away later is left out.
    const own = await at.made('/categories', { name: 'd', links: { forum: forum.id } })
    const links = { forum: forum.id, category: own.id }
    const moved = await leave(anAddress(), { kind: 'suggestion', title: 'Moved', links })
    await at.put(`/categories/${own.id}`, { links: { forum: other.id } })
    expect((await at.put(`/guest_contributions/${moved}/approve`, {})).status).toBe(200)
    const { id } = await aUser(email)
    await at.put(`/users/${id}/block`, {})
    await leave(email, anIdea())
    expect(await waiting(email)).toEqual([])
  })

  test('they expire, and go with a person who is erased', async () => {
    const [old, erased] = [anAddress(), anAddress()]
    const id = await leave(old, anIdea())
    await sql`update guest_contributions set expires_at = now() where id = ${id}`.execute(at.db)
    await leave(erased, anIdea())
    await inTransaction(at.db, deleteExpiredGuestContributions)
    expect(await waiting(old)).toEqual([])
    const { id: user } = await aUser(erased)
    const data = await at.put(`/users/${user}/export`, {})
    expect(data.body.guest_contributions).toHaveLength(1)
    expect((await at.delete(`/users/${user}`)).status).toBeLessThan(300)
    expect(await waiting(erased)).toEqual([])
  })
})

describe('forms', () => {
  const keys = parseSecretKeys(generateSecretKey()) as Awaited<ReturnType<ReadKeys>>
  const readKeys: ReadKeys = async () => keys
  const purpose = { form: 'suggest 1', binding: 'session 1' }
  const NOW = Date.UTC(2026, 0, 1)

  test('a token is for one form and one visitor, and neither too fresh nor too old', async () => {
    const token = await issueFormToken(readKeys, purpose, NOW)
    const check = (sent: unknown, seconds: number, other = {}) =>
      checkFormToken(readKeys, sent, { ...purpose, ...other }, NOW + seconds * 1000)
    expect(await check(token, 3)).toBeNull()
    expect(await check(token, 1)).toBe('too_fast')
    expect(await check(token, 86_399)).toBeNull()
    expect(await check(token, 86_402)).toBe('expired')
    expect(await check(token, 3, { form: 'suggest 2' })).toBe('invalid')
    expect(await check(token, 3, { binding: 'session 2' })).toBe('invalid')
    // The time is signed.
    expect(await check(token.replace(/^\d/, '2'), 3)).toBe('invalid')
    for (const bad of [undefined, '', 7, 'x', `${token}x`, 'x'.repeat(100_000), [token]])
      expect(await check(bad, 3)).toBe('invalid')
    const [other] = parseSecretKeys(generateSecretKey()) as Awaited<ReturnType<ReadKeys>>
    const rotated: ReadKeys = async () => [other, ...keys]
    expect(await checkFormToken(rotated, token, purpose, NOW + 3000)).toBeNull()
    expect(await checkFormToken(async () => [other], token, purpose, NOW + 3000)).toBe('invalid')
  })

  test('the hidden field catches what fills in everything', () => {
    expect(isHoneypotFilled({ [HONEYPOT_FIELD]: '' })).toBe(false)
    expect(isHoneypotFilled({})).toBe(false)
    expect(isHoneypotFilled({ [HONEYPOT_FIELD]: 'https://spam.test' })).toBe(true)
  })

  test('a proof of work is checked with one hash, for one visitor, and once', async () => {
    const { token, seed, bits } = await issueChallenge(readKeys, purpose, 10, NOW)
    const answer = solveChallenge({ seed, bits }) as number
    const check = (sent: { token?: unknown; answer?: unknown }, other = {}, now = NOW) =>
      checkProofOfWork(at.db, readKeys, { token, answer, ...sent }, { ...purpose, now, ...other })
    expect(await check({ answer: -1 })).toBe('unsolved')
    expect(await check({ answer: 'x' })).toBe('unsolved')
    expect(await check({ token: 'x'.repeat(1000) })).toBe('invalid')
    expect(await check({}, { binding: 'other' })).toBe('invalid')
    // An easier one is not signed.
    expect(await check({ token: token.replace('.10.', '.1.') })).toBe('invalid')
    expect(await check({}, {}, NOW + 3601 * 1000)).toBe('expired')
    const both = await Promise.all([check({}), check({ answer: String(answer) })])
    expect(both.toSorted()).toEqual([null, 'used'])
  })

  test('browsers hash as Node.js does', () => {
    for (let i = 0; i < 300; i++) {
      const text = `${'x'.repeat(i % 50)}:${i}`
      const bytes = hash('sha256', text, 'buffer')
      const expected =
        bytes.readUInt32BE() === 0
          ? 32 + Math.clz32(bytes.readUInt32BE(4))
          : Math.clz32(bytes.readUInt32BE())
      expect(countLeadingZeroBits(text)).toBe(expected)
    }
    expect(() => countLeadingZeroBits('x'.repeat(56))).toThrow(RangeError)
    expect(solveChallenge({ seed: 'seed', bits: 60 }, 0, 10)).toBeUndefined()
  })
})

describe('limits per hour', () => {
  const settings = () => ({ ...DEFAULT_SETTINGS, suggestions_per_hour: 2, votes_per_hour: 1 })
  const HOUR = 3_600_000
  const idea = { kind: 'suggestion', userId: 1, network: '192.0.2.1' } as const

  test('people and networks have their own', async () => {
    let now = 100 * HOUR
    const count = createContributionLimit({
      counter: createMemoryCounter(),
      now: () => now,
      settings,
    })
    await count(idea)
    await count(idea)
    const refusal = await count(idea).catch((error) => error)
    expect(refusal).toMatchObject({ kind: 'rate_limited' })
    expect(refusal.message).toBe('At most 2 suggestions per hour. Try again in 60 minutes.')
    await count({ ...idea, kind: 'vote' })
    for (let userId = 2; userId <= 9; userId++) await count({ ...idea, userId })
    await expect(count({ ...idea, userId: 10 })).rejects.toThrow('At most 10')
    await expect(count({ ...idea, userId: null })).rejects.toThrow('At most 10')
    // What the network refused is not counted for the person.
    await count({ ...idea, userId: 10, network: '192.0.2.2' })
    await count({ ...idea, userId: 10, network: '192.0.2.2' })
    now += HOUR
    await count(idea)
  })

  test('processes that share a database count together, beside the counts of minutes', async () => {
    const now = () => 200 * HOUR
    const create = () =>
      createContributionLimit({
        counter: createSharedCounter(at.db, { deletesOldCounts: false }),
        now,
        settings,
      })
    await sql`insert into rate_limit_counts (minute, key, count) values (${200 * 60}, 'kept', 1)`.execute(
      at.db,
    )
    const [one, other] = [create(), create()]
    await one(idea)
    await other(idea)
    await expect(one(idea)).rejects.toMatchObject({ kind: 'rate_limited' })
    const { rows } = await sql`select from rate_limit_counts where key = 'kept'`.execute(at.db)
    expect(rows).toHaveLength(1)
    await sql`delete from rate_limit_counts where minute < ${202 * 60}`.execute(at.db)
  })
})

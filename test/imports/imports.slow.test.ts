// Importing external users and accounts, and deleting many of them.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import {
  aCustomField,
  aForum,
  aSuggestion,
  aSupporter,
  aUser,
  idsOf,
  nextOf,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Answer, type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

const importUsers = (users: unknown, more: object = {}) =>
  at.post('/external_users/import', { users, ...more })
const importAccounts = (accounts: unknown) => at.post('/external_accounts/import', { accounts })

/** Imports valid external users and returns the first. */
async function imported(...users: object[]): Promise<Shown> {
  const answer = await importUsers(users)
  expect(answer.text).toContain('"external_users"')
  return answer.body.external_users[0]
}

const accountOf = async (user: Shown) =>
  at.shown(`/external_accounts/${user.links.external_account}`)

const theExternalUser = async (external_id: string) =>
  at.shown(`/external_users?external_id=${encodeURIComponent(external_id)}`)

/** The row counts of all tables that an import writes. */
async function everything() {
  const { rows } = await sql`
    select (select count(*) from users) as users, (select count(*) from external_users) as external_users,
      (select count(*) from external_accounts) as accounts, (select count(*) from custom_fields) as fields,
      (select count(*) from custom_values) as values`.execute(at.db)
  return rows[0]
}

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

describe('an external user', () => {
  test('is returned with its account and its user, in the order of the input', async () => {
    const { status, body } = await importUsers([
      {
        external_id: 'order-2',
        email: 'order-2@a.test',
        name: 'Two',
        ip: '192.0.2.1',
        type: 'admin',
        external_created_at: '2017-01-01T01:00:00Z',
        last_seen_at: '2020-01-01T00:00:00Z',
        seen_days: 4,
        cf_persona: 'buyer',
        account: {
          external_id: 'order-acme',
          name: 'Acme',
          plan: 'Gold',
          mrr: 10.5,
          ltv: 1000,
          external_created_at: '2016-01-01T00:00:00Z',
          cf_industry: 'retail',
        },
      },
      { external_id: 'order-1', email: 'order-1@a.test' },
    ])
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'external_accounts',
      'external_users',
      'links',
      'users',
    ])
    expect(body.external_users[0]).toMatchObject({
      external_id: 'order-2',
      email: 'order-2@a.test',
      name: 'Two',
      ip: '192.0.2.1',
      type: 'admin',
      external_created_at: '2017-01-01T01:00:00Z',
      last_seen_at: '2020-01-01T00:00:00Z',
      seen_days: 4,
      cf_persona: 'buyer',
      links: { user: body.users.find((u: Shown) => u.name === 'Two').id },
    })
    expect(body.external_users[1]).toMatchObject({
      external_id: 'order-1',
      name: null,
      links: { external_account: null },
    })
    expect(body.external_accounts).toMatchObject([
      {
        external_id: 'order-acme',
        name: 'Acme',
        plan: 'Gold',
        mrr: 10.5,
        mrr_cents: 1050,
        ltv: 1000,
        external_created_at: '2016-01-01T00:00:00Z',
        cf_industry: 'retail',
        users_count: 1,
      },
    ])
  })

  test('belongs to one user, who can have several', async () => {
    const one = await imported({ external_id: 'several-1', email: 'several@a.test' })
    const two = await imported({ external_id: 'several-2', email: 'several@a.test' })
    expect(two.links.user).toBe(one.links.user)
    const { links } = await at.shown(`/users/${one.links.user}`)
    expect(links.external_users).toEqual([one.id, two.id])
  })

  test('belongs to the user with its address in any case, or to a new one', async () => {
    const ann = await aUser(at.db, 'Ann@Attached.test')
    const known = await imported({
      external_id: 'attached-1',
      email: 'ann@attached.test',
      name: 'X',
    })
    expect(known.links.user).toBe(ann)
    expect(await at.shown(`/users/${ann}`)).toMatchObject({ name: 'Ann' })
    const { body } = await importUsers([
      { external_id: 'attached-2', email: 'New@attached.test', name: 'New' },
      { external_id: 'attached-3', email: 'new@ATTACHED.test' },
    ])
    const [first, second] = body.external_users
    expect(first.links.user).toBe(second.links.user)
    expect(body.users).toMatchObject([{ email_address: 'New@attached.test', name: 'New' }])
  })

  test('that changes its address stays with its user, unless user_id names another', async () => {
    const before = await imported({ external_id: 'moves', email: 'old@moves.test' })
    const after = await imported({ external_id: 'moves', email: 'new@moves.test' })
    expect(after).toMatchObject({ id: before.id, email: 'new@moves.test' })
    expect(after.links.user).toBe(before.links.user)
    expect((await at.get('/users?q=new@moves.test')).body.users).toEqual([])
    const other = await aUser(at.db, 'other@moves.test')
    const moved = await imported({ external_id: 'moves', user_id: other })
    expect(moved.links.user).toBe(other)
    const made = await imported({
      external_id: 'moves-2',
      email: 'else@moves.test',
      user_id: other,
    })
    expect(made).toMatchObject({ email: 'else@moves.test', links: { user: other } })
    expect((await at.get('/users?q=else@moves.test')).body.users).toEqual([])
    expect(await imported({ external_id: 'moves-3', user_id: other })).toMatchObject({
      email: null,
    })
  })

  test('without an id is identified by its address', async () => {
    const one = await imported({ email: 'no-id@a.test' })
    expect(one.external_id).toBe('no-id@a.test')
    expect((await imported({ external_id: null, email: 'no-id@a.test', name: 'N' })).id).toBe(
      one.id,
    )
    const { status, body } = await importUsers([{ name: 'Nobody' }])
    expect(status).toBe(422)
    expect(body.errors).toEqual({ users: [{ external_id: 'required' }] })
  })

  test('can join an account, change it and leave it', async () => {
    const user = { external_id: 'joins', email: 'joins@a.test' }
    const one = await imported({ ...user, account: { external_id: 'joins-1', name: 'One' } })
    const same = await imported({ ...user, name: 'Still there' })
    expect(same.links.external_account).toBe(one.links.external_account)
    const two = await imported({ ...user, account: { external_id: 'joins-2' } })
    expect(await accountOf(two)).toMatchObject({ external_id: 'joins-2', users_count: 1 })
    expect(await accountOf(one)).toMatchObject({ external_id: 'joins-1', users_count: 0 })
    const out = await imported({ ...user, account: null })
    expect(out.links.external_account).toBe(null)
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('has custom fields, by which lists of users can be sorted', async () => {
    await imported(
      { external_id: 'sorted-1', email: 'sorted-1@a.test', cf_rank: 2 },
      { external_id: 'sorted-2', email: 'sorted-2@a.test', custom_fields: { rank: 1 } },
      { external_id: 'sorted-3', email: 'sorted-3@a.test', custom_fields: { cf_rank: 3 } },
    )
    const { body } = await at.get('/external_users?sort=-cf_rank&per_page=3')
    expect(body.external_users.map((user: Shown) => user.cf_rank)).toEqual([3, 2, 1])
    const people = await at.get('/users?sort=cf_rank&per_page=3')
    expect(people.body.users.map((user: Shown) => user.email_address)).toEqual([
      'sorted-2@a.test',
      'sorted-1@a.test',
      'sorted-3@a.test',
    ])
  })

  test('can have texts of the maximum length in any script', async () => {
    // Four bytes each, and too varied to compress.
    const longest = (seed: number) =>
      String.fromCodePoint(
        ...Array.from({ length: 600 }, (_, i) => 0x20000 + ((i * 7919 + seed * 104729) % 40_000)),
      )
    const texts = { name: longest(1), type: longest(2), ip: longest(3) }
    const account = { external_id: 'longest', name: longest(4), plan: longest(5) }
    const user = { external_id: 'longest', email: 'longest@a.test', ...texts }
    const { status, body } = await importUsers([{ ...user, account }])
    expect(status).toBe(200)
    expect(body.external_users).toMatchObject([user])
    expect(body.external_accounts).toMatchObject([account])
    expect(body.users).toMatchObject([{ name: texts.name }])
    expect((await importAccounts([account])).status).toBe(200)
    // A cursor that points to it works.
    const first = await at.get('/external_users?sort=-name&per_page=1')
    expect(first.body.external_users).toMatchObject([user])
    const next = await at.get(nextOf(first) as string)
    expect(next.status).toBe(200)
    const over = await importUsers([{ ...user, name: `${texts.name}x`, account }])
    expect(over.body.errors).toEqual({ users: [{ name: 'max_runes' }] })
  })

  test('that comes twice in a call has the values and the position of its last row', async () => {
    const { body } = await importUsers([
      { external_id: 'twice', email: 'twice@a.test', name: 'First', type: 'a' },
      { external_id: 'once', email: 'once@a.test' },
      { external_id: 'twice', email: 'twice@a.test', name: 'Last' },
    ])
    expect(body.external_users).toMatchObject([
      { external_id: 'once' },
      { external_id: 'twice', name: 'Last', type: null },
    ])
  })

  test('keeps values that a later import omits, and loses those that are null', async () => {
    const before = await imported({
      external_id: 'keeps',
      email: 'keeps@a.test',
      name: 'Kim',
      type: 'admin',
      cf_colour: 'red',
      cf_size: 3,
      account: { external_id: 'keeps', name: 'K', plan: 'gold', mrr: 5 },
    })
    await imported({
      external_id: 'keeps',
      type: null,
      cf_colour: null,
      account: { external_id: 'keeps', plan: null },
    })
    const after = await theExternalUser('keeps')
    expect(after).toMatchObject({ id: before.id, email: 'keeps@a.test', name: 'Kim', type: null })
    expect(after).toMatchObject({ cf_colour: null, cf_size: 3 })
    expect(await accountOf(after)).toMatchObject({ name: 'K', plan: null, mrr: 5 })
  })

  test('keeps updated_at when nothing changes', async () => {
    const row = {
      external_id: 'same',
      email: 'same@a.test',
      external_created_at: '2020-02-03T04:05:06.789Z',
      cf_number: '7',
      account: { external_id: 'same', mrr: 10.55, cf_bool: true },
    }
    const before = await imported(row)
    const account = await accountOf(before)
    const ages = () =>
      sql`select (select xmin from external_users where id = ${before.id})::text as user,
        (select xmin from external_accounts where id = ${account.id})::text as account`.execute(
        at.db,
      )
    const { rows } = await ages()
    await imported(row)
    expect((await ages()).rows).toEqual(rows)
    await imported({ ...row, name: 'New' })
    expect((await ages()).rows).not.toEqual(rows)
  })
})

describe('an external account', () => {
  test('belongs to many users, and users to many accounts', async () => {
    const { body } = await importUsers([
      { external_id: 'many-1', email: 'many-1@a.test', account: { external_id: 'many-a' } },
      { external_id: 'many-2', email: 'many-2@a.test', account: { external_id: 'many-a' } },
      { external_id: 'many-3', email: 'many-2@a.test', account: { external_id: 'many-b' } },
    ])
    const counts = body.external_accounts.map((a: Shown) => [a.external_id, a.users_count])
    expect(Object.fromEntries(counts)).toEqual({ 'many-a': 2, 'many-b': 1 })
  })

  test('has MRR and LTV, in units or in cents, as numbers or as text', async () => {
    const { status, body } = await importAccounts([
      { external_id: 'money-1', mrr: 10.5, ltv: 1000 },
      { external_id: 'money-2', mrr_cents: 1050, ltv_cents: 100_000 },
      { external_id: 'money-3', mrr: '10.50', mrr_cents: '1050', ltv_cents: '100000' },
    ])
    expect(status).toBe(200)
    for (const account of body.external_accounts)
      expect(account).toMatchObject({ mrr: 10.5, mrr_cents: 1050, ltv: 1000, ltv_cents: 100_000 })
  })

  test('without an id belongs to one external user, is created once and then updated', async () => {
    const user = { external_id: 'private', email: 'private@a.test' }
    const made = await imported({ ...user, account: { mrr: 9, cf_tier: 'home' } })
    const account = await accountOf(made)
    expect(account).toMatchObject({ external_id: null, mrr: 9, cf_tier: 'home', users_count: 1 })
    const again = await imported({ ...user, account: { external_id: null, ltv: 90 } })
    expect(again.links.external_account).toBe(account.id)
    expect(await accountOf(again)).toMatchObject({ mrr: 9, ltv: 90, cf_tier: 'home' })
    // A second external user gets its own account, or none when there are no values for it.
    const { body } = await importUsers([
      { external_id: 'private-2', email: 'private@a.test', account: { mrr: 9 } },
      { external_id: 'private-3', email: 'private@a.test', account: { external_id: '', mrr: '' } },
    ])
    expect(body.external_users[0].links.external_account).not.toBe(account.id)
    expect(body.external_users[1].links.external_account).toBe(null)
    // It is deleted when its external user moves to another account.
    await imported({ ...user, account: { external_id: 'not-private' } })
    expect((await at.get(`/external_accounts/${account.id}`)).status).toBe(404)
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('needs an id when it is imported alone', async () => {
    const { status, body } = await importAccounts([{ external_id: 'alone' }, { name: 'No id' }])
    expect(status).toBe(422)
    expect(body.errors).toEqual({ accounts: [null, { external_id: 'required' }] })
  })

  test('has custom fields, of the type of their first value', async () => {
    const long = 'x'.repeat(200)
    const { body } = await importAccounts([
      { external_id: 'typed-1', cf_t_s: '12', cf_t_n: 12, cf_t_b: false, cf_t_long: long },
      { external_id: 'typed-2', cf_t_s: 13, cf_t_n: '13.5', cf_t_b: 'true', cf_t_none: null },
    ])
    expect(body.external_accounts[0]).toMatchObject({ cf_t_s: '12', cf_t_n: 12, cf_t_b: false })
    expect(body.external_accounts[0].cf_t_long).toBe(long)
    expect(body.external_accounts[1]).toMatchObject({ cf_t_s: '13', cf_t_n: 13.5, cf_t_b: true })
    const fields = (await at.get('/custom_fields?per_page=100')).body.custom_fields
    const types = fields
      .filter((field: Shown) => field.key.startsWith('cf_t_'))
      .map((field: Shown) => [field.key, field.field_type, field.object_type])
    expect(types.sort()).toEqual([
      ['cf_t_b', 'boolean', 'external_accounts'],
      ['cf_t_long', 'text', 'external_accounts'],
      ['cf_t_n', 'number', 'external_accounts'],
      ['cf_t_s', 'string', 'external_accounts'],
    ])
  })

  test('of several external users has the values of all, where the last one wins', async () => {
    const { body } = await importUsers([
      {
        external_id: 'told-1',
        email: 'told-1@a.test',
        account: { external_id: 'told', name: 'T', mrr: 1 },
      },
      { external_id: 'told-2', email: 'told-2@a.test', account: { external_id: 'told', mrr: 2 } },
    ])
    expect(body.external_accounts).toMatchObject([{ name: 'T', mrr: 2, users_count: 2 }])
  })
})

describe('the body', () => {
  test('can use the alternative names of members', async () => {
    const { status, body } = await at.post('/external_users/import', {
      external_users: [
        { id: 'other-1', email_address: 'other-1@a.test', external_account: { id: 'other-acme' } },
        { id: 42, email_address: 'other-2@a.test' },
      ],
    })
    expect(status).toBe(200)
    expect(body.external_users).toMatchObject([
      { external_id: 'other-1', email: 'other-1@a.test' },
      { external_id: '42' },
    ])
    expect(body.external_accounts).toMatchObject([{ external_id: 'other-acme' }])
    const accounts = await at.post('/external_accounts/import', {
      external_accounts: [{ id: 'other-bolt' }],
    })
    expect(accounts.body.external_accounts).toMatchObject([{ external_id: 'other-bolt' }])
  })

  test('has its problems reported by the names that were sent', async () => {
    const { body } = await at.post('/external_users/import', {
      external_users: [
        { id: 'good', email_address: 'good@a.test' },
        { id: 'bad', email_address: null, external_account: { cf_order: [1] } },
      ],
    })
    expect(body.errors).toEqual({
      external_users: [
        null,
        { email_address: 'required', external_account: { cf_order: 'string' } },
      ],
    })
    const unknown = await at.post('/external_users/import', {
      external_users: [{ id: 'unknown-1', email_address: null }],
    })
    expect(unknown.body.errors).toEqual({ external_users: [{ email_address: 'required' }] })
  })

  test('can be a form', async () => {
    const form = new URLSearchParams({
      'users.0.external_id': 'form-1',
      'users.0.email': 'form-1@a.test',
      'users.0.seen_days': '12',
      'users.0.cf_form': 'yes',
      'users.0.account.external_id': 'form-acme',
      'users.0.account.name': 'Acme',
      'users.0.account.mrr': '12.34',
      'users.0.account.cf_form': '5',
      'users.1.external_id': 'form-2',
      'users.1.email': 'form-2@a.test',
    })
    const { status, body } = await at.post('/external_users/import', String(form), FORM)
    expect(status).toBe(200)
    expect(body.external_users).toMatchObject([
      { external_id: 'form-1', seen_days: 12, cf_form: 'yes' },
      { external_id: 'form-2' },
    ])
    expect(body.external_accounts).toMatchObject([{ name: 'Acme', mrr: 12.34, cf_form: '5' }])
  })

  test('of batch is the same as that of import', async () => {
    const users = [
      { external_id: 'batch', email: 'batch@a.test', account: { external_id: 'batch' } },
    ]
    const { status, body } = await at.post('/external_users/batch', { users })
    expect(status).toBe(200)
    expect(body.external_users).toMatchObject([{ external_id: 'batch' }])
    const accounts = [{ external_id: 'batch', name: 'B' }]
    const answer = await at.post('/external_accounts/batch', { accounts })
    expect(answer.body.external_accounts).toMatchObject([{ external_id: 'batch', name: 'B' }])
  })
})

describe('invalid input is rejected with its row and field, and nothing is written:', () => {
  const good = { external_id: 'bad-good', email: 'bad-good@a.test', cf_bad_new: 1 }
  const long = 'x'.repeat(10_000)
  const refused = async (answer: Promise<Answer>, errors: unknown) => {
    const before = await everything()
    const { status, body } = await answer
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
    expect(body.message).not.toBe('')
    expect(await everything()).toEqual(before)
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ external_id: `n${i}` }))

  test.each<[string, object, unknown]>([
    ['1,001 rows', { users: many(1001) }, { users: 'max_length' }],
    ['no rows', { users: [] }, { users: 'min_length' }],
    ['nothing', {}, { users: 'required' }],
    ['rows under two names', { users: [good], external_users: [good] }, { external_users: 'in' }],
    ['an object instead of rows', { users: { external_id: 'x' } }, { users: 'array' }],
    ['a text instead of rows', { users: 'x,y' }, { users: 'array' }],
    ['a number instead of rows', { users: 7 }, { users: 'array' }],
  ])('%s', (_, body, errors) => refused(at.post('/external_users/import', body), errors))

  test.each([[], 'text', 7])('%j instead of an object', (body) =>
    refused(
      at.call('POST', '/external_users/import', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      undefined,
    ),
  )

  test.each<[string, unknown, unknown]>([
    ['a row that is a text', 'x,y', 'object'],
    ['a row that is a list', [good], 'object'],
    ['a row that is null', null, 'object'],
    ['an address without @', { ...good, email: 'bad' }, { email: 'pattern' }],
    ['no address', { external_id: 'bad-1' }, { email: 'required' }],
    ['a long id', { ...good, external_id: long }, { external_id: 'max_runes' }],
    [
      'a long id of an account',
      { ...good, account: { external_id: long } },
      { account: { external_id: 'max_runes' } },
    ],
    ['a long name', { ...good, name: long }, { name: 'max_runes' }],
    ['a NUL', { ...good, name: 'a\0b' }, { name: 'utf8' }],
    ['a NUL in an id', { ...good, external_id: '\0' }, { external_id: 'utf8' }],
    ['a NUL in a custom value', { ...good, cf_x: '\0' }, { cf_x: 'utf8' }],
    ['half a character', { ...good, name: '\ud800' }, { name: 'utf8' }],
    ['an object as a name', { ...good, name: {} }, { name: 'string' }],
    [
      'MRR as words',
      { ...good, account: { external_id: 'b', mrr: 'much' } },
      { account: { mrr: 'float' } },
    ],
    [
      'MRR without end',
      { ...good, account: { external_id: 'b', mrr: 1e300 } },
      { account: { mrr: 'max' } },
    ],
    [
      'half a cent',
      { ...good, account: { external_id: 'b', mrr_cents: 1.5 } },
      { account: { mrr_cents: 'int' } },
    ],
    [
      'MRR that disagrees',
      { ...good, account: { mrr: 1, mrr_cents: 99 } },
      { account: { mrr_cents: 'in' } },
    ],
    [
      'LTV that disagrees',
      { ...good, account: { ltv: null, ltv_cents: 9 } },
      { account: { ltv_cents: 'in' } },
    ],
    [
      'a time that is none',
      { ...good, external_created_at: 'soon' },
      { external_created_at: 'time' },
    ],
    [
      'a time of an account',
      { ...good, account: { external_created_at: 5 } },
      { account: { external_created_at: 'time' } },
    ],
    ['an account that is a text', { ...good, account: 'acme' }, { account: 'object' }],
    ['a user that is not there', { ...good, user_id: 99_999_999 }, { user_id: 'not_found' }],
    ['a user that is no number', { ...good, user_id: 'ann' }, { user_id: 'int' }],
    ['days below none', { ...good, seen_days: -1 }, { seen_days: 'min' }],
    ['a list as a custom value', { ...good, cf_x: [1] }, { cf_x: 'string' }],
    ['a custom field with a bad name', { ...good, 'cf_a b': 1 }, { 'cf_a b': 'pattern' }],
    [
      'a bad name within',
      { ...good, custom_fields: { ä: 1 } },
      { custom_fields: { ä: 'pattern' } },
    ],
    ['custom fields that are a list', { ...good, custom_fields: [1] }, { custom_fields: 'object' }],
    ['a new string that is too long', { ...good, cf_x: 'y'.repeat(10_001) }, { cf_x: 'max_runes' }],
  ])('%s', (_, row, error) =>
    refused(importUsers([good, { external_id: 'bad-2', email: 'bad-2@a.test' }, row]), {
      users: [null, null, error],
    }),
  )

  test.each(['import', 'batch'])(
    'everything that is wrong with any row, at once, by %s',
    async (verb) => {
      await aCustomField(at.db, 'external_users', `cf_at_once_${verb}`, 'number')
      const cf = `cf_at_once_${verb}`
      const users = [
        good,
        {},
        { external_id: 'bad-3', email: 'bad', user_id: 99_999_999, [cf]: 'three' },
        { external_id: 'bad-4' },
        { user_id: 99_999_999 },
        { external_id: long },
        7,
        { external_id: 'bad-7', user_id: 'ann' },
        { email: 'bad', account: { mrr: 1, mrr_cents: 2, ltv: 'much', 'cf_a b': 1 } },
        { ...good, cf_ä: 1, [cf]: 'three', custom_fields: { x: [1] } },
        { external_id: 'bad-10', email_address: 'bad' },
        good,
      ]
      await refused(at.post(`/external_users/${verb}`, { users }), {
        users: [
          null,
          { external_id: 'required' },
          { email: 'pattern', user_id: 'not_found', [cf]: 'float' },
          { email: 'required' },
          { external_id: 'required', user_id: 'not_found' },
          { external_id: 'max_runes' },
          'object',
          { user_id: 'int' },
          {
            email: 'pattern',
            account: { mrr_cents: 'in', ltv: 'float', 'cf_a b': 'pattern' },
          },
          { cf_ä: 'pattern', [cf]: 'float', custom_fields: { x: 'string' } },
          { email_address: 'pattern' },
        ],
      })
      const accounts = [
        { external_id: 'bad-good' },
        {},
        { external_id: long, ltv: 1, ltv_cents: 1 },
        { name: 'A', mrr: 'much' },
        null,
        { external_id: 'bad', 'cf_a b': 1 },
      ]
      await refused(at.post(`/external_accounts/${verb}`, { accounts }), {
        accounts: [
          null,
          { external_id: 'required' },
          { external_id: 'max_runes', ltv_cents: 'in' },
          { external_id: 'required', mrr: 'float' },
          'object',
          { 'cf_a b': 'pattern' },
        ],
      })
    },
  )

  test('a custom value of another type, in any row', async () => {
    await aCustomField(at.db, 'external_users', 'cf_bad_number', 'number')
    await aCustomField(at.db, 'external_users', 'cf_bad_string', 'string')
    await aCustomField(at.db, 'external_accounts', 'cf_bad_time', 'timestamp')
    await refused(
      importUsers([
        { ...good, cf_bad_number: 'three' },
        good,
        { ...good, custom_fields: { bad_string: long.slice(0, 200) } },
        { ...good, account: { external_id: 'b', cf_bad_time: 'soon' } },
        { ...good, cf_bad_new: 'words' },
      ]),
      {
        users: [
          { cf_bad_number: 'float' },
          null,
          { custom_fields: { bad_string: 'max_runes' } },
          { account: { cf_bad_time: 'time' } },
          { cf_bad_new: 'float' },
        ],
      },
    )
  })

  test('too many new custom fields', async () => {
    const fields = (from: number) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`cf_flood_${from + i}`, 1]))
    await refused(
      importUsers([
        { ...good, ...fields(0) },
        { ...good, ...fields(150) },
      ]),
      { users: [null, { cf_flood_199: 'max' }] },
    )
    await refused(importUsers([{ ...good, ...fields(0), ...fields(150) }]), {
      users: [{ custom_fields: 'max_length' }],
    })
  })

  test('20 MB of JSON', async () => {
    const before = await everything()
    const users = [{ ...good, name: 'x'.repeat(20_000_000) }]
    const { status, body } = await importUsers(users)
    expect(status).toBe(413)
    expect(body.message).toContain('10 MiB')
    const elsewhere = await at.post('/labels', { name: 'x'.repeat(2_000_000) })
    expect(elsewhere.body.message).toContain('1 MiB')
    expect(await everything()).toEqual(before)
  })

  test.each(['users', 'name', 'cf_x', 'account', 'custom_fields'])(
    '%s that is nested deep',
    async (member) => {
      const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
      const row = `{"external_id":"deep","email":"deep@a.test","${member}":${deep}}`
      const body = member === 'users' ? `{"users":${deep}}` : `{"users":[${row}]}`
      const before = await everything()
      const json = { headers: { 'content-type': 'application/json' } }
      const { status } = await at.post('/external_users/import', body, json)
      expect(status).toBe(422)
      expect(await everything()).toEqual(before)
    },
  )
})

describe('an account with very many suggestions', () => {
  const revenues = async () => {
    const { rows } = await sql<{ revenue: number; n: number }>`
      select supporter_revenue::float8 as revenue, count(*)::int as n
      from suggestions join suggestion_figures using (id)
      where title like 'Widely %' group by 1 order by 1`.execute(at.db)
    return rows
  }

  test('is changed at once, and its suggestions are updated in the background, whatever changes meanwhile', async () => {
    const account = { external_id: 'wide', mrr: 100 }
    const { links } = await imported({ external_id: 'wide-1', email: 'wide@a.test', account })
    const forum = await aForum(at.db, 'Wide')
    await sql`
      insert into suggestions (title, forum_id, created_by_id)
      select 'Widely ' || i, ${forum}, ${links.user} from generate_series(1, 2500) i`.execute(at.db)
    await sql`
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select id, ${links.user}, ${links.user}, ${links.user} from suggestions where title like 'Widely %'`.execute(
      at.db,
    )
    expect(await revenues()).toEqual([{ revenue: 100, n: 2500 }])

    await importAccounts([{ external_id: 'wide', mrr: 130 }])
    expect(await at.shown(`/external_accounts/${links.external_account}`)).toMatchObject({
      mrr: 130,
    })
    expect(await revenues()).toEqual([{ revenue: 100, n: 2500 }])
    await importAccounts([{ external_id: 'wide', mrr: 70.5 }])
    // Support that begins or ends counts with the current revenue, beside the pending difference.
    const [gone, left] = (await at.get('/suggestions?sort=id&q=Widely')).body.suggestions
    const support = await at.shown(`/supporters?suggestion=${gone.id}`)
    expect((await at.delete(`/supporters/${support.id}`)).status).toBe(200)
    await at.made('/suggestions', { title: 'Widely new', links: { forum } })
    const late = await at.shown('/suggestions?sort=-id')
    await at.made('/supporters', { links: { suggestion: late.id, user: links.user } })
    const merged = { links: { from_suggestion: left.id, to_suggestion: late.id } }
    expect((await at.post('/suggestions/merge', merged)).status).toBe(200)
    expect(await findWrongFigures(at.db)).toEqual([])

    await runJobs(at)
    expect(await findWrongFigures(at.db)).toEqual([])
    expect(await revenues()).toEqual([
      { revenue: 0, n: 2 },
      { revenue: 70.5, n: 2499 },
    ])
  })
})

describe('deleting', () => {
  const some = (name: string) =>
    importUsers(
      [1, 2, 3].map((n) => ({
        external_id: `${name},${n}`,
        email: `${name}-${n}@a.test`,
        account: n === 3 ? { mrr: 7 } : { external_id: `${name},acme`, mrr: 5, cf_deleted: n },
      })),
    )

  test.each(['POST', 'DELETE'])(
    'external users by %s answers them as they were',
    async (method) => {
      const { body } = await some(`gone-${method}`)
      const [one, two, three] = body.external_users as [Shown, Shown, Shown]
      const first = await at.call(method, '/external_users/bulk_delete', {
        body: { ids: [three.id, 99_999_999, one.id] },
      })
      expect(first.status).toBe(200)
      expect(first.body.external_users).toEqual([three, one])
      expect((await at.get(`/external_users/${one.id}`)).status).toBe(404)
      expect((await at.get(`/external_accounts/${three.links.external_account}`)).status).toBe(404)
      expect(await at.shown(`/external_accounts/${two.links.external_account}`)).toMatchObject({
        users_count: 1,
      })
      expect((await at.get(`/users/${one.links.user}`)).status).toBe(200)
      const second = await at.call(method, '/external_users/bulk_delete_by_external_id', {
        body: { external_ids: [two.external_id, 'never'] },
      })
      expect(second.body.external_users).toEqual([two])
      const third = await at.call(method, '/external_users/bulk_delete_by_external_id', {
        body: { external_ids: [two.external_id, 'never'] },
      })
      expect(third.status).toBe(404)
      expect(await findWrongFigures(at.db)).toEqual([])
    },
  )

  test.each(['POST', 'DELETE'])(
    'external accounts by %s leaves their external users',
    async (method) => {
      const name = `closed-${method}`
      const { body } = await some(name)
      const [one, , three] = body.external_users as [Shown, Shown, Shown]
      const suggestion = await aSuggestion(at.db, await aForum(at.db, name), 'A')
      for (const user of [one, three]) await aSupporter(at.db, suggestion, user.links.user)
      expect((await at.shown(`/suggestions/${suggestion}`)).supporter_revenue).toBe(12)
      const first = await at.call(method, '/external_accounts/bulk_delete_by_external_id', {
        body: { external_ids: [`${name},acme`] },
      })
      expect(first.body.external_accounts).toMatchObject([
        { external_id: `${name},acme`, users_count: 2 },
      ])
      expect((await theExternalUser(`${name}`))?.id).toBeUndefined()
      expect((await at.shown(`/external_users/${one.id}`)).links.external_account).toBe(null)
      expect((await at.shown(`/suggestions/${suggestion}`)).supporter_revenue).toBe(7)
      const second = await at.call(method, '/external_accounts/bulk_delete', {
        body: { ids: [three.links.external_account] },
      })
      expect(second.status).toBe(200)
      expect((await at.shown(`/suggestions/${suggestion}`)).supporter_revenue).toBe(0)
      expect(await findWrongFigures(at.db)).toEqual([])
    },
  )

  test('accepts a list separated by commas, in a form or in the query', async () => {
    const { body } = await importAccounts(
      ['l1', 'l2', 'l3', 'l4'].map((external_id) => ({ external_id })),
    )
    const [one, two] = idsOf(body.external_accounts)
    const byForm = await at.call('DELETE', '/external_accounts/bulk_delete', {
      ...FORM,
      body: `ids=${one},${two}`,
    })
    expect(idsOf(byForm.body.external_accounts)).toEqual([one, two])
    const byQuery = await at.delete(
      '/external_accounts/bulk_delete_by_external_id?external_ids=l3,l4',
    )
    expect(byQuery.body.external_accounts.length).toBe(2)
  })

  test.each(['ids', 'external_ids'])('rejects too many %s, and none', async (member) => {
    const path = `/external_users/bulk_delete${member === 'ids' ? '' : '_by_external_id'}`
    for (const [sent, code] of [
      [Array.from({ length: 1001 }, (_, i) => i), 'max_length'],
      [[], 'min_length'],
      [undefined, 'required'],
      [{}, 'array'],
    ]) {
      const { status, body } = await at.post(path, { [member as string]: sent })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ [member as string]: code })
    }
  })
})

// Last, because many records make every recount slow.
describe('many at once', () => {
  const COUNT = EXHAUSTIVE ? 1000 : 200
  const many = (name: string, more: (i: number) => object = () => ({}), length = COUNT) =>
    Array.from({ length }, (_, i) => ({
      external_id: `${name}-${i}`,
      email: `${name}-${i}@a.test`,
      ...more(i),
    }))

  test('change the revenue of supporters exactly', async () => {
    const users = many('pays', (i) => ({ account: { external_id: `pays-${i}`, mrr: 1.25 } }))
    const { body } = await importUsers(users)
    const forum = await aForum(at.db, 'Paid')
    const [loved, liked] = [
      await aSuggestion(at.db, forum, 'A'),
      await aSuggestion(at.db, forum, 'B'),
    ]
    await sql`
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select s, u, u, u from unnest(${idsOf(body.users)}::bigint[]) u, unnest(${[loved, liked]}::bigint[]) s
      where s = ${loved} or u % 2 = 0`.execute(at.db)
    expect((await at.shown(`/suggestions/${loved}`)).supporter_revenue).toBe(1.25 * COUNT)
    // In another order, so that no row keeps its position.
    const accounts = users.map((_, i) => ({
      external_id: `pays-${(i * 7) % COUNT}`,
      mrr_cents: (i * 7) % COUNT,
    }))
    expect((await importAccounts(accounts)).status).toBe(200)
    expect((await at.shown(`/suggestions/${loved}`)).supporter_revenue).toBe(
      (COUNT * (COUNT - 1)) / 200,
    )
    expect(await findWrongFigures(at.db)).toEqual([])
    // Their revenue and their accounts, in one call.
    await importUsers(
      users.map(({ external_id }, i) => ({
        external_id,
        account: { external_id: `pays-${i % 10}`, mrr: 100 },
      })),
    )
    expect(await at.shown(`/suggestions/${loved}`)).toMatchObject({
      supporter_revenue: 1000,
      supporting_accounts_count: 10,
    })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('can all have the maximum revenue', async () => {
    const users = many(
      'rich',
      (i) => ({
        account: { external_id: `rich-${i}`, mrr: 99_999_999_999 },
      }),
      1000,
    )
    const { body } = await importUsers(users)
    const suggestion = await aSuggestion(at.db, await aForum(at.db, 'Rich'), 'A')
    await sql`
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select ${suggestion}, u, u, u from unnest(${idsOf(body.users)}::bigint[]) u`.execute(at.db)
    expect((await at.shown(`/suggestions/${suggestion}`)).supporter_revenue).toBe(
      99_999_999_999_000,
    )
  })

  test('that are imported several times at once exist once', async () => {
    const users = many('at-once', (i) => ({
      cf_at_once: i,
      account: i % 2 ? { external_id: `at-once-${i % 50}`, mrr: i % 50 } : { mrr: 1 },
    }))
    const before = (await everything()) as Record<string, number>
    const answers = await Promise.all(
      [users, users.toReversed(), users, users.toReversed()].map((rows) => importUsers(rows)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const after = (await everything()) as Record<string, number>
    const grown = Object.keys(after).map((name) => [
      name,
      Number(after[name]) - Number(before[name]),
    ])
    expect(Object.fromEntries(grown)).toMatchObject({
      users: COUNT,
      external_users: COUNT,
      // One of each person with an even number, and 25 others.
      accounts: COUNT / 2 + 25,
    })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('can vote at the same time', async () => {
    const forum = await aForum(at.db, 'Busy')
    const suggestions = await Promise.all([1, 2, 3].map((n) => aSuggestion(at.db, forum, `S${n}`)))
    const users = many('busy', (i) => ({
      account: { external_id: `busy-${i % 7}`, mrr: i % 7 },
    }))
    const { body } = await importUsers(users)
    const people = idsOf(body.users)
    const votes = people
      .slice(0, 100)
      .map((user, i) => at.post('/supporters', { links: { suggestion: suggestions[i % 3], user } }))
    const imports = [1, 2].map((n) =>
      importUsers(
        users.slice(0, 150).map(({ external_id }, i) => ({
          external_id,
          account: { external_id: `busy-${(i + n) % 7}`, mrr: n * i },
        })),
      ),
    )
    const answers = await Promise.all([...votes, ...imports])
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201])
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('a thousand with accounts and many custom fields are accepted, twice', async () => {
    const people = (i: number) => ({
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`cf_large_${n}`, 'x'.repeat(60)]),
      ),
      account: { external_id: `large-${i % 300}`, mrr: i % 300, cf_size: i % 300 },
    })
    const users = many('large', people, 1000)
    expect(JSON.stringify(users).length).toBeGreaterThan(1_500_000)
    for (const _ of ['new', 'again']) {
      const { status, body } = await importUsers(users)
      expect(status).toBe(200)
      expect(body.external_users.map((user: Shown) => user.external_id)).toEqual(
        users.map((user) => user.external_id),
      )
      expect(body.external_accounts.length).toBe(300)
      expect(body.users.length).toBe(1000)
    }
    expect(await findWrongFigures(at.db)).toEqual([])
  })
})

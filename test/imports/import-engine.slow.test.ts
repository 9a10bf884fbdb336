// The same data gives the same records, whichever way it is imported.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandOn } from '../support/command.ts'
import {
  aCustomField,
  aForum,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

type Account = { external_id: string; name?: string; plan?: string; mrr?: number; ltv?: number }
type Person = {
  external_id: string
  email: string
  name?: string
  type?: string
  external_created_at?: string
  account?: Account
}

const folder = await mkdtemp(join(tmpdir(), 'earshot-doors-'))
afterAll(() => rm(folder, { recursive: true }))

const CSV_COLUMNS: [string, (person: Person) => unknown][] = [
  ['external_user.external_id', ({ external_id }) => external_id],
  ['external_user.email_address', ({ email }) => email],
  ['external_user.name', ({ name }) => name],
  ['external_user.type', ({ type }) => type],
  ['external_user.created_timestamp', ({ external_created_at }) => external_created_at],
  ['account.external_id', ({ account }) => account?.external_id],
  ['account.name', ({ account }) => account?.name],
  ['account.plan', ({ account }) => account?.plan],
  ['account.mrr', ({ account }) => account?.mrr],
  ['account.ltv', ({ account }) => account?.ltv],
]

const toCsv = (people: Person[]) =>
  [
    CSV_COLUMNS.map(([name]) => name).join(),
    ...people.map((person) => CSV_COLUMNS.map(([, read]) => read(person) ?? '').join()),
  ].join('\n')

const toIdentity = ({ external_id, external_created_at, account, ...person }: Person) => ({
  ...person,
  id: external_id,
  ...(external_created_at && { created_at: Date.parse(external_created_at) / 1000 }),
  ...(account && {
    account: {
      id: account.external_id,
      name: account.name,
      plan: account.plan,
      monthly_rate: account.mrr,
      ltv: account.ltv,
    },
  }),
})

async function expectStatus(answer: Promise<{ status: number; text: string }>, status: number) {
  const { status: actual, text } = await answer
  expect(actual, text).toBe(status)
}

const DOORS: Record<string, (at: TestService, people: Person[]) => Promise<void>> = {
  'POST /external_users/import': (at, users) =>
    expectStatus(at.post('/external_users/import', { users }), 200),
  async 'POST /external_accounts/import, then their people'(at, people) {
    const accounts = new Map<string, Account>()
    for (const { account } of people)
      if (account)
        accounts.set(account.external_id, { ...accounts.get(account.external_id), ...account })
    const users = people.map(({ account, ...person }) => ({
      ...person,
      ...(account && { account: { external_id: account.external_id } }),
    }))
    if (accounts.size > 0)
      await expectStatus(
        at.post('/external_accounts/import', { accounts: [...accounts.values()] }),
        200,
      )
    await expectStatus(at.post('/external_users/import', { users }), 200)
  },
  async 'POST /bulk_identify'(at, people) {
    await expectStatus(at.post('/bulk_identify', { identities: people.map(toIdentity) }), 202)
    await runJobs(at)
  },
  async 'POST /imports'(at, people) {
    await expectStatus(at.post('/imports', { csv: toCsv(people) }), 201)
    await runJobs(at)
    expect(await at.shown('/imports?sort=-id')).toMatchObject({ state: 'completed' })
  },
  async 'earshot import'(at, people) {
    const file = join(folder, `${Math.random()}.csv`)
    await writeFile(file, toCsv(people))
    const { code, stderr } = await commandOn(at.connection)('import', file)
    expect(code, stderr).toBe(0)
  },
}

const address = (name: string) => `${name}@doors.test`
const created = '2020-01-31T09:30:00.000Z'

/** Imported one after the other. The third repeats the second. */
const changes: Person[] = [
  // An absent member stays.
  { external_id: 'ann', email: address('ann'), name: 'Ann B.' },
  // Another account.
  { external_id: 'ben', email: address('ben'), account: { external_id: 'bolt', plan: 'free' } },
  // A new address does not move the external user.
  { external_id: 'cat', email: address('dan'), type: 'buyer' },
  // Of two rows the last one counts.
  { external_id: 'dan', email: address('dan'), name: 'First', type: 'admin' },
  {
    external_id: 'dan',
    email: address('dan'),
    name: 'Last',
    account: { external_id: 'acme', mrr: 99 },
  },
]
const BATCHES: Person[][] = [
  [
    {
      external_id: 'cat',
      email: address('cat').toUpperCase(),
      name: 'Cat',
      type: 'admin',
      external_created_at: created,
      account: { external_id: 'acme', name: 'Acme', mrr: 10.5 },
    },
    { external_id: 'ann', email: address('ann'), name: 'Ann', type: 'admin' },
    // The values of an account come from all of its people.
    {
      external_id: 'ben',
      email: address('ben'),
      account: { external_id: 'acme', plan: 'gold', mrr: 12.25, ltv: 900 },
    },
    { external_id: 'ann-2', email: address('ann'), account: { external_id: 'bolt', mrr: 5 } },
  ],
  changes,
  changes,
]

/** Everything about the records but their ids and times. */
async function describeRecords(at: TestService) {
  const { rows } = await sql<Record<string, unknown>>`
    select e.external_id, e.email, e.name, e.type, e.external_created_at, u.email_address, u.name as user_name,
      a.external_id as account, a.name as account_name, a.plan, a.mrr, a.ltv, f.users_count, f.supported_ideas_count
    from external_users e join users u on u.id = e.user_id left join external_accounts a on a.id = e.external_account_id
      left join external_account_figures f on f.id = a.id
    order by 1`.execute(at.db)
  const suggestion = await at.shown('/suggestions')
  const { supporter_revenue, supporting_accounts_count } = suggestion
  return { people: rows, supporter_revenue, supporting_accounts_count }
}

/** Which versions of the rows are stored: they change with every write, even of equal values. */
const readVersions = async (at: TestService) =>
  (
    await sql`
      select 'user' as table, id, xmin::text, ctid::text from users
      union all select 'external user', id, xmin::text, ctid::text from external_users
      union all select 'account', id, xmin::text, ctid::text from external_accounts
      union all select 'value ' || collection || field_id, record_id, xmin::text, ctid::text from custom_values
      order by 1, 2`.execute(at.db)
  ).rows

/** The people support a suggestion, so that bulk_identify knows them and their accounts count. */
async function startWithPeople(): Promise<TestService> {
  const at = await startTestService()
  const suggestion = await aSuggestion(at.db, await aForum(at.db, 'Doors'), 'Dark mode')
  for (const name of ['ann', 'ben', 'cat', 'dan'])
    await aSupporter(at.db, suggestion, await aUser(at.db, address(name)))
  return at
}

describe.each(Object.keys(DOORS))('%s', (name) => {
  const send = DOORS[name] as (typeof DOORS)[string]
  let at: TestService

  beforeAll(async () => {
    at = await startWithPeople()
  })

  test('creates and changes the same records as the others', async () => {
    for (const batch of BATCHES) await send(at, batch)
    const acme = {
      account: 'acme',
      account_name: 'Acme',
      plan: 'gold',
      mrr: '99.00',
      ltv: '900.00',
      users_count: 2,
      supported_ideas_count: 1,
    }
    const bolt = {
      account: 'bolt',
      account_name: null,
      plan: 'free',
      mrr: '5.00',
      ltv: null,
      users_count: 2,
      supported_ideas_count: 1,
    }
    const none = {
      account: null,
      account_name: null,
      plan: null,
      mrr: null,
      ltv: null,
      users_count: null,
      supported_ideas_count: null,
    }
    const person = (external_id: string, owner: string, more: object) => ({
      external_id,
      email: address(owner),
      name: null,
      type: null,
      external_created_at: null,
      email_address: address(owner),
      user_name: expect.any(String),
      ...more,
    })
    expect(await describeRecords(at)).toEqual({
      people: [
        person('ann', 'ann', { name: 'Ann B.', type: 'admin', ...none }),
        person('ann-2', 'ann', bolt),
        person('ben', 'ben', bolt),
        person('cat', 'cat', {
          email: address('dan'),
          name: 'Cat',
          type: 'buyer',
          ...acme,
          external_created_at: new Date(created),
        }),
        person('dan', 'dan', { name: 'Last', type: null, ...acme }),
      ],
      supporter_revenue: 104,
      supporting_accounts_count: 2,
    })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('writes nothing when nothing changes', async () => {
    const before = await readVersions(at)
    await send(at, changes)
    expect(await readVersions(at)).toEqual(before)
  })
})

type Idea = {
  title: string
  body?: string
  forum: string
  category?: string
  status?: string
  labels?: string[]
  user_email?: string
  user_name?: string
  created_at?: string
  cf_effort?: number
}

const IDEA_COLUMNS: [string, (idea: Idea) => unknown][] = [
  ['title', ({ title }) => title],
  ['body', ({ body }) => body],
  ['forum', ({ forum }) => forum],
  ['category', ({ category }) => category],
  ['status', ({ status }) => status],
  ['labels', ({ labels = [] }) => labels.join('|')],
  ['user_email', ({ user_email }) => user_email],
  ['user_name', ({ user_name }) => user_name],
  ['created_at', ({ created_at }) => created_at],
  ['cf_effort', ({ cf_effort }) => cf_effort],
]

const toIdeaCsv = (ideas: Idea[]) =>
  [
    IDEA_COLUMNS.map(([name]) => name).join(),
    ...ideas.map((idea) => IDEA_COLUMNS.map(([, read]) => read(idea) ?? '').join()),
  ].join('\n')

const IDEA_DOORS: Record<string, (at: TestService, ideas: Idea[]) => Promise<void>> = {
  async 'POST /suggestions/import'(at, ideas) {
    for (const { forum, category, status, ...idea } of ideas)
      await expectStatus(
        at.post('/suggestions/import', {
          ...idea,
          forum_name: forum,
          ...(category && { category_name: category }),
          ...(status && { status_name: status }),
        }),
        201,
      )
  },
  async 'POST /imports'(at, ideas) {
    const sent = { type: 'suggestions', csv: toIdeaCsv(ideas), create_missing: true }
    await expectStatus(at.post('/imports', sent), 201)
    await runJobs(at)
    expect(await at.shown('/imports?sort=-id')).toMatchObject({ state: 'completed' })
  },
  async 'earshot import'(at, ideas) {
    const file = join(folder, `${Math.random()}.csv`)
    await writeFile(file, toIdeaCsv(ideas))
    const args = ['import', file, '--type', 'suggestions', '--create-missing']
    const { code, stderr } = await commandOn(at.connection)(...args)
    expect(code, stderr).toBe(0)
  },
}

const IDEAS: Idea[] = [
  {
    title: 'Night trains',
    body: 'To the sea',
    // Case does not count, in any alphabet.
    forum: 'ÜBERSICHT',
    category: 'ÉTUDES',
    status: 'ERLEDIGT Ö',
    // A label by its path, one by its name, and a new one twice.
    labels: ['MÖBEL / TÜR', 'möbel', 'Neu', 'NEU'],
    user_email: 'ÅSA@doors.test',
    user_name: 'Not her name',
    created_at: '2020-01-31T09:30:00Z',
    cf_effort: 3,
  },
  // A new person with a new category, and then the same ones in another case.
  {
    title: 'Day trains',
    forum: 'Übersicht',
    category: 'Ärger',
    user_email: 'öre@doors.test',
    user_name: 'Öre',
  },
  {
    title: 'Later trains',
    forum: 'Übersicht',
    category: 'ÄRGER',
    labels: ['neu'],
    user_email: 'ÖRE@doors.test',
  },
  // The person who imports is the author.
  { title: 'No trains', forum: 'Übersicht' },
]

/** Everything about the suggestions but their ids and the present time. */
async function describeIdeas(at: TestService) {
  const { rows: suggestions } = await sql`
    select s.title, s.body, s.body_mime_type, s.state, s.channel, s.custom_fields, f.name as forum, c.name as category,
      c.position, t.name as status, s.approved_at, s.closed_at,
      case when s.created_at < '2021-01-01' then s.created_at end as created_at, u.name as author, (
        select array_agg(l.full_name order by l.full_name) from suggestion_labels sl join labels l on l.id = sl.label_id
        where sl.suggestion_id = s.id
      ) as labels
    from suggestions s join forums f on f.id = s.forum_id join users u on u.id = s.created_by_id
      left join categories c on c.id = s.category_id left join statuses t on t.id = s.status_id
    order by s.id`.execute(at.db)
  const { rows: activity } = await sql<{ entry: string }>`
    select concat_ws(' ', s.title || ':', e.kind, e.new_title, e.new_state, l.full_name,
      case when u.is_owner then 'by the owner' end) as entry
    from suggestion_activity_entries e join suggestions s on s.id = e.suggestion_id
      left join labels l on l.id = e.label_id join users u on u.id = e.created_by_id
    order by s.id, e.kind desc, l.full_name`.execute(at.db)
  const { rows: people } = await sql<{ name: string }>`
    select name from users where email_address like '%@doors.test' order by id`.execute(at.db)
  return {
    suggestions,
    activity: activity.map(({ entry }) => entry),
    people: people.map(({ name }) => name),
  }
}

describe.each(Object.keys(IDEA_DOORS))('suggestions by %s', (name) => {
  test('are the same records as by the others', async () => {
    const at = await startTestService()
    const forum = await aForum(at.db, 'Übersicht')
    await insert(at.db, 'categories', { name: 'Études', forum_id: forum, position: 7 })
    await insert(at.db, 'statuses', { name: 'erledigt ö', is_open: false })
    const parent = await insert(at.db, 'labels', { name: 'Möbel', full_name: 'Möbel' })
    const child = { name: 'Tür', full_name: 'Möbel / Tür', level: 1, parent_id: parent }
    await insert(at.db, 'labels', child)
    await aUser(at.db, 'åsa@doors.test', { name: 'Åsa' })
    await aCustomField(at.db, 'suggestions', 'cf_effort', 'number')
    await sql`update users set name = 'Owner' where is_owner`.execute(at.db)

    await (IDEA_DOORS[name] as (typeof IDEA_DOORS)[string])(at, IDEAS)
    const plain = {
      body: '',
      body_mime_type: '',
      state: 'published',
      channel: 'import',
      custom_fields: {},
      forum: 'Übersicht',
      category: null,
      position: null,
      status: null,
      approved_at: null,
      closed_at: null,
      created_at: null,
      labels: null,
    }
    expect(await describeIdeas(at)).toEqual({
      suggestions: [
        {
          ...plain,
          title: 'Night trains',
          body: 'To the sea',
          body_mime_type: 'text/plain',
          custom_fields: { cf_effort: 3 },
          category: 'Études',
          position: 7,
          status: 'erledigt ö',
          closed_at: new Date('2020-01-31T09:30:00Z'),
          created_at: new Date('2020-01-31T09:30:00Z'),
          author: 'Åsa',
          labels: ['Möbel', 'Möbel / Tür', 'Neu'],
        },
        { ...plain, title: 'Day trains', category: 'Ärger', position: 8, author: 'Öre' },
        {
          ...plain,
          title: 'Later trains',
          category: 'Ärger',
          position: 8,
          author: 'Öre',
          labels: ['Neu'],
        },
        { ...plain, title: 'No trains', author: 'Owner' },
      ],
      activity: [
        'Night trains: suggestion_created Night trains published by the owner',
        'Night trains: label_attached Möbel by the owner',
        'Night trains: label_attached Möbel / Tür by the owner',
        'Night trains: label_attached Neu by the owner',
        'Day trains: suggestion_created Day trains published by the owner',
        'Later trains: suggestion_created Later trains published by the owner',
        'Later trains: label_attached Neu by the owner',
        'No trains: suggestion_created No trains published by the owner',
      ],
      people: ['Åsa', 'Öre'],
    })
    expect(await findWrongFigures(at.db)).toEqual([])
  })
})

describe('at the same time', () => {
  test('three clients import the same people, and every figure is exact', async () => {
    const at = await startWithPeople()
    const suggestion = await at.shown('/suggestions')
    const aBatch = (client: number, round: number) => {
      const users = Array.from({ length: 60 }, (_, i) => ({
        external_id: `many-${i}`,
        email: address(`many-${i % 50}`),
        name: `Person ${i} of ${client}`,
        cf_rank: i + client,
        account:
          i % 7 === 0
            ? { mrr: client }
            : { external_id: `many-${(i + client + round) % 9}`, mrr: i + client, cf_size: client },
      }))
      return client === 1 ? users.toReversed() : users
    }
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        ...[0, 1, 2].map((client) =>
          at.post('/external_users/import', { users: aBatch(client, round) }),
        ),
        ...[0, 1, 2, 3].map((i) =>
          at.post('/supporters', {
            user_email: address(`many-${round * 4 + i}`),
            links: { suggestion: suggestion.id },
          }),
        ),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 201, 201])
      expect(await findWrongFigures(at.db)).toEqual([])
    }
  })

  test('a custom field is deleted, and no value of it stays', async () => {
    const at = await startWithPeople()
    const user = (await at.get('/users?q=ann')).body.users[0].id
    await anExternalUser(at.db, user, 'field')
    for (let round = 0; round < 5; round++) {
      const accounts = [{ external_id: `field-${round}`, [`cf_gone_${round}`]: round }]
      await expectStatus(at.post('/external_accounts/import', { accounts }), 200)
      const field = (await at.get(`/custom_fields?sort=-id`)).body.custom_fields[0]
      // Joining the account gives its value to the person.
      const [joined, deleted] = await Promise.all([
        at.post('/external_users/import', {
          users: [{ external_id: 'field', account: { external_id: `field-${round}` } }],
        }),
        at.delete(`/custom_fields/${field.id}`),
      ])
      expect([joined.status, deleted.status]).toEqual([200, 200])
      expect(await findWrongFigures(at.db)).toEqual([])
    }
  })
})

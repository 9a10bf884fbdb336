// Lists as CSV: the filters, the order and the members of the list, with all of its pages.
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomField, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

let at: TestService
let forum: number
let label: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  const status = (await at.made('/statuses', { name: 'planned' })).id
  label = (await at.made('/labels', { name: 'urgent' })).id
  const other = (await at.made('/labels', { name: 'later' })).id
  await aCustomField(at.db, 'suggestions', 'cf_size', 'number')
  const links = { forum, status, labels: [label, other] }
  await at.made('/suggestions', { title: '=1+1', cf_size: 5, links })
  await at.made('/suggestions', { title: 'Say "hi", please', links: { forum } })
})

const csv = async (path: string, sent = {}): Promise<string[][]> => {
  const { status, text, headers } = await at.get(path, sent)
  expect(status, text).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  return parse(text) as string[][]
}

describe('the columns', () => {
  test('are the requested members in the requested order, links also by a member', async () => {
    const fields = 'title,links.status.name,links.labels.name,links.status,cf_size,id'
    const rows = await csv(`/suggestions?format=csv&forum=${forum}&sort=id&fields=${fields}`)
    expect(rows[0]).toEqual(fields.split(','))
    // A spreadsheet must not take the title for a formula.
    expect(rows[1]?.slice(0, 3)).toEqual(["'=1+1", 'planned', 'urgent,later'])
    expect(rows[1]?.[4]).toBe('5')
    expect(rows[2]?.slice(0, 5)).toEqual(['Say "hi", please', '', '', '', ''])
  })

  test('can be members of an object, and custom fields of linked records', async () => {
    const account = await anAccount(at.db, 'acme', { name: 'Acme, Ltd', mrr: 12.5 })
    const ann = await aUser(at.db, 'ann@acme.test', { name: 'Ann' })
    await aCustomField(at.db, 'external_users', 'cf_seats', 'number')
    await anExternalUser(at.db, ann, 'u-ann', {
      external_account_id: account,
      custom_fields: { cf_seats: 3 },
    })
    await aUser(at.db, 'bob@acme.test', { name: 'Bob' })
    const fields =
      'traits.account_name,name,traits.account_monthly_rate,links.external_users.cf_seats'
    const query = 'email_address=ann@acme.test,bob@acme.test&sort=name'
    expect(await csv(`/users?format=csv&${query}&fields=${fields}`)).toEqual([
      fields.split(','),
      ['Acme, Ltd', 'Ann', '12.5', '3'],
      ['', 'Bob', '', ''],
    ])
    for (const wrong of [
      'name.length',
      'traits.a.b',
      'links.teams.cf_seats',
      'links.external_users.cf_no',
    ])
      expect((await at.get(`/users?format=csv&fields=${wrong}`)).status, wrong).toBe(400)
    // What an object does not have is empty, because its members are not declared.
    const [, row] = await csv(`/users?format=csv&${query}&fields=name,traits.toString`)
    expect(row).toEqual(['Ann', ''])
  })

  test('are all members without a choice', async () => {
    const [header = []] = await csv(`/suggestions?format=csv&forum=${forum}`)
    for (const name of ['title', 'supporters_count', 'cf_size', 'links.forum'])
      expect(header).toContain(name)
    const [empty] = await csv('/suggestions?format=csv&q=nothingatall')
    expect(empty).toContain('title')
  })

  test('must exist', async () => {
    for (const fields of ['colour', 'links.colour', 'links.status.colour', 'links.a.b.c'])
      expect((await at.get(`/suggestions?format=csv&fields=${fields}`)).status, fields).toBe(400)
    expect((await at.get('/suggestions?format=xml')).status).toBe(400)
    expect((await at.get('/suggestions?format=csv&state=gone')).status).toBe(400)
    expect((await at.get('/suggestions?format=json')).body.suggestions).toHaveLength(2)
  })
})

test('has every record once, in the order of the list', { timeout: 30_000 }, async () => {
  const { id } = await at.made('/forums', { name: 'Large' })
  await sql`insert into suggestions (title, forum_id)
    select 'Wish ' || n % 7, ${id} from generate_series(1, 1703) n`.execute(at.db)
  for (const sort of ['title', '-created_at', 'relevance']) {
    const query = `forum=${id}&sort=${sort}&q=wish`
    const rows = await csv(`/suggestions?format=csv&${query}&fields=id,title&per_page=3`)
    expect(new Set(rows.slice(1).map(([one]) => one)).size).toBe(1703)
    const { body } = await at.get(`/suggestions?${query}&per_page=100`)
    expect(rows.slice(1, 101).map(([one]) => Number(one))).toEqual(
      body.suggestions.map((one: { id: number }) => one.id),
    )
  }
})

test('shows people only to those who may read them', async () => {
  await at.made('/suggestions', {
    title: 'Hers',
    links: { forum, created_by: await aUser(at.db, 'ann@a.test') },
  })
  const { token } = await at.aClient({ scopes: ['feedback:read'] } as object)
  const path = '/suggestions?format=csv&fields=title,links.created_by'
  expect((await at.get(path, { token })).status).toBe(200)
  expect((await at.get(`${path}.email_address`, { token })).status).toBe(403)
  expect((await csv(`${path}.email_address&q=hers`))[1]).toEqual(['Hers', 'ann@a.test'])
  // A person who sees only own sessions gets no others.
  const [one, two] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  await aSession(at, two.id)
  const rows = await csv(
    '/sessions?format=csv&fields=links.user',
    bySession(await aSession(at, one.id)),
  )
  expect(rows).toEqual([['links.user'], [String(one.id)]])
})

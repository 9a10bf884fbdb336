// GET /deletions lists deleted records, so that a client can keep a copy in sync without reading everything again.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { allResources } from '../../src/resources/index.ts'
import { aForum, aUser, idsOf, walk } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

test('every collection records its deletions', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = '30_record_deletions'`.execute(
    at.db,
  )
  const collectionsWithTrigger = rows.map(({ name }) => name).sort()
  const collections = allResources
    .map(({ name }) => name)
    // Sessions and changes of others are not for everybody who reads deletions. Deliveries end by their age. Moves are no feedback.
    .filter((name) => !['deletions', 'sessions', 'recent_changes'].includes(name))
    .filter((name) => !['webhook_deliveries', 'service_hook_logs', 'moves'].includes(name))
  expect(collectionsWithTrigger).toEqual(expect.arrayContaining(collections))
})

test('lists a deletion with its collection and id', async () => {
  const label = await at.made('/labels', { name: 'Short-lived' })
  const before = new Date().toISOString()
  await at.delete(`/labels/${label.id}`)
  const { body } = await at.get(`/deletions?updated_after=${before}&collection=labels`)
  expect(body.deletions).toMatchObject([{ collection: 'labels', record_id: label.id }])
  expect(body.pagination.total_records).toBe(1)
  expect((await at.get('/deletions?collection=forums')).body.deletions).toEqual([])
})

test('accepts older names of a collection and rejects unknown ones', async () => {
  const forum = await aForum(at.db, 'Mobile')
  const idea = await at.made('/suggestions', { title: 'Dark mode', links: { forum } })
  const links = { suggestion: idea.id }
  const { id } = await at.made('/feedback_records', {
    body: 'Wanted',
    user_email: 'deletions@a.test',
    links,
  })
  await sql`delete from feedback_records where id = ${id}`.execute(at.db)
  for (const name of ['feedback_records', 'requests', 'feedback', 'requests,labels'])
    expect((await at.get(`/deletions?collection=${name}`)).body.deletions, name).toContainEqual(
      expect.objectContaining({ collection: 'feedback_records', record_id: id }),
    )
  const { deletions } = (await at.get('/deletions?collection=-requests')).body
  expect(deletions.map(({ collection }: { collection: string }) => collection)).not.toContain(
    'feedback_records',
  )
  for (const name of ['request', 'Labels', 'idempotent_responses', '-nothing', 'labels,nothing']) {
    const { status, body } = await at.get(`/deletions?collection=${name}`)
    expect([status, body.errors], name).toEqual([400, { collection: 'in' }])
    expect(body.message).toContain('supporters')
  }
})

test('lists cascaded deletions, each once', async () => {
  const forum = await aForum(at.db, 'Ideas')
  const idea = await at.made('/suggestions', { title: 'Loved', links: { forum } })
  const ann = await aUser(at.db, 'ann@a.test')
  const support = await at.made('/supporters', { links: { suggestion: idea.id, user: ann } })
  await at.delete(`/users/${ann}`)
  const pages = await walk(at.get, '/deletions?sort=id&per_page=1')
  const deletions = pages.flatMap(({ body }) => body.deletions)
  const names = deletions.map(({ collection, record_id }) => `${collection} ${record_id}`)
  expect(names).toContain(`users ${ann}`)
  expect(names).toContain(`supporters ${support.id}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a copy that polls changes and deletions equals the service', async () => {
  const copy = new Map<number, string>()
  let since = new Date(0).toISOString()
  const poll = async () => {
    const next = new Date(Date.now() - 1000).toISOString()
    const changed = await walk(at.get, `/labels?sort=updated_at&updated_after=${since}`)
    for (const { id, name } of changed.flatMap(({ body }) => body.labels)) copy.set(id, name)
    const deleted = await walk(at.get, `/deletions?collection=labels&updated_after=${since}`)
    for (const { record_id } of deleted.flatMap(({ body }) => body.deletions))
      copy.delete(record_id)
    since = next
  }
  const created = []
  for (const name of ['a', 'b', 'c', 'd']) created.push(await at.made('/labels', { name }))
  await poll()
  await at.put(`/labels/${created[0]?.id}`, { name: 'renamed' })
  await at.delete(`/labels/${created[1]?.id}`)
  await at.made('/labels', { name: 'e' })
  await poll()
  const { labels } = (await at.get('/labels?per_page=100')).body
  expect([...copy.keys()].sort((a, b) => a - b)).toEqual(
    idsOf(labels).sort((a: number, b: number) => a - b),
  )
  for (const { id, name } of labels) expect(copy.get(id)).toBe(name)
})

// Checked by tsc only: what the client accepts and returns.
import {
  createClient,
  type ListedRecord,
  type Suggestion,
  type User,
} from '../../client/src/index.ts'

const client = createClient({ baseUrl: 'http://127.0.0.1', token: 'token' })

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(value?: T) => value

export async function accepted() {
  const { suggestions, forums, pagination } = await client.get('/suggestions', {
    query: { per_page: 5, includes: ['forums', 'users'], forum: 1, label: [1, 2], sort: '-id' },
  })
  isTrue<Equal<typeof suggestions, Suggestion[]>>()
  const id: number | undefined = suggestions[0]?.id
  const name: string | undefined = forums?.[0]?.name
  const cursor: string | undefined = pagination.cursor
  const custom: string | number | boolean | null | undefined = suggestions[0]?.cf_anything

  await client.get('/suggestions/{id}', { path: { id: 1 } })
  await client.get('/suggestions/{id}', { path: { id: [1, 2] } })
  await client.get('/users', { query: { 'fields.external_users': 'name', cf_seats: '10..20' } })
  await client.get('/users/current')
  await client.post('/suggestions', { body: { title: 'x', links: { forum: 1 }, cf_size: 3 } })
  await client.put('/suggestions/{id}/approve', { path: { id: 1 } })
  await client.delete('/labels/{id}', { path: { id: 1 } })
  await client.post('/api/v2/oauth/token', { body: { grant_type: 'client_credentials' } })

  isTrue<Equal<ListedRecord<'/suggestions'>, Suggestion>>()
  for await (const user of client.records('/users')) isTrue<Equal<typeof user, User>>()
  for await (const page of client.pages('/labels'))
    isTrue<Equal<typeof page.labels.length, number>>()
  const { data, etag } = await client.request('GET', '/labels/{id}', { path: { id: 1 } })
  const { attachments } = await client.upload(new Uint8Array())
  return { id, name, cursor, custom, data, etag, token: attachments[0]?.token }
}

export async function acceptedSets() {
  const account = { external_id: 'acme', name: 'Acme', mrr: 10, custom_fields: { region: 'north' } }
  const user = {
    email: 'ann@example.com',
    external_id: '7',
    account,
    custom_fields: { seats: 3, is_buyer: true },
    cf_persona: 'buyer',
  }
  await client.post('/external_users/import', { body: { users: [user] } })
  await client.post('/external_accounts/import', {
    body: { external_accounts: [{ ...account, cf_region: null }] },
  })
  await client.get('/suggestions', { query: { sort: '-cf_size', state: ['open', '-merged'] } })
  await client.get('/suggestions', { query: { includes: 'forums,users', state: 'open,-merged' } })
  const file = await client.download('/suggestions', { query: { fields: ['id', 'title'] } })
  for await (const chunk of file) isTrue<Equal<typeof chunk, Uint8Array<ArrayBuffer>>>()
  for await (const event of client.events())
    if (event.type === 'change')
      isTrue<Equal<typeof event.change.action, 'created' | 'updated' | 'deleted'>>()
}

export async function refusedSets() {
  // @ts-expect-error: no such order
  await client.get('/suggestions', { query: { sort: 'nmae' } })
  // @ts-expect-error: no such collection
  await client.get('/suggestions', { query: { includes: ['forums', 'people'] } })
  // @ts-expect-error: no such collection
  await client.get('/suggestions', { query: { includes: 'people' } })
  // @ts-expect-error: no such collection
  await client.put('/suggestions/{id}/approve', { path: { id: 1 }, query: { includes: 'people' } })
  // @ts-expect-error: no such state
  await client.get('/suggestions', { query: { state: 'opened' } })
  // @ts-expect-error: no such state, of several
  await client.get('/comments', { query: { state: ['approved', '-open'] } })
  // @ts-expect-error: no such format
  await client.get('/suggestions', { query: { format: 'xml' } })
  // @ts-expect-error: no such interval
  await client.get('/reports/incoming', { query: { interval: 'year' } })
  // @ts-expect-error: no such member of an account
  await client.post('/external_users/import', { body: { users: [{ account: { mrt: 1 } }] } })
  // @ts-expect-error: a value of another type
  await client.post('/external_users/import', { body: { users: [{ cf_persona: ['x'] }] } })
  // @ts-expect-error: not a list or a report
  await client.download('/users/current')
}

export async function refused() {
  // @ts-expect-error: no such path
  await client.get('/suggestion')
  // @ts-expect-error: the path has no such method
  await client.delete('/suggestions')
  // @ts-expect-error: the path needs an id
  await client.get('/suggestions/{id}')
  // @ts-expect-error: of another name
  await client.get('/suggestions/{id}', { path: { key: 1 } })
  // @ts-expect-error: no such parameter
  await client.get('/suggestions', { query: { perpage: 5 } })
  // @ts-expect-error: a number
  await client.get('/suggestions', { query: { per_page: 'many' } })
  // @ts-expect-error: no such order
  await client.get('/labels', { query: { sort: 'colour' } })
  // @ts-expect-error: the body is required
  await client.post('/suggestions')
  // @ts-expect-error: the body needs a title
  await client.post('/suggestions', { body: { links: { forum: 1 } } })
  // @ts-expect-error: of another type
  await client.post('/suggestions', { body: { title: 1, links: { forum: 1 } } })
  // @ts-expect-error: no such member
  await client.post('/suggestions', { body: { titel: 'x', title: 'x', links: { forum: 1 } } })
  const { suggestions, ...rest } = await client.get('/suggestions')
  // @ts-expect-error: no such member
  suggestions[0]?.titel
  // @ts-expect-error: no such collection
  rest.people
  // @ts-expect-error: not a list
  client.records('/users/current')
}

// A workspace of Productboard by API v2. Pages have no size of their choice, and `links.next` has the address of the next one.
import { type Body, dayOf, startSource, times } from './server.ts'

export const PRODUCTBOARD_TOKEN = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.productboard'

const PER_PAGE = 25
const SEATS = '11111111-aaaa-4aaa-8aaa-000000000001'
const REVENUE = '11111111-aaaa-4aaa-8aaa-000000000002'
const EFFORT = '11111111-aaaa-4aaa-8aaa-000000000003'

export type Productboard = { entities: Body[]; notes: Body[] }

export function generateProductboard(name: string): Productboard {
  const id = (kind: string, i: number) => `${name}-${kind}-${i}`
  const parent = (target: string, type: string) => [
    { type: 'parent', target: { id: target, type } },
  ]
  const entity = (type: string, i: number, fields: Body, relationships: Body[] = []) => ({
    id: id(type, i),
    type,
    fields,
    relationships,
    links: { self: '', html: `https://${name}.productboard.test/detail/${type}${i}` },
    createdAt: dayOf(i, i),
    updatedAt: dayOf(100),
  })
  const products = times(2, (i) => entity('product', i, { name: `${name} product ${i}` }))
  // The last component is below another.
  const components = times(4, (i) =>
    entity(
      'component',
      i,
      { name: `Component ${i}` },
      i === 3 ? parent(id('component', 0), 'component') : parent(id('product', i % 2), 'product'),
    ),
  )
  const companies = times(6, (i) => ({
    ...entity('company', i, {
      name: `Company ${i}`,
      domain: `company${i}.test`,
      [SEATS]: i * 10,
      [REVENUE]: i * 1000,
    }),
    metadata: { source: { system: 'salesforce', recordId: `${name}-sf-${i}` } },
  }))
  const users = times(40, (i) =>
    entity(
      'user',
      i,
      { name: `User ${i}`, email: i === 3 ? '[redacted]' : `user${i}@${name}.test` },
      i % 2 === 0 ? parent(id('company', i % 6), 'company') : [],
    ),
  )
  const STATUSES = ['New idea', 'Planned', 'In progress', 'Released']
  const feature = (type: string, i: number, relationships: Body[]) =>
    entity(
      type,
      i,
      {
        name: `${name} ${type} ${i}`,
        description: `<p>About <b>${type} ${i}</b></p>`,
        status: { id: id('status', i % 4), name: STATUSES[i % 4] },
        owner: { id: id('member', 0), email: `pm@${name}.test` },
        tags: [{ name: `${name} tag ${i % 2}` }],
        archived: i === 9,
        ...(i === 4 && { [EFFORT]: { id: 'x', name: 'Large' } }),
      },
      relationships,
    )
  const features = times(30, (i) =>
    feature('feature', i, i === 29 ? [] : parent(id('component', i % 4), 'component')),
  )
  const subfeatures = times(3, (i) => feature('subfeature', i, parent(id('feature', i), 'feature')))
  const notes = times(60, (i) => {
    const links = times(i % 3, (l) => ({
      type: 'link',
      target: { id: id('feature', (i + l) % 29), type: 'link' },
    }))
    const customer = {
      id: i % 10 === 9 ? id('company', 1) : id('user', i % 40),
      type: i % 10 === 9 ? 'company' : 'user',
    }
    return {
      id: id('note', i),
      type: i === 5 ? 'conversationNote' : 'textNote',
      fields: {
        name: `${name} note ${i}`,
        content:
          i === 5
            ? [{ content: '<p>Question</p>' }, { content: '<p>Answer</p>' }]
            : `<p>They <em>need</em> it: ${i}</p>`,
        tags: [],
        creator: { id: id('member', 1), email: '[redacted]' },
        archived: i % 20 === 19,
        processed: true,
      },
      relations: [{ type: 'customer', target: customer }, ...links],
      metadata: { source: { system: 'slack', recordId: `m-${i}` } },
      links: { self: '', html: `https://${name}.productboard.test/notes/${i}` },
      createdAt: dayOf(20, i * 1000),
      updatedAt: dayOf(100),
    }
  })
  const entities = [products, components, companies, users, features, subfeatures].flat()
  return { entities, notes }
}

function page(list: Body[], path: string, query: URLSearchParams, perPage = PER_PAGE) {
  const at = Number(query.get('pageCursor') ?? 0)
  const more = new URLSearchParams(query)
  more.set('pageCursor', String(at + perPage))
  const next = at + perPage < list.length ? `https://api.productboard.com${path}?${more}` : null
  return { data: list.slice(at, at + perPage), links: { next } }
}

const NAMES: Record<string, Body> = {
  company: { [SEATS]: { name: 'Seats' }, [REVENUE]: { name: 'MRR' } },
  feature: { [EFFORT]: { name: 'Effort' } },
  user: {},
}

export const startProductboard = ({ entities, notes }: Productboard) =>
  startSource(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${PRODUCTBOARD_TOKEN}`)
      return { status: 401, body: { errors: [{ code: 'unauthorized' }] } }
    if (method !== 'GET') return undefined
    const [, type] = /^\/v2\/entities\/configurations\/(\w+)$/.exec(path) ?? []
    if (type !== undefined) return { body: { data: { type, fields: NAMES[type] } } }
    if (path === '/v2/entities')
      return {
        body: page(
          entities.filter((one) => one.type === query.get('type[]')),
          path,
          query,
        ),
      }
    const [, id] = /^\/v2\/notes\/([\w-]+)\/relationships$/.exec(path) ?? []
    if (id !== undefined) {
      const { relations } = notes.find((note) => note.id === id) as Body
      return { body: page(relations, path, query, 2) }
    }
    if (path !== '/v2/notes') return undefined
    const isArchived = query.get('archived') === 'true'
    const all = notes.filter(({ fields }) => fields.archived === isArchived)
    const { data, links } = page(all, path, query)
    return {
      body: {
        data: data.map(({ relations, ...note }) => ({
          ...note,
          relationships: page(
            relations,
            `/v2/notes/${note.id}/relationships`,
            new URLSearchParams(),
            2,
          ),
        })),
        links,
      },
    }
  })

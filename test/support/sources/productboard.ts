// A workspace of Productboard by API v2. Pages have no size of their choice, and `links.next` has the address of the next one.
import type { Account, Export, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  isShown,
  keepNamedPeople,
  keepShownFiles,
  labelNames,
  teamOf,
  withoutMerged,
} from './limits.ts'
import { type Body, dayOf, startSource, times } from './server.ts'
import { asHtml } from './texts.ts'

export const PRODUCTBOARD_TOKEN = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.productboard'

const PER_PAGE = 25
const SEATS = '11111111-aaaa-4aaa-8aaa-000000000001'
const REVENUE = '11111111-aaaa-4aaa-8aaa-000000000002'
const EFFORT = '11111111-aaaa-4aaa-8aaa-000000000003'

/** `names` are those of custom fields by their ids. */
export type Productboard = { entities: Body[]; notes: Body[]; names?: Body }

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
        timeframe: i === 8 ? { startDate: '2026-01-01' } : null,
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

const detailOf = (name: string, kind: string, id: number) =>
  `https://${name}.productboard.test/detail/${kind}${id}`

const votesText = (title: string) => `Vote for ${title}`

/** What Productboard would say of an account. A vote there is a note that is linked to a feature. */
export function exportProductboard({ name, account, fileAt }: Export): Productboard {
  const html = (text: Text) => asHtml(text, (key, alt) => `![${alt}](${fileAt(key)})`)
  const idOf = (kind: string, id: number) => `${name}-${kind}-${id}`
  const fields = new Map<string, string>()
  const custom = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([label, value]) => {
        const field = fields.get(label) ?? `11111111-aaaa-4aaa-8aaa-0000000000${10 + fields.size}`
        fields.set(label, field)
        return [field, typeof value === 'string' ? { id: 'x', name: value } : value]
      }),
    )
  const below = (kind: string, id: number) => [
    { type: 'parent', target: { id: idOf(kind, id), type: kind } },
  ]
  const entity = (type: string, id: number, values: Body, more: Body = {}) => ({
    id: idOf(type, id),
    type,
    fields: values,
    relationships: [],
    links: { self: '', html: detailOf(name, type, id) },
    createdAt: dayOf(0),
    updatedAt: dayOf(100),
    ...more,
  })
  const people = byId(account.people)
  const team = teamOf(account)
  const member = (id: number | null) => {
    const found = people.get(id)
    return found && { id: idOf('member', found.id), email: found.email, name: found.name }
  }
  const statuses = byId(account.statuses)
  const labels = labelNames(account)
  const listed = account.suggestions.filter((one) => isShown(one) && one.mergedInto === null)
  const isListed = (id: number | null) => listed.some((one) => one.id === id)
  const note = (id: string, one: Body) => ({
    id,
    type: 'textNote',
    fields: {
      name: one.title,
      content: one.content,
      tags: [],
      creator: member(one.author),
      archived: false,
      processed: true,
    },
    relations: [
      ...(one.person === null
        ? []
        : [{ type: 'customer', target: { id: idOf('user', one.person), type: 'user' } }]),
      ...(isListed(one.suggestion)
        ? [{ type: 'link', target: { id: idOf('feature', one.suggestion), type: 'link' } }]
        : []),
    ],
    metadata: { source: { system: one.system, recordId: id } },
    links: { self: '', html: `https://${name}.productboard.test/notes/${id}` },
    createdAt: one.created,
    updatedAt: one.created,
  })
  return {
    entities: [
      ...account.forums.map((one) =>
        entity(
          'product',
          one.id,
          { name: one.name, description: one.welcome && html(one.welcome) },
          { createdAt: one.created },
        ),
      ),
      ...account.categories.map((one) =>
        entity(
          'component',
          one.id,
          { name: one.name },
          { relationships: below('product', one.forum), createdAt: one.created },
        ),
      ),
      ...account.companies.map((one) =>
        entity(
          'company',
          one.id,
          { name: one.name, domain: null, ...custom({ ...one.fields, MRR: one.mrr ?? undefined }) },
          {
            createdAt: one.created,
            metadata: { source: { system: 'salesforce', recordId: one.externalId } },
          },
        ),
      ),
      ...account.people
        .filter(({ id }) => !team.has(id))
        .map((one) => {
          const own = account.members.find(({ person }) => person === one.id)
          return entity(
            'user',
            one.id,
            { name: one.name, email: one.email, ...custom(own?.fields ?? {}) },
            {
              relationships: own?.company ? below('company', own.company) : [],
              createdAt: one.created,
              ...(own && { metadata: { source: { system: 'crm', recordId: own.externalId } } }),
            },
          )
        }),
      ...listed.map((one) =>
        entity(
          'feature',
          one.id,
          {
            name: one.title,
            description: html(one.text),
            status:
              one.status === null
                ? null
                : { id: idOf('status', one.status), name: statuses.get(one.status)?.name },
            owner: member(one.owner),
            tags: one.labels.map((id) => ({ name: labels.get(id) })),
            archived: false,
            ...custom(one.fields),
          },
          {
            relationships:
              one.category === null
                ? below('product', one.forum)
                : below('component', one.category),
            createdAt: one.created,
          },
        ),
      ),
    ],
    notes: [
      ...account.votes
        .filter(({ suggestion, person }) => isListed(suggestion) && !team.has(person))
        .map((one) =>
          note(`vote-${one.suggestion}-${one.person}`, {
            ...one,
            title: votesText(listed.find(({ id }) => id === one.suggestion)?.title ?? ''),
            content: '',
            author: null,
            system: 'portal',
          }),
        ),
      ...account.feedback.map((one) =>
        note(`note-${one.id}`, {
          ...one,
          title: one.source.title,
          content: html(one.text),
          system: one.source.type,
        }),
      ),
    ],
    names: Object.fromEntries([...fields].map(([label, id]) => [id, { name: label }])),
  }
}

/** What the API of Productboard does not say. */
export function limitToProductboard(account: Account, { name }: Export): void {
  withoutMerged(account)
  const team = teamOf(account)
  flattenLabels(account)
  const used = new Set(account.suggestions.flatMap(({ labels }) => labels))
  account.labels = account.labels.filter(({ id }) => used.has(id))
  const isUsed = new Set(account.suggestions.map(({ status }) => status))
  account.statuses = account.statuses.filter(({ id }) => id < 10 || isUsed.has(id))
  account.updates = []
  account.comments = []
  account.notes = []
  account.followers = []
  account.announcements = []
  account.votes = account.votes.filter(({ person }) => !team.has(person))
  const noteAt = (id: string) => `https://${name}.productboard.test/notes/${id}`
  for (const one of account.feedback) {
    const id = `note-${one.id}`
    one.source = { ...one.source, id, address: noteAt(id) }
    one.severity = null
    const { suggestion, person, created } = one
    if (suggestion === null || person === null) continue
    if (!account.votes.some((vote) => vote.suggestion === suggestion && vote.person === person))
      account.votes.push({ suggestion, person, created, weight: 1, isSubscribed: true })
  }
  for (const vote of account.votes) {
    Object.assign(vote, { weight: 1, isSubscribed: true })
    const { suggestion, person, created } = vote
    const id = `vote-${suggestion}-${person}`
    if (
      account.feedback.some(
        (one) => one.suggestion === suggestion && one.person === person && one.created === created,
      )
    )
      continue
    const title = votesText(byId(account.suggestions).get(suggestion)?.title ?? '')
    account.feedback.push({
      id: 0,
      suggestion,
      person,
      author: null,
      text: { body: title, isMarkdown: false },
      created,
      severity: null,
      source: { type: 'portal', id, title, address: noteAt(id) },
    })
  }
  for (const one of account.suggestions) {
    Object.assign(one, { author: null, closed: one.closed && one.created })
    one.fields['Productboard address'] = detailOf(name, 'feature', one.id)
  }
  // Everybody is one external user, and belongs to one company.
  account.members = account.people
    .filter(({ id }) => !team.has(id))
    .map(({ id }) => {
      const own = account.members.find(({ person }) => person === id)
      const externalId = `${name}-user-${id}`
      return own ?? { id, person: id, externalId, company: null, fields: {} }
    })
  keepNamedPeople(account, ({ id }) => !team.has(id))
  for (const person of account.people) {
    Object.assign(person, { lastSeen: null, isBlocked: false, wantsMails: person.email !== null })
    if (team.has(person.id)) person.created = ''
  }
  for (const forum of account.forums) forum.isPrivate = false
  for (const company of account.companies) company.plan = null
  keepShownFiles(account)
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

export const startProductboard = ({ entities, notes, names }: Productboard) =>
  startSource(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${PRODUCTBOARD_TOKEN}`)
      return { status: 401, body: { errors: [{ code: 'unauthorized' }] } }
    if (method !== 'GET') return undefined
    const [, type] = /^\/v2\/entities\/configurations\/(\w+)$/.exec(path) ?? []
    if (type !== undefined) return { body: { data: { type, fields: names ?? NAMES[type] } } }
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

// An account of Aha!. Lists have pages with numbers, and votes and comments belong to an idea each.
import { type Body, dayOf, PICTURE, startSource, times } from './server.ts'

export const AHA_TOKEN = '15b60d42d4bc417284a246ced6877b0b'

export type Aha = Record<
  | 'products'
  | 'idea_users'
  | 'idea_organizations'
  | 'ideas'
  | 'endorsements'
  | 'comments'
  | 'subscriptions',
  Body[]
>

export function generateAha(name: string): Aha {
  const base = 6_000_000_000_000_000_000n
  const id = (kind: number, i: number) => String(base + BigInt(kind * 100_000 + i))
  const products = times(3, (i) => ({
    id: id(1, i),
    reference_prefix: `W${i}`,
    name: `${name} ${i === 2 ? 'line' : 'workspace'} ${i}`,
    product_line: i === 2,
    created_at: dayOf(0, i),
  }))
  const idea_organizations = times(3, (i) => ({
    id: id(2, i),
    name: `${name} organization ${i}`,
    revenue: 100 * (i + 1),
    created_at: dayOf(1),
    custom_fields: [{ key: 'tier', name: `${name} tier`, value: 'gold', type: 'string' }],
  }))
  const idea_users = times(30, (i) => ({
    id: id(3, i),
    name: `User ${i}`,
    email: `user${i}@${name}.test`,
    title: null,
    created_at: dayOf(2, i),
  }))
  const statuses = ['New', 'Planned', 'Shipped'].map((label, i) => ({
    id: id(4, i),
    name: `${name} ${label}`,
    position: i + 1,
    complete: label === 'Shipped',
    color: '#dce7c6',
  }))
  const ideas = times(120, (i) => {
    const { product_line: _, ...product } = products[i % 2] as Body
    return {
      id: id(5, i),
      reference_num: `W${i % 2}-I-${i}`,
      name: `${name} idea ${i}`,
      created_at: dayOf(10, i * 1000),
      updated_at: dayOf(50),
      status_changed_at: dayOf(40),
      workflow_status: statuses[i % 3],
      description: { id: id(6, i), body: `<p>Idea <i>${i}</i></p>`, attachments: [] as Body[] },
      visibility: i === 6 ? 'Visible to Aha! users only' : 'Visible to all ideas portal users',
      categories: [{ id: id(7, i % 4), name: `Category ${i % 4}`, parent_id: null }],
      tags: [`${name} tag`],
      custom_fields: [],
      comments_count: i === 0 ? 3 : 0,
      endorsements_count: i % 5,
      created_by_idea_user: idea_users[i % 30] as Body,
      created_by_portal_user: { ...(idea_users[i % 30] as Body), id: id(8, i % 30) },
      assigned_to_user: null,
      product,
      url: `https://${name}.aha.test/ideas/${i}`,
    }
  })
  const endorsements = ideas.flatMap((idea, i) =>
    times(idea.endorsements_count, (v) => ({
      id: id(9, i * 10 + v),
      idea_id: idea.id,
      created_at: dayOf(20, i * 1000 + v),
      value: null,
      link: null,
      weight: v === 1 ? 3 : 1,
      // The last vote of the fifth idea is of an organization without a person.
      endorsed_by_portal_user: null,
      endorsed_by_idea_user: i === 4 && v === 3 ? null : idea_users[(i + v * 7) % 30],
      idea_organization: v === 3 && i < 10 ? idea_organizations[1] : null,
      description: {
        body: i === 9 && v === 3 ? '<p>They <em>need</em> it</p>' : '',
        attachments: [],
      },
    })),
  )
  // The newest first: an answer comes before what it answers.
  const comments = [2, 1, 0].map((i) => ({
    id: id(10, i),
    idea_id: (ideas[0] as Body).id,
    body: `<p>Comment <b>${i}</b></p>`,
    created_at: dayOf(30, i * 1000),
    spam: false,
    visibility:
      i === 1 ? 'Visible to creator and internal users' : 'Visible to all ideas portal users',
    parent_idea_comment_id: i === 2 ? id(10, 0) : null,
    ...(i === 2
      ? { idea_commenter_user: { id: id(11, 0), name: 'Manager', email: `pm@${name}.test` } }
      : { idea_commenter_idea_user: idea_users[i] }),
    attachments: [],
  }))
  // Portals have people of their own, with the same addresses. The first one voted too.
  const subscriptions = [0, 1, 2].map((i) => ({
    id: id(12, i),
    idea_id: (ideas[1] as Body).id,
    created_at: dayOf(20, i),
    portal_user: {
      id: id(8, i === 0 ? 1 : 20 + i),
      name: `User ${i === 0 ? 1 : 20 + i}`,
      email: `user${i === 0 ? 1 : 20 + i}@${name}.test`,
    },
  }))
  return {
    products,
    idea_users,
    idea_organizations,
    ideas,
    endorsements,
    comments,
    subscriptions,
  }
}

function page(member: string, list: Body[], query: URLSearchParams) {
  const size = Math.min(Number(query.get('per_page') ?? 30), 200)
  const number = Number(query.get('page') ?? 1)
  return {
    body: {
      [member]: list.slice((number - 1) * size, number * size),
      pagination: {
        total_records: list.length,
        total_pages: Math.ceil(list.length / size),
        current_page: number,
      },
    },
  }
}

const OF_IDEAS: Record<string, { from: keyof Aha; member: string }> = {
  idea_comments: { from: 'comments', member: 'idea_comments' },
  endorsements: { from: 'endorsements', member: 'idea_endorsements' },
  subscriptions: { from: 'subscriptions', member: 'idea_subscriptions' },
}

export const startAha = (data: Aha) =>
  startSource(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${AHA_TOKEN}`)
      return { status: 401, body: { error: 'Authorization failed' } }
    if (path === '/attachments/one.png')
      return { headers: { 'content-type': 'image/png' }, body: PICTURE }
    if (method !== 'GET') return undefined
    const [, list = ''] =
      /^\/api\/v1\/(products|idea_users|idea_organizations|ideas)$/.exec(path) ?? []
    if (list !== '') return page(list, data[list as keyof Aha], query)
    const [, idea, member = ''] =
      /^\/api\/v1\/ideas\/(\d+)\/(idea_comments|endorsements|subscriptions)$/.exec(path) ?? []
    const found = OF_IDEAS[member]
    if (idea === undefined || found === undefined) return undefined
    const all = data[found.from].filter((one) => one.idea_id === idea)
    return page(found.member, all, query)
  })

// An organization of Featurebase: lists with `data` and `nextCursor`. Votes belong to a post each, and have no times.
import { type Body, dayOf, startSource, times } from './server.ts'

export const FEATUREBASE_KEY = 'sk_0123456789abcdef0123'

const LIMIT_FIELD = '507f1f77bcf86cd799439099'

export type Featurebase = Record<
  'boards' | 'companies' | 'contacts' | 'posts' | 'comments' | 'changelogs' | 'custom_fields',
  Body[]
> & { voters: Record<string, Body[]> }

export function generateFeaturebase(name: string): Featurebase {
  const id = (kind: string, i: number) => `${name}${kind}${i}`
  const boards = times(2, (i) => ({
    object: 'board',
    id: id('board', i),
    name: `${name} board ${i}`,
    access: { adminOnly: i === 1, allowedRoles: [], deniedRoles: [], segments: [] },
    createdAt: dayOf(i),
  }))
  const companies = times(4, (i) => ({
    object: 'company',
    id: id('company', i),
    companyId: `${name}-own-${i}`,
    name: `Company ${i}`,
    monthlySpend: i * 50,
    industry: 'Technology',
    website: `https://company${i}.test`,
    plan: i % 2 === 0 ? 'enterprise' : null,
    companySize: 10 + i,
    customFields: {},
    createdAt: dayOf(2),
  }))
  const contacts = times(120, (i) => ({
    object: 'contact',
    id: id('contact', i),
    userId: i % 2 === 0 ? `${name}-user-${i}` : null,
    email: i === 1 ? null : `user${i}@${name}.test`,
    name: `User ${i}`,
    type: i % 10 === 9 ? 'lead' : 'customer',
    companies: i % 4 === 0 ? [companies[i % 3]] : [],
    customFields: {},
    lastActivity: dayOf(90),
  }))
  const admin = {
    id: id('admin', 0),
    name: 'Admin',
    email: `admin@${name}.test`,
    type: 'admin',
  }
  const author = (i: number) => {
    const { id: own, email, name: label } = contacts[i % 120] as Body
    return { id: own, email, name: label, profilePicture: null, type: 'customer' }
  }
  const STATUSES = [
    { id: id('status', 0), name: `${name} In Review`, color: 'Sky', type: 'reviewing' },
    { id: id('status', 1), name: `${name} Planned`, color: 'Blue', type: 'unstarted' },
    { id: id('status', 2), name: `${name} Done`, color: 'Green', type: 'completed' },
  ]
  const posts = times(110, (i) => ({
    object: 'post',
    id: id('post', i),
    slug: `idea-${i}`,
    postUrl: `https://${name}.featurebase.test/p/idea-${i}`,
    title: `${name} post ${i}`,
    content: `<p>Post <strong>${i}</strong></p>`,
    boardId: id('board', i % 2),
    author: i === 3 ? null : author(i),
    status: STATUSES[i % 3] as Body,
    tags: i % 2 === 0 ? [{ id: id('tag', 0), name: `${name} tag` }] : [],
    upvotes: i % 5,
    commentCount: 0,
    inReview: i === 8,
    visibility: i === 9 ? 'authorOnly' : 'public',
    access: { userIds: [], companyExternalIds: [] },
    customFields: i === 4 ? { [LIMIT_FIELD]: 12 } : {},
    eta: null,
    createdAt: dayOf(10, i * 1000),
    updatedAt: dayOf(50),
  }))
  const voters = Object.fromEntries(
    posts.map((post, i) => [
      post.id,
      times(post.upvotes, (v) => contacts[(i * 3 + v) % 120] as Body),
    ]),
  )
  // Comments 2 and 3 answer 0 and 1. Comment 1 is private, and so is its answer.
  const comments = times(5, (i) => ({
    object: 'comment',
    id: id('comment', i),
    postId: i === 4 ? null : id('post', 0),
    changelogId: i === 4 ? id('entry', 0) : null,
    parentCommentId: i === 2 || i === 3 ? id('comment', i - 2) : null,
    content: `<p>Comment <em>${i}</em></p>`,
    author: i === 2 ? admin : author(i),
    isPrivate: i === 1 || i === 3,
    inReview: false,
    created: (Date.parse(dayOf(30)) + i * 1000) / 1000,
  }))
  const changelogs = times(2, (i) => ({
    object: 'changelog',
    id: id('entry', i),
    title: `${name} entry ${i}`,
    markdownContent: `## News ${i}`,
    content: `<h2>News ${i}</h2>`,
    categories: [{ id: 'x', name: 'New' }],
    date: dayOf(60 + i),
    state: i === 0 ? 'live' : 'draft',
  }))
  const custom_fields = [{ id: LIMIT_FIELD, label: `${name} limit`, type: 'number' }]
  return { boards, companies, contacts, posts, comments, changelogs, custom_fields, voters }
}

export const startFeaturebase = (data: Featurebase) =>
  startSource(({ method, path, query, headers }) => {
    if (method !== 'GET') return undefined
    if (headers.authorization !== `Bearer ${FEATUREBASE_KEY}`)
      return { status: 401, body: { error: { type: 'authentication_error', status: 401 } } }
    // Older versions have other lists.
    if (headers['featurebase-version'] !== '2026-01-01.nova') return undefined
    const [, post, name = ''] = /^\/v2\/(?:posts\/(\w+)\/)?(\w+)$/.exec(path) ?? []
    const found = post === undefined ? data[name as keyof Featurebase] : data.voters[post]
    if (!Array.isArray(found)) return undefined
    const all = found.filter(
      (one) =>
        (name !== 'posts' || query.get('inReview') === 'true' || !one.inReview) &&
        (name !== 'comments' || query.get('privacy') === 'all' || !one.isPrivate) &&
        (name !== 'changelogs' || query.get('state') === 'all' || one.state === 'live') &&
        (name !== 'contacts' || query.get('contactType') === 'all' || one.type === 'customer'),
    )
    if (name === 'boards') return { body: { object: 'list', data: all, nextCursor: null } }
    const cursor = query.get('cursor')
    const at = cursor ? Number(Buffer.from(cursor, 'base64').toString()) : 0
    const end = at + Math.min(Number(query.get('limit') ?? 10), 100)
    const nextCursor = end < all.length ? Buffer.from(String(end)).toString('base64') : null
    return { body: { object: 'list', data: all.slice(at, end), nextCursor } }
  })

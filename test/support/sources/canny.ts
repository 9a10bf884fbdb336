// A company of Canny. Lists of v1 have `limit` and `skip`, those of v2 a cursor. Posts that were merged are only in `mergeHistory`.
import { type Body, dayOf, numbersFrom, PICTURE, startSource, times } from './server.ts'

export const CANNY_KEY = 'canny-secret-key-0123456789'

const objectId = (kind: number, i: number) =>
  `${kind.toString(16).padStart(8, '0')}${i.toString(16).padStart(16, '0')}`

export type Canny = Record<
  | 'boards'
  | 'categories'
  | 'tags'
  | 'companies'
  | 'users'
  | 'posts'
  | 'comments'
  | 'votes'
  | 'statusChanges'
  | 'entries',
  Body[]
>

const STATUSES = ['open', 'under review', 'planned', 'in progress', 'complete', 'closed']

export function generateCanny(name: string): Canny {
  const pick = numbersFrom(7)
  const one = <T>(list: T[]): T => list[pick(list.length)] as T
  const boards = times(2, (i) => ({
    id: objectId(1, i),
    name: `${name} board ${i}`,
    created: dayOf(i),
    isPrivate: i === 1,
    postCount: 0,
    privateComments: false,
    url: `https://${name}.canny.test/admin/board/board-${i}`,
  }))
  const shown = (i: number) => {
    const { id, name: label, created, postCount, url } = boards[i] as (typeof boards)[number]
    return { id, name: label, created, postCount, url }
  }
  // The category below another comes first.
  const categories = times(4, (i) => ({
    id: objectId(2, i),
    name: `Category ${i}`,
    board: shown(i % 2),
    parentID: i === 0 ? objectId(2, 2) : null,
    created: dayOf(3),
    postCount: 1,
    url: '',
  }))
  // Both boards have tags of the same names.
  const tags = times(6, (i) => ({
    id: objectId(3, i),
    name: `${name} tag ${i % 3}`,
    board: shown(i % 2),
    created: dayOf(4),
    postCount: 1,
    url: '',
  }))
  const companies = times(5, (i) => ({
    id: `${name}-company-${i}`,
    name: `Company ${i}`,
    domain: i === 0 ? 'company0.test' : null,
    monthlySpend: i * 100.5,
    memberCount: 1,
    customFields: {
      tier: i % 2 === 0 ? 'gold' : 'silver',
      seats: i,
      [`${name} mixed`]: i % 2 ? i : 'none',
    },
    created: dayOf(5),
  }))
  const users = times(130, (i) => ({
    id: objectId(4, i),
    userID: i % 3 === 0 ? `${name}-user-${i}` : null,
    email: i === 1 ? null : i === 2 ? 'not an address' : `user${i}@${name}.test`,
    name: `User ${i}`,
    alias: 'Quiet fox',
    avatarURL: 'https://canny.io/images/x.png',
    isAdmin: i === 0,
    companies: i % 5 === 0 ? [companies[i % 4], ...(i === 5 ? [companies[4]] : [])] : [],
    customFields: i === 3 ? { language: 'de', beta: true } : {},
    created: dayOf(6, i),
    lastActivity: dayOf(200),
    url: '',
  }))
  const person = (i: number) => {
    const { companies: _, customFields: __, avatarURL: ___, ...rest } = users[i] as Body
    return rest
  }
  const posts: Body[] = times(125, (i) => ({
    id: objectId(5, i),
    title: `${name} idea ${i}`,
    details: `Details of idea ${i}.\n\n* a line that is no list`,
    author: i === 7 ? null : person(pick(130)),
    by: null,
    owner: i % 20 === 0 ? person(0) : null,
    board: shown(i % 2),
    category: i % 3 === 0 ? categories[i % 4] : null,
    commentCount: 0,
    created: dayOf(10, i * 1000),
    customFields: i === 4 ? [{ id: 'x', name: `${name} Größe`, value: 'large' }] : [],
    eta: i === 5 ? 'June 2026' : null,
    imageURLs: [] as string[],
    jira: { linkedIssues: i === 6 ? [{ id: '1', key: 'X-1', url: 'https://jira.test' }] : [] },
    mergeHistory: [],
    score: 0,
    status: STATUSES[i % 6],
    statusChangedAt: i % 6 === 0 ? null : dayOf(50, i),
    tags: tags.filter((_, t) => t % 2 === i % 2 && (i + t) % 4 === 0),
    url: `https://${name}.canny.test/board/p/${i}`,
  }))
  const postAt = (i: number) => posts[i] as Body
  postAt(1).mergeHistory = times(2, (i) => ({
    created: dayOf(60),
    post: {
      id: objectId(6, i),
      title: `${name} merged ${i}`,
      details: '',
      author: person(20 + i),
      created: dayOf(11),
      imageURLs: [],
    },
  }))
  const votes = posts.flatMap((post, p) =>
    times(1 + pick(12), (v) => ({
      id: objectId(7, p * 100 + v),
      board: post.board,
      by: null,
      created: dayOf(20, p * 1000 + v),
      post: { id: post.id, title: post.title },
      voter: person((p * 7 + v * 11) % 130),
      votePriority: 'none',
    })),
  )
  for (const post of posts) post.score = votes.filter((vote) => vote.post.id === post.id).length
  // A person who was deleted is in no list.
  votes.push({
    ...(votes[0] as (typeof votes)[number]),
    id: objectId(7, 99_999),
    voter: { id: objectId(4, 9999), name: 'Gone', email: null },
  })
  const comments: Body[] = times(140, (i) => ({
    id: objectId(8, i),
    author: person(i % 130),
    board: postAt(i % 50).board,
    created: dayOf(30, i * 1000),
    imageURLs: [],
    internal: i % 10 === 3,
    private: i % 10 === 6,
    likeCount: 0,
    mentions: [],
    parentID: i >= 100 ? objectId(8, i - 100) : null,
    post: { id: postAt(i % 50).id, title: postAt(i % 50).title },
    value: `Comment ${i} & <more>`,
  }))
  const statusChanges = posts
    .filter((post) => post.status !== 'open')
    .flatMap((post, i) =>
      [...(i % 3 === 0 ? ['under review'] : []), post.status].map((status, s) => ({
        id: objectId(9, i * 10 + s),
        changeComment: { value: s === 0 ? '' : `Now ${status}`, imageURLs: [] as string[] },
        changer: person(0),
        created: dayOf(40 + s * 5, i),
        post: { id: post.id, title: post.title },
        status,
      })),
    )
  const entries = times(3, (i) => ({
    id: objectId(10, i),
    title: `${name} entry ${i}`,
    created: dayOf(70 + i),
    labels: [],
    lastSaved: dayOf(80),
    markdownDetails: `**News** ${i}`,
    plaintextDetails: `News ${i}`,
    posts: [{ id: postAt(i).id }],
    publishedAt: i === 2 ? null : dayOf(75 + i),
    scheduledFor: i === 2 ? '2099-01-01T00:00:00.000Z' : null,
    status: i === 2 ? 'scheduled' : 'published',
    types: [one(['new', 'improved', 'fixed'])],
    url: '',
  }))
  return {
    boards,
    categories,
    tags,
    companies,
    users,
    posts,
    comments,
    votes,
    statusChanges,
    entries,
  }
}

const V1 = {
  boards: 'boards',
  categories: 'categories',
  tags: 'tags',
  posts: 'posts',
  entries: 'entries',
}
const V2 = {
  companies: 'companies',
  users: 'users',
  comments: 'comments',
  votes: 'votes',
  status_changes: 'statusChanges',
}

/** Lists of v2 have the newest first. */
export const startCanny = (data: Canny) =>
  startSource(({ method, path, body }) => {
    if (path === '/images/one.png')
      return { headers: { 'content-type': 'image/png' }, body: PICTURE }
    const [, version, name = ''] = /^\/api\/v([12])\/(\w+)\/list$/.exec(path) ?? []
    if (method !== 'POST' || version === undefined) return undefined
    if (body.apiKey !== CANNY_KEY) return { status: 400, body: { error: 'invalid API key' } }
    const limit = Math.min(body.limit ?? 10, 100)
    if (version === '1') {
      const member = V1[name as keyof typeof V1] as keyof Canny | undefined
      if (member === undefined) return undefined
      if (member === 'boards') return { body: { boards: data.boards } }
      const all =
        member === 'posts' && body.sort !== 'oldest' ? data[member].toReversed() : data[member]
      const skip = body.skip ?? 0
      return {
        body: { hasMore: all.length > skip + limit, [member]: all.slice(skip, skip + limit) },
      }
    }
    const member = V2[name as keyof typeof V2] as keyof Canny | undefined
    if (member === undefined) return undefined
    const all = data[member].toReversed()
    const at = body.cursor ? Number(Buffer.from(body.cursor, 'base64').toString()) : 0
    const cursor = Buffer.from(String(at + limit)).toString('base64')
    return {
      body: { cursor, hasNextPage: all.length > at + limit, items: all.slice(at, at + limit) },
    }
  })

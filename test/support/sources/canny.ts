// A company of Canny. Lists of v1 have `limit` and `skip`, those of v2 a cursor. Posts that were merged are only in `mergeHistory`.
import type { Account, Comment, Export, Note, StoredFile, Suggestion } from './account.ts'
import {
  byId,
  flattenLabels,
  isPicture,
  isShown,
  keepComments,
  keepSuggestions,
  labelNames,
  lastUpdateOf,
  mapTexts,
  nameSecondMembers,
  teamOf,
} from './limits.ts'
import { type Body, dayOf, numbersFrom, PICTURE, startSource, times } from './server.ts'
import { asMarkdown, asPlain } from './texts.ts'

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

/** Only pictures, which have no place in a text. */
const picturesOf = (
  { account: { files }, fileAt }: Export,
  of: (file: StoredFile) => boolean,
): string[] => files.filter((file) => of(file) && isPicture(file)).map(({ key }) => fileAt(key))

/** What Canny would say of an account. */
export function exportCanny(given: Export): Canny {
  const { name, account } = given
  const team = teamOf(account)
  const labels = labelNames(account)
  const shown = account.suggestions.filter(isShown)
  const list = shown.filter(({ mergedInto }) => mergedInto === null)
  const members = (person: number) => account.members.filter((one) => one.person === person)
  const companies = new Map(
    account.companies.map((one) => [
      one.id,
      {
        id: one.externalId,
        name: one.name,
        domain: null,
        monthlySpend: one.mrr,
        memberCount: 1,
        customFields: one.fields,
        created: one.created,
      },
    ]),
  )
  const people = new Map(
    account.people.map((one) => [
      one.id,
      {
        id: objectId(4, one.id),
        userID: members(one.id)[0]?.externalId ?? null,
        email: one.email,
        name: one.name,
        avatarURL: null,
        isAdmin: team.has(one.id),
        created: one.created,
        lastActivity: one.lastSeen,
        url: '',
      },
    ]),
  )
  const person = (id: number | null) => (id === null ? null : people.get(id))
  const boards = new Map(
    account.forums.map((one) => [
      one.id,
      {
        id: objectId(1, one.id),
        name: one.name,
        created: one.created,
        isPrivate: one.isPrivate,
        postCount: list.filter(({ forum }) => forum === one.id).length,
        privateComments: false,
        url: `https://${name}.canny.test/admin/board/${one.id}`,
      },
    ]),
  )
  const boardOf = new Map(shown.map(({ id, forum }) => [id, boards.get(forum)]))
  const categories = new Map(
    account.categories.map((one) => [
      one.id,
      {
        id: objectId(2, one.id),
        name: one.name,
        board: boards.get(one.forum),
        parentID: null,
        created: one.created,
      },
    ]),
  )
  const statuses = byId(account.statuses)
  const statusOf = (id: number | null) => statuses.get(id)?.name.toLowerCase() ?? 'open'
  const post = (one: Suggestion) => ({
    id: objectId(5, one.id),
    title: one.title,
    details: asPlain(one.text),
    author: person(one.author),
    created: one.created,
    imageURLs: picturesOf(given, ({ suggestion }) => suggestion === one.id),
  })
  const reference = (id: number) => ({ id: objectId(5, id) })
  const comment = (one: Comment | Note, kind: number, of: 'comment' | 'note') => ({
    id: objectId(kind, one.id),
    author: person(one.author),
    board: boardOf.get(one.suggestion),
    created: one.created,
    imageURLs: picturesOf(given, (file) => file[of] === one.id),
    internal: of === 'note',
    private: false,
    likeCount: 0,
    mentions: [],
    parentID: one.answers === null ? null : objectId(kind, one.answers),
    post: reference(one.suggestion),
    value: asPlain(one.text),
  })
  return {
    boards: [...boards.values()],
    categories: [...categories.values()],
    // Each board has tags of its own.
    tags: account.forums.flatMap(({ id: forum }) =>
      account.labels.map((one) => ({
        id: objectId(3, forum * 1000 + one.id),
        name: labels.get(one.id),
        board: boards.get(forum),
        created: one.created,
      })),
    ),
    companies: [...companies.values()],
    users: account.people.map((one) => ({
      ...people.get(one.id),
      companies: members(one.id)
        .filter(({ company }) => company !== null)
        .map(({ company }) => companies.get(company as number)),
      customFields: members(one.id)[0]?.fields ?? {},
    })),
    posts: list.map((one) => ({
      ...post(one),
      by: null,
      owner: person(one.owner),
      board: boards.get(one.forum),
      category: one.category === null ? null : categories.get(one.category),
      commentCount: 0,
      customFields: Object.entries(one.fields).map(([field, value]) => ({ name: field, value })),
      eta: null,
      mergeHistory: shown
        .filter(({ mergedInto }) => mergedInto === one.id)
        .map((merged) => ({ created: dayOf(300), post: post(merged) })),
      score: account.votes.filter(({ suggestion }) => suggestion === one.id).length,
      status: statusOf(one.status),
      statusChangedAt: lastUpdateOf(account, one.id)?.created ?? null,
      tags: one.labels.map((id) => ({ id: objectId(3, one.forum * 1000 + id) })),
      url: '',
    })),
    comments: [
      ...account.comments
        .filter((one) => isShown(one) && boardOf.has(one.suggestion))
        .map((one) => comment(one, 8, 'comment')),
      ...account.notes
        .filter((one) => list.some(({ id }) => id === one.suggestion))
        .map((one) => comment(one, 11, 'note')),
    ].sort((one, other) => (one.created < other.created ? -1 : 1)),
    votes: account.votes
      .filter((one) => boardOf.has(one.suggestion))
      .map((one, i) => ({
        id: objectId(7, i),
        board: boardOf.get(one.suggestion),
        by: null,
        created: one.created,
        post: reference(one.suggestion),
        voter: person(one.person),
        votePriority: 'none',
      })),
    statusChanges: account.updates
      .filter((one) => boardOf.has(one.suggestion))
      .map((one) => ({
        id: objectId(9, one.id),
        changeComment: { value: one.text === null ? '' : asPlain(one.text), imageURLs: [] },
        changer: person(one.author),
        created: one.created,
        post: reference(one.suggestion),
        status: statusOf(one.status),
      })),
    entries: account.announcements.map((one) => ({
      id: objectId(10, one.id),
      title: one.title,
      created: one.created,
      labels: [],
      lastSaved: one.created,
      markdownDetails: asMarkdown(one.text, (key, alt) => `![${alt}](${given.fileAt(key)})`),
      plaintextDetails: asPlain(one.text),
      posts: one.suggestions.map(reference),
      publishedAt: one.published,
      scheduledFor: null,
      status: one.published === null ? 'draft' : 'published',
      types: one.types,
      url: '',
    })),
  }
}

/** What the API of Canny does not say. */
export function limitToCanny(account: Account): void {
  keepSuggestions(account, isShown)
  keepComments(account, isShown)
  flattenLabels(account)
  const entries = account.announcements.map(({ text }) => text)
  mapTexts(account, (text) =>
    entries.includes(text) ? text : { body: asPlain(text), isMarkdown: false },
  )
  account.followers = []
  account.feedback = []
  const merged = new Set<number | null>()
  for (const one of account.suggestions) {
    // The names of statuses say which of them close.
    if (byId(account.statuses).get(one.status)?.name !== 'Complete') one.closed = null
    if (one.mergedInto === null) continue
    merged.add(one.id)
    const { forum } = byId(account.suggestions).get(one.mergedInto) as Suggestion
    Object.assign(one, { forum, category: null, status: null, owner: null, fields: {} })
  }
  account.notes = account.notes.filter(({ suggestion }) => !merged.has(suggestion))
  account.files = account.files.filter(isPicture)
  for (const person of account.people)
    Object.assign(person, { isBlocked: false, wantsMails: person.email !== null })
  for (const forum of account.forums) forum.welcome = null
  for (const company of account.companies) company.plan = null
  nameSecondMembers(account, ({ externalId }) => externalId)
  for (const vote of account.votes) Object.assign(vote, { weight: 1, isSubscribed: true })
  for (const status of account.statuses)
    if (status.name.startsWith('Declined ')) status.isOpen = true
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

// A workspace of Quackback: its export, and the part of its REST API that completes it.
import { type Cell, csvOf } from '../csv.ts'
import type { ZipEntry } from '../zip.ts'
import type { Account, Comment, Export, Note, Person, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  isShown,
  keepShownFiles,
  keepSuggestions,
  labelNames,
} from './limits.ts'
import { type Body, type Reply, type SourceServer, startSource } from './server.ts'
import { asMarkdown, asPlain } from './texts.ts'

export const QUACKBACK_KEY = 'qb_secret-of-the-workspace'

/** By post: the post that it was merged into, and its activities, the latest first. */
export type QuackbackPost = { id: string; canonicalPostId: string | null; activities: Body[] }

const MAX_PAGE = 100
const ROUTE = /^\/api\/v1\/posts(?:\/([^/]+))?(\/activity)?$/

/** Lists have no merged posts. `perPage` makes pages small. */
export const startQuackback = (posts: QuackbackPost[], perPage = MAX_PAGE): Promise<SourceServer> =>
  startSource(({ path, query, headers }): Reply | undefined => {
    if (headers.authorization !== `Bearer ${QUACKBACK_KEY}`)
      return {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="Quackback API"' },
        body: { error: { code: 'UNAUTHORIZED', message: 'Authentication required' } },
      }
    const [matched, id, isActivity] = ROUTE.exec(path) ?? []
    if (matched === undefined) return undefined
    if (id === undefined) return { body: listOf(posts, query, perPage) }
    const post = posts.find((one) => one.id === id)
    if (!post)
      return { status: 404, body: { error: { code: 'NOT_FOUND', message: 'Post not found' } } }
    const { activities, ...shown } = post
    return { body: { data: isActivity ? activities : { ...shown, mergedPosts: [] } } }
  })

function listOf(posts: QuackbackPost[], query: URLSearchParams, perPage: number): Body {
  const visible = posts.filter(({ canonicalPostId }) => canonicalPostId === null)
  const { offset } = JSON.parse(
    Buffer.from(query.get('cursor') ?? 'eyJvZmZzZXQiOjB9', 'base64url').toString(),
  )
  const limit = Math.min(Number(query.get('limit') ?? 20), perPage, MAX_PAGE)
  const end = offset + limit
  const hasMore = end < visible.length
  const cursor = hasMore ? Buffer.from(JSON.stringify({ offset: end })).toString('base64url') : null
  return {
    data: visible.slice(offset, end).map(({ id, canonicalPostId }) => ({ id, canonicalPostId })),
    meta: { pagination: { cursor, hasMore, total: visible.length } },
  }
}

/** A spreadsheet shall not take a cell for a formula. */
const guarded = (cell: Cell): Cell =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell

const statusKind = (isOpen: boolean) => (isOpen ? 'active' : 'complete')

/** The export of a workspace, and what its API says besides. */
export function exportQuackback({ name, account, fileAt }: Export): {
  entries: ZipEntry[]
  posts: QuackbackPost[]
} {
  const text = (found: Text) => asMarkdown(found, (key, alt) => `![${alt}](${fileAt(key)})`)
  const byTime = <T extends { created: string }>(records: T[]): T[] =>
    records.toSorted((one, other) => (one.created < other.created ? -1 : 1))
  const people = byId(account.people)
  const statuses = byId(account.statuses)
  const labels = labelNames(account)
  const listed = byTime(account.suggestions.filter(isShown))
  const isListed = ({ suggestion }: { suggestion: number }) =>
    listed.some(({ id }) => id === suggestion)
  const slugs = new Map(account.statuses.map(({ id }) => [id, `status-${id}`]))
  const file = (entry: string, header: string, rows: Cell[][]): ZipEntry => ({
    name: `${entry}.csv`,
    content: csvOf([header.split(','), ...rows.map((cells) => cells.map(guarded))]),
  })
  const remark = (one: Comment | Note, isPrivate: boolean): Cell[] => [
    `comment_${one.id}`,
    `post_${one.suggestion}`,
    one.answers === null ? '' : `comment_${one.answers}`,
    people.get(one.author)?.name,
    people.get(one.author)?.email,
    'isByTeam' in one ? one.isByTeam : true,
    isPrivate,
    'state' in one && one.state === 'spam' ? 'spam' : 'published',
    text(one.text),
    one.created,
    one.created,
  ]
  const entries = [
    { name: 'manifest.json', content: JSON.stringify({ workspace: { slug: name } }) },
    file(
      'boards',
      'id,slug,name,description,created_at',
      account.forums.map((one) => [
        `board_${one.id}`,
        `slug-${one.id}`,
        one.name,
        one.welcome && asPlain(one.welcome),
        one.created,
      ]),
    ),
    file(
      'statuses',
      'id,name,slug,color,category,position,show_on_roadmap,is_default',
      account.statuses.map((one, i) => [
        `status_${one.id}`,
        one.name,
        slugs.get(one.id),
        one.color,
        statusKind(one.isOpen),
        i,
        true,
        false,
      ]),
    ),
    file(
      'tags',
      'id,name,color,description,is_public',
      account.labels.map((one) => [`tag_${one.id}`, labels.get(one.id), '', '', true]),
    ),
    file(
      'users',
      'name,email,verified,lifecycle,segments,joined_at,last_seen_at,post_count,comment_count,vote_count',
      account.people.map((one) => [
        one.name,
        one.email,
        false,
        'user',
        '',
        one.created,
        one.lastSeen,
        0,
        0,
        0,
      ]),
    ),
    file(
      'companies',
      'name,domain,external_id,plan,monthly_spend,people_count,created_at',
      account.companies.map((one) => [
        one.name,
        '',
        one.externalId,
        one.plan,
        one.mrr,
        0,
        one.created,
      ]),
    ),
    file(
      'posts',
      'id,title,content,status,tags,board,author_name,author_email,vote_count,created_at',
      listed.map((one) => [
        `post_${one.id}`,
        one.title,
        text(one.text),
        statuses.get(one.status)?.name,
        one.labels.map((id) => labels.get(id)).join(','),
        `slug-${one.forum}`,
        people.get(one.author)?.name,
        people.get(one.author)?.email,
        account.votes.filter(({ suggestion }) => suggestion === one.id).length,
        one.created,
      ]),
    ),
    file(
      'post_comments',
      'id,post_id,parent_id,author_name,author_email,is_team_member,is_private,moderation_state,content,created_at,updated_at',
      byTime([
        ...account.comments.map((one) => ({ ...one, isPrivate: false })),
        ...account.notes.map((one) => ({ ...one, isPrivate: true })),
      ])
        .filter(isListed)
        .map((one) => remark(one, one.isPrivate)),
    ),
    file(
      'post_votes',
      'id,post_id,voter_email,source_type,created_at',
      byTime(account.votes)
        .filter(isListed)
        .map((one, i) => [
          `vote_${i}`,
          `post_${one.suggestion}`,
          people.get(one.person)?.email,
          '',
          one.created,
        ]),
    ),
    file(
      'changelog',
      'id,title,content,published_at,display_date,view_count,created_at',
      account.announcements.map((one) => [
        `entry_${one.id}`,
        one.title,
        text(one.text),
        one.published,
        '',
        0,
        one.created,
      ]),
    ),
  ]
  const posts = listed.map(({ id, mergedInto }) => ({
    id: `post_${id}`,
    canonicalPostId: mergedInto === null ? null : `post_${mergedInto}`,
    activities: byTime(account.updates)
      .filter(({ suggestion }) => suggestion === id)
      .reverse()
      .map((one) => ({
        id: `activity_${one.id}`,
        postId: `post_${id}`,
        actorName: people.get(one.author)?.name,
        type: 'status.changed',
        metadata: {
          fromName: statuses.get(one.oldStatus)?.name,
          toName: statuses.get(one.status)?.name,
          toSlug: slugs.get(one.status ?? 0),
        },
        createdAt: one.created,
      })),
  }))
  return { entries, posts }
}

/** What neither the export nor the API of Quackback says. */
export function limitToQuackback(account: Account): void {
  keepSuggestions(account, isShown)
  flattenLabels(account)
  const names = account.people.map((one) => one.name)
  const person = byId(account.people)
  for (const one of account.updates) {
    const name = person.get(one.author)?.name
    const isKnown = names.filter((other) => other === name).length === 1
    Object.assign(one, { text: null, author: isKnown ? one.author : null })
  }
  // People without an address are one where they have one name, and nobody where they voted.
  const nameless = new Map<string, Person>()
  for (const one of account.people)
    if (one.email === null && !nameless.has(one.name)) nameless.set(one.name, one)
  const become = (id: number | null) => {
    const found = person.get(id)
    return found?.email === null ? (nameless.get(found.name)?.id ?? null) : id
  }
  for (const one of account.suggestions) one.author = become(one.author)
  for (const one of account.comments) one.author = become(one.author) as number
  account.people = account.people.filter(({ id, email }) => email !== null || become(id) === id)
  account.votes = account.votes.map((vote, i) => {
    const anew = { ...vote, weight: 1, isSubscribed: true }
    if (person.get(vote.person)?.email !== null) return anew
    const nobody = {
      id: 1_000_000 + i,
      email: null,
      name: '',
      created: vote.created,
      lastSeen: null,
      isBlocked: false,
      wantsMails: false,
    }
    account.people.push(nobody)
    return { ...anew, person: nobody.id }
  })
  for (const one of account.people)
    Object.assign(one, { isBlocked: false, wantsMails: one.email !== null })
  account.categories = []
  account.followers = []
  account.feedback = []
  account.members = []
  for (const one of account.suggestions) {
    Object.assign(one, { category: null, owner: null, fields: {} })
    one.closed &&= one.created
  }
  for (const forum of account.forums) {
    if (forum.welcome) forum.welcome = { body: asPlain(forum.welcome), isMarkdown: false }
    forum.isPrivate = false
  }
  for (const company of account.companies) company.fields = {}
  for (const one of account.announcements) Object.assign(one, { types: [], suggestions: [] })
  keepShownFiles(account)
}

// An organization of Featurebase: lists with `data` and `nextCursor`. Votes belong to a post each, and have no times.
import type { Account, Comment, Export, Note, Person, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  keepShownFiles,
  keepSuggestions,
  labelNames,
  nameSecondMembers,
  teamOf,
} from './limits.ts'
import { type Body, dayOf, startSource, times } from './server.ts'
import { asHtml, asMarkdown } from './texts.ts'

export const FEATUREBASE_KEY = 'sk_0123456789abcdef0123'

const LIMIT_FIELD = '507f1f77bcf86cd799439099'

export type Featurebase = Record<
  | 'boards'
  | 'admins'
  | 'companies'
  | 'contacts'
  | 'posts'
  | 'comments'
  | 'changelogs'
  | 'custom_fields',
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
    manuallyOptedOutFromChangelog: i === 2,
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
  // Comments 2 and 3 answer 0 and 1. Comment 1 is private, and so is its answer. The last ones are deleted, spam and by a guest.
  const comments = times(8, (i) => ({
    object: 'comment',
    id: id('comment', i),
    postId: i === 4 ? null : id('post', i > 4 ? 1 : 0),
    changelogId: i === 4 ? id('entry', 0) : null,
    parentCommentId: i === 2 || i === 3 ? id('comment', i - 2) : i === 7 ? id('comment', 1) : null,
    content: `<p>Comment <em>${i}</em></p>`,
    author: i === 2 ? admin : i === 7 ? { id: null, name: 'A guest', type: 'guest' } : author(i),
    isPrivate: i === 1 || i === 3,
    isDeleted: i === 5,
    isSpam: i === 6,
    inReview: false,
    created: (Date.parse(dayOf(30)) + i * 1000) / 1000,
  }))
  // The last one is for some people only.
  const changelogs = times(3, (i) => ({
    object: 'changelog',
    id: id('entry', i),
    title: `${name} entry ${i}`,
    markdownContent: `## News ${i}`,
    content: `<h2>News ${i}</h2>`,
    categories: [{ id: 'x', name: 'New' }],
    date: dayOf(60 + i),
    state: i === 1 ? 'draft' : 'live',
    allowedSegmentIds: i === 2 ? ['segment'] : [],
  }))
  const custom_fields = [{ id: LIMIT_FIELD, label: `${name} limit`, type: 'number' }]
  return {
    boards,
    admins: [admin],
    companies,
    contacts,
    posts,
    comments,
    changelogs,
    custom_fields,
    voters,
  }
}

const addressOf = (name: string, id: number) => `https://${name}.featurebase.test/p/idea-${id}`

/** What Featurebase would say of an account. */
export function exportFeaturebase({ name, account, fileAt }: Export): Featurebase {
  const id = (kind: string, own: number | string) => `${kind}${own}`
  const html = (text: Text) => asHtml(text, (key, alt) => `![${alt}](${fileAt(key)})`, true)
  const team = teamOf(account)
  const listed = account.suggestions.filter(
    ({ state, mergedInto }) => state !== 'spam' && state !== 'deleted' && mergedInto === null,
  )
  const isListed = ({ suggestion }: { suggestion: number }) =>
    listed.some((one) => one.id === suggestion)
  const fields = new Map<string, string>()
  const fieldsOf = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([label, value]) => {
        const field = fields.get(label) ?? `507f1f77bcf86cd7994390${10 + fields.size}`
        fields.set(label, field)
        return [field, value]
      }),
    )
  const companies = new Map(
    account.companies.map((one) => [
      one.id,
      {
        object: 'company',
        id: id('company', one.id),
        companyId: one.externalId,
        name: one.name,
        monthlySpend: one.mrr,
        industry: null,
        website: null,
        plan: one.plan,
        companySize: null,
        customFields: fieldsOf(one.fields),
        createdAt: one.created,
      },
    ]),
  )
  const people = byId(account.people)
  const author = (person: number | null) => {
    const found = people.get(person)
    return (
      found && {
        id: id('contact', found.id),
        email: found.email,
        name: found.name,
        profilePicture: null,
        type: team.has(found.id) ? 'admin' : 'customer',
      }
    )
  }
  const contact = (one: Person) => {
    const members = account.members.filter(({ person }) => person === one.id)
    return {
      ...author(one.id),
      object: 'contact',
      userId: members[0]?.externalId ?? null,
      companies: members
        .filter(({ company }) => company !== null)
        .map(({ company }) => companies.get(company as number)),
      customFields: fieldsOf(members[0]?.fields ?? {}),
      lastActivity: one.lastSeen,
    }
  }
  const status = (own: number | null) => {
    const found = byId(account.statuses).get(own)
    if (found === undefined)
      return { id: id('status', 0), name: 'In Review', color: 'Sky', type: 'reviewing' }
    const type = found.isOpen ? 'active' : 'completed'
    return { id: id('status', found.id), name: found.name, color: 'Blue', type }
  }
  const labels = labelNames(account)
  const comment = (one: Comment | Note, isPrivate: boolean) => {
    const kind = isPrivate ? 'note' : 'comment'
    return {
      object: 'comment',
      id: id(kind, one.id),
      postId: id('post', one.suggestion),
      changelogId: null,
      parentCommentId: one.answers === null ? null : id(kind, one.answers),
      content: html(one.text),
      // Without an address.
      author: { ...author(one.author), email: undefined },
      isPrivate,
      isDeleted: false,
      isSpam: 'state' in one && one.state === 'spam',
      inReview: false,
      upvotes: 0,
      createdAt: one.created,
    }
  }
  return {
    boards: account.forums.map((one) => ({
      object: 'board',
      id: id('board', one.id),
      name: one.name,
      access: { adminOnly: one.isPrivate, allowedRoles: [], deniedRoles: [], segments: [] },
      createdAt: one.created,
    })),
    admins: account.people
      .filter((one) => team.has(one.id))
      .map((one) => ({ ...author(one.id), object: 'admin', type: undefined })),
    companies: [...companies.values()],
    contacts: account.people.filter((one) => !team.has(one.id)).map(contact),
    posts: listed.map((one) => ({
      object: 'post',
      id: id('post', one.id),
      slug: `idea-${one.id}`,
      postUrl: addressOf(name, one.id),
      title: one.title,
      content: html(one.text),
      boardId: id('board', one.forum),
      author: author(one.author) ?? null,
      status: status(one.status),
      tags: one.labels.map((label) => ({ id: id('tag', label), name: labels.get(label) })),
      upvotes: account.votes.filter(({ suggestion }) => suggestion === one.id).length,
      commentCount: 0,
      inReview: one.state === 'new',
      visibility: 'public',
      access: { userIds: [], companyExternalIds: [] },
      customFields: fieldsOf(one.fields),
      eta: null,
      assigneeId: one.owner === null ? null : id('contact', one.owner),
      createdAt: one.created,
      updatedAt: one.closed ?? one.created,
    })),
    voters: Object.fromEntries(
      listed.map((one) => [
        id('post', one.id),
        account.votes
          .filter(({ suggestion }) => suggestion === one.id)
          .map(({ person }) => contact(people.get(person) as Person)),
      ]),
    ),
    comments: [
      ...account.comments.filter(isListed).map((one) => comment(one, false)),
      ...account.notes.filter(isListed).map((one) => comment(one, true)),
    ].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
    changelogs: account.announcements.map((one) => ({
      object: 'changelog',
      id: id('entry', one.id),
      title: one.title,
      markdownContent: asMarkdown(one.text, (key, alt) => `![${alt}](${fileAt(key)})`),
      content: html(one.text),
      categories: one.types.map((type) => ({
        id: type,
        name: type.replace(/^./, (a) => a.toUpperCase()),
      })),
      date: one.published ?? one.created,
      state: one.published === null ? 'draft' : 'live',
    })),
    custom_fields: [...fields].map(([label, field]) => ({ id: field, label, type: 'text' })),
  }
}

/** What the API of Featurebase does not say. */
export function limitToFeaturebase(account: Account, { name }: Export): void {
  keepSuggestions(
    account,
    ({ state, mergedInto }) => state !== 'spam' && state !== 'deleted' && mergedInto === null,
  )
  const team = teamOf(account)
  flattenLabels(account)
  const used = new Set(account.suggestions.flatMap(({ labels }) => labels))
  account.labels = account.labels.filter(({ id }) => used.has(id))
  const isUsed = new Set(account.suggestions.map(({ status }) => status))
  account.statuses = account.statuses.filter(({ id }) => id < 10 || isUsed.has(id))
  account.statuses.push({ id: 0, name: 'In Review', isOpen: true, color: '', created: '' })
  account.categories = []
  account.updates = []
  account.followers = []
  account.feedback = []
  for (const one of account.suggestions) {
    one.status ??= 0
    one.category = null
    one.fields['Featurebase address'] = addressOf(name, one.id)
  }
  for (const vote of account.votes) {
    const created = byId(account.suggestions).get(vote.suggestion)?.created as string
    Object.assign(vote, { weight: 1, isSubscribed: true, created })
  }
  for (const person of account.people) {
    Object.assign(person, { isBlocked: false, wantsMails: person.email !== null, created: '' })
    if (team.has(person.id)) person.lastSeen = null
  }
  for (const forum of account.forums) forum.welcome = null
  for (const one of account.announcements) {
    one.suggestions = []
    one.created = one.published ?? one.created
  }
  nameSecondMembers(account, ({ id }) => `company${id}`)
  keepShownFiles(account)
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
    // Without an object around it.
    if (name === 'boards') return { body: all }
    const cursor = query.get('cursor')
    const at = cursor ? Number(Buffer.from(cursor, 'base64').toString()) : 0
    const end = at + Math.min(Number(query.get('limit') ?? 10), 100)
    const nextCursor = end < all.length ? Buffer.from(String(end)).toString('base64') : null
    return { body: { object: 'list', data: all.slice(at, end), nextCursor } }
  })

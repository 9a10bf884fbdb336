// An account without the words of any product: generated, and what the API of an Earshot says it has. Exports of other products are
// written from it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestService } from '../service.ts'
import type { Body } from './server.ts'

export type Text = { body: string; isMarkdown: boolean }
type Fields = Record<string, string | number | boolean>

export type Person = {
  id: number
  email: string | null
  name: string
  created: string
  lastSeen: string | null
  isBlocked: boolean
  wantsMails: boolean
}
export type Forum = {
  id: number
  name: string
  isPrivate: boolean
  welcome: Text | null
  created: string
}
export type Category = { id: number; name: string; forum: number; created: string }
export type Label = { id: number; name: string; parent: number | null; created: string }
export type Status = { id: number; name: string; isOpen: boolean; color: string; created: string }
export type Company = {
  id: number
  externalId: string | null
  name: string
  plan: string | null
  mrr: number | null
  created: string | null
  fields: Fields
}
/** Of an account, which the product knows by an id of its own. */
export type Member = {
  id: number
  externalId: string
  person: number
  company: number | null
  fields: Fields
}
export type Suggestion = {
  id: number
  title: string
  text: Text
  created: string
  state: string
  forum: number
  category: number | null
  status: number | null
  labels: number[]
  author: number | null
  owner: number | null
  closed: string | null
  fields: Fields
  mergedInto: number | null
}
export type Vote = {
  suggestion: number
  person: number
  weight: number
  created: string
  isSubscribed: boolean
}
export type Comment = {
  id: number
  suggestion: number
  text: Text
  author: number
  created: string
  state: string
  isByTeam: boolean
  answers: number | null
}
export type Note = {
  id: number
  suggestion: number
  text: Text
  author: number | null
  created: string
  answers: number | null
}
export type Update = {
  id: number
  suggestion: number
  text: Text | null
  author: number | null
  created: string
  status: number | null
  oldStatus: number | null
}
export type Feedback = {
  id: number
  suggestion: number | null
  person: number | null
  author: number | null
  text: Text
  created: string
  severity: number | null
  source: { type: string | null; id: string | null; title: string | null; address: string | null }
}
export type Announcement = {
  id: number
  title: string
  text: Text
  types: string[]
  published: string | null
  created: string
  suggestions: number[]
}
export type StoredFile = {
  /** As in texts that show it: `/files/KEY`. */
  key: string
  name: string
  bytes: Buffer
  created: string
  suggestion: number | null
  comment: number | null
  note: number | null
  /** Known when it is generated: the API does not name it. */
  announcement: number | null
}

export type Account = {
  people: Person[]
  forums: Forum[]
  categories: Category[]
  labels: Label[]
  statuses: Status[]
  companies: Company[]
  members: Member[]
  suggestions: Suggestion[]
  votes: Vote[]
  followers: { suggestion: number; person: number }[]
  comments: Comment[]
  notes: Note[]
  updates: Update[]
  feedback: Feedback[]
  announcements: Announcement[]
  files: StoredFile[]
}

/** What an export is written from. */
export type Export = {
  /** Of the account there, in addresses and names. */
  name: string
  account: Account
  /** Where a file of the account is. */
  fileAt(key: string): string
}

/** What only the move makes: a person without an address gets one there. */
const NO_ADDRESS = /@no-address\.invalid$/

async function readList(at: TestService, list: string, query = ''): Promise<Body[]> {
  const records: Body[] = []
  for (let cursor: string | undefined; ; ) {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, text, body } = await at.get(`/${list}?per_page=100&sort=id${query}${next}`)
    if (status !== 200) throw new Error(`${list}: ${text}`)
    records.push(...body[list])
    cursor = body.pagination.cursor
    if (!cursor || body[list].length === 0) return records
  }
}

const textOf = ({ body, body_mime_type }: Body): Text => ({
  body: body ?? '',
  isMarkdown: body_mime_type === 'text/markdown',
})

/** Everything that a move brings. Who follows without a vote is in no list of the API. */
export async function readAccount(at: TestService): Promise<Account> {
  const fieldNames = new Map(
    (await readList(at, 'custom_fields')).map(({ object_type, key, name }) => [
      `${object_type} ${key}`,
      name as string,
    ]),
  )
  const fieldsOf = (collection: string, record: Body): Fields =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([key, value]) => key.startsWith('cf_') && value !== null)
        .map(([key, value]) => [fieldNames.get(`${collection} ${key}`) ?? key, value]),
    )
  const suggestions = await readList(at, 'suggestions')
  const weights = new Map<string, number>()
  for (const { id, votes_count, supporters_count } of suggestions)
    if (votes_count !== supporters_count)
      for (const user of await readList(at, 'users', `&suggestion=${id}`))
        weights.set(`${id} ${user.id}`, user.suggestion_votes)
  const { rows: followers } = await sql<{ suggestion: number; person: number }>`
    select suggestion_id as suggestion, user_id as person from suggestion_followers order by 1, 2`.execute(
    at.db,
  )
  const files: StoredFile[] = []
  for (const { url, file_name, created_at, links } of await readList(at, 'attachments')) {
    const key = new URL(url).pathname.split('/').at(-1) ?? ''
    const pieces: Buffer[] = []
    for await (const piece of (await at.store.read(key)) ?? []) pieces.push(Buffer.from(piece))
    files.push({
      key,
      name: file_name,
      bytes: Buffer.concat(pieces),
      created: created_at,
      suggestion: links.suggestion,
      comment: links.comment,
      note: links.note,
      announcement: null,
    })
  }
  return {
    people: (await readList(at, 'users'))
      .filter(({ is_owner }) => !is_owner)
      .map((user) => ({
        id: user.id,
        email: NO_ADDRESS.test(user.email_address) ? null : user.email_address,
        name: user.name,
        created: user.created_at,
        lastSeen: user.last_login,
        isBlocked: user.allowed_state === 'blocked',
        wantsMails: user.status_notifications,
      })),
    forums: (await readList(at, 'forums')).map((forum) => ({
      id: forum.id,
      name: forum.name,
      isPrivate: forum.is_private,
      welcome: forum.welcome_message && {
        body: forum.welcome_message,
        isMarkdown: forum.welcome_message_mime_type === 'text/markdown',
      },
      created: forum.created_at,
    })),
    categories: (await readList(at, 'categories')).map(({ id, name, created_at, links }) => ({
      id,
      name,
      forum: links.forum,
      created: created_at,
    })),
    labels: (await readList(at, 'labels')).map(({ id, name, created_at, links }) => ({
      id,
      name,
      parent: links.parent,
      created: created_at,
    })),
    statuses: (await readList(at, 'statuses')).map((status) => ({
      id: status.id,
      name: status.name,
      isOpen: status.is_open,
      color: status.hex_color,
      created: status.created_at,
    })),
    companies: (await readList(at, 'external_accounts')).map((one) => ({
      id: one.id,
      externalId: one.external_id,
      name: one.name,
      plan: one.plan,
      mrr: one.mrr,
      created: one.external_created_at,
      fields: fieldsOf('external_accounts', one),
    })),
    members: (await readList(at, 'external_users')).map((one) => ({
      id: one.id,
      externalId: one.external_id,
      person: one.links.user,
      company: one.links.external_account,
      fields: fieldsOf('external_users', one),
    })),
    suggestions: suggestions.map((one) => ({
      id: one.id,
      title: one.title,
      text: textOf(one),
      created: one.created_at,
      state: one.state,
      forum: one.links.forum,
      category: one.links.category,
      status: one.links.status,
      labels: one.links.labels ?? [],
      author: one.links.created_by,
      owner: one.links.owner,
      closed: one.closed_at,
      fields: fieldsOf('suggestions', one),
      mergedInto: one.links.parent_suggestion,
    })),
    votes: (await readList(at, 'supporters')).map(({ is_subscribed, created_at, links }) => ({
      suggestion: links.suggestion,
      person: links.user,
      weight: weights.get(`${links.suggestion} ${links.user}`) ?? 1,
      created: created_at,
      isSubscribed: is_subscribed,
    })),
    followers,
    comments: (await readList(at, 'comments')).map((one) => ({
      id: one.id,
      suggestion: one.links.suggestion,
      text: textOf(one),
      author: one.links.created_by,
      created: one.created_at,
      state: one.state,
      isByTeam: one.is_admin_comment,
      answers: one.links.reply_to,
    })),
    notes: (await readList(at, 'notes')).map((one) => ({
      id: one.id,
      suggestion: one.links.suggestion,
      text: textOf(one),
      author: one.links.created_by,
      created: one.created_at,
      answers: one.links.parent,
    })),
    updates: (await readList(at, 'status_updates')).map((one) => ({
      id: one.id,
      suggestion: one.links.suggestion,
      text: one.body === null ? null : textOf(one),
      author: one.links.user,
      created: one.created_at,
      status: one.links.new_status,
      oldStatus: one.links.old_status,
    })),
    feedback: (await readList(at, 'feedback_records')).map((one) => ({
      id: one.id,
      suggestion: one.links.suggestion,
      person: one.links.user,
      author: one.links.created_by,
      text: textOf(one),
      created: one.created_at,
      severity: one.severity,
      source: {
        type: one.source_type,
        id: one.source_guid,
        title: one.source_title,
        address: one.source_url,
      },
    })),
    announcements: (await readList(at, 'announcements')).map((one) => ({
      id: one.id,
      title: one.title,
      text: textOf(one),
      types: one.types,
      published: one.published_at,
      created: one.created_at,
      suggestions: one.links.suggestions,
    })),
    files,
  }
}

export const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12)

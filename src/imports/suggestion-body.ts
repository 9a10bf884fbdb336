// The body of `POST /suggestions/import` → a row, and the problems of the row → those of the body.
import { sql } from 'kysely'
import type { Problem } from '../core/api-error.ts'
import { textToHtml } from '../core/escape-html.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Tx } from '../db/db.ts'
import { readCustomValues, type WithCustomFields } from '../write/core/custom-values.ts'
import { missingLink } from '../write/core/records.ts'
import type { SuggestionRow } from './rows.ts'
import { importSuggestions, type UnknownRecord } from './suggestions.ts'

export type SentSuggestion = WithCustomFields & {
  title: string
  body?: string
  attachment_tokens?: string[]
  state?: string
  created_at?: string
  user_name?: string
  user_email?: string
  forum_name?: string
  category_name?: string
  status_name?: string
  labels?: string[]
  status_update_body?: string
  status_update_created_at?: string
  status_update_created_by_email?: string
  links?: {
    forum?: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
    user?: number
  }
}

/** Creates the suggestion, and categories and labels when none has the name. Forums, statuses and custom fields must exist. */
export async function importSuggestion(
  tx: Tx,
  actor: number,
  sent: SentSuggestion,
): Promise<number> {
  const row = toRow(sent)
  const [id] = await importSuggestions(tx, actor, [row], {
    creates: ['category', 'labels'],
    createsFields: false,
    pathOf: () => [],
    describe: (unknown) => describeUnknown(tx, unknown),
    problems: row.forum === undefined ? [FORUM_REQUIRED] : [],
  })
  return id as number
}

/** An id wins over a name. */
function toRow({ links = {}, labels = [], ...sent }: SentSuggestion): SuggestionRow {
  const members = {
    body: sent.body,
    state: sent.state,
    created_at: sent.created_at,
    user: links.user,
    user_email: sent.user_email,
    user_name: sent.user_name,
    attachment_tokens: sent.attachment_tokens,
    forum: links.forum ?? sent.forum_name,
    category: links.category ?? sent.category_name,
    status: links.status ?? sent.status_name,
    status_update: toStatusUpdate(sent),
  }
  return {
    title: sent.title,
    ...withoutUndefined(members),
    labels: [...(links.labels ?? []), ...labels],
    values: readCustomValues(sent),
  }
}

function toStatusUpdate(sent: Omit<SentSuggestion, 'links'>): SuggestionRow['status_update'] {
  const body = sent.status_update_body
  if (body === undefined) return undefined
  return {
    body,
    html_body: textToHtml(body),
    ...withoutUndefined({
      created_at: sent.status_update_created_at,
      user_email: sent.status_update_created_by_email,
    }),
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<T>

const FORUM_REQUIRED: Problem = {
  path: ['links', 'forum'],
  code: 'required',
  message: 'links.forum: required. Send links.forum or forum_name.',
}

const COLLECTIONS = {
  user: 'users',
  forum: 'forums',
  status: 'statuses',
  category: 'categories',
  labels: 'labels',
} as const

async function describeUnknown(
  db: Db,
  { member, value, forum_id }: UnknownRecord,
): Promise<Problem> {
  if (value === null) return FORUM_REQUIRED
  if (member === 'attachment_tokens')
    return {
      path: [member],
      code: 'not_found',
      message: `${member}: no upload has the token ${formatValue(value)}.`,
    }
  if (member === 'category_of_forum')
    return {
      path: ['links', 'category'],
      code: 'in',
      message: `links.category: category ${value} does not belong to forum ${forum_id}.`,
    }
  if (typeof value === 'number') return missingLink(member, COLLECTIONS[member], value)
  const field = `${member}_name`
  return {
    path: [field],
    code: 'not_found',
    message: `${field}: ${formatValue(value)} is not allowed. Allowed: ${await listNames(db, COLLECTIONS[member])}.`,
  }
}

const MAX_LISTED_NAMES = 20

async function listNames(db: Db, collection: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(collection)} order by id limit ${MAX_LISTED_NAMES}`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

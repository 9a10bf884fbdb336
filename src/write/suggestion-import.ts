// Imports a suggestion from another system with its author, time, labels and status.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { createCategory } from './categories.ts'
import { resolveAuthor } from './core/people.ts'
import { requireLinkedRecords } from './core/records.ts'
import { createLabel } from './labels.ts'
import { createStatusUpdate } from './status-updates.ts'
import { createSuggestion, type NewSuggestion } from './suggestions.ts'

export type ImportedSuggestion = Omit<NewSuggestion, 'links'> & {
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

/** Categories and labels are created when none has the name. Forums and statuses must exist. */
export async function importSuggestion(
  tx: Tx,
  actor: number,
  imported: ImportedSuggestion,
): Promise<number> {
  const { forum_name, category_name, status_name, labels = [], links = {}, ...fields } = imported
  const { user_email, user_name, state = 'published', ...plain } = fields
  await requireLinkedRecords(tx, suggestions, { user: links.user }, { user: 'users' })
  const forum = links.forum ?? (await findByName(tx, 'forums', 'forum_name', forum_name))
  if (forum === undefined) {
    throw new ApiError('invalid', 'links.forum: required. Send links.forum or forum_name.', {
      links: { forum: 'required' },
    })
  }
  const status = links.status ?? (await findByName(tx, 'statuses', 'status_name', status_name))
  const category = links.category ?? (await findOrCreateCategory(tx, forum, category_name))
  const author = await resolveAuthor(tx, actor, { id: links.user, user_email, user_name })
  const hasStatusUpdate = imported.status_update_body !== undefined
  const id = await createSuggestion(tx, actor, {
    channel: 'import',
    ...plain,
    state,
    links: {
      forum,
      created_by: author,
      labels: [...(links.labels ?? []), ...(await findOrCreateLabels(tx, labels))],
      ...(category !== undefined && { category }),
      ...(status !== undefined && !hasStatusUpdate && { status }),
    },
  })
  if (hasStatusUpdate) await addImportedStatusUpdate(tx, actor, id, imported, status)
  return id
}

async function addImportedStatusUpdate(
  tx: Tx,
  actor: number,
  suggestion: number,
  imported: ImportedSuggestion,
  status: number | null | undefined,
): Promise<void> {
  const at = imported.status_update_created_at ?? imported.created_at
  const by = imported.status_update_created_by_email
  await createStatusUpdate(tx, actor, {
    body: imported.status_update_body as string,
    ...(at !== undefined && { created_at: at }),
    ...(by !== undefined && { created_by_email: by }),
    links: { suggestion, ...(status !== undefined && { status }) },
  })
}

async function findByName(
  tx: Tx,
  collection: 'forums' | 'statuses',
  field: string,
  name: string | undefined,
): Promise<number | undefined> {
  if (name === undefined) return undefined
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(collection)} order by lower(name) = lower(${name}) desc, id limit 20`.execute(
    tx,
  )
  if (rows[0]?.name.toLowerCase() === name.toLowerCase()) return rows[0].id
  const allowed = rows.map((row) => row.name).join(', ')
  throw new ApiError(
    'invalid',
    `${field}: ${formatValue(name)} is not allowed. Allowed: ${allowed}.`,
    {
      [field]: 'not_found',
    },
  )
}

async function findOrCreateCategory(
  tx: Tx,
  forum: number,
  name: string | undefined,
): Promise<number | undefined> {
  if (name === undefined) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from categories where forum_id = ${forum} and lower(name) = lower(${name}) order by id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? createCategory(tx, { name, links: { forum } })
}

async function findOrCreateLabels(tx: Tx, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of new Set(names)) {
    const { rows } = await sql<{ id: number }>`
      select id from labels where lower(name) = lower(${name}) or lower(full_name) = lower(${name})
      order by level, id limit 1`.execute(tx)
    ids.push(rows[0]?.id ?? (await createLabel(tx, { name })))
  }
  return ids
}

// What people changed lately, and how an update of one record is undone. Bulk actions and imports have their own ways.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { recent_changes } from '../resources/recent_changes.ts'
import { lockRecord } from './core/records.ts'

/** A record as the API shows it. */
export type ShownRecord = Record<string, unknown> & { links?: Record<string, unknown> }

export type RecentChange = {
  id: number
  user_id: number
  action: string
  collection: string
  record_id: number | null
  before: ShownRecord | null
  after: ShownRecord | null
  bulk_action_id: number | null
  import_id: number | null
  undo_until: Date
  undone_at: Date | null
}

export type NewRecentChange = {
  user: number
  action: string
  collection: string
  record?: number | null
  name?: string
  count?: number
  before?: ShownRecord
  after?: ShownRecord
  bulkAction?: number
  import?: number
}

const MAX_NAME = 200

export async function noteChange(tx: Tx, change: NewRecentChange): Promise<void> {
  const { user, action, collection, record = null, name = '', count = 1 } = change
  const { before, after, bulkAction = null, import: imported = null } = change
  await sql`
    insert into recent_changes (user_id, action, collection, record_id, name, records_count, before, after,
      bulk_action_id, import_id)
    values (${user}, ${action}, ${collection}, ${record}, ${name.slice(0, MAX_NAME)}, ${count},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb,
      ${bulkAction}, ${imported})`.execute(tx)
}

/** A bulk action of one suggestion has its title. */
export async function noteBulkAction(tx: Tx, user: number, id: number): Promise<void> {
  await sql`
    insert into recent_changes (user_id, action, collection, record_id, name, records_count, bulk_action_id)
    select ${user}, a.action, 'suggestions', s.id, coalesce(left(s.title, ${MAX_NAME}), ''), a.total_count, a.id
    from bulk_actions a
    left join bulk_action_records r on r.bulk_action_id = a.id and r.position = 1 and a.total_count = 1
    left join suggestions s on s.id = r.suggestion_id
    where a.id = ${id}`.execute(tx)
}

export const lockChange = (tx: Tx, id: number): Promise<RecentChange> =>
  lockRecord<RecentChange>(tx, recent_changes, id)

export async function markUndone(tx: Tx, id: number): Promise<void> {
  await sql`
    update recent_changes set undone_at = now(), updated_at = now() where id = ${id}`.execute(tx)
}

/** The changed members as they were before, and as they are after the change; undefined when nothing changed. */
export function compareRecords(
  before: ShownRecord,
  after: ShownRecord,
  members: { fields: string[]; links: string[] },
): { before: ShownRecord; after: ShownRecord } | undefined {
  const custom = Object.keys(after).filter((name) => name.startsWith('cf_'))
  const fields = [...members.fields.filter((name) => name in after), ...custom]
  const changed = fields.filter((name) => !isSame(before[name], after[name]))
  const links = members.links.filter((name) => !isSame(before.links?.[name], after.links?.[name]))
  if (changed.length + links.length === 0) return undefined
  const picked = { fields: changed, links }
  return { before: pickRecord(before, picked), after: pickRecord(after, picked) }
}

/** Empty for a record that does not exist. */
export const pickRecord = (
  record: ShownRecord | undefined,
  { fields, links }: { fields: string[]; links: string[] },
): ShownRecord =>
  record
    ? {
        ...pickMembers(record, fields),
        ...(links.length > 0 && { links: pickMembers(record.links ?? {}, links) }),
      }
    : {}

const pickMembers = (record: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]))

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * What the update must set to undo the change, or what was kept of a deleted record. Throws when somebody changed the same since.
 * `current` is undefined when the record does not exist.
 */
export function inputToUndo(change: RecentChange, current: ShownRecord | undefined): ShownRecord {
  const { id, before, after } = change
  if (before === null || after === null || change.undo_until.getTime() <= Date.now())
    throw new ApiError('conflict', `Change ${id}: too late, a change can be undone for 24 hours.`)
  const { links = {}, ...fields } = after
  const others = [
    ...Object.keys(fields).filter((name) => !isSame(current?.[name], fields[name])),
    ...Object.keys(links)
      .filter((name) => !isSame(current?.links?.[name], links[name]))
      .map((name) => `links.${name}`),
  ]
  if (others.length > 0)
    throw new ApiError(
      'conflict',
      `Change ${id}: ${others.join(', ')} changed since. Nothing was undone.`,
      undefined,
      'changed_since',
    )
  return before
}

// Segments of users, and the segmented values that suggestions and features show.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { features } from '../resources/features.ts'
import { readExpression } from '../resources/segment-expression.ts'
import { segmented_values } from '../resources/segmented_values.ts'
import { segments } from '../resources/segments.ts'
import { suggestions } from '../resources/suggestions.ts'
import { computeSegment, lockSegments } from './background/segment-figures.ts'
import { createRecord, deleteRecord, updateRecord } from './core/records.ts'

export type NewSegment = { name: string; key?: string; filters?: unknown }

const invalidFilters = (message: string) => new ApiError('invalid', message, { filters: 'in' })

/** Also creates its segmented values: `cv_<key>.users_count` and so on. */
export async function createSegment(
  tx: Tx,
  actor: number,
  { name, key, filters: input }: NewSegment,
): Promise<number> {
  const filters = readExpression(input, invalidFilters)
  await lockSegments(tx)
  const id = await createRecord(tx, segments, actor, {
    name,
    key: await chooseKey(tx, name, key),
    filters: JSON.stringify(filters),
  })
  await sql`
    insert into segmented_values (key, name, column_type, object_type, segment_id, created_by_id, updated_by_id)
    select s.key || '.' || column_type, s.name || ': ' || title, column_type, object_type, s.id, ${actor}, ${actor}
    from segments s,
      (values (1, 'users_count', 'users'), (2, 'accounts_count', 'accounts'), (3, 'revenue', 'revenue'))
        figure (n, column_type, title),
      (values ('suggestions'), ('features')) object (object_type)
    where s.id = ${id} order by object_type, n`.execute(tx)
  await computeSegment(tx, { id, filters }, invalidFilters)
  return id
}

/** The key cannot change: clients refer to the values by it. */
export async function updateSegment(
  tx: Tx,
  actor: number,
  id: number,
  { name, filters: input }: { name?: string; filters?: unknown },
): Promise<void> {
  const filters = input === undefined ? undefined : readExpression(input, invalidFilters)
  await lockSegments(tx)
  await updateRecord(
    tx,
    segments,
    { id, actor },
    {
      name,
      filters: filters && JSON.stringify(filters),
    },
  )
  if (filters) await computeSegment(tx, { id, filters }, invalidFilters)
}

/** Deletes its segmented values too. */
export async function deleteSegment(tx: Tx, id: number): Promise<void> {
  await lockSegments(tx)
  await sql`delete from segmented_values where segment_id = ${id}`.execute(tx)
  await deleteRecord(tx, segments, id)
}

/** The requested key, or one derived from the name, with a number when it is taken. */
async function chooseKey(tx: Tx, name: string, requested: string | undefined): Promise<string> {
  const base = requested ?? (await deriveKey(tx, name, 'segment'))
  const { rows } = await sql<{ key: string }>`
    select key from segments where key = ${base} or starts_with(key, ${`${base}_`})`.execute(tx)
  const taken = new Set(rows.map(({ key }) => key))
  if (!taken.has(base)) return base
  if (requested !== undefined) throw keyConflict(segments.singular, requested)
  let n = 2
  while (taken.has(`${base}_${n}`)) n += 1
  return `${base}_${n}`
}

/** The words of the name in lower case, without accents, joined by `_`. */
async function deriveKey(tx: Tx, name: string, fallback: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select trim('_' from left(regexp_replace(normalize_text(${name}), '[^0-9a-z]+', '_', 'g'), 64)) as key`.execute(
    tx,
  )
  return rows[0]?.key || fallback
}

const keyConflict = (singular: string, key: string) =>
  new ApiError('conflict', `key: another ${singular} already has the key ${formatValue(key)}.`, {
    key: 'in',
  })

export type NewSegmentedValue = {
  name: string
  key?: string
  column_type: string
  object_type?: string
  segment_id?: number
  links?: { segment?: number }
}

/** Needs no computation: it shows the figures of its segment. */
export async function createSegmentedValue(
  tx: Tx,
  actor: number,
  value: NewSegmentedValue,
): Promise<number> {
  const {
    name,
    key: requestedKey,
    column_type,
    object_type = 'features',
    segment_id,
    links,
  } = value
  const segment = links?.segment ?? segment_id
  if (segment === undefined) {
    throw new ApiError('invalid', 'links.segment: required.', { links: { segment: 'required' } })
  }
  await lockSegments(tx)
  const key = requestedKey?.replace(/^cv_/, '') ?? (await deriveKey(tx, name, 'value'))
  const resource = { suggestions, features }[object_type]
  const { rows } = await sql`
    select from segmented_values where object_type = ${object_type} and key = ${key}`.execute(tx)
  if (rows[0] || (resource && `cv_${key}` in resource.fields)) {
    throw keyConflict(segmented_values.singular, key)
  }
  return createRecord(tx, segmented_values, actor, {
    name,
    key,
    column_type,
    object_type,
    links: { segment },
  })
}

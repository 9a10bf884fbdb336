// Features group suggestions. Triggers update their figures when links change; the figures job updates them when
// supporters change.
import { sql } from 'kysely'
import { ApiError, notFound } from '../core/api-error.ts'
import { MARKDOWN } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { features } from '../resources/features.ts'
import { usePictures } from './attachments.ts'
import { buildActivityInsert } from './core/activity.ts'
import {
  buildMergedValues,
  buildNewValues,
  coerceValues,
  omitCustomFields,
  readCustomValues,
  type WithCustomFields,
} from './core/custom-values.ts'
import { lockSuggestions } from './core/locks.ts'
import {
  createRecord,
  type Input,
  lockRecord,
  requireLinkedRecords,
  updateRecord,
} from './core/records.ts'

export type FeatureFields = WithCustomFields & {
  name?: string
  description?: string | null
  description_mime_type?: string
  position?: number
  links?: { feature_status?: number | null; product_area?: number | null }
}

export async function createFeature(
  tx: Tx,
  actor: number,
  feature: FeatureFields & { name: string },
): Promise<number> {
  const values = await coerceValues(tx, 'features', readCustomValues(feature))
  const id = await createRecord(tx, features, actor, {
    ...(omitCustomFields(feature) as Input),
    custom_fields: buildNewValues(values),
  })
  await keepPictures(tx, id, feature)
  await auditFeature(tx, actor, 'created', id)
  return id
}

export async function updateFeature(
  tx: Tx,
  actor: number,
  id: number,
  changes: FeatureFields,
): Promise<void> {
  await lockRecord(tx, features, id)
  const values = await coerceValues(tx, 'features', readCustomValues(changes))
  await updateRecord(
    tx,
    features,
    { id, actor },
    {
      ...(omitCustomFields(changes) as Input),
      ...(Object.keys(values).length > 0 && { custom_fields: buildMergedValues(values) }),
    },
  )
  await keepPictures(tx, id, changes)
  await auditFeature(tx, actor, 'changed', id)
}

const keepPictures = (tx: Tx, id: number, { description }: FeatureFields) =>
  usePictures(
    tx,
    { body: description ?? '', body_mime_type: MARKDOWN },
    { column: 'feature_id', ids: [id] },
  )

export type FeatureMove = {
  before?: number | null
  links?: { feature_status?: number | null; product_area?: number | null }
}

// Between two features there is room for ten moves before others must make way.
const POSITION_GAP = 1024
const MAX_POSITION = 2_147_483_647

/** Places a feature in its status before another feature, or last, and in a product area if one is given. Others move only where there is no gap. */
export async function moveFeature(
  tx: Tx,
  actor: number,
  id: number,
  { before = null, links }: FeatureMove,
): Promise<void> {
  // One move at a time, so that two of them cannot choose the same position.
  await sql`select pg_advisory_xact_lock(hashtext('feature positions'))`.execute(tx)
  const feature = await lockRecord<{
    feature_status_id: number | null
    product_area_id: number | null
  }>(tx, features, id)
  const { feature_status = feature.feature_status_id, product_area = feature.product_area_id } =
    links ?? {}
  const { rows: others } = await sql<{ id: number; position: number }>`
    select id, position from features
    where feature_status_id is not distinct from ${feature_status} and id <> ${id} order by position, id`.execute(
    tx,
  )
  const place = before === null ? others.length : others.findIndex((one) => one.id === before)
  if (place < 0)
    throw new ApiError('invalid', `before: no feature with the id ${before} has this status.`, {
      before: 'not_found',
    })
  const position = await makeRoom(tx, actor, others, place)
  const hasMoved =
    feature.feature_status_id !== feature_status || feature.product_area_id !== product_area
  await updateRecord(
    tx,
    features,
    { id, actor },
    { position, links: { feature_status, product_area } },
  )
  if (hasMoved) await auditFeature(tx, actor, 'changed', id)
}

/** A position between the features around a place. */
async function makeRoom(
  tx: Tx,
  actor: number,
  others: { id: number; position: number }[],
  place: number,
): Promise<number> {
  const previous = others[place - 1]?.position ?? -1
  const next = others[place]?.position ?? previous + 2 * POSITION_GAP
  if (next - previous > 1 && next <= MAX_POSITION) return Math.ceil((previous + next) / 2)
  const numbered = others.map((one, i) => ({
    id: one.id,
    position: (i < place ? i + 1 : i + 2) * POSITION_GAP,
  }))
  await sql`
    update features f set position = n.position, updated_by_id = ${actor}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) n (id bigint, position integer)
    where f.id = n.id and f.position <> n.position`.execute(tx)
  return (place + 1) * POSITION_GAP
}

/** Unlinks its suggestions and logs that in their activity. */
export async function deleteFeature(tx: Tx, actor: number, id: number): Promise<void> {
  // Lock order: suggestions before features.
  await lockSuggestions(
    tx,
    sql`select suggestion_id from suggestion_features where feature_id = ${id}`,
  )
  // `for update` also blocks new links to the feature.
  const { rows } = await sql`select id from features where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound(features, id)
  await auditFeature(tx, actor, 'deleted', id)
  await sql`
    with unlinked as (
      delete from suggestion_features where feature_id = ${id} returning suggestion_id, feature_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from unlinked)
    )
    ${buildActivityInsert(actor, 'feature_unlinked', 'unlinked', { feature_id: sql`feature_id` })}`.execute(
    tx,
  )
  await sql`delete from segment_figures where collection = 'features' and record_id = ${id}`.execute(
    tx,
  )
  await sql`delete from features where id = ${id}`.execute(tx)
}

/** Idempotent. */
export async function linkToFeature(
  tx: Tx,
  actor: number,
  suggestion: number,
  feature: number,
): Promise<number> {
  await requireLinkedRecords(tx, features, { suggestion, feature }, LINK_COLLECTIONS)
  const { rows } = await sql`
    with linked as (
      insert into suggestion_features (suggestion_id, feature_id) values (${suggestion}, ${feature})
      on conflict do nothing returning suggestion_id, feature_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from linked)
    ), logged as (
      ${buildActivityInsert(actor, 'feature_linked', 'linked', { feature_id: sql`feature_id` })}
    )
    select from linked`.execute(tx)
  if (rows[0]) await auditFeature(tx, actor, 'suggestion_linked', feature)
  return suggestion
}

export async function unlinkFromFeature(
  tx: Tx,
  actor: number,
  suggestion: number,
  feature: number,
): Promise<number> {
  await requireLinkedRecords(tx, features, { suggestion, feature }, LINK_COLLECTIONS)
  const { rows } = await sql`
    with unlinked as (
      delete from suggestion_features where suggestion_id = ${suggestion} and feature_id = ${feature}
      returning suggestion_id, feature_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from unlinked)
    ), logged as (
      ${buildActivityInsert(actor, 'feature_unlinked', 'unlinked', { feature_id: sql`feature_id` })}
    )
    select from unlinked`.execute(tx)
  if (rows[0]) await auditFeature(tx, actor, 'suggestion_unlinked', feature)
  return suggestion
}

const LINK_COLLECTIONS = { suggestion: 'suggestions', feature: 'features' }

type AuditKind =
  | 'created'
  | 'changed'
  | 'deleted'
  | 'suggestion_linked'
  | 'suggestion_unlinked'
  | 'issue_linked'
  | 'issue_unlinked'

/** The entry stores the feature's current name. */
export async function auditFeature(
  tx: Tx,
  actor: number,
  kind: AuditKind,
  feature: number,
): Promise<void> {
  await sql`
    insert into audit_features (kind, name, feature_id, created_by_id)
    select ${kind}, name, id, ${actor} from features where id = ${feature}`.execute(tx)
}

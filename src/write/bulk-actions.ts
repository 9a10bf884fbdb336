// Bulk actions: one change of many suggestions, in batches. Each batch is one transaction, with its progress and with what
// undoing it needs, so that a process that dies loses and repeats nothing.
import { sql } from 'kysely'
import { ApiError, invalidInput } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { bulk_actions } from '../resources/bulk_actions.ts'
import {
  type ActionName,
  applyToBatch,
  type BulkInput,
  batchSizeOf,
  type Change,
  type Failure,
  isSmall,
  revertBatch,
} from './bulk-changes.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'

type TargetLink = 'label' | 'category' | 'status' | 'owner' | 'forum' | 'suggestion'

export type NewBulkAction = {
  action: ActionName
  /** The filters that selected the suggestions, for people. */
  query?: string | undefined
  body?: string | undefined
  body_mime_type?: string | undefined
  notify_supporters?: boolean | undefined
  links?: { [link in TargetLink]?: number | null | undefined } | undefined
}

/** The links that an action needs, and those that it also takes. */
const LINKS: Record<ActionName, { needs: TargetLink[]; takes?: TargetLink[] }> = {
  label: { needs: ['label'] },
  unlabel: { needs: ['label'] },
  categorize: { needs: ['category'] },
  status: { needs: ['status'] },
  assign: { needs: ['owner'] },
  move: { needs: ['forum'], takes: ['category'] },
  merge: { needs: ['suggestion'] },
  spam: { needs: [] },
  approve: { needs: [] },
  delete: { needs: [] },
  restore: { needs: [] },
}

/** Null clears it; of the others null is no value. */
const CLEARABLE: TargetLink[] = ['category', 'status', 'owner']

type BulkAction = BulkInput & {
  id: number
  state: string
  position: number
  total_count: number
  created_by_id: number | null
  undo_until: Date | null
}

const UNDO_HOURS = 24

/** A small action runs at once, another one in the background. */
export async function startBulkAction(
  tx: Tx,
  actor: number,
  action: NewBulkAction,
  suggestions: number[],
): Promise<number> {
  const links = checkLinks(action)
  await requireLinkedRecords(tx, bulk_actions, links)
  await requireCategory(tx, links)
  const ids = [...new Set(suggestions)]
  const { rows } = await sql<{ id: number }>`
    with started as (
      insert into bulk_actions (action, query, body, body_mime_type, notify_supporters, label_id, category_id, status_id, owner_id,
        forum_id, suggestion_id, clears, total_count, created_by_id)
      values (${action.action}, ${action.query ?? null}, ${action.body ?? null}, ${action.body_mime_type ?? 'text/plain'},
        ${action.notify_supporters ?? false},
        ${links.label ?? null}, ${links.category ?? null}, ${links.status ?? null}, ${links.owner ?? null}, ${links.forum ?? null},
        ${links.suggestion ?? null}, ${LINKS[action.action].needs.some((name) => links[name] === null)}, ${ids.length}, ${actor})
      returning id
    ), listed as (
      insert into bulk_action_records (bulk_action_id, position, suggestion_id)
      select started.id, place, suggestion
      from started, unnest(${ids}::bigint[]) with ordinality chosen (suggestion, place)
    )
    select id from started`.execute(tx)
  const { id } = rows[0] as { id: number }
  if (isSmall(action.action, ids.length)) await runBatch(tx, await lockAction(tx, id))
  else await sql`select ${addJob(bulkActionJob(id, 0))}`.execute(tx)
  return id
}

function checkLinks({ action, body, notify_supporters, links = {} }: NewBulkAction) {
  const { needs, takes = [] } = LINKS[action]
  const given = Object.entries(links).filter(([, id]) => id !== undefined) as [
    TargetLink,
    number | null,
  ][]
  const isMissing = (name: TargetLink) =>
    links[name] === undefined || (links[name] === null && !CLEARABLE.includes(name))
  const missing = needs.filter(isMissing)
  const foreign = given.map(([name]) => name).filter((name) => ![...needs, ...takes].includes(name))
  const problems = [
    ...missing.map((name) => ({
      path: ['links', name],
      code: 'required',
      message: `links.${name}: required by the action ${action}.`,
    })),
    ...foreign.map((name) => ({
      path: ['links', name],
      code: 'in',
      message: `links.${name}: the action ${action} does not take it.`,
    })),
  ]
  if (action !== 'status' && body !== undefined)
    problems.push({ path: ['body'], code: 'in', message: 'body: only the action status takes it.' })
  if (action !== 'status' && action !== 'merge' && notify_supporters)
    problems.push({
      path: ['notify_supporters'],
      code: 'in',
      message: 'notify_supporters: only the actions status and merge take it.',
    })
  if (problems.length > 0) throw invalidInput(problems)
  return links
}

async function requireCategory(tx: Tx, { forum, category }: NonNullable<NewBulkAction['links']>) {
  if (!forum || !category) return
  const { rows } =
    await sql`select from categories where id = ${category} and forum_id = ${forum}`.execute(tx)
  if (rows[0]) return
  const message = `links.category: category ${category} does not belong to forum ${forum}.`
  throw new ApiError('invalid', message, { links: { category: 'in' } })
}

/** The job of the next batch. */
export const bulkActionJob = (id: Expression, position: Expression): Job => ({
  task: 'run_bulk_action',
  payload: { bulk_action: id, position },
  subject: sql`'bulk action ' || ${id} || ' at ' || ${position}`,
})

/** Nothing when the batch was already done, or the action was cancelled or deleted. */
export async function runNextBatch(tx: Tx, id: number, position: number): Promise<void> {
  const { rows } = await sql<BulkAction>`
    select * from bulk_actions where id = ${id} and position = ${position}
      and state in ('queued', 'running', 'undoing') for update`.execute(tx)
  if (!rows[0]) return
  const next =
    rows[0].state === 'undoing' ? await undoBatch(tx, rows[0]) : await runBatch(tx, rows[0])
  if (next !== null) await sql`select ${addJob(bulkActionJob(id, next))}`.execute(tx)
}

/** Stops after the batch that is running. Idempotent. What was done stays, and can be undone. */
export async function cancelBulkAction(tx: Tx, id: number): Promise<void> {
  const { state } = await lockAction(tx, id)
  if (state === 'cancelled') return
  if (state !== 'queued' && state !== 'running')
    throw new ApiError(
      'conflict',
      `Bulk action ${id}: it is ${state}, so there is nothing to cancel.`,
    )
  await sql`
    update bulk_actions set state = 'cancelled', ${undoPeriod}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** Idempotent. */
export async function undoBulkAction(tx: Tx, id: number): Promise<void> {
  const action = await lockAction(tx, id)
  const { state, undo_until } = action
  if (state === 'undoing' || state === 'undone') return
  if (state === 'queued' || state === 'running')
    throw new ApiError('conflict', `Bulk action ${id}: it is ${state}. Cancel it first.`)
  if (undo_until === null || undo_until.getTime() <= Date.now())
    throw new ApiError(
      'conflict',
      `Bulk action ${id}: too late, an action can be undone for ${UNDO_HOURS} hours.`,
    )
  await sql`
    update bulk_actions set state = 'undoing', updated_at = now() where id = ${id}`.execute(tx)
  if (isSmall(action.action, action.position)) await undoBatch(tx, { ...action, state: 'undoing' })
  else await sql`select ${addJob(bulkActionJob(id, action.position))}`.execute(tx)
}

const lockAction = (tx: Tx, id: number) => lockRecord<BulkAction>(tx, bulk_actions, id)

const undoPeriod = sql`undo_until = now() + ${UNDO_HOURS} * interval '1 hour'`

/** Returns the position of the next batch, or null after the last. */
async function runBatch(tx: Tx, action: BulkAction): Promise<number | null> {
  const { id, position } = action
  const { rows } = await sql<{ suggestion_id: number }>`
    select suggestion_id from bulk_action_records
    where bulk_action_id = ${id} and position > ${position} order by position limit ${batchSizeOf(action.action)}`.execute(
    tx,
  )
  const ids = rows.map(({ suggestion_id }) => suggestion_id)
  const actor = await findActor(tx, action)
  const { changes, failures } = await applyToBatch(tx, actor, ids, action)
  await storeOutcome(tx, id, { from: position, to: position + ids.length }, { changes, failures })
  const isTargetGone = failures[0]?.reason === 'target_not_found'
  const end = position + ids.length
  const state = end < action.total_count ? 'running' : isTargetGone ? 'failed' : 'done'
  await sql`
    update bulk_actions set state = ${state}, position = ${end}, done_count = done_count + ${ids.length - failures.length},
      changed_count = changed_count + ${changes.length}, failed_count = failed_count + ${failures.length},
      ${state === 'running' ? sql`` : sql`${undoPeriod},`} updated_at = now()
    where id = ${id}`.execute(tx)
  return state === 'running' ? end : null
}

async function storeOutcome(
  tx: Tx,
  id: number,
  { from, to }: { from: number; to: number },
  { changes, failures }: { changes: Change[]; failures: Failure[] },
): Promise<void> {
  await sql`
    update bulk_action_records r set reason = f.reason, change = c.change,
      outcome = case when f.id is not null then 'failed' when c.id is not null then 'changed' else 'unchanged' end
    from bulk_action_records own
    left join (
      select (change ->> 'id')::bigint as id, change from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) change
    ) c on c.id = own.suggestion_id
    left join jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as f (id bigint, reason text)
      on f.id = own.suggestion_id
    where own.bulk_action_id = ${id} and own.position > ${from} and own.position <= ${to}
      and r.bulk_action_id = own.bulk_action_id and r.position = own.position`.execute(tx)
}

/** From the last record to the first. Returns the position of the next batch, or null after the last. */
async function undoBatch(tx: Tx, action: BulkAction): Promise<number | null> {
  const { id, position } = action
  const start = Math.max(0, position - batchSizeOf(action.action))
  const inBatch = sql`bulk_action_id = ${id} and position > ${start} and position <= ${position}`
  const { rows } = await sql<{ change: Change }>`
    select change from bulk_action_records where ${inBatch} and outcome = 'changed' order by suggestion_id`.execute(
    tx,
  )
  const changes = rows.map(({ change }) => change)
  const undone = await revertBatch(tx, await findActor(tx, action), changes, action)
  await sql`
    update bulk_action_records set
      outcome = case when suggestion_id = any(${undone}) then 'undone' else 'kept' end,
      reason = case when suggestion_id = any(${undone}) then null else 'changed_since' end
    where ${inBatch} and outcome = 'changed'`.execute(tx)
  const isOver = start === 0
  await sql`
    update bulk_actions set position = ${start}, undone_count = undone_count + ${undone.length}, updated_at = now()
      ${isOver ? sql`, state = 'undone', undo_until = null` : sql``}
    where id = ${id}`.execute(tx)
  return isOver ? null : start
}

/** In the name of the owner when the person is gone. */
async function findActor(tx: Tx, { created_by_id }: BulkAction): Promise<number> {
  if (created_by_id !== null) return created_by_id
  const { rows } = await sql<{ id: number }>`
    select id from users where is_owner order by id limit 1`.execute(tx)
  return (rows[0] as { id: number }).id
}

// Mails that members of the team chose: digests, and failures of the service. A periodic job says what each mail is about and adds the job
// that sends it. What it says is read when it is sent.
import { sql } from 'kysely'
import type { Mail } from '../../core/mail.ts'
import type { Db, Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'
import {
  FAILURES_WITHIN,
  findFailures,
  findForumNews,
  findMatches,
  findTitles,
  MAX_VIEWS,
  type Matches,
  type Period,
} from '../../read/staff-digest.ts'
import {
  type DigestedView,
  renderDigest,
  renderFailures,
  type StaffMailSite,
  type StaffReader,
} from '../../read/staff-mails.ts'
import { inTransaction } from '../core/transaction.ts'
import { IS_REACHABLE } from '../mail-failures.ts'
import { digestJob, failuresJob } from '../staff-notifications.ts'

/** What was being committed at the end of a period is visible then. */
const SETTLED = sql`now() - interval '1 minute'`
/** A digest of somebody who was disabled for long, or of a service that was stopped, has no more. */
const MAX_DIGEST_DAYS = 31
/** Failures are collected for so long. */
const FAILURES_INTERVAL = sql`interval '1 hour'`

/** Who works here now, with an address that exists. */
const STAFF = sql`permissions p join users u
  on u.id = p.user_id and p.disabled_at is null and u.allowed_state = 'allowed' and ${IS_REACHABLE}`

/** Adds the mails that are due. Without a mail server their time passes. */
export async function queueStaffMails(tx: Tx, hasMail: boolean): Promise<void> {
  if (!hasMail) return passTime(tx)
  await sql`
    with due as (
      select n.user_id, last_digest_time(n.digest, n.time_zone, ${SETTLED}) as at
      from staff_notifications n where n.digest <> 'never' and n.user_id in (select p.user_id from ${STAFF})
    ),
    queued as (
      update staff_notifications n set digest_until = due.at from due
      where due.user_id = n.user_id and due.at > coalesce(n.digest_until, n.digest_from) returning n.user_id
    )
    select ${addJob(digestJob(sql.ref('user_id')))} from queued`.execute(tx)
  // Of a person without a row, what is older was before their time.
  await sql`
    insert into staff_notifications (user_id, failures_from)
    select p.user_id, now() - 2 * ${FAILURES_INTERVAL} from ${STAFF} where p.role in ('owner', 'admin')
      and exists (${FAILURES_WITHIN(sql`now() - 2 * ${FAILURES_INTERVAL}`, SETTLED)})
    order by 1 on conflict do nothing`.execute(tx)
  await sql`
    with queued as (
      update staff_notifications n set failures_until = ${SETTLED}
      where n.failures and n.user_id in (select p.user_id from ${STAFF} where p.role in ('owner', 'admin'))
        and coalesce(n.failures_until, n.failures_from) <= now() - ${FAILURES_INTERVAL}
        and exists (${FAILURES_WITHIN(sql`coalesce(n.failures_until, n.failures_from)`, SETTLED)})
      returning n.user_id
    )
    select ${addJob(failuresJob(sql.ref('user_id')))} from queued`.execute(tx)
}

const passTime = async (tx: Tx): Promise<void> => {
  await sql`
    update staff_notifications set digest_from = now(), digest_until = null, failures_from = now(), failures_until = null
    where digest_until is not null or digest <> 'never' and digest_from < now() - interval '1 hour'
      or failures_from < now() - ${FAILURES_INTERVAL}`.execute(tx)
}

type Subscription = {
  id: number
  name: string
  params: string | null
  matches: number[] | null
  is_invalid: boolean
}

/** Views that were subscribed to, or changed: what they match now is not new. */
export async function beginSubscriptions(db: Db): Promise<void> {
  await sql`
    delete from view_subscriptions s using views v where v.id = s.view_id and not v.subscribed`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; params: string | null }>`
    select v.id, v.params from views v
      join staff_notifications n on n.user_id = coalesce(v.user_id, v.created_by_id) and n.digest <> 'never'
      left join view_subscriptions s on s.view_id = v.id
    where v.subscribed and v.kind = 'suggestions' and (s.view_id is null or s.params is distinct from v.params)
    order by v.id limit 100`.execute(db)
  for (const { id, params } of rows)
    await inTransaction(db, async (tx) => {
      const matches = toMatches(await findMatches(tx, params))
      await sql`
        insert into view_subscriptions (view_id, params, matches)
        select id, ${params}, ${matches}::bigint[] from views where id = ${id}
        on conflict (view_id) do update set params = excluded.params, matches = excluded.matches, is_invalid = false`.execute(
        tx,
      )
    })
}

const toMatches = (found: Matches): number[] | null =>
  typeof found === 'string' ? null : found.ids

/** A mail, or nothing where there is nothing to say, and what is stored once it is sent. */
export type PreparedStaffMail = { mail: Mail | undefined; finish(db: Db): Promise<void> }

const findWaiting = async (
  db: Db,
  userId: number,
  kind: 'digest' | 'failures',
): Promise<StaffReader | undefined> => {
  const from = sql.ref(`n.${kind}_from`)
  const until = sql.ref(`n.${kind}_until`)
  const { rows } = await sql<StaffReader>`
    select greatest(${from}, ${until} - ${MAX_DIGEST_DAYS} * interval '1 day') as from, coalesce(${until}, ${from}) as until,
      u.id, u.email_address as email, u.language, n.time_zone
    from staff_notifications n join (${STAFF}) on p.user_id = n.user_id
    where n.user_id = ${userId} and ${until} is not null
      and ${kind === 'digest' ? sql`n.digest <> 'never'` : sql`n.failures and p.role in ('owner', 'admin')`}`.execute(
    db,
  )
  return rows[0]
}

const finishPeriod = (
  db: Db,
  userId: number,
  kind: 'digest' | 'failures',
  until: Date,
): Promise<unknown> =>
  sql`
  update staff_notifications set ${sql.ref(`${kind}_from`)} = ${until},
    ${sql.ref(`${kind}_until`)} = nullif(${sql.ref(`${kind}_until`)}, ${until})
  where user_id = ${userId} and ${sql.ref(`${kind}_from`)} < ${until}`.execute(db)

/** Undefined when nothing waits any more. */
export async function prepareStaffDigest(
  db: Db,
  userId: number,
  site: StaffMailSite,
): Promise<PreparedStaffMail | undefined> {
  const waiting = await findWaiting(db, userId, 'digest')
  if (!waiting) return undefined
  const forums = await findForumNews(db, userId, waiting)
  const { views, changes } = await lookAtViews(db, userId, waiting)
  return {
    mail: renderDigest(site, waiting, { forums, views }),
    finish: (done) =>
      inTransaction(done, async (tx) => {
        for (const { id, params, matches, isInvalid } of changes)
          await sql`
            update view_subscriptions set matches = ${matches}::bigint[], is_invalid = ${isInvalid}
            where view_id = ${id} and params is not distinct from ${params}`.execute(tx)
        await finishPeriod(tx, userId, 'digest', waiting.until)
      }),
  }
}

type Change = { id: number; params: string | null; matches: number[] | null; isInvalid: boolean }

async function lookAtViews(
  db: Db,
  userId: number,
  { from }: Period,
): Promise<{ views: DigestedView[]; changes: Change[] }> {
  const { rows } = await sql<Subscription>`
    select v.id, v.name, s.params, s.matches::float8[] as matches, s.is_invalid
    from views v join view_subscriptions s on s.view_id = v.id and s.params is not distinct from v.params
    where v.subscribed and v.kind = 'suggestions' and coalesce(v.user_id, v.created_by_id) = ${userId}
    order by v.id limit ${MAX_VIEWS}`.execute(db)
  const views: DigestedView[] = []
  const changes: Change[] = []
  for (const view of rows) {
    const { id, name, params } = view
    const found = await inTransaction(db, (tx) => findMatches(tx, params))
    const isInvalid = found === 'invalid'
    changes.push({ id, params, matches: toMatches(found), isInvalid })
    if (isInvalid) {
      if (!view.is_invalid) views.push({ id, name, isInvalid, count: 0, titles: [] })
      continue
    }
    const { count, titles } = await findTitles(db, await findFresh(db, view, found, from))
    if (count > 0) views.push({ id, name, isInvalid, count, titles })
  }
  return { views, changes }
}

/** Those that did not match before. Of a view with very many, those that are new. */
async function findFresh(
  db: Db,
  { params, matches }: Subscription,
  found: Exclude<Matches, 'invalid'>,
  from: Date,
): Promise<number[]> {
  if (found === 'too many') {
    const created = await inTransaction(db, (tx) => findMatches(tx, params, from))
    return typeof created === 'string' ? [] : created.ids
  }
  if (matches === null) return []
  const known = new Set(matches)
  return found.ids.filter((id) => !known.has(id))
}

/** Undefined when nothing waits any more. */
export async function prepareFailures(
  db: Db,
  userId: number,
  site: StaffMailSite,
): Promise<PreparedStaffMail | undefined> {
  const waiting = await findWaiting(db, userId, 'failures')
  if (!waiting) return undefined
  const failures = await findFailures(db, waiting)
  return {
    mail: renderFailures(site, waiting, failures),
    finish: async (done) => {
      await finishPeriod(done, userId, 'failures', waiting.until)
    },
  }
}

/** It is not sent. The next one is about what comes after it. */
export const dropStaffMail = (
  tx: Tx,
  userId: number,
  kind: 'digest' | 'failures',
): Promise<unknown> =>
  sql`
  update staff_notifications set ${sql.ref(`${kind}_from`)} = coalesce(${sql.ref(`${kind}_until`)}, ${sql.ref(`${kind}_from`)}),
    ${sql.ref(`${kind}_until`)} = null
  where user_id = ${userId}`.execute(tx)

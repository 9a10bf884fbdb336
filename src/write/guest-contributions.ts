// What people write on the portal without signing in. It is kept apart, neither shown nor counted, until the address is
// confirmed or a moderator approves it; then it becomes a suggestion, a comment or a vote of that person.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { guest_contributions } from '../resources/guest_contributions.ts'
import { createComment, moderateComment } from './comments.ts'
import { type ContributionRules, isHeldByForum, isHeldText } from './contribution-state.ts'
import { lockPeopleAndSuggestions } from './core/locks.ts'
import { findMergeTarget } from './core/merge-target.ts'
import type { ContributionState } from './core/moderation.ts'
import { findOrCreateUser } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import {
  type Answers,
  type CheckedAnswers,
  checkAnswers,
  lockFormFields,
  textOfAnswers,
} from './portal-form.ts'
import { createSuggestion, moderateSuggestion, requireCategoryOfForum } from './suggestions.ts'
import { addSupporter, removeSupporter } from './supporters.ts'

/** `work`: the browser computed. `form`: only the time check of a form; then fewer can wait. */
export type GuestProof = 'work' | 'form'

export type NewGuestContribution = {
  /** Default: work. */
  proof?: GuestProof
  name: string
  email: string
  /** Of `clientNetwork`. */
  network: string
} & (
  | {
      kind: 'suggestion'
      title: string
      body?: string
      /** What the form asks besides. */
      answers?: Answers
      links: { forum: number; category?: number }
    }
  | { kind: 'comment'; body: string; links: { suggestion: number; reply_to?: number } }
  | { kind: 'vote'; links: { suggestion: number } }
)

/** As many can wait: more are refused. */
const MAX_WAITING: Record<GuestProof, { ofAddress: number; ofNetwork: number }> = {
  work: { ofAddress: 20, ofNetwork: 100 },
  form: { ofAddress: 3, ofNetwork: 10 },
}

type Place = { forum: number; suggestion: number | null }

/**
 * The answer is the same for every address. What comes from the address of a blocked person is stored as spam. The caller has
 * asked `access.decide`, and mails the link that confirms the address.
 */
export async function addGuestContribution(
  tx: Tx,
  contribution: NewGuestContribution,
  rules: Omit<ContributionRules, 'repeated_text_minutes'>,
): Promise<number> {
  const { kind, name, email, network } = contribution
  const place = await findPlace(tx, contribution)
  const category = (kind === 'suggestion' && contribution.links.category) || null
  await requireCategoryOfForum(tx, category, place.forum)
  const title = kind === 'suggestion' ? contribution.title : ''
  const body = kind === 'vote' ? '' : (contribution.body ?? '')
  const replyTo = (kind === 'comment' && contribution.links.reply_to) || null
  await requireReplyTo(tx, replyTo, place.suggestion)
  await limitWaiting(tx, contribution)
  const answers =
    kind === 'suggestion'
      ? checkAnswers(await lockFormFields(tx), contribution.answers ?? {}, { isNew: true })
      : {}
  const text = `${name}\n${title}\n${body}\n${textOfAnswers(answers)}`
  const isHeld = isHeldText(text, rules, false)
  const { rows } = await sql<{ id: number }>`
    insert into guest_contributions (kind, state, name, email_address, title, body, is_held, network, forum_id,
      category_id, suggestion_id, reply_to_id, custom_fields)
    values (${kind}, case when exists (
        select from users where lower(email_address) = lower(${email} collate "und-x-icu") and allowed_state = 'blocked')
      then 'spam' else 'waiting' end, ${name}, ${email}, ${title}, ${body}, ${isHeld}, ${network}, ${place.forum},
      ${category}, ${place.suggestion}, ${replyTo}, jsonb_strip_nulls(${JSON.stringify(answers)}::jsonb))
    returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

async function findPlace(tx: Tx, { links }: NewGuestContribution): Promise<Place> {
  if ('forum' in links) {
    await requireLinkedRecords(tx, guest_contributions, { forum: links.forum })
    return { forum: links.forum, suggestion: null }
  }
  await requireLinkedRecords(tx, guest_contributions, links)
  const suggestion = await findMergeTarget(tx, links.suggestion)
  const { rows } = await sql<{ forum: number }>`
    select forum_id as forum from suggestions where id = ${suggestion} and is_visible`.execute(tx)
  if (!rows[0]) throw new ApiError('not_found', `No suggestion has the id ${links.suggestion}.`)
  return { forum: rows[0].forum, suggestion }
}

// Two arbitrary classes of advisory locks.
const NETWORK_LOCK = 7325_1051
const ADDRESS_LOCK = 7325_1052

/** Concurrent ones of the same network or address wait for each other, so that the limits hold. */
async function limitWaiting(
  tx: Tx,
  { email, network, proof = 'work' }: { email: string; network: string; proof?: GuestProof },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NETWORK_LOCK}, hashtext(${network}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(lower(${email})))`.execute(tx)
  const { rows } = await sql<{ ofAddress: number; ofNetwork: number }>`
    select (select count(*) from guest_contributions
        where lower(email_address) = lower(${email} collate "und-x-icu") and state <> 'approved')::float8 as "ofAddress",
      (select count(*) from guest_contributions where network = ${network} and state <> 'approved')::float8 as "ofNetwork"`.execute(
    tx,
  )
  const { ofAddress = 0, ofNetwork = 0 } = rows[0] ?? {}
  const most = MAX_WAITING[proof]
  if (ofAddress < most.ofAddress && ofNetwork < most.ofNetwork) return
  throw new ApiError(
    'rate_limited',
    'Too much waits for confirmation. Confirm your e-mail address or sign in first.',
  )
}

type Waiting = {
  id: number
  kind: 'suggestion' | 'comment' | 'vote'
  name: string
  email_address: string
  title: string
  body: string
  is_held: boolean
  forum_id: number
  category_id: number | null
  suggestion_id: number | null
  reply_to_id: number | null
  custom_fields: CheckedAnswers
  created_at: Date
}

/** `id` is that of the record: a suggestion, a comment, or a supporter of `suggestionId`. */
export type PublishedContribution = {
  id: number
  kind: Waiting['kind']
  suggestionId: number
}

/**
 * Call it in the transaction that confirms the address, and when somebody with a confirmed address signs in: what waits for it
 * becomes theirs, with the time at which it was written. So does the name that they gave, if they have none. Returns the last one.
 */
export async function confirmGuestContributions(
  tx: Tx,
  email: string,
  userId: number,
): Promise<PublishedContribution | null> {
  const { rows } = await sql<Waiting>`
    delete from guest_contributions
    where lower(email_address) = lower(${email} collate "und-x-icu") and state = 'waiting' and expires_at > now()
    returning *`.execute(tx)
  if (rows.length === 0) return null
  await lockPeopleAndSuggestions(
    tx,
    sql`select ${userId}::bigint`,
    sql`select unnest(${rows.flatMap(({ suggestion_id }) => suggestion_id ?? [])}::bigint[])`,
  )
  const oldestFirst = rows.toSorted((a, b) => a.id - b.id)
  const name = oldestFirst.findLast((waiting) => waiting.name !== '')?.name
  if (name !== undefined)
    await sql`update users set name = ${name} where id = ${userId} and name = ''`.execute(tx)
  let last: PublishedContribution | null = null
  for (const waiting of oldestFirst) {
    const isHeld =
      waiting.kind !== 'vote' &&
      (waiting.is_held ||
        (await isHeldByForum(tx, {
          forumId: waiting.forum_id,
          userId,
          kind: waiting.kind,
          isGuest: true,
        })))
    const id = await publish(tx, userId, waiting, isHeld ? 'new' : 'approved')
    if (id !== null) last = { id, kind: waiting.kind, suggestionId: waiting.suggestion_id ?? id }
  }
  return last
}

/** Returns the id of what it made; null where the suggestion is hidden by now. */
async function publish(
  tx: Tx,
  userId: number,
  {
    kind,
    title,
    body,
    forum_id,
    category_id,
    suggestion_id,
    reply_to_id,
    custom_fields,
    created_at,
  }: Waiting,
  state: ContributionState,
): Promise<number | null> {
  const written = { channel: 'portal', created_at: created_at.toISOString() }
  if (kind === 'suggestion') {
    const category = await findCategory(tx, category_id, forum_id)
    const links = { forum: forum_id, category, created_by: userId }
    const values = { ...written, title, body, state, vote: true, custom_fields, links }
    return createSuggestion(tx, userId, values)
  }
  const suggestion = await findMergeTarget(tx, suggestion_id as number)
  const { rows } =
    await sql`select from suggestions where id = ${suggestion} and is_visible`.execute(tx)
  if (rows.length === 0) return null
  if (kind === 'vote') {
    const person = { id: userId }
    return (await addSupporter(tx, userId, { ...written, person, links: { suggestion } })).id
  }
  const reply_to = await findAnswered(tx, reply_to_id, suggestion)
  const links = { suggestion, created_by: userId, reply_to }
  return createComment(
    tx,
    userId,
    { ...written, body, state, links },
    { hasMail: false, isNews: true },
  )
}

/** Null when it was removed, or moved to another suggestion. */
async function findAnswered(
  tx: Tx,
  id: number | null,
  suggestion: number | null,
): Promise<number | null> {
  if (id === null) return null
  const { rows } = await sql<{ id: number }>`
    select id from comments
    where id = ${id} and suggestion_id = ${suggestion} and state in ('approved', 'published')`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

async function requireReplyTo(tx: Tx, id: number | null, suggestion: number | null): Promise<void> {
  if (id === null || (await findAnswered(tx, id, suggestion)) !== null) return
  throw new ApiError('invalid', `reply_to_id: ${id} is no published comment on this idea.`, {
    reply_to_id: 'not_found',
  })
}

/** Null when it was moved to another forum. */
async function findCategory(tx: Tx, id: number | null, forum: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from categories where id = ${id} and forum_id = ${forum}`.execute(tx)
  return rows[0]?.id ?? null
}

/** A moderator decides without a confirmed address: the person is created, unconfirmed. */
export async function approveGuestContribution(tx: Tx, id: number): Promise<void> {
  const waiting = await lockRecord<Waiting & { state: string }>(tx, guest_contributions, id)
  if (waiting.state === 'approved') return
  const { id: userId } = await findOrCreateUser(tx, waiting.email_address, waiting.name)
  const record = await publish(tx, userId, waiting, 'approved')
  if (record === null)
    throw new ApiError(
      'conflict',
      `Guest contribution ${id}: suggestion ${waiting.suggestion_id} is hidden. Approve or restore it first.`,
    )
  await sql`
    update guest_contributions set state = 'approved', record_id = ${record}, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Deletes what approving made. It waits again. */
export async function withdrawGuestApproval(tx: Tx, actor: number, id: number): Promise<void> {
  const { kind, state, record_id } = await lockRecord<{
    kind: Waiting['kind']
    state: string
    record_id: number | null
  }>(tx, guest_contributions, id)
  if (state !== 'approved' || record_id === null) return
  if (kind === 'suggestion') await moderateSuggestion(tx, actor, record_id, 'deleted')
  else if (kind === 'comment') await moderateComment(tx, actor, record_id, 'deleted')
  else await removeSupporter(tx, actor, record_id)
  await sql`
    update guest_contributions set state = 'waiting', record_id = null, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** It expires as before; until then it can be restored. What approving made is deleted. */
export async function setGuestContributionState(
  tx: Tx,
  actor: number,
  id: number,
  state: 'waiting' | 'spam' | 'deleted',
): Promise<void> {
  await withdrawGuestApproval(tx, actor, id)
  await sql`
    update guest_contributions set state = ${state}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

export const deleteExpiredGuestContributions = (tx: Tx) =>
  sql`delete from guest_contributions where expires_at <= now()`.execute(tx)

/** Of a person who is erased. */
export const deleteGuestContributionsOf = (tx: Tx, email: string) =>
  sql`
    delete from guest_contributions where lower(email_address) = lower(${email} collate "und-x-icu")`.execute(
    tx,
  )

// What people do on the portal about their own contributions and settings.
import { sql } from 'kysely'
import { ApiError, invalidInput } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { setOwnFiles } from './attachments.ts'
import { type ContributionRules, stateOfContribution } from './contribution-state.ts'
import { lockRecord } from './core/records.ts'
import { type Answers, checkAnswers, lockFormFields, textOfAnswers } from './portal-form.ts'
import { updateSuggestion } from './suggestion-changes.ts'
import { createSuggestion, moderateSuggestion } from './suggestions.ts'

/** Where contributions of end users come from. */
export const PORTAL = 'portal'

export type NewIdea = {
  forumId: number
  title: string
  text: string
  categoryId: number | null
  attachmentIds?: number[]
  /** What the form asks besides. */
  answers?: Answers
}

/** The author supports it. It can wait for a moderator. The caller has decided that they may suggest in the forum. */
export async function suggestIdea(
  tx: Tx,
  userId: number,
  { forumId, title, text, categoryId, attachmentIds = [], answers = {} }: NewIdea,
  rules: ContributionRules,
): Promise<number> {
  await requireCategory(tx, forumId, categoryId)
  const values = checkAnswers(await lockFormFields(tx), answers, { isNew: true })
  const contribution = { forumId, userId, kind: 'suggestion' as const, isGuest: false }
  const state = await stateOfContribution(
    tx,
    { ...contribution, text: `${title}\n${text}`, answers: textOfAnswers(values) },
    rules,
  )
  const id = await createSuggestion(tx, userId, {
    title,
    body: text,
    channel: PORTAL,
    vote: true,
    state,
    custom_fields: values,
    links: { forum: forumId, category: categoryId },
  })
  if (attachmentIds.length > 0) await setOwnFiles(tx, userId, attachmentIds, { suggestion: id })
  return id
}

export type IdeaChanges = {
  title?: string | undefined
  text?: string | undefined
  categoryId?: number | null | undefined
  /** Replaces the files that the author added. */
  attachmentIds?: number[] | undefined
  /** Those that are not named stay. */
  answers?: Answers | undefined
}

/** Absent members stay. Throws 409 when it is no longer the author's alone, or a moderator would have to see the new text. */
export async function changeOwnIdea(
  tx: Tx,
  { id, userId }: { id: number; userId: number },
  { title, text, categoryId, attachmentIds, answers = {} }: IdeaChanges,
  rules: ContributionRules,
): Promise<void> {
  // Lock order: custom fields before records, as in updateSuggestion.
  const fields = Object.keys(answers).length > 0 ? await lockFormFields(tx) : []
  const before = await lockOwnIdea(tx, userId, id)
  if (categoryId !== undefined) await requireCategory(tx, before.forumId, categoryId)
  const values = checkAnswers(fields, answers, { isNew: false })
  const answered = textOfAnswers(values)
  const after = `${title ?? before.title}\n${text ?? before.body}`
  if (after !== `${before.title}\n${before.body}` || answered !== '') {
    const contribution = { forumId: before.forumId, userId, kind: 'suggestion' as const }
    const state = await stateOfContribution(
      tx,
      { ...contribution, isGuest: false, text: after, answers: answered },
      // The same text again is no repetition here.
      { ...rules, repeated_text_minutes: 0 },
    )
    if (state === 'new' && before.state !== 'new') throw mustBeApproved('idea')
  }
  await updateSuggestion(tx, userId, id, {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text, body_mime_type: 'text/plain' }),
    ...(categoryId !== undefined && { links: { category: categoryId } }),
    custom_fields: values,
  })
  if (attachmentIds !== undefined) await setOwnFiles(tx, userId, attachmentIds, { suggestion: id })
}

/** Throws 409 when it is no longer the author's alone. */
export async function deleteOwnIdea(tx: Tx, userId: number, id: number): Promise<void> {
  await lockOwnIdea(tx, userId, id)
  await moderateSuggestion(tx, userId, id, 'deleted')
}

type OwnIdea = { title: string; body: string; state: string; forumId: number; isShared: boolean }

/** What others support or answer belongs to them too: its text must stay what they read. */
async function lockOwnIdea(tx: Tx, userId: number, id: number): Promise<OwnIdea> {
  await lockRecord(tx, suggestions, id)
  const { rows } = await sql<OwnIdea>`
    select s.title, s.body, s.state, s.forum_id as "forumId",
      exists (select from supporters v where v.suggestion_id = s.id and v.user_id <> ${userId})
      or exists (select from comments c where c.suggestion_id = s.id and c.created_by_id is distinct from ${userId}
        and c.state in ('new', 'approved', 'published'))
      or exists (select from status_updates u where u.suggestion_id = s.id)
      or exists (select from suggestions m where m.parent_suggestion_id = s.id) as "isShared"
    from suggestions s where s.id = ${id} and s.created_by_id = ${userId} and s.parent_suggestion_id is null`.execute(
    tx,
  )
  const [idea] = rows
  if (idea && !idea.isShared) return idea
  throw new ApiError(
    'conflict',
    `Idea ${id} is no longer yours alone: others support it or answered. Ask the team to change or delete it.`,
  )
}

/** Else a harmless text could become anything after its approval. */
export const mustBeApproved = (noun: 'idea' | 'comment') =>
  new ApiError(
    'conflict',
    `This text must be approved. Delete the ${noun}, and send the text as a new one.`,
  )

async function requireCategory(tx: Tx, forumId: number, categoryId: number | null): Promise<void> {
  const { rows } = await sql<{ isRequired: boolean; isKnown: boolean }>`
    select category_required and exists (select from categories c where c.forum_id = f.id) as "isRequired",
      exists (select from categories c where c.id = ${categoryId} and c.forum_id = f.id) as "isKnown"
    from forums f where f.id = ${forumId}`.execute(tx)
  const { isRequired = false, isKnown = false } = rows[0] ?? {}
  if (isKnown || (categoryId === null && !isRequired)) return
  const path = ['suggestion', 'category_id']
  throw invalidInput([
    categoryId === null
      ? { path, code: 'required', message: 'category_id: required in this forum.' }
      : {
          path,
          code: 'not_found',
          message: `category_id: ${categoryId} is no category of this forum.`,
        },
  ])
}

export const FREQUENCIES = ['immediately', 'daily', 'never'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export type MailFrequencies = {
  status_frequency?: Frequency
  comment_frequency?: Frequency
  announcement_frequency?: Frequency
}

export type OwnSettings = MailFrequencies & {
  name?: string
  language?: string | null
  /** True keeps a daily mail. */
  status_notifications?: boolean
  comment_notifications?: boolean
  hides_support?: boolean
}

/** Leaves absent members as they are. A frequency wins over the same setting as a flag. */
export async function updateOwnSettings(
  tx: Tx,
  userId: number,
  settings: OwnSettings,
): Promise<void> {
  const { status_frequency, comment_frequency, announcement_frequency, ...columns } = settings
  const flags = {
    ...columns,
    ...(status_frequency && { status_notifications: status_frequency !== 'never' }),
    ...(comment_frequency && { comment_notifications: comment_frequency !== 'never' }),
    ...(announcement_frequency && {
      announcement_notifications: announcement_frequency !== 'never',
    }),
  }
  const changed = Object.entries(flags).filter(([, value]) => value !== undefined)
  if (changed.length === 0) return
  const { rows } = await sql`
    update users set ${sql.join(changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where id = ${userId} returning id`.execute(tx)
  if (rows.length > 0) await setDaily(tx, userId, settings)
}

/** What is daily already keeps the time since when it is. Ending mails has ended what was daily (functions/mails.sql). */
async function setDaily(tx: Tx, userId: number, frequencies: MailFrequencies): Promise<void> {
  const { status_frequency, comment_frequency, announcement_frequency } = frequencies
  if (!status_frequency && !comment_frequency && !announcement_frequency) return
  const since = (frequency: Frequency | undefined, column: string) =>
    frequency === undefined
      ? sql`d.${sql.ref(column)}`
      : frequency === 'daily'
        ? sql`coalesce(d.${sql.ref(column)}, now())`
        : sql`null::timestamptz`
  await sql`
    with chosen as (
      select ${since(status_frequency, 'status_since')} as status, ${since(comment_frequency, 'comments_since')} as comments,
        ${since(announcement_frequency, 'announcements_since')} as announcements
      from (select ${userId}::bigint as id) u left join daily_digests d on d.user_id = u.id
    ), ended as (
      delete from daily_digests where user_id = ${userId}
        and exists (select from chosen where num_nonnulls(status, comments, announcements) = 0)
    )
    insert into daily_digests (user_id, status_since, comments_since, announcements_since)
    select ${userId}, status, comments, announcements from chosen
    where num_nonnulls(status, comments, announcements) > 0
    on conflict (user_id) do update set status_since = excluded.status_since, comments_since = excluded.comments_since,
      announcements_since = excluded.announcements_since`.execute(tx)
}

/** What came daily does not come any more; the rest stays. */
export const endDailyMails = async (tx: Tx, userId: number): Promise<void> => {
  await sql`
    update users u set status_notifications = status_notifications and mail_frequency(u, 'status') <> 'daily',
      comment_notifications = comment_notifications and mail_frequency(u, 'comments') <> 'daily',
      announcement_notifications = case when mail_frequency(u, 'announcements') = 'daily' then false
        else announcement_notifications end
    where id = ${userId} and exists (select from daily_digests d where d.user_id = u.id)`.execute(
    tx,
  )
}

/** What happened until then, or until now, is read. It never becomes unread again. Returns until when. */
export async function markNotificationsRead(
  tx: Tx,
  userId: number,
  until: Date | null,
): Promise<Date> {
  const { rows } = await sql<{ readUntil: Date }>`
    insert into notification_reads as r (user_id, read_until)
    values (${userId}, least(${until}::timestamptz, clock_timestamp()))
    on conflict (user_id) do update set read_until = greatest(r.read_until, excluded.read_until)
    returning read_until as "readUntil"`.execute(tx)
  return (rows[0] as { readUntil: Date }).readUntil
}

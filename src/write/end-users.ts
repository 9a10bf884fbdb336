// What people do on the portal about their own contributions and settings.
import { sql } from 'kysely'
import { invalidInput } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { type ContributionRules, stateOfContribution } from './contribution-state.ts'
import { createSuggestion } from './suggestions.ts'

/** Where contributions of end users come from. */
export const PORTAL = 'portal'

export type NewIdea = {
  forumId: number
  title: string
  text: string
  categoryId: number | null
}

/** The author supports it. It can wait for a moderator. The caller has decided that they may suggest in the forum. */
export async function suggestIdea(
  tx: Tx,
  userId: number,
  { forumId, title, text, categoryId }: NewIdea,
  rules: ContributionRules,
): Promise<number> {
  await requireCategory(tx, forumId, categoryId)
  const contribution = { forumId, userId, kind: 'suggestion' as const, isGuest: false }
  const state = await stateOfContribution(tx, { ...contribution, text: `${title}\n${text}` }, rules)
  return createSuggestion(tx, userId, {
    title,
    body: text,
    channel: PORTAL,
    vote: true,
    state,
    links: { forum: forumId, category: categoryId },
  })
}

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

export type OwnSettings = {
  name?: string
  language?: string | null
  status_notifications?: boolean
  comment_notifications?: boolean
}

/** Leaves absent members as they are. */
export async function updateOwnSettings(
  tx: Tx,
  userId: number,
  settings: OwnSettings,
): Promise<void> {
  const changed = Object.entries(settings).filter(([, value]) => value !== undefined)
  if (changed.length === 0) return
  await sql`
    update users set ${sql.join(changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where id = ${userId}`.execute(tx)
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

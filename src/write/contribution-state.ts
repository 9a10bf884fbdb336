// Whether something that people write on the portal is shown at once or waits for a moderator. This is the only place that
// decides it. What comes through the admin API does not wait.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { containsWord, countLinks } from '../core/content-checks.ts'
import type { Tx } from '../db/db.ts'
import type { ModerationTier } from '../resources/forums.ts'
import type { ContributionState } from './core/moderation.ts'

/** The settings of the same names. */
export type ContributionRules = {
  /** A text with one of these words waits. */
  held_words: readonly string[]
  /** A text of somebody without an approved contribution waits when it has more links; null: no limit. */
  newcomer_links: number | null
  /** The same text by the same person within this time is refused; 0: never. */
  repeated_text_minutes: number
}

export type Contribution = {
  forumId: number
  userId: number
  kind: 'suggestion' | 'comment'
  /** Written without signing in. */
  isGuest: boolean
  /** Of a suggestion its title, a line break and its body. */
  text: string
  /** What else is checked for words and links. */
  answers?: string
}

/** The latest contributions of a person that a new one is compared with. */
const COMPARED = 50

type Facts = { tier: ModerationTier; isStaff: boolean; isKnown: boolean; isRepeated: boolean }

/** Throws 409 for a text that the person has just sent. */
export async function stateOfContribution(
  tx: Tx,
  contribution: Contribution,
  rules: ContributionRules,
): Promise<ContributionState> {
  const { tier, isStaff, isKnown, isRepeated } = await findFacts(
    tx,
    contribution,
    rules.repeated_text_minutes,
  )
  if (isRepeated)
    throw new ApiError(
      'conflict',
      'You sent the same text a short while ago. Nothing was added.',
      undefined,
      'repeated',
    )
  if (isStaff) return 'approved'
  const { isGuest, text, answers = '' } = contribution
  const waits =
    isHeldBy(tier, { isGuest, isKnown }) || isHeldText(`${text}\n${answers}`, rules, isKnown)
  return waits ? 'new' : 'approved'
}

/** By the words and links of the text. */
export const isHeldText = (
  text: string,
  { held_words, newcomer_links }: Omit<ContributionRules, 'repeated_text_minutes'>,
  isKnown: boolean,
): boolean =>
  containsWord(text, held_words) ||
  (!isKnown && newcomer_links !== null && countLinks(text) > newcomer_links)

/** By the forum. */
const isHeldBy = (tier: ModerationTier, author: { isGuest: boolean; isKnown: boolean }): boolean =>
  tier === 'everyone' ||
  (tier === 'guests' && author.isGuest) ||
  (tier === 'first_timers' && !author.isKnown)

async function findFacts(
  tx: Tx,
  { forumId, userId, kind, text }: Contribution,
  minutes: number,
): Promise<Facts> {
  const isSuggestion = kind === 'suggestion'
  const own = isSuggestion
    ? sql`select title || E'\n' || body as text from suggestions where created_by_id = ${userId}`
    : sql`select body as text from comments where created_by_id = ${userId}`
  const isShown = sql`state in ('approved', 'published')`
  const { rows } = await sql<Facts>`
    select ${sql.ref(isSuggestion ? 'suggestion_moderation' : 'comment_moderation')} as tier,
      exists (select from permissions where user_id = ${userId}) as "isStaff",
      exists (select from suggestions where created_by_id = ${userId} and ${isShown})
        or exists (select from comments where created_by_id = ${userId} and ${isShown}) as "isKnown",
      ${
        minutes === 0
          ? sql`false`
          : sql`exists (
        select from (
          ${own} and created_at > now() - ${minutes} * interval '1 minute' order by created_at desc limit ${COMPARED}
        ) own where own.text = ${text})`
      } as "isRepeated"
    from forums where id = ${forumId}`.execute(tx)
  if (!rows[0]) throw new ApiError('not_found', `No forum has the id ${forumId}.`)
  return rows[0]
}

/** For what was checked when it was written: only the forum and the person decide. */
export async function isHeldByForum(
  tx: Tx,
  contribution: Omit<Contribution, 'text' | 'answers'>,
): Promise<boolean> {
  const { tier, isStaff, isKnown } = await findFacts(tx, { ...contribution, text: '' }, 0)
  return !isStaff && isHeldBy(tier, { isGuest: contribution.isGuest, isKnown })
}

// Who may see, support, comment and suggest in which forum: the one place that decides, for pages, the API of end users and files.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import { OUTLINE_VERSION } from '../../resources/end-users/outline.ts'
import { IDEA_PLACE, type IdeaPlace } from '../../resources/end-users/places.ts'
import type { ForumAction, Tier } from '../../resources/forums.ts'
import { ANONYMOUS, type Visitor } from './visitor.ts'

/**
 * `guest`: with a name and an e-mail address, without signing in. `sign_in`: somebody who signs in could. `no` is also the decision
 * about a forum that does not exist, and about seeing one whose people are chosen: strangers do not learn of it.
 */
export type Decision = 'yes' | 'guest' | 'sign_in' | 'no'

export type ForumAccess = {
  decide(forumId: number, action: ForumAction): Decision
  /** Those where the decision is `yes`. */
  forumsWith(action: ForumAction): number[]
  /** Null: all forums, so that a list needs no filter. */
  forumsToSee: number[] | null
  /** The same, named one by one. */
  seenForums: number[]
}

/** Of the settings of the installation. */
export type AccessSettings = Record<`default_${Exclude<ForumAction, 'see'>}_tier`, Tier> & {
  /** Who sees anything of the portal. */
  portal_audience: Exclude<Tier, 'chosen'>
}

/** A forum, with what decides about it. */
export type ForumTiers = { id: number; isOpen: boolean; ideasCount: number } & {
  [Action in ForumAction]: Tier | null
} & { chosen: string[] }

/** What access follows from, of one moment. */
export type KeptTiers = { version: string; tiers: ForumTiers[]; readAt: number }

/** One for each process. */
export type TierCache = { kept: KeptTiers | undefined }

type Site = { db: Db; settings: AccessSettings }

export const readForumAccess = async (site: Site, visitor: Visitor): Promise<ForumAccess> =>
  (await readAccessToIdea(site, visitor, null)).access

/** The same, with the place of an idea, in one statement: most of what people do is about one. */
export async function readAccessToIdea(
  { db, settings }: Site,
  visitor: Visitor,
  ideaId: number | null,
): Promise<{ access: ForumAccess; idea: IdeaPlace | null }> {
  const { rows, idea } = await readRows(db, visitor, ideaId)
  return { access: accessOf(rows, visitor, settings), idea }
}

type Choice = { userId: number; forumId: number; action: string }

/** The same for many people with an account, in one statement. */
export async function readAccessOfPeople(
  { db, settings }: Site,
  visitors: (Visitor & { userId: number })[],
  ideaId: number | null,
): Promise<{ access: Map<number, ForumAccess>; idea: IdeaPlace | null }> {
  const users = visitors.map(({ userId }) => userId)
  const result = await executePrepared(
    db,
    sql<{ forums: ForumTiers[] | null; idea: IdeaPlace | null; choices: Choice[] | null }>`
      ${chosenSql(sql`= any(${users}::bigint[])`)}
      select ${forumsSql(NOBODY_CHOSEN)} as forums,
        ${ideaId === null ? sql`null::json` : sql`(${sql.raw(IDEA_PLACE)}${ideaId})`} as idea,
        case when exists (select from forums f where ${HAS_CHOSEN}) then (
          select json_agg(json_build_object('userId', c.user_id, 'forumId', c.forum_id, 'action', c.action)) from chosen c)
        end as choices`,
  )
  const { forums, idea = null, choices } = result.rows[0] ?? {}
  const chosenFor = Map.groupBy(
    choices ?? [],
    ({ userId, forumId }: Choice) => `${userId} ${forumId}`,
  )
  const tiersOf = (userId: number) =>
    (forums ?? []).map((row) => ({
      ...row,
      chosen: (chosenFor.get(`${userId} ${row.id}`) ?? []).map(({ action }) => action),
    }))
  const access = visitors.map((visitor): [number, ForumAccess] => [
    visitor.userId,
    accessOf(tiersOf(visitor.userId), visitor, settings),
  ])
  return { access: new Map(access), idea }
}

function accessOf(rows: ForumTiers[], visitor: Visitor, settings: AccessSettings): ForumAccess {
  const forums = new Map(rows.map((row) => [row.id, decideAll(row, visitor, settings)]))
  const forumsWith = (action: ForumAction) =>
    [...forums].flatMap(([id, decisions]) => (decisions[action] === 'yes' ? [id] : []))
  const seen = forumsWith('see')
  return {
    decide: (forumId, action) => forums.get(forumId)?.[action] ?? 'no',
    forumsWith,
    forumsToSee: seen.length === forums.size ? null : seen,
    seenForums: seen,
  }
}

/** What the access of strangers follows from, and the version of it: the same for all of them. */
export async function readPublicTiers(db: Db): Promise<{ tiers: ForumTiers[]; version: string }> {
  const { rows } = await executePrepared(
    db,
    sql<{ forums: ForumTiers[] | null; version: string }>`
      select ${forumsSql(NOBODY_CHOSEN)} as forums, ${sql.raw(OUTLINE_VERSION)} as version`,
  )
  const { forums, version } = rows[0] as { forums: ForumTiers[] | null; version: string }
  return { tiers: forums ?? [], version }
}

/** The version alone. While it is the same, so is everything that it covers. */
export async function readOutlineVersion(db: Db): Promise<string> {
  const { rows } = await executePrepared(
    db,
    sql<{ version: string }>`select ${sql.raw(OUTLINE_VERSION)} as version`,
  )
  return (rows[0] as { version: string }).version
}

/** What strangers may do, from what was read before. */
export const accessOfStrangers = (tiers: ForumTiers[], settings: AccessSettings): ForumAccess =>
  accessOf(tiers, ANONYMOUS, settings)

/** The same for anybody. Undefined where people are chosen, so that it depends on what is not kept. */
export function accessFromTiers(
  tiers: ForumTiers[],
  visitor: Visitor,
  settings: AccessSettings,
): ForumAccess | undefined {
  const isChosen = ({ see, support, comment, suggest }: ForumTiers) =>
    [see, support, comment, suggest].includes('chosen')
  const isKnown = visitor.userId === null || visitor.isStaff || !tiers.some(isChosen)
  return isKnown ? accessOf(tiers, visitor, settings) : undefined
}

/** Every forum, and what the person is chosen for in it. Prepared, because every request begins with it. */
async function readRows(
  db: Db,
  { userId, isStaff }: Visitor,
  ideaId: number | null,
): Promise<{ rows: ForumTiers[]; idea: IdeaPlace | null }> {
  const needsChosen = userId !== null && !isStaff
  const result = await executePrepared(
    db,
    sql<{ forums: ForumTiers[] | null; idea: IdeaPlace | null }>`
      ${needsChosen ? chosenSql(sql`= ${userId}`) : sql``}
      select ${forumsSql(needsChosen ? CHOSEN_FOR : NOBODY_CHOSEN)} as forums,
        ${ideaId === null ? sql`null::json` : sql`(${sql.raw(IDEA_PLACE)}${ideaId})`} as idea`,
  )
  const { forums, idea = null } = result.rows[0] ?? {}
  return { rows: forums ?? [], idea }
}

const forumsSql = (chosen: RawBuilder<unknown>) => sql`(
  select json_agg(json_build_object('id', f.id, 'isOpen', f.is_open, 'ideasCount', f.suggestions_count, 'see', f.see_tier, 'support', f.support_tier,
    'comment', f.comment_tier, 'suggest', f.suggest_tier, 'chosen', ${chosen}) order by f.id)
  from forums f)`

const NOBODY_CHOSEN = sql`'{}'::text[]`

const HAS_CHOSEN = sql`'chosen' in (f.see_tier, f.support_tier, f.comment_tier, f.suggest_tier)`

// Most forums choose nobody: then the people are not read at all.
const CHOSEN_FOR = sql`case when ${HAS_CHOSEN}
  then array(select distinct c.action from chosen c where c.forum_id = f.id) else '{}' end`

/** `isPerson` compares an id with those of the people. */
const chosenSql = (isPerson: RawBuilder<unknown>) => sql`
  with chosen as materialized (
    select m.user_id, a.forum_id, a.action from segment_members m join forum_audiences a on a.segment_id = m.segment_id
    where m.user_id ${isPerson}
    union all
    select e.user_id, a.forum_id, a.action from external_users e
      join forum_audiences a on a.external_account_id = e.external_account_id
    where e.user_id ${isPerson}
    union all
    select claimed_by_id, forum_id, 'see' from forum_invitations where claimed_by_id ${isPerson}
    union all
    -- An address that nobody confirmed is only a claim.
    select u.id, i.forum_id, 'see' from users u join forum_invitations i on lower(i.email) = lower(u.email_address)
    where u.id ${isPerson} and u.email_confirmed)`

type Decisions = Record<ForumAction, Decision>

function decideAll(row: ForumTiers, visitor: Visitor, settings: AccessSettings): Decisions {
  const see = decideToSee(row, visitor, settings)
  const decide = (action: Exclude<ForumAction, 'see'>): Decision => {
    // Nobody does more than see a closed forum.
    if (see === 'no' || !row.isOpen) return 'no'
    const decision = decideTier(
      row,
      action,
      row[action] ?? settings[`default_${action}_tier`],
      visitor,
    )
    return see === 'sign_in' && decision !== 'no' ? 'sign_in' : decision
  }
  return { see, support: decide('support'), comment: decide('comment'), suggest: decide('suggest') }
}

function decideToSee(
  row: ForumTiers,
  visitor: Visitor,
  { portal_audience: audience }: AccessSettings,
): Decision {
  if (visitor.isStaff) return 'yes'
  if (audience === 'staff') return 'no'
  if (visitor.denyForums.includes(row.id)) return 'no'
  if (visitor.allowForums && !visitor.allowForums.includes(row.id)) return 'no'
  const decision = decideTier(row, 'see', row.see as Tier, visitor)
  if (decision === 'guest') return audience === 'everyone' ? 'yes' : 'sign_in'
  return decision === 'sign_in' && row.see !== 'signed_in' ? 'no' : decision
}

function decideTier(row: ForumTiers, action: ForumAction, tier: Tier, visitor: Visitor): Decision {
  if (visitor.isStaff) return 'yes'
  if (tier === 'staff') return 'no'
  if (visitor.userId === null) return tier === 'everyone' ? 'guest' : 'sign_in'
  if (tier !== 'chosen') return 'yes'
  // The customer's application can name people too, who then need no invitation.
  const isNamed = action === 'see' && visitor.allowForums?.includes(row.id)
  return isNamed || row.chosen.includes(action) ? 'yes' : 'no'
}

// Who may see, support, comment and suggest in which forum: the one place that decides, for pages, the API of end users and files.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import { IDEA_PLACE, type IdeaPlace } from '../../resources/end-users/places.ts'
import type { ForumAction, Tier } from '../../resources/forums.ts'
import type { Visitor } from './visitor.ts'

/**
 * `guest`: with a name and an e-mail address, without signing in. `sign_in`: somebody who signs in could. `no` is also the decision
 * about a forum that does not exist, and about seeing one whose people are chosen: strangers do not learn of it.
 */
export type Decision = 'yes' | 'guest' | 'sign_in' | 'no'

export type ForumAccess = {
  decide(forumId: number, action: ForumAction): Decision
  /** Whether the decision is `yes` in some forum. */
  isAllowedSomewhere(action: ForumAction): boolean
  /** Null: all forums, so that a list needs no filter. */
  forumsToSee: number[] | null
}

/** Of the settings of the installation. */
export type DefaultTiers = Record<`default_${Exclude<ForumAction, 'see'>}_tier`, Tier>

type Row = { id: number; isOpen: boolean } & {
  [Action in ForumAction]: Tier | null
} & { chosen: string[] }

type Site = { db: Db; settings: DefaultTiers }

export const readForumAccess = async (site: Site, visitor: Visitor): Promise<ForumAccess> =>
  (await readAccessToIdea(site, visitor, null)).access

/** The same, with the place of an idea, in one statement: most of what people do is about one. */
export async function readAccessToIdea(
  { db, settings }: Site,
  visitor: Visitor,
  ideaId: number | null,
): Promise<{ access: ForumAccess; idea: IdeaPlace | null }> {
  const { rows, idea } = await readRows(db, visitor, ideaId)
  const forums = new Map(rows.map((row) => [row.id, decideAll(row, visitor, settings)]))
  const seen = [...forums].filter(([, { see }]) => see === 'yes').map(([id]) => id)
  const access: ForumAccess = {
    decide: (forumId, action) => forums.get(forumId)?.[action] ?? 'no',
    isAllowedSomewhere: (action) => [...forums.values()].some((forum) => forum[action] === 'yes'),
    forumsToSee: seen.length === forums.size ? null : seen,
  }
  return { access, idea }
}

/** Every forum, and what the person is chosen for in it. Prepared, because every request begins with it. */
async function readRows(
  db: Db,
  { userId, isStaff }: Visitor,
  ideaId: number | null,
): Promise<{ rows: Row[]; idea: IdeaPlace | null }> {
  const needsChosen = userId !== null && !isStaff
  const result = await executePrepared(
    db,
    sql<{ forums: Row[] | null; idea: IdeaPlace | null }>`
      ${needsChosen ? chosenSql(userId) : sql``}
      select (
        select json_agg(json_build_object('id', f.id, 'isOpen', f.is_open, 'see', f.see_tier, 'support', f.support_tier,
          'comment', f.comment_tier, 'suggest', f.suggest_tier, 'chosen',
          ${needsChosen ? sql`array(select distinct c.action from chosen c where c.forum_id = f.id)` : sql`'{}'::text[]`}) order by f.id)
        from forums f) as forums,
        ${ideaId === null ? sql`null::json` : sql`(${sql.raw(IDEA_PLACE)}${ideaId})`} as idea`,
  )
  const { forums, idea = null } = result.rows[0] ?? {}
  return { rows: forums ?? [], idea }
}

const chosenSql = (userId: number) => sql`
  with chosen as materialized (
    select a.forum_id, a.action from segment_members m join forum_audiences a on a.segment_id = m.segment_id
    where m.user_id = ${userId}
    union all
    select a.forum_id, a.action from external_users e join forum_audiences a on a.external_account_id = e.external_account_id
    where e.user_id = ${userId}
    union all
    select forum_id, 'see' from forum_invitations where claimed_by_id = ${userId}
    union all
    -- An address that nobody confirmed is only a claim.
    select i.forum_id, 'see' from users u join forum_invitations i on lower(i.email) = lower(u.email_address)
    where u.id = ${userId} and u.email_confirmed)`

type Decisions = Record<ForumAction, Decision>

function decideAll(row: Row, visitor: Visitor, defaults: DefaultTiers): Decisions {
  const see = decideToSee(row, visitor)
  const decide = (action: Exclude<ForumAction, 'see'>): Decision => {
    // Nobody does more than see a closed forum.
    if (see === 'no' || !row.isOpen) return 'no'
    const decision = decideTier(
      row,
      action,
      row[action] ?? defaults[`default_${action}_tier`],
      visitor,
    )
    return see === 'sign_in' && decision !== 'no' ? 'sign_in' : decision
  }
  return { see, support: decide('support'), comment: decide('comment'), suggest: decide('suggest') }
}

function decideToSee(row: Row, visitor: Visitor): Decision {
  if (visitor.isStaff) return 'yes'
  if (visitor.denyForums.includes(row.id)) return 'no'
  if (visitor.allowForums && !visitor.allowForums.includes(row.id)) return 'no'
  const decision = decideTier(row, 'see', row.see as Tier, visitor)
  if (decision === 'guest') return 'yes'
  return decision === 'sign_in' && row.see !== 'signed_in' ? 'no' : decision
}

function decideTier(row: Row, action: ForumAction, tier: Tier, visitor: Visitor): Decision {
  if (visitor.isStaff) return 'yes'
  if (tier === 'staff') return 'no'
  if (visitor.userId === null) return tier === 'everyone' ? 'guest' : 'sign_in'
  if (tier !== 'chosen') return 'yes'
  // The customer's application can name people too, who then need no invitation.
  const isNamed = action === 'see' && visitor.allowForums?.includes(row.id)
  return isNamed || row.chosen.includes(action) ? 'yes' : 'no'
}

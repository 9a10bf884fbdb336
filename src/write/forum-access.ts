// Who may see, support, comment and suggest in a forum. auth/end-users/forum-access.ts decides by it.
import { sql } from 'kysely'
import { invalidInput, type Problem } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { FORUM_ACTIONS, type ForumAction, type Tier } from '../resources/forums.ts'

type ActionAccess = {
  /** Null, or nothing: the default of the installation. Not of `see`. */
  tier?: Tier | null
  segments?: number[]
  external_accounts?: number[]
}

export type ForumAccessInput = { [Action in ForumAction]?: ActionAccess }

type SeenBy = { is_public?: boolean; is_private?: boolean; access?: ForumAccessInput }

/** An action that is not named stays as it is. */
export async function setForumAccess(tx: Tx, id: number, input: SeenBy): Promise<void> {
  const { access = {} } = input
  const is_public =
    input.is_public ?? (input.is_private === undefined ? undefined : !input.is_private)
  const problems = findProblems(access, is_public)
  if (problems.length > 0) throw invalidInput(problems)
  if (is_public !== undefined && !access.see) await setPublic(tx, id, is_public)
  for (const action of FORUM_ACTIONS) {
    const chosen = access[action]
    if (chosen) await setAction(tx, id, action, chosen)
  }
}

/** A forum that is not public keeps the tier that makes it so. */
const setPublic = (tx: Tx, id: number, isPublic: boolean) =>
  sql`
    update forums set see_tier = ${isPublic ? 'everyone' : 'chosen'}
    where id = ${id} and is_public <> ${isPublic}`.execute(tx)

function findProblems(access: ForumAccessInput, isPublic: boolean | undefined): Problem[] {
  const problems: Problem[] = []
  const add = (action: ForumAction, member: string, message: string) =>
    problems.push({
      path: ['access', action, member],
      code: 'invalid',
      message: `access.${action}.${member}: ${message}`,
    })
  for (const action of FORUM_ACTIONS) {
    const { tier = null, segments = [], external_accounts = [] } = access[action] ?? {}
    const hasAudience = segments.length + external_accounts.length > 0
    if (tier !== 'chosen' && hasAudience)
      add(action, 'tier', `must be chosen when segments or external_accounts are named.`)
    // Only invitations to see a forum exist.
    if (tier === 'chosen' && !hasAudience && action !== 'see')
      add(action, 'segments', 'name at least one segment or external account.')
  }
  const see = access.see?.tier
  if (access.see && !see) add('see', 'tier', 'must not be null.')
  if (see && isPublic !== undefined && isPublic !== (see === 'everyone'))
    add('see', 'tier', `must agree with is_public, which is ${isPublic}. Send one of them.`)
  return problems
}

async function setAction(
  tx: Tx,
  id: number,
  action: ForumAction,
  { tier = null, segments = [], external_accounts: accounts = [] }: ActionAccess,
): Promise<void> {
  await requireAll(tx, action, 'segments', segments)
  await requireAll(tx, action, 'external_accounts', accounts)
  await sql`update forums set ${sql.ref(`${action}_tier`)} = ${tier} where id = ${id}`.execute(tx)
  await sql`delete from forum_audiences where forum_id = ${id} and action = ${action}`.execute(tx)
  await sql`
    insert into forum_audiences (forum_id, action, segment_id, external_account_id)
    select ${id}::bigint, ${action}::text, segment_id, null::bigint from unnest(${[...new Set(segments)]}::bigint[]) as segment_id
    union all
    select ${id}::bigint, ${action}::text, null::bigint, account_id from unnest(${[...new Set(accounts)]}::bigint[]) as account_id`.execute(
    tx,
  )
}

async function requireAll(
  tx: Tx,
  action: ForumAction,
  collection: 'segments' | 'external_accounts',
  ids: number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select named.id from unnest(${ids}::bigint[]) as named (id)
    where not exists (select from ${sql.table(collection)} c where c.id = named.id)`.execute(tx)
  const [missing] = rows
  if (!missing) return
  const noun = collection === 'segments' ? 'segment' : 'external account'
  throw invalidInput([
    {
      path: ['access', action, collection],
      code: 'not_found',
      message: `access.${action}.${collection}: no ${noun} has the id ${missing.id}.`,
    },
  ])
}

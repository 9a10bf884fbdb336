// Who may act on whom, and in whose name. The API, imports and the console follow these rules; the operator on the command
// line may act on everybody. That the account keeps an owner is the rule of staff.ts, and holds for all of them.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db } from '../db/db.ts'
import type { PeopleGuard, Person } from '../write/core/people.ts'
import type { Identity } from './identity.ts'
import { includesRole, ROLES, type Role } from './roles.ts'

export type Caller = Pick<Identity, 'userId' | 'role' | 'scopes' | 'isPersonal'>

/** Changing a person, their access or their data; or writing as if they did it. */
export type Deed = 'acts on' | 'writes as'

type StaffMember = { id: number; role: Role }

/** A token without scopes and sessions of owners. */
const isWholeOwner = ({ role, scopes }: Caller) => role === 'owner' && scopes === null

/** The token of a client that nothing limits. Integrations use it for the whole account, so it stands for nobody. */
export const isWholeClient = (caller: Caller) => !caller.isPersonal && isWholeOwner(caller)

/** People act on themselves and on staff below them, owners on everybody. */
export const mayActOn = (caller: Caller, { id, role }: StaffMember): boolean =>
  isWholeOwner(caller) ||
  (caller.scopes === null &&
    caller.role !== null &&
    (caller.userId === id || !includesRole(role, caller.role)))

/** Only owners write in the name of other staff. A client's token writes as the owner. */
export const mayWriteAs = (caller: Caller, { id }: StaffMember): boolean =>
  isWholeOwner(caller) || caller.userId === id

/** The least powerful role that may act on this one. */
const roleAbove = (role: Role): Role => ROLES[ROLES.indexOf(role) + 1] ?? 'owner'

function describeRefusal(caller: Caller, deed: Deed, { id, role }: StaffMember): string {
  const rule =
    deed === 'acts on'
      ? `user ${id} has the role ${role}. Acting on them needs a higher role or an owner`
      : `user ${id} is staff. Nobody but an owner writes in the name of other staff`
  const needed = deed === 'acts on' ? roleAbove(role) : 'owner'
  return caller.scopes === null
    ? `${rule}. Needed: ${needed}.`
    : `${rule}, and no token with scopes. Needed: ${needed}, without scopes.`
}

/** Finds the staff among the people on whom, or in whose name, the caller may not act. */
export const createPeopleGuard =
  (caller: Caller): PeopleGuard =>
  async (db, deed, people) => {
    if (people.length === 0 || isWholeOwner(caller)) return []
    const isAllowed = deed === 'acts on' ? mayActOn : mayWriteAs
    const staff = await findStaff(db, people)
    return staff
      .filter((person) => !isAllowed(caller, person))
      .map(({ email, ...person }) => ({
        id: person.id,
        email,
        reason: describeRefusal(caller, deed, person),
      }))
  }

async function findStaff(db: Db, people: Person[]): Promise<(StaffMember & { email: string })[]> {
  const ids = people.flatMap((person) => ('id' in person ? person.id : []))
  const emails = people.flatMap((person) => ('email' in person ? person.email : []))
  const { rows } = await sql<StaffMember & { email: string }>`
    select u.id, p.role, u.email_address as email from permissions p join users u on u.id = p.user_id
    where u.id = any(${ids}::bigint[])
      or lower(u.email_address) in (select lower(e collate "und-x-icu") from unnest(${emails}::text[]) e)
    order by u.id`.execute(db)
  return rows
}

/** Refuses the call when one of the people is staff on whom, or in whose name, the caller may not act. */
export async function requirePeople(
  db: Db,
  caller: Caller,
  deed: Deed,
  people: Person[],
): Promise<void> {
  const [refused] = await createPeopleGuard(caller)(db, deed, people)
  if (refused) throw new ApiError('forbidden', capitalize(refused.reason))
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Whose private records the caller sees, besides shared ones; null for those of everybody. */
export const privateRecordsOf = (caller: Caller): number | null =>
  isWholeClient(caller) ? null : caller.userId

/** Nobody makes a private record for another person, also not an owner. */
export function requireOwnRecord(caller: Caller, userId: number | undefined): void {
  const owner = privateRecordsOf(caller)
  if (userId === undefined || owner === null || userId === owner) return
  throw new ApiError(
    'forbidden',
    `links.user: ${userId} is another person. A private record belongs to the person who creates it. Needed: ${owner}, or no links.user.`,
  )
}

// The bodies of `POST /external_users/import` and `POST /external_accounts/import` → rows.
import { invalidInput, type Path, type Problem } from '../core/api-error.ts'
import { mapInSlices } from '../core/slices.ts'
import {
  type CustomInput,
  readCustomValues,
  type WithCustomFields,
} from '../write/core/custom-values.ts'
import type { ImportSource, SourcePathMapper } from './external-accounts.ts'
import type { ExternalAccountRow, ExternalUserRow } from './rows.ts'

/** The rows of a body, and where they were sent. */
type Read<Row> = { rows: Row[]; source: ImportSource }

export async function readExternalUsers(
  input: Sent,
  problems: Problem[],
): Promise<Read<ExternalUserRow>> {
  const { rows: sent, toSourcePath } = readSentRows(input, ['users', 'external_users'], problems)
  const rows = await mapInSlices(sent, (row, i) => {
    const email = getMember(row, 'email')
    // Clients without ids of their own identify people by e-mail address.
    const external_id = (getMember(row, 'external_id') ?? email ?? '') as string
    const hasUnreadableId = isUnreadable(row, 'external_id') || isUnreadable(row, 'email')
    if (external_id === '' && !hasUnreadableId) problems.push(missingId(toSourcePath(['users', i])))
    const account = getMember(row, 'account') as Members | null | undefined
    const at = toSourcePath(['users', i, 'account'])
    return {
      ...pickMembers(row, ['email', 'user_id', 'name', 'type', 'ip', 'external_created_at']),
      ...pickMembers(row, ['last_seen_at', 'seen_days']),
      ...readValues(row),
      external_id,
      hasInvalidIdentity: external_id === '' || hasUnreadableId || isUnreadable(row, 'user_id'),
      ...(account && { account: readAccount(account, at, problems) }),
      ...(account === null && { account }),
    }
  })
  return { rows, source: { toSourcePath, problems } }
}

export async function readExternalAccounts(
  input: Sent,
  problems: Problem[],
): Promise<Read<ExternalAccountRow & { external_id: string }>> {
  const { rows: sent, toSourcePath } = readSentRows(
    input,
    ['accounts', 'external_accounts'],
    problems,
  )
  const rows = await mapInSlices(sent, (row, i) => {
    const path = toSourcePath(['accounts', i])
    const external_id = (getMember(row, 'external_id') ?? '') as string
    if (external_id === '' && !isUnreadable(row, 'external_id')) problems.push(missingId(path))
    return { ...readAccount(row, path, problems), external_id }
  })
  return { rows, source: { toSourcePath, problems } }
}

/** Aliases that some clients use. */
const ALIASES: Record<string, string> = {
  external_id: 'id',
  email: 'email_address',
  account: 'external_account',
}

type Members = Record<string, unknown>

/** A body whose schema is known. A member that is invalid is undefined. */
type Sent = Record<string, Members[] | undefined>

/** The name that the row uses for the member. */
function resolveMemberName(row: Members, member: string): string {
  const alias = ALIASES[member]
  return alias !== undefined && row[member] === undefined && Object.hasOwn(row, alias)
    ? alias
    : member
}

/** Whether the member is present but invalid; `problems` already has the reason. */
const isUnreadable = (row: Members, member: string) => {
  const name = resolveMemberName(row, member)
  return Object.hasOwn(row, name) && row[name] === undefined
}

/** The rows, from exactly one of the two keys. */
function readSentRows(input: Sent, keys: [string, string], problems: Problem[]) {
  const [name, alias] = keys
  const sent = keys.filter((key) => Object.hasOwn(input, key))
  if (sent.length === 0)
    throw invalidInput([{ path: [name], code: 'required', message: `${name}: required.` }])
  if (sent.length === 2) {
    const message = `${alias}: alias of ${name}. Send only one of them.`
    throw invalidInput([{ path: [alias], code: 'in', message }, ...problems])
  }
  const key = sent[0] as string
  if (input[key] === undefined) throw invalidInput(problems)
  // An invalid row gets an unreadable id, so that no missing id is reported for it.
  const rows: Members[] = input[key].map((row) => row ?? { external_id: undefined })
  const toSourcePath: SourcePathMapper = ([, row, member, ...inner]) => {
    const path: Path = [key, row as number]
    if (member === undefined) return path
    return [...path, resolveMemberName(rows[row as number] as Members, String(member)), ...inner]
  }
  return { rows, toSourcePath }
}

/** The value of the member, under any of its names. */
const getMember = (row: Members, member: string) => row[resolveMemberName(row, member)]

/** The members that the row contains. */
function pickMembers<K extends string>(row: Members, members: K[]): Partial<Record<K, never>> {
  const pairs = members.map((member) => [member, getMember(row, member)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Partial<
    Record<K, never>
  >
}

const readValues = (row: Members): { values?: CustomInput[] } => {
  const values = readCustomValues(row as WithCustomFields)
  return values.length > 0 ? { values } : {}
}

function readAccount(row: Members, path: Path, problems: Problem[]): ExternalAccountRow {
  return {
    ...pickMembers(row, ['external_id', 'name', 'plan', 'external_created_at']),
    ...readMoney(row, 'mrr', path, problems),
    ...readMoney(row, 'ltv', path, problems),
    ...readValues(row),
  }
}

/** In currency units or in cents. When a row has both, they must match. */
function readMoney(row: Members, member: 'mrr' | 'ltv', path: Path, problems: Problem[]) {
  const cents = row[`${member}_cents`] as number | null | undefined
  const amount = row[member] as number | null | undefined
  if (cents === undefined) return amount === undefined ? {} : { [member]: amount }
  if (amount !== undefined && (amount === null ? null : Math.round(amount * 100)) !== cents) {
    const at = [...path, `${member}_cents`]
    const message = `${at.join('.')}: ${cents} does not match ${member} ${amount}. Send only one of them.`
    problems.push({ path: at, code: 'in', message })
  }
  return { [member]: cents === null ? null : cents / 100 }
}

function missingId(path: Path): Problem {
  const at = [...path, 'external_id']
  return { path: at, code: 'required', message: `${at.join('.')}: required.` }
}

// The rows of an import of external users or accounts: schemas, aliases of members, and conversion to what is written.
import { type TSchema, Type } from 'typebox'
import { invalidInput, type Path, type Problem } from '../../core/api-error.ts'
import type { ImportedAccount, SourcePathMapper } from '../../imports/external-accounts.ts'
import { MAX_TEXT_LENGTH } from '../../imports/external-users.ts'
import {
  type CustomInput,
  readCustomValues,
  type WithCustomFields,
} from '../../write/core/custom-values.ts'
import { CustomValue, Time } from './body-schemas.ts'

const MAX_ROWS = 1000

/** What the imports of both collections have in common. */
export const importDeclaration = {
  method: 'POST',
  description: `All rows are imported or none. Maximum: ${MAX_ROWS} rows.`,
  // Enough for 1,000 rows with an account and dozens of custom fields each.
  bodyLimit: 10 * 1024 * 1024,
  answer: 'records',
  collectsProblems: true,
} as const

/** The input of `batch` is not documented; here it is an alias of `import`. */
export const IMPORT_PATHS = ['/import', '/batch']

export const clearable = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
export const ExternalId = clearable(Type.String({ maxLength: 255 }))
/** The documented limit of 128 characters is only advice. */
export const Text = clearable(Type.String({ maxLength: MAX_TEXT_LENGTH }))
const Money = clearable(Type.Number({ minimum: -99_999_999_999.99, maximum: 99_999_999_999.99 }))
const Cents = clearable(Type.Integer({ minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 }))

/** Every name that starts with `cf_`, so that an invalid key is rejected instead of ignored. */
export const customValues = { patternProperties: { '^cf_': CustomValue } }
export const custom_fields = Type.Optional(Type.Record(Type.String(), CustomValue))

export const AccountRow = Type.Object(
  {
    external_id: ExternalId,
    id: ExternalId,
    name: Text,
    plan: Text,
    mrr: Money,
    mrr_cents: Cents,
    ltv: Money,
    ltv_cents: Cents,
    external_created_at: clearable(Time),
    custom_fields,
  },
  customValues,
)

export const arrayOfRows = <T extends TSchema>(row: T) =>
  Type.Optional(Type.Array(row, { minItems: 1, maxItems: MAX_ROWS }))

/** Aliases that some clients use. */
const ALIASES: Record<string, string> = {
  external_id: 'id',
  email: 'email_address',
  account: 'external_account',
}

export type Members = Record<string, unknown>

/** The name that the row uses for the member. */
function resolveMemberName(row: Members, member: string): string {
  const alias = ALIASES[member]
  return alias !== undefined && row[member] === undefined && Object.hasOwn(row, alias)
    ? alias
    : member
}

/** Whether the member is present but invalid; `problems` already has the reason. */
export const isUnreadable = (row: Members, member: string) => {
  const name = resolveMemberName(row, member)
  return Object.hasOwn(row, name) && row[name] === undefined
}

/** The rows, from exactly one of the two keys. */
export function readRows(
  input: Record<string, Members[] | undefined>,
  keys: [string, string],
  problems: Problem[],
) {
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
  const sentAs: SourcePathMapper = ([, row, member, ...inner]) => {
    const path: Path = [key, row as number]
    if (member === undefined) return path
    return [...path, resolveMemberName(rows[row as number] as Members, String(member)), ...inner]
  }
  return { rows, sentAs }
}

/** The value of the member, under any of its names. */
export const getMember = (row: Members, member: string) => row[resolveMemberName(row, member)]

/** The members that the row contains. */
export function pickMembers<K extends string>(
  row: Members,
  members: K[],
): Partial<Record<K, never>> {
  const pairs = members.map((member) => [member, getMember(row, member)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Partial<
    Record<K, never>
  >
}

export const readValues = (row: Members): { values?: CustomInput[] } => {
  const values = readCustomValues(row as WithCustomFields)
  return values.length > 0 ? { values } : {}
}

export function toImportedAccount(row: Members, path: Path, problems: Problem[]): ImportedAccount {
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

export function missingId(path: Path): Problem {
  const at = [...path, 'external_id']
  return { path: at, code: 'required', message: `${at.join('.')}: required.` }
}

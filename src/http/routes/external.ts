// Bulk import and deletion of external users and accounts.
import { type Static, type TSchema, Type } from 'typebox'
import { ApiError, invalidInput, type Path, type Problem } from '../../api-error.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { external_users } from '../../resources/external_users.ts'
import { formatValue } from '../../values.ts'
import {
  type CustomInput,
  readCustomValues,
  type WithCustomFields,
} from '../../write/custom-values.ts'
import {
  deleteExternalAccounts,
  type ImportedAccount,
  importExternalAccounts,
  type SourcePathMapper,
} from '../../write/external-accounts.ts'
import {
  deleteExternalUsers,
  type ImportedUser,
  importExternalUsers,
  MAX_TEXT_LENGTH,
} from '../../write/external-users.ts'
import { findIdsByExternalId } from '../../write/records.ts'
import { ClearableId, CustomValue, EmailAddress, Id, type Operation, Time } from '../operation.ts'
import { declareWrite, type WriteDeclaration, writeOperations } from '../writes.ts'

const MAX_ROWS = 1000
/** Enough for 1,000 rows with an account and dozens of custom fields each. */
const BODY_LIMIT = 10 * 1024 * 1024

const clearable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const ExternalId = clearable(Type.String({ maxLength: 255 }))
/** The documented limit of 128 characters is only advice. */
const Text = clearable(Type.String({ maxLength: MAX_TEXT_LENGTH }))
const Email = clearable(EmailAddress)
const Money = clearable(Type.Number({ minimum: -99_999_999_999.99, maximum: 99_999_999_999.99 }))
const Cents = clearable(Type.Integer({ minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 }))

/** Every name that starts with `cf_`, so that an invalid key is rejected instead of ignored. */
const customValues = { patternProperties: { '^cf_': CustomValue } }
const custom_fields = Type.Optional(Type.Record(Type.String(), CustomValue))

const Account = Type.Object(
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

const User = Type.Object(
  {
    external_id: ExternalId,
    id: ExternalId,
    email: Email,
    email_address: Email,
    user_id: ClearableId,
    name: Text,
    type: Text,
    ip: Text,
    external_created_at: clearable(Time),
    last_seen_at: clearable(Time),
    seen_days: clearable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    account: clearable(Account),
    external_account: clearable(Account),
    custom_fields,
  },
  customValues,
)

const arrayOf = <T extends TSchema>(row: T) =>
  Type.Optional(Type.Array(row, { minItems: 1, maxItems: MAX_ROWS }))
const Users = Type.Object({ users: arrayOf(User), external_users: arrayOf(User) })
const Accounts = Type.Object({ accounts: arrayOf(Account), external_accounts: arrayOf(Account) })

/** Aliases that some clients use. */
const ALIASES: Record<string, string> = {
  external_id: 'id',
  email: 'email_address',
  account: 'external_account',
}

type Members = Record<string, unknown>

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
function readRows(
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

function toImportedAccount(row: Members, path: Path, problems: Problem[]): ImportedAccount {
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

function toImportedUsers(
  input: Static<typeof Users>,
  problems: Problem[],
): [ImportedUser[], SourcePathMapper, Problem[]] {
  const { rows, sentAs } = readRows(input, ['users', 'external_users'], problems)
  const imported = rows.map((row, i) => {
    const email = getMember(row, 'email')
    // Clients without ids of their own identify people by e-mail address.
    const external_id = (getMember(row, 'external_id') ?? email ?? '') as string
    const hasUnreadableId = isUnreadable(row, 'external_id') || isUnreadable(row, 'email')
    if (external_id === '' && !hasUnreadableId) problems.push(missingId(sentAs(['users', i])))
    const account = getMember(row, 'account') as Members | null | undefined
    const at = sentAs(['users', i, 'account'])
    return {
      ...pickMembers(row, ['email', 'user_id', 'name', 'type', 'ip', 'external_created_at']),
      ...pickMembers(row, ['last_seen_at', 'seen_days']),
      ...readValues(row),
      external_id,
      hasInvalidIdentity: external_id === '' || hasUnreadableId || isUnreadable(row, 'user_id'),
      ...(account && { account: toImportedAccount(account, at, problems) }),
      ...(account === null && { account }),
    }
  })
  return [imported, sentAs, problems]
}

function toImportedAccounts(
  input: Static<typeof Accounts>,
  problems: Problem[],
): [(ImportedAccount & { external_id: string })[], SourcePathMapper, Problem[]] {
  const { rows, sentAs } = readRows(input, ['accounts', 'external_accounts'], problems)
  const imported = rows.map((row, i) => {
    const path = sentAs(['accounts', i])
    const external_id = (getMember(row, 'external_id') ?? '') as string
    if (external_id === '' && !isUnreadable(row, 'external_id')) problems.push(missingId(path))
    return { ...toImportedAccount(row, path, problems), external_id }
  })
  return [imported, sentAs, problems]
}

/** The input of `batch` is not documented; here it is an alias of `import`. */
const IMPORTS = ['/import', '/batch']
const IMPORT_DESCRIPTION = `All rows are imported or none. Maximum: ${MAX_ROWS} rows.`

const userImports = IMPORTS.map((path) =>
  declareWrite({
    method: 'POST',
    path,
    summary: 'Create or update external users and their accounts',
    description: IMPORT_DESCRIPTION,
    body: Users,
    bodyLimit: BODY_LIMIT,
    answer: 'records',
    defaultIncludes: ['external_accounts', 'users'],
    collectsProblems: true,
    run: async (tx, { actor, input, problems }) =>
      (await importExternalUsers(tx, actor, ...toImportedUsers(input, [...problems])))
        .externalUsers,
  }),
)

const accountImports = IMPORTS.map((path) =>
  declareWrite({
    method: 'POST',
    path,
    summary: 'Create or update external accounts',
    description: IMPORT_DESCRIPTION,
    body: Accounts,
    bodyLimit: BODY_LIMIT,
    answer: 'records',
    collectsProblems: true,
    run: async (tx, { actor, input, problems }) =>
      (await importExternalAccounts(tx, actor, ...toImportedAccounts(input, [...problems])))
        .externalAccounts,
  }),
)

type External = typeof external_users | typeof external_accounts

/** By id and by external id. Clients use both methods. */
const deletionWrites = (
  resource: External,
  remove: typeof deleteExternalUsers,
  effect: string,
): WriteDeclaration[] =>
  (['POST', 'DELETE'] as const).flatMap((method) => [
    declareWrite({
      method,
      path: '/bulk_delete',
      summary: `Delete ${resource.singular}s by id`,
      description: effect,
      body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_ROWS }) }),
      answer: 'removed',
      findRemovedIds: ({ ids }) => ids,
      run: (tx, { input }) => remove(tx, input.ids),
    }),
    declareWrite({
      method,
      path: '/bulk_delete_by_external_id',
      summary: `Delete ${resource.singular}s by external id`,
      description: effect,
      body: Type.Object({
        external_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          minItems: 1,
          maxItems: MAX_ROWS,
        }),
      }),
      answer: 'removed',
      findRemovedIds: async ({ external_ids }, db) => {
        const ids = await findIdsByExternalId(db, resource, external_ids)
        if (ids.length > 0) return ids
        const shown = formatValue(external_ids.join(', '))
        const message = `external_ids: no ${resource.singular} has any of the ids ${shown}.`
        throw new ApiError('not_found', message)
      },
      run: async (tx, { input }) =>
        remove(tx, await findIdsByExternalId(tx, resource, input.external_ids)),
    }),
  ])

export const externalOperations = (): Operation[] => [
  ...writeOperations(external_users, [
    ...userImports,
    ...deletionWrites(
      external_users,
      deleteExternalUsers,
      'Accounts without an external id are deleted with their external user. Users are not deleted.',
    ),
  ]),
  ...writeOperations(external_accounts, [
    ...accountImports,
    ...deletionWrites(
      external_accounts,
      deleteExternalAccounts,
      'Their external users remain, without an account.',
    ),
  ]),
]

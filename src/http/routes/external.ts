// External users and accounts: imported and deleted, many at once.
import { type Static, type TSchema, Type } from 'typebox'
import { ApiError, invalidInput, type Path, type Problem } from '../../api-error.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { external_users } from '../../resources/external_users.ts'
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

const MOST_ROWS = 1000
/** A thousand rows with an account and dozens of custom fields each. */
const BODY_LIMIT = 10 * 1024 * 1024

const clearable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const ExternalId = clearable(Type.String({ maxLength: 255 }))
/** Nobody enforces the 128 characters that are advised for it. */
const Text = clearable(Type.String({ maxLength: MAX_TEXT_LENGTH }))
const Email = clearable(EmailAddress)
const Money = clearable(Type.Number({ minimum: -99_999_999_999.99, maximum: 99_999_999_999.99 }))
const Cents = clearable(Type.Integer({ minimum: -9_999_999_999_999, maximum: 9_999_999_999_999 }))

/** Any name that begins with `cf_`: one that no custom field can have is refused, instead of passed over. */
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

const rowsOf = <T extends TSchema>(row: T) =>
  Type.Optional(Type.Array(row, { minItems: 1, maxItems: MOST_ROWS }))
const Users = Type.Object({ users: rowsOf(User), external_users: rowsOf(User) })
const Accounts = Type.Object({ accounts: rowsOf(Account), external_accounts: rowsOf(Account) })

/** Other names that some clients use for a member. */
const OTHER_NAMES: Record<string, string> = {
  external_id: 'id',
  email: 'email_address',
  account: 'external_account',
}

type Members = Record<string, unknown>

/** The name under which the row has the member. */
function nameIn(row: Members, member: string): string {
  const other = OTHER_NAMES[member]
  return other !== undefined && row[member] === undefined && Object.hasOwn(row, other)
    ? other
    : member
}

/** Whether the member was there and could not be read, which was told. */
const isRefused = (row: Members, member: string) => {
  const name = nameIn(row, member)
  return Object.hasOwn(row, name) && row[name] === undefined
}

/** The rows and the key they were sent under; neither both keys nor none. */
function sentRows(
  input: Record<string, Members[] | undefined>,
  keys: [string, string],
  problems: Problem[],
) {
  const [usual, other] = keys
  const sent = keys.filter((key) => Object.hasOwn(input, key))
  if (sent.length === 0)
    throw invalidInput([{ path: [usual], code: 'required', message: `${usual} is required.` }])
  if (sent.length === 2) {
    const message = `${other} is another name of ${usual}; only one of them can be sent.`
    throw invalidInput([{ path: [other], code: 'in', message }, ...problems])
  }
  const key = sent[0] as string
  if (input[key] === undefined) throw invalidInput(problems)
  // A row that is none says nothing, and lacks nothing either.
  const rows: Members[] = input[key].map((row) => row ?? { external_id: undefined })
  const sentAs: SourcePathMapper = ([, row, member, ...inner]) => {
    const path: Path = [key, row as number]
    if (member === undefined) return path
    return [...path, nameIn(rows[row as number] as Members, String(member)), ...inner]
  }
  return { rows, sentAs }
}

/** What the row says under one of its names, undefined where it says nothing. */
const memberOf = (row: Members, member: string) => row[nameIn(row, member)]

/** The members that are there. */
function told<K extends string>(row: Members, members: K[]): Partial<Record<K, never>> {
  const pairs = members.map((member) => [member, memberOf(row, member)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Partial<
    Record<K, never>
  >
}

const valuesOf = (row: Members): { values?: CustomInput[] } => {
  const values = readCustomValues(row as WithCustomFields)
  return values.length > 0 ? { values } : {}
}

function importedAccount(row: Members, path: Path, problems: Problem[]): ImportedAccount {
  return {
    ...told(row, ['external_id', 'name', 'plan', 'external_created_at']),
    ...moneyOf(row, 'mrr', path, problems),
    ...moneyOf(row, 'ltv', path, problems),
    ...valuesOf(row),
  }
}

/** In units of the currency or in cents; both have to say the same. */
function moneyOf(row: Members, member: 'mrr' | 'ltv', path: Path, problems: Problem[]) {
  const cents = row[`${member}_cents`] as number | null | undefined
  const amount = row[member] as number | null | undefined
  if (cents === undefined) return amount === undefined ? {} : { [member]: amount }
  if (amount !== undefined && (amount === null ? null : Math.round(amount * 100)) !== cents) {
    const at = [...path, `${member}_cents`]
    const message = `${at.join('.')} ${cents} is not the same as ${member} ${amount}.`
    problems.push({ path: at, code: 'in', message })
  }
  return { [member]: cents === null ? null : cents / 100 }
}

/** Of users and accounts alike: an id that a row lacks, and that nothing else stands for. */
function requiredId(path: Path): Problem {
  const at = [...path, 'external_id']
  return { path: at, code: 'required', message: `${at.join('.')} is required.` }
}

function importedUsers(
  input: Static<typeof Users>,
  problems: Problem[],
): [ImportedUser[], SourcePathMapper, Problem[]] {
  const { rows, sentAs } = sentRows(input, ['users', 'external_users'], problems)
  const imported = rows.map((row, i) => {
    const email = memberOf(row, 'email')
    // Who has no ids of their own knows people by their addresses.
    const external_id = (memberOf(row, 'external_id') ?? email ?? '') as string
    const isUnreadable = isRefused(row, 'external_id') || isRefused(row, 'email')
    if (external_id === '' && !isUnreadable) problems.push(requiredId(sentAs(['users', i])))
    const account = memberOf(row, 'account') as Members | null | undefined
    const at = sentAs(['users', i, 'account'])
    return {
      ...told(row, ['email', 'user_id', 'name', 'type', 'ip', 'external_created_at']),
      ...told(row, ['last_seen_at', 'seen_days']),
      ...valuesOf(row),
      external_id,
      hasInvalidIdentity: external_id === '' || isUnreadable || isRefused(row, 'user_id'),
      ...(account && { account: importedAccount(account, at, problems) }),
      ...(account === null && { account }),
    }
  })
  return [imported, sentAs, problems]
}

function importedAccounts(
  input: Static<typeof Accounts>,
  problems: Problem[],
): [(ImportedAccount & { external_id: string })[], SourcePathMapper, Problem[]] {
  const { rows, sentAs } = sentRows(input, ['accounts', 'external_accounts'], problems)
  const imported = rows.map((row, i) => {
    const path = sentAs(['accounts', i])
    const external_id = (memberOf(row, 'external_id') ?? '') as string
    if (external_id === '' && !isRefused(row, 'external_id')) problems.push(requiredId(path))
    return { ...importedAccount(row, path, problems), external_id }
  })
  return [imported, sentAs, problems]
}

/** Nobody has published what `batch` takes; to us it is another name of `import`. */
const IMPORTS = ['/import', '/batch']

const userImports = IMPORTS.map((path) =>
  declareWrite({
    method: 'POST',
    path,
    summary: 'Create or change external users and their accounts, 1,000 at most, all or none',
    body: Users,
    bodyLimit: BODY_LIMIT,
    answer: 'records',
    alsoIncludes: ['external_accounts', 'users'],
    refusesByItself: true,
    run: async (tx, { actor, input, problems }) =>
      (await importExternalUsers(tx, actor, ...importedUsers(input, [...problems]))).externalUsers,
  }),
)

const accountImports = IMPORTS.map((path) =>
  declareWrite({
    method: 'POST',
    path,
    summary: 'Create or change external accounts, 1,000 at most, all or none',
    body: Accounts,
    bodyLimit: BODY_LIMIT,
    answer: 'records',
    refusesByItself: true,
    run: async (tx, { actor, input, problems }) =>
      (await importExternalAccounts(tx, actor, ...importedAccounts(input, [...problems])))
        .externalAccounts,
  }),
)

type External = typeof external_users | typeof external_accounts

/** By their ids and by their external ids, with both methods that clients use. */
const deletions = (
  resource: External,
  remove: typeof deleteExternalUsers,
  effect: string,
): WriteDeclaration[] =>
  (['POST', 'DELETE'] as const).flatMap((method) => [
    declareWrite({
      method,
      path: '/bulk_delete',
      summary: `Delete ${effect}`,
      body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST_ROWS }) }),
      answer: 'removed',
      removes: ({ ids }) => ids,
      run: (tx, { input }) => remove(tx, input.ids),
    }),
    declareWrite({
      method,
      path: '/bulk_delete_by_external_id',
      summary: `Delete by their external ids ${effect}`,
      body: Type.Object({
        external_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          minItems: 1,
          maxItems: MOST_ROWS,
        }),
      }),
      answer: 'removed',
      removes: async ({ external_ids }, db) => {
        const ids = await findIdsByExternalId(db, resource, external_ids)
        if (ids.length > 0) return ids
        const none = `No ${resource.singular} has the external id ${external_ids.join(', ').slice(0, 100)}.`
        throw new ApiError('not_found', none)
      },
      run: async (tx, { input }) =>
        remove(tx, await findIdsByExternalId(tx, resource, input.external_ids)),
    }),
  ])

export const externalOperations = (): Operation[] => [
  ...writeOperations(external_users, [
    ...userImports,
    ...deletions(
      external_users,
      deleteExternalUsers,
      'external users, and their accounts without an external id; their users stay',
    ),
  ]),
  ...writeOperations(external_accounts, [
    ...accountImports,
    ...deletions(
      external_accounts,
      deleteExternalAccounts,
      'external accounts; their external users stay, without an account',
    ),
  ]),
]

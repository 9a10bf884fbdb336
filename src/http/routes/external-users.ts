import { type Static, Type } from 'typebox'
import type { Problem } from '../../core/api-error.ts'
import { mapInSlices } from '../../core/slices.ts'
import type { SourcePathMapper } from '../../imports/external-accounts.ts'
import { type ImportedUser, importExternalUsers } from '../../imports/external-users.ts'
import { external_users } from '../../resources/external_users.ts'
import { deleteExternalUsers } from '../../write/external-users.ts'
import { ClearableId, EmailAddress, Time } from '../body/body-schemas.ts'
import {
  AccountRow,
  arrayOfRows,
  clearable,
  custom_fields,
  customValues,
  ExternalId,
  getMember,
  IMPORT_PATHS,
  importDeclaration,
  isUnreadable,
  type Members,
  missingId,
  pickMembers,
  readRows,
  readValues,
  Text,
  toImportedAccount,
} from '../body/imported-rows.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { deletionWrites } from './bulk-deletions.ts'

const Email = clearable(EmailAddress)
const UserRow = Type.Object(
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
    account: clearable(AccountRow),
    external_account: clearable(AccountRow),
    custom_fields,
  },
  customValues,
)

const Users = Type.Object({ users: arrayOfRows(UserRow), external_users: arrayOfRows(UserRow) })

async function toImportedUsers(
  input: Static<typeof Users>,
  problems: Problem[],
): Promise<[ImportedUser[], SourcePathMapper, Problem[]]> {
  const { rows, sentAs } = readRows(input, ['users', 'external_users'], problems)
  const imported = await mapInSlices(rows, (row, i) => {
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

const imports = IMPORT_PATHS.map((path) =>
  declareWrite({
    ...importDeclaration,
    path,
    summary: 'Create or update external users and their accounts',
    body: Users,
    defaultIncludes: ['external_accounts', 'users'],
    run: async (tx, { actor, input, problems }) =>
      (await importExternalUsers(tx, actor, ...(await toImportedUsers(input, [...problems]))))
        .externalUsers,
  }),
)

export const externalUserOperations = (): Operation[] =>
  writeOperations(external_users, [
    ...imports,
    ...deletionWrites(
      external_users,
      deleteExternalUsers,
      'Accounts without an external id are deleted with their external user. Users are not deleted.',
    ),
  ])

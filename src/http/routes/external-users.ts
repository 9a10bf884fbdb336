import { Type } from 'typebox'
import { importExternalUsers } from '../../imports/external-users.ts'
import { readExternalUsers } from '../../imports/people-bodies.ts'
import { external_users } from '../../resources/external_users.ts'
import { deleteExternalUsers } from '../../write/external-users.ts'
import { ClearableId, EmailAddress, Time } from '../body/body-schemas.ts'
import {
  arrayOfRows,
  clearable,
  custom_fields,
  customValues,
  ExternalId,
  IMPORT_PATHS,
  importDeclaration,
  SentAccount,
  Text,
} from '../body/import-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { deletionWrites } from './bulk-deletions.ts'

const Email = clearable(EmailAddress)
const SentUser = Type.Object(
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
    account: clearable(SentAccount),
    external_account: clearable(SentAccount),
    custom_fields,
  },
  customValues,
)

const Users = Type.Object({ users: arrayOfRows(SentUser), external_users: arrayOfRows(SentUser) })

const imports = IMPORT_PATHS.map((path) =>
  declareWrite({
    ...importDeclaration,
    path,
    summary: 'Create or update external users and their accounts',
    body: Users,
    defaultIncludes: ['external_accounts', 'users'],
    run: async (tx, { actor, input, problems }) => {
      const { rows, source } = await readExternalUsers(input, [...problems])
      return importExternalUsers(tx, actor, rows, source)
    },
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

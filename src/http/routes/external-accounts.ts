import { Type } from 'typebox'
import { importExternalAccounts } from '../../imports/external-accounts.ts'
import { readExternalAccounts } from '../../imports/people-bodies.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { deleteExternalAccounts, updateExternalAccount } from '../../write/external-accounts.ts'
import {
  arrayOfRows,
  custom_fields,
  customValues,
  IMPORT_PATHS,
  importDeclaration,
  Money,
  SentAccount,
  Text,
} from '../body/import-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { deletionWrites } from './bulk-deletions.ts'

const Accounts = Type.Object({
  accounts: arrayOfRows(SentAccount),
  external_accounts: arrayOfRows(SentAccount),
})

const imports = IMPORT_PATHS.map((path) =>
  declareWrite({
    ...importDeclaration,
    path,
    summary: 'Create or update external accounts',
    body: Accounts,
    run: async (tx, { actor, input, problems }) => {
      const { rows, source } = await readExternalAccounts(input, [...problems])
      return importExternalAccounts(tx, actor, rows, source)
    },
  }),
)

const Changes = Type.Object(
  {
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    name: Text,
    plan: Text,
    mrr: Money,
    ltv: Money,
    custom_fields,
  },
  customValues,
)

export const externalAccountOperations = (): Operation[] =>
  writeOperations(external_accounts, [
    ...imports,
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update an external account',
      description:
        'An extension, which also changes the `external_id`. 422 when another account has it.',
      body: Changes,
      answer: 'records',
      run: (tx, { origin, id, input }) => updateExternalAccount(tx, origin, id, input),
    }),
    ...deletionWrites(
      external_accounts,
      deleteExternalAccounts,
      'Their external users remain, without an account.',
    ),
  ])

import { Type } from 'typebox'
import { importExternalAccounts } from '../../imports/external-accounts.ts'
import { readExternalAccounts } from '../../imports/people-bodies.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { deleteExternalAccounts } from '../../write/external-accounts.ts'
import {
  arrayOfRows,
  IMPORT_PATHS,
  importDeclaration,
  SentAccount,
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

export const externalAccountOperations = (): Operation[] =>
  writeOperations(external_accounts, [
    ...imports,
    ...deletionWrites(
      external_accounts,
      deleteExternalAccounts,
      'Their external users remain, without an account.',
    ),
  ])

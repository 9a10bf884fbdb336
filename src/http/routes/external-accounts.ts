import { type Static, Type } from 'typebox'
import type { Problem } from '../../core/api-error.ts'
import { mapInSlices } from '../../core/slices.ts'
import {
  type ImportedAccount,
  importExternalAccounts,
  type SourcePathMapper,
} from '../../imports/external-accounts.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { deleteExternalAccounts } from '../../write/external-accounts.ts'
import {
  AccountRow,
  arrayOfRows,
  getMember,
  IMPORT_PATHS,
  importDeclaration,
  isUnreadable,
  missingId,
  readRows,
  toImportedAccount,
} from '../body/imported-rows.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { deletionWrites } from './bulk-deletions.ts'

const Accounts = Type.Object({
  accounts: arrayOfRows(AccountRow),
  external_accounts: arrayOfRows(AccountRow),
})

async function toImportedAccounts(
  input: Static<typeof Accounts>,
  problems: Problem[],
): Promise<[(ImportedAccount & { external_id: string })[], SourcePathMapper, Problem[]]> {
  const { rows, sentAs } = readRows(input, ['accounts', 'external_accounts'], problems)
  const imported = await mapInSlices(rows, (row, i) => {
    const path = sentAs(['accounts', i])
    const external_id = (getMember(row, 'external_id') ?? '') as string
    if (external_id === '' && !isUnreadable(row, 'external_id')) problems.push(missingId(path))
    return { ...toImportedAccount(row, path, problems), external_id }
  })
  return [imported, sentAs, problems]
}

const imports = IMPORT_PATHS.map((path) =>
  declareWrite({
    ...importDeclaration,
    path,
    summary: 'Create or update external accounts',
    body: Accounts,
    run: async (tx, { actor, input, problems }) =>
      (await importExternalAccounts(tx, actor, ...(await toImportedAccounts(input, [...problems]))))
        .externalAccounts,
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

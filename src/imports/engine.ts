// The engine of each collection: rows → records.
import type { Tx } from '../db/db.ts'
import { importExternalAccounts } from './external-accounts.ts'
import { importExternalUsers } from './external-users.ts'
import type {
  ExternalAccountRow,
  ExternalUserRow,
  ImportRow,
  SuggestionRow,
  UserRow,
} from './rows.ts'
import { fileSource, importSuggestions } from './suggestions.ts'
import { importUsers } from './users.ts'

/** Returns how many records were created or changed. */
export async function importRows(
  tx: Tx,
  actor: number,
  rows: ImportRow[],
  createsMissing: boolean,
): Promise<number> {
  const records = rows.map(({ line: _, collection: __, ...record }) => record)
  switch (rows[0]?.collection) {
    case 'suggestions':
      return (
        await importSuggestions(tx, actor, records as SuggestionRow[], fileSource(createsMissing))
      ).length
    case 'users':
      return importUsers(tx, records as UserRow[])
    case 'external_accounts': {
      const accounts = records as (ExternalAccountRow & { external_id: string })[]
      return (await importExternalAccounts(tx, actor, accounts)).length
    }
    default:
      return (await importExternalUsers(tx, actor, records as ExternalUserRow[])).length
  }
}

// External users: people as the client's own application knows them. Several can belong to one user.
import { sql } from 'kysely'
import { invalidInput, type Path } from '../core/api-error.ts'
import { mapInSlices, stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import type { CustomInput } from '../write/core/custom-values.ts'
import { concurrentChange } from '../write/core/transaction.ts'
import { type CustomValues, coerceImportedValues, toJsonArray } from './custom-values.ts'
import { AccountRows, type ImportSource } from './external-accounts.ts'
import type { ExternalUserRow } from './rows.ts'

/** In characters. At four bytes each, the text still fits into an index entry. */
export const MAX_TEXT_LENGTH = 600

/** What the database returns for a row: its id, or what is wrong with it. */
type ImportResult = { place: number; id: number } & (
  | { problem: null }
  | { problem: 'unknown_user' | 'no_owner' }
)

/**
 * Creates or updates external users by external id, all or none. Of rows with the same id the last one wins. Throws one
 * error for all problems, including those passed in. Returns the ids. The database does the rest
 * (src/db/functions/imports.sql).
 */
export async function importExternalUsers(
  tx: Tx,
  actor: number,
  imported: ExternalUserRow[],
  { toSourcePath = (path) => path, problems = [] }: ImportSource = {},
): Promise<number[]> {
  const coerce = (
    objectType: 'external_users' | 'external_accounts',
    readValues: (row: ExternalUserRow) => CustomInput[] | undefined,
    path: Path,
  ) =>
    coerceImportedValues(tx, {
      actor,
      objectType,
      rows: imported.map((row, i) => ({
        values: readValues(row) ?? [],
        path: toSourcePath(['users', i, ...path]),
      })),
      problems,
    })
  const userFields = await coerce('external_users', ({ values }) => values, [])
  const accountFields = await coerce('external_accounts', ({ account }) => account?.values, [
    'account',
  ])
  const rows = keepLastRows(imported)
  const accounts = new AccountRows()
  const sentRows = await mapInSlices(rows, (i) => {
    const { account, ...user } = imported[i] as ExternalUserRow
    return {
      ...toRow(user, userFields[i]),
      account: account && accounts.add(account, accountFields[i]),
    }
  })
  const sent = await stringifyInSlices(sentRows)
  const sentAccounts = await stringifyInSlices(accounts.rows())
  // A call that fails anyway takes no locks.
  const { rows: results } =
    problems.length > 0
      ? await sql<ImportResult>`select * from find_import_problems(${toJsonArray(sent)})`.execute(
          tx,
        )
      : await sql<ImportResult>`
          select * from import_external_users(${toJsonArray(sent)}, ${toJsonArray(sentAccounts)})`.execute(
          tx,
        )
  for (const { place, problem } of results) {
    if (problem === null) continue
    const i = rows[place - 1] as number
    const { user_id, hasInvalidIdentity = false } = imported[i] as ExternalUserRow
    const report = (member: string, code: string, text: string) => {
      const path = toSourcePath(['users', i, member])
      problems.push({ path, code, message: `${path.join('.')}: ${text}.` })
    }
    if (problem === 'unknown_user') report('user_id', 'not_found', `no user has the id ${user_id}`)
    else if (!hasInvalidIdentity) report('email', 'required', 'required for a new external user')
  }
  if (problems.length > 0) throw invalidInput(problems)
  // Another call deleted one of them.
  if (results.length < rows.length) throw concurrentChange()
  return results.map(({ id }) => id)
}

/** The positions of the rows that count, in their order. Invalid rows without an id are all kept. */
function keepLastRows(imported: ExternalUserRow[]): number[] {
  const positions = new Map<string | number, number>()
  for (const [i, { external_id }] of imported.entries()) {
    const key = external_id === '' ? i : external_id
    positions.delete(key)
    positions.set(key, i)
  }
  return [...positions.values()]
}

const toRow = (
  { values: _, hasInvalidIdentity: __, user_id, ...members }: Omit<ExternalUserRow, 'account'>,
  custom_fields: CustomValues | undefined,
) => ({ ...members, user_id: user_id ?? undefined, custom_fields })

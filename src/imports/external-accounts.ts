// Customer accounts, created or changed by their external ids.
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../core/api-error.ts'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import { type CustomValues, coerceImportedValues, toJsonArray } from './custom-values.ts'
import type { ExternalAccountRow } from './rows.ts'

/** Maps a path such as `users.0.email` to the place of the value in the client's input, for error messages. */
export type SourcePathMapper = (path: Path) => Path

/** Rows of a call: where they are in the input, and the problems that were found before. */
export type ImportSource = { toSourcePath?: SourcePathMapper; problems?: Problem[] }

/**
 * Creates or updates accounts by external id, all or none. Of rows with the same id the last one wins. Throws one error
 * for all problems, including those passed in. Returns the ids.
 */
export async function importExternalAccounts(
  tx: Tx,
  actor: number,
  imported: (ExternalAccountRow & { external_id: string })[],
  { toSourcePath = (path) => path, problems = [] }: ImportSource = {},
): Promise<number[]> {
  const coerced = await coerceImportedValues(tx, {
    actor,
    objectType: 'external_accounts',
    rows: imported.map(({ values = [] }, i) => ({ values, path: toSourcePath(['accounts', i]) })),
    problems,
  })
  if (problems.length > 0) throw invalidInput(problems)
  const lastRows = new Map<string, object>()
  for (const [i, row] of imported.entries()) {
    lastRows.delete(row.external_id)
    lastRows.set(row.external_id, toAccountRow(row, coerced[i]))
  }
  const sent = await stringifyInSlices([...lastRows.values()])
  const { rows } = await sql<{ id: number }>`
    select id from import_external_accounts(${toJsonArray(sent)})`.execute(tx)
  return rows.map(({ id }) => id)
}

const toAccountRow = (
  { values: _, ...members }: ExternalAccountRow,
  custom_fields: CustomValues | undefined,
) => ({ ...members, custom_fields })

/** The accounts of imported external users, each external id once. The last value of each member wins. */
export class AccountRows {
  #rows = new Map<string, ReturnType<typeof toAccountRow>>()

  /** Returns what the row of the external user contains: a reference, or the whole account when it is private. */
  add(account: ExternalAccountRow, customFields: CustomValues | undefined) {
    const row = toAccountRow(account, customFields)
    const { external_id } = row
    if (typeof external_id !== 'string') return row
    const earlier = this.#rows.get(external_id)
    const custom_fields = { ...earlier?.custom_fields, ...row.custom_fields }
    this.#rows.set(external_id, { ...earlier, ...row, custom_fields })
    return { external_id }
  }

  rows = () => [...this.#rows.values()]
}

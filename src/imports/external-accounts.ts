// Customer accounts, imported from the client's own application.
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../core/api-error.ts'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import type { CustomInput } from '../write/core/custom-values.ts'
import { type CustomValues, coerceImportedValues, toJsonArray } from './custom-values.ts'

/** An absent member stays unchanged, null clears it. */
export type ImportedAccount = {
  /** Without one, it is the private account of the external user that it is sent with. */
  external_id?: string | null
  name?: string | null
  plan?: string | null
  mrr?: number | null
  ltv?: number | null
  external_created_at?: string | null
  values?: CustomInput[]
}

/** Maps a path such as `users.0.email` to the place of the value in the client's input, for error messages. */
export type SourcePathMapper = (path: Path) => Path

/**
 * Creates or updates accounts by external id, all or none. Of rows with the same id the last one wins. Throws one error
 * for all problems, including those passed in.
 */
export async function importExternalAccounts(
  tx: Tx,
  actor: number,
  rows: (ImportedAccount & { external_id: string })[],
  toSourcePath: SourcePathMapper = (path) => path,
  problems: Problem[] = [],
): Promise<{ externalAccounts: number[] }> {
  const coerced = await coerceImportedValues(
    tx,
    actor,
    'external_accounts',
    rows.map(({ values = [] }, i) => ({ values, path: toSourcePath(['accounts', i]) })),
    problems,
  )
  if (problems.length > 0) throw invalidInput(problems)
  const lastRows = new Map<string, object>()
  for (const [i, row] of rows.entries()) {
    lastRows.delete(row.external_id)
    lastRows.set(row.external_id, toAccountRow(row, coerced[i]))
  }
  const sent = await stringifyInSlices([...lastRows.values()])
  const { rows: imported } = await sql<{ id: number }>`
    select id from import_external_accounts(${toJsonArray(sent)})`.execute(tx)
  return { externalAccounts: imported.map(({ id }) => id) }
}

const toAccountRow = (
  { values: _, ...members }: ImportedAccount,
  custom_fields: CustomValues | undefined,
) => ({ ...members, custom_fields })

/** The accounts of imported external users, each external id once. The last value of each member wins. */
export class AccountRows {
  #rows = new Map<string, ReturnType<typeof toAccountRow>>()

  /** Returns what the row of the external user contains: a reference, or the whole account when it is private. */
  add(account: ImportedAccount, customFields: CustomValues | undefined) {
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

// Rows of a file that are about one record: the same person twice, or an account of which two rows say different things.
import type { CustomInput } from '../write/core/custom-values.ts'
import { type FileProblem, problem } from './file-problems.ts'
import type { ImportRow } from './rows.ts'

/** What is no mistake, and still worth knowing. */
export type FileWarning = FileProblem

/** A value, and the first line that has it. */
type Seen = { value: string; line: number | null }

const ACCOUNT_FIELDS: Record<string, string> = {
  name: 'account.name',
  plan: 'account.plan',
  mrr: 'account.mrr',
  ltv: 'account.ltv',
  external_created_at: 'account.created_timestamp',
}

export class RepeatedRows {
  #records = new Map<string, number | null>()
  #addresses = new Map<string, Seen>()
  #accounts = new Map<string, Map<string, Seen>>()
  repeated = 0

  /** The warnings of these rows, which follow those that were added before. Their columns are fields. */
  add(rows: ImportRow[]): FileWarning[] {
    return rows.flatMap((row) => [...this.#compareRecord(row), ...this.#compareAccount(row)])
  }

  /** Without an external id, suggestions with the same texts and author are most likely one. */
  #compareRecord(row: ImportRow): FileWarning[] {
    const { line = null } = row
    const key = keyOf(row)
    const first = this.#records.get(key)
    if (first !== undefined) {
      this.repeated += 1
      const isNew = row.collection === 'suggestions' && row.external_id === undefined
      const message = isNew
        ? `it is the same as line ${first}, and is imported again`
        : `it has the id of line ${first}, and changes the same record`
      return [problem('repeated row', message, { line })]
    }
    this.#records.set(key, line)
    return this.#compareAddress(row)
  }

  #compareAddress(row: ImportRow): FileWarning[] {
    if (row.collection !== 'external_users' || !row.email || row.user_id) return []
    const { line = null, email } = row
    const first = this.#addresses.get(email.toLowerCase())
    if (first === undefined) {
      this.#addresses.set(email.toLowerCase(), { value: email, line })
      return []
    }
    const message = `line ${first.line} has the same address: both ids belong to one person`
    return [
      problem('repeated address', message, {
        line,
        column: 'external_user.email_address',
        value: email,
      }),
    ]
  }

  #compareAccount(row: ImportRow): FileWarning[] {
    const account = 'account' in row ? row.account : undefined
    if (!account?.external_id) return []
    const { line = null } = row
    const { external_id, values = [], ...members } = account
    const known = this.#accounts.get(external_id) ?? new Map<string, Seen>()
    this.#accounts.set(external_id, known)
    const warnings: FileWarning[] = []
    for (const [field, value] of [...Object.entries(members), ...customMembers(values)]) {
      const first = known.get(field)
      if (first === undefined) known.set(field, { value: String(value), line })
      else if (first.value.toLowerCase() !== String(value).toLowerCase())
        warnings.push(
          problem(
            'values disagree',
            `line ${first.line} says ${JSON.stringify(first.value)} for the same account; the last row counts`,
            { line, column: ACCOUNT_FIELDS[field] ?? field, value: String(value) },
          ),
        )
    }
    return warnings
  }
}

const customMembers = (values: CustomInput[]): [string, unknown][] =>
  values.map(({ key, value }) => [`account.${key}`, value])

function keyOf(row: ImportRow): string {
  if (row.collection === 'users') return row.email.toLowerCase()
  if (row.external_id !== undefined) return `id ${row.external_id}`
  const { line: _, ...record } = row
  return JSON.stringify(record)
}

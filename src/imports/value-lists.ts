// The different values of columns whose values are few or are names of records, so that each is mapped once, not in every cell.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { FileColumn } from './columns.ts'
import type { FileProblem } from './file-problems.ts'
import { cleanCell, type Header } from './header.ts'
import { isCreated, type KnownNames, normalizeValue } from './known-names.ts'
import type { SuggestionRow } from './rows.ts'
import { findUnknownNames } from './suggestions.ts'

/** Of one column. */
const MAX_VALUES = 500
const MAX_COUNTED = 10_000
const MAX_CHOICES = 1000
/** Longer ones are no names. */
const MAX_LENGTH = 255

export type ListedValue = {
  value: string
  /** How many cells have it. */
  count: number
  /** Whether it can be read, or is the name of a record that exists, after it was mapped. */
  known: boolean
  /** What is imported in its place; null for an empty cell. */
  to: string | null
  /** Whether `to` is another spelling that nobody chose. */
  guess: boolean
  /** Whether the import creates a record with this name. */
  creates: boolean
}

/** The values of a column. `choices` are those that exist. */
export type ValueList = { values: ListedValue[]; values_count: number; choices: string[] }

/** Fields whose values need no record: a new plan is no mistake. */
const OPEN: Record<string, RawBuilder<{ name: string | null }>> = {
  'account.plan': sql<{ name: string | null }>`
    select plan as name from external_accounts where plan is not null group by plan order by plan limit ${MAX_CHOICES}`,
  'external_user.type': sql<{ name: string | null }>`
    select type as name from external_users where type is not null group by type order by type limit ${MAX_CHOICES}`,
}

type Counted = Map<string, { value: string; count: number }>

/** A file as it is read. */
export type ReadFile = { header: Header; columns: FileColumn[]; known: Map<string, KnownNames> }

/** The columns whose values are listed: those of names and of few values, and of numbers and dates those that are mapped. */
function listedColumns({ header, columns, known }: ReadFile) {
  return columns.flatMap(({ column, name, values }, i) => {
    const field = header.fields[i]
    if (!column || !field) return []
    const isWhole = known.has(field) || field in OPEN || column.choices !== undefined
    const isMapped = column.kind !== undefined && header.mappings[i]?.values !== undefined
    const valuesIn = (row: string[]) =>
      values
        .valuesIn(cleanCell(row[i] ?? '', header))
        .map((value) => value.trim())
        .filter(
          (value) =>
            value !== '' &&
            value.length <= MAX_LENGTH &&
            (isWhole || values.map(value).source === 'mapped'),
        )
    return isWhole || isMapped ? [{ i, name, field, values, valuesIn }] : []
  })
}

export class ValueLists {
  #db: Db
  #createsMissing: boolean
  #counts: Counted[] = []
  /** By the column, normalized. */
  #unknown = new Map<number, Set<string>>()

  constructor(db: Db, createsMissing: boolean) {
    this.#db = db
    this.#createsMissing = createsMissing
  }

  /** All rows of a part of the file, those that can be imported, and the problems of the others. */
  async add(
    cells: Iterable<string[]>,
    rows: SuggestionRow[],
    problems: FileProblem[],
    file: ReadFile,
  ): Promise<void> {
    const { header, columns } = file
    const listed = listedColumns(file)
    for (const row of cells)
      for (const { i, valuesIn } of listed) for (const value of valuesIn(row)) this.#count(i, value)
    for (const { kind, column, value } of problems) {
      const i = header.names.indexOf(column ?? '')
      const { column: read, values } = columns[i] ?? {}
      if (kind !== 'value of wrong type' || !values) continue
      const mapped = values.map(value.trim())
      // Numbers and dates: what cannot be read is mostly one of few words, such as `n/a`.
      if (read?.kind !== undefined && mapped.source !== 'mapped') this.#count(i, value.trim())
      if (read?.kind !== undefined || read?.choices !== undefined) this.#addUnknown(i, mapped.to)
    }
    if (rows.length === 0) return
    // Also those that are created.
    const plain = rows.map(({ creates: _, ...row }) => row)
    for (const { column, value } of await findUnknownNames(this.#db, plain, false)) {
      const i = header.fields.indexOf(column)
      if (value !== '' && i >= 0) this.#addUnknown(i, value)
    }
  }

  #count(i: number, value: string): void {
    if (value === '' || value.length > MAX_LENGTH) return
    this.#counts[i] ??= new Map()
    const counts = this.#counts[i]
    const counted = counts.get(normalizeValue(value))
    if (counted) counted.count += 1
    else if (counts.size < MAX_COUNTED) counts.set(normalizeValue(value), { value, count: 1 })
  }

  #addUnknown(i: number, value: string): void {
    const values = this.#unknown.get(i) ?? new Set()
    values.add(normalizeValue(value))
    this.#unknown.set(i, values)
  }

  /** The list of a column; empty when its values need not be mapped. */
  async of(i: number, { header, columns, known }: ReadFile): Promise<ValueList> {
    const field = header.fields[i] ?? ''
    const { column, values: mapping } = columns[i] as FileColumn
    const names = known.get(field)
    const choices = field in OPEN ? await this.#openChoices(field) : names?.names
    const existing = new Set(choices?.map(normalizeValue))
    const unknown = this.#unknown.get(i)
    const describe = (value: string): Omit<ListedValue, 'value' | 'count'> => {
      const { to, source } = mapping.map(value)
      const name = normalizeValue(to)
      // The rows that can be imported know more: the categories of their forums.
      const isFound = names === undefined || names.isPartial || names.finds(to)
      const exists = field in OPEN ? existing.has(name) : isFound && !unknown?.has(name)
      const isKnown = name === '' || exists
      const mayCreate = this.#createsMissing || mapping.creates(to)
      return {
        known: isKnown,
        to: name === '' ? null : to,
        guess: source === 'guessed',
        creates: !isKnown && isCreated(field) && mayCreate,
      }
    }
    const counted = [...(this.#counts[i]?.values() ?? [])].map((one) => ({
      ...one,
      ...describe(one.value),
    }))
    const rank = ({ known: isKnown, guess }: ListedValue) => (isKnown ? (guess ? 1 : 2) : 0)
    const values = counted
      .sort((a, b) => rank(a) - rank(b) || b.count - a.count)
      .slice(0, MAX_VALUES)
    return {
      values,
      values_count: counted.length,
      choices: (choices ?? [...(column?.choices ?? [])]).slice(0, MAX_CHOICES),
    }
  }

  async #openChoices(field: string): Promise<string[]> {
    const { rows } = await (OPEN[field] as RawBuilder<{ name: string | null }>).execute(this.#db)
    return rows.flatMap(({ name }) => name ?? [])
  }
}

/** A value that was imported as another. */
export type ReportedValue = {
  column: string
  field: string
  value: string
  /** Null for an empty cell. */
  to: string | null
  guess: boolean
  /** How many cells of rows that are imported had it. */
  count: number
}

const MAX_REPORTED = 200

/** Counts for the record of an import which values were imported as others. */
export class ReportedValues {
  #counts = new Map<string, ReportedValue>()

  /** The cells of rows that are imported. */
  add(cells: Iterable<string[]>, file: ReadFile): void {
    const listed = listedColumns(file)
    if (listed.length === 0) return
    for (const row of cells)
      for (const { i, name, field, values, valuesIn } of listed)
        for (const value of valuesIn(row)) {
          const { to, source } = values.map(value)
          if (source === 'same') continue
          const key = JSON.stringify([i, normalizeValue(value)])
          const counted = this.#counts.get(key)
          if (counted) counted.count += 1
          else if (this.#counts.size < MAX_COUNTED)
            this.#counts.set(key, {
              column: name,
              field,
              value,
              to: to.trim() === '' ? null : to,
              guess: source === 'guessed',
              count: 1,
            })
        }
  }

  /** The most frequent. */
  result = (): ReportedValue[] =>
    [...this.#counts.values()].sort((a, b) => b.count - a.count).slice(0, MAX_REPORTED)
}

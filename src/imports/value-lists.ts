// The different values of columns whose values are names of records, so that each is mapped once, not in every cell.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { FileColumn } from './columns.ts'
import { normalizeValue, splitCell } from './columns.ts'
import type { FileProblem } from './file-problems.ts'
import { cleanCell, type Header } from './header.ts'
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
}

/** The values of a column. `choices` are those that exist. */
export type ValueList = { values: ListedValue[]; values_count: number; choices: string[] }

/** By the field: where its names are, and whether an import creates those that are missing. */
const NAMES: Record<string, RawBuilder<{ name: string | null }>> = {
  forum: sql<{ name: string }>`select name from forums order by name limit ${MAX_CHOICES}`,
  category: sql<{ name: string }>`
    select distinct name from categories order by name limit ${MAX_CHOICES}`,
  status: sql<{
    name: string
  }>`select name from statuses order by position, id limit ${MAX_CHOICES}`,
  labels: sql<{ name: string }>`
    select full_name as name from labels order by full_name limit ${MAX_CHOICES}`,
  'account.plan': sql<{ name: string | null }>`
    select plan as name from external_accounts where plan is not null group by plan order by plan limit ${MAX_CHOICES}`,
  'external_user.type': sql<{ name: string | null }>`
    select type as name from external_users where type is not null group by type order by type limit ${MAX_CHOICES}`,
}

/** Fields whose values need no record: a new plan is no mistake. */
const OPEN = ['account.plan', 'external_user.type']

type Counted = Map<string, { value: string; count: number }>

export class ValueLists {
  #db: Db
  #counts: Counted[] = []
  /** By the field, normalized. */
  #unknown = new Map<string, Set<string>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** All rows of a part of the file, those that can be imported, and the problems of the others. */
  async add(
    cells: Iterable<string[]>,
    rows: SuggestionRow[],
    problems: FileProblem[],
    { header, columns }: { header: Header; columns: FileColumn[] },
  ): Promise<void> {
    const listed = columns.flatMap(({ column }, i) =>
      column && (header.fields[i] ?? '') in NAMES ? [{ i, isList: column.isList }] : [],
    )
    for (const row of cells)
      for (const { i, isList } of listed) {
        const cell = cleanCell(row[i] ?? '', header)
        for (const value of isList ? splitCell(cell) : [cell.trim()]) this.#count(i, value)
      }
    for (const { kind, column, value } of problems) {
      const i = header.names.indexOf(column ?? '')
      const { column: read, mapCell } = columns[i] ?? {}
      if (kind !== 'value of wrong type' || !read || !isClosed(read)) continue
      this.#count(i, value.trim())
      this.#addUnknown(i, mapCell?.(value.trim()) ?? value)
    }
    if (rows.length === 0) return
    for (const { column, value } of await findUnknownNames(this.#db, rows, false)) {
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
    const key = String(i)
    const values = this.#unknown.get(key) ?? new Set()
    values.add(normalizeValue(value))
    this.#unknown.set(key, values)
  }

  /** The list of a column; undefined when its values need not be mapped. */
  async of(i: number, field: string | null, { mapCell, column }: FileColumn): Promise<ValueList> {
    const isNamed = field !== null && field in NAMES
    const choices = isNamed
      ? await this.#choices(field)
      : column?.isBoolean
        ? ['true', 'false']
        : []
    const existing = new Set(choices.map(normalizeValue))
    const unknown = this.#unknown.get(String(i))
    const isKnown = (value: string) => {
      const mapped = normalizeValue(mapCell(value))
      return (
        mapped === '' ||
        (field !== null && OPEN.includes(field) ? existing.has(mapped) : !unknown?.has(mapped))
      )
    }
    const counted = [...(this.#counts[i]?.values() ?? [])].map((one) => ({
      ...one,
      known: isKnown(one.value),
    }))
    const values = counted
      .sort((a, b) => Number(a.known) - Number(b.known) || b.count - a.count)
      .slice(0, MAX_VALUES)
    return { values, values_count: counted.length, choices }
  }

  async #choices(field: string): Promise<string[]> {
    const { rows } = await (NAMES[field] as RawBuilder<{ name: string | null }>).execute(this.#db)
    return rows.flatMap(({ name }) => name ?? [])
  }
}

/** Numbers, dates and booleans: what cannot be read is mostly one of few words, such as `n/a`. */
const isClosed = ({ kind, isBoolean = false }: { kind?: unknown; isBoolean?: boolean }) =>
  kind !== undefined || isBoolean

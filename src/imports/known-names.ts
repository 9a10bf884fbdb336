// The names that the values of a column can have here: to find a name that the file spells differently, and to refuse a
// mapping to what does not exist.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { SUGGESTION_STATES } from './cells.ts'

/** More are not compared: a name that is not among them is found by the database all the same. */
const MAX_NAMES = 10_000

type Name = {
  id: number | null
  name: string
  /** Another name that finds it: of a label in a tree the last part of its path. */
  short: string | null
}

const QUERIES: Record<string, RawBuilder<Name>> = {
  forum: sql<Name>`select id, name, null as short from forums order by name, id limit ${MAX_NAMES}`,
  category: sql<Name>`
    select id, name, null as short from categories order by name, id limit ${MAX_NAMES}`,
  status: sql<Name>`
    select id, name, null as short from statuses order by position, id limit ${MAX_NAMES}`,
  labels: sql<Name>`
    select id, full_name as name, name as short from labels order by full_name, id limit ${MAX_NAMES}`,
}

/** Fields whose records an import can create. */
export const CREATED_FIELDS = ['forum', 'category', 'labels'] as const
export type CreatedField = (typeof CREATED_FIELDS)[number]
export const isCreated = (field: string): field is CreatedField =>
  (CREATED_FIELDS as readonly string[]).includes(field)

/** Case and surrounding spaces do not count. */
export const normalizeValue = (value: string): string => value.trim().toLowerCase()

/**
 * Without spaces, punctuation and pictures too: `In-Progress` is `in progress`, and `Won't do` is `wont do`. What tells
 * names apart stays, such as the signs of `C#`, `C++` and `R&D`.
 */
const looseName = (value: string): string =>
  normalizeValue(value.normalize('NFKC'))
    .replace(/[\s\-_–—.,:;!?'’‘`´"“”„()[\]{}]/g, '')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d/gu, '')

export class KnownNames {
  readonly names: string[]
  #exact = new Set<string>()
  #byId = new Map<number, string>()
  /** Null for a spelling that two of them have. */
  #loose = new Map<string, string | null>()
  /** There are more, so that a name that is not found can exist. */
  readonly isPartial: boolean

  #hasTextIds: boolean

  constructor(known: Name[], hasTextIds = false) {
    this.#hasTextIds = hasTextIds
    this.names = [...new Set(known.map(({ name }) => name))]
    this.isPartial = known.length >= MAX_NAMES
    for (const { id, name, short } of known) {
      if (id !== null) this.#byId.set(id, name)
      for (const one of [name, short ?? name]) {
        this.#exact.add(normalizeValue(one))
        this.#addLoose(looseName(one), name)
      }
    }
  }

  #addLoose(spelling: string, name: string): void {
    const other = this.#loose.get(spelling)
    const isSame = other === undefined || normalizeValue(other ?? '') === normalizeValue(name)
    if (spelling !== '') this.#loose.set(spelling, isSame ? name : null)
  }

  has = (name: string): boolean => this.#exact.has(normalizeValue(name))

  /** By its name, or a forum by its id. */
  finds = (value: string): boolean =>
    this.has(value) || (this.#hasTextIds && this.#byId.has(Number(value)))

  nameOf = (id: number): string | undefined => this.#byId.get(id)

  /** The only name that differs in spelling alone. */
  match(value: string): string | undefined {
    if (value.trim() === '' || this.has(value)) return undefined
    return this.#loose.get(looseName(value)) ?? undefined
  }
}

/** By the field. */
export async function loadNames(
  db: Db,
  fields: (string | null)[],
): Promise<Map<string, KnownNames>> {
  const known = new Map<string, KnownNames>()
  for (const field of new Set(fields)) {
    const query = field === null ? undefined : QUERIES[field]
    if (field !== null && query)
      known.set(field, new KnownNames((await query.execute(db)).rows, field === 'forum'))
    if (field === 'state')
      known.set(
        field,
        new KnownNames(SUGGESTION_STATES.map((name) => ({ id: null, name, short: null }))),
      )
  }
  return known
}

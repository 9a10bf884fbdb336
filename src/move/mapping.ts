// Applies what people mapped to the lines of a form, between reading and loading, so that it is the same for every source, and for the
// check, the load and the comparison alike (decision 93).
import {
  type Decision,
  MAPPED_KINDS,
  MAX_VALUES,
  type Mapped,
  type MappedKind,
  noValues,
  type SourceValue,
  type SourceValues,
} from '../imports/move-mapping.ts'
import { KINDS, type Kind, type Manifest, REFERENCES } from './form.ts'
import { KeySet } from './key-set.ts'
import { type Line, readBatches } from './reader.ts'

type Loose = Record<string, unknown>

/** How many records have a value, by its kind and key. */
export type Usage = Map<MappedKind, Map<string, number>>

export type Survey = {
  values: SourceValues
  people_without_address: PeopleWithoutAddress
  counts: Record<Kind, number>
  problems_count: number
  left_out_count: number
  /** The first ones. */
  problems: { file: string; line: number; message: string; left_out: boolean }[]
}

export type PeopleWithoutAddress = {
  people: number
  suggestions: number
  comments: number
  supporters: number
}

/** One pass over a form, in the order of its kinds. */
export class MappedForm {
  readonly usage: Usage = new Map(MAPPED_KINDS.map((kind) => [kind, new Map()]))
  readonly withoutAddress: PeopleWithoutAddress = {
    people: 0,
    suggestions: 0,
    comments: 0,
    supporters: 0,
  }
  /** By kind, how many lines do not come. */
  readonly leftOut = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  readonly #decisions: Map<MappedKind, Map<string, Decision>>
  readonly #fields = new Map<string, Decision>()
  readonly #gone = new Map<Kind, KeySet>()
  readonly #anonymous = new KeySet()
  readonly #leavesOutPeople: boolean

  constructor({ decisions, leavesOutPeople }: Mapped) {
    this.#leavesOutPeople = leavesOutPeople
    this.#decisions = new Map(MAPPED_KINDS.map((kind) => [kind, new Map()]))
    for (const one of decisions) {
      this.#decisions.get(one.kind)?.set(one.key, one)
      if (one.kind === 'custom_fields') this.#fields.set(one.value, one)
      // A later run has only what changed, and refers to the others.
      if (one.becomes === 'left_out') this.#goneOf(one.kind).add(one.key)
    }
  }

  /** Changes the line. False when it does not come. */
  apply(kind: Kind, line: Line): boolean {
    this.#count(kind, line.record as Loose)
    const comes = this.#comes(kind, line)
    if (!comes) {
      this.leftOut[kind]++
      if (line.key !== '') this.#goneOf(kind).add(line.key)
    }
    return comes
  }

  #comes(kind: Kind, line: Line): boolean {
    const record = line.record as Loose
    if (isMapped(kind)) return this.#becomes(kind, line)
    if (kind === 'users') return record.email_address ? true : this.#isPersonKept(line.key)
    if (!this.#keepReferences(kind, record)) return false
    if (kind === 'suggestions' || kind === 'external_users' || kind === 'external_accounts')
      this.#mapFields(kind, record)
    return true
  }

  #becomes(kind: MappedKind, line: Line): boolean {
    const record = line.record as Loose
    const decision = this.#decisions.get(kind)?.get(line.key)
    if (decision?.becomes === 'left_out') return false
    if (!this.#keepReferences(kind, record)) return false
    if (!decision) return true
    if (decision.id !== null) line.here = decision.id
    record[kind === 'custom_fields' ? 'field' : 'name'] = decision.name
    return true
  }

  #isPersonKept(key: string): boolean {
    this.#anonymous.add(key)
    this.withoutAddress.people++
    return !this.#leavesOutPeople
  }

  /** A record goes with the one that it needs. Otherwise it comes without it. */
  #keepReferences(kind: Kind, record: Loose): boolean {
    for (const [member, { kind: of, isRequired, isLimit }] of Object.entries(REFERENCES[kind])) {
      const gone = this.#gone.get(of)
      const value = record[member]
      if (gone === undefined || value === undefined || value === null) continue
      if (Array.isArray(value)) {
        const left = value.filter((key) => !gone.has(key))
        if (isLimit && left.length === 0 && value.length > 0) return false
        record[member] = left
      } else if (gone.has(value as string)) {
        if (isRequired) return false
        record[member] = null
      } else continue
      // Without its status and without a text it says nothing.
      if (kind === 'status_updates' && member === 'status' && !record.body) return false
    }
    return true
  }

  #mapFields(kind: Kind, record: Loose): void {
    const values = record.custom_fields as Loose | undefined
    if (values === undefined || this.#fields.size === 0) return
    const mapped: Loose = {}
    for (const [key, value] of Object.entries(values)) {
      const decision = this.#fields.get(`${kind}.${key}`)
      if (decision?.becomes === 'left_out') continue
      const name = decision?.name ?? key
      // Of two fields that become one, the first that has a value counts.
      mapped[name] ??= value
    }
    record.custom_fields = mapped
  }

  #count(kind: Kind, record: Loose): void {
    if (kind === 'suggestions') {
      this.#countUse('forums', record.forum)
      this.#countUse('categories', record.category)
      this.#countUse('statuses', record.status)
      for (const label of (record.labels as string[] | undefined) ?? [])
        this.#countUse('labels', label)
      if (this.#anonymous.has(String(record.author ?? ''))) this.withoutAddress.suggestions++
    } else if (kind === 'comments' && this.#anonymous.has(String(record.author)))
      this.withoutAddress.comments++
    else if (kind === 'supporters' && this.#anonymous.has(String(record.user)))
      this.withoutAddress.supporters++
    for (const [field, value] of Object.entries((record.custom_fields as Loose) ?? {}))
      if (value !== null) {
        const decision = this.#fields.get(`${kind}.${field}`)
        if (decision) this.#countUse('custom_fields', decision.key)
      }
  }

  #countUse(kind: MappedKind, key: unknown): void {
    const counts = this.usage.get(kind)
    if (typeof key !== 'string' || !this.#decisions.get(kind)?.has(key)) return
    counts?.set(key, (counts.get(key) ?? 0) + 1)
  }

  #goneOf(kind: Kind): KeySet {
    const known = this.#gone.get(kind) ?? new KeySet()
    this.#gone.set(kind, known)
    return known
  }
}

const isMapped = (kind: Kind): kind is MappedKind =>
  (MAPPED_KINDS as readonly string[]).includes(kind)

type Definition = Partial<Record<'field' | 'forum' | 'parent' | 'object_type', string>> & {
  name: string
}

/** What a form has of each kind that can be mapped, and what earlier forms of the move had. */
export async function readValues(
  folder: string,
  manifest: Manifest,
  earlier: SourceValues,
): Promise<SourceValues> {
  const values = noValues()
  for (const kind of MAPPED_KINDS) {
    const known = new Map(earlier[kind].map((one) => [one.key, one]))
    for await (const { lines } of readBatches(folder, kind, { size: 1000, manifest }))
      for (const { key, record } of lines) {
        if (known.size >= MAX_VALUES && !known.has(key)) continue
        const { name, field = name, ...of } = record as unknown as Definition
        const within = of.forum ?? of.parent ?? of.object_type ?? null
        known.set(key, { key, name: field, within, count: known.get(key)?.count ?? 0 })
      }
    values[kind] = kind === 'labels' ? inOrder([...known.values()]) : [...known.values()]
  }
  return values
}

/** A label comes after the one above it, also where an earlier form had that. */
function inOrder(all: SourceValue[]): SourceValue[] {
  const keys = new Set(all.map(({ key }) => key))
  const sorted: SourceValue[] = []
  const placed = new Set<string>()
  for (let rest = all; rest.length > 0; ) {
    const next = rest.filter(
      ({ within }) => within === null || !keys.has(within) || placed.has(within),
    )
    // Labels in a circle stay as they are.
    const ready = next.length === 0 ? rest : next
    for (const one of ready) placed.add(one.key)
    sorted.push(...ready)
    rest = rest.filter((one) => !placed.has(one.key))
  }
  return sorted
}

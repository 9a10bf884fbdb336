// What becomes of the forums, categories, labels, statuses and custom fields of an account that moves in: what a person mapped, or else the
// record of the same name, or a new one (decision 93). The rules are those of imported files (value-mapping.ts).
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Db } from '../db/db.ts'
import { fieldKey } from '../write/core/custom-values.ts'
import type { MappedTo } from './header.ts'
import { KnownNames, normalizeValue } from './known-names.ts'

/** In an order in which each comes after what it belongs to. */
export const MAPPED_KINDS = ['forums', 'categories', 'labels', 'statuses', 'custom_fields'] as const
export type MappedKind = (typeof MAPPED_KINDS)[number]

/** Of one kind. The others come with their names. */
export const MAX_VALUES = 5_000
const MAX_NAME = 255
const MAX_LISTED_NAMES = 20

const Target = Type.Union([
  Type.String({ minLength: 1, maxLength: 1000, description: 'The name of one that is here.' }),
  Type.Integer({ minimum: 1, description: 'Its id.' }),
  Type.Object(
    { create: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Another name.' }) },
    { additionalProperties: false },
  ),
  Type.Null({ description: 'Leave it out.' }),
])
const Targets = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Target, { maxProperties: MAX_VALUES, description }))

export const MoveMappingSchema = Type.Object(
  {
    forums: Targets('By name. What is in a forum that is left out does not come.'),
    categories: Targets('By `Forum / Category`, with the names of the source.'),
    labels: Targets('By name, one below another by `Label / Label`.'),
    statuses: Targets('By name.'),
    custom_fields: Targets('By `suggestions.cf_priority`. `create` makes a field with this name.'),
    people_without_address: Type.Optional(
      Type.Enum(['keep', 'leave_out'], {
        description:
          '`keep` (the default): they come without an address. `leave_out`: neither they nor their votes and comments come, and their suggestions have no author.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type MoveMapping = Static<typeof MoveMappingSchema>

/** One of the source. */
export type SourceValue = {
  key: string
  name: string
  /** Of a category its forum, of a label the one above it: their keys. Of a custom field the collection. */
  within: string | null
  /** How many records have it. */
  count: number
}

export type SourceValues = Record<MappedKind, SourceValue[]>

export const noValues = (): SourceValues => ({
  forums: [],
  categories: [],
  labels: [],
  statuses: [],
  custom_fields: [],
})

export type Decision = {
  kind: MappedKind
  key: string
  /** As a mapping names it. */
  value: string
  count: number
  becomes: 'existing' | 'new' | 'left_out'
  /** Of the record that exists. */
  id: number | null
  /** Its full name here; null for what is left out. */
  to: string | null
  /** The forum here, or the collection of a custom field. */
  within: string | null
  /** What the record is called: without the names above it. Of a custom field the key. */
  name: string
  source: 'mapped' | 'guessed' | 'same'
  /** What it is mapped to is not here any more. */
  problem: string | null
}

type Here = { id: number; name: string; short: string | null; within: string | null }

/** Records that this move created are no targets: a run that goes on decides as the one before it. */
const ofOthers = (kind: MappedKind, move: number | null) => sql`
  not exists (select from move_records m where m.move_id = ${move} and m.kind = ${kind} and m.record_id = t.id and m.is_own)`
const MAX_NAMES = 10_000

async function readHere(db: Db, kind: MappedKind, move: number | null): Promise<Here[]> {
  const columns = {
    forums: sql`t.name, null as short, null as within`,
    categories: sql`t.name, null as short, t.forum_id::text as within`,
    labels: sql`t.full_name as name, t.name as short, null as within`,
    statuses: sql`t.name, null as short, null as within`,
    custom_fields: sql`t.key as name, t.name as short, t.object_type as within`,
  }
  const { rows } = await sql<Here>`
    select t.id, ${columns[kind]} from ${sql.table(kind)} t where ${ofOthers(kind, move)}
    order by t.id limit ${MAX_NAMES}`.execute(db)
  return rows
}

/** The records of a kind that are here, of a forum or collection where they belong to one. */
class NamesHere {
  readonly all: Here[]
  #byName = new Map<string, Here>()
  #byShort = new Map<string, Here | null>()
  #spellings: KnownNames

  constructor(all: Here[]) {
    this.all = all
    this.#spellings = new KnownNames(all.map(({ id, name }) => ({ id, name, short: null })))
    for (const one of all) {
      const name = normalizeValue(one.name)
      if (!this.#byName.has(name)) this.#byName.set(name, one)
      const short = normalizeValue(one.short ?? one.name)
      this.#byShort.set(short, this.#byShort.has(short) ? null : one)
    }
  }

  same = (name: string): Here | undefined => this.#byName.get(normalizeValue(name))

  spelledLike(name: string): Here | undefined {
    const match = this.#spellings.match(name)
    return match === undefined ? undefined : this.same(match)
  }

  /** As a person names it: whole, the last part alone where only one has it, or by its id. */
  find(target: string | number): Here | undefined {
    const name = String(target)
    const named = this.same(name) ?? this.#byShort.get(normalizeValue(name))
    return named ?? this.byId(Number(name))
  }

  byId = (id: number): Here | undefined => this.all.find((one) => one.id === id)
}

const NOUNS: Record<MappedKind, string> = {
  forums: 'forum',
  categories: 'category',
  labels: 'label',
  statuses: 'status',
  custom_fields: 'custom field',
}

/** The record that an earlier run made of it, or used. */
type Brought = { kind: string; source_key: string; record_id: number; is_own: boolean }

async function readBrought(db: Db, move: number | null): Promise<Map<string, Brought>> {
  if (move === null) return new Map()
  const { rows } = await sql<Brought>`
    select kind, source_key, record_id, is_own from move_records
    where move_id = ${move} and kind = any(${[...MAPPED_KINDS]})`.execute(db)
  return new Map(rows.map((row) => [`${row.kind} ${row.source_key}`, row]))
}

export type Mapped = {
  decisions: Decision[]
  leavesOutPeople: boolean
  /** What the mapping names and the source does not have. */
  unused: string[]
  /** What exists, of each kind. */
  here: Record<MappedKind, Here[]>
}

export type StoredMapping = {
  /** Null where nothing was brought or looked at yet. */
  move: number | null
  state: string | null
  mapping: MoveMapping
  values: SourceValues
}

/** What people mapped, and what earlier forms had. */
export async function findMapping(
  db: Db,
  of: { id: number } | { source: string; account: string },
): Promise<StoredMapping> {
  const condition =
    'id' in of
      ? sql`m.id = ${of.id}`
      : sql`m.source = ${of.source} and m.account = ${of.account} and m.state in ('new', 'loading', 'completed')`
  const { rows } = await sql<{
    id: number
    state: string
    mapping: MoveMapping
    values: SourceValues | null
  }>`
    select m.id, m.state, m.mapping, s.survey -> 'values' as values
    from moves m left join move_surveys s on s.move_id = m.id where ${condition}`.execute(db)
  const { id: move = null, state = null, mapping = {}, values } = rows[0] ?? {}
  return { move, state, mapping, values: values ?? noValues() }
}

export type MappingInput = {
  /** Null before the move is known. */
  move: number | null
  values: SourceValues
  mapping: MoveMapping
}

/** Decides for each value of the source. Targets that are not here are problems of their decisions. */
export async function decideValues(
  db: Db,
  { move, values, mapping }: MappingInput,
): Promise<Mapped> {
  const brought = await readBrought(db, move)
  const mapped: Mapped = {
    decisions: [],
    leavesOutPeople: mapping.people_without_address === 'leave_out',
    unused: [],
    here: {} as Mapped['here'],
  }
  const byKey = new Map<string, Decision>()
  for (const kind of MAPPED_KINDS) {
    const all = await readHere(db, kind, move)
    mapped.here[kind] = all
    const chosen = new Map(
      Object.entries(mapping[kind] ?? {}).map(([value, to]) => [
        normalizeValue(value),
        { value, to },
      ]),
    )
    const used = new Set<string>()
    const groups = new Map<string | null, NamesHere>()
    const namesIn = (within: string | null) => {
      const known = groups.get(within) ?? new NamesHere(all.filter((one) => one.within === within))
      groups.set(within, known)
      return known
    }
    for (const one of values[kind]) {
      const above =
        one.within === null
          ? undefined
          : byKey.get(`${kind === 'labels' ? 'labels' : 'forums'} ${one.within}`)
      const value = pathOf(kind, one, above)
      const choice = chosen.get(normalizeValue(value))
      if (choice) used.add(normalizeValue(value))
      const decision = decide({
        kind,
        one,
        value,
        above,
        to: choice?.to,
        names: namesIn,
        brought: brought.get(`${kind} ${one.key}`),
      })
      byKey.set(`${kind} ${one.key}`, decision)
      mapped.decisions.push(decision)
    }
    for (const [name, { value }] of chosen)
      if (!used.has(name)) mapped.unused.push(`${kind}.${value}`)
  }
  return mapped
}

/** Throws where something is mapped to what is not here. */
export function requireTargets({ decisions }: Mapped): void {
  const wrong = decisions.filter(({ problem }) => problem !== null)
  const [first] = wrong
  if (!first) return
  const errors: Record<string, Record<string, string>> = {}
  for (const { kind, value } of wrong) errors[kind] = { ...errors[kind], [value]: 'not_found' }
  throw new ApiError(
    'invalid',
    `mapping.${first.kind}.${first.value.slice(0, 100)}: ${first.problem}`,
    { mapping: errors },
  )
}

/** Names of the source, from the top. */
function pathOf(kind: MappedKind, { name, within }: SourceValue, above?: Decision): string {
  if (kind === 'custom_fields') return `${within}.${name}`
  return above ? `${above.value} / ${name}` : name
}

type Undecided = {
  kind: MappedKind
  one: SourceValue
  value: string
  above: Decision | undefined
  to: MappedTo | undefined
  names(within: string | null): NamesHere
  brought: Brought | undefined
}

function decide(undecided: Undecided): Decision {
  const { kind, one, value, above, to, brought } = undecided
  const within =
    kind === 'categories' ? (above?.to ?? null) : kind === 'custom_fields' ? one.within : null
  const base = { kind, key: one.key, value, count: one.count, within, problem: null }
  const leftOut: Decision = {
    ...base,
    becomes: 'left_out',
    id: null,
    to: null,
    name: one.name,
    source: to === null ? 'mapped' : 'same',
  }
  if (to === null || (kind === 'categories' && above?.becomes === 'left_out')) return leftOut
  // A new forum has no categories yet.
  const isNewForum = kind === 'categories' && above?.becomes === 'new'
  const place = kind === 'categories' ? String(above?.id ?? '') : within
  const names = undecided.names(isNewForum ? '' : place)
  const upper = kind === 'labels' && above?.to ? `${above.to} / ` : ''
  const existing = (here: Here, source: Decision['source']): Decision => ({
    ...base,
    becomes: 'existing',
    id: here.id,
    to: here.name,
    name: kind === 'labels' ? (here.short ?? here.name) : here.name,
    source,
  })
  const create = (name: string, source: Decision['source']): Decision => ({
    ...base,
    becomes: 'new',
    id: null,
    to: `${upper}${name}`,
    name,
    source,
  })
  if (brought && !brought.is_own) {
    const here = names.byId(brought.record_id)
    if (here) return existing(here, to === undefined ? 'same' : 'mapped')
  }
  if (typeof to === 'object') {
    const name = kind === 'custom_fields' ? keyFor(to.create) : to.create.trim()
    const here = brought ? undefined : names.same(`${upper}${name}`)
    return here ? existing(here, 'mapped') : create(name, 'mapped')
  }
  if (brought?.is_own || to === undefined) {
    const same = names.same(`${upper}${one.name}`)
    const like = same ?? names.spelledLike(`${upper}${one.name}`)
    if (!like || brought?.is_own) return create(one.name, 'same')
    return existing(like, same ? 'same' : 'guessed')
  }
  const here = names.find(to)
  if (here) return existing(here, 'mapped')
  return { ...create(one.name, 'same'), problem: describeMissing(kind, to, names, within) }
}

function describeMissing(
  kind: MappedKind,
  to: string | number,
  { all }: NamesHere,
  within: string | null,
): string {
  const what = typeof to === 'number' ? `the id ${to}` : `the name ${formatValue(to)}`
  const place = within === null ? '' : ` of ${within}`
  const listed = all.slice(0, MAX_LISTED_NAMES).map(({ name }) => name)
  const more = all.length > listed.length ? ', …' : ''
  const allowed =
    listed.length === 0
      ? `There is no ${NOUNS[kind]}${place} yet. Send {"create": "Name"} to create one.`
      : `Allowed: ${listed.join(', ')}${more}, {"create": "Name"} and null.`
  return `no ${NOUNS[kind]}${place} has ${what}. ${allowed}`
}

const keyFor = (name: string): string =>
  /^cf_[0-9A-Za-z_]{1,97}$/.test(name.trim()) ? name.trim() : fieldKey(name)

/**
 * What was brought stays as it is, so that a later run does not tear apart what the first one made. Names the values whose mapping
 * differs and was used already.
 */
export async function findFixed(
  db: Db,
  { move, values, mapping }: MappingInput,
  changed: MoveMapping,
): Promise<string[]> {
  const brought = await readBrought(db, move)
  const { decisions } = await decideValues(db, { move, values, mapping })
  const fixed: string[] = []
  for (const kind of MAPPED_KINDS) {
    const before = lowerKeys(mapping[kind])
    const after = lowerKeys(changed[kind])
    for (const value of new Set([...before.keys(), ...after.keys()])) {
      if (JSON.stringify(before.get(value)) === JSON.stringify(after.get(value))) continue
      const isBrought = decisions.some(
        (one) =>
          one.kind === kind &&
          normalizeValue(one.value) === value &&
          (brought.has(`${kind} ${one.key}`) || one.becomes === 'left_out'),
      )
      if (isBrought) fixed.push(`${kind}.${value}`)
    }
  }
  const people = (one: MoveMapping) => one.people_without_address ?? 'keep'
  if (people(mapping) !== people(changed)) fixed.push('people_without_address')
  return fixed
}

const lowerKeys = (targets: Record<string, MappedTo> | undefined) =>
  new Map(Object.entries(targets ?? {}).map(([value, to]) => [normalizeValue(value), to]))

export const describeFixed = (fixed: string[], move: number): string =>
  `mapping: ${fixed.slice(0, 5).join(', ')}${fixed.length > 5 ? ', …' : ''}: an earlier run brought it as it was mapped then. To map it in another way, undo move ${move} first.`

/** What each value of a move becomes, for the person who maps them. */
export async function describeValues(db: Db, id: number): Promise<object> {
  const { rows } = await sql<{ survey: Record<string, unknown> | null }>`
    select s.survey from moves m left join move_surveys s on s.move_id = m.id where m.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('not_found', `No move has the id ${id}.`)
  const stored = await findMapping(db, { id })
  const { decisions, here, unused, leavesOutPeople } = await decideValues(db, stored)
  const forums = new Map(here.forums.map(({ id, name }) => [String(id), name]))
  const {
    people_without_address = null,
    problems_count = 0,
    left_out_count = 0,
    problems = [],
  } = rows[0].survey ?? {}
  return {
    is_read: rows[0].survey !== null,
    can_change: stored.state === 'new',
    kinds: MAPPED_KINDS.map((kind) => ({
      kind,
      values: decisions
        .filter((one) => one.kind === kind)
        .map(({ value, count, to, becomes, source, within, problem }) => ({
          value,
          count,
          to,
          becomes,
          source,
          within,
          problem,
        })),
      choices: here[kind].slice(0, MAX_CHOICES).map(({ name, within }) => ({
        name,
        within: kind === 'categories' ? (forums.get(within ?? '') ?? null) : within,
      })),
    })),
    people_without_address: {
      ...(people_without_address ?? { people: 0, suggestions: 0, comments: 0, supporters: 0 }),
      becomes: leavesOutPeople ? 'left_out' : 'kept',
    },
    problems_count,
    left_out_count,
    problems,
    unused,
  }
}

const MAX_CHOICES = 1000

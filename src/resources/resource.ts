// The type of a declaration and its building blocks: plain data, no I/O. The select list, links map, includes, sorts,
// filters, cursors, OpenAPI document, policy, triggers, types and generic tests are derived from it.

import { type Access, type Area, type DeclaredAccess, withDefaultRoles } from './access.ts'

export type FieldKind = 'integer' | 'number' | 'text' | 'boolean' | 'time' | 'object' | 'list'

export type Field<T = unknown> = {
  kind: FieldKind
  nullable: boolean
  /** An SQL expression on the row; default: the column of the same name. */
  sql?: string
  /** A path of this service; `{column}` is replaced by a column of the row. */
  path?: string
  /** SQL: whether the address of a file works without a signature. */
  isPublic?: string
  /** Null unless the list is filtered by this filter; `?` in `sql` is the filter's value. */
  whenFilteredBy?: string
  /** List: the type of its items, or the members of each. */
  items?: 'text' | 'number' | Record<string, Field>
  /** List: the rows of another table that are the items, by id. */
  rows?: { table: string; where: string }
  /** Rendered with microseconds. */
  isPrecise?: boolean
  /** Of the person who reads: `?` in `sql` is their id, or null. */
  isOfCaller?: boolean
  /** The list can be sorted by it, but records do not show it. */
  isSortOnly?: boolean
  /** Stored in the table of figures: it changes with what people do, not with the record. */
  isFigure?: boolean
  /** Zero nearly everywhere: the index of its sort has only the other rows. Never negative. */
  isMostlyZero?: boolean
  /** The area whose scope a token needs to read it, where it is not that of the collection. */
  scope?: Area
  /** Of the supporters that the filters of the list select; null without such a filter, and not stored. */
  ofFilteredSupporters?: SupporterFigure
  /** Holds the type; never set. */
  value?: T
}

/** What is counted of the supporters that filters select. */
export type SupporterFigure = 'supporters' | 'accounts' | 'revenue'

const field = <T>(kind: FieldKind): Field<T> => ({ kind, nullable: false })

export const integer = field<number>('integer')
export const number = field<number>('number')
export const text = field<string>('text')
export const boolean = field<boolean>('boolean')
export const time = field<string>('time')
export const preciseTime: Field<string> = { ...time, isPrecise: true }
export const object = field<Record<string, unknown>>('object')
export const texts: Field<string[]> = { ...field('list'), items: 'text' }
export const numbers: Field<number[]> = { ...field('list'), items: 'number' }
export const listOf = (items: Record<string, Field>): Field<Record<string, unknown>[]> => ({
  ...field('list'),
  items,
})

/** Rows of another table that belong to the record. */
export const rowsOf = (
  table: string,
  where: string,
  items: Record<string, Field>,
): Field<Record<string, unknown>[]> => ({ ...listOf(items), rows: { table, where } })

export const orNull = <T>(of: Field<T>): Field<T | null> =>
  ({ ...of, nullable: true }) as Field<T | null>
export const computed = <T>(of: Field<T>, sql: string): Field<T> => ({ ...of, sql })
export const figure = <T>(of: Field<T>): Field<T> => ({ ...of, isFigure: true })
export const mostlyZero = <T>(of: Field<T>): Field<T> => ({ ...of, isMostlyZero: true })
/** A token without this scope does not get the member, and cannot sort or filter by it. */
export const inScope = <T extends { scope?: Area }>(scope: Area, of: T): T => ({ ...of, scope })
export const sortOnly = <T>(of: Field<T>): Field<T> => ({ ...of, isSortOnly: true })
/** What the record is to the person who reads it. */
export const ofCaller = <T>(of: Field<T>, sql: string): Field<T> => ({
  ...of,
  sql,
  isOfCaller: true,
})
export const address = (path: string): Field<string> => ({ ...text, path })
/** Of a file: signed unless the condition is true. */
export const fileAddress = (path: string, isPublic: string): Field<string> => ({
  ...address(path),
  isPublic,
})
export const onlyWhenFilteredBy = <T>(filter: string, of: Field<T>, sql: string): Field<T | null> =>
  ({ ...of, nullable: true, sql, whenFilteredBy: filter }) as Field<T | null>

/** A figure of the supporters that filters by people or accounts select. The list can be sorted by it. */
export const ofFilteredSupporters = <T>(
  figureName: SupporterFigure,
  of: Field<T>,
): Field<T | null> =>
  inScope('people', {
    ...of,
    nullable: true,
    sql: 'null',
    ofFilteredSupporters: figureName,
  } as Field<T | null>)

export type Link = {
  type: string
  arity: 'one' | 'many'
  nullable: boolean
  /** To-one link: an expression instead of the column `<association>_id`. */
  sql?: string
  whenFilteredBy?: string
  /** To-many link: the join table; without one, `sql` returns the ids. */
  through?: { table: string; owner: string; target: string }
}

export const one = (type: string, more: Partial<Link> = {}): Link => ({
  type,
  arity: 'one',
  nullable: true,
  ...more,
})

/** A to-one link that is never null. */
export const required = (type: string): Link => one(type, { nullable: false })

export const many = (type: string, through: Link['through']): Link => ({
  type,
  arity: 'many',
  nullable: false,
  ...(through && { through }),
})

/** Links to the custom fields for which the record has a value. */
export const ownCustomFields = (collection: string): Link => ({
  ...many('custom_fields', undefined),
  sql: `case when ${collection}.custom_fields = '{}' then '[]' else (
    select coalesce(json_agg(f.id order by f.id), '[]') from custom_fields f
    where f.object_type = '${collection}' and jsonb_exists(${collection}.custom_fields, f.key)
  ) end`,
})

/** What a filter asks of a row. */
export type Criteria = {
  /** A condition on the row; `?` is the value (an array for ids and words), or the compiled expression. */
  sql: string
  /** Flag: the condition for `false`, where an index supports it but not the negation. */
  otherwise?: string
  /** Values with their own condition. */
  special?: Record<string, string>
}

/** One bound of a time range: from the value on, or before it. `sql` is derived from it. */
export type Bound = {
  column: string
  side: 'from' | 'before'
  /** Whether the column can be null, and whether the filter then selects the row. */
  nulls: 'never' | 'excluded' | 'included'
}

export type Filter = Criteria & {
  takes: 'ids' | 'words' | 'flag' | 'time' | 'search' | 'expression' | 'numbers'
  /** Numbers: the compared column. `?` in `sql` is the condition on it. */
  column?: { sql: string; kind: 'integer' | 'number' }
  /** The filter selects records by their supporters: the condition on `s.user_id`, or on `a`, an account of theirs. */
  supporters?: { user: string } | { account: string }
  /** Time: the bound, where the filter is one of a column of the row. */
  bound?: Bound
  /** Words: compared in lower case, which `sql` must do with the column. */
  isCaseInsensitive?: boolean
  /** The only values allowed. */
  among?: string[]
  /** Search: the table of the searched text, with the record's id. `sql` is then a condition on its row. */
  table?: string
  /** Search: an SQL expression on that row, higher for better matches. */
  rank?: string
  /** Search: a narrower table with an index for an equal condition, and a function of the estimated `matches` and `records`. */
  index?: { table: string; sql: string; estimate: string }
  /** Another parameter that selects the condition. */
  variants?: { parameter: string; sql: Record<string, string> }
  /** Where the condition's columns are; default: in the record. */
  reads?: Source
  /** The area whose scope a token needs to filter by it, where it is not that of the collection. */
  scope?: Area
  /** Words: the area of each value, where a value names records of another area. */
  valueScopes?: Record<string, Area>
  /** The same filter on rows that each stand for `count` records: an SQL table expression and what is asked of its rows. */
  counted?: Criteria & { from: string }
}

/** The table of the record, that of its figures, or either because only the id is read. */
export type Source = 'record' | 'figures' | 'id'

/** A filter whose total is the sum of counts. Their rows have the columns of the condition, or `on` is the condition on them. */
export const counted = (from: string, filter: Filter, on: Criteria = filter): Filter => {
  const { sql, otherwise, special } = on
  const criteria = { sql, ...(otherwise && { otherwise }), ...(special && { special }) }
  return { ...filter, counted: { from, ...criteria } }
}
/** Counted rows of a flag with few records on one side: those that `few` counts (`is_few`), and all others. */
export const fewAndOthers = (collection: string, few: string): string => `(
  select is_few, case when is_few then few else total - few end as count
  from (values (true), (false)) either (is_few), (select coalesce((${few}), 0) as few) few,
    (select coalesce(sum(count), 0) as total from record_counts where collection = '${collection}') records
  ) few_and_others`
/** A flag that no record has. */
export const neverTrue = (collection: string): Filter =>
  counted(fewAndOthers(collection, 'select 0'), flag('false'), { sql: 'is_few' })
export const reading = (reads: Source, filter: Filter): Filter => ({ ...filter, reads })

export const ids = (sql: string): Filter => ({ takes: 'ids', sql })
export const words = (sql: string, more: Partial<Filter> = {}): Filter => ({
  takes: 'words',
  sql,
  ...more,
})
export const flag = (sql: string, otherwise?: string): Filter => ({
  takes: 'flag',
  sql,
  ...(otherwise !== undefined && { otherwise }),
})
export const moment = (sql: string): Filter => ({ takes: 'time', sql })
export const search = (sql: string, more: Partial<Filter> = {}): Filter => ({
  takes: 'search',
  sql,
  ...more,
})
/** Numbers and ranges of a column. */
export const numeric = (sql: string, kind: 'integer' | 'number' = 'number'): Filter => ({
  takes: 'numbers',
  sql: '?',
  column: { sql, kind },
})
/** A segment expression. */
export const expression: Filter = { takes: 'expression', sql: '?' }

/** The lower bound of a time range is inclusive, the upper exclusive. */
export const since = (column: string, nulls: Bound['nulls'] = 'never'): Filter => ({
  ...moment(`${column} >= ?`),
  bound: { column, side: 'from', nulls },
})
export const before = (column: string, nulls: Bound['nulls'] = 'never'): Filter => ({
  ...moment(nulls === 'included' ? `(${column} < ? or ${column} is null)` : `${column} < ?`),
  bound: { column, side: 'before', nulls },
})

/** Lists are filtered by the numbers that they can be sorted by: the index is the same. */
const numberFilters = (fields: Fields, sorts: string[]): Record<string, Filter> =>
  Object.fromEntries(
    sorts.flatMap((name) => {
      const { kind, sql = name, isFigure, scope } = fields[name] as Field
      if (name === 'id' || (kind !== 'integer' && kind !== 'number')) return []
      const filter = reading(isFigure ? 'figures' : 'record', numeric(sql, kind))
      return [[name, scope ? inScope(scope, filter) : filter]]
    }),
  )

/** Date filters of every list. */
const dateFilters: Record<string, Filter> = {
  updated_after: since('updated_at'),
  updated_before: before('updated_at'),
  created_after: since('created_at'),
  created_before: before('created_at'),
}

const dateFiltersWithFigures = Object.fromEntries(
  Object.entries(dateFilters).map(([name, filter]) => [
    name,
    name.startsWith('updated_') ? reading('figures', filter) : filter,
  ]),
)

/** Creation time range, under the names that some lists use. */
export const period: Record<string, Filter> = {
  period_start: since('created_at'),
  period_end: before('created_at'),
}

/** Which changes `GET /events` announces; the triggers are generated from it. */
export type Events = {
  /** What an event says besides the id: its suggestion, or the only person who may know of it (the column `user_id`). */
  kind: 'a suggestion' | 'of a suggestion' | 'of a person' | ''
  /** Tables whose rows the record shows: a change of them is an update of the record. */
  joinTables: string[]
  hasUpdates: boolean
}

export type Fields = Record<string, Field>
export type Links = Record<string, Link>

export type Resource<F extends Fields = Fields, L extends Links = Links> = {
  /** The collection: also the table and the key in responses. */
  name: string
  /** One record, in messages. */
  singular: string
  /** The name of another set of members of the same table, for other readers; null for the collection of the Admin API. */
  view: string | null
  /** Why the list is served although the wire format does not have it; null where it has. */
  extension: string | null
  /** The table of the fields that are figures; null when all are in the record's own table. */
  figuresTable: string | null
  /** SQL: which rows of the table are records; null for all. Not together with figures. */
  only: string | null
  /** A column that names the collection each record is about: a caller gets the records about what they may read. */
  about: string | null
  /** Names in older generations of the API, in paths and as the key in responses. */
  aliases: string[]
  access: Access
  /** Null when changes are not announced. */
  events: Events | 'own triggers' | null
  /** Whether `deletions` lists deleted records. */
  logsDeletions: boolean
  /** Whether a record with a `user` is only that person's. Such a collection is not side-loaded: nothing links to it. */
  isPrivate: boolean
  fields: F
  /** Null when records have no `links` member. */
  links: L | null
  sorts: string[]
  defaultSort: string
  filters: Record<string, Filter>
  /** Names in `includes` that lead, by an association, into this same collection. */
  selfIncludes: Record<string, string>
  /** The `object_type`s whose custom fields can be sorted and filtered by, in order of precedence. */
  customFields: string[]
  /** Whether records have segmented values (`cv_…`). */
  hasSegmentedValues: boolean
}

type Declaration<F extends Fields, L extends Links> = {
  singular: string
  view?: string
  extension?: string
  only?: string
  about?: string
  aliases?: string[]
  access: DeclaredAccess
  events?: Partial<Events> | 'own triggers' | null
  logsDeletions?: boolean
  isPrivate?: boolean
  fields: F
  links: L | null
  sorts: string[]
  defaultSort?: string
  filters?: Record<string, Filter>
  selfIncludes?: Record<string, string>
  customFields?: string[]
  hasSegmentedValues?: boolean
}

const allChanges: Events = { kind: '', joinTables: [], hasUpdates: true }

export function resource<F extends Fields, L extends Links>(
  name: string,
  declaration: Declaration<F, L>,
): Resource<F, L> {
  const { access, events = {}, filters, ...rest } = declaration
  const { fields, singular } = declaration
  const hasFigures = Object.values(fields).some(({ isFigure }) => isFigure)
  return {
    name,
    figuresTable: hasFigures ? `${singular.replaceAll(' ', '_')}_figures` : null,
    view: null,
    extension: null,
    only: null,
    about: null,
    aliases: [],
    access: withDefaultRoles(access),
    events: typeof events === 'object' && events !== null ? { ...allChanges, ...events } : events,
    logsDeletions: true,
    isPrivate: false,
    defaultSort: '-id',
    selfIncludes: {},
    customFields: [],
    hasSegmentedValues: false,
    ...rest,
    filters: {
      ...numberFilters(fields, declaration.sorts),
      ...filters,
      ...(hasFigures ? dateFiltersWithFigures : dateFilters),
    },
  }
}

/** The names of the members that records show. */
export const shownFields = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => !fields[name]?.isSortOnly)

/** A computed field sorts by its SQL expression. */
export const sortColumn = ({ fields }: Resource, sort: string) => fields[sort]?.sql ?? sort

/** The area of a field. */
export const areaOfField = ({ access, fields }: Resource, name: string): Area =>
  fields[name]?.scope ?? access.scope

/** Whether records have their own custom fields as flat members. */
export const hasOwnCustomFields = ({ name, customFields }: Resource) => customFields.includes(name)

/** A record as the API returns it. */
export type RecordOf<R extends Resource> = {
  [K in keyof R['fields']]: NonNullable<R['fields'][K]['value']> | NullIf<R['fields'][K]>
} & { links: { [K in keyof NonNullable<R['links']>]: number | number[] | null } }

type NullIf<F extends Field> = F extends Field<infer T> ? (null extends T ? null : never) : never

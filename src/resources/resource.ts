// The shape of a declaration and the words it is written in: plain data, no I/O. Everything generic (select list,
// links map, includes, sorts, filters, cursors, OpenAPI, types, tests) is derived from it.

export type FieldKind = 'integer' | 'number' | 'text' | 'boolean' | 'time' | 'object' | 'list'

export type Field<T = unknown> = {
  kind: FieldKind
  nullable: boolean
  /** An SQL expression of the row; without it the column of the same name. */
  sql?: string
  /** An address of this service; `{column}` stands for a column of the row. */
  path?: string
  /** Only there when the list is filtered by this; `?` in `sql` is the filter's value. Otherwise null. */
  whenFilteredBy?: string
  /** A time with its microseconds. */
  isPrecise?: boolean
  /** Carries the type only. */
  value?: T
}

const field = <T>(kind: FieldKind): Field<T> => ({ kind, nullable: false })

export const integer = field<number>('integer')
export const number = field<number>('number')
export const text = field<string>('text')
export const boolean = field<boolean>('boolean')
export const time = field<string>('time')
export const preciseTime: Field<string> = { ...time, isPrecise: true }
export const object = field<Record<string, unknown>>('object')
export const list = field<unknown[]>('list')

export const orNull = <T>(of: Field<T>): Field<T | null> =>
  ({ ...of, nullable: true }) as Field<T | null>
export const computed = <T>(of: Field<T>, sql: string): Field<T> => ({ ...of, sql })
export const address = (path: string): Field<string> => ({ ...text, path })
export const onlyWhenFilteredBy = <T>(filter: string, of: Field<T>, sql: string): Field<T | null> =>
  ({ ...of, nullable: true, sql, whenFilteredBy: filter }) as Field<T | null>

export type Link = {
  type: string
  arity: 'one' | 'many'
  nullable: boolean
  /** Of a to-one link: an expression instead of the column `<association>_id`. */
  sql?: string
  whenFilteredBy?: string
  /** Of a to-many link: the rows that hold it; `sql` gives the ids where no table does. */
  through?: { table: string; owner: string; target: string }
}

export const one = (type: string, more: Partial<Link> = {}): Link => ({
  type,
  arity: 'one',
  nullable: true,
  ...more,
})

/** A to-one link that every record has. */
export const required = (type: string): Link => one(type, { nullable: false })

export const many = (type: string, through: Link['through']): Link => ({
  type,
  arity: 'many',
  nullable: false,
  ...(through && { through }),
})

/** The custom fields that a record of this collection has a value of. */
export const ownCustomFields = (collection: string): Link => ({
  ...many('custom_fields', undefined),
  sql: `case when ${collection}.custom_fields = '{}' then '[]' else (
    select coalesce(json_agg(f.id order by f.id), '[]') from custom_fields f
    where f.object_type = '${collection}' and jsonb_exists(${collection}.custom_fields, f.key)
  ) end`,
})

export type Filter = {
  takes: 'ids' | 'words' | 'flag' | 'time' | 'search' | 'expression'
  /** A condition on the row; `?` stands for the value (an array for ids and words), or for an expression's own condition. */
  sql: string
  /** Of a flag: the condition of a no, where an index finds it and not the negation. */
  otherwise?: string
  /** Values with a meaning of their own instead of being compared. */
  special?: Record<string, string>
  /** The only values allowed. */
  among?: string[]
  /** Another parameter that chooses the condition. */
  variants?: { parameter: string; sql: Record<string, string> }
}

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
export const search = (sql: string): Filter => ({ takes: 'search', sql })
/** A tree of conditions on people, as a segment has it. */
export const expression: Filter = { takes: 'expression', sql: '?' }

/** Every list can be asked for what was created or updated in a span of time (lower bound in, upper bound out). */
const dateFilters: Record<string, Filter> = {
  updated_after: moment('updated_at >= ?'),
  updated_before: moment('updated_at < ?'),
  created_after: moment('created_at >= ?'),
  created_before: moment('created_at < ?'),
}

/** A span of creation times, under the names some lists use. */
export const period: Record<string, Filter> = {
  period_start: moment('created_at >= ?'),
  period_end: moment('created_at < ?'),
}

export type Fields = Record<string, Field>
export type Links = Record<string, Link>

export type Resource<F extends Fields = Fields, L extends Links = Links> = {
  /** The collection: also the table and the key in answers. */
  name: string
  /** One of it, in messages. */
  singular: string
  /** Names that older generations of the API have for it, in paths and as the key in answers. */
  aliases: string[]
  fields: F
  /** Null where records have no `links` member at all. */
  links: L | null
  sorts: string[]
  defaultSort: string
  filters: Record<string, Filter>
  /** Names in `includes` that lead, by an association, back into this collection. */
  selfIncludes: Record<string, string>
  /** The `object_type`s whose custom fields the list can be sorted by; the first looked at first. */
  customFields: string[]
  /** Whether records show what the people of each segment are to them, as `cv_…`. */
  hasSegmentedValues: boolean
}

type Declaration<F extends Fields, L extends Links> = {
  singular: string
  aliases?: string[]
  fields: F
  links: L | null
  sorts: string[]
  defaultSort?: string
  filters?: Record<string, Filter>
  selfIncludes?: Record<string, string>
  customFields?: string[]
  hasSegmentedValues?: boolean
}

export function resource<F extends Fields, L extends Links>(
  name: string,
  declaration: Declaration<F, L>,
): Resource<F, L> {
  const { filters, ...rest } = declaration
  return {
    name,
    aliases: [],
    defaultSort: '-id',
    selfIncludes: {},
    customFields: [],
    hasSegmentedValues: false,
    ...rest,
    filters: { ...filters, ...dateFilters },
  }
}

/** A member that has its value from another column has that column's order. */
export const sortColumn = ({ fields }: Resource, sort: string) => fields[sort]?.sql ?? sort

/** Whether records carry their own custom fields, flat. */
export const hasOwnCustomFields = ({ name, customFields }: Resource) => customFields.includes(name)

/** A record as the API gives it. */
export type RecordOf<R extends Resource> = {
  [K in keyof R['fields']]: NonNullable<R['fields'][K]['value']> | NullIf<R['fields'][K]>
} & { links: { [K in keyof NonNullable<R['links']>]: number | number[] | null } }

type NullIf<F extends Field> = F extends Field<infer T> ? (null extends T ? null : never) : never

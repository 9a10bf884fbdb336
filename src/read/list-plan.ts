// What a list asks of the database, independent of how the client wrote it and of the SQL that answers it.
import type { Area } from '../resources/access.ts'
import type { Bound, Source, SupporterFigure } from '../resources/resource.ts'
import type { SegmentExpression } from '../resources/segment-expression.ts'
import type { Selections } from './field-selection.ts'

/** A custom field named in a query, and the requested value. */
export type CustomFieldRequest = { key: string; objectTypes: string[]; input: unknown }

/**
 * A condition on the row: the filter's SQL with `?` for the value. Expressions and custom fields are compiled later,
 * because the types of custom fields are in the database.
 */
export type Condition = {
  filter: string
  sql: string
  reads: Source
  /** The same condition on rows that each stand for `count` records. */
  counted?: { from: string; sql: string }
  bound?: Bound
  value?: unknown
  expression?: SegmentExpression
  customField?: CustomFieldRequest
  /** What it asks of supporters (`s.user_id`) or of their accounts (`a`), with `?` for the value. */
  supporters?: { user: string } | { account: string }
  /** Alternatives, each with conditions that must all hold. */
  alternatives?: Condition[][]
  /** The areas that a caller with scopes must be able to read. */
  needs?: Area[]
}

/** Order by a column, by the values of a custom field, by the rank of matches, or by a figure of the filtered supporters. */
export type Order = {
  direction: 'asc' | 'desc'
  kind: string
  nullable: boolean
  /** The order of a list read backwards: records without a value come first. */
  hasNullsFirst?: true
  isMostlyZero: boolean
  reads: Source
  by:
    | { column: string }
    | { customFieldId: number; valueColumn: 'number_value' | 'string_value' }
    | { relevance: true }
    | { figure: SupporterFigure }
}

export type ListPlan = {
  order: Order
  limit: number
  offset: number
  after: { value: string | number | null; id: number } | undefined
  conditions: Condition[]
  includes: string[]
  selections: Selections
  /** False for later pages of a cursor that carries the total, and when the client does not want a total. */
  isCounted: boolean
  /** The version of the page that the caller has: then its records are not read. Null: none; undefined: no version is read. */
  knownVersion?: string | null
}

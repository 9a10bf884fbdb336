// What the schemas of answers that are not records of a collection are made of.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Area } from '../../resources/access.ts'

export const integer = Type.Integer()
export const number = Type.Number()
export const text = Type.String()
export const flag = Type.Boolean()
export const date = Type.String({ format: 'date' })
export const time = Type.String({ format: 'date-time' })
export const object = <P extends TProperties>(properties: P) => Type.Object(properties)
export const listOf = <T extends TSchema>(items: T) => Type.Array(items)
/** What the document says of a member that only tokens with this scope get. */
export const scopeNote = (scope: Area) => ({
  'x-earshot-scope': `${scope}:read`,
  description: `Absent for a token without ${scope}:read.`,
})
export const inScope = <T extends TSchema>(scope: Area, schema: T) =>
  Type.Optional({ ...schema, ...scopeNote(scope) })
/** A list of types, which readers of the document understand better than alternatives. */
export const orNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

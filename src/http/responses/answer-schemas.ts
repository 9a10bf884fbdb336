// What the schemas of answers that are not records of a collection are made of.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'

export const integer = Type.Integer()
export const number = Type.Number()
export const text = Type.String()
export const flag = Type.Boolean()
export const date = Type.String({ format: 'date' })
export const time = Type.String({ format: 'date-time' })
export const object = <P extends TProperties>(properties: P) => Type.Object(properties)
export const listOf = <T extends TSchema>(items: T) => Type.Array(items)
/** A list of types, which readers of the document understand better than alternatives. */
export const orNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

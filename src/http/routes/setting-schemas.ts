// Schemas that the settings of the installation share.
import { type TSchema, Type } from 'typebox'
import { object, orNull, text } from '../responses/answer-schemas.ts'

export const shortText = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const clearable = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

const SOURCES = ['default', 'stored', 'environment'] as const

export const setting = <T extends TSchema>(value: T) =>
  object({
    value,
    default: value,
    source: Type.Enum([...SOURCES]),
    environment_variable: { ...orNull(text), description: 'It wins when it is set.' },
  })

// Validates responses against the served OpenAPI document: the schema of the operation and of every side-loaded
// collection.
import Schema from 'typebox/schema'
import { dereference } from './dereference.ts'
import type { Answer } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

/** What the export of a person has besides records of the API. */
const EXPORTED = [
  'pending_identities',
  'sign_in_accounts',
  'portal_profiles',
  'portal_sessions',
  'mail_frequencies',
]

/** Compiling takes as long as some checks of a schema as it is, and most schemas are used once or twice. */
const USES_BEFORE_COMPILED = 10

export type Check = (path: string, answer: Answer, method?: string) => string[]

/** The problems of a response to `<method> <path>`; an empty array for a valid one. */
export function checkAgainst(document: Json): Check {
  // For each reference TypeBox would search the whole document.
  const { components, paths } = dereference(document)
  const uses = new Map<string, number>()
  const compiled = new Map<string, ReturnType<typeof Schema.Compile>>()
  const isValid = (name: string, schema: Json, value: unknown): boolean => {
    const used = (uses.get(name) ?? 0) + 1
    uses.set(name, used)
    if (used <= USES_BEFORE_COMPILED) return Schema.Check(schema, value)
    const validator = compiled.get(name) ?? Schema.Compile(schema)
    compiled.set(name, validator)
    return validator.Check(value)
  }
  const problems = (name: string, schema: Json, value: unknown): string[] => {
    if (isValid(name, schema, value)) return []
    const [, errors] = Schema.Errors(schema, value)
    return errors.map(({ instancePath, message }) => `${name} ${instancePath} ${message}`)
  }

  return (path, { status, body }, method = 'get') => {
    const { schema } = paths[path][method].responses[status].content['application/json']
    const sideLoaded = Object.keys(body).filter((key) => !(key in schema.properties))
    return [
      ...problems(`${method} ${path}`, schema, body),
      ...sideLoaded.flatMap((collection) => {
        const record = components.schemas[collection]
        if (EXPORTED.includes(collection)) return []
        if (!record) return body[collection].length === 0 ? [] : [`${collection} has no schema`]
        return body[collection].flatMap((one: unknown) => problems(collection, record, one))
      }),
    ]
  }
}

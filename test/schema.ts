// Holds answers to the OpenAPI document that the service serves: the schema of the operation, and of every
// collection that the answer carries beside its own.
import Schema from 'typebox/schema'
import type { Answer } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

export type Check = (path: string, answer: Answer, method?: string) => string[]

/** What is wrong with an answer of `<method> <path>`, as the document has it; nothing for one that fits. */
export function checkAgainst(document: Json): Check {
  const { components, paths } = document
  const compiled = new Map<string, ReturnType<typeof Schema.Compile>>()
  const problems = (name: string, schema: Json, value: unknown): string[] => {
    let validator = compiled.get(name)
    if (!validator) {
      validator = Schema.Compile({ ...schema, components })
      compiled.set(name, validator)
    }
    if (validator.Check(value)) return []
    const [, errors] = validator.Errors(value)
    return errors.map(({ instancePath, message }) => `${name} ${instancePath} ${message}`)
  }

  return (path, { status, body }, method = 'get') => {
    const { schema } = paths[path][method].responses[status].content['application/json']
    const sideLoaded = Object.keys(body).filter((key) => !(key in schema.properties))
    return [
      ...problems(`${method} ${path}`, schema, body),
      ...sideLoaded.flatMap((collection) => {
        const record = components.schemas[collection]
        if (!record) return body[collection].length === 0 ? [] : [`${collection} has no schema`]
        return body[collection].flatMap((one: unknown) => problems(collection, record, one))
      }),
    ]
  }
}

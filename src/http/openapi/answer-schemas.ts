// Parts of the schemas of responses that are not records of a collection.
export const integer = { type: 'integer' }
export const text = { type: 'string' }
export const flag = { type: 'boolean' }
export const time = { type: 'string', format: 'date-time' }
export const orNull = <T extends { type: string }>(schema: T) => ({
  ...schema,
  type: [schema.type, 'null'],
})
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
export const listOf = (items: object) => ({ type: 'array', items })

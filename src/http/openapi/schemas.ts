// The schemas of records and of the envelopes around them.
import { allResources } from '../../resources/index.ts'
import {
  areaOfField,
  type Field,
  hasOwnCustomFields,
  type Link,
  type Resource,
  shownFields,
} from '../../resources/resource.ts'
import { scopeNote } from '../responses/answer-schemas.ts'
import type { Json } from './json.ts'

/** The envelope of a list or of single records. */
export function responseSchema(resource: Resource, isList: boolean, key = resource.name): Json {
  const required = [key, 'links', ...(isList ? ['list_meta', 'pagination'] : [])]
  return {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/side_loaded' }],
    required,
    properties: {
      [key]: recordsOf(resource),
      links: { $ref: '#/components/schemas/links_map' },
      ...(isList && {
        list_meta: { type: 'null' },
        pagination: { $ref: '#/components/schemas/pagination' },
      }),
    },
  }
}

const recordsOf = ({ name }: Resource): Json => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
})

/** The collections that `includes` can add to a response. */
const sideLoadedSchema: Json = {
  type: 'object',
  description: 'Records of the collections that `includes` names.',
  properties: Object.fromEntries(
    allResources.flatMap((resource) =>
      [resource.name, ...resource.aliases].map((name) => [name, recordsOf(resource)]),
    ),
  ),
}

export function recordSchema(resource: Resource): Json {
  const shown = shownFields(resource)
  const fields = shown.map((name) => [name, fieldSchema(resource.fields[name] as Field)])
  // Whether a token has the scope of the collection is decided before.
  const always = shown.filter((name) => !isOfOtherArea(resource, name))
  const links = resource.links && {
    type: 'object',
    required: Object.keys(resource.links),
    properties: Object.fromEntries(
      Object.entries(resource.links).map(([name, link]) => [name, linkSchema(link)]),
    ),
    additionalProperties: false,
  }
  return {
    type: 'object',
    required: [...always, ...(links ? ['links'] : [])],
    properties: { ...Object.fromEntries(fields), ...(links && { links }) },
    ...(hasOwnCustomFields(resource)
      ? {
          patternProperties: {
            '^cf_[0-9A-Za-z_]+$': { type: ['string', 'number', 'boolean', 'null'] },
            ...(resource.hasSegmentedValues && {
              '^cv_[0-9A-Za-z_.]+$': { type: ['number', 'null'] },
            }),
          },
        }
      : {}),
    additionalProperties: false,
  }
}

const isOfOtherArea = (resource: Resource, name: string) =>
  areaOfField(resource, name) !== resource.access.scope

const JSON_TYPES: Record<string, string> = { text: 'string', time: 'string', list: 'array' }

function fieldSchema({ kind, nullable, path, items, scope }: Field): Json {
  const typeOf = (kind: string) => JSON_TYPES[kind] ?? kind
  return {
    type: nullable ? [typeOf(kind), 'null'] : typeOf(kind),
    ...(items !== undefined && {
      items: typeof items === 'string' ? { type: typeOf(items) } : membersSchema(items),
    }),
    ...(kind === 'object' && { additionalProperties: {} }),
    ...(kind === 'time' && { format: 'date-time', examples: ['2026-01-31T09:30:00Z'] }),
    ...(path !== undefined && { format: 'uri' }),
    ...(scope && scopeNote(scope)),
  }
}

const membersSchema = (members: Record<string, Field>): Json => ({
  type: 'object',
  required: Object.keys(members),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, fieldSchema(member)]),
  ),
})

function linkSchema({ type: target, arity, nullable }: Link): Json {
  const type = arity === 'one' ? 'integer' : 'array'
  return {
    type: nullable ? [type, 'null'] : type,
    ...(arity === 'many' && { items: { type: 'integer' } }),
    description: `${arity === 'one' ? 'Id' : 'Ids'} of ${target}.`,
  }
}

export const errorSchema: Json = {
  type: 'object',
  required: ['message', 'error', 'request_id'],
  properties: {
    message: {
      type: 'string',
      description: 'For people: what is wrong, and what is right.',
    },
    error: { type: 'string', description: 'Stable error code.' },
    errors: {
      type: 'object',
      description: 'Mirrors the input: field → code.',
      additionalProperties: {},
    },
    request_id: { type: 'string' },
  },
}

const commonSchemas: Json = {
  links_map: {
    type: 'object',
    description: 'The associations of every collection in the response.',
    additionalProperties: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' } },
    },
  },
  pagination: {
    type: 'object',
    required: ['page', 'per_page', 'page_size'],
    properties: {
      page: { type: 'integer' },
      per_page: { type: 'integer' },
      page_size: { type: 'integer' },
      total_pages: { type: 'integer', description: 'Absent with total=false.' },
      total_records: { type: 'integer', description: 'Absent with total=false.' },
      cursor: { type: 'string', description: 'Absent on the last page and in page mode.' },
      page_token: { type: 'string', description: 'Alias of cursor.' },
    },
    additionalProperties: false,
  },
  error: errorSchema,
}

/** The components: what all envelopes have, and one record of each collection. */
export const recordSchemas = (): Json => ({
  ...commonSchemas,
  side_loaded: sideLoadedSchema,
  ...Object.fromEntries(allResources.map((resource) => [resource.name, recordSchema(resource)])),
})

const fileSchema: Json = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description: 'The file. The server detects its content type from its bytes.',
}

const formOf = (properties: Json): Json => ({
  required: true,
  content: {
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } },
  },
})

/** The body of an upload. */
export const fileForm: Json = formOf({ file: fileSchema })

/** Of several files, each in a part named `file`, with other members. */
export const filesForm = ({ properties }: { properties: object }): Json =>
  formOf({
    file: {
      type: 'array',
      items: { ...fileSchema, description: 'One of the files.' },
      description: 'One part with this name for each file.',
    },
    ...properties,
  })

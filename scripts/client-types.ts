// Prints the types of the client, generated from docs/openapi.json: node scripts/client-types.ts > client/src/api-types.ts
// With --end-users, those of the API of end users, from docs/openapi-end-users.json.
//
// Records, bodies, queries and answers are interfaces, so that editors and compilers show their names. An operation is one
// line, so that a program that uses a few of them is compiled fast.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

const isForEndUsers = process.argv.includes('--end-users')
const FILE = isForEndUsers ? 'openapi-end-users.json' : 'openapi.json'
/** Paths are relative to it. */
const PREFIX = isForEndUsers ? '/api/end_users' : '/api/v2/admin'
const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

const HEADER = `// Generated from docs/${FILE} by \`npm run client-types\`. Do not edit.
${
  isForEndUsers
    ? `import type { Operation, Values } from './api-types.ts'
`
    : `
/** One value or several; the client joins them with commas. */
export type Values = string | number | readonly (string | number)[]
/** The same, of a closed set. */
export type ValuesOf<T extends string> = T | readonly T[] | \`\${T},\${string}\`

/** Parameters whose names the document cannot list. */
export interface OpenQuery {
  [name: \`fields.\${string}\`]: Values
  [name: \`cf_\${string}\`]: Values | boolean
  [name: \`\${string}.cf_\${string}\`]: Values | boolean
}

export interface Operation<Options, Answer> {
  options: Options
  answer: Answer
}
`
}`

const path = join(import.meta.dirname, '../docs', FILE)
const document: Json = JSON.parse(await readFile(path, 'utf8'))
const { components } = document
const collections = new Set<string>(document.tags.map(({ name }: Json) => name))

/** The printed declarations, by name. */
const declared = new Map<string, string>()
/** The names of interfaces by their text, so that equal queries and answers are declared once. */
const namesByText = new Map<string, string>()

const pascalCase = (name: string) =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const singularOf = (name: string) =>
  name
    .replace(/ies$/, 'y')
    .replace(/uses$/, 'us')
    .replace(/([^u])s$/, '$1')

const lastPart = (reference: string) => reference.split('/').at(-1) as string
const resolve = (value: Json, kind: string): Json =>
  value.$ref === undefined ? value : components[kind][lastPart(value.$ref)]

const schemaName = (name: string) => pascalCase(collections.has(name) ? singularOf(name) : name)

const memberName = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)
const literals = (values: unknown[]) => values.map((value) => literal(value)).join(' | ')
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const ANY_TEXT = `\${string}`

/** `^-?(\w+\.)?cf_\w+$` → `${string}cf_${string}`: what varies is any text. */
function typeOfPattern(pattern: string): string {
  const varying = /(?:\([^)]*\)|\[[^\]]*\]|\\w|\.|-\?)[?+*]?/g
  const open = pattern.replace(/^\^/, '').replace(varying, '*')
  const parts = (open.endsWith('$') ? open.slice(0, -1) : `${open}*`).replace(/\*+/g, ANY_TEXT)
  return parts === ANY_TEXT ? 'string' : `\`${parts}\``
}

const comment = (text: string | undefined) =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*').replace(/\s+/g, ' ')} */\n`
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')

const isObject = (schema: Json) => schema.properties !== undefined || schema.patternProperties

function membersOf(schema: Json): string {
  const required = new Set<string>(schema.required ?? [])
  // Programs whose tokens have no scopes get every member; the comment says what the others lack.
  const isExpected = (name: string, member: Json) =>
    required.has(name) || member['x-earshot-scope'] !== undefined
  const named = Object.entries<Json>(schema.properties ?? {}).map(
    ([name, member]) =>
      `${comment(member.description)}${memberName(name)}${isExpected(name, member) ? '' : '?'}: ${typeOf(member)}\n`,
  )
  const byPattern = Object.entries<Json>(schema.patternProperties ?? {}).map(
    ([pattern, member]) => `[name: ${typeOfPattern(pattern)}]: ${typeOf(member)}\n`,
  )
  return indent([...named, ...byPattern].join(''))
}

function typeOf(schema: Json): string {
  if (schema.$ref) return schemaName(lastPart(schema.$ref))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return literals(schema.enum)
  if (schema.anyOf) return [...new Set<string>(schema.anyOf.map(typeOf))].join(' | ')
  const types = [schema.type].flat().map((type: string) => plainType(type, schema))
  return [...new Set(types)].join(' | ')
}

function plainType(type: string | undefined, schema: Json): string {
  switch (type) {
    case undefined:
      return 'unknown'
    case 'integer':
      return 'number'
    case 'array': {
      const items = schema.items ? typeOf(schema.items) : 'unknown'
      return /^\w+$/.test(items) ? `${items}[]` : `(${items})[]`
    }
    case 'object':
      if (isObject(schema)) return `{\n${membersOf(schema)}}`
      if (schema.additionalProperties)
        return `{ [name: string]: ${typeOf(schema.additionalProperties)} }`
      return '{ [name: string]: unknown }'
    default:
      return type
  }
}

/** The name of an interface with these members, or of an equal one that exists. */
function declare(name: string, members: string, base?: string): string {
  const text = `${base === undefined ? '' : ` extends ${base}`} {\n${members}}\n`
  const known = namesByText.get(text)
  if (known !== undefined) return known
  namesByText.set(text, name)
  declared.set(name, `export interface ${name}${text}`)
  return name
}

function declareSchema(name: string, schema: Json): string {
  if (schema.$ref) return typeOf(schema)
  if (isObject(schema))
    return declare(name, membersOf(schema), schema.allOf?.map(typeOf).join(', '))
  declared.set(name, `export type ${name} = ${typeOf(schema)}\n`)
  return name
}

/** The type of a parameter in the query or the path. */
function parameterType(schema: Json): string {
  if (schema.type === 'array') return `ValuesOf<${typeOf(schema.items)}>`
  if (schema.pattern) return typeOfPattern(schema.pattern)
  if (schema.anyOf) return schema.anyOf.map(parameterType).join(' | ')
  return schema.type === 'string' && !schema.enum ? 'Values' : typeOf(schema)
}

/** Closed sets that several operations take have names. */
function typeOfParameter(parameter: Json): string {
  const { schema } = resolve(parameter, 'parameters')
  const type = parameterType(schema)
  if (!parameter.$ref || type.length < 80) return type
  const name = `${pascalCase(lastPart(parameter.$ref))}Parameter`
  declared.set(name, `export type ${name} = ${type}\n`)
  return name
}

function queryOf(
  id: string,
  parameters: Json[],
): { type: string; isRequired: boolean } | undefined {
  const all = parameters.filter((one) => resolve(one, 'parameters').in === 'query')
  if (all.length === 0) return undefined
  const members = all.map((one) => {
    const { name, required, description } = resolve(one, 'parameters')
    return `${comment(description)}${memberName(name)}${required ? '' : '?'}: ${typeOfParameter(one)}\n`
  })
  const names = all.map((one) => resolve(one, 'parameters').name)
  const name = `${names}` === 'includes,fields' ? 'RecordQuery' : `${pascalCase(id)}Query`
  const base = names.includes('fields') && !isForEndUsers ? 'OpenQuery' : undefined
  return {
    type: declare(name, indent(members.join('')), base),
    isRequired: all.some((one) => resolve(one, 'parameters').required),
  }
}

function bodyOf(id: string, { required, content }: Json): string {
  const schema = content[JSON_TYPE]?.schema
  if (!schema) return 'body: FormData'
  const isEmpty = schema.properties && Object.keys(schema.properties).length === 0
  const type = isEmpty ? 'Record<string, never>' : declareSchema(`${pascalCase(id)}Body`, schema)
  return `body${required ? '' : '?'}: ${type}`
}

function answerOf(id: string, responses: Json, mediaType: string): string {
  const successes = Object.entries<Json>(responses).filter(([status]) => status < '3')
  const types = successes.map(([, response]) => {
    const schema = resolve(response, 'responses').content?.[mediaType]?.schema
    if (!schema) return 'undefined'
    const name = response.$ref ? pascalCase(lastPart(response.$ref)) : `${pascalCase(id)}Answer`
    return declareSchema(name, schema)
  })
  return [...new Set(types)].join(' | ')
}

const listedRecord = (response: Json) =>
  response?.$ref?.endsWith('_list') &&
  typeOf(
    (
      Object.entries<Json>(
        components.responses[lastPart(response.$ref)].content[JSON_TYPE].schema.properties,
      )[0] as Json
    )[1].items,
  )

/** Of a list whose pages are in the headers. */
const pagedRecord = (id: string, response: Json) => {
  const { headers, content } = response ?? {}
  if (headers?.Link === undefined) return undefined
  const { items } = content[JSON_TYPE].schema
  return items.$ref ? typeOf(items) : `${pascalCase(id)}Answer[number]`
}

for (const [name, schema] of Object.entries<Json>(components.schemas)) {
  // The client has classes of errors.
  if (name !== 'error') declareSchema(schemaName(name), schema)
  // References name each schema, also one that equals another.
  namesByText.clear()
}

const byMethod: Record<string, string[]> = { get: [], post: [], put: [], delete: [] }
const lists: string[] = []
const downloads: string[] = []
for (const [fullPath, item] of Object.entries<Json>(document.paths))
  for (const [method, operation] of Object.entries<Json>(item)) {
    const { operationId, summary, description, parameters = [], requestBody, responses } = operation
    const relative = literal(fullPath.startsWith(PREFIX) ? fullPath.slice(PREFIX.length) : fullPath)
    const names = [...fullPath.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: Values`)
    const query = queryOf(operationId, parameters)
    const options = [
      names.length > 0 && `path: { ${names.join('; ')} }`,
      query && `query${query.isRequired ? '' : '?'}: ${query.type}`,
      requestBody && bodyOf(operationId, requestBody),
    ].filter((text) => typeof text === 'string')
    const isStream = responses[200]?.content?.[STREAM_TYPE] !== undefined
    const answer = answerOf(operationId, responses, isStream ? STREAM_TYPE : JSON_TYPE)
    // A stream is not a response with a body.
    if (isStream) continue
    const about = [summary, description].filter((text) => text !== undefined).join('. ')
    byMethod[method]?.push(
      `${comment(about)}${relative}: Operation<{ ${options.join('; ')} }, ${answer}>\n`.replace(
        '{  }',
        'object',
      ),
    )
    const record =
      method === 'get' &&
      (isForEndUsers ? pagedRecord(operationId, responses[200]) : listedRecord(responses[200]))
    if (record) lists.push(`${relative}: ${record}\n`)
    const format = parameters
      .map((one: Json) => resolve(one, 'parameters'))
      .find(({ name }: Json) => name === 'format')
    if (method === 'get' && format?.schema.enum?.includes('csv')) downloads.push(relative)
  }

const block = (name: string, lines: string[]) =>
  `export interface ${name} {\n${indent(lines.join(''))}}\n`
const records = Object.keys(components.schemas)
  .filter((name) => collections.has(name))
  .map((name) => `${name}: ${schemaName(name)}\n`)

console.log(
  [
    HEADER,
    ...declared.values(),
    ...(isForEndUsers ? [] : [`/** A record of each collection. */\n${block('Records', records)}`]),
    `/** Lists with pages, and their records. */\n${block('Lists', lists)}`,
    ...(isForEndUsers
      ? []
      : [
          `/** Lists and reports that are also CSV files. */\nexport type CsvPath = ${downloads.join(' | ')}\n`,
        ]),
    ...Object.entries(byMethod).map(([method, lines]) =>
      block(`${pascalCase(method)}Operations`, lines),
    ),
    `export interface Operations {\n${Object.keys(byMethod)
      .map((method) => `  ${method.toUpperCase()}: ${pascalCase(method)}Operations\n`)
      .join('')}}`,
  ].join('\n'),
)

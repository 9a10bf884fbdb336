// Prints the types of the client, generated from docs/openapi.json: node scripts/client-types.ts > client/src/api-types.ts
import { readFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'

// openapi-typescript needs the JavaScript API of TypeScript 5, which TypeScript 7 does not have. @ts-morph/common contains
// it; a second package named typescript would replace the command tsc.
const TYPESCRIPT_5 = '@ts-morph/common/dist/typescript.js'
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? TYPESCRIPT_5 : specifier, context),
})
const { factory, SyntaxKind } = createRequire(import.meta.url)(TYPESCRIPT_5)
const { astToString, default: generate, transformSchemaObject } = await import('openapi-typescript')

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

const JSON_TYPE = 'application/json'

/** What the client needs: JSON bodies and successful responses. It turns every other response into an error. */
function simplify(document: Json): Json {
  const { headers: _, responses: __, ...components } = document.components
  for (const item of Object.values<Json>(document.paths))
    for (const operation of Object.values<Json>(item)) {
      const successes = Object.entries<Json>(operation.responses).filter(([status]) => status < '3')
      operation.responses = Object.fromEntries(
        successes.map(([status, { headers: _, ...response }]) => [status, response]),
      )
      operation.parameters = operation.parameters?.filter(
        ({ $ref }: Json) =>
          document.components.parameters[$ref?.split('/').at(-1)]?.in !== 'header',
      )
      const content = operation.requestBody?.content
      if (content?.[JSON_TYPE]) operation.requestBody.content = { [JSON_TYPE]: content[JSON_TYPE] }
    }
  return { ...document, components }
}

/** `^cf_[0-9A-Za-z_]+$` → `cf_${string}`; null for a pattern without a fixed beginning. */
function nameByPattern(pattern: string): Json {
  const prefix = /^\^([a-z_]+)\[/.exec(pattern)?.[1]
  if (prefix === undefined) return factory.createKeywordTypeNode(SyntaxKind.StringKeyword)
  return factory.createTemplateLiteralType(factory.createTemplateHead(prefix), [
    factory.createTemplateLiteralTypeSpan(
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTemplateTail(''),
    ),
  ])
}

/** Members by pattern get an index signature by their prefix, so that they do not constrain the named members. */
function transformPatterns(schema: Json, options: Json): Json {
  if (!schema.patternProperties) return undefined
  const { patternProperties, ...named } = schema
  const signatures = Object.entries<Json>(patternProperties).map(([pattern, value]) =>
    factory.createIndexSignature(
      undefined,
      [
        factory.createParameterDeclaration(
          undefined,
          undefined,
          'name',
          undefined,
          nameByPattern(pattern),
        ),
      ],
      transformSchemaObject(value, options),
    ),
  )
  const byPattern = factory.createTypeLiteralNode(signatures)
  return named.properties
    ? factory.createIntersectionTypeNode([transformSchemaObject(named, options), byPattern])
    : byPattern
}

const path = join(import.meta.dirname, '../docs/openapi.json')
const document = simplify(JSON.parse(await readFile(path, 'utf8')))
const types = astToString(await generate(document, { transform: transformPatterns }))
console.log('// Generated from docs/openapi.json by `npm run client-types`. Do not edit.\n')
console.log(types.trimEnd())

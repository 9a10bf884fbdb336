// The OpenAPI document matches the API, and the API reference page loads nothing from other hosts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aFile,
  aMoveFolder,
  bodiesOfOperations,
  endMoves,
  fillPath,
  recordLeft,
  recordsToTry,
  requiredQuery,
} from '../support/bodies-of-operations.ts'
import { dereference } from '../support/dereference.ts'
import { routesOf } from '../support/routes.ts'
import { startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

let at: TestService
let document: Json

beforeAll(async () => {
  at = await startTestService(undefined, { moves: { directory: await aMoveFolder() } })
  document = (await at.get('/api/v2/openapi.json', { token: null })).body
})

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']

const operations = (): { method: string; path: string; operation: Json }[] =>
  Object.entries<Json>(dereference(document).paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      method: method.toUpperCase(),
      path,
      operation: item[method],
    })),
  )

describe('the document', () => {
  test('equals docs/openapi.json', async () => {
    const committed = await readFile(
      join(import.meta.dirname, '../..', 'docs', 'openapi.json'),
      'utf8',
    )
    // `npm run openapi` updates the file.
    expect(document).toEqual(JSON.parse(committed))
  })

  test('is OpenAPI 3.1 and describes authentication', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Earshot', version: expect.any(String) })
    expect(document.components.securitySchemes.token).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    })
  })

  test('has only references that resolve', () => {
    const references: string[] = []
    const collect = (value: Json): void => {
      if (typeof value !== 'object' || value === null) return
      if (typeof value.$ref === 'string') references.push(value.$ref)
      for (const inner of Object.values(value)) collect(inner)
    }
    collect(document)
    expect(references.length).toBeGreaterThan(100)
    const target = (reference: string) =>
      reference
        .replace(/^#\//, '')
        .split('/')
        .reduce((place: Json, name) => place?.[name], document)
    expect(references.filter((reference) => target(reference) === undefined)).toEqual([])
  })

  test('has no unused component', () => {
    const text = JSON.stringify(document)
    const unused = Object.entries<Json>(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))
      .filter((reference) => !text.includes(`"${reference}"`))
    expect(unused).toEqual([])
  })

  test('gives every operation a unique id, a summary and a known tag', () => {
    const all = operations().map(({ operation }) => operation)
    expect(all.length).toBeGreaterThan(35)
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    const tags = document.tags.map(({ name }: { name: string }) => name)
    for (const { operationId, summary, tags: own } of all) {
      expect(operationId).toMatch(/^[a-z0-9_]+$/)
      expect(summary).toMatch(/^[A-Z]/)
      for (const tag of own) expect(tags, operationId).toContain(tag)
    }
  })

  test('marks operations that the wire format does not have', () => {
    const marks = (method: string, path: string) =>
      document.paths[`/api/v2/admin${path}`][method]['x-earshot-extension']
    expect(marks('post', '/supporters')).toBe(true)
    expect(marks('get', '/bulk_identify/{job}')).toBe(true)
    expect(marks('get', '/supporters')).toBeUndefined()
    expect(marks('put', '/suggestions/{id}/spam')).toBeUndefined()
  })

  test('describes every path parameter exactly once', () => {
    for (const { path, operation } of operations()) {
      const named = operation.parameters ?? []
      const names = named.map((one: Json) => `${one.in} ${one.name}`)
      expect(new Set(names).size, path).toBe(names.length)
      const inPath = named.filter((one: Json) => one.in === 'path').map((one: Json) => one.name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('is public and contains no data', async () => {
    const answer = await at.get('/api/v2/openapi.json', { token: null })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('owner@example.com')
  })
})

describe('router and document', () => {
  test('have the same operations', () => {
    const described = operations().map(({ method, path }) => `${method} ${path}`)
    const routed = routesOf(at.service.app.printRoutes({ commonPrefix: false }))
      // The API of end users has a document of its own.
      .filter(({ path }) => path.startsWith('/api') && !path.startsWith('/api/end_users'))
      // Without the document itself, the pages for people and the automatic HEAD routes.
      .filter(
        ({ method, path }) => method !== 'HEAD' && !/openapi.json$|oauth\/auth(orize)?$/.test(path),
      )
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(routed.length).toBeGreaterThan(35)
    expect(described.sort()).toEqual(routed.sort())
  })
})

describe('every operation', () => {
  test('responds with a documented status', async () => {
    const ids = await recordsToTry(
      at,
      document.tags.map(({ name }: { name: string }) => name),
    )
    const client = await at.aClient()
    const isDelete = ({ method }: { method: string }) => Number(method === 'DELETE')
    // Deletions last: other operations need the records.
    for (const { method, path, operation } of operations().sort(
      (a, b) => isDelete(a) - isDelete(b),
    )) {
      const tag = operation.tags[0]
      if (method === 'DELETE') ids[tag] = await recordLeft(at, tag)
      const known = bodiesOfOperations(ids, client)
      const body = known[`${method} ${path}`]
      const takesFile = operation.requestBody?.content['multipart/form-data'] !== undefined
      expect(
        operation.requestBody === undefined || takesFile || body !== undefined,
        `${method} ${path}`,
      ).toBe(true)
      await endMoves(at)
      const { status, headers } = await at.call(
        method,
        fillPath(path, ids, ids[tag]) + requiredQuery(operation),
        takesFile ? aFile() : { body },
      )
      const promised = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
      expect(promised, `${method} ${path}`).toContain(String(status))
      const { content = { 'application/json': {} } } = operation.responses[status]
      const [type] = Object.keys(content)
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
  })

  test('is 401 without a token where it requires one', async () => {
    let guarded = 0
    for (const { method, path, operation } of operations()) {
      const isOpen = operation.security?.length === 0
      expect(isOpen, path).toBe(path.startsWith('/api/v2/oauth/'))
      expect(operation.responses['401'], path).toBeDefined()
      if (isOpen) continue
      guarded += 1
      const { status } = await at.call(method, path.replace('{id}', '1'), { token: null })
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`)
    }
    expect(guarded).toBeGreaterThan(35)
  })
})

describe('the API reference page', () => {
  test('loads nothing from another host', async () => {
    const { status, headers, text } = await at.get('//docs', { token: null })
    expect(status).toBe(200)
    const loaded = [...text.matchAll(/<(?:script|link)[^>]*? (?:src|href)="([^"]+)"/g)]
    const addresses = loaded.map(([, address]) => address as string)
    expect(addresses).toHaveLength(3)
    for (const address of addresses) {
      expect(address).toMatch(/^\/(docs\/)?[\w.-]+(\?v=[\w-]+)?$/)
      const asset = await at.get(`/${address}`, { token: null })
      expect(asset.status).toBe(200)
      expect(asset.text.length).toBeGreaterThan(100)
      expect(asset.text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:\/\/|@import|url\(/,
      )
    }
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/\*|https?:|unsafe/)
  })

  test('has every operation, each with its own anchor', async () => {
    const { text } = await at.get('//docs', { token: null })
    const ids = [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations()) expect(ids).toContain(operation.operationId)
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('calls the host that served it', () => {
    // Its content security policy allows no other host, so a configured URL might not work.
    expect(document.servers).toEqual([{ url: '/' }])
  })
})

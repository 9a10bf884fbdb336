// The OpenAPI document of the API of end users matches the API.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Schema from 'typebox/schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { dereference } from '../support/dereference.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import { routesOf } from '../support/routes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { FORM, filePart, form } from '../support/uploads.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

const PREFIX = '/api/end_users'
let at: TestService
let portal: Portal
let document: Json

beforeAll(async () => {
  at = await startTestService(undefined, {
    settings: { repeated_text_minutes: 0, portal_supporters: true },
  })
  portal = await aPortal(at)
  document = (await portal.get('/openapi.json')).body
})

const operations = (): { method: string; path: string; operation: Json }[] =>
  Object.entries<Json>(dereference(document).paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

test('the document equals docs/openapi-end-users.json', async () => {
  const file = join(import.meta.dirname, '../../docs/openapi-end-users.json')
  // `npm run openapi` updates the file.
  expect(document).toEqual(JSON.parse(await readFile(file, 'utf8')))
})

test('router and document have the same operations', () => {
  const described = operations().map(({ method, path }) => `${method} ${path}`)
  const routed = routesOf(at.service.app.printRoutes({ commonPrefix: false }))
    .filter(({ method, path }) => path.startsWith(PREFIX) && method !== 'HEAD')
    .filter(({ path }) => !path.endsWith('openapi.json'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(routed.length).toBeGreaterThan(35)
  expect(described.sort()).toEqual(routed.sort())
})

test('operations have unique ids, and all references resolve', () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  for (const [, path = ''] of references)
    expect(
      path.split('/').reduce((place: Json, name) => place?.[name], document),
      path,
    ).toBeDefined()
})

describe('every operation', () => {
  test('answers as the document says', async () => {
    const forum = await at.made('/forums', { name: 'Forum' })
    const token = portal.sign(portal.somebody())
    const { body: idea } = await portal.post(`/forums/${forum.id}/ideas`, { title: 'Idea' }, token)
    const other = portal.sign(portal.somebody())
    await portal.post(`/ideas/${idea.id}/comments`, { text: 'First' }, other)
    await at.made('/status_updates', { body: 'Soon', links: { suggestion: idea.id, status: 1 } })
    const me = (await portal.get('/me', token)).body
    const bodies: Record<string, object> = {
      'POST /forums/{forum}/ideas': { suggestion: { title: 'Another' } },
      'PUT /me': { name: 'Ada' },
      'PUT /me/notifications': {},
      'DELETE /me': { confirm: me.email_address },
    }
    const last = ({ method, path }: { method: string; path: string }) =>
      Number(method === 'DELETE') + Number(path.endsWith('/me'))
    for (const { method, path, operation } of operations().sort((a, b) => last(a) - last(b))) {
      const relative = path.slice(PREFIX.length)
      // Sessions, applications, announcements, reports and guests have tests of their own.
      if (/\/me\/(sessions|applications)\/\{id\}/.test(path)) continue
      if (/\/announcements\/\{id\}|\/report$|\/guest_contributions$/.test(path)) continue
      const { body: comment } = await portal.post(
        `/ideas/${idea.id}/comments`,
        { text: 'Mine' },
        token,
      )
      // What others answered cannot be changed.
      const isOfOne = relative.endsWith('/ideas/{id}') && method !== 'GET'
      const { id: ideaId } = isOfOne
        ? (await portal.post(`/forums/${forum.id}/ideas`, { title: 'Mine alone' }, token)).body
        : idea
      const filled = relative
        .replace('{forum}', String(forum.id))
        .replace('/comments/{id}', `/comments/${comment.id}`)
        .replace('{id}', String(ideaId))
      const body =
        bodies[`${method} ${relative}`] ??
        (relative.includes('comments') ? { comment: { text: 'Text' } } : {})
      const query = relative.includes('similar') ? '?title=Idea' : ''
      const {
        status,
        body: answer,
        headers,
      } = await portal.call(method, `${filled}${query}`, {
        token,
        ...(method !== 'GET' && { body }),
        ...(relative === '/attachments' && {
          body: form(filePart('Text', 'a.txt')),
          headers: FORM,
        }),
      })
      const promised = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
      expect(promised, `${method} ${path}`).toEqual([String(status)])
      const { schema } = operation.responses[status].content['application/json']
      const validator = Schema.Compile(schema)
      const [, problems] = validator.Errors(answer)
      expect(problems, `${method} ${path} ${JSON.stringify(answer)}`).toEqual([])
      expect(headers['x-rate-limit-limit']).toBeDefined()
    }
  })

  test('needs a token where the document says so', async () => {
    for (const { method, path, operation } of operations()) {
      const isOpen = operation.security.some((one: object) => Object.keys(one).length === 0)
      const relative = path.slice(PREFIX.length).replace(/\{\w+\}/g, '1')
      const { status } = await portal.call(method, relative, {})
      if (!isOpen) expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`)
      else expect(status, path).not.toBe(401)
    }
  })
})

test('the reference page has every operation', async () => {
  const { status, text } = await at.get('//docs/end-users', { token: null })
  expect(status).toBe(200)
  for (const { operation } of operations()) expect(text).toContain(`id="${operation.operationId}"`)
})

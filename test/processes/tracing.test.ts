// Traces, as a collector receives them.
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

type Received = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code?: number }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const [SERVER, CLIENT] = [2, 3]
const FAILED = 2

let collector: Server
let at: TestService
const received: Received[] = []
const bodies: string[] = []
const log: string[] = []

// A collector that receives OTLP over HTTP as JSON.
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    bodies.push(`${request.url} ${text}`)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const { spans } of scopeSpans) received.push(...spans)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  at = await startTestService(log, {
    traces: { url: `http://127.0.0.1:${port}`, sampleRatio: 1 },
    hasJobs: true,
  })
})
afterAll(() => new Promise((resolve) => collector.close(resolve)))

/** The spans of a trace, once its request has arrived; spans are exported in batches. */
async function spansOf(traceId: string): Promise<Received[]> {
  const ours = () => received.filter((span) => span.traceId === traceId)
  await expect.poll(() => ours().some(({ kind }) => kind === SERVER)).toBe(true)
  return ours()
}

const attribute = (span: Received | undefined, key: string) => {
  const { value } = span?.attributes.find((one) => one.key === key) ?? {}
  return value?.stringValue ?? value?.intValue
}

const newTrace = () => crypto.randomUUID().replaceAll('-', '')

const lineOf = (requestId: string) =>
  log.map((line) => JSON.parse(line)).find((line) => line.request_id === requestId)

describe('a request', () => {
  test('continues the trace of its client, and contains its statements', async () => {
    const forum = (await at.get('/forums')).body.forums[0].id
    const headers = {
      traceparent: `00-${TRACE}-${PARENT}-01`,
      tracestate: 'vendor=x',
      'x-request-id': 'traced-1',
    }
    const sent = { title: 'A very personal title', links: { forum } }
    const made = await at.post('/suggestions?q=secret-query', sent, { headers })
    expect(made.status).toBe(201)
    const spans = await spansOf(TRACE)
    const request = spans.find(({ kind }) => kind === SERVER)
    expect(request).toMatchObject({
      name: 'POST /api/v2/admin/suggestions',
      parentSpanId: PARENT,
    })
    expect(attribute(request, 'http.route')).toBe('/api/v2/admin/suggestions')
    expect(attribute(request, 'http.response.status_code')).toBe(201)
    expect(attribute(request, 'earshot.request_id')).toBe('traced-1')
    const statements = spans.filter(({ kind }) => kind === CLIENT)
    for (const { parentSpanId } of statements) expect(parentSpanId).toBe(request?.spanId)
    const names = statements.map(({ name }) => name)
    expect(names).toContain('insert suggestions')
    expect(bodies.join()).not.toMatch(/very personal|secret-query/)
    expect(bodies.join()).not.toContain(at.token)
    expect(bodies[0]).toMatch(/^\/v1\/traces /)
    expect(bodies[0]).toContain('"service.name","value":{"stringValue":"earshot"}')
    expect(bodies[0]).toMatch(/"service.version","value":\{"stringValue":"\d+\.\d+\.\d+/)
    const instances = bodies.map(
      (body) => /"service.instance.id","value":\{"stringValue":"([\w-]{36})"/.exec(body)?.[1],
    )
    expect(new Set(instances).size).toBe(1)
    expect(instances[0]).toBeDefined()
  })

  test('has its trace id in the log, with route and client and without the token', async () => {
    const traceId = newTrace()
    const headers = { traceparent: `00-${traceId}-${PARENT}-01`, 'x-request-id': 'traced-2' }
    await at.get('/suggestions?q=a-secret', { headers })
    expect(lineOf('traced-2')).toMatchObject({
      trace_id: traceId,
      route: '/api/v2/admin/suggestions',
      status: 200,
      milliseconds: expect.any(Number),
      client_id: expect.any(Number),
    })
    expect(log.join()).not.toContain('a-secret')
    expect(log.join()).not.toContain(at.token)
  })

  test('for a file is logged without its secret address', async () => {
    const { url } = await uploaded(at, 'a secret', 'a.txt')
    const { pathname: path, search, searchParams } = new URL(url)
    const signature = searchParams.get('signature') as string
    expect((await at.get(`/${path}${search}`, { token: null })).status).toBe(200)
    await expect.poll(() => log.join()).toContain('"path":"/files/…"')
    await at.call('DELETE', `/${path}`)
    await at.get(`/${path}/nowhere`, { headers: { 'x-request-id': 'traced-3' } })
    await spansOf(lineOf('traced-3').trace_id)
    for (const secret of [path, signature]) {
      expect(log.join()).not.toContain(secret)
      expect(bodies.join()).not.toContain(secret)
    }
  })

  test('keeps its own statements among concurrent ones', async () => {
    const traces = Array.from({ length: 30 }, newTrace)
    await Promise.all(
      traces.map((traceId, i) =>
        at.get(`/suggestions?per_page=${i + 1}`, {
          headers: { traceparent: `00-${traceId}-${PARENT}-01` },
        }),
      ),
    )
    for (const traceId of traces) {
      const statements = (await spansOf(traceId)).filter(({ kind }) => kind === CLIENT)
      expect(statements.map(({ name }) => name)).toEqual(['select suggestions'])
    }
  })

  test('without a valid trace starts its own', async () => {
    for (const [i, traceparent] of [
      undefined,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      'x',
    ].entries()) {
      const id = `own-${i}`
      await at.get('/forums', {
        headers: { 'x-request-id': id, ...(traceparent && { traceparent }) },
      })
      const { trace_id } = lineOf(id)
      expect(trace_id).toMatch(/^[0-9a-f]{32}$/)
      expect(trace_id).not.toMatch(/^0+$/)
      const [root] = (await spansOf(trace_id)).filter(({ kind }) => kind === SERVER)
      expect(root?.parentSpanId ?? '').toBe('')
    }
  })

  test('that its client does not sample is not exported', async () => {
    const traceId = newTrace()
    await at.get('/forums', { headers: { traceparent: `00-${traceId}-${PARENT}-00` } })
    const after = newTrace()
    await at.get('/forums', { headers: { traceparent: `00-${after}-${PARENT}-01` } })
    await spansOf(after)
    expect(received.some((span) => span.traceId === traceId)).toBe(false)
  })
})

test('a task is its own trace, with its statements', async () => {
  expect((await at.post('/bulk_identify', { identities: [{ email: 'a@b.test' }] })).status).toBe(
    202,
  )
  await expect.poll(() => received.some(({ name }) => name === 'task apply_identities')).toBe(true)
  const task = received.find(({ name }) => name === 'task apply_identities')
  expect(task?.status?.code ?? 0).not.toBe(FAILED)
  expect(received.some(({ parentSpanId }) => parentSpanId === task?.spanId)).toBe(true)
})

describe('without a collector', () => {
  test('the log has the trace of the client', async () => {
    const lines: string[] = []
    const plain = await startTestService(lines)
    const traceId = newTrace()
    await plain.get('/forums', { headers: { traceparent: `00-${traceId}-${PARENT}-00` } })
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ trace_id: traceId, route: '/api/v2/admin/forums' }),
    )
  })

  test('OpenTelemetry is not loaded', () => {
    const src = join(import.meta.dirname, '../..', 'src')
    const texts = globSync('**/*.ts', { cwd: src }).map((file) =>
      readFileSync(join(src, file), 'utf8'),
    )
    const imports = texts.flatMap((text) => text.match(/^import .*'@opentelemetry.*'$/gm) ?? [])
    expect(imports).not.toEqual([])
    for (const line of imports) expect(line).toMatch(/^import type /)
  })

  test('an unavailable collector does not affect requests', async () => {
    const lonely = await startTestService(undefined, {
      traces: { url: 'http://127.0.0.1:9', sampleRatio: 1 },
    })
    for (let i = 0; i < 5; i++) expect((await lonely.get('/forums')).status).toBe(200)
  })
})

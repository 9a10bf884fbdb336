// Sends random requests of every operation to a running service and collects the responses that must not happen.
import { writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChance } from './chance.ts'
import {
  collectionOf,
  type Known,
  type Operation,
  operationsOf,
  type Request,
  requestOf,
} from './requests.ts'
import type { Schema } from './values.ts'

export type Target = { url: string; token: string }

export type FuzzOptions = {
  seed: number
  requests: number
  concurrency: number
  /** Called after each request with the number of responses so far. */
  onProgress?(done: number): Promise<void> | void
}

export type Failure = { index: number; problem: string; curl: string }
export type FuzzResult = { failures: Failure[]; statuses: Map<number, number> }

const MAX_SECONDS = 2
const MAX_BODY_BYTES = 1_048_576
const MAX_SHOWN_BODY = 2_000
/** The export of all data of the owner, who acts in every request of the run. */
const SLOW_PATHS = ['/api/v2/admin/users/{id}/export']

type Response = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  seconds: number
}

export async function fuzz(
  target: Target,
  document: Schema,
  { seed, requests, concurrency, onProgress = () => {} }: FuzzOptions,
): Promise<FuzzResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const send = (request: Request) => exchange(target.url, request, agent)
  const operations = operationsOf(document)
  const known = await learn(target, document, send)
  const chance = createChance(seed)
  const failures: Failure[] = []
  const statuses = new Map<number, number>()
  let index = 0
  const worker = async () => {
    while (index < requests) {
      const own = index++
      // Every operation in turn, so that none is left out.
      const operation = operations[own % operations.length] as (typeof operations)[number]
      const request = requestOf(operation, target.token, known, chance)
      const { status, problem } = await judge(operation, request, send)
      // Otherwise every further request is rejected too, and nothing is tested.
      const hasToken = request.headers.authorization === `Bearer ${target.token}`
      if (hasToken && status === 401 && operation.path.startsWith('/api/v2/admin'))
        throw new Error(`Request ${own} of seed ${seed}: the token is no longer valid.`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (problem !== undefined)
        failures.push({ index: own, problem, curl: await toCurl(target.url, request, seed, own) })
      await onProgress(own + 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  agent.destroy()
  return { failures, statuses }
}

/** Ids, cursors and names that exist. */
async function learn(
  { token }: Target,
  document: Schema,
  send: (request: Request) => Promise<Response>,
): Promise<Known> {
  const cursors = new Map<string, string>()
  const maxIds = new Map<string, number>()
  for (const { method, path } of operationsOf(document)) {
    if (method !== 'GET' || path.includes('{')) continue
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await send({
      method,
      path: `${path}?per_page=1&sort=-id`,
      headers,
      body: undefined,
    })
    if (status !== 200) continue
    const { pagination, ...collections } = JSON.parse(text)
    if (pagination?.cursor) cursors.set(path, pagination.cursor)
    const id = collections[collectionOf({ path })]?.[0]?.id
    if (id !== undefined) maxIds.set(collectionOf({ path }), id)
  }
  const fields = Object.entries<Schema>(document.components.schemas).flatMap(([name, schema]) => [
    name,
    ...Object.keys(schema.properties ?? {}),
  ])
  return { maxIds, cursors, fields }
}

type Verdict = { status: number; problem?: string }

async function judge(
  { path }: Operation,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Verdict> {
  try {
    const first = await send(request)
    const problem = findProblem(first)
    if (problem !== undefined) return { status: first.status, problem }
    if (first.seconds <= MAX_SECONDS || SLOW_PATHS.includes(path)) return { status: first.status }
    // Once more, because a busy machine can be slow too.
    const again = await send(request)
    if (again.seconds <= MAX_SECONDS) return { status: first.status }
    const times = [first, again].map(({ seconds, status }) => `${seconds.toFixed(1)} s (${status})`)
    return {
      status: first.status,
      problem: `took ${times.join(', then ')}: ${again.text.slice(0, 200)}`,
    }
  } catch (error) {
    // The server rejects such a body before it has arrived, and the client may not read the response.
    if ((request.body?.length ?? 0) > MAX_BODY_BYTES) return { status: 413 }
    return { status: 0, problem: `no response: ${(error as Error).message}` }
  }
}

function findProblem({ status, headers, text }: Response): string | undefined {
  const isOverloaded = status === 503 && headers['retry-after'] !== undefined
  const excerpt = text.slice(0, 300)
  if (status >= 500 && !isOverloaded) return `answered ${status}: ${excerpt}`
  if (status === 304) return text === '' ? undefined : `304 has a body: ${excerpt}`
  const type = String(headers['content-type'])
  // `format=csv` was sent.
  if (status === 200 && type === 'text/csv; charset=utf-8') return undefined
  if (!/^application\/(problem\+)?json(;|$)/.test(type)) return `answered ${status} as ${type}`
  const body = parse(text)
  if (typeof body !== 'object' || body === null)
    return `answered ${status} without JSON: ${excerpt}`
  const isError =
    typeof body.message === 'string' &&
    /\S/.test(body.message) &&
    /^[a-z_]+$/.test(body.error) &&
    typeof body.request_id === 'string' &&
    (body.errors === undefined || (typeof body.errors === 'object' && !Array.isArray(body.errors)))
  if (status >= 400 && !isError) return `answered ${status} without the error shape: ${excerpt}`
  return undefined
}

function parse(text: string): Schema {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function exchange(url: string, request: Request, agent: Agent): Promise<Response> {
  const { hostname, port } = new URL(url)
  const { method, path, headers, body } = request
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const sent = httpRequest(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent, timeout: 60_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            seconds: (performance.now() - begun) / 1000,
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A command that sends the same request; a long or binary body is in a file. */
async function toCurl(
  url: string,
  { method, path, headers, body }: Request,
  seed: number,
  index: number,
): Promise<string> {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      `-H ${quote(`${name}: ${name === 'authorization' ? 'Bearer $TOKEN' : value}`)}`,
  )
  const parts = ['curl', '-gi', '-X', method, quote(`${url}${path}`), ...shown]
  if (body !== undefined) {
    const text = body.toString()
    const isPlain = body.length <= MAX_SHOWN_BODY && Buffer.from(text).equals(body)
    const file = join(tmpdir(), `earshot-fuzz-${seed}-${index}`)
    if (!isPlain) await writeFile(file, body)
    parts.push('--data-binary', isPlain && !text.includes('\0') ? quote(text) : `@${file}`)
  }
  return parts.join(' ')
}

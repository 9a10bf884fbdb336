// Requests to addresses that others choose: webhooks, OpenID providers, pictures. Only public addresses and named networks are
// reached, and no answer can take more time or memory than the request allows.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { parseNetwork } from './networks.ts'
import { findRefusal } from './public-addresses.ts'
import { VERSION } from './version.ts'

type ResolvedAddress = { address: string; family: number }

export type OutgoingOptions = {
  /** Addresses and networks in CIDR notation that are reached although they are not public: OUTGOING_NETWORKS. */
  networks: readonly string[]
  /** For many requests to one host, which the operator chose. */
  keepsConnections?: boolean
  /** Finds the addresses of a name instead of the resolver of the system. For tests. */
  lookup?: (name: string) => Promise<ResolvedAddress[]>
}

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** For everything from the resolution of the name to the last byte, redirects included. */
  timeoutMs?: number
  /** A longer body is refused, or cut if `cutsBody`. */
  maxBytes?: number
  cutsBody?: boolean
  /** 0 returns a redirect like any other response. */
  maxRedirects?: number
  /** Its reason is thrown. */
  signal?: AbortSignal
}

/** `url` is the address that answered, after redirects. Several headers of one name are joined with a comma. */
export type OutgoingResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  isCut: boolean
  url: string
}

export type Outgoing = {
  /** `checkOutgoingUrl` with the networks of this client. */
  check(url: string): URL
  request(request: OutgoingRequest): Promise<OutgoingResponse>
  /** Throws for a host that no connection can reach. Names are not resolved. */
  checkHost(host: string): void
  /** For connections of other protocols: finds the addresses of the host, and answers with those that were checked. */
  lookup(host: string, signal: AbortSignal): Promise<LookupFunction>
  /** For libraries. Throws OutgoingError as well, and follows redirects only with `redirect: 'follow'`. */
  fetch: typeof globalThis.fetch
}

type OutgoingCode =
  | 'address_refused'
  | 'invalid_url'
  | 'unresolved'
  | 'timeout'
  | 'too_large'
  | 'tls'
  | 'connection'
  | 'redirects'

/** `message` is one sentence or two for people. It names the host, but neither the path, nor the query, nor anything of the response. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly code: OutgoingCode
  /** The address that was refused, for the log: those who chose a name need not learn where it leads. */
  readonly address: string | undefined

  constructor(
    code: OutgoingCode,
    message: string,
    options?: { address?: string; cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.address = options?.address
  }
}

/** For addresses that the operator sets: every network is allowed. */
export const EVERYWHERE: readonly string[] = ['0.0.0.0/0', '::/0']

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 1024 * 1024
const MAX_URL_LENGTH = 4096
const MAX_HEADER_BYTES = 16 * 1024
/** A name can have hundreds of addresses, and each is tried after the other. */
const MAX_ADDRESSES_TRIED = 6
const MAX_FETCH_REDIRECTS = 5

const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/** Set here only. */
const OWN_HEADERS = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]

/** All others, such as authorization, are for the origin that they were given for. */
const HEADERS_FOR_OTHER_ORIGINS = ['accept', 'accept-language']

/**
 * For the moment when an address is stored. Throws OutgoingError for what no request can reach. Names are not resolved: they can lead
 * elsewhere later, so each request checks them.
 */
export function checkOutgoingUrl(url: string, options: OutgoingOptions): URL {
  return checkUrl(url, normalize(options.networks))
}

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const networks = normalize(options.networks)
  const findAddresses = options.lookup ?? ((name) => lookup(name, { all: true }))
  // By default each request has its own connection: one that is kept was checked for another name.
  const { keepsConnections: keepAlive = false } = options
  const agents = {
    'http:': new http.Agent({ keepAlive }),
    'https:': new https.Agent({ keepAlive, maxCachedSessions: 0 }),
  }

  const check = (url: string) => checkUrl(url, networks)
  const checkName = (host: string) => checkHost(host, networks)

  async function resolve(name: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const family = isIP(name)
    // `checkHost` has judged it.
    if (family !== 0) return [{ address: name, family }]
    let found: ResolvedAddress[]
    try {
      found = await untilAborted(findAddresses(name), signal)
    } catch (error) {
      throw failure('unresolved', `The name ${name} cannot be resolved`, error)
    }
    if (found.length === 0)
      throw new OutgoingError('unresolved', `The name ${name} has no address.`)
    // One that must not be reached makes the name suspicious: with it, an attacker waits for the order that suits.
    for (const { address } of found) refuse(address, name, networks)
    return found.slice(0, MAX_ADDRESSES_TRIED)
  }

  async function follow(asked: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResponse> {
    const { maxRedirects = 0, maxBytes = DEFAULT_MAX_BYTES, cutsBody = false } = asked
    const limits = { maxBytes, cutsBody, follows: maxRedirects > 0 }
    let url = check(asked.url)
    let message: Message = {
      method: asked.method ?? 'GET',
      headers: withoutOwnHeaders(asked.headers ?? {}),
      body: asked.body === undefined ? undefined : Buffer.from(asked.body),
    }
    for (let redirects = 0; ; redirects += 1) {
      const addresses = await resolve(hostOf(url), signal)
      const connection = {
        agent: agents[url.protocol as keyof typeof agents],
        lookup: answerWith(addresses),
      }
      const response = await exchange(url, message, { connection, limits, signal })
      const location = limits.follows ? findLocation(response.status, response.headers) : undefined
      if (location === undefined) return response
      if (redirects === maxRedirects)
        throw new OutgoingError('redirects', `${url.host} redirects too often.`)
      const next = check(URL.parse(location, url.href)?.href ?? '')
      message = redirect(message, { from: url, to: next, status: response.status })
      url = next
    }
  }

  async function request(asked: OutgoingRequest): Promise<OutgoingResponse> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = asked
    const deadline = startDeadline(timeoutMs, asked.url, signal)
    try {
      deadline.signal.throwIfAborted()
      return await follow(asked, deadline.signal)
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error
    } finally {
      deadline.end()
    }
  }

  async function lookupOf(host: string, signal: AbortSignal): Promise<LookupFunction> {
    checkName(host)
    return answerWith(await resolve(host, signal))
  }

  return {
    check,
    request,
    checkHost: checkName,
    lookup: lookupOf,
    fetch: asFetch({ check, request }),
  }
}

/** The networks in the form that `isInNetworks` reads. */
function normalize(networks: readonly string[]): string[] {
  return networks.map((text) => {
    const network = parseNetwork(text)
    if (network === undefined) throw new Error(`${text} is no address and no network.`)
    return network
  })
}

function checkUrl(text: string, networks: readonly string[]): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text)
  if (url === null)
    throw new OutgoingError(
      'invalid_url',
      `The address is no valid URL of up to ${MAX_URL_LENGTH} characters.`,
    )
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutgoingError('invalid_url', 'The address should start with https:// or http://.')
  if (url.username !== '' || url.password !== '')
    throw new OutgoingError('invalid_url', 'The address should have no user name and no password.')
  if (url.port === '0') throw new OutgoingError('invalid_url', 'The address has the port 0.')
  checkHost(hostOf(url), networks)
  return url
}

function checkHost(host: string, networks: readonly string[]): void {
  if (isIP(host) !== 0) refuse(host, host, networks)
  // RFC 6761: whatever a resolver says.
  if (isLocalhost(host) && LOOPBACK.every((address) => findRefusal(address, networks) !== null))
    refuse(LOOPBACK[0] as string, host, networks)
}

const LOOPBACK = ['127.0.0.1', '::1']

const isLocalhost = (host: string) => /(^|\.)localhost\.?$/.test(host)

/** Without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function refuse(address: string, name: string, networks: readonly string[]): void {
  const refusal = findRefusal(address, networks)
  if (refusal !== null)
    throw new OutgoingError(
      'address_refused',
      `${name} ${name === address ? 'is' : 'leads to'} ${refusal}. Requests go to public addresses and to those that the operator allows with OUTGOING_NETWORKS.`,
      { address },
    )
}

type Message = { method: string; headers: Record<string, string>; body: Buffer | undefined }

const withoutOwnHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => !OWN_HEADERS.includes(name)),
  )

/** Instead of a resolver, so that the connection goes to an address that was checked. */
const answerWith =
  (addresses: ResolvedAddress[]): LookupFunction =>
  (_, { all }, callback) => {
    const [first] = addresses as [ResolvedAddress]
    if (all) callback(null, addresses)
    else callback(null, first.address, first.family)
  }

type Limits = { maxBytes: number; cutsBody: boolean; follows: boolean }

type Exchange = {
  connection: { agent: http.Agent; lookup: LookupFunction }
  limits: Limits
  signal: AbortSignal
}

function exchange(
  url: URL,
  { method, headers, body }: Message,
  { connection, limits, signal }: Exchange,
): Promise<OutgoingResponse> {
  const isSecure = url.protocol === 'https:'
  const host = hostOf(url)
  return new Promise((resolve, reject) => {
    let isConnected = false
    let isAnswered = false
    let isHandshakeDone = !isSecure
    const sent = (isSecure ? https : http).request({
      ...connection,
      method,
      host,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: '*/*',
        ...headers,
        'accept-encoding': 'identity',
        'user-agent': `Earshot/${VERSION}`,
        host: url.host,
        ...((body !== undefined || method === 'POST') && { 'content-length': body?.length ?? 0 }),
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      ...(isSecure && {
        // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise. Certificates name hosts without the dot at the end.
        rejectUnauthorized: true,
        servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      }),
    })
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) {
        isConnected = true
        isHandshakeDone = true
        return
      }
      socket.once('connect', () => {
        isConnected = true
      })
      socket.once('secureConnect', () => {
        isHandshakeDone = true
      })
    })
    sent.on('error', (error) => {
      const isTls = isConnected && !isHandshakeDone
      reject(
        (error as NodeJS.ErrnoException).code === 'HPE_HEADER_OVERFLOW'
          ? tooLarge(url, `headers of more than ${MAX_HEADER_BYTES} bytes`)
          : isTls
            ? failure('tls', `${url.host} has no valid certificate or no TLS`, error)
            : failure('connection', `${url.host} does not answer`, error),
      )
    })
    // Without an error, as after a response that changes the protocol.
    sent.on('close', () => {
      if (!isAnswered) reject(failure('connection', `${url.host} closed the connection`))
    })
    sent.on('response', (response) => {
      isAnswered = true
      readResponse(url, response, limits)
        .then(resolve, reject)
        // Ends nothing where the response is complete and the connection is kept.
        .finally(() => sent.destroy())
    })
    sent.end(body)
  })
}

async function readResponse(
  url: URL,
  response: http.IncomingMessage,
  { maxBytes, cutsBody, follows }: Limits,
): Promise<OutgoingResponse> {
  const status = response.statusCode ?? 0
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const answer = { status, headers, isCut: false, url: url.href }
  // Nobody reads the body of a redirect that is followed.
  if (follows && findLocation(status, headers) !== undefined)
    return { ...answer, body: Buffer.alloc(0) }
  if (!cutsBody && Number(headers['content-length']) > maxBytes) throw bodyTooLarge(url, maxBytes)
  const kept = new BoundedBuffer(maxBytes)
  try {
    for await (const piece of response) {
      if (kept.add(piece)) continue
      if (!cutsBody) throw bodyTooLarge(url, maxBytes)
      return { ...answer, body: kept.content(), isCut: true }
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    throw failure('connection', `${url.host} ended the response before it was complete`, error)
  }
  return { ...answer, body: kept.content() }
}

const bodyTooLarge = (url: URL, maxBytes: number) =>
  tooLarge(url, `a body of more than ${maxBytes} bytes`)

/** One copy of the content: pieces of one byte each would keep a buffer each. */
class BoundedBuffer {
  #bytes = Buffer.alloc(0)
  #length = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Keeps what fits; false when something does not. */
  add(piece: Buffer): boolean {
    const fitting = piece.subarray(0, this.#limit - this.#length)
    const needed = this.#length + fitting.length
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)),
      )
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    fitting.copy(this.#bytes, this.#length)
    this.#length = needed
    return fitting.length === piece.length
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

const findLocation = (status: number, headers: Record<string, string>): string | undefined =>
  REDIRECT_STATUSES.includes(status) ? headers.location : undefined

/** What is sent to the next address. */
function redirect(
  message: Message,
  { from, to, status }: { from: URL; to: URL; status: number },
): Message {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new OutgoingError('redirects', `${from.host} redirects to an address without TLS.`)
  const keepsBody = status === 307 || status === 308
  const next: Message =
    keepsBody || message.method === 'GET'
      ? message
      : { method: 'GET', headers: omit(message.headers, ['content-type']), body: undefined }
  if (from.origin === to.origin) return next
  if (next.body !== undefined)
    throw new OutgoingError(
      'redirects',
      `${from.host} redirects to ${to.host}, which would receive what was meant for ${from.host}.`,
    )
  return { ...next, headers: pick(next.headers, HEADERS_FOR_OTHER_ORIGINS) }
}

const pick = (headers: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

const omit = (headers: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

function startDeadline(timeoutMs: number, url: string, outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const onTimeout = () => {
    const host = URL.parse(url)?.host ?? 'The server'
    const message = `${host} did not answer completely within ${timeoutMs / 1000} seconds.`
    controller.abort(new OutgoingError('timeout', message))
  }
  const timer = setTimeout(onTimeout, timeoutMs)
  const onAbort = () => controller.abort(outer?.reason)
  outer?.addEventListener('abort', onAbort, { once: true })
  if (outer?.aborted) onAbort()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}

/** The system resolves names for as long as it likes. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function failure(code: OutgoingCode, text: string, cause?: unknown): OutgoingError {
  const { code: reason } = (cause ?? {}) as { code?: unknown }
  return new OutgoingError(code, `${text}${typeof reason === 'string' ? ` (${reason})` : ''}.`, {
    cause,
  })
}

const tooLarge = (url: URL, what: string) =>
  new OutgoingError('too_large', `${url.host} answers with ${what}.`)

const BODILESS_STATUSES = [204, 205, 304]

/** For callers that speak the interface of browsers. */
const asFetch =
  ({ check, request }: Pick<Outgoing, 'check' | 'request'>): Outgoing['fetch'] =>
  async (input, init) => {
    // First, because the constructor quotes an address that it does not accept.
    const { href: url, host } = check(input instanceof Request ? input.url : String(input))
    const asked = new Request(input, init)
    const { method } = asked
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`${method} is not supported.`)
    const body = Buffer.from(await asked.arrayBuffer())
    const response = await request({
      url,
      method,
      headers: Object.fromEntries(asked.headers),
      ...(method === 'POST' && { body }),
      maxRedirects: init?.redirect === 'follow' ? MAX_FETCH_REDIRECTS : 0,
      signal: init?.signal ?? asked.signal,
    })
    const { status, headers } = response
    if (status < 200 || status > 599)
      throw new OutgoingError('connection', `${host} answers with an unknown status.`)
    if (init?.redirect === 'error' && findLocation(status, headers) !== undefined)
      throw new OutgoingError('redirects', `${host} redirects to another address.`)
    return new Response(BODILESS_STATUSES.includes(status) ? null : new Uint8Array(response.body), {
      status,
      headers,
    })
  }

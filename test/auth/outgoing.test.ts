// Requests to addresses that others choose, with real servers. 127.0.0.1 stands for the internet, 127.0.0.2 for what nobody may reach.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server,
  type Socket,
} from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  checkOutgoingUrl,
  createOutgoing,
  EVERYWHERE,
  type Outgoing,
  OutgoingError,
  type OutgoingOptions,
  type OutgoingRequest,
} from '../../src/core/outgoing.ts'
import { VERSION } from '../../src/core/version.ts'
import { makeCertificate } from '../support/certificate.ts'
import { onCleanup } from '../support/cleanup.ts'

const INTERNET = '127.0.0.1'
const SECRET = '127.0.0.2'

async function listen(server: Server, host = INTERNET): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve)
  })
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const serve = (handle: RequestListener, host?: string) => listen(createServer(handle), host)
/** Answers each connection as it likes. */
const serveRaw = (handle: (socket: Socket) => void) => listen(createRawServer(handle))

const textOf = async (request: IncomingMessage) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** What the server got. */
type Echo = { method: string; path: string; headers: Record<string, string>; body: string }

const echo: RequestListener = async (request, response) => {
  const { method, url: path, headers } = request
  response.end(JSON.stringify({ method, path, headers, body: await textOf(request) }))
}

const port = await serve(echo)
const address = `http://${INTERNET}:${port}`
let secretConnections = 0
const secretServer = createServer((_, response) => response.end('the secret'))
secretServer.on('connection', () => {
  secretConnections += 1
})
// Systems other than Linux have no such address, so nothing can connect there either.
const secretPort = await listen(secretServer, SECRET).catch(() => 9)

/** A busy machine can stop every test for seconds. */
function createPatient(options: OutgoingOptions): Outgoing {
  const { request, ...rest } = createOutgoing(options)
  return { ...rest, request: (asked) => request({ timeoutMs: 60_000, ...asked }) }
}

const nowhere = createPatient({ networks: [] })
const local = createPatient({ networks: [INTERNET] })

/** A client whose resolver gives these answers, one after the other, the last one again and again. */
function withAnswers(...answers: string[][]) {
  const asked: string[] = []
  const outgoing = createPatient({
    networks: [INTERNET],
    lookup: async (name) => {
      asked.push(name)
      const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
      return addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }))
    },
  })
  return { ...outgoing, asked }
}

const failureOf = async (promise: Promise<unknown>): Promise<OutgoingError> => {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(OutgoingError)
  return error
}
const codeOf = async (request: OutgoingRequest, outgoing: Pick<typeof local, 'request'> = local) =>
  (await failureOf(outgoing.request(request))).code

const echoed = async (request: OutgoingRequest, outgoing: Pick<typeof local, 'request'> = local) =>
  JSON.parse(String((await outgoing.request(request)).body)) as Echo

describe('an address that must not be reached', () => {
  const LOOPBACK = [
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0X7F.1:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0177.0x0.0.01:PORT/',
    'http://00000177.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.1.:PORT/',
    'http://127.255.255.254:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://127。0。0。1:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://127%2e0%2e0%2e1:PORT/',
    'http://127.0.0.1\u00ad:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
    'http:127.0.0.1:PORT',
    'http:/127.0.0.1:PORT',
    'http:////127.0.0.1:PORT/',
    'HTTP://127.0.0.1:PORT/',
    ' \thttp://127.0.0.1:PORT/\n',
    'ht\ntp://127.0.\t0.1:PORT/',
    'http://127.0.0.1:PORT#@example.com/',
    'http://127.0.0.1:PORT?@example.com/',
    'http://127.0.0.1:PORT\\@example.com/',
    'http://:@127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://a.b.localhost:PORT/',
    'http://ｌｏｃａｌｈｏｓｔ:PORT/',
    'http://loc%61lhost:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[0000::0001]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::FFFF:7F00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2002:7f00:0001:0::1]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[2001::80ff:fffe]:PORT/',
    'http://[2606:4700::5efe:127.0.0.1]:PORT/',
    'http://[2606:4700::200:5efe:7f00:1]:PORT/',
  ]
  const OTHERS = [
    'http://0/',
    'http://0.0.0.0:PORT/',
    'http://0x0:PORT/',
    'http://0.1.2.3/',
    'http://[::]:PORT/',
    'http://10.0.0.1/',
    'http://0xa000001/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://192.168.257/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://169.254.43518/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://168.63.129.16/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://192.88.99.1/',
    'http://224.0.0.1/',
    'http://239.255.255.250:1900/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:2::1]/',
    'http://[2001:10::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[4000::1]/',
    'http://[5f00::1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2002:808:808::]/',
  ]

  test.each([...LOOPBACK, ...OTHERS])('%j is refused', async (spelling) => {
    const url = spelling.replace('PORT', String(port))
    const error = await failureOf(nowhere.request({ url }))
    expect(error.code).toBe('address_refused')
    expect(error.message).toContain('OUTGOING_NETWORKS')
    expect((await failureOf(nowhere.fetch(url) as Promise<unknown>)).code).toBe('address_refused')
    expect(() => checkOutgoingUrl(url, { networks: [] })).toThrow(error.message)
  })

  test('more than sixty spellings were tried', () => {
    expect(new Set([...LOOPBACK, ...OTHERS]).size).toBeGreaterThan(60)
  })

  test.each([
    '',
    'example.com',
    '//example.com/',
    'http://',
    'http://[::1',
    'http://[fe80::1%25lo]/',
    'http://[fe80::1%lo]/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://0x7f.0.0.0.1/',
    'http://example.com:99999/',
    'http://example.com:0/',
    'http://exa mple.com/',
    'http://example.com@127.0.0.1/',
    'http://user:pass@example.com/',
    'http://user@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ws://example.com/',
    'unix:/var/run/docker.sock',
    'data:text/plain,x',
    'javascript:alert(1)',
    `https://example.com/${'x'.repeat(5000)}`,
  ])('%j is no address', async (url) => {
    const error = await failureOf(nowhere.request({ url }))
    expect(error.code).toBe('invalid_url')
    expect((await failureOf(nowhere.fetch(url) as Promise<unknown>)).code).toBe('invalid_url')
    expect(() => checkOutgoingUrl(url, { networks: [] })).toThrow(error.message)
  })

  test.each([
    'https://example.com/hook?a=1',
    'https://example.com./',
    'https://münchen.example/',
    'http://1.1.1.1:8080/',
    'https://[2606:4700:4700::1111]/',
    'https://notlocalhost/',
  ])('%s is public', (url) => {
    expect(checkOutgoingUrl(url, { networks: [] }).href).toBe(new URL(url).href)
    expect(nowhere.check(url).href).toBe(new URL(url).href)
  })

  test('a named network is reached, and nothing beside it', async () => {
    expect((await local.request({ url: `${address}/x` })).status).toBe(200)
    expect(await codeOf({ url: `http://${SECRET}:${secretPort}` })).toBe('address_refused')
    expect(await codeOf({ url: `http://[::ffff:${INTERNET}]:${port}` })).toBe('address_refused')
    const url = `http://localhost:${port}`
    const inNetwork = createPatient({ networks: ['127.0.0.0/8', '::1'] })
    expect((await inNetwork.request({ url })).status).toBe(200)
    expect(checkOutgoingUrl(url, { networks: [INTERNET] }).port).toBe(String(port))
    expect(() => createOutgoing({ networks: ['10.1'] })).toThrow('10.1')
  })

  test('an address of a gateway also needs the address in it', () => {
    const check = (url: string, networks: readonly string[]) => () =>
      checkOutgoingUrl(url, { networks })
    const nat64 = ['64:ff9b::/96']
    expect(check('http://[64:ff9b::8.8.8.8]/', nat64)).not.toThrow()
    expect(check('http://[64:ff9b::10.0.0.1]/', nat64)).toThrow('a private address')
    expect(check('http://[64:ff9b::10.0.0.1]/', [...nat64, '10.0.0.0/8'])).not.toThrow()
    expect(check('http://[2002:a00:1::]/', ['2002::/16'])).toThrow('a private address')
    expect(check('http://[2001::f5ff:fffe]/', ['2001::/32', '0.0.0.0/8'])).toThrow('a private')
    expect(check('http://[fe80::1]/', EVERYWHERE)).not.toThrow()
  })

  test.each([
    [[SECRET]],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['fe80::1%eth0']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [[INTERNET, SECRET]],
    [[SECRET, INTERNET]],
    [[INTERNET, INTERNET, '::1']],
  ])('a name that leads to %j is refused', async (addresses) => {
    const outgoing = withAnswers(addresses)
    const error = await failureOf(outgoing.request({ url: `http://evil.test:${port}/` }))
    expect(error.code).toBe('address_refused')
    expect(error.message).toMatch(/^evil\.test leads to .* OUTGOING_NETWORKS\.$/)
    expect(error.message).not.toContain(error.address)
  })

  test('a name that changes its address meanwhile cannot lead elsewhere', async () => {
    const url = `http://evil.test:${secretPort}/`
    const outgoing = withAnswers([INTERNET], [SECRET])
    // The connection goes to the address that was checked, where something else listens, or nothing.
    const answer = await outgoing.request({ url }).catch((error) => error)
    expect(String(answer.body)).not.toBe('the secret')
    expect(outgoing.asked).toEqual(['evil.test'])
    expect(await codeOf({ url }, outgoing)).toBe('address_refused')
    expect(outgoing.asked).toHaveLength(2)
    expect(secretConnections).toBe(0)
  })

  test('a name without an address is not resolved', async () => {
    const url = 'http://nobody.test/'
    expect(await codeOf({ url }, withAnswers([]))).toBe('unresolved')
    const failing = createOutgoing({
      networks: [],
      lookup: async () => {
        throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      },
    })
    const error = await failureOf(failing.request({ url }))
    expect(error).toMatchObject({
      code: 'unresolved',
      message: 'The name nobody.test cannot be resolved (ENOTFOUND).',
    })
  })
})

describe('a request', () => {
  test('has the headers of its caller, and no others but ours', async () => {
    const { headers, method, path, body } = await echoed({
      url: `${address}/hook?a=b%20c#part`,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer x',
        Host: 'other.test',
        'User-Agent': 'other',
        'Accept-Encoding': 'gzip',
        'Transfer-Encoding': 'chunked',
      },
      body: '{"text":"ä"}',
    })
    expect({ method, path, body }).toEqual({
      method: 'POST',
      path: '/hook?a=b%20c',
      body: '{"text":"ä"}',
    })
    expect(headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      authorization: 'Bearer x',
      connection: 'close',
      'content-length': '13',
      'content-type': 'application/json',
      host: `${INTERNET}:${port}`,
      'user-agent': `Earshot/${VERSION}`,
    })
  })

  test('names the host that was asked for, at the address that was checked', async () => {
    const outgoing = withAnswers([INTERNET])
    const { headers } = await echoed({ url: `http://hooks.test:${port}/` }, outgoing)
    expect(headers.host).toBe(`hooks.test:${port}`)
  })

  test('ignores proxies of the environment', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = 'http://127.0.0.1:9'
    try {
      const proxied = createPatient({ networks: [INTERNET] })
      expect((await proxied.request({ url: address })).status).toBe(200)
    } finally {
      for (const [i, name] of names.entries())
        if (before[i] === undefined) delete process.env[name]
        else process.env[name] = before[i]
    }
  })

  test('is answered with status, headers and body as they were sent', async () => {
    const packed = gzipSync('text')
    const server = await serve((_, response) =>
      response
        .writeHead(418, { 'content-encoding': 'gzip', 'X-One': ['1', '2'], 'set-cookie': ['a=1'] })
        .end(packed),
    )
    const url = `http://${INTERNET}:${server}/a`
    expect(await local.request({ url })).toEqual({
      status: 418,
      headers: expect.objectContaining({ 'content-encoding': 'gzip', 'x-one': '1, 2' }),
      body: packed,
      isCut: false,
      url,
    })
  })

  test('says what failed without repeating secrets', async () => {
    const secret = 's3cret'
    const silent = await serve(() => {})
    const closed = await serveRaw((socket) => socket.destroy())
    const garbage = await serveRaw((socket) => socket.end('s3cret is not HTTP\r\n\r\n'))
    const partial = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ns3cret'),
    )
    const upgraded = await serveRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nupgrade: s3cret\r\nconnection: upgrade\r\n\r\n'),
    )
    const at = (number: number) => `http://${INTERNET}:${number}/${secret}?token=${secret}`
    const cases: [OutgoingRequest, string][] = [
      [{ url: at(silent), timeoutMs: 100 }, 'timeout'],
      [{ url: at(closed) }, 'connection'],
      [{ url: at(garbage) }, 'connection'],
      [{ url: at(partial) }, 'connection'],
      [{ url: at(upgraded) }, 'connection'],
      [{ url: at(9) }, 'connection'],
      [{ url: at(port), maxBytes: 10 }, 'too_large'],
      [{ url: `http://10.0.0.1/${secret}?token=${secret}` }, 'address_refused'],
      [{ url: `http://${secret}:${secret}@example.com/?token=${secret}` }, 'invalid_url'],
      [{ url: `https://${INTERNET}:${port}/?token=${secret}` }, 'tls'],
    ]
    for (const [request, code] of cases) {
      const error = await failureOf(local.request(request))
      expect(error.code, request.url).toBe(code)
      expect(error.message).not.toContain(secret)
      expect(error.message).toMatch(/^\S.*\.$/)
    }
  })
})

describe('a connection', () => {
  const KEPT = { keepsConnections: true }
  const connections = async (handle: RequestListener, options: Partial<OutgoingOptions> = {}) => {
    let count = 0
    const server = createServer(handle)
    server.on('connection', () => {
      count += 1
    })
    const url = `http://${INTERNET}:${await listen(server)}`
    const { request } = createPatient({ networks: EVERYWHERE, ...options })
    for (let i = 0; i < 3; i++) await request({ url, maxBytes: 10, cutsBody: true })
    return count
  }

  test('is made for each request', async () => {
    expect(await connections((_, response) => response.end('short'))).toBe(3)
  })

  test('is used again only by a client that keeps it', async () => {
    expect(await connections((_, response) => response.end('short'), KEPT)).toBe(1)
  })

  test('is not used again before its response is complete', async () => {
    expect(await connections((_, response) => response.end('long'.repeat(1e6)), KEPT)).toBe(3)
  })

  test('ends with a response that is too large, also where it is kept', async () => {
    const server = createServer((_, response) => response.end('long'.repeat(1e6)))
    const closed = new Promise<void>((resolve) => {
      server.on('connection', (socket) => socket.on('close', () => resolve()))
    })
    const url = `http://${INTERNET}:${await listen(server)}`
    const { request } = createPatient({ networks: EVERYWHERE, ...KEPT })
    await expect(request({ url, maxBytes: 10 })).rejects.toThrow('more than 10 bytes')
    await closed
  })

  test('that the server closed is not used again', async () => {
    const close: RequestListener = (_, response) =>
      response.writeHead(200, { connection: 'close' }).end('short')
    expect(await connections(close, KEPT)).toBe(3)
  })

  test('that is kept stays without listeners of earlier requests', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    onCleanup(async () => void process.off('warning', note))
    const { request } = createPatient({ networks: EVERYWHERE, ...KEPT })
    for (let i = 0; i < 20; i++) await request({ url: address })
    await new Promise(setImmediate)
    expect(warnings).toEqual([])
  })
})

describe('a redirect', () => {
  const targets: Record<string, string> = {}
  const server = serve(async (request, response) => {
    const [, status = '', name = ''] = request.url?.split('/') ?? []
    if (name === '') return echo(request, response)
    response.writeHead(Number(status), { location: targets[name] ?? '' }).end('x'.repeat(100_000))
  })
  const to = async (name: string, target: string, status = 302) => {
    targets[name] = target
    return `http://${INTERNET}:${await server}/${status}/${name}`
  }
  const CREDENTIALS = { authorization: 'Bearer x', 'x-api-key': 'y', cookie: 'z', accept: 'a/b' }

  test('is returned unless redirects are asked for', async () => {
    const url = await to('plain', '/x')
    const { status, headers, url: answered } = await local.request({ url, maxBytes: 200_000 })
    expect({ status, location: headers.location, answered }).toEqual({
      status: 302,
      location: '/x',
      answered: url,
    })
  })

  test.each([
    ['loopback', () => `http://${SECRET}:${secretPort}/`, 'address_refused'],
    ['a spelling of loopback', () => `//0x7f000002:${secretPort}/`, 'address_refused'],
    ['localhost', () => `http://secret.test:${secretPort}/`, 'address_refused'],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['a file', () => 'file:///etc/passwd', 'invalid_url'],
    ['credentials', () => 'http://user:pass@example.com/', 'invalid_url'],
    ['nothing', () => 'http://[', 'invalid_url'],
  ])('to %s is refused', async (name, target, code) => {
    const outgoing = withAnswers([SECRET])
    const url = await to(name.replaceAll(' ', '-'), target())
    expect(await codeOf({ url, maxRedirects: 3 }, outgoing)).toBe(code)
    expect(secretConnections).toBe(0)
  })

  test('within an origin keeps the headers', async () => {
    const url = await to('same', '/')
    const { headers } = await echoed({ url, maxRedirects: 1, headers: CREDENTIALS })
    expect(headers).toMatchObject(CREDENTIALS)
  })

  test('to another origin sends no credentials, and no body', async () => {
    const url = await to('other', `${address}/landed`)
    const { headers, path } = await echoed({ url, maxRedirects: 1, headers: CREDENTIALS })
    expect(path).toBe('/landed')
    expect(Object.keys(headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    )
    const response = await local.request({ url, maxRedirects: 1 })
    expect(response.url).toBe(`${address}/landed`)
    const post = { method: 'POST', body: 'secret', maxRedirects: 1 } as const
    for (const status of [307, 308])
      expect(await codeOf({ url: await to('kept', address, status), ...post })).toBe('redirects')
    const after = await echoed({ url: await to('see', address, 303), ...post })
    expect(after).toMatchObject({ method: 'GET', body: '' })
    expect(after.headers['content-length']).toBeUndefined()
  })

  test('is followed as often as allowed', async () => {
    targets.second = '/'
    const url = await to('first', '/301/second')
    expect((await echoed({ url, maxRedirects: 2 })).path).toBe('/')
    expect(await codeOf({ url, maxRedirects: 1 })).toBe('redirects')
    const loop = await to('loop', '/302/loop')
    expect(await codeOf({ url: loop, maxRedirects: 5 })).toBe('redirects')
  })
})

describe('a large or slow response', () => {
  const MEGABYTE = 1024 * 1024
  /** Sends as much as the other side takes, up to a gigabyte. */
  const flood = (headers: Record<string, string | number>) => {
    const state = { sent: 0, closed: false }
    const piece = Buffer.alloc(MEGABYTE)
    const handle: RequestListener = (_, response) => {
      response.writeHead(200, headers)
      response.on('close', () => {
        state.closed = true
      })
      const send = () => {
        if (state.closed || state.sent >= 1024 * MEGABYTE) return response.end()
        state.sent += piece.length
        response.write(piece, send)
      }
      send()
    }
    return { state, handle }
  }

  test.each([
    ['without a length', {}],
    ['with a length', { 'content-length': 1024 * MEGABYTE }],
  ])('of a gigabyte %s is refused or cut', async (_, headers) => {
    for (const cutsBody of [false, true]) {
      const { state, handle } = flood(headers)
      const url = `http://${INTERNET}:${await serve(handle)}/`
      const request = { url, maxBytes: 64_000, cutsBody }
      if (cutsBody) {
        const { body, isCut } = await local.request(request)
        expect([body.length, isCut]).toEqual([64_000, true])
      } else expect(await codeOf(request)).toBe('too_large')
      await expect.poll(() => state.closed).toBe(true)
      // What the buffers of both sockets hold.
      expect(state.sent).toBeLessThan(100 * MEGABYTE)
    }
  })

  test('of many small pieces is complete', async () => {
    const text = 'ab'.repeat(5000)
    const server = await serveRaw((socket) => {
      const pieces = [...text].map((sign) => `1\r\n${sign}\r\n`).join('')
      socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`)
    })
    const url = `http://${INTERNET}:${server}/`
    const { body, isCut } = await local.request({ url, maxBytes: text.length })
    expect([String(body), isCut]).toEqual([text, false])
    const cut = await local.request({ url, maxBytes: 3, cutsBody: true })
    expect([String(cut.body), cut.isCut]).toEqual(['aba', true])
    expect(await codeOf({ url, maxBytes: text.length - 1 })).toBe('too_large')
  })

  test('of many headers is refused', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const send = () => {
        if (!socket.destroyed) socket.write(`x-flood: ${'x'.repeat(1000)}\r\n`, send)
      }
      send()
    })
    expect(await codeOf({ url: `http://${INTERNET}:${server}/` })).toBe('too_large')
  })

  test('that never ends takes no longer than allowed', async () => {
    const drip = (head: string, piece: string) =>
      serveRaw((socket) => {
        socket.write(head)
        const timer = setInterval(() => socket.write(piece), 20)
        socket.on('close', () => clearInterval(timer))
      })
    const servers = [
      await drip('', ''),
      await drip('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'),
      await drip('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\na\r\n'),
      await drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    ]
    await Promise.all(
      servers.map(async (server) => {
        const request = { url: `http://${INTERNET}:${server}/`, timeoutMs: 300 }
        const error = await failureOf(local.request(request))
        expect(error.message).toBe(
          `${INTERNET}:${server} did not answer completely within 0.3 seconds.`,
        )
      }),
    )
    const unresolved = createOutgoing({ networks: [], lookup: () => new Promise(() => {}) })
    const slow = { url: 'http://slow.test/', timeoutMs: 100 }
    expect(await codeOf(slow, unresolved)).toBe('timeout')
  })

  test('ends with the signal of the caller', async () => {
    const silent = `http://${INTERNET}:${await serve(() => {})}/`
    const reason = new Error('enough')
    const started = local.request({ url: silent, signal: AbortSignal.abort(reason) })
    await expect(started).rejects.toBe(reason)
    const controller = new AbortController()
    const running = local.request({ url: silent, signal: controller.signal })
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
  })
})

describe('with TLS', () => {
  const names: (string | false | null)[] = []
  const { key, cert } = makeCertificate('DNS:right.test')
  const server = listen(
    createSecureServer(
      {
        key,
        cert,
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
      echo,
    ) as unknown as Server,
  )
  const outgoing = withAnswers([INTERNET])
  const trustingCode = (url: string, maxRedirects = 0) =>
    trusting(() => codeOf({ url, maxRedirects }, outgoing))

  async function trusting<T>(run: () => Promise<T>): Promise<T> {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, cert])
    try {
      return await run()
    } finally {
      setDefaultCACertificates(before)
    }
  }

  test('the server has a certificate for the name', async () => {
    for (const name of ['right.test', 'right.test.']) {
      names.length = 0
      const url = `https://${name}:${await server}/`
      const { headers } = await trusting(() => echoed({ url }, outgoing))
      expect(headers.host).toBe(new URL(url).host)
      expect(names).toEqual(['right.test'])
    }
  })

  test('a certificate of another name, or of nobody who is known, is refused', async () => {
    const to = async (name: string) => `https://${name}:${await server}/`
    expect(await trustingCode(await to('wrong.test'))).toBe('tls')
    expect(await trustingCode(await to(INTERNET))).toBe('tls')
    const error = await failureOf(outgoing.request({ url: await to('right.test') }))
    expect(error).toMatchObject({ code: 'tls', message: expect.stringContaining('SELF_SIGNED') })
  })

  test('no redirect leads away from it', async () => {
    const redirecting = await listen(
      createSecureServer({ key, cert }, (_, response) =>
        response.writeHead(302, { location: address }).end(),
      ) as unknown as Server,
    )
    const url = `https://right.test:${redirecting}/`
    expect(await trustingCode(url, 1)).toBe('redirects')
  })
})

describe('fetch', () => {
  test('is that of browsers', async () => {
    const response = await local.fetch(new URL(`${address}/token`), {
      method: 'POST',
      body: new URLSearchParams({ a: 'b c' }),
      headers: new Headers({ authorization: 'Basic x' }),
    })
    expect(response.status).toBe(200)
    const got = (await response.json()) as Echo
    expect(got).toMatchObject({ method: 'POST', path: '/token', body: 'a=b+c' })
    expect(got.headers).toMatchObject({
      authorization: 'Basic x',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    })
    await expect(local.fetch(address, { method: 'DELETE' })).rejects.toThrow(TypeError)
  })

  test('follows redirects only when asked', async () => {
    const server = await serve((request, response) =>
      request.url === '/204'
        ? response.writeHead(204).end()
        : response.writeHead(302, { location: '/204' }).end(),
    )
    const url = `http://${INTERNET}:${server}/`
    expect((await local.fetch(url)).status).toBe(302)
    expect((await local.fetch(url, { redirect: 'manual' })).status).toBe(302)
    expect((await local.fetch(url, { redirect: 'follow' })).status).toBe(204)
    const refused = local.fetch(url, { redirect: 'error' })
    expect((await failureOf(refused)).code).toBe('redirects')
  })

  test('ends with its signal', async () => {
    const silent = `http://${INTERNET}:${await serve(() => {})}/`
    const fetched = local.fetch(silent, { signal: AbortSignal.timeout(50) })
    await expect(fetched).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

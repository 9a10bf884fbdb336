// `earshot api`: one request to the running service.
import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ConfigError, readConfig } from '../config.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { localAddress } from './running.ts'
import { suggestName } from './suggest.ts'
import { tokenFile } from './token-file.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const ADMIN_PATH = '/api/v2/admin'

export const api: Command = {
  summary: 'send a request to the running service',
  description: `Sends one request to the service at EARSHOT_URL, or at HOST and PORT. The token is EARSHOT_TOKEN, or the one that
\`earshot serve\` stored in the data directory.

JSON is indented on a terminal and printed unchanged elsewhere. For a status of 300 or more, the body goes to standard
output, a summary to standard error, and the exit code is 1.`,
  arguments: [
    { name: 'METHOD', description: `One of ${METHODS.join(', ')}.` },
    {
      name: 'PATH',
      description: `A path below ${ADMIN_PATH}, or one that begins with /api, with its query string.`,
    },
  ],
  options: {
    data: {
      type: 'string',
      short: 'd',
      value: 'NAME=VALUE',
      multiple: true,
      description: 'A member of the form that is sent; with GET and HEAD a query parameter.',
    },
    json: {
      type: 'string',
      value: 'BODY',
      description: 'The JSON body: the text itself, @FILE for a file, or - for standard input.',
    },
    include: {
      type: 'boolean',
      short: 'i',
      description: 'Print the status line and the headers before the body.',
    },
  },
  examples: [
    ["earshot api GET '/suggestions?per_page=1'", 'Read the first suggestion.'],
    ['earshot api POST /labels -d name=Billing', 'Create a label with a form.'],
    [
      `earshot api PUT /suggestions/7 --json '{"title": "Dark mode"}'`,
      'Change a suggestion with JSON.',
    ],
  ],
  async run(values, [name = '', path = '']) {
    const method = parseMethod(name)
    const fields = parseFields((values.data ?? []) as string[])
    const isRead = method === 'GET' || method === 'HEAD'
    if (values.json !== undefined && (isRead || fields.length > 0))
      throw new UsageError(`--json cannot be combined with ${isRead ? method : '--data'}.`)
    const config = readConfig()
    const base = config.publicUrl ?? localAddress(config)
    const url = makeUrl(base, path, isRead ? fields : [])
    const response = await send(base, url, {
      method,
      redirect: isRead ? 'follow' : 'manual',
      headers: {
        authorization: `Bearer ${await readToken(tokenFile(config))}`,
        ...(values.json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(!isRead && fields.length > 0 && { body: new URLSearchParams(fields) }),
      ...(values.json !== undefined && { body: await readBody(String(values.json)) }),
    })
    await printResponse(response, values.include === true)
    if (response.status < 300) return
    throw new CommandError(`${method} ${url.pathname}: ${describeStatus(response.status)}.`)
  },
}

function parseMethod(name: string): string {
  const method = name.toUpperCase()
  if (METHODS.includes(method)) return method
  const rest = suggestName(method, METHODS) || ` Allowed: ${METHODS.join(', ')}.`
  throw new UsageError(`METHOD: unknown value ${JSON.stringify(name)}.${rest}`)
}

const parseFields = (data: string[]) =>
  data.map((pair): [string, string] => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--data: ${JSON.stringify(pair)} is not NAME=VALUE.`)
    return [name, value]
  })

function makeUrl(base: string, path: string, query: [string, string][]): URL {
  // The token goes to the configured service only.
  if (/^\w+:\/\//.test(path)) throw new UsageError(`PATH: ${JSON.stringify(path)} is not a path.`)
  const absolute = path.startsWith('/') ? path : `/${path}`
  const url = new URL(`${base}${/^\/api(\/|$)/.test(absolute) ? '' : ADMIN_PATH}${absolute}`)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url
}

async function readToken(file: string): Promise<string> {
  const own = process.env.EARSHOT_TOKEN?.trim()
  if (own) {
    if (/^[!-~]+$/.test(own)) return own
    throw new ConfigError('EARSHOT_TOKEN is not a token: it contains spaces or other characters.')
  }
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (stored.trim() !== '') return stored.trim()
  throw new CommandError(
    `There is no token in ${file}. Set EARSHOT_TOKEN, or set EARSHOT_DATA and DATABASE_URL as the service has them.`,
  )
}

async function readBody(source: string): Promise<string> {
  if (source === '-') return text(process.stdin)
  return source.startsWith('@') ? readFile(source.slice(1), 'utf8') : source
}

async function send(base: string, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = (error as { cause?: Error & { code?: string } }).cause
    throw new CommandError(
      cause?.code === 'ECONNREFUSED'
        ? `Nothing listens at ${base}. Start the service with \`earshot serve\`, or set EARSHOT_URL, or HOST and PORT.`
        : `The request to ${base} failed: ${cause?.message || cause?.code || (error as Error).message}.`,
      { cause: error },
    )
  }
}

const describeStatus = (status: number) => `${status} ${STATUS_CODES[status] ?? ''}`.trim()

async function printResponse(response: Response, isWithHeaders: boolean): Promise<void> {
  const { stdout } = process
  if (isWithHeaders) {
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`)
    stdout.write(`HTTP/1.1 ${describeStatus(response.status)}\n${headers.join('')}\n`)
  }
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  if (stdout.isTTY && isJson) {
    stdout.write(indentJson(await response.text()))
    return
  }
  if (response.body) await pipeline(response.body, stdout, { end: false }).catch(ignoreClosedPipe)
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

function indentJson(body: string): string {
  try {
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`
  } catch {
    return body
  }
}

// A client of GET /events.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import type { Sent } from './service.ts'

export type Change = {
  collection: string
  id: number | null
  action: string
  suggestion: number | null
  user: number | null
  request_id: string | null
  at: string
}

export type Message = { event: string; data: Change; id: string }

export type TestStream = {
  status: number
  headers: IncomingMessage['headers']
  /** Of an answer that is no stream. */
  text(): string
  messages: Message[]
  changes(): Change[]
  comments(): number
  /** The last id, as a browser would send it. */
  lastId(): string
  hasEnded(): boolean
  /** Takes no more bytes. */
  pause(): void
  resume(): void
  close(): void
}

/** Resolves with the head of the response. */
export async function openStream(
  address: string,
  sent: Sent,
  lastId?: string,
  path = '/events',
): Promise<TestStream> {
  const messages: Message[] = []
  let [comments, lastSeen, hasEnded, text, rest] = [0, lastId ?? '', false, '', '']
  const take = (block: string) => {
    const message = { event: '', data: '' }
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^(\w*):? ?(.*)$/.exec(line) ?? []
      if (name === '') comments += 1
      else if (name === 'id') lastSeen = value
      else if (name in message) Object.assign(message, { [name]: value })
    }
    if (message.data !== '')
      messages.push({ event: message.event, data: JSON.parse(message.data), id: lastSeen })
  }
  const { outgoing, response } = await new Promise<{
    outgoing: ClientRequest
    response: IncomingMessage
  }>((resolve, reject) => {
    const outgoing = request(`${address}/api/v2/admin${path}`, {
      headers: {
        ...(sent.token && { authorization: `Bearer ${sent.token}` }),
        ...(lastId !== undefined && { 'last-event-id': lastId }),
        ...sent.headers,
      },
      agent: false,
    })
    outgoing.on('response', (response) => resolve({ outgoing, response }))
    outgoing.on('error', reject)
    outgoing.end()
  })
  response.setEncoding('utf8')
  response.on('error', () => {})
  response.on('close', () => {
    hasEnded = true
  })
  response.on('data', (piece: string) => {
    text += piece
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) take(block)
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    messages,
    changes: () => messages.filter(({ event }) => event === 'change').map(({ data }) => data),
    comments: () => comments,
    lastId: () => lastSeen,
    hasEnded: () => hasEnded,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void outgoing.destroy(),
  }
}

/** Long enough for a database in which another test holds a transaction. */
// A long transaction of another test file delays events: the numbers of transactions are those of the whole server.
export const SOON = { timeout: 150_000 }

/** Waits for a change that matches, and returns it. */
export async function untilChange(
  stream: TestStream,
  expected: Partial<Change>,
): Promise<Change | undefined> {
  const find = () =>
    stream
      .changes()
      .find((change) =>
        Object.entries(expected).every(([name, value]) => change[name as keyof Change] === value),
      )
  await expect.poll(find, SOON).toBeDefined()
  return find()
}

// `GET /events`: changes as they happen. A lost stream is opened again where it was.
import { EarshotError } from './errors.ts'
import { chunksOf } from './stream.ts'
import type { Change, CommonOptions } from './types.ts'
import { retryDelay, sleep } from './wait.ts'

/** `reset`: the history does not reach back to the last id, so read everything again. */
export type ServiceEvent =
  | { type: 'change'; id: string; change: Change }
  | { type: 'reset'; id: string }
  /** Who has a record open that you have open too. */
  | { type: 'presence'; id: string; presence: Presence }

export type Presence = { collection: string; id: number; users: number[] }

export type EventOptions = Pick<CommonOptions, 'signal' | 'headers'> & {
  /** The `id` of the last event that was received, to continue without a gap. */
  lastEventId?: string | undefined
  /** Called with true when the stream is open, and with false when it was lost or could not be opened. */
  onConnection?: (isOpen: boolean) => void
}

/** The service sends a comment every 15 seconds. */
const MAX_SILENCE_MS = 45_000
const DEFAULT_RETRY_MS = 1_000
const NAME = 'GET /events'

type Open = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>

/** Ends when the signal does. Throws when the service refuses the stream for good. */
export async function* followEvents(
  { signal, lastEventId, onConnection }: EventOptions,
  open: Open,
): AsyncGenerator<ServiceEvent, void, undefined> {
  let [lastId, retryMs] = [lastEventId, DEFAULT_RETRY_MS]
  for (let attempt = 0; !signal?.aborted; attempt++) {
    const connection = new AbortController()
    const either = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal
    const watchdog = createWatchdog(() => connection.abort(new Error('No heartbeat')))
    let waitMs = 0
    try {
      const response = await open(lastId, either)
      attempt = 0
      onConnection?.(true)
      for await (const { id, event, data, retry } of messagesOf(response, watchdog.reset)) {
        if (retry !== undefined) retryMs = retry
        if (id !== undefined) lastId = id
        if (event === 'change') yield { type: event, id: lastId ?? '', change: JSON.parse(data) }
        if (event === 'presence')
          yield { type: event, id: lastId ?? '', presence: JSON.parse(data) }
        if (event === 'reset') yield { type: event, id: lastId ?? '' }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
      const { retryAfter } = error as EarshotError
      waitMs = retryDelay(attempt, typeof retryAfter === 'number' ? retryAfter * 1000 : undefined)
    } finally {
      watchdog.stop()
      connection.abort()
    }
    onConnection?.(false)
    await sleep(Math.max(retryMs, waitMs), signal).catch(() => {})
  }
}

/** Whether another attempt would be refused too. */
const isFinal = (error: unknown) =>
  !(error instanceof EarshotError) ||
  (error.status >= 400 && error.status < 500 && ![408, 409, 429].includes(error.status))

function createWatchdog(bark: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    reset() {
      stop()
      timer = setTimeout(bark, MAX_SILENCE_MS)
    },
  }
}

type Message = { id?: string; event: string; data: string; retry?: number }

/** As the HTML standard defines the format. */
async function* messagesOf(
  response: Response,
  onBytes: () => void,
): AsyncGenerator<Message, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  onBytes()
  for await (const chunk of chunksOf(NAME, response)) {
    onBytes()
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parseMessage(block)
  }
}

function parseMessage(block: string): Message {
  const message: Message = { event: '', data: '' }
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'event' || name === 'id') message[name] = value
    if (name === 'data') message.data += message.data === '' ? value : `\n${value}`
    if (name === 'retry' && /^\d+$/.test(value)) message.retry = Number(value)
  }
  return message
}

// Streams of events: who follows, how much each may take, and when a stream must end. A stream holds neither a database
// connection nor a slot of admission. It reads from what the process keeps for all streams, as fast as its client takes it,
// so that a slow client costs no memory.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Identity } from '../auth/identity.ts'
import { ApiError } from '../core/api-error.ts'
import type { Feed } from '../read/event-feed.ts'
import type { Event, Position } from '../read/events.ts'
import { RETRY_LATER } from './responses/retry-after.ts'

export type StreamLimits = {
  /** As it is now. */
  total(): number
  perPerson: number
  heartbeatMs: number
  /** How long a client may take nothing. */
  stallMs: number
}

export const STREAM_LIMITS: Omit<StreamLimits, 'total'> = {
  perPerson: 10,
  heartbeatMs: 15_000,
  stallMs: 30_000,
}

// Before a client that lost its stream connects again.
const RETRY_MS = 1000
const MAX_CHUNK = 32_768
const CHECKS_AT_ONCE = 4

/** What the caller of a stream may know of. */
export type ReadableEvents = {
  mayRead: (event: Event) => boolean
  /** All records of the collection. */
  mayReadAll: (collection: string) => boolean
}

export type EventStreams = {
  /** `lastId` is where the client was; undefined for a new one. */
  open(
    request: FastifyRequest,
    identity: Identity,
    lastId: string | undefined,
    reads: ReadableEvents,
  ): Promise<Readable>
  /** Roles, sessions or tokens may have changed: nothing is sent until each stream is found to be allowed still. */
  recheck(): void
  /** To those who have the record open. */
  tellPresence(place: { collection: string; id: number }, users: number[]): void
  /** For metrics. */
  counts(): { open: number; delivered: number; resets: number }
  /** Ends all streams and opens no others. */
  close(): void
}

export function createEventStreams(
  feed: Feed,
  isListening: () => boolean,
  limits: StreamLimits,
): EventStreams {
  const streams = new Set<EventStream>()
  const counts = { delivered: 0, resets: 0 }
  let isClosed = false

  const check = async (stream: EventStream) => {
    const { doubts } = stream
    const identity = await stream.findIdentityAgain()
    if (!identity || permissionsOf(identity) !== permissionsOf(stream.identity)) stream.finish()
    // Otherwise something changed meanwhile, and the next round looks again.
    else if (stream.doubts === doubts) stream.trust()
  }
  let checking: Promise<void> | undefined
  /** A few at a time, so that requests still get database connections. */
  const checkDoubtful = async () => {
    const doubtful = [...streams].filter(({ isTrusted }) => !isTrusted)
    while (doubtful.length > 0) {
      const some = doubtful.splice(0, CHECKS_AT_ONCE)
      // While the database is away nothing is sent, and the heartbeat tries again.
      await Promise.allSettled(some.map(check))
    }
  }
  const recheck = () => {
    for (const stream of streams) stream.distrust()
    checking = (checking ?? Promise.resolve()).then(checkDoubtful)
  }
  const beat = () => {
    for (const stream of streams) {
      if (stream.hasExpired()) stream.finish()
      else if (stream.isTrusted) stream.beat()
    }
    if ([...streams].some(({ isTrusted }) => !isTrusted)) void checkDoubtful()
  }
  const heartbeat = setInterval(beat, limits.heartbeatMs).unref()

  const refuseTooMany = (identity: Identity) => {
    if (isClosed) throw new ApiError('unavailable', `The server is shutting down. ${RETRY_LATER}`)
    if (streams.size >= limits.total())
      throw new ApiError(
        'unavailable',
        `This process has ${limits.total()} event streams. ${RETRY_LATER}`,
      )
    const person = personOf(identity)
    const own = [...streams].filter((stream) => personOf(stream.identity) === person).length
    if (own >= limits.perPerson)
      throw new ApiError(
        'rate_limited',
        `Too many event streams. Maximum: ${limits.perPerson} at a time. Close one first.`,
        undefined,
        'too_many_streams',
      )
  }

  return {
    async open({ state }, identity, lastId, reads) {
      refuseTooMany(identity)
      const stream = new EventStream({
        feed,
        identity,
        ...reads,
        counts,
        isListening,
        stallMs: limits.stallMs,
        findIdentityAgain: state.findIdentityAgain,
        onEnd: () => {
          streams.delete(stream)
          feed.unfollow(stream)
        },
      })
      streams.add(stream)
      try {
        await feed.follow(stream)
        await stream.begin(lastId)
        return stream
      } catch (error) {
        stream.destroy()
        throw error
      }
    },
    recheck,
    tellPresence({ collection, id }, users) {
      if (users.length === 0) return
      const data = JSON.stringify({ collection, id, users })
      for (const stream of streams) {
        const { identity } = stream
        if (identity.isPersonal && users.includes(identity.userId) && stream.mayRead(collection))
          stream.tell(`event: presence\ndata: ${data}\n\n`)
      }
    },
    counts: () => ({ open: streams.size, ...counts }),
    close() {
      isClosed = true
      clearInterval(heartbeat)
      for (const stream of streams) stream.finish()
    },
  }
}

type StreamOptions = {
  feed: Feed
  identity: Identity
  mayRead(event: Event): boolean
  mayReadAll(collection: string): boolean
  counts: { delivered: number; resets: number }
  isListening(): boolean
  stallMs: number
  findIdentityAgain(): Promise<Identity | undefined>
  onEnd(): void
}

class EventStream extends Readable {
  readonly identity: Identity
  readonly findIdentityAgain: StreamOptions['findIdentityAgain']
  readonly #options: StreamOptions
  #position: Position = { xid: 0, id: 0 }
  #sentId = ''
  #hasBegun = false
  #hasEnded = false
  #isReading = false
  /** Set while the client takes nothing. */
  #stall: NodeJS.Timeout | undefined
  #isTrusted = true
  /** How often it was distrusted. */
  doubts = 0

  constructor(options: StreamOptions) {
    super({ highWaterMark: MAX_CHUNK })
    this.#options = options
    this.identity = options.identity
    this.findIdentityAgain = options.findIdentityAgain
    this.once('close', () => this.#end())
  }

  get isTrusted(): boolean {
    return this.#isTrusted
  }

  async begin(lastId: string | undefined): Promise<void> {
    const { feed } = this.#options
    const last = lastId === undefined ? undefined : parsePosition(lastId)
    const isKnown = last !== undefined && (await feed.knows(last.history, last.position))
    this.#hasBegun = true
    this.#position = isKnown ? last.position : feed.newest
    this.#send(`retry: ${RETRY_MS}\n${this.#idLine()}\n`)
    if (lastId !== undefined && !isKnown) this.onReset()
    this.#pump()
  }

  onEvents(): void {
    this.#pump()
  }

  onReset(): void {
    if (!this.#hasBegun) return
    this.#options.counts.resets += 1
    this.#position = this.#options.feed.newest
    this.#send(`event: reset\ndata: {}\n${this.#idLine()}\n`)
  }

  /** Also tells the client how far it has come without an event for it. */
  beat(): void {
    if (this.#stall === undefined) this.#send(`:\n${this.#idLine()}\n`)
  }

  /** What is true now, and not worth repeating to a client that takes nothing. */
  tell(text: string): void {
    const { isListening } = this.#options
    if (this.#hasBegun && !this.#stall && this.#isTrusted && isListening()) this.#send(text)
  }

  mayRead(collection: string): boolean {
    return this.#options.mayReadAll(collection)
  }

  distrust(): void {
    this.#isTrusted = false
    this.doubts += 1
  }

  trust(): void {
    this.#isTrusted = true
    this.#pump()
  }

  hasExpired(): boolean {
    const { expiresAt } = this.identity
    return expiresAt !== null && expiresAt <= Date.now()
  }

  finish(): void {
    if (this.#hasEnded) return
    this.#end()
    // Nobody takes the rest of a stalled stream.
    if (this.#stall) this.destroy()
    else this.push(null)
  }

  override _read(): void {
    clearTimeout(this.#stall)
    this.#stall = undefined
    this.#pump()
  }

  #end(): void {
    this.#hasEnded = true
    this.#options.onEnd()
  }

  #pump(): void {
    const { feed, isListening } = this.#options
    // Without notifications nobody would know that the session has ended.
    const maySend = () => this.#isTrusted && isListening()
    while (this.#hasBegun && !this.#hasEnded && !this.#isReading && !this.#stall && maySend()) {
      const events = feed.kept(this.#position)
      if (events === undefined) return void this.#readOlder()
      if (events.length === 0) return
      this.#sendEvents(events)
    }
  }

  async #readOlder(): Promise<void> {
    this.#isReading = true
    try {
      const page = await this.#options.feed.read(this.#position)
      this.#isReading = false
      if (this.#hasEnded) return
      if (page === undefined) this.onReset()
      else if (this.#isTrusted) {
        this.#sendEvents(page.events, Number.POSITIVE_INFINITY)
        this.#position = page.reached
      }
      this.#pump()
    } catch {
      // The client comes back with its position.
      this.finish()
    }
  }

  /** Sends as many as make a chunk; the rest is found again by the position. */
  #sendEvents(events: Event[], maxLength = MAX_CHUNK): void {
    const { feed, mayRead, counts } = this.#options
    let chunk = ''
    for (const event of events) {
      if (chunk.length >= maxLength) break
      this.#position = event
      if (!mayRead(event)) continue
      chunk += render(feed.history, event)
      counts.delivered += 1
    }
    if (chunk !== '') this.#send(chunk)
  }

  #send(text: string): void {
    if (this.#hasEnded || this.push(text) || this.#stall) return
    this.#stall = setTimeout(() => this.destroy(), this.#options.stallMs).unref()
  }

  #idLine(): string {
    const id = formatPosition(this.#options.feed.history, this.#position)
    if (id === this.#sentId) return ''
    this.#sentId = id
    return `id: ${id}\n`
  }
}

/** Of one session or token: a client acts for the account's owner, not as that person. */
const personOf = ({ isPersonal, userId, clientId }: Identity) =>
  isPersonal ? `person ${userId}` : `client ${clientId}`

/** What a stream was opened with. When it changes, the client opens another. */
const permissionsOf = (identity: Identity) => {
  const { userId, role, isTrusted, scopes, networks, session, needsSecondFactor } = identity
  return JSON.stringify([userId, role, isTrusted, scopes, networks, session, needsSecondFactor])
}

// The text of an event is the same in all streams.
const rendered = new WeakMap<Event, string>()

function render(history: string, event: Event): string {
  const known = rendered.get(event)
  if (known !== undefined) return known
  const { collection, action, recordId, suggestionId, userId, requestId, at } = event
  const data = JSON.stringify({
    collection,
    id: recordId,
    action,
    suggestion: suggestionId,
    user: userId,
    request_id: requestId,
    at,
  })
  const text = `id: ${formatPosition(history, event)}\nevent: change\ndata: ${data}\n\n`
  rendered.set(event, text)
  return text
}

const formatPosition = (history: string, { xid, id }: Position) => `${history}-${xid}-${id}`

function parsePosition(text: string): { history: string; position: Position } | undefined {
  const [, history = '', xid, id] = /^(\d+-\d+-[0-9A-F]{8})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return xid === undefined ? undefined : { history, position: { xid: Number(xid), id: Number(id) } }
}

// Delivers webhooks while a worker runs. One process at a time serves an address, one request after the other, so that a receiver
// gets events in order; addresses are independent, so that none waits for another.

import type { Context } from '../context.ts'
import { OutgoingError } from '../core/outgoing.ts'
import { decryptSecret } from '../core/secret-keys.ts'
import { signServiceHook, signWebhook } from '../core/webhook-signatures.ts'
import type { Queries } from '../db/db.ts'
import { renderWebhookBody } from '../read/webhook-bodies.ts'
import {
  type Attempt,
  type DueDelivery,
  findDueDelivery,
  findWebhookWork,
  isPageFull,
  lockEndpoint,
  queueDeliveries,
  recordAttempt,
  skipDelivery,
  unlockEndpoint,
} from '../write/background/webhook-deliveries.ts'
import { inTransaction } from '../write/core/transaction.ts'

export type WebhookContext = Pick<
  Context,
  'db' | 'reader' | 'readKeys' | 'outgoing' | 'settings' | 'mail' | 'metrics'
>

export type WebhookDelivery = {
  /** Something was written. */
  wake(): void
  /** Some webhook was changed, or has something to send. */
  wakeAlways(): void
  close(): Promise<void>
}

const TIMEOUT_MS = 15_000
const MAX_RESPONSE_BYTES = 64 * 1024
// For retries, and for what jobs, commands and killed processes wrote.
const POLL_MS = 1000
// Without an enabled webhook. A change of one is announced.
const IDLE_POLL_MS = 30_000
// An older transaction is still running.
const DELAYED_POLL_MS = 200
// Many writes at once are one look.
const MIN_INTERVAL_MS = 50
// Requests in progress when the process stops.
const GRACE_MS = 3000

export function startWebhookDelivery(
  context: WebhookContext,
  session: Queries,
  onError: (error: unknown) => void,
): WebhookDelivery {
  const { db } = context
  const serving = new Map<number, Promise<void>>()
  const interrupted = new AbortController()
  let isClosed = false
  // Until the first look says otherwise.
  let isFollowed = true
  let isWoken = false
  let lastLook = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let lastInSession: Promise<unknown> = Promise.resolve()

  const schedule = (milliseconds: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(look, milliseconds).unref()
  }

  /** Returns when to look again. */
  const lookOnce = async (): Promise<number> => {
    let work = await findWebhookWork(db)
    isFollowed = work.isFollowed
    let isDelayed = false
    if (work.hasEvents) {
      const queued = await inTransaction(db, queueDeliveries)
      isDelayed = queued?.events === 0
      if (queued && isPageFull(queued)) isWoken = true
      if (queued && queued.deliveries > 0) work = await findWebhookWork(db)
    }
    for (const webhook of work.due) if (!serving.has(webhook)) serve(webhook)
    if (!isFollowed) return IDLE_POLL_MS
    return isDelayed ? DELAYED_POLL_MS : POLL_MS
  }

  function look() {
    isWoken = false
    lastLook = performance.now()
    looking ??= lookOnce()
      .catch((error) => {
        onError(error)
        return POLL_MS
      })
      .then((pause) => {
        looking = undefined
        schedule(isWoken ? MIN_INTERVAL_MS : pause)
      })
  }

  function serve(webhook: number) {
    const served = serveEndpoint(webhook)
      .catch(onError)
      .finally(() => serving.delete(webhook))
    serving.set(webhook, served)
  }

  /** One statement after the other: the session is one connection. */
  const inSession = <T>(run: () => Promise<T>): Promise<T> => {
    const result = lastInSession.then(run)
    lastInSession = result.catch(() => {})
    return result
  }

  /** Until nothing is due. Another process can be at it. */
  async function serveEndpoint(webhook: number): Promise<void> {
    if (!(await inSession(() => lockEndpoint(session, webhook)))) return
    try {
      while (!isClosed) {
        const delivery = await findDueDelivery(db, webhook)
        if (!delivery) return
        const isDone = await deliver(context, delivery, { signal: interrupted.signal, onError })
        if (!isDone) return
      }
    } finally {
      await inSession(() => unlockEndpoint(session, webhook))
    }
  }

  const wakeAlways = () => {
    isWoken = true
    if (!looking) schedule(Math.max(0, lastLook + MIN_INTERVAL_MS - performance.now()))
  }

  schedule(0)
  return {
    wake() {
      if (isFollowed) wakeAlways()
    },
    wakeAlways,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const grace = setTimeout(() => interrupted.abort(), GRACE_MS)
      await looking
      await Promise.all(serving.values())
      clearTimeout(grace)
    },
  }
}

/** False when the process stops before there is a result. */
async function deliver(
  context: WebhookContext,
  delivery: DueDelivery,
  { signal, onError }: { signal: AbortSignal; onError(error: unknown): void },
): Promise<boolean> {
  const { db, metrics } = context
  const skip = async (reason: string) => {
    await skipDelivery(db, delivery.id, reason)
    metrics?.recordDelivery('skipped')
    return true
  }
  if (!delivery.mayRead)
    return skip(
      'The person who saved the webhook last is no admin or owner any more. Another one can save it again.',
    )
  const attempt = await attemptDelivery(context, delivery, signal).catch((error): Attempt => {
    // What cannot be rendered must not stop the others. Without a database, nothing is recorded either.
    onError(error)
    return failed(delivery.url, 'The request could not be made.')
  })
  if (attempt === 'gone') return skip('The record is gone.')
  if (attempt === 'stopped') return false
  const outcome = await inTransaction(db, (tx) =>
    recordAttempt(tx, delivery, attempt, context.mail !== null),
  )
  metrics?.recordDelivery(outcome)
  return true
}

const failed = (url: string, error: string): Attempt => ({
  url,
  request: { headers: {}, body: null },
  error,
  durationMs: 0,
  retryAfterSeconds: null,
})

async function attemptDelivery(
  { outgoing, readKeys, reader, settings }: WebhookContext,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<Attempt | 'gone' | 'stopped'> {
  const { url, requestBody } = delivery
  const text =
    requestBody ?? (await renderWebhookBody(reader, delivery, settings.installation_name))
  if (text === undefined) return 'gone'
  const secrets = await decryptSecrets(readKeys, delivery)
  if (secrets.length === 0)
    return failed(url, 'The secret of the webhook cannot be read. Rotate it.')
  const { headers, body } = sign(delivery, secrets, text)
  const startedAt = performance.now()
  const sent = () => ({
    url,
    request: { headers, body: text },
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await outgoing.request({
      url,
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      cutsBody: true,
      signal,
    })
    const { status, isCut } = response
    return {
      ...sent(),
      // PostgreSQL stores no zero characters.
      response: {
        status,
        isCut,
        headers: response.headers,
        body: response.body.toString('utf8').replaceAll('\0', ''),
      },
      error: status >= 200 && status < 300 ? null : `The receiver answered ${status}.`,
      retryAfterSeconds: parseRetryAfter(response.headers['retry-after']),
    }
  } catch (error) {
    if (signal.aborted) return 'stopped'
    if (!(error instanceof OutgoingError)) throw error
    return { ...sent(), error: error.message, retryAfterSeconds: null }
  }
}

/** Also where only some can be read: a key of the service can be lost. */
async function decryptSecrets(
  readKeys: Context['readKeys'],
  { secrets }: DueDelivery,
): Promise<string[]> {
  const keys = await readKeys()
  return secrets.flatMap(({ id, encrypted }) => {
    try {
      const secret = decryptSecret(keys, Buffer.from(encrypted, 'hex'), `webhook_secrets ${id}`)
      return [secret.toString()]
    } catch {
      return []
    }
  })
}

type Signed = { headers: Record<string, string>; body: string }

function sign(delivery: DueDelivery, secrets: string[], text: string): Signed {
  const { format, event, messageId } = delivery
  if (format === 'service_hook') {
    const encoding = delivery.signatureEncoding === 'base64' ? 'base64' : 'hex'
    const fields = new URLSearchParams({ event, data: text })
    // A receiver knows one field: during a rotation it has the signature that it had before.
    for (const [i, secret] of secrets.toReversed().entries())
      fields.append(
        i === 0 ? 'signature' : 'next_signature',
        signServiceHook(secret, text, encoding),
      )
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    }
  }
  const headers = { 'content-type': 'application/json' }
  if (format !== 'standard') return { headers, body: text }
  const id = `msg_${messageId}`
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    headers: {
      ...headers,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body: text }),
    },
    body: text,
  }
}

/** In seconds; null for what cannot be read. */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.round((at - Date.now()) / 1000))
}

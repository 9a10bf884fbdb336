// Responses that are read while they arrive.
import { NetworkError } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import { type Sending, send } from './send.ts'

export type StreamRequest = {
  sending: Sending
  limiter: RateLimiter
  fetch: typeof globalThis.fetch
  url: string
  headers: Record<string, string>
  /** Until the head of the response; the body has no such limit. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** The successful response, with its body unread. */
export async function openStream(request: StreamRequest): Promise<Response> {
  const { sending, limiter, fetch, url, headers, timeoutMs, signal } = request
  let response: Response | undefined
  await send(sending, limiter, async () => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('Timed out')), timeoutMs)
    try {
      response = await fetch(url, {
        headers,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      })
      const { status, ok } = response
      return { status, headers: response.headers, text: ok ? '' : await response.text() }
    } finally {
      clearTimeout(timer)
    }
  })
  return response as Response
}

/** Not `for await` over the stream, which some browsers lack. A lost connection is an error of the client. */
export async function* chunksOf(
  name: string,
  { body }: Response,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  if (!body) return
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new NetworkError(`${name}: the connection was lost.`, {
          status: 0,
          code: 'network',
          requestId: null,
          cause,
        })
      })
      if (done) return
      yield value
    }
  } finally {
    // Otherwise the connection stays open until the body is collected.
    await reader.cancel().catch(() => {})
  }
}

// Metrics and traces of every request, including rejected ones.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { parseTraceparent, type Span } from '../tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The pattern and not the path, which can contain personal or secret data. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** The trace id of the span, or of the client's `traceparent` when tracing is off. */
export const getTraceId = (request: FastifyRequest): string | undefined =>
  spans.get(request)?.traceId ?? parseTraceparent(getHeader(request, 'traceparent'))?.traceId

/** Add this before all other hooks, so that the requests they reject are counted too. */
export function instrumentRequests(
  app: FastifyInstance,
  { metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>,
): void {
  if (metrics)
    app.addHook('onRequest', (request, reply, done) => {
      const recordEnd = metrics.startRequest(request.method, getRoutePattern(request))
      // `close` also fires when the client disconnects.
      reply.raw.once('close', () => recordEnd(reply.statusCode, reply.elapsedTime / 1000))
      done()
    })
  if (!tracing) return
  app.addHook('onRequest', (request, reply, done) => {
    const route = getRoutePattern(request)
    const span = tracing.startSpan(`${request.method} ${route}`, 'request', {
      traceparent: getHeader(request, 'traceparent'),
      tracestate: getHeader(request, 'tracestate'),
    })
    spans.set(request, span)
    reply.raw.once('close', () =>
      span.end(
        {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'earshot.request_id': request.id,
        },
        reply.statusCode >= 500,
      ),
    )
    span.run(done)
  })
  // The events that deliver the body run outside the span's context; enter it again.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

const getHeader = ({ headers }: FastifyRequest, name: 'traceparent' | 'tracestate') => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

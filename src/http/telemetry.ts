// Metrics and traces of every request, whatever becomes of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { parseTraceparent, type Span } from '../tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The pattern, never the path, which may hold what is personal or secret. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** The client's own where it sent one, also while nothing is traced. */
export const getTraceId = (request: FastifyRequest): string | undefined =>
  spans.get(request)?.traceId ?? parseTraceparent(headerOf(request, 'traceparent'))?.traceId

/** Before all other hooks, so that what these refuse is counted too. */
export function instrumentRequests(
  app: FastifyInstance,
  { metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>,
): void {
  if (metrics)
    app.addHook('onRequest', (request, reply, done) => {
      const ended = metrics.requestBegan(request.method, getRoutePattern(request))
      // Comes also when the client hangs up.
      reply.raw.once('close', () => ended(reply.statusCode, reply.elapsedTime / 1000))
      done()
    })
  if (!tracing) return
  app.addHook('onRequest', (request, reply, done) => {
    const route = getRoutePattern(request)
    const span = tracing.begin(`${request.method} ${route}`, 'request', {
      traceparent: headerOf(request, 'traceparent'),
      tracestate: headerOf(request, 'tracestate'),
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
    span.within(done)
  })
  // The body came in pieces, outside of what was begun above.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
}

const headerOf = ({ headers }: FastifyRequest, name: 'traceparent' | 'tracestate') => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

// Metrics and traces of every request, whatever becomes of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { parseTraceparent, type Span } from '../tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The pattern, never the path, which may hold what is personal or secret. */
export const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** The client's own where it sent one, also while nothing is traced. */
export const traceIdOf = (request: FastifyRequest): string | undefined =>
  spans.get(request)?.traceId ?? parseTraceparent(headerOf(request, 'traceparent'))?.traceId

/** Before all other hooks, so that what these refuse is counted too. */
export function watchRequests(
  app: FastifyInstance,
  { metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>,
): void {
  if (metrics)
    app.addHook('onRequest', (request, reply, done) => {
      const ended = metrics.startRequest(request.method, routeOf(request))
      // Comes also when the client hangs up.
      reply.raw.once('close', () => ended(reply.statusCode, reply.elapsedTime / 1000))
      done()
    })
  if (!tracing) return
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    const span = tracing.startSpan(`${request.method} ${route}`, 'request', {
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
    span.run(done)
  })
  // The body came in pieces, outside of what was begun above.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

const headerOf = ({ headers }: FastifyRequest, name: 'traceparent' | 'tracestate') => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

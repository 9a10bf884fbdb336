// Metrics and traces of every request, including rejected ones.
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Context } from '../../context.ts'
import { parseTraceparent } from '../../telemetry/tracing.ts'

/** The pattern and not the path, which can contain personal or secret data. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** The trace id of the span, or of the client's `traceparent` when tracing is off. */
export const getTraceId = (request: FastifyRequest): string | undefined =>
  request.state.span?.traceId ?? parseTraceparent(getHeader(request, 'traceparent'))?.traceId

/** Counts and times the request, and starts its span. */
export const trace =
  ({ metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { method } = request
    const route = getRoutePattern(request)
    const recordEnd = metrics?.startRequest(method, route)
    const span = tracing?.startSpan(`${method} ${route}`, 'request', {
      traceparent: getHeader(request, 'traceparent'),
      tracestate: getHeader(request, 'tracestate'),
    })
    request.state.span = span
    if (recordEnd || span) {
      let hasEnded = false
      request.state.endTrace = () => {
        if (hasEnded) return
        hasEnded = true
        const status = reply.statusCode
        recordEnd?.(status, reply.elapsedTime / 1000)
        span?.end(
          {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'earshot.request_id': request.id,
          },
          status >= 500,
        )
      }
      // `close` also fires when the client disconnects.
      reply.raw.once('close', request.state.endTrace)
    }
    if (span) span.run(done)
    else done()
  }

/** The events that deliver the body run outside the span's context; enters it again. */
export function resumeTrace(
  { state: { span } }: FastifyRequest,
  _: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (span) span.run(done)
  else done()
}

const getHeader = ({ headers }: FastifyRequest, name: 'traceparent' | 'tracestate') => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

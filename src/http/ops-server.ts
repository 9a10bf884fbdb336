// A separate port for metrics and health checks, also in processes that do not serve the API.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { sendError } from './responses/errors.ts'
import { commonHeaders } from './responses/secure-headers.ts'
import { healthRoutes } from './routes/health.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { resolveRequestId } from './stages/pre-routing.ts'
import { addRequestState } from './stages/request-state.ts'
import { createRouteTable } from './stages/route-table.ts'

export function buildOpsServer(
  context: Context,
  token: string | null,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // Probes and scrapes arrive every few seconds and are not worth a log line.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: resolveRequestId,
    bodyLimit: 1024,
    requestTimeout: 5_000,
    connectionTimeout: 30_000,
  })
  addRequestState(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(context.reader.baseUrl)).header('x-request-id', request.id)
  })
  app.setErrorHandler(sendError)
  createRouteTable().watch(app)
  app.register(async (health) => healthRoutes(health, context))
  app.register(async (metrics) => metricsRoutes(metrics, context, token))
  return app
}

// /metrics, for Prometheus. The API port always requires a token: behind a local proxy, every client would look local.
import type { FastifyInstance } from 'fastify'
import { hashCredential, hashesAreEqual } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseBearerToken } from '../auth/stages/authenticate.ts'

export function metricsRoutes(
  app: FastifyInstance,
  { metrics }: Pick<Context, 'metrics'>,
  token: string | null,
): void {
  if (!metrics) return
  const expected = token === null ? undefined : hashCredential(token)
  app.get('/metrics', async (request, reply) => {
    const sent = parseBearerToken(request.headers.authorization)
    if (expected && !(sent !== undefined && hashesAreEqual(hashCredential(sent), expected)))
      throw new ApiError(
        'unauthorized',
        'Invalid metrics token. Send the value of METRICS_TOKEN as a bearer token.',
      )
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

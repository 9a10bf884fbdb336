// /metrics, for Prometheus. The API port always requires a token: behind a local proxy, every client would look local.
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../../context.ts'
import { hashCredential, hashesAreEqual } from '../../credentials.ts'
import { parseBearerToken } from '../stages/authenticate.ts'

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

// /healthz: the process runs. /readyz: it can serve requests, and the database has the current schema.
// Writes that fail are only a warning: another process is no better, and reads still work.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

export function healthRoutes(app: FastifyInstance, { readiness }: Context): void {
  app.get('/healthz', async (_, reply) => reply.type('application/json').send('{"status":"alive"}'))

  app.get('/readyz', async (_, reply) => {
    const { problem, warning } = await readiness()
    return reply
      .code(problem === null ? 200 : 503)
      .type('application/json')
      .send(
        JSON.stringify(
          problem === null
            ? { status: 'ready', ...(warning !== null && { warning }) }
            : { status: 'not ready', message: problem },
        ),
      )
  })
}

// The same lists from the same code without guards: no token, rate limit, admission or ETag.
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { openDatabase } from '../src/db/db.ts'
import { logRequest } from '../src/http/stages/pre-routing.ts'
import { addRequestState } from '../src/http/stages/request-state.ts'
import { createRouteTable } from '../src/http/stages/route-table.ts'
import { answerList } from '../src/read/answer.ts'
import { parseListRequest, type Query } from '../src/read/list-request.ts'
import { suggestions } from '../src/resources/suggestions.ts'

const { DATABASE_URL, EARSHOT_URL, PORT } = process.env as Record<string, string>
const database = openDatabase({ connectionString: DATABASE_URL }, () => {})
const reader = { pool: database.readPool, baseUrl: EARSHOT_URL as string, areas: null }
const log: FastifyBaseLogger = pino({ level: 'info' }, pino.destination({ sync: false }))
const app = Fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
})
addRequestState(app)
const routes = createRouteTable()
routes.watch(app)
app.addHook('onResponse', async (request, reply) => logRequest(request, reply, routes))
app.get('/api/v2/admin/suggestions', async (request, reply) => {
  const wanted = parseListRequest(suggestions, request.query as Query, false)
  const { body } = await answerList(reader, suggestions, wanted)
  return reply.type('application/json; charset=utf-8').send(Buffer.from(body))
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

// Which bodies a route accepts and who reads them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { isStorableText } from '../../core/values.ts'
import { excludeBodyTime } from '../limits/rate-charge.ts'
import { parseForm, parseJson } from './form-body.ts'

/** Converts a body of another media type to the declared one. */
export type BodyParser = (body: Buffer, contentType: string) => unknown

/** JSON and forms. */
export function acceptCommonTypes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  parseBuffered(app, 'application/json', parseJson)
  parseBuffered(app, 'application/x-www-form-urlencoded', parseForm)
}

/** The common types and these. */
export function acceptExtraTypes(app: FastifyInstance, parsers: Record<string, BodyParser>): void {
  for (const [type, parse] of Object.entries(parsers)) parseBuffered(app, type, parse)
  const types = [
    ...Object.keys(parsers),
    'application/json',
    'application/x-www-form-urlencoded',
  ].join(', ')
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('unsupported_media_type', `Unsupported content type. Allowed: ${types}.`)),
  )
}

/** Leaves the body to the operation, which streams it. */
export function leaveBodyUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('preHandler', async (request) => excludeBodyTime(request))
}

export function requireMultipart({ headers }: FastifyRequest): void {
  if (/^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) return
  throw new ApiError(
    'unsupported_media_type',
    'Content-Type: not supported. Allowed: multipart/form-data with one part named file.',
  )
}

/** Of pages and their scripts. Operations have schemas, which name the member. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query, params }) => {
    if ([body, query, params].some(hasUnstorableText))
      throw new ApiError('malformed', 'The text contains NUL or half a character. Remove it.')
  })
}

/** PostgreSQL stores neither. Not recursive: JSON can be nested as deeply as the body is long. */
function hasUnstorableText(input: unknown): boolean {
  const rest = [input]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' && !isStorableText(value)) return true
    if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value)) rest.push(...entry)
  }
  return false
}

export const hasBody = (headers: FastifyRequest['headers']) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

/** Many clients name a content type though they send nothing. */
export function ignoreTypeOfEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }) => {
    if (!hasBody(headers)) delete headers['content-type']
  })
}

const parseBuffered = (app: FastifyInstance, type: string, parse: BodyParser) =>
  app.addContentTypeParser(
    type,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => parse(body, headers['content-type'] ?? ''),
  )

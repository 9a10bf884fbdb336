// The logo and the icon of the portal. The bytes of an upload never change, so browsers keep them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { PICTURE_SETTINGS } from '../../settings/declarations.ts'
import { findPortalPicture } from '../../settings/portal-pictures.ts'
import { findPreview } from '../../settings/portal-preview.ts'
import { isNotModified } from '../responses/download.ts'
import { FILE_HEADERS } from '../responses/secure-headers.ts'
import { PICTURES_PATH } from './look.ts'
import { previewerOf } from './preview.ts'

// Drawings have styles of their own; scripts and everything from elsewhere stay off.
const SVG_HEADERS = {
  ...FILE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
}

/** Public, also where only some people see the portal: the page to sign in shows them too. */
export function pictureRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(`${PICTURES_PATH}/:id`, async (request, reply) => {
    const id = parseId(request.params.id)
    const isShown = id !== undefined && (await isPicture(context, request, id))
    const file = isShown ? await findPortalPicture(context.reader.pool, id) : undefined
    if (!file) throw notFound()
    const { key, contentType, size, createdAt } = file
    const version = {
      etag: `"${key}"`,
      lastModified: new Date(Math.floor(createdAt.getTime() / 1000) * 1000),
    }
    reply.headers({
      ...(contentType === 'image/svg+xml' ? SVG_HEADERS : FILE_HEADERS),
      etag: version.etag,
      'last-modified': version.lastModified.toUTCString(),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    if (isNotModified(request.headers, version)) return reply.code(304).send()
    const bytes = await context.store.read(key)
    if (!bytes) {
      request.log.error({ attachment: id }, 'file missing from the store')
      reply.header('cache-control', 'no-store')
      throw notFound()
    }
    return reply.type(contentType).header('content-length', size).send(bytes)
  })
}

const notFound = () => new ApiError('not_found', 'Picture not found.')

/** Those that the portal has now, and those that this owner tries out. No other upload. */
async function isPicture(
  { db, settings }: Context,
  request: FastifyRequest,
  id: number,
): Promise<boolean> {
  if (PICTURE_SETTINGS.some((name) => settings[name] === id)) return true
  const userId = previewerOf(request)
  const preview = userId === undefined ? undefined : await findPreview(db, userId)
  return PICTURE_SETTINGS.some((name) => preview?.[name] === id)
}

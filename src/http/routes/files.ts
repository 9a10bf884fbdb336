// Downloads of files and thumbnails. The unguessable key in the path is the only protection.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { type File, findFile } from '../../read/file.ts'
import { renderIcon } from '../../store/icon.ts'
import { isKey } from '../../store/keys.ts'
import { thumbnailKey } from '../../write/background/thumbnails.ts'
import { contentDisposition, isNotModified, parseRange } from '../responses/download.ts'
import { FILE_HEADERS } from '../responses/secure-headers.ts'

const CACHE_FOR_A_YEAR = 'private, max-age=31536000, immutable'
const CACHE_FOR_A_DAY = 'private, max-age=86400'
// Until the thumbnail is ready.
const CACHE_BRIEFLY = 'private, max-age=2'

export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    handler: async (request, reply) =>
      sendFile(context, await requireFile(context, request.params.key), request, reply),
  })
  app.get<{ Params: { key: string } }>('/files/:key/thumbnail', async (request, reply) =>
    sendThumbnail(context, await requireFile(context, request.params.key), request, reply),
  )
}

async function requireFile({ reader }: Context, key: string): Promise<File> {
  const file = isKey(key) ? await findFile(reader.pool, key) : undefined
  if (file === undefined) throw fileNotFound()
  return file
}

const fileNotFound = () => new ApiError('not_found', 'File not found.')

async function sendFile(
  { store, downloads }: Context,
  file: File,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { key, name, contentType, size, isSafeImage } = file
  const disposition = contentDisposition(isSafeImage ? 'inline' : 'attachment', name)
  if (downloads === 'presigned' && store.presignUrl)
    return reply.redirect(await store.presignUrl(key, { contentType, disposition }), 302)
  const version = createVersion(file)
  const headers = { ...buildHeaders(version, CACHE_FOR_A_YEAR), 'accept-ranges': 'bytes' }
  if (isNotModified(request.headers, version)) return reply.headers(headers).code(304).send()
  const part = parseRange(request.headers, size, version)
  if (part === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range', `Range: not satisfiable. The file has ${size} bytes.`)
  }
  const sendsBody = request.method === 'GET'
  const bytes = sendsBody ? await store.read(key, part) : undefined
  if (bytes === undefined && (sendsBody || (await store.size(key)) === undefined)) {
    request.log.error({ attachment: file.id }, 'file missing from the store')
    throw fileNotFound()
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply
    .headers(headers)
    .header('content-disposition', disposition)
    .header('content-length', part ? part.end - part.start + 1 : size)
    .type(contentType)
    .send(bytes)
}

async function sendThumbnail(
  { store }: Context,
  file: File,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (file.thumbnail === 'made') {
    const version = createVersion(file, '-thumbnail')
    const headers = buildHeaders(version, CACHE_FOR_A_YEAR)
    if (isNotModified(request.headers, version)) return reply.headers(headers).code(304).send()
    const bytes = await store.read(thumbnailKey(file.key))
    if (bytes) return reply.headers(headers).type('image/webp').send(bytes)
    request.log.error({ attachment: file.id }, 'thumbnail missing from the store')
  }
  return reply
    .headers(FILE_HEADERS)
    .header('cache-control', file.thumbnail === 'pending' ? CACHE_BRIEFLY : CACHE_FOR_A_DAY)
    .type('image/svg+xml')
    .send(renderIcon(file.contentType, file.name))
}

/** The bytes of a key never change. */
const createVersion = ({ key, createdAt }: File, suffix = '') => ({
  etag: `"${key}${suffix}"`,
  lastModified: new Date(Math.floor(createdAt.getTime() / 1000) * 1000),
})

const buildHeaders = (
  { etag, lastModified }: ReturnType<typeof createVersion>,
  caching: string,
) => ({
  ...FILE_HEADERS,
  etag,
  'last-modified': lastModified.toUTCString(),
  'cache-control': caching,
})

// Uploaded files and their thumbnails, for whoever knows the address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../../context.ts'
import { type File, findFile } from '../../read/file.ts'
import { renderIcon } from '../../store/icon.ts'
import { isKey } from '../../store/keys.ts'
import { thumbnailKey } from '../../write/thumbnails.ts'
import { contentDisposition, isNotModified, parseRange } from '../download.ts'
import { FILE_HEADERS } from '../secure-headers.ts'

const FOR_LONG = 'private, max-age=31536000, immutable'
const FOR_A_DAY = 'private, max-age=86400'
// Until there is a thumbnail.
const FOR_A_MOMENT = 'private, max-age=2'

export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    handler: async (request, reply) =>
      sendFile(context, await found(context, request.params.key), request, reply),
  })
  app.get<{ Params: { key: string } }>('/files/:key/thumbnail', async (request, reply) =>
    sendThumbnail(context, await found(context, request.params.key), request, reply),
  )
}

async function found({ reader }: Context, key: string): Promise<File> {
  const file = isKey(key) ? await findFile(reader.pool, key) : undefined
  if (file === undefined) throw absent()
  return file
}

const absent = () => new ApiError('not_found', 'There is no such file.')

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
  const version = versionOf(file)
  const headers = { ...headersOf(version, FOR_LONG), 'accept-ranges': 'bytes' }
  if (isNotModified(request.headers, version)) return reply.headers(headers).code(304).send()
  const part = parseRange(request.headers, size, version)
  if (part === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range', `The file has ${size} bytes; Range asks for none of them.`)
  }
  const isWanted = request.method === 'GET'
  const bytes = isWanted ? await store.read(key, part) : undefined
  if (bytes === undefined && (isWanted || (await store.size(key)) === undefined)) {
    request.log.error({ attachment: file.id }, 'file missing from the store')
    throw absent()
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
    const version = versionOf(file, '-thumbnail')
    const headers = headersOf(version, FOR_LONG)
    if (isNotModified(request.headers, version)) return reply.headers(headers).code(304).send()
    const bytes = await store.read(thumbnailKey(file.key))
    if (bytes) return reply.headers(headers).type('image/webp').send(bytes)
    request.log.error({ attachment: file.id }, 'thumbnail missing')
  }
  return reply
    .headers(FILE_HEADERS)
    .header('cache-control', file.thumbnail === 'pending' ? FOR_A_MOMENT : FOR_A_DAY)
    .type('image/svg+xml')
    .send(renderIcon(file.contentType, file.name))
}

const versionOf = ({ sha256, createdAt }: File, suffix = '') => ({
  etag: `"${sha256}${suffix}"`,
  lastModified: new Date(Math.floor(createdAt.getTime() / 1000) * 1000),
})

const headersOf = ({ etag, lastModified }: ReturnType<typeof versionOf>, caching: string) => ({
  ...FILE_HEADERS,
  etag,
  'last-modified': lastModified.toUTCString(),
  'cache-control': caching,
})

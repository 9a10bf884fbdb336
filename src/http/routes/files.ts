// Downloads of files and thumbnails. Public are those that the portal shows to everybody; others need a signed address or a session.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { type File, findFile } from '../../read/file.ts'
import { remainingSeconds } from '../../read/file-signature.ts'
import { renderIcon } from '../../store/icon.ts'
import { isKey } from '../../store/keys.ts'
import { thumbnailKey } from '../../write/background/thumbnails.ts'
import { accessOf, findVisitor } from '../auth/visitors.ts'
import { contentDisposition, isNotModified, parseRange } from '../responses/download.ts'
import { FILE_HEADERS } from '../responses/secure-headers.ts'

const YEAR = 31_536_000
const DAY = 86_400
// Until the thumbnail is ready.
const BRIEFLY = 2

export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    handler: async (request, reply) =>
      sendFile(context, await requireFile(context, request), request, reply),
  })
  app.get<{ Params: { key: string } }>('/files/:key/thumbnail', async (request, reply) =>
    sendThumbnail(context, await requireFile(context, request), request, reply),
  )
}

/** A file, and how long its response may be cached; null: until the file is deleted. */
type Allowed = File & { cacheSeconds: number | null }

type FileRequest = FastifyRequest<{ Params: { key: string } }>

/** The same answer for an unknown file and an address that is not allowed. */
async function requireFile(context: Context, request: FileRequest): Promise<Allowed> {
  const { reader } = context
  const { key } = request.params
  const file = isKey(key) ? await findFile(reader.pool, key) : undefined
  const isPortalOpen = context.settings.portal_audience === 'everyone'
  if (file?.isPublic && isPortalOpen) return { ...file, cacheSeconds: null }
  const query = request.query as Record<string, unknown>
  const cacheSeconds = file ? remainingSeconds(reader, key, query) : 0
  const { identity } = request.state
  const isStaff = identity?.session && !identity.needsSecondFactor
  if (file && (cacheSeconds > 0 || isStaff || (await isShownTo(context, request, file))))
    return { ...file, cacheSeconds }
  throw fileNotFound()
}

/** Whether a page that shows the file is for this visitor. */
async function isShownTo(
  context: Context,
  request: FileRequest,
  { forums, isPublic }: File,
): Promise<boolean> {
  if (forums.length === 0 && !isPublic) return false
  request.state.visitor = await findVisitor(context, request)
  if (!request.state.visitor) return false
  // In an announcement to all who see the portal.
  if (isPublic) return context.settings.portal_audience !== 'staff'
  const access = await accessOf(context, request)
  return forums.some((id) => access.decide(id, 'see') === 'yes')
}

const fileNotFound = () =>
  new ApiError(
    'not_found',
    'File not found, or its address has expired. Read the attachment again: `url` is a new address.',
  )

/** Bytes never change, but an address of a file that is not public ends. */
const cachingOf = ({ cacheSeconds }: Allowed, seconds: number): string =>
  cacheSeconds === 0
    ? 'private, no-store'
    : `private, max-age=${Math.min(seconds, cacheSeconds ?? seconds)}${seconds === YEAR && cacheSeconds === null ? ', immutable' : ''}`

async function sendFile(
  { store, downloads }: Context,
  file: Allowed,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { key, name, contentType, size, isSafeImage } = file
  const disposition = contentDisposition(isSafeImage ? 'inline' : 'attachment', name)
  if (downloads === 'presigned' && store.presignUrl)
    return reply.redirect(await store.presignUrl(key, { contentType, disposition }), 302)
  const version = createVersion(file)
  const headers = { ...buildHeaders(version, cachingOf(file, YEAR)), 'accept-ranges': 'bytes' }
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
  file: Allowed,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (file.thumbnail === 'made') {
    const version = createVersion(file, '-thumbnail')
    const headers = buildHeaders(version, cachingOf(file, YEAR))
    if (isNotModified(request.headers, version)) return reply.headers(headers).code(304).send()
    const bytes = await store.read(thumbnailKey(file.key))
    if (bytes) return reply.headers(headers).type('image/webp').send(bytes)
    request.log.error({ attachment: file.id }, 'thumbnail missing from the store')
  }
  return reply
    .headers(FILE_HEADERS)
    .header('cache-control', cachingOf(file, file.thumbnail === 'pending' ? BRIEFLY : DAY))
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

// Pictures of pages, for programs that show links. Only of what everyone sees.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  forumPicture,
  homePicture,
  type Picture,
  picturePath,
  pictureVersion,
  suggestionPicture,
} from '../../../portal/share/picture.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { LruCache } from '../../core/lru-cache.ts'
import { clientNetwork } from '../../core/networks.ts'
import { SOURCE_EXTENSION } from '../../core/source-files.ts'
import { parseId } from '../../core/values.ts'
import { answerObject } from '../../read/answer.ts'
import { findSuggestionAddress } from '../../read/end-users/addresses.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { createAdmission } from '../limits/admission.ts'
import { matchIfNoneMatch } from '../stages/etag.ts'
import { publicForums, publicLook } from './public-portal.ts'

/** With the current version in the address. Not a year: a forum can become private. */
const LONG_CACHE = 'public, max-age=604800, immutable'
const SHORT_CACHE = 'public, max-age=60'

type File = { Params: { file: string } }

export function sharePictureRoutes(app: FastifyInstance, context: Context): void {
  const drawn = createPictureCache()
  const send = async (request: FastifyRequest, reply: FastifyReply, picture: Picture) => {
    const version = pictureVersion(picture)
    const tag = `"${version}"`
    const { v } = request.query as { v?: unknown }
    reply.headers({
      etag: tag,
      'cache-control': v === version ? LONG_CACHE : SHORT_CACHE,
      // Programs of other sites show it.
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (matchIfNoneMatch(request, tag)) return reply.code(304).send()
    return reply.type('image/png').send(await drawn(picture, version, clientNetwork(request.ip)))
  }
  const siteOf = ({ state }: FastifyRequest) => ({
    site: state.siteName,
    accent: publicLook(context).accent.light,
  })

  app.get(picturePath('home'), async (request, reply) => {
    if ((await publicForums(context)).length === 0) throw noPicture()
    return send(request, reply, homePicture(siteOf(request)))
  })
  app.get<File>('/og/forums/:file', async (request, reply) => {
    const id = idOf(request.params)
    if (!(await publicForums(context)).includes(id)) throw noPicture()
    const forum = JSON.parse((await answerObject(context.reader, portalForums, id)) ?? 'null')
    if (!forum) throw noPicture()
    return send(request, reply, forumPicture(siteOf(request), forum))
  })
  app.get<File>('/og/suggestions/:file', async (request, reply) => {
    const id = idOf(request.params)
    const address = await findSuggestionAddress(context.reader.pool, id)
    if (!address?.isVisible || !(await publicForums(context)).includes(address.forum.id))
      throw noPicture()
    const idea = JSON.parse((await answerObject(context.reader, ideas, id)) ?? 'null')
    if (!idea) throw noPicture()
    return send(request, reply, suggestionPicture(siteOf(request), address.forum, idea))
  })
}

const noPicture = () => new ApiError('not_found', 'Page not found.')

const idOf = ({ file }: { file: string }) => parseId(/^(\d{1,16})\.png$/.exec(file)?.[1]) ?? -1

const CHILD = join(import.meta.dirname, `../../../portal/share/child${SOURCE_EXTENSION}`)
const FONTCONFIG = join(import.meta.dirname, '../../../portal/share/fonts.conf')
const run = promisify(execFile)

const MAX_CACHED_BYTES = 16_000_000
/** One at a time: each keeps a core busy. */
const CAPACITY = { maxRunning: 1, maxPerClient: 1, maxWaiting: 20, maxWaitMs: 5_000 }
const MAX_TEXT_CHARACTERS = 400

function createPictureCache() {
  const cache = new LruCache<Buffer>(MAX_CACHED_BYTES)
  const drawing = new Map<string, Promise<Buffer>>()
  const admission = createAdmission(CAPACITY)
  return async (picture: Picture, version: string, network: string): Promise<Buffer> => {
    const cached = cache.get(version)
    if (cached) return cached
    const begun = drawing.get(version)
    if (begun) return begun
    const pending = admission
      .run(network, () => draw(picture))
      .finally(() => drawing.delete(version))
    drawing.set(version, pending)
    const png = await pending
    cache.set(version, png, png.length)
    return png
  }
}

async function draw(picture: Picture): Promise<Buffer> {
  const shortened = (text: string) => text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()
  const argument = JSON.stringify({
    ...picture,
    site: shortened(picture.site),
    title: shortened(picture.title),
    context: shortened(picture.context),
    votes: picture.votes,
    fact: picture.fact && shortened(picture.fact),
  })
  const options = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning']
  try {
    const { stdout } = await run(process.execPath, [...options, CHILD, argument], {
      encoding: 'buffer',
      // The environment of the service contains secrets.
      env: { FONTCONFIG_FILE: FONTCONFIG },
      timeout: 10_000,
      killSignal: 'SIGKILL',
      maxBuffer: 1_000_000,
    })
    return stdout
  } catch (cause) {
    const error = new ApiError('unavailable', 'The picture could not be drawn. Try again later.')
    throw Object.assign(error, { cause })
  }
}

// The console: a built web application. Its page is for people who are signed in; its files are public and never change.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_PATH, PROFILE_PATH, signInAddress } from '../auth/pages/sign-in.ts'
import { errorPage } from '../pages/error.ts'
import { renderFor } from '../pages/reading.ts'
import { CONSOLE_HEADERS } from '../responses/secure-headers.ts'
import { chooseCoding } from '../responses/static-asset.ts'

const BUILD = join(import.meta.dirname, '../../../console/dist')
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const NOT_BUILT = 'The console is not built. Start with bin/serve, or run bin/build-console.'

type Build = { page: string; files: Map<string, Buffer> }

export function consoleRoutes(app: FastifyInstance): void {
  // Read at once and kept (1.5 MB): page and files belong together, also when another build replaces them on disk.
  let reading: Promise<Build | undefined> | undefined
  const build = () => {
    reading ??= readBuild()
    return reading
  }

  const sendConsole = async (request: FastifyRequest, reply: FastifyReply) => {
    const { identity } = request.state
    // They may only set up a second factor.
    if (identity?.session && identity.needsSecondFactor) return reply.redirect(PROFILE_PATH)
    if (!identity?.session) return reply.redirect(signInAddress(request.url))
    const page = (await build())?.page
    reply.headers(CONSOLE_HEADERS).type('text/html; charset=utf-8')
    return page === undefined
      ? reply.code(503).send(renderFor(request, errorPage(503, NOT_BUILT, request.id)))
      : reply.send(page)
  }
  app.get(CONSOLE_PATH, sendConsole)
  app.get(`${CONSOLE_PATH}/*`, sendConsole)

  app.get<{ Params: { name: string } }>(`${CONSOLE_PATH}/assets/:name`, async (request, reply) => {
    const { name } = request.params
    const files = (await build())?.files
    const type = TYPES[extname(name)]
    const file = files?.get(name)
    if (!type || !file)
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(renderFor(request, errorPage(404, '', request.id)))
    const brotli =
      chooseCoding(request.headers['accept-encoding']) === 'br'
        ? files?.get(`${name}.br`)
        : undefined
    reply.headers({
      vary: 'accept-encoding',
      // The name contains a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(brotli && { 'content-encoding': 'br' }),
    })
    return reply.type(type).send(brotli ?? file)
  })
}

/** Undefined in a checkout that was started without bin/serve: the API works all the same. */
async function readBuild(): Promise<Build | undefined> {
  try {
    const assets = join(BUILD, 'assets')
    const files = await Promise.all(
      (await readdir(assets)).map(
        async (name) => [name, await readFile(join(assets, name))] as const,
      ),
    )
    return { page: await readFile(join(BUILD, 'index.html'), 'utf8'), files: new Map(files) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

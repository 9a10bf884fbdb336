// Static assets: text that is the same for every client. Each is compressed once and revalidated by its ETag.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { computeEtag, matchIfNoneMatch } from '../stages/etag.ts'
import { weightsOf } from './accept.ts'

export type StaticAsset = {
  type: string
  headers?: Record<string, string>
  /** Called once, at the first request. */
  read(): string | Promise<string>
}

type Coding = 'br' | 'gzip' | 'identity'

const ENCODERS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  // Quality 11 takes a second for the OpenAPI document and saves 3 KB.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  identity: async (body) => body,
}

/** Changes with the text: as `?v=` in an address it lets browsers keep the asset without asking again. */
export const versionOf = (text: string) => computeEtag(Buffer.from(text)).slice(1, -1)

export function serveAsset(app: FastifyInstance, path: string, asset: StaticAsset): void {
  const load = memoize(async () => {
    const text = await asset.read()
    return { body: Buffer.from(text), version: versionOf(text) }
  })
  const encoded = {
    br: memoize(async () => ENCODERS.br((await load()).body)),
    gzip: memoize(async () => ENCODERS.gzip((await load()).body)),
    identity: memoize(async () => (await load()).body),
  }
  app.get<{ Querystring: { v?: unknown } }>(path, async (request, reply) => {
    const { version } = await load()
    const coding = chooseCoding(request.headers['accept-encoding'])
    const tag = coding === 'identity' ? `"${version}"` : `"${version}-${coding}"`
    reply.headers({
      ...asset.headers,
      etag: tag,
      vary: 'accept-encoding',
      'cache-control':
        request.query.v === version
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=0, must-revalidate',
    })
    if (matchIfNoneMatch(request, tag)) return reply.code(304).send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.type(asset.type).send(await encoded[coding]())
  })
}

/** By the weights of Accept-Encoding; brotli when it weighs as much as gzip. */
export function chooseCoding(header = ''): Coding {
  const weights = weightsOf(header)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}

function memoize<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

// The OpenAPI document, and a browsable reference of it at /docs whose assets are all served from here.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DOCS_HEADERS } from '../secure-headers.ts'

const OURS = join(import.meta.dirname, '..', 'docs')
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const ASSETS: Record<string, { folder: string; type: string }> = {
  'docs.js': { folder: OURS, type: 'text/javascript; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: SWAGGER_UI, type: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { folder: SWAGGER_UI, type: 'text/css; charset=utf-8' },
}

export function docsRoutes(app: FastifyInstance, document: unknown): void {
  const text = JSON.stringify(document)
  app.get('/api/v2/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )

  app.get('/docs', async (_, reply) =>
    reply
      .headers(DOCS_HEADERS)
      .type('text/html; charset=utf-8')
      .send(await readFile(join(OURS, 'index.html'))),
  )
  for (const [name, { folder, type }] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async (_, reply) =>
      reply
        .headers({ ...DOCS_HEADERS, 'cache-control': 'public, max-age=3600' })
        .type(type)
        .send(createReadStream(join(folder, name))),
    )
  }
}

// The OpenAPI document and the API reference at /docs. This service serves every asset of the page itself.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type OpenApiDocument, referencePage } from '../docs/reference.ts'
import { ICON, ICON_PATH, PALETTE } from '../pages/html.ts'
import { DOCS_HEADERS } from '../responses/secure-headers.ts'
import { serveAsset, versionOf } from '../responses/static-asset.ts'

const DOCUMENT_PATH = '/api/v2/openapi.json'
const SCRIPT_PATH = '/docs/docs.js'
const STYLE_PATH = '/docs/docs.css'

export async function docsRoutes(
  app: FastifyInstance,
  document: Record<string, unknown>,
): Promise<void> {
  const script = await ownFile('docs.js')
  const style = `${PALETTE}${await ownFile('docs.css')}`
  serveAsset(app, DOCUMENT_PATH, {
    type: 'application/json; charset=utf-8',
    read: () => JSON.stringify(document),
  })
  serveAsset(app, '/docs', {
    type: 'text/html; charset=utf-8',
    headers: DOCS_HEADERS,
    read: () =>
      referencePage(document as OpenApiDocument, {
        document: DOCUMENT_PATH,
        script: `${SCRIPT_PATH}?v=${versionOf(script)}`,
        style: `${STYLE_PATH}?v=${versionOf(style)}`,
        icon: ICON_PATH,
      }),
  })
  serveAsset(app, SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', read: () => script })
  serveAsset(app, STYLE_PATH, { type: 'text/css; charset=utf-8', read: () => style })
  serveAsset(app, ICON_PATH, { type: 'image/svg+xml', read: () => ICON })
}

const ownFile = (name: string) => readFile(join(import.meta.dirname, '..', 'docs', name), 'utf8')

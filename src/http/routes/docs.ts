// The OpenAPI document and the API reference at /docs. This service serves every asset of the page itself. Most processes are
// never asked for them: they are built at the first request.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type OpenApiDocument, referencePage } from '../docs/reference.ts'
import { ICON, ICON_PATH, PALETTE } from '../pages/html.ts'
import { DOCS_HEADERS } from '../responses/secure-headers.ts'
import { serveAsset, versionOf } from '../responses/static-asset.ts'

const DOCUMENT_PATH = '/api/v2/openapi.json'
const END_USERS_DOCUMENT_PATH = '/api/end_users/openapi.json'
const END_USERS_PAGE = { path: '/docs/end-users', name: 'API of end users' }
const SCRIPT_PATH = '/docs/docs.js'
const STYLE_PATH = '/docs/docs.css'

export async function docsRoutes(
  app: FastifyInstance,
  document: () => Record<string, unknown>,
  ofEndUsers: () => Record<string, unknown>,
): Promise<void> {
  const script = await ownFile('docs.js')
  const style = `${PALETTE}${await ownFile('docs.css')}`
  const pages = [
    { path: '/docs', document, documentPath: DOCUMENT_PATH, other: END_USERS_PAGE },
    {
      path: END_USERS_PAGE.path,
      document: ofEndUsers,
      documentPath: END_USERS_DOCUMENT_PATH,
      other: { path: '/docs', name: 'Admin API' },
    },
  ]
  for (const { path, document, documentPath, other } of pages) {
    serveAsset(app, documentPath, {
      type: 'application/json; charset=utf-8',
      read: () => JSON.stringify(document()),
    })
    serveAsset(app, path, {
      type: 'text/html; charset=utf-8',
      headers: DOCS_HEADERS,
      read: () =>
        referencePage(document() as OpenApiDocument, {
          document: documentPath,
          other,
          script: `${SCRIPT_PATH}?v=${versionOf(script)}`,
          style: `${STYLE_PATH}?v=${versionOf(style)}`,
          icon: ICON_PATH,
        }),
    })
  }
  serveAsset(app, SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', read: () => script })
  serveAsset(app, STYLE_PATH, { type: 'text/css; charset=utf-8', read: () => style })
  serveAsset(app, ICON_PATH, { type: 'image/svg+xml', read: () => ICON })
}

const ownFile = (name: string) => readFile(join(import.meta.dirname, '..', 'docs', name), 'utf8')

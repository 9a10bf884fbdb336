// The style and the script of the portal. Their addresses change with their content.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { View } from '../../../portal/view.ts'
import { serveAsset, versionOf } from '../responses/static-asset.ts'

const ROOT = join(import.meta.dirname, '../../..')

const FILES = {
  style: {
    path: '/portal.css',
    files: [
      'portal/portal.css',
      'portal/staff-tools.css',
      'portal/roadmap-and-updates.css',
      'portal/own-pages.css',
      'portal/contributions.css',
    ],
    type: 'text/css; charset=utf-8',
  },
  // Built with the console. Every page works without it.
  script: {
    path: '/portal.js',
    file: 'console/dist/portal.js',
    type: 'text/javascript; charset=utf-8',
  },
}

export async function servePortalAssets(app: FastifyInstance): Promise<View['assets']> {
  const styles = FILES.style.files.map((file) => readFile(join(ROOT, file), 'utf8'))
  const style = (await Promise.all(styles)).join('\n')
  const script = await readFile(join(ROOT, FILES.script.file), 'utf8').catch(() => null)
  serveAsset(app, FILES.style.path, { type: FILES.style.type, read: () => style })
  if (script !== null)
    serveAsset(app, FILES.script.path, { type: FILES.script.type, read: () => script })
  return {
    style: `${FILES.style.path}?v=${versionOf(style)}`,
    script: script === null ? null : `${FILES.script.path}?v=${versionOf(script)}`,
  }
}

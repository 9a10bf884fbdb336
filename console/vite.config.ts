import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { listLicences } from './licences.ts'

/** Compiles the ICU messages of a language, so that the browser needs no parser. */
const messages: Plugin = {
  name: 'earshot-messages',
  transform: {
    filter: { id: /\/locales\/\w+\/\w+\.json$/ },
    order: 'pre',
    handler(code) {
      const texts = JSON.parse(code) as Record<string, string>
      const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessage(text)])
      return {
        code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`,
        moduleType: 'js',
      }
    },
  },
}

/** The packages that an installation consists of, with their licences. */
const licences: Plugin = {
  name: 'earshot-licences',
  resolveId: { filter: { id: /^virtual:earshot-licences$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:earshot-licences$/ },
    handler: () => ({
      code: `export default ${JSON.stringify(listLicences(resolve(import.meta.dirname, '..')))}`,
      moduleType: 'js',
    }),
  },
}

/** The script of the portal: one file of its own, which shares nothing with the console. */
const portal: Plugin = {
  name: 'earshot-portal',
  apply: 'build',
  async generateBundle() {
    const entry = resolve(import.meta.dirname, '../portal/elements/index.ts')
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
    })
    const outputs = Array.isArray(built) ? built : [built]
    const [file] = outputs.flatMap((one) => ('output' in one ? one.output : []))
    if (file?.type !== 'chunk') throw new Error('The script of the portal was not built.')
    this.emitFile({ type: 'asset', fileName: 'portal.js', source: file.code })
  },
}

/** Writes a brotli form beside every text file. */
const brotli: Plugin = {
  name: 'earshot-brotli',
  apply: 'build',
  generateBundle: {
    // After Vite's own changes to the chunks.
    order: 'post',
    async handler(_, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue
        const text = file.type === 'chunk' ? file.code : file.source
        const source = await promisify(brotliCompress)(text)
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source })
      }
    },
  },
}

const FROM_SERVICE = ['/api', '/avatars', '/files', '/docs', '/forums'].concat(
  ['sign-in', 'sign-out', 'profile', 'welcome'].map((page) => `/admin/${page}`),
)
const service = process.env.EARSHOT_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [messages, licences, react(), tailwindcss(), portal, brotli],
  resolve: {
    alias: { '@earshot/client': resolve(import.meta.dirname, '../client/src/index.ts') },
  },
  build: {
    target: 'es2022',
    // The policy of the console forbids data: addresses of scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // What many screens share is one file, which compresses better than a file for each combination of screens.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] },
      },
    },
  },
  // Everything but the console itself comes from a running service, which accepts changes from its own pages only.
  server: {
    proxy: Object.fromEntries(
      FROM_SERVICE.map((path) => [path, { target: service, headers: { origin: service } }]),
    ),
  },
})

// The programs that tests start, each with its modules in a few files. A process of the service loads 2,300 modules, which takes it
// longer than everything else. bin/earshot, the release and a copy of the checkout are tested with the sources.
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import {
  access,
  chmod,
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const BUNDLES = join(ROOT, 'node_modules/.cache/programs')
const PROGRAMS = ['src/cli/main.ts', 'test/support/patient-service.ts']
const SOURCES = [
  '{src,portal,markdown}/**/*.ts',
  'test/support/{bundle,patience,patient-service}.ts',
  'package-lock.json',
]
/** Packages of many small modules. The others are loaded from where they are installed. */
const BUNDLED_PACKAGES = ['typebox', 'kysely', 'css-tree', 'jose', 'entities', 'csv-parse', 'mdurl']
const MAX_AGE_MS = 6 * 3600 * 1000

/** Names the bundle of these sources in `TEST_BUNDLE`. Without one, as where it cannot be written, programs start from their sources. */
export async function bundlePrograms(): Promise<void> {
  if (process.env.TEST_BUNDLE === '') return
  const bundle = join(BUNDLES, await hashSources())
  if (!existsSync(bundle)) {
    if (!(await isWritable())) return
    await removeOld()
    await publish(await writeBundle(), bundle)
  }
  // For other runs, which remove old ones.
  await utimes(bundle, new Date(), new Date()).catch(() => {})
  process.env.TEST_BUNDLE = bundle
}

/** The program of this source, such as `src/cli/main.ts`. */
export function findProgram(source: string): string {
  const { TEST_BUNDLE } = process.env
  return TEST_BUNDLE ? join(TEST_BUNDLE, `${nameOf(source)}.js`) : join(ROOT, source)
}

/** Compiled code of a bundle, removed with it. */
export const compileCache = (): string => {
  const { TEST_BUNDLE, NODE_COMPILE_CACHE = '' } = process.env
  return TEST_BUNDLE ? join(TEST_BUNDLE, 'compiled') : NODE_COMPILE_CACHE
}

const nameOf = (source: string) => source.replace(/\.ts$/, '').replaceAll('/', '-')

async function isWritable(): Promise<boolean> {
  try {
    await mkdir(BUNDLES, { recursive: true })
    await access(BUNDLES, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function hashSources(): Promise<string> {
  const paths: string[] = []
  for await (const path of glob(SOURCES, { cwd: ROOT })) paths.push(path)
  // Folders with the same modules can have other files beside them.
  const hash = createHash('sha256').update(ROOT)
  for (const path of paths.sort()) hash.update(`${path}\n`).update(await readFile(join(ROOT, path)))
  return hash.digest('hex').slice(0, 32)
}

async function writeBundle(): Promise<string> {
  const outDir = await mkdtemp(join(BUNDLES, 'new-'))
  // The programs of another user must be readable.
  await chmod(outDir, 0o755)
  // Loaded here: test files load this module too, for the name of a program.
  const { build } = await import('vite')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepPlaces],
    ssr: { noExternal: BUNDLED_PACKAGES },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((path) => [nameOf(path), join(ROOT, path)])),
      },
    },
  })
  return outDir
}

/** Modules find files and programs beside their source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/')) return
    const values = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href, main: false }
    return code.replace(/\bimport\.meta\.(dirname|filename|url|main)\b/g, (_, name) =>
      JSON.stringify(values[name as keyof typeof values]),
    )
  },
}

/** Of two runs at the same time the first one wins. */
async function publish(written: string, bundle: string): Promise<void> {
  await rename(written, bundle).catch(() => rm(written, { recursive: true }))
}

/** Those that no run uses any more. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const path = join(BUNDLES, name)
    const info = await stat(path).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > MAX_AGE_MS)
      await rm(path, { recursive: true, force: true })
  }
}

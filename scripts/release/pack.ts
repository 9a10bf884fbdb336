// Packs the two npm packages from a tree that has its node_modules. What they contain is decided here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Manifest = Record<string, unknown> & { name: string; version: string }

/** The service: compiled sources and the console, which is built unless there is a build. Returns the path. */
export async function packService(
  root: string,
  output: string,
  consoleBuild?: string,
): Promise<string> {
  return packStaged(output, async (staged) => {
    await compile(root, 'tsconfig.package.json', staged)
    const built = join(staged, 'console/dist')
    await (consoleBuild ? cp(consoleBuild, built, { recursive: true }) : buildConsole(root, built))
    await cp(join(root, 'src'), join(staged, 'src'), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    })
    await copyFiles(root, staged, SERVICE_FILES)
    await writeManifest(staged, serviceManifest(await readManifest(join(root, 'package.json'))))
  })
}

/** The client: compiled modules and their types. Returns the path. */
export async function packClient(root: string, output: string): Promise<string> {
  const client = join(root, 'client')
  return packStaged(output, async (staged) => {
    await compile(root, 'client', join(staged, 'dist'))
    await copyFiles(client, staged, ['LICENSE', 'README.md'])
    const { scripts, ...manifest } = await readManifest(join(client, 'package.json'))
    await writeManifest(staged, manifest as Manifest)
  })
}

const SERVICE_FILES = [
  'bin/earshot',
  'bin/find-node',
  'migrations',
  'portal/contribute.css',
  'portal/portal.css',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

/** The checkout's manifest without what is for development only. The checkout itself is private, so it is never published. */
function serviceManifest(manifest: Manifest): Manifest {
  const {
    private: _,
    scripts,
    devDependencies,
    overrides,
    allowScripts,
    imports,
    ...rest
  } = manifest
  const compiled = JSON.stringify(imports).replaceAll('.ts"', '.js"')
  return { ...(rest as Manifest), imports: JSON.parse(compiled) }
}

async function compile(root: string, project: string, outDir: string): Promise<void> {
  const compiler = join(root, 'node_modules/.bin/tsc')
  await run(compiler, ['-p', join(root, project), '--outDir', outDir], { cwd: root })
}

async function buildConsole(root: string, outDir: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  // Tests set another value, which would build React for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [vite, 'build', join(root, 'console'), ...options], {
    cwd: root,
    env,
  })
}

/** Fills a new folder, packs it and returns the path of the tarball. */
async function packStaged(
  output: string,
  fill: (staged: string) => Promise<void>,
): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), 'earshot-package-'))
  try {
    await fill(staged)
    await mkdir(output, { recursive: true })
    const options = ['--ignore-scripts', '--offline', '--loglevel=error']
    const printed = await run('npm', ['pack', ...options, '--pack-destination', output, staged])
    return join(output, printed.trim().split('\n').at(-1) as string)
  } finally {
    await rm(staged, { recursive: true })
  }
}

async function copyFiles(from: string, to: string, paths: string[]): Promise<void> {
  for (const path of paths) await cp(join(from, path), join(to, path), { recursive: true })
}

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8'))

const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; input?: string }

/** Returns the standard output; errors go to the terminal. */
export async function run(
  command: string,
  args: string[],
  { input, ...options }: RunOptions = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  child.stdin.end(input)
  const [output, [code]] = await Promise.all([text(child.stdout), ended])
  if (code === 0) return output
  throw new Error(`${[command, ...args].join(' ')} failed.\n${output}`)
}

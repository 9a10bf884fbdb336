// The Dockerfile without Docker: each stage in a directory of its own, with the programs of this system. It shows that the
// commands work and that the image contains what the service needs, not that the base image has the programs.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { onCleanup } from '../support/cleanup.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { useService } from '../support/use-packed-service.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

// npm installs everything twice.
const SLOW = 900_000

test.runIf(EXHAUSTIVE)('the image can be built and serves', { timeout: SLOW }, async () => {
  const parent = await mkdtemp(join(tmpdir(), 'earshot-image-'))
  onCleanup(() => rm(parent, { recursive: true, force: true, maxRetries: 50 }))
  await chmod(parent, 0o755)
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll(/\\\n/g, ' ')
  const stages = [
    ...text.matchAll(/^FROM .*?(?: AS (\w+))?$([\s\S]*?)(?=^FROM |(?![\s\S]))/gm),
  ].map(([, name = 'last', instructions = '']) => [name, instructions] as const)
  expect(stages.map(([name]) => name)).toEqual(['packages', 'console', 'last'])
  for (const [name, instructions] of stages) await buildStage(parent, name, instructions)

  const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(text) ?? []
  const [program, ...args]: string[] = JSON.parse(entry)
  expect(program).toBe('node')
  const app = join(parent, 'last')
  const command = join(parent, 'earshot')
  const line = `exec '${process.execPath}' ${args.join(' ')} "$@"`
  await writeFile(command, `#!/bin/sh\nexport EARSHOT_DATA="$PWD/data"\ncd '${app}'\n${line}\n`)
  await chmod(command, 0o755)
  await useService(command, process.execPath)
})

async function buildStage(parent: string, name: string, instructions: string): Promise<void> {
  const folder = join(parent, name)
  await mkdir(folder)
  for (const [, instruction, words = ''] of instructions.matchAll(/^(COPY|RUN) (.*)$/gm)) {
    // The user and the volume of the image.
    if (words.startsWith('install -d')) continue
    if (instruction === 'RUN') await runCommands(folder, words)
    else await copy(parent, folder, words.split(' '))
  }
}

async function runCommands(folder: string, line: string): Promise<void> {
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, NODE_ENV: '' }
  // Only root can give files away.
  const script = line.replace(/\bchown -R 1000:1000\b/, 'ls -d')
  await run('sh', ['-c', script], { cwd: folder, env, maxBuffer: 10 * 1024 ** 2 })
}

async function copy(parent: string, folder: string, words: string[]): Promise<void> {
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const destination = words.pop() ?? ''
  const to = join(folder, destination)
  for (const source of words) {
    const from = stage ? join(parent, stage, source.replace(/^\/app\//, '')) : join(ROOT, source)
    // As .dockerignore says.
    const filter = (path: string) => stage !== undefined || !/\/dist(\.new-\w+)?$/.test(path)
    const target = destination.endsWith('/') ? join(to, source) : to
    await cp(from, target, { recursive: true, filter, verbatimSymlinks: true })
  }
}

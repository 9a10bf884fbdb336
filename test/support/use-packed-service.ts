// Uses an installed service as packed-service.ts does, where npm cannot be called and, if possible, nothing is reachable.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { onCleanup } from './cleanup.ts'

const PROBE = join(import.meta.dirname, 'packed-service.ts')
const NOTE = 'npm-was-called'

/** As root on Linux: without any network but the loopback device. */
const isIsolated = process.platform === 'linux' && process.getuid?.() === 0

/** In a new directory; expects that everything works. `node` is what the user of the package has. */
export async function useService(command: string, node: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-packed-'))
  onCleanup(() => rm(directory, { recursive: true, force: true, maxRetries: 50 }))
  const env = { PATH: await pathWith(node, directory), HOME: process.env.HOME }
  const line = [process.execPath, '--disable-warning=ExperimentalWarning', PROBE]
  const [program = '', ...args] = isIsolated
    ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...line]
    : line
  const { stdout } = await promisify(execFile)(program, [...args, command, directory], { env })
  expect(JSON.parse(stdout)).toEqual({
    ready: 200,
    console: { isGuessable: true, page: 200, script: 200 },
    docs: 200,
    workbook: 2,
    thumbnail: 'image/webp',
    exitCode: 0,
  })
  const files = await readdir(directory)
  expect(files).toContain('data')
  expect(files).not.toContain(NOTE)
}

/** A PATH on which `node` is this program, and npm fails and leaves a note in the directory. */
export async function pathWith(node: string, directory: string): Promise<string> {
  const folder = join(directory, 'path')
  await mkdir(folder)
  await symlink(node, join(folder, 'node'))
  for (const name of ['npm', 'npx']) {
    await writeFile(
      join(folder, name),
      `#!/bin/sh\necho "$@" >>'${join(directory, NOTE)}'\nexit 1\n`,
    )
    await chmod(join(folder, name), 0o755)
  }
  return `${folder}:/usr/bin:/bin:/usr/sbin:/sbin`
}

// `earshot api` against a service that listens on a port.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { onCleanup } from '../support/cleanup.ts'
import { baseEnvironment, MAIN, NODE_OPTIONS } from '../support/command.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
let url: string
let directory: string

beforeAll(async () => {
  at = await startTestService()
  url = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  directory = await mkdtemp(join(tmpdir(), 'earshot-api-'))
  onCleanup(() => rm(directory, { recursive: true }))
})

type Run = { env?: Record<string, string>; input?: string; program?: string[] }

async function api(args: string[], { env = {}, input = '', program }: Run = {}) {
  const [file = process.execPath, ...before] = program ?? [
    process.execPath,
    ...NODE_OPTIONS,
    MAIN,
    'api',
  ]
  const child = spawn(file, [...before, ...args], {
    env: {
      ...baseEnvironment(),
      EARSHOT_URL: url,
      EARSHOT_TOKEN: at.token,
      EARSHOT_DATA: directory,
      ...env,
    },
  })
  // A program that ends without reading its input closes the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const exited = new Promise<number>((resolve) =>
    child.once('close', (code) => resolve(code ?? -1)),
  )
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, stdout, stderr }
}

describe('earshot api', () => {
  test('prints the body as the service sends it', async () => {
    const result = await api(['GET', '/statuses?per_page=1'])
    const { text: body } = await at.get('/statuses?per_page=1')
    expect(result).toEqual({ code: 0, stdout: body, stderr: '' })
  })

  test('takes a path without a slash, a path below /api and query parameters', async () => {
    const { text: body } = await at.get('/statuses?per_page=2')
    for (const args of [
      ['get', 'statuses', '-d', 'per_page=2'],
      ['GET', '/api/v2/admin/statuses', '--data', 'per_page=2'],
    ])
      expect(await api(args)).toEqual({ code: 0, stdout: body, stderr: '' })
  })

  test('sends a form', async () => {
    const name = 'A & B = ü + 1'
    const { code, stdout } = await api(['POST', '/labels', '-d', `name=${name}`])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).labels[0].name).toBe(name)
  })

  test('sends JSON from an argument, a file and standard input', async () => {
    const file = join(directory, 'label.json')
    await writeFile(file, '{"name": "from a file"}')
    const results = [
      await api(['POST', '/labels', '--json', '{"name": "from an argument"}']),
      await api(['POST', '/labels', '--json', `@${file}`]),
      await api(['POST', '/labels', '--json', '-'], { input: '{"name": "from standard input"}' }),
    ]
    expect(results.map(({ stdout }) => JSON.parse(stdout).labels[0].name)).toEqual([
      'from an argument',
      'from a file',
      'from standard input',
    ])
  })

  test('prints the status and the headers with -i', async () => {
    const { stdout } = await api(['GET', '/statuses', '-i'])
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)+\n\{"statuses":/)
    expect(stdout).toMatch(/^content-type: application\/json; charset=utf-8$/m)
  })

  test('indents JSON on a terminal', async () => {
    const command = `"${process.execPath}" "${MAIN}" api GET /statuses`
    const program = ['script', '-qec', command, '/dev/null']
    const version = await api([], { program: ['script', '--version'] }).catch(() => null)
    if (version?.code !== 0) return
    const { stdout } = await api([], { program, env: { TERM: 'xterm' } })
    expect(stdout.replaceAll('\r', '')).toMatch(/^\{\n {2}"statuses": \[\n {4}\{\n {6}"id": /)
  })

  test('prints an error body, a summary on standard error, and exits with 1', async () => {
    const { code, stdout, stderr } = await api(['GET', '/suggestions/999999'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: 'not_found' })
    expect(stderr).toBe('earshot api: GET /api/v2/admin/suggestions/999999: 404 Not Found.\n')
  })

  test('uses the token that serve stored in the data directory', async () => {
    const EARSHOT_DATA = join(directory, 'data')
    await mkdir(EARSHOT_DATA)
    const env = { EARSHOT_DATA, EARSHOT_TOKEN: '' }
    expect(await api(['GET', '/users/current'], { env })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`There is no token in ${join(EARSHOT_DATA, 'token')}. Set`),
    })
    await writeFile(join(EARSHOT_DATA, 'token'), `${at.token}\n`)
    expect((await api(['GET', '/users/current'], { env })).code).toBe(0)
  })

  test('says when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const environments: Record<string, string>[] = [
      { EARSHOT_URL: `http://127.0.0.1:${port}` },
      { EARSHOT_URL: '', HOST: '127.0.0.1', PORT: String(port) },
    ]
    for (const env of environments)
      expect(await api(['GET', '/users'], { env })).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(
            `^earshot api: Nothing listens at http://127\\.0\\.0\\.1:${port}\\. Start .*\n$`,
          ),
        ),
      })
  })

  test.each([
    [['GET', 'https://example.com/'], /PATH: "https:\/\/example\.com\/" is not a path\./],
    [['POST', '/labels', '-d', 'name'], /--data: "name" is not NAME=VALUE\./],
    [['POST', '/labels', '-d', 'a=b', '--json', '{}'], /--json cannot be combined with --data\./],
    [['GET', '/labels', '--json', '{}'], /--json cannot be combined with GET\./],
    [['GET'], /PATH is missing\./],
  ])('%j is wrong use', async (args, message) => {
    const { code, stdout, stderr } = await api(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).toContain('Usage: earshot api METHOD PATH')
  })

  test('a token with spaces is a wrong environment variable', async () => {
    const { code, stderr } = await api(['GET', '/users'], { env: { EARSHOT_TOKEN: 'a b' } })
    expect(code).toBe(2)
    expect(stderr).toMatch(/EARSHOT_TOKEN is not a token/)
    expect(stderr).not.toContain('a b')
  })
})

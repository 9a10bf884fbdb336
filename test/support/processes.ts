// Real service processes on the database of a test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findProgram } from './bundle.ts'
import { onCleanup } from './cleanup.ts'
import { baseEnvironment, databaseUrl, MAIN, NODE_OPTIONS } from './command.ts'
import { TEST_KEY } from './service.ts'

const PATIENT_SERVICE = findProgram('test/support/patient-service.ts')

export type Process = {
  child: ChildProcess
  output(): string
  /** The address of a service; empty for a worker. */
  address: string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Services without jobs that share a database. A stalled machine delays their responses, but does not change them. */
export async function startServices(
  connection: pg.ClientConfig,
  count: number,
): Promise<Process[]> {
  const start = await processesOn(connection, PATIENT_SERVICE)
  return Promise.all(Array.from({ length: count }, () => start([], { EARSHOT_NODES: `${count}` })))
}

/** Start with `start(['serve'])` or `start(['work'])`; all are killed after the tests of the file. */
export async function processesOn(connection: pg.ClientConfig, main = MAIN) {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-processes-'))
  const all: ChildProcess[] = []
  onCleanup(async () => {
    for (const child of all) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  })

  return async (args: string[], more: Record<string, string> = {}): Promise<Process> => {
    const url = {
      DATABASE_URL: databaseUrl(connection),
      EARSHOT_SECRET_KEY: TEST_KEY,
      EARSHOT_DATA: dataDir,
      PORT: '0',
    }
    const child = spawn(process.execPath, [...NODE_OPTIONS, main, ...args], {
      env: { ...baseEnvironment(), LOG_LEVEL: 'warn', ...url, ...more },
    })
    all.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
      })
    const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
    const failed = ended.then((code) => {
      throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
    })
    failed.catch(() => {})
    while (!/Ctrl-C stops it/.test(output)) await Promise.race([sleep(20), failed])
    const address = /^ {2}Portal +(\S+)\/ /m.exec(output)?.[1] ?? ''
    return { child, output: () => output, address, ended }
  }
}

/** Without a terminal the banner of `serve` names the file of the token. */
export async function storedToken(output: string): Promise<string> {
  const [, file = ''] = /^ {2}Token +in the file (.+)$/m.exec(output) ?? []
  return (await readFile(file, 'utf8')).trim()
}

export type Asked = { status: number; headers: Headers; text: string }

/** One request of a client; undefined without a response. */
export async function ask(
  { address, token }: { address: string; token: string },
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Asked | undefined> {
  try {
    const answer = await fetch(`${address}/api/v2/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch {
    return undefined
  }
}

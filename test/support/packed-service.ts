// Starts an installed package as its user would, in an empty directory, uses it and prints what it answered. A process of its
// own, because it runs where there is no network: packed-service.ts COMMAND DIRECTORY
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const [command = '', directory = ''] = process.argv.slice(2)
const FIXTURES = join(import.meta.dirname, 'fixtures')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const service = spawn(command, ['serve'], {
  cwd: directory,
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(service, 'exit')
let printed = ''
service.stdout.on('data', (chunk) => {
  printed += chunk
})

try {
  const address = await poll(() => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0])
  const token = (await poll(() => readFile(join(directory, 'data/token'), 'utf8'))).trim()
  console.log(JSON.stringify(await use(address, token)))
} finally {
  service.kill('SIGTERM')
  await ended
}

async function use(address: string, token: string) {
  const api = (path: string, request: RequestInit = {}) =>
    fetch(`${address}/api/v2/admin${path}`, {
      ...request,
      headers: { authorization: `Bearer ${token}`, ...request.headers },
    })
  const ready = await poll(async () => {
    const { status } = await fetch(`${address}/readyz`)
    return status === 200 && status
  })
  return {
    ready,
    console: await openConsole(address),
    docs: (await fetch(`${address}/docs`)).status,
    workbook: await previewWorkbook(api),
    thumbnail: await makeThumbnail(api),
    exitCode: await stop(),
  }
}

/** As a new member of staff: in a thread the password is judged, then the console is there. */
async function openConsole(address: string) {
  const person = ['--email', 'ann@example.com', '--role', 'owner', '--json']
  const { stdout } = await promisify(execFile)(command, ['people', 'create', ...person], {
    cwd: directory,
  })
  const code = JSON.parse(stdout).link.split('#')[1]
  const submit = (password: string) =>
    fetch(`${address}/admin/welcome`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ code, name: 'Ann', email: 'ann@example.com', password }),
    })
  const refused = await submit('passwordpassword')
  const accepted = await submit('seven purple bicycles')
  const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const page = await fetch(`${address}/admin`, { headers: { cookie }, redirect: 'manual' })
  const script = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  return {
    isGuessable: (await refused.text()).includes('too easy to guess'),
    page: page.status,
    script: (await fetch(address + script)).status,
  }
}

type Api = (path: string, request?: RequestInit) => Promise<Response>

/** Read in a thread. */
async function previewWorkbook(api: Api) {
  const response = await api('/imports/preview', {
    method: 'POST',
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
    body: await readFile(join(FIXTURES, 'customers.xlsx')),
  })
  const { import_preview } = (await response.json()) as { import_preview: { valid_rows: number } }
  return import_preview.valid_rows
}

/** Made in a process of its own, by a background job. */
async function makeThumbnail(api: Api) {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png')
  const response = await api('/attachments', { method: 'POST', body: form })
  const { attachments } = (await response.json()) as { attachments: { thumb_url: string }[] }
  return poll(async () => {
    const thumbnail = await fetch(attachments[0]?.thumb_url ?? '')
    await thumbnail.arrayBuffer()
    // A placeholder until it is made.
    const type = thumbnail.headers.get('content-type')
    return type === 'image/webp' && type
  })
}

async function stop() {
  service.kill('SIGTERM')
  const [exitCode] = await ended
  return exitCode
}

/** The first true value, within two minutes. */
async function poll<T>(read: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 120_000
  for (;;) {
    if (service.exitCode !== null) throw new Error(`The service ended: ${service.exitCode}`)
    const value = await Promise.resolve()
      .then(read)
      .catch(() => undefined)
    if (value) return value
    if (Date.now() > deadline)
      throw new Error(
        `No answer within two minutes. Files: ${await readdir(directory)}\n${printed}`,
      )
    await sleep(100)
  }
}

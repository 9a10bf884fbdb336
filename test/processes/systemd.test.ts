// The steps of deploy/systemd/earshot.service, followed as another user. Needs root, Linux and a minute.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'

const TRY = join(import.meta.dirname, '../../deploy/systemd/try')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const isPossible = process.platform === 'linux' && process.getuid?.() === 0
const reason = isPossible ? 'run by bin/test --nightly' : 'needs root on Linux'

test.skipIf(!(EXHAUSTIVE && isPossible))(
  `the steps of the systemd unit work as another user (${reason})`,
  { timeout: 600_000 },
  async () => {
    const env = { ...process.env, PORT: String(await freePort()) }
    const { stdout } = await promisify(execFile)(TRY, { env })
    expect(stdout).toContain('The steps of earshot.service work.')
  },
)

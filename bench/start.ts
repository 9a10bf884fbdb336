// A cold start on an existing data directory to the first response, compared with the start of PostgreSQL alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { EARSHOT, type Environment, freePort, untilReady } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'

export const startBenches: Bench[] = [{ name: 'start', run: start }]

const ROUNDS = 7

async function start(_: Environment): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-bench-start-'))
  await chmod(dataDir, 0o755)
  const ours: number[] = []
  const bare: number[] = []
  // The first start creates the cluster and is not measured.
  for (let i = 0; i <= ROUNDS; i++) {
    const service = await toFirstAnswer(dataDir)
    const postgres = await toFirstConnection(dataDir)
    if (i > 0) ours.push(service) && bare.push(postgres)
  }
  await rm(dataDir, { recursive: true, force: true })
  const ratios = ours.map((milliseconds, i) => milliseconds / (bare[i] as number))
  return [
    {
      name: 'cold start to the first response',
      ours: median(ours),
      baseline: median(bare),
      ratio: median(ratios),
      goal: '',
      unit: 'ms',
    },
  ]
}

async function toFirstAnswer(dataDir: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(EARSHOT, ['serve', '--quiet'], {
    env: { ...process.env, EARSHOT_DATA: dataDir, PORT: String(port), DATABASE_URL: '' },
    stdio: 'ignore',
  })
  await untilReady(`http://127.0.0.1:${port}/readyz`)
  const taken = performance.now() - begun
  child.kill('SIGTERM')
  await once(child, 'exit')
  return taken
}

async function toFirstConnection(dataDir: string): Promise<number> {
  const begun = performance.now()
  const server = await startEmbedded(dataDir, () => {})
  const taken = performance.now() - begun
  await server.stop()
  return taken
}

// Types of a measurement, and how two things are compared on a noisy machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Environment, Running } from './environment.ts'

export type Measurement = {
  name: string
  ours: number
  baseline: number
  ratio: number
  /** "≥ 0.75", "≤ 1.3", or empty without a target. */
  goal: string
  unit: string
}

export type Bench = { name: string; run(environment: Environment): Promise<Measurement[]> }

export type Load = {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Bodies that are each sent once, instead of one repeated body. */
  bodies?: string[]
  /** Paths and tokens that are each used once, instead of one address. */
  requests?: { path: string; token: string }[]
  /** Sends each with its own Idempotency-Key. */
  hasKeys?: boolean
  connections?: number
  /** Requests per second; default: as many as possible. */
  overallRate?: number
}

export type LoadResult = { rate: number; failed: number; p50: number; p99: number }

const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 16

/** Requests per second, from another process; a response other than 2xx fails the measurement. */
export const requestsPerSecond = async (load: Load): Promise<number> =>
  (await measureLoad(load)).rate

/** The same, with latencies in milliseconds. */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({ connections: CONNECTIONS, ...load, duration: SECONDS })
  const [result] = (await once(child, 'message')) as [LoadResult]
  await once(child, 'exit')
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${load.url} failed.`)
  return result
}

/** Measures both alternately; returns the medians and the median of the ratios of adjacent runs. */
export async function measureAlternately(
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number; ratio: number }> {
  await ours()
  await baseline()
  const pairs: { ours: number; baseline: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    // Alternates the order, so neither always runs on a warmer machine.
    const first = i % 2 === 0 ? await ours() : undefined
    const other = await baseline()
    pairs.push({ ours: first ?? (await ours()), baseline: other })
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    baseline: median(pairs.map((pair) => pair.baseline)),
    ratio: median(pairs.map((pair) => pair.ours / pair.baseline)),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

const REQUEST_ROUNDS = 5

/** The median time of one request of the API compared with that of another, one at a time. */
export async function compareRequests(
  server: Running,
  path: string,
  baselinePath: string,
  goal: string,
): Promise<Measurement> {
  const ours: number[] = []
  const others: number[] = []
  for (let round = 0; round <= REQUEST_ROUNDS; round++) {
    const mine = await milliseconds(server, path)
    const other = await milliseconds(server, baselinePath)
    // The first round fills caches.
    if (round === 0) continue
    ours.push(mine)
    others.push(other)
  }
  const [mine, baseline] = [median(ours), median(others)]
  return { name: path, ours: mine, baseline, ratio: mine / baseline, goal, unit: 'ms' }
}

async function milliseconds({ url, token }: Running, path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${url}/api/v2/admin${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body.slice(0, 200)}`)
  return performance.now() - begun
}

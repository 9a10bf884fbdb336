// What a measurement is, and how two things are measured against each other on a noisy machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { World } from './environment.ts'

export type Measurement = {
  name: string
  ours: number
  limit: number
  ratio: number
  /** "≥ 0.75", "≤ 1.3", or empty where the number only stands beside its limit. */
  goal: string
  unit: string
}

export type Bench = { name: string; run(world: World): Promise<Measurement[]> }

export type Load = {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Each sent once, instead of the one over and over. */
  bodies?: string[]
  /** Each of them with an Idempotency-Key of its own. */
  hasKeys?: boolean
  connections?: number
  /** Requests a second, instead of as many as possible. */
  overallRate?: number
}

export type LoadResult = { rate: number; failed: number; p50: number; p99: number }

const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 16

/** Requests a second, loaded from another process; an answer other than 2xx ends the measurement. */
export const requestsPerSecond = async (load: Load): Promise<number> =>
  (await measureLoad(load)).rate

/** The same, with how long answers took, in milliseconds. */
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

/** Both, in turns; the medians, and the median of the ratios of neighbours, which share the machine's mood. */
export async function measureAlternately(
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: number; limit: number; ratio: number }> {
  await ours()
  await limit()
  const pairs: { ours: number; limit: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    // Who goes first changes, so that neither always runs on a warmer machine.
    const first = i % 2 === 0 ? await ours() : undefined
    const other = await limit()
    pairs.push({ ours: first ?? (await ours()), limit: other })
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    limit: median(pairs.map((pair) => pair.limit)),
    ratio: median(pairs.map((pair) => pair.ours / pair.limit)),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

// The load generator, in its own process: receives a load by message and sends back the result.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import type { Load } from './measure.ts'

type Told = Load & { duration: number; connections: number }

process.once('message', async ({ bodies, ...told }: Told) => {
  process.send?.(bodies ? await eachOnce(told, bodies) : await again(told))
  process.disconnect()
})

async function again(told: Told) {
  const result = await autocannon(told as autocannon.Options)
  return {
    rate: result.requests.total / result.duration,
    failed: result.non2xx + result.errors,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** Sends every body once within the duration. */
async function eachOnce(told: Told, bodies: string[]) {
  const { url, method, headers, duration, connections, hasKeys } = told
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const begun = performance.now()
  let done = 0
  let failed = 0
  const send = (body: string) =>
    new Promise<void>((resolve, reject) => {
      const keyed = hasKeys ? { ...headers, 'idempotency-key': randomUUID() } : headers
      const sent = request(url, { method, headers: keyed, agent }, (answer) => {
        if ((answer.statusCode ?? 500) >= 300) failed += 1
        answer.resume().once('end', resolve)
      })
      sent.once('error', reject).end(body)
    })
  const sender = async () => {
    while (performance.now() - begun < duration * 1000) {
      const body = bodies[done++]
      if (body === undefined) throw new Error('There is nothing left to send.')
      await send(body)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  agent.destroy()
  return { rate: done / ((performance.now() - begun) / 1000), failed, p50: 0, p99: 0 }
}

// The load generator, in its own process: receives a load by message and sends back the result.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import type { Load } from './measure.ts'

type Told = Load & { duration: number; connections: number }

process.once('message', async ({ bodies, requests, ...told }: Told) => {
  const { url } = told
  const each =
    requests?.map(({ path, token }) => ({ url: `${url}${path}`, token, body: '' })) ??
    bodies?.map((body) => ({ url, token: undefined, body }))
  process.send?.(each ? await eachOnce(told, each) : await again(told))
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

type One = { url: string; token: string | undefined; body: string }

/** Sends every request once within the duration. */
async function eachOnce(told: Told, each: One[]) {
  const { method, headers, duration, connections, hasKeys } = told
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const begun = performance.now()
  let done = 0
  let failed = 0
  const send = ({ url, token, body }: One) =>
    new Promise<void>((resolve, reject) => {
      const keyed = {
        ...headers,
        ...(hasKeys && { 'idempotency-key': randomUUID() }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const sent = request(url, { method, headers: keyed, agent }, (answer) => {
        if ((answer.statusCode ?? 500) >= 300) failed += 1
        answer.resume().once('end', resolve)
      })
      sent.once('error', reject).end(body)
    })
  const sender = async () => {
    while (performance.now() - begun < duration * 1000) {
      const one = each[done++]
      if (one === undefined) throw new Error('There is nothing left to send.')
      await send(one)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  agent.destroy()
  return { rate: done / ((performance.now() - begun) / 1000), failed, p50: 0, p99: 0 }
}

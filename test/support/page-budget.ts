// How fast a page appears in a browser, beside the same page as a static file.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { onCleanup } from './cleanup.ts'

/** A server that has the bytes of a page, and of what it loads, in memory. Returns the address of the page. */
export async function startStaticCopy(address: string, path: string): Promise<string> {
  const read = async (from: string) => {
    const answer = await fetch(`${address}${from}`)
    if (!answer.ok) throw new Error(`${from} answered ${answer.status}`)
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    return { type, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const page = await read(path)
  const parts = [
    ...page.body.toString().matchAll(/(?:<link rel="(?:stylesheet|icon)" href|src)="(\/[^"]+)"/g),
  ]
  const files = new Map([[path, page]])
  for (const [, part = ''] of parts) files.set(part, await read(part))
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type, 'content-length': file.body.length })
    return response.end(file.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

export type Painted = {
  /** Milliseconds until the largest part of the page was drawn. */
  largest: number
  /** The sum of all layout shifts. */
  shift: number
}

// Until the browser has told of a paint; two frames later nothing of the page's own is left to draw.
const OBSERVE = `new Promise((done) => {
  let largest = 0
  let shift = 0
  const shifts = new PerformanceObserver(() => {})
  shifts.observe({ type: 'layout-shift', buffered: true })
  const sum = (list) => { for (const { value } of list) shift += value }
  new PerformanceObserver((list, paints) => {
    for (const { startTime } of list.getEntries()) largest = startTime
    requestAnimationFrame(() => requestAnimationFrame(() => {
      for (const { startTime } of paints.takeRecords()) largest = startTime
      sum(performance.getEntriesByType('layout-shift'))
      sum(shifts.takeRecords())
      done({ largest, shift })
    }))
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** In a profile of its own: nothing is in a cache. */
export async function paint(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 844 } })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  const painted = (await page.evaluate(OBSERVE)) as Painted
  await context.close()
  return painted
}

/** Milliseconds of one request. */
export async function requestTime(url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url)
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 200)}`)
  return performance.now() - begun
}

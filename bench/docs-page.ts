// How long a browser needs until the first operation of an API reference is visible, what it loads and what axe says.
// CHROMIUM_PATH=… node bench/docs-page.ts http://127.0.0.1:8080/docs .operation
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, chromium } from 'playwright-core'

const RUNS = 5
const [url = 'http://127.0.0.1:8080/docs', selector = '.operation'] = process.argv.slice(2)
const executablePath = process.env.CHROMIUM_PATH
if (executablePath === undefined) throw new Error('Set CHROMIUM_PATH to a Chromium binary.')

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function measure(browser: Browser) {
  // Each run has an empty cache. Other references need inline scripts, which a strict policy blocks.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
  })
  const page = await context.newPage()
  const hosts = new Set<string>()
  let bytes = 0
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(selector).first().waitFor({ timeout: 60_000 })
  const milliseconds = Math.round(performance.now() - began)
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe)
  const violations = (await page.evaluate(
    'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + " x" + nodes.length))',
  )) as string[]
  await context.close()
  return { milliseconds, kilobytes: Math.round(bytes / 1024), hosts: [...hosts], violations }
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (let i = 0; i < RUNS; i++) console.log(JSON.stringify(await measure(browser)))
await browser.close()

// The page on which people allow an application to act as them, in a real browser.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  expectGoodPage,
  hasBrowser,
  openPage,
  SCREENS,
  startBrowser,
  takePicture,
} from '../support/browser.ts'
import { onCleanup } from '../support/cleanup.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, PASSWORD, submit } from '../support/staff.ts'

const at = await startTestService()
const address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
at.service.setAddress(address)

/** The application: another origin, which remembers where it was called. */
const calls: URL[] = []
const application = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://app')
  if (url.pathname === '/callback') calls.push(url)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<!doctype html><html lang="en"><title>App</title><h1>The application</h1></html>')
})
application.listen(0, '127.0.0.1')
await once(application, 'listening')
onCleanup(async () => void application.close())
const callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`

test.runIf(hasBrowser)('the page leads to the application and back, on every screen', async () => {
  const browser = await startBrowser()
  const client = await at.aClient({
    name: 'Roadmap board',
    redirectUris: [callback],
    scopes: ['feedback:write', 'people:read'],
  })
  for (const [width, scheme] of SCREENS) {
    const person = await aPerson(at, 'admin')
    const verifier = randomBytes(32).toString('base64url')
    const request = new URLSearchParams({
      response_type: 'code',
      client_id: client.key,
      redirect_uri: callback,
      state: 'x y',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { page, errors } = await openPage(browser, width, scheme, { javaScriptEnabled: false })
    await page.goto(`${address}/api/v2/oauth/authorize?${request}`)
    await page.fill('#email', person.email)
    await page.fill('#password', PASSWORD)
    await page.click('button')
    expect(await page.textContent('h1')).toBe('Allow access?')
    expect(await page.textContent('main')).toContain(person.email)
    await takePicture(page, `consent-${width}-${scheme}`)
    await page.click('text=Allow >> nth=-1')
    expect(await page.textContent('h1')).toBe('The application')
    const { code, state, iss } = Object.fromEntries(calls.at(-1)?.searchParams ?? [])
    expect([state, iss]).toEqual(['x y', address])
    const { body } = await submit(at, '/api/v2/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client.key,
      client_secret: client.secret,
      code: code ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    })
    expect(body.scope).toBe('feedback:write people:read')
    expect(errors).toEqual([])
  }
})

test.runIf(hasBrowser)('the page is accessible and fits, on every screen', async () => {
  const browser = await startBrowser()
  const { key } = await at.aClient({ redirectUris: [callback] })
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: key,
    redirect_uri: callback,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  })
  const person = await aPerson(at, 'viewer')
  const { page } = await openPage(browser, 1280, 'light', { bypassCSP: true })
  await page.goto(`${address}/api/v2/oauth/authorize?${request}`)
  await page.fill('#email', person.email)
  await page.fill('#password', PASSWORD)
  await page.click('button')
  expect(await page.textContent('h1')).toBe('Allow access?')
  await expectGoodPage(page, 'allow')
  await page.click('text=Deny')
  expect(calls.at(-1)?.searchParams.get('error')).toBe('access_denied')
  await page.goto(`${address}/api/v2/oauth/authorize?client_id=nobody`)
  expect(await page.textContent('h1')).toBe('This link does not work')
  await expectGoodPage(page, 'refused')
})

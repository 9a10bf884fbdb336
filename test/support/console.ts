// The console in a real browser: a service that listens, and people who are signed in.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Role } from '../../src/auth/roles.ts'
import {
  axeViolations,
  newContext,
  type OpenPage,
  type SCHEMES,
  SCREENS,
  scrollsAsAWhole,
  scrollsSideways,
  startBrowser,
  watchPage,
} from './browser.ts'
import { EXHAUSTIVE } from './exhaustive.ts'
import { startTestService, type TestService } from './service.ts'
import { aPerson, aSession, type TestPerson } from './staff.ts'

export type ConsolePage = OpenPage & { person: TestPerson }

export type Visit = {
  role?: Role
  /** Someone who exists already. */
  person?: TestPerson
  width?: number
  scheme?: (typeof SCHEMES)[number]
  /** The language of the browser. */
  locale?: string
  /** In the profile of earlier pages like it, where the files of the console are cached. */
  isShared?: boolean
}

export type TestConsole = {
  at: TestService
  browser: Browser
  address: string
  /** Opens a path below /admin in a browser of its own, signed in. */
  open(path: string, visit?: Visit): Promise<ConsolePage>
}

/** `usual` is what a visit is like unless it says otherwise. */
export async function startConsole(
  usual: Visit = {},
  service: Parameters<typeof startTestService>[1] = {},
): Promise<TestConsole> {
  const at = await startTestService(undefined, service)
  const address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  const browser = await startBrowser()
  const profiles = new Map<string, { person: TestPerson; context: BrowserContext }>()
  return {
    at,
    browser,
    address,
    async open(path, own = {}) {
      const visit = { ...usual, ...own }
      const { role = 'admin', width = 1280, scheme = 'light', locale } = visit
      const signIn = async () => {
        const person = visit.person ?? (await aPerson(at, role))
        const context = await newContext(browser, width, scheme, { locale })
        const [name = '', value = ''] = (await aSession(at, person.id)).split('=')
        await context.addCookies([{ name, value, url: address }])
        return { person, context }
      }
      const key = [role, width, scheme].join()
      const isShared = visit.isShared === true && !visit.person && locale === undefined
      const profile = (isShared && profiles.get(key)) || (await signIn())
      if (isShared) {
        profiles.set(key, profile)
        profile.context.once('close', () => profiles.delete(key))
      }
      const opened = await watchPage(profile.context)
      // Streams of open pages use up the connections of a profile.
      onTestFinished(() => opened.page.close())
      await opened.page.goto(`${address}/admin${path}`)
      return { ...opened, person: profile.person }
    },
  }
}

let further = 0

const SCREENSHOTS = join(import.meta.dirname, '../../screenshots')

/**
 * What is expected of every screen, after `prepare` has brought it into the state to look at: accessible in light and dark, no
 * sideways scrolling, no error, no other host. Leaves a picture of it in `screenshots/`, for people to look at. A further state of
 * a screen (`triage-empty`) is looked at wide and light or narrow and dark, in turn; in the nightly run everything everywhere.
 * Only a state whose name ends in `-loading` may have skeletons.
 */
export async function expectGoodScreen(
  { open, address }: TestConsole,
  { name, path, visit = {} }: { name: string; path: string; visit?: Visit },
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const isFurther = name.includes('-') && !EXHAUSTIVE
  const screens = isFurther ? SCREENS.filter((_, i) => i === further % SCREENS.length) : SCREENS
  if (isFurther) further += 1
  for (const [width, scheme] of screens) {
    const { page, hosts, errors } = await open(path, { isShared: true, ...visit, width, scheme })
    await prepare(page)
    // What is still loading says nothing about the screen.
    if (!name.endsWith('-loading'))
      await expect.poll(() => page.locator('main .skeleton').count(), { message: name }).toBe(0)
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) })
    expect(await axeViolations(page), `${name} ${width} ${scheme}`).toEqual([])
    expect(await scrollsSideways(page), `${name} ${width}`).toBe(false)
    expect(await scrollsAsAWhole(page), `${name} ${width}`).toBe(false)
    expect(errors, name).toEqual([])
    expect([...hosts]).toEqual([new URL(address).host])
    await page.close()
  }
}

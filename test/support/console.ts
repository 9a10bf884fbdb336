// The console in a real browser: a service that listens, and people who are signed in.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Role } from '../../src/auth/roles.ts'
import {
  axeViolations,
  isLookedAt,
  newContext,
  type OpenPage,
  type SCHEMES,
  SCREENS,
  scrollsAsAWhole,
  scrollsSideways,
  startBrowser,
  WATCHED,
  watchPage,
} from './browser.ts'
import { startTestService, type TestService } from './service.ts'
import { aPerson, aSession, type TestPerson } from './staff.ts'

export type ConsolePage = OpenPage & {
  person: TestPerson
  /** Closes the page, or keeps it for the next visit of its shared profile. */
  leave(): Promise<void>
}

export type Visit = {
  role?: Role
  /** Someone who exists already. */
  person?: TestPerson
  width?: number
  scheme?: (typeof SCHEMES)[number]
  /** The language of the browser. */
  locale?: string
  /**
   * In the profile of earlier pages like it, where the files of the console are cached, and in a page that an earlier test has
   * left: a new one takes twice the CPU time. What a test keeps in the storage of the profile stays there.
   */
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
  const profiles = new Map<string, Profile>()
  return {
    at,
    browser,
    address,
    async open(path, own = {}) {
      const visit = { ...usual, ...own }
      const { role = 'admin', width = 1280, scheme = 'light', locale } = visit
      const signIn = async (): Promise<Profile> => {
        const person = visit.person ?? (await aPerson(at, role))
        const context = await newContext(browser, width, scheme, { locale })
        const [name = '', value = ''] = (await aSession(at, person.id)).split('=')
        await context.addCookies([{ name, value, url: address }])
        return { person, context, left: [] }
      }
      const key = [role, width, scheme].join()
      const isShared = visit.isShared === true && !visit.person && locale === undefined
      const profile = (isShared && profiles.get(key)) || (await signIn())
      if (isShared) {
        profiles.set(key, profile)
        profile.context.once('close', () => profiles.delete(key))
      }
      const opened = await watchPage(profile.context, profile.left.pop())
      const { page } = opened
      const leave = async () => {
        if (page.isClosed() || profile.left.includes(page)) return
        if (isShared && (await comeToRest(page, address))) profile.left.push(page)
        else await page.close()
      }
      // Streams of open pages use up the connections of a profile.
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await page.close()
        else await leave()
      })
      await page.goto(`${address}/admin${path}`)
      return { ...opened, person: profile.person, leave }
    },
  }
}

type Profile = {
  person: TestPerson
  context: BrowserContext
  /** Pages that tests have left. */
  left: Page[]
}

/** Not `about:blank`, for which Chromium starts another process. */
const RESTING_PLACE = '/healthz'

/** Whether the page is as good as a new one: without routes and listeners of a test, session storage and the event stream. */
async function comeToRest(page: Page, address: string): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(`${address}${RESTING_PLACE}`, { waitUntil: 'commit' })
    await page.evaluate('sessionStorage.clear()')
    for (const event of WATCHED) page.removeAllListeners(event)
    return true
  } catch {
    return false
  }
}

const SCREENSHOTS = join(import.meta.dirname, '../../screenshots')

/**
 * What is expected of every screen, after `prepare` has brought it into the state to look at: accessible in light and dark, no
 * sideways scrolling, no error, no other host. Leaves a picture of it in `screenshots/`, for people to look at. A screen is looked
 * at wide and light or narrow and dark; in the nightly run everything everywhere. Only a state whose name ends in `-loading` may
 * have skeletons.
 */
export async function expectGoodScreen(
  { open, address }: TestConsole,
  { name, path, visit = {} }: { name: string; path: string; visit?: Visit },
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const [width, scheme] of SCREENS) {
    if (!isLookedAt(name, width)) continue
    const { page, hosts, errors, leave } = await open(path, {
      isShared: true,
      ...visit,
      width,
      scheme,
    })
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
    await leave()
  }
}

// The console in a real browser: a service that listens, and people who are signed in.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Role } from '../../src/auth/roles.ts'
import {
  axeViolations,
  HEIGHT,
  inEachScreen,
  isLookedAt,
  newContext,
  type OpenPage,
  type SCHEMES,
  SCREENS,
  scrollsAsAWhole,
  scrollsSideways,
  startBrowser,
  takePicture,
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
  /** As the person that earlier tests with this role were, whose session and storage stay. Others are new people without storage. */
  isShared?: boolean
  /** In a new profile, for a test that watches how files of the console load. Chromium asks for none that it has in memory. */
  isUncached?: boolean
}

export type TestConsole = {
  at: TestService
  browser: Browser
  address: string
  /** Opens a path below /admin, signed in. */
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
  const profiles: Profile[] = []
  const shared = new Map<Role, SignedIn>()

  const signIn = async (person: TestPerson): Promise<SignedIn> => {
    const [name = '', value = ''] = (await aSession(at, person.id)).split('=')
    return { person, cookie: { name, value, url: address } }
  }

  /** The profile of this person, one that nobody uses any more, or a new one. */
  const takeProfile = async (
    signedIn: SignedIn,
    { isShared, isUncached, locale }: Pick<Visit, 'isShared' | 'isUncached' | 'locale'>,
  ): Promise<Profile> => {
    const alike = isUncached ? [] : profiles.filter((profile) => profile.locale === locale)
    const own = isShared && alike.find(({ user }) => user === signedIn)
    const profile = own || alike.find(({ pages, left }) => pages === 0 && left.length > 0)
    if (!profile) {
      const context = await newContext(browser, 1280, 'light', { locale })
      const created = { context, locale, user: signedIn, pages: 1, left: [] }
      profiles.push(created)
      context.once('close', () => profiles.splice(profiles.indexOf(created), 1))
      await context.addCookies([signedIn.cookie])
      return created
    }
    profile.pages += 1
    if (own) return profile
    profile.user = signedIn
    await profile.context.clearCookies()
    await profile.context.clearPermissions()
    await profile.left[0]?.evaluate('localStorage.clear()')
    await profile.context.addCookies([signedIn.cookie])
    return profile
  }

  return {
    at,
    browser,
    address,
    async open(path, own = {}) {
      const visit = { ...usual, ...own }
      const { role = 'admin', width = 1280, scheme = 'light', locale, person, isUncached } = visit
      const isShared = visit.isShared === true && !person && locale === undefined
      const signedIn =
        (isShared && shared.get(role)) || (await signIn(person ?? (await aPerson(at, role))))
      if (isShared) shared.set(role, signedIn)
      const profile = await takeProfile(signedIn, { isShared, isUncached, locale })
      const { context, left } = profile
      const opened = await watchPage(context, left.pop())
      const { page } = opened
      await page.setViewportSize({ width, height: HEIGHT })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      let hasLeft = false
      const leave = async (isKept = true) => {
        if (hasLeft) return
        hasLeft = true
        // What a test did to a profile of its own can be undone only where nothing failed.
        if (isKept && !page.isClosed() && (await comeToRest(page, address))) left.push(page)
        else if (isShared) await page.close()
        else return context.close()
        profile.pages -= 1
      }
      // Streams of open pages use up the connections of a profile.
      onTestFinished(({ task }) => leave(task.result?.state !== 'fail'))
      await page.goto(`${address}/admin${path}`)
      return { ...opened, person: signedIn.person, leave }
    },
  }
}

type SignedIn = { person: TestPerson; cookie: { name: string; value: string; url: string } }

/** Files of the console are cached in it: the first page of a profile takes twice the CPU time of others. So people take over profiles. */
type Profile = {
  context: BrowserContext
  locale: string | undefined
  user: SignedIn
  /** How many pages tests use. */
  pages: number
  /** Pages that tests have left. */
  left: Page[]
}

/** Not `about:blank`, for which Chromium starts another process. */
const RESTING_PLACE = '/healthz'

/** Whether the page is as good as a new one: without routes and listeners of a test, session storage and the event stream. */
async function comeToRest(page: Page, address: string): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
    for (const popup of page.context().pages())
      if ((await popup.opener()) === page) await popup.close()
    await page.goto(`${address}${RESTING_PLACE}`, { waitUntil: 'commit' })
    await page.evaluate('sessionStorage.clear()')
    for (const event of WATCHED) page.removeAllListeners(event)
    return true
  } catch {
    return false
  }
}

/**
 * What is expected of every screen, after `prepare` has brought it into the state to look at: accessible in light and dark, no
 * sideways scrolling, no error, no other host. A screen is looked at wide and light or narrow and dark; in the nightly run everything
 * everywhere, and with a picture. Only a state whose name ends in `-loading` may have skeletons.
 */
export async function expectGoodScreen(
  { open, address }: TestConsole,
  { name, path, visit = {} }: { name: string; path: string; visit?: Visit },
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
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
    await takePicture(page, `${name}-${width}-${scheme}`)
    expect(await axeViolations(page), `${name} ${width} ${scheme}`).toEqual([])
    expect(await scrollsSideways(page), `${name} ${width}`).toBe(false)
    expect(await scrollsAsAWhole(page), `${name} ${width}`).toBe(false)
    expect(errors, name).toEqual([])
    expect([...hosts]).toEqual([new URL(address).host])
    await leave()
  }
}

/** The same of the state in which a page is, without loading it again. */
export async function expectGoodState(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.locator('main .skeleton').count(), { message: name }).toBe(0)
  await inEachScreen(
    page,
    async (width, scheme) => {
      await takePicture(page, `${name}-${width}-${scheme}`)
      expect(await axeViolations(page), `${name} ${width} ${scheme}`).toEqual([])
      expect(await scrollsSideways(page), `${name} ${width}`).toBe(false)
      expect(await scrollsAsAWhole(page), `${name} ${width}`).toBe(false)
    },
    SCREENS.filter(([width]) => isLookedAt(name, width)),
  )
}

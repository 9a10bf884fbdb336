// A real browser for tests of pages: Chromium, axe and what both say about a page.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type PageScreenshotOptions,
} from 'playwright-core'
import { expect } from 'vitest'
import { onCleanup } from './cleanup.ts'
import { EXHAUSTIVE } from './exhaustive.ts'

const require = createRequire(import.meta.url)

/** The Chromium that npm installs runs on Linux on x64. Elsewhere a Chromium on the PATH or at CHROMIUM_PATH is used. */
const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64'

const folders = (process.env.PATH ?? '').split(delimiter)
// The shell has no window and needs a quarter of the CPU time of the others.
const installedChromium =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))

export const hasBrowser = hasPackagedChromium || installedChromium !== undefined

const WIDTHS = [1280, 390]
export const HEIGHT = 844
export const SCHEMES = ['light', 'dark'] as const
/** Each width and each scheme once; all four in the nightly run. */
export const SCREENS: (readonly [number, (typeof SCHEMES)[number]])[] = EXHAUSTIVE
  ? WIDTHS.flatMap((width) => SCHEMES.map((scheme) => [width, scheme] as const))
  : [
      [1280, 'light'],
      [390, 'dark'],
    ]

/**
 * Whether a screen is looked at in this width: each in one of the two, always the same by its name; in the nightly run in both.
 * axe takes half a second.
 */
export const isLookedAt = (name: string, width: number): boolean =>
  EXHAUSTIVE || width === WIDTHS[name.length % WIDTHS.length]

export async function startBrowser(): Promise<Browser> {
  const { path, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath: path,
    env,
    // Containers and root have no sandbox.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  onCleanup(() => browser.close())
  return browser
}

type Environment = Record<string, string>

async function findChromium(): Promise<{ path: string; env: Environment }> {
  const env = { ...process.env } as Environment
  if (installedChromium !== undefined && (process.env.CHROMIUM_PATH || !hasPackagedChromium))
    return { path: installedChromium, env }
  const folder = await unpackChromium()
  const libraries = [join(folder, 'al2023/lib'), env.LD_LIBRARY_PATH].filter((one) => one)
  return {
    path: join(folder, 'chromium'),
    env: {
      ...env,
      LD_LIBRARY_PATH: libraries.join(delimiter),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks the Chromium of the package once. Several workers can do so at the same time: the first one wins. */
async function unpackChromium(): Promise<string> {
  const packages = join(import.meta.dirname, '../../node_modules')
  const { version } = require(join(packages, '@sparticuz/chromium/package.json'))
  const cache = join(packages, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const incomplete = await mkdtemp(`${folder}-`)
  // The package unpacks to the temporary directory, and the libraries that Chromium needs only when it detects AWS Lambda.
  const changed = { TMPDIR: incomplete, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  const before = { ...process.env }
  Object.assign(process.env, changed)
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    for (const name of [...Object.keys(changed), 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  // Its own configuration names a fixed path.
  await writeFile(join(incomplete, 'fonts.conf'), fontConfiguration(join(folder, 'fonts')))
  await rename(incomplete, folder).catch(async (error) => {
    await rm(incomplete, { recursive: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** Only the fonts of the package, so that pages have the same width on every machine. */
const fontConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>
`

export type OpenPage = { page: Page; hosts: Set<string>; errors: string[] }

/** Shows the page in each width and scheme, without loading it again, and then as it was. */
export async function inEachScreen(
  page: Page,
  check: (width: number, scheme: (typeof SCHEMES)[number]) => Promise<unknown>,
  screens = SCREENS,
): Promise<void> {
  const before = page.viewportSize()
  for (const [width, colorScheme] of screens) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme })
    await check(width, colorScheme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** No sideways scrolling in each screen, and no violations in one of them, which the name chooses; in the nightly run in each. */
export const expectGoodPage = (page: Page, name: string): Promise<void> =>
  inEachScreen(page, async (width, scheme) => {
    const where = `${name} ${width} ${scheme}`
    if (isLookedAt(name, width)) expect(await axeViolations(page), where).toEqual([])
    expect(await scrollsSideways(page), where).toBe(false)
  })

const PICTURES = join(import.meta.dirname, '../../screenshots')
const hasPictures = EXHAUSTIVE || process.env.PICTURES === '1'

/** Leaves a picture in `screenshots/` for people to look at: in the nightly run, and with `PICTURES=1`. Each takes 0.3 s of CPU time. */
export async function takePicture(
  page: Page,
  name: string,
  options: PageScreenshotOptions = {},
): Promise<void> {
  if (!hasPictures) return
  await mkdir(PICTURES, { recursive: true })
  await page.screenshot({ ...options, path: join(PICTURES, `${name}.png`) })
}

/** A page in a profile of its own, with the hosts that it contacts and the errors that it logs. */
export async function openPage(
  browser: Browser,
  width: number,
  scheme: (typeof SCHEMES)[number],
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  return watchPage(await newContext(browser, width, scheme, options))
}

export const newContext = (
  browser: Browser,
  width: number,
  scheme: (typeof SCHEMES)[number],
  options: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  // Without motion a page is at rest sooner, and a machine without a graphics card has less to draw.
  browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...options,
  })

/** Events to which tests listen. */
export const WATCHED = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
]

/** A page in a profile, which is new unless one is given, with the hosts that it contacts and the errors that it logs. */
export async function watchPage(context: BrowserContext, left?: Page): Promise<OpenPage> {
  const page = left ?? (await context.newPage())
  page.setDefaultTimeout(60_000)
  const hosts = new Set<string>()
  const errors: string[] = []
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return { page, hosts, errors }
}

const axeFile = require.resolve('axe-core/axe.min.js')

// What passes is not reported, and all styles are on the page: both save much time.
const AXE_OPTIONS = JSON.stringify({ resultTypes: ['violations'], preload: false })

type AxeResults = { violations: { id: string; nodes: { html: string }[] }[] }

/** Violations of every impact, each with the first elements that it concerns. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const { violations } = (await page.evaluate(`axe.run(document, ${AXE_OPTIONS})`)) as AxeResults
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))].join('\n'),
  )
}

/** The shell of the console would scroll away. */
export const scrollsAsAWhole = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollHeight > document.documentElement.clientHeight')

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

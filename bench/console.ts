// The console in a real browser, among a million suggestions and 100,000 people and among ten thousand and 1,000: first rows,
// another filter, a deep scroll, the screen again from the cache, people, and a report. CHROMIUM_PATH names another browser than that of the tests.
import type { Page } from 'playwright-core'
import { openPage, startBrowser } from '../test/support/browser.ts'
import { runCleanups } from '../test/support/cleanup.ts'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'

const SIZES = [1_000_000, 10_000]
const ROUNDS = 3
const DEEP_ROWS = 3_000
const EMAIL = 'bench@example.com'
const PASSWORD = 'wickedly blue otters'

type Figures = Record<'first' | 'filter' | 'deep' | 'cached' | 'frame' | 'users' | 'report', number>

export const consoleBenches: Bench[] = [
  {
    name: 'console',
    async run(environment) {
      const services: Running[] = []
      for (const size of SIZES) services.push(await startService(environment, size))
      const figures: Figures[][] = [[], []]
      // Alternately, because these machines are noisy.
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, { url }] of services.entries()) figures[i]?.push(await visit(url))
      await runCleanups()
      const [million = [], tenThousand = []] = figures
      const sizes = { million, tenThousand }
      return [
        compared('first rows, a million', 'first', '≤ 1.5', sizes),
        compared('another filter, a million', 'filter', '≤ 2', sizes),
        compared(`${DEEP_ROWS} rows scrolled, a million`, 'deep', '≤ 1.5', sizes),
        compared('the screen again, cached', 'cached', '', sizes),
        compared('95th percentile of a frame while scrolling', 'frame', '', sizes),
        compared('first rows of users', 'users', '≤ 1.5', sizes),
        compared('a report of 12 months', 'report', '', sizes),
      ]
    },
  },
]

async function startService(environment: Environment, size: number): Promise<Running> {
  const database = await environment.database(size)
  const service = await environment.service(database)
  await environment
    .earshot(
      ['people', 'create', '--email', EMAIL, '--role', 'admin', '--password-stdin'],
      {
        DATABASE_URL: database,
      },
      PASSWORD,
    )
    // It exists in kept data.
    .catch(() => '')
  return service
}

function compared(
  name: string,
  figure: keyof Figures,
  goal: string,
  { million, tenThousand }: Record<'million' | 'tenThousand', Figures[]>,
): Measurement {
  const middle = (all: Figures[]) => median(all.map((one) => one[figure]))
  return {
    name,
    ours: middle(million),
    baseline: middle(tenThousand),
    ratio: middle(million) / middle(tenThousand),
    goal,
    unit: 'ms',
  }
}

async function visit(address: string): Promise<Figures> {
  const browser = await startBrowser()
  const { page } = await openPage(browser, 1280, 'light')
  await page.goto(`${address}/admin/sign-in?return_to=/admin/profile`)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/profile/)
  // The files of the console are in the cache from now on.
  await page.goto(`${address}/admin/triage`)
  await page.getByRole('button', { name: 'Approve' }).waitFor()

  const first = await timed(async () => {
    await navigate(page, 'Suggestions')
    await rows(page).first().waitFor()
  })
  const filter = await timed(async () => {
    await page.evaluate(
      `history.pushState({}, '', '/admin/suggestions?view=all&state=new&columns=title,state'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await page.getByRole('gridcell', { name: 'New', exact: true }).first().waitFor()
  })
  await page.goBack()
  await rows(page).first().waitFor()
  const { milliseconds: deep, frame } = await scrollDeep(page)
  await navigate(page, 'Triage')
  await page.waitForURL(/triage/)
  const cached = await timed(async () => {
    await navigate(page, 'Suggestions')
    await rows(page).first().waitFor()
  })
  const users = await timed(async () => {
    await navigate(page, 'Users')
    await page.getByRole('grid', { name: 'Users' }).waitFor()
    await rows(page).first().waitFor()
  })
  const report = await timed(async () => {
    await page.goto(`${address}/admin/reports/incoming`)
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
  })
  await browser.close()
  return { first, filter, deep, cached, frame, users, report }
}

const navigate = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

/** Rows with a record: the first row has the headers. */
const rows = (page: Page) => page.locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')

/** Scrolls down until this many rows were loaded; measures the frames on the way. */
const scrollDeep = (page: Page): Promise<{ milliseconds: number; frame: number }> =>
  page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The rows were not reached in three minutes.')), 180_000)
    let box = document.querySelector('[role=grid]')
    while (box.scrollHeight <= box.clientHeight) box = box.parentElement
    const began = performance.now(), frames = []
    let last = began
    const step = (now) => {
      frames.push(now - last); last = now
      box.scrollTop += 400
      const indexes = [...document.querySelectorAll('[role=row][aria-rowindex]')].map((row) => Number(row.getAttribute('aria-rowindex')))
      if (Math.max(...indexes) < ${DEEP_ROWS}) return requestAnimationFrame(step)
      frames.sort((a, b) => a - b)
      resolve({ milliseconds: now - began, frame: frames[Math.floor(frames.length * 0.95)] })
    }
    requestAnimationFrame(step)
  })`)

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

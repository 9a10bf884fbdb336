// Accounts of other products: an Earshot is filled, exported as the product would, and moved into an empty Earshot, which must say what the
// first one said, as far as the product can say it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { csvOf } from '../support/csv.ts'
import { dump } from '../support/dump.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'
import { type Account, type Export, readAccount } from '../support/sources/account.ts'
import { AHA_TOKEN, exportAha, limitToAha, startAha } from '../support/sources/aha.ts'
import { ASTUTO_TABLES, exportAstuto, limitToAstuto } from '../support/sources/astuto.ts'
import { CANNY_KEY, exportCanny, limitToCanny, startCanny } from '../support/sources/canny.ts'
import { startDatabase } from '../support/sources/database.ts'
import {
  exportFeaturebase,
  FEATUREBASE_KEY,
  limitToFeaturebase,
  startFeaturebase,
} from '../support/sources/featurebase.ts'
import { exportFider, limitToFider } from '../support/sources/fider.ts'
import { fill } from '../support/sources/fill.ts'
import { generateAccount } from '../support/sources/generate.ts'
import {
  exportGithub,
  GITHUB_TOKEN,
  limitToGithub,
  startGithub,
} from '../support/sources/github.ts'
import { exportLogchimp, LOGCHIMP_TABLES, limitToLogchimp } from '../support/sources/logchimp.ts'
import {
  exportProductboard,
  limitToProductboard,
  PRODUCTBOARD_TOKEN,
  startProductboard,
} from '../support/sources/productboard.ts'
import {
  exportQuackback,
  limitToQuackback,
  QUACKBACK_KEY,
  startQuackback,
} from '../support/sources/quackback.ts'
import { startFiles } from '../support/sources/server.ts'
import { exportUservoice, limitToUservoice } from '../support/sources/uservoice.ts'
import { sorted, type View, viewOf } from '../support/sources/view.ts'
import { zipOf } from '../support/zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-round-trips-'))
afterAll(() => rm(folder, { recursive: true }))

const startAt = async (name: string) => {
  const data = join(folder, name)
  const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  const env = { EARSHOT_DATA: data, OUTGOING_NETWORKS: '127.0.0.0/8' }
  return { at, earshot: commandOn(at.connection, env) }
}

async function save(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

type Source = {
  /** Exports the account and returns the arguments of the command that moves it in. */
  start(given: Export & { server: pg.ClientConfig }): Promise<string[]>
  /** Leaves of an account what the product can say. */
  limit(account: Account, given: Export): void
  /** Of both accounts: what the product does not say, so that the move has to make it up. */
  forget?(view: View): void
}

function forgetColors({ statuses }: View): void {
  for (const status of statuses) status.color = ''
}

/** Also since when there are people of whom the product does not say it. */
function forgetColorsAndArrival(view: View): void {
  forgetColors(view)
  for (const person of view.people) if (!person.created?.startsWith('2025')) person.created = ''
  view.people = sorted(view.people)
}

const SOURCES: Record<string, Source> = {
  Canny: {
    async start(given) {
      const { address } = await startCanny(exportCanny(given))
      return ['canny', '--key', CANNY_KEY, '--from', address]
    },
    limit: limitToCanny,
    forget: forgetColors,
  },
  Featurebase: {
    async start(given) {
      const { address } = await startFeaturebase(exportFeaturebase(given))
      return ['featurebase', '--key', FEATUREBASE_KEY, '--from', address]
    },
    limit: limitToFeaturebase,
    forget: forgetColorsAndArrival,
  },
  'GitHub Discussions': {
    async start(given) {
      const { address } = await startGithub('acme', given.name, exportGithub(given))
      return ['github', '--from', `${address}/acme/${given.name}`, '--token', GITHUB_TOKEN]
    },
    limit: limitToGithub,
    forget: forgetColorsAndArrival,
  },
  Productboard: {
    async start(given) {
      const { address } = await startProductboard(exportProductboard(given))
      return ['productboard', '--token', PRODUCTBOARD_TOKEN, '--from', address]
    },
    limit: limitToProductboard,
    forget: forgetColorsAndArrival,
  },
  'Aha!': {
    async start(given) {
      const { address } = await startAha(exportAha(given))
      return ['aha', '--from', address, '--token', AHA_TOKEN]
    },
    limit: limitToAha,
  },
  Fider: {
    start: async (given) => [
      'fider',
      '--from',
      await save('backup.zip', zipOf(exportFider(given))),
    ],
    limit: limitToFider,
  },
  Quackback: {
    async start(given) {
      const { entries, posts } = exportQuackback(given)
      const { address } = await startQuackback(posts)
      const from = await save('workspace.zip', zipOf(entries))
      return ['quackback', '--from', from, '--api', address, '--key', QUACKBACK_KEY]
    },
    limit: limitToQuackback,
  },
  Astuto: {
    async start(given) {
      const database = await startDatabase(given.server, ASTUTO_TABLES)
      await database.insert(exportAstuto(given))
      return ['astuto', '--from', database.url]
    },
    limit: limitToAstuto,
  },
  LogChimp: {
    async start(given) {
      const database = await startDatabase(given.server, LOGCHIMP_TABLES)
      await database.insert(exportLogchimp(given))
      return ['logchimp', '--from', database.url]
    },
    limit: limitToLogchimp,
  },
  'the CSV files of UserVoice': {
    async start(given) {
      const path = join(folder, 'csv-files')
      await mkdir(path, { recursive: true })
      for (const [file, rows] of Object.entries(exportUservoice(given)))
        await writeFile(join(path, file), csvOf(rows))
      return ['uservoice-export', '--from', path, '--account', given.name]
    },
    limit: limitToUservoice,
    forget: forgetColors,
  },
}

const original = { name: 'acme' } as Export & { server: pg.ClientConfig }

beforeAll(async () => {
  const from = await startAt('from')
  const size = { name: 'acme', seed: 1, suggestions: EXHAUSTIVE ? 200 : 16 }
  await fill(from, generateAccount(size), join(folder, 'form'))
  original.server = from.at.connection
  original.account = await readAccount(from.at)
  for (const [kind, records] of Object.entries(original.account))
    expect(records, kind).not.toEqual([])
  original.fileAt = await startFiles(original.account.files)
})

const REPEATED = ['Canny', 'LogChimp', 'the CSV files of UserVoice']

test.each(Object.keys(SOURCES))('%s', async (name) => {
  const { start, limit, forget = () => {} } = SOURCES[name] as Source
  const to = await startAt(name)
  const line = [...(await start(original)), '--yes', '--json']
  const { code, stdout, stderr } = await to.earshot('move-in', ...line)
  expect(code, stderr).toBe(0)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ verified: true, differences: [] })
  expect(report.problems.filter((one: { left_out: boolean }) => one.left_out)).toEqual([])

  const account = structuredClone(original.account)
  limit(account, original)
  const [found, expected] = [viewOf(await readAccount(to.at)), viewOf(account)]
  for (const view of [found, expected]) forget(view)
  for (const kind of Object.keys(expected) as (keyof View)[])
    expect.soft(found[kind], kind).toEqual(expected[kind])

  const figures = await findWrongFigures(to.at.db)
  // The recount does not part words of Chinese and Japanese.
  expect(figures.filter(({ figure }) => figure !== 'suggestions_search.words')).toEqual([])

  // A second run changes nothing. api-sources.test.ts, files.test.ts and databases.test.ts repeat moves of the other products.
  if (!EXHAUSTIVE && !REPEATED.includes(name)) return
  const rows = await dump(to.at.db)
  const again = await to.earshot('move-in', ...line)
  expect(JSON.parse(again.stdout)).toMatchObject({ verified: true })
  expect(await dump(to.at.db)).toEqual(rows)
})

// Webhooks in a browser: added, tried out, failing, and sent again.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ACTIONS,
  COLLECTIONS,
  SERVICE_HOOK_EVENTS,
} from '../../console/src/api/webhook-events.ts'
import * as declared from '../../src/resources/webhooks.ts'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, insert } from '../support/factories.ts'

test('the console offers the events of the service', () => {
  expect(COLLECTIONS).toEqual(declared.WEBHOOK_COLLECTIONS)
  expect(ACTIONS).toEqual(declared.WEBHOOK_ACTIONS)
  const caused = Object.entries(declared.SERVICE_HOOK_EVENTS).filter(([, by]) => by.length > 0)
  expect(SERVICE_HOOK_EVENTS).toEqual(caused.map(([event]) => event))
})

describe.skipIf(!hasBrowser)('webhooks', () => {
  let console: TestConsole

  beforeAll(async () => {
    console = await startConsole({ role: 'admin', isShared: true })
    await aForum(console.at.db, 'Mobile app')
    await insert(console.at.db, 'statuses', { name: 'Planned', position: 1 })
  })

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
  const choose = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const aName = () => `Hook ${randomUUID().slice(0, 8)}`
  const stored = async (name: string) => {
    const { body } = await console.at.get('/webhooks')
    return body.webhooks.find((one: { name: string }) => one.name === name)
  }
})

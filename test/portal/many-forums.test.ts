// A portal with more forums than one page of a list has: an account that moved here can have them.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aPortal, type Portal } from '../support/end-users.ts'
import { aSuggestion } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

const COUNT = 230

let at: TestService
let portal: Portal
let last: number
let idea: number

beforeAll(async () => {
  at = await startTestService()
  portal = await aPortal(at)
  await sql`
    insert into forums (name) select 'Forum ' || lpad(i::text, 3, '0') from generate_series(1, ${COUNT}::int) i`.execute(
    at.db,
  )
  const { rows } = await sql<{ id: number }>`
    select id from forums where name = ${`Forum ${COUNT}`}`.execute(at.db)
  last = rows[0]?.id as number
  idea = await aSuggestion(at.db, last, 'Dark mode', { state: 'published' })
})

test.each(['a stranger', 'somebody who is signed in'])('has all of them for %s', async (who) => {
  const cookie = who === 'a stranger' ? '' : await portal.signIn()
  const see = (path: string) => at.get(`/${path}`, { token: null, headers: { cookie } })
  const home = (await see('/')).text
  for (const name of ['Forum 001', 'Forum 101', `Forum ${COUNT}`])
    expect(home).toContain(`>${name}</a>`)
  const path = `/forums/${last}-forum-${COUNT}`
  const list = await see(path)
  expect(list.status).toBe(200)
  expect(list.text).toContain('Dark mode')
  // It names the first ones and itself, so that it stays small, and leads to the others.
  const named = list.text.match(/<a href="\/forums\/\d+-forum-\d+"[^>]*><span>/g)
  expect(named).toHaveLength(101)
  expect(list.text).toContain('<a href="/">All forums</a>')
  for (const page of [
    `/suggestions/${idea}`,
    `${path}/suggestions/${idea}-dark-mode`,
    `${path}/new`,
  ])
    expect([page, (await see(page)).status]).toEqual([
      page,
      page === `/suggestions/${idea}` ? 301 : 200,
    ])
  expect((await see(`/roadmap?forum_id=${last}`)).text).toContain(`>Forum ${COUNT}</a>`)
})

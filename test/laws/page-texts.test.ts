// The pages that the service renders are in English and German.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translate } from '../../src/http/pages/texts.ts'
import { GERMAN } from '../../src/http/pages/texts-de.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'

const SRC = join(import.meta.dirname, '../../src/http/auth')

/** What is between t` and `, with {0}, {1} … for its values, which can contain templates themselves. */
function textsIn(source: string): string[] {
  const found: string[] = []
  for (const { index } of source.matchAll(/(?<![\w.])t`/g)) {
    let text = ''
    let values = 0
    let depth = 0
    for (let i = index + 2; i < source.length; i++) {
      if (depth === 0 && source[i] === '`') break
      if (source.startsWith('${', i)) {
        if (depth === 0) text += `{${values++}}`
        depth += 1
        i += 1
      } else if (depth > 0 && source[i] === '}') depth -= 1
      else if (depth === 0) text += source[i]
    }
    found.push(text)
  }
  return found
}

const sources = globSync('**/*.ts', { cwd: SRC }).map((file) =>
  readFileSync(join(SRC, file), 'utf8'),
)
const texts = sources.flatMap(textsIn)

test('every text of a page has a German one', () => {
  expect(texts.length).toBeGreaterThan(80)
  expect(texts.filter((text) => GERMAN[text] === undefined)).toEqual([])
})

test('a German text has the values of the English one, and is used', () => {
  const valuesOf = (text: string) => (text.match(/\{\d\}/g) ?? []).sort()
  const wrong = Object.entries(GERMAN).filter(
    ([english, german]) => `${valuesOf(english)}` !== `${valuesOf(german)}`,
  )
  expect(wrong).toEqual([])
})

test('a page is in the language that the browser asks for, or that was chosen in the console', async () => {
  const at = await startTestService()
  const cookie = await aSession(at, (await aPerson(at, 'admin')).id)
  const open = async (path: string, headers: Record<string, string>) =>
    (await at.get(path, { token: null, headers })).text
  expect(await open('//admin/sign-in', { 'accept-language': 'de-AT,en;q=0.8' })).toMatch(
    /<html lang="de">[\s\S]*<h1>Anmelden<\/h1>/,
  )
  expect(await open('//admin/sign-in', { 'accept-language': 'fr, *' })).toContain(
    '<h1>Sign in</h1>',
  )
  const chosen = 'earshot_locale=de; earshot_theme=dark'
  const profile = await open('//admin/profile', {
    cookie: `${cookie}; ${chosen}`,
    'accept-language': 'en',
  })
  expect(profile).toContain('<html lang="de" data-theme="dark">')
  expect(profile).toContain(translate('Applications and tokens', 'de'))
  const evil = 'earshot_locale="><script>; earshot_theme="><script>'
  expect(await open('//admin/sign-in', { cookie: evil })).toContain('<html lang="en">')
})

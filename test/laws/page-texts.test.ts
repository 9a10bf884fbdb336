// The pages and mails that the service renders are in English and German.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GERMAN_TEXTS as GERMAN, translate } from '../../src/texts/texts.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, aSession, cookieOf, PASSWORD, submit } from '../support/staff.ts'

const ROOT = join(import.meta.dirname, '../..')

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

/** The messages of errors that a page or its script shows. */
const errorsIn = (source: string): string[] =>
  [...source.matchAll(/new ApiError\(\s*'\w+',\s*'([^']+)'/g)].map(([, text = '']) => text)

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))

const sources = read('{src,portal}/**/*.ts').filter((source) => source.includes('texts.ts'))
// A text that only places values is the same everywhere.
const texts = sources.flatMap(textsIn).filter((text) => /[a-z]/i.test(text))
const errors = read(
  'src/{auth/sign-in,http/auth}/{passkeys,profile,sign-in,welcome,oidc,provider-accounts}.ts',
).flatMap(errorsIn)

test('every text of a page or a mail has a German one', () => {
  expect(texts.length).toBeGreaterThan(120)
  expect(errors.length).toBeGreaterThan(10)
  expect(errors.filter((text) => GERMAN[text] === undefined)).toEqual([])
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

test('rules of passwords, answers of passkeys and error pages are in the language of the person', async () => {
  const at = await startTestService()
  const { email } = await aPerson(at, 'admin')
  const form = { email, password: PASSWORD }
  const headers = { 'accept-language': 'de', origin: BASE_URL }
  const cookie = cookieOf(await submit(at, '//admin/sign-in', form, headers))
  const change = async (password: string) =>
    (
      await submit(
        at,
        '//admin/profile/password',
        { current_password: PASSWORD, password },
        { ...headers, cookie },
      )
    ).text
  expect(await change('kurz')).toContain('Das Passwort hat 4 Zeichen. Es muss mindestens 12 haben.')
  expect(await change('password1234')).toContain('zu leicht zu erraten')
  const passkey = await at.call('POST', '//admin/passkeys/sign-in', {
    token: null,
    headers: { ...headers, accept: 'application/json' },
    body: {},
  })
  expect(passkey.body.message).toMatch(/^Passkeys brauchen eine öffentliche Adresse/)
  const missing = await at.get('//admin/assets/none.js', {
    token: null,
    headers: { ...headers, accept: 'text/html' },
  })
  expect(missing.text).toContain('<h1>Seite nicht gefunden</h1>')
  // Programs read the messages of the API.
  expect((await at.get('/suggestions/0', { headers })).body.message).toMatch(/^No suggestion/)
})

// Addresses of the portal: slugs and redirects to the current one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalRedirect,
  forumPath,
  idOfSegment,
  slugOf,
  suggestionPath,
} from '../../src/http/portal/addresses.ts'

test.each([
  ['Dark mode, please!', 'dark-mode-please'],
  ['Größere Übersicht für Straßen', 'groessere-uebersicht-fuer-strassen'],
  ['U\u0308bersicht', 'uebersicht'],
  ['Crème brûlée à la İstanbul', 'creme-brulee-a-la-istanbul'],
  ['Don’t log me out', 'dont-log-me-out'],
  ['ＡＢＣ ½', 'abc-1-2'],
  ['日本語が欲しい', '日本語が欲しい'],
  ['Тёмная тема, мой й', 'тёмная-тема-мой-й'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['الوضع الداكن', 'الوضع-الداكن'],
  ['🎉🎉', ''],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
])('%s becomes %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test('slugs are cut after a word, or within a long one', () => {
  expect(slugOf(`${'word '.repeat(40)}`)).toBe(`${'word-'.repeat(11)}word`)
  expect(slugOf('word '.repeat(11) + 'separated')).toBe('word-'.repeat(10) + 'word')
  expect(slugOf('x'.repeat(500))).toBe('x'.repeat(60))
  expect([...slugOf('𝒳'.repeat(500))].length).toBe(60)
})

test('any text makes a path without other delimiters, and the path is its own canonical form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
      const path = suggestionPath({ id: 3, name: text }, { id: 9, title: text })
      expect(path).toMatch(/^\/forums\/3(-[\w%.~-]+)?\/suggestions\/9(-[\w%.~-]+)?$/)
      expect(canonicalRedirect(`${path}?a=1`, path)).toBeUndefined()
      expect([...slugOf(text)].length).toBeLessThanOrEqual(60)
      expect(slugOf(slugOf(text))).toBe(slugOf(text))
    }),
  )
})

test('paths have the number and the slug', () => {
  expect(forumPath({ id: 12, name: 'Ideas & wishes' })).toBe('/forums/12-ideas-wishes')
  expect(forumPath({ id: 12, name: '🎉' }, 'hot')).toBe('/forums/12/filters/hot')
  expect(forumPath({ id: 1, name: '日本' })).toBe('/forums/1-%E6%97%A5%E6%9C%AC')
})

test.each([
  ['12', 12],
  ['12-anything', 12],
  ['12--two', 12],
  ['12-', 12],
  ['12anything', undefined],
  ['-12', undefined],
  ['x-12', undefined],
  ['', undefined],
  ['99999999999999999', undefined],
])('the number of %s is %s', (text, id) => {
  expect(idOfSegment(text)).toBe(id)
})

test('a redirect keeps the query and ignores differences of encoding', () => {
  const path = forumPath({ id: 1, name: 'Über uns' })
  expect(canonicalRedirect('/forums/1?category_id=3&q=a%20b', path)).toBe(
    '/forums/1-ueber-uns?category_id=3&q=a%20b',
  )
  expect(canonicalRedirect('/forums/1-ueber-uns', path)).toBeUndefined()
  expect(canonicalRedirect('/forums/1-%75eber-uns?x', path)).toBeUndefined()
  expect(canonicalRedirect('/forums/1-ueber-uns/', path)).toBe(path)
  expect(canonicalRedirect('/forums/1-%E0%A4', path)).toBe(path)
  const japanese = forumPath({ id: 1, name: '日本' })
  expect(canonicalRedirect('/forums/1-日本', japanese)).toBeUndefined()
})

// Addresses of the portal, made of numbers and what people wrote.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forumPath, leadingId, slugOf, suggestionPath } from '../../portal/paths.ts'

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
  expect(slugOf('word '.repeat(40))).toBe(`${'word-'.repeat(15)}word`)
  expect(slugOf(`${'word '.repeat(15)}separated`)).toBe(`${'word-'.repeat(14)}word`)
  expect(slugOf('x'.repeat(500))).toBe('x'.repeat(80))
  expect([...slugOf('𐐨'.repeat(500))].length).toBe(80)
})

test('any text makes a path without other delimiters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
      const path = suggestionPath({ id: 3, name: text }, { id: 9, title: text })
      expect(path).toMatch(/^\/forums\/3(-[\w%.~-]+)?\/suggestions\/9(-[\w%.~-]+)?$/)
      expect([...slugOf(text)].length).toBeLessThanOrEqual(80)
    }),
  )
})

test('paths have the number and the slug', () => {
  expect(forumPath({ id: 12, name: 'Ideas & wishes' })).toBe('/forums/12-ideas-wishes')
  expect(forumPath({ id: 12, name: '🎉' })).toBe('/forums/12')
  expect(forumPath({ id: 1, name: '日本' })).toBe('/forums/1-%E6%97%A5%E6%9C%AC')
})

test.each([
  ['12', '12'],
  ['12-anything', '12'],
  ['12--two', '12'],
  ['12-', '12'],
  ['12anything', ''],
  ['-12', ''],
  ['x-12', ''],
  ['', ''],
])('the number of %s is %s', (text, id) => {
  expect(leadingId(text)).toBe(id)
})

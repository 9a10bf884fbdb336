import { expect, test } from 'vitest'
import { addRecent, scoreOf } from './ranking.ts'

const best = (query: string, texts: string[]) =>
  texts
    .map((text) => ({ text, score: scoreOf(text, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text)

test('the whole text, then its beginning, then the beginning of a word, then anything else', () => {
  const texts = ['Unlabelled', 'Settings: Labels', 'Labels and more', 'Labels']
  expect(best('label', texts)).toEqual([
    'Labels and more',
    'Labels',
    'Settings: Labels',
    'Unlabelled',
  ])
  expect(best('labels', texts)[0]).toBe('Labels')
})

test('words in any order, without case and accents', () => {
  expect(best('dark theme', ['Theme: Dark', 'Theme: Light'])).toEqual(['Theme: Dark'])
  expect(best('uberblick', ['Überblick'])).toEqual(['Überblick'])
  expect(best('x', ['Theme'])).toEqual([])
})

test('what was used last comes first, and once', () => {
  const used = (id: string) => ({ id })
  expect(addRecent([used('a'), used('b')], used('b'))).toEqual([used('b'), used('a')])
  const many = Array.from({ length: 20 }, (_, i) => used(String(i)))
  expect(addRecent(many, used('new'))).toHaveLength(8)
})

import { expect, test } from 'vitest'
import { formatChoices, parseChoices } from './value.ts'

test.each([
  [undefined, { ids: [], isExcluded: false }],
  ['', { ids: [], isExcluded: false }],
  ['1,2', { ids: ['1', '2'], isExcluded: false }],
  ['-1,-2', { ids: ['1', '2'], isExcluded: true }],
  ['1,-2', { ids: ['1', '2'], isExcluded: false }],
])('%j is %j', (text, choices) => {
  expect(parseChoices(text)).toEqual(choices)
})

test('choices are written as the API takes them', () => {
  expect(formatChoices({ ids: ['1', '2'], isExcluded: false })).toBe('1,2')
  expect(formatChoices({ ids: ['1', '2'], isExcluded: true })).toBe('-1,-2')
})

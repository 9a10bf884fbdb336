import { expect, test } from 'vitest'
import {
  type Alternative,
  formatAlternatives,
  formatChoices,
  formatNumbers,
  parseAlternatives,
  parseChoices,
  parseNumbers,
} from './value.ts'

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

test.each([
  ['10..', { operator: 'min', from: '10', to: '' }],
  ['..20', { operator: 'max', from: '', to: '20' }],
  ['10..20.5', { operator: 'between', from: '10', to: '20.5' }],
  ['-3..0', { operator: 'between', from: '-3', to: '0' }],
  ['7', { operator: 'equal', from: '7', to: '7' }],
] as const)('the number %s is read and written', (text, condition) => {
  expect(parseNumbers(text)).toEqual(condition)
  expect(formatNumbers(condition)).toBe(text)
})

test.each([undefined, '', '1,2', '10..20,30'])('the numbers %s have no operator', (text) => {
  expect(parseNumbers(text)).toBeUndefined()
})

test('alternatives are read and written, whatever their values are', () => {
  const alternatives: Alternative[] = [{ status: '1,2', votes_count: '10..' }, { q: 'a|b&c=d' }]
  const text = 'status=1%2C2&votes_count=10..|q=a%7Cb%26c%3Dd'
  expect(formatAlternatives(alternatives)).toBe(text)
  expect(parseAlternatives(text)).toEqual(alternatives)
  expect(formatAlternatives([{}])).toBeUndefined()
  expect(parseAlternatives(undefined)).toEqual([])
})

import { expect, test } from 'vitest'
import { compareTitles, sharedWords } from './similarity.ts'

const shared = (title: string, other: string) => sharedWords(compareTitles(title, other))

test('titles share words, also in another form', () => {
  expect(shared('Export as CSV', 'Exporting to csv files')).toEqual(['export', 'csv'])
  expect(shared('Größere Schrift', 'Die Schrift ist klein')).toEqual(['schrift'])
})

test('short words and other words with the same beginning are not shared', () => {
  expect(shared('Go to it', 'To go')).toEqual([])
  expect(shared('Importance', 'Impossible')).toEqual([])
})

test('words that every title has are not shared', () => {
  expect(shared('Filter for the list', 'Colours for the board')).toEqual([])
  expect(shared('Eine Farbe für die Liste', 'Ein Filter für die Liste')).toEqual(['liste'])
})

test('the parts are the whole title', () => {
  const title = '  Dark mode – please!'
  const parts = compareTitles(title, 'dark')
  expect(parts.map(({ text }) => text).join('')).toBe(title)
  expect(parts.filter(({ isShared }) => isShared)).toEqual([{ text: 'Dark', isShared: true }])
})

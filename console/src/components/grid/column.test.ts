import { expect, test } from 'vitest'
import { formatColumns, parseColumns } from './column.ts'

const KNOWN = ['title', 'state', 'forum', 'votes']
const DEFAULTS = ['title', 'votes']

test('the address has the columns in order, with the widths that were changed', () => {
  expect(parseColumns('title:320,votes,state:90', KNOWN, DEFAULTS)).toEqual([
    { id: 'title', width: 320 },
    { id: 'votes' },
    { id: 'state', width: 90 },
  ])
})

test('an address without columns has the defaults', () => {
  expect(parseColumns(undefined, KNOWN, DEFAULTS)).toEqual([{ id: 'title' }, { id: 'votes' }])
})

test('unknown and repeated columns are left out, and widths are limited', () => {
  expect(parseColumns('title,nothing,state:9,state:200,votes:9999', KNOWN, DEFAULTS)).toEqual([
    { id: 'title' },
    { id: 'state', width: 64 },
    { id: 'votes', width: 800 },
  ])
})

test('the first column is always there, and first', () => {
  expect(parseColumns('votes', KNOWN, DEFAULTS)).toEqual([{ id: 'title' }, { id: 'votes' }])
  expect(parseColumns('votes,title:200', KNOWN, DEFAULTS)).toEqual([
    { id: 'title', width: 200 },
    { id: 'votes' },
  ])
})

test('the defaults are not written to the address', () => {
  expect(formatColumns([{ id: 'title' }, { id: 'votes' }], DEFAULTS)).toBeUndefined()
  expect(formatColumns([{ id: 'title' }, { id: 'votes', width: 90 }], DEFAULTS)).toBe(
    'title,votes:90',
  )
  expect(formatColumns([{ id: 'votes' }, { id: 'title' }], DEFAULTS)).toBe('votes,title')
})

import { describe, expect, test } from 'vitest'
import { builtInSearch, listAddress, parseRecordSearch, viewAfter } from './list-search.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const VIEWS = { open: { state: 'open' }, new: { state: 'new' }, all: {} }
const address = listAddress(['q', 'state', 'forum'], VIEWS)

describe('the address of a list', () => {
  test('keeps its own names and filters, and drops the others', () => {
    const search = {
      state: 'new',
      cf_size: '3',
      sort: '-id',
      open: 7,
      tab: 'notes',
      utm: 'x',
      q: '',
    }
    expect(address.parse(search)).toEqual({
      state: 'new',
      cf_size: '3',
      sort: '-id',
      open: '7',
      tab: 'notes',
    })
  })

  test('has filters: those that are declared, and custom fields', () => {
    expect(
      address.filtersOf({ state: 'new', cf_size: '3', sort: 'id', open: '7', forum: undefined }),
    ).toEqual({ state: 'new', cf_size: '3' })
  })

  test('survives being written and read', () => {
    const search = { state: 'new,approved', created_after: '2026-01-01T00:00:00Z', q: 'a&b ü' }
    const text = stringifySearch({ ...search, open: undefined, view: '' })
    expect(text).toBe('?state=new,approved&created_after=2026-01-01T00:00:00Z&q=a%26b+%C3%BC')
    expect(parseSearch(text)).toEqual(search)
    expect(stringifySearch({})).toBe('')
  })
})

describe('a built-in view', () => {
  test('is its filters and its name', () => {
    expect(builtInSearch(VIEWS, 'new')).toEqual({ state: 'new', view: 'new' })
  })

  test('becomes another one when its filters become those of that', () => {
    const search = builtInSearch(VIEWS, 'open')
    expect(viewAfter(VIEWS, search, { state: 'new' })).toEqual({ view: 'new' })
    expect(viewAfter(VIEWS, search, { state: undefined })).toEqual({ view: 'all' })
  })

  test('is left when no view has these filters', () => {
    expect(viewAfter(VIEWS, builtInSearch(VIEWS, 'open'), { state: 'spam' })).toEqual({
      view: undefined,
    })
  })

  test('stays when other filters change', () => {
    expect(viewAfter(VIEWS, builtInSearch(VIEWS, 'open'), { forum: '3' })).toEqual({})
  })

  test('is not a saved view, which keeps its id', () => {
    expect(viewAfter(VIEWS, { view: '12', state: 'open' }, { state: 'new' })).toEqual({})
  })
})

test('the address of a record has its tab', () => {
  expect(parseRecordSearch({ tab: 'notes', open: '3' })).toEqual({ tab: 'notes' })
  expect(parseRecordSearch({ tab: 3 })).toEqual({})
})

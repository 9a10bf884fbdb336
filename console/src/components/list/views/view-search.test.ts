import { describe, expect, test } from 'vitest'
import { listAddress } from '../../../core/list-search.ts'
import { isChanged, viewParams, viewSearch } from './view-search.ts'

const list = { address: listAddress(['q', 'state'], { all: {} }) }
const view = { id: 12, params: 'columns=title%2Cstate&sort=-id&state=new%2Capproved' }

describe('a saved view', () => {
  test('leads to its filters, order and columns', () => {
    expect(viewSearch(list, view)).toEqual({
      columns: 'title,state',
      sort: '-id',
      state: 'new,approved',
      view: '12',
    })
  })

  test('without parameters, or with ones that the list no longer has, leads to the list', () => {
    expect(viewSearch(list, { id: 3, params: null })).toEqual({ view: '3' })
    expect(viewSearch(list, { id: 3, params: 'gone=1' })).toEqual({ view: '3' })
  })

  test('keeps neither the open record nor which view it was', () => {
    expect(viewParams({ view: '12', open: '7', state: 'new', sort: '-id' })).toBe(
      'sort=-id&state=new',
    )
  })

  test('is changed by another filter, order or column, in whatever order they are', () => {
    const search = { view: '12', state: 'new,approved', sort: '-id', columns: 'title,state' }
    expect(isChanged(list, search, view)).toBe(false)
    expect(isChanged(list, { ...search, open: '7' }, view)).toBe(false)
    expect(isChanged(list, { ...search, state: 'new' }, view)).toBe(true)
    expect(isChanged(list, { ...search, sort: 'id' }, view)).toBe(true)
    expect(isChanged(list, { ...search, q: 'x' }, view)).toBe(true)
  })
})

import { expect, test } from 'vitest'
import {
  clearSelection,
  createSelection,
  isSelected,
  selectAll,
  selectRange,
  selectRows,
  toggleRow,
} from './selection.ts'

const LOADED = [10, 20, 30, 40, 50]
const selectedIn = (store: ReturnType<typeof createSelection>) =>
  LOADED.filter((id) => isSelected(store.get(), id))

test('a row is selected and taken out again', () => {
  const store = createSelection()
  toggleRow(store, 20, LOADED)
  toggleRow(store, 40, LOADED)
  expect(selectedIn(store)).toEqual([20, 40])
  toggleRow(store, 20, LOADED)
  expect(selectedIn(store)).toEqual([40])
})

test('a range goes from the row that was toggled last, in both directions', () => {
  const store = createSelection()
  toggleRow(store, 40, LOADED)
  selectRange(store, 20, LOADED)
  expect(selectedIn(store)).toEqual([20, 30, 40])
  selectRange(store, 10, LOADED)
  expect(selectedIn(store)).toEqual([10, 20, 30, 40])
})

test('all are those that match, also the ones that are not loaded', () => {
  const store = createSelection()
  selectAll(store)
  expect(isSelected(store.get(), 999)).toBe(true)
  toggleRow(store, 30, LOADED)
  expect(store.get().isAll).toBe(false)
  expect(selectedIn(store)).toEqual([10, 20, 40, 50])
})

test('subscribers hear of each change', () => {
  const store = createSelection()
  let changes = 0
  const stop = store.subscribe(() => changes++)
  selectRows(store, [10])
  clearSelection(store)
  clearSelection(store)
  stop()
  selectRows(store, [20])
  expect(changes).toBe(2)
})

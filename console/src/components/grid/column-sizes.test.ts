import { expect, test } from 'vitest'
import { draggedWidth, limitWidth, widthOf, withWidth } from './column-sizes.ts'

test('widths are whole numbers between the limits', () => {
  expect([10, 64, 100.4, 100.5, 800, 5000].map(limitWidth)).toEqual([64, 64, 100, 101, 800, 800])
})

test('a column grows with the pointer, to the left where lines run from right to left', () => {
  const drag = { id: 'title', startWidth: 200, startX: 500, x: 530 }
  expect(draggedWidth(drag, false)).toBe(230)
  expect(draggedWidth(drag, true)).toBe(170)
  expect(draggedWidth({ ...drag, x: 0 }, false)).toBe(64)
  expect(draggedWidth({ ...drag, x: 5000 }, false)).toBe(800)
})

test('a column is as wide as the address says, as it declares, or as all are', () => {
  const shown = [{ id: 'title', width: 320 }, { id: 'state' }]
  expect(widthOf({ id: 'title', width: 360 }, shown)).toBe(320)
  expect(widthOf({ id: 'state', width: 104 }, shown)).toBe(104)
  expect(widthOf({ id: 'state' }, shown)).toBe(140)
})

test('a width is set within the limits and taken back, and other columns stay', () => {
  const shown = [{ id: 'title', width: 320 }, { id: 'state' }]
  expect(withWidth(shown, 'state', 20)).toEqual([
    { id: 'title', width: 320 },
    { id: 'state', width: 64 },
  ])
  expect(withWidth(shown, 'title', undefined)).toEqual([{ id: 'title' }, { id: 'state' }])
})

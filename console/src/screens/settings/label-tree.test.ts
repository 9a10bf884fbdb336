import type { Label } from '@earshot/client'
import { expect, test } from 'vitest'
import { isWithin, orderAsTree } from './label-tree.ts'

const labelOf = (id: number, name: string, parent: number | null) =>
  ({ id, name, links: { parent } }) as Label

const LABELS = [
  labelOf(1, 'Zebra', null),
  labelOf(2, 'Apple', null),
  labelOf(3, 'Pie', 2),
  labelOf(4, 'Juice', 2),
  labelOf(5, 'Crust', 3),
  labelOf(6, 'Lost', 99),
]

test('each label is followed by those below it, by name', () => {
  const lines = orderAsTree(LABELS).map(
    ({ name, depth, childCount }) => `${'-'.repeat(depth)}${name} ${childCount}`,
  )
  expect(lines).toEqual(['Apple 2', '-Juice 0', '-Pie 1', '--Crust 0', 'Lost 0', 'Zebra 0'])
})

test('a label is within itself and what is above it', () => {
  const [, apple, pie, juice, crust] = LABELS as [Label, Label, Label, Label, Label, Label]
  expect(isWithin(crust, apple, LABELS)).toBe(true)
  expect(isWithin(pie, pie, LABELS)).toBe(true)
  expect(isWithin(crust, juice, LABELS)).toBe(false)
  expect(isWithin(apple, pie, LABELS)).toBe(false)
})

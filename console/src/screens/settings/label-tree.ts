// Labels as a tree, in the order in which they are read.
import type { Label } from '@earshot/client'

export type TreeLabel = Label & { depth: number; childCount: number }

/** Each label is followed by those below it, by name. */
export function orderAsTree(labels: Label[]): TreeLabel[] {
  const known = new Set(labels.map(({ id }) => id))
  const children = Map.groupBy(labels, ({ links: { parent } }) =>
    parent !== null && known.has(parent) ? parent : null,
  )
  const collect = (parent: number | null, depth: number): TreeLabel[] =>
    (children.get(parent) ?? [])
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap((label) => [
        { ...label, depth, childCount: children.get(label.id)?.length ?? 0 },
        ...collect(label.id, depth + 1),
      ])
  return collect(null, 0)
}

/** Whether the label is the other one, or somewhere below it. */
export function isWithin(label: Label, other: Label, all: Label[]): boolean {
  if (label.id === other.id) return true
  const parent = all.find(({ id }) => id === label.links.parent)
  return parent !== undefined && isWithin(parent, other, all)
}

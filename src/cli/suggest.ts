// "Did you mean": the closest known name.

const MAX_DISTANCE = 2

/** A sentence to append to an error message; empty when no name is close. */
export function suggestName(input: string, names: readonly string[], prefix = ''): string {
  const close = names
    .map((name) => ({ name, distance: editDistance(input, name) }))
    .filter(({ name, distance }) => distance <= MAX_DISTANCE && distance < name.length)
    .sort((a, b) => a.distance - b.distance)[0]
  return close ? ` Did you mean "${prefix}${close.name}"?` : ''
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_DISTANCE) return Number.POSITIVE_INFINITY
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      row[j] = Math.min(at(i - 1, j) + 1, (row[j - 1] as number) + 1, replaced, swapped)
    }
  }
  return at(a.length, b.length)
}

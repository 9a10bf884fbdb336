// The state of the segment screens in their address.
export type SegmentsSearch = { sort?: string; columns?: string }

/** What is edited and not saved yet: the name, and the expression as JSON. */
export type SegmentSearch = { name?: string; filters?: string }

const pick =
  <T extends object>(names: readonly string[]) =>
  (search: Record<string, unknown>): T =>
    Object.fromEntries(
      Object.entries(search)
        .filter(([name, value]) => names.includes(name) && value !== '')
        .map(([name, value]) => [name, String(value)]),
    ) as T

export const parseSegmentsSearch = pick<SegmentsSearch>(['sort', 'columns'])
export const parseSegmentSearch = pick<SegmentSearch>(['name', 'filters'])

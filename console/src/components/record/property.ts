// A property of a record that others can change at the same time, and how it is written over the version that it is based on.

/** What a query holds for a record: its data and the version they belong to. */
export type Version = { etag: string }

export type Property<D extends Version, V> = {
  id: string
  label: string
  read: (data: D) => V
  /** The data with another value, shown until the service answers. */
  apply: (data: D, value: V) => D
  /** Writes the value over the version with this tag. */
  send: (value: V, etag: string) => Promise<D>
  /** The value as text. */
  show: (value: V) => string
  /** Keeps both changes of the same value, where that is possible. */
  merge?: (base: V, mine: V, theirs: V) => V
  /** What the toast says. */
  done?: (value: V) => string
  /** False where the service has no way back. */
  canUndo?: (before: V, after: V) => boolean
}

// biome-ignore lint/suspicious/noExplicitAny: properties with values of any type are kept together
export type AnyProperty<D extends Version> = Property<D, any>

export type Difference = { label: string; mine: string; theirs: string }

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const MAX_ATTEMPTS = 5

export type Write<D extends Version, V> = {
  value: V
  /** What the value was when the edit began. */
  base: V
  /** What is shown now. */
  seen: D
  load: () => Promise<D>
  onShow: (data: D) => void
  /** Whether the error says that there is a newer version. */
  isOutdated: (error: unknown) => boolean
}

/** `latest` when the person must choose between `mine` and what it has. */
export type Written<D extends Version, V> = { data: D } | { mine: V; latest: D }

/** When the record changed but the property did not, the write is repeated. */
export async function writeProperty<D extends Version, V>(
  property: Property<D, V>,
  { seen, load, onShow, isOutdated, ...edit }: Write<D, V>,
): Promise<Written<D, V>> {
  let { value, base } = edit
  let data = seen
  for (let attempt = 1; ; attempt++) {
    const theirs = property.read(data)
    if (!isSame(theirs, base)) {
      if (isSame(theirs, value)) return { data }
      if (!property.merge) return { mine: value, latest: data }
      value = property.merge(base, value, theirs)
      base = theirs
    }
    onShow(property.apply(data, value))
    try {
      return { data: await property.send(value, data.etag) }
    } catch (error) {
      if (!isOutdated(error) || attempt === MAX_ATTEMPTS) throw error
      data = await load()
    }
  }
}

export const compare = <D extends Version, V>(
  { label, show }: Property<D, V>,
  mine: V,
  theirs: V,
): Difference => ({ label, mine: show(mine), theirs: show(theirs) })

/** What others changed between two versions, beside a property. */
export const otherDifferences = <D extends Version>(
  properties: AnyProperty<D>[],
  { id }: AnyProperty<D>,
  seen: D,
  latest: D,
): Difference[] =>
  properties
    .filter((one) => one.id !== id && !isSame(one.read(seen), one.read(latest)))
    .map((one) => compare(one, one.read(seen), one.read(latest)))

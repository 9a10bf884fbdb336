// Saves single properties of a record that others can change at the same time. Every save names the version that it is based
// on (`If-Match`). When the record changed but the property did not, the save is repeated; when both changed it, the person chooses.
import { PreconditionFailed } from '@earshot/client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { t } from '../../core/i18n.ts'
import { notify } from '../toasts.tsx'
import { notifyDone } from '../undo.ts'

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
export type Conflict = {
  /** What both changed. */
  difference: Difference
  /** What only the others changed. */
  others: Difference[]
  keepMine: () => void
  takeTheirs: () => void
}

const MAX_ATTEMPTS = 5

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export type Save<D extends Version> = <V>(
  property: Property<D, V>,
  value: V,
  /** What the person saw when the edit began. Default: what is shown now. */
  base?: V,
) => Promise<boolean>

type Options<D extends Version> = {
  queryKey: QueryKey
  load: () => Promise<D>
  /** Everything that a conflict compares. */
  properties: AnyProperty<D>[]
  /** After a write: refresh what depends on the record. */
  onSaved: () => void
}

export function useVersionedSave<D extends Version>(options: Options<D>) {
  const { queryKey, properties } = options
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | undefined>()
  const [saving, setSaving] = useState<string[]>([])
  // One after the other: each save starts from the version that the one before made.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const show = (data: D) => queryClient.setQueryData(queryKey, data)
  const shown = () => queryClient.getQueryData<D>(queryKey)

  function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = queue.current.then(job)
    queue.current = result.catch(() => {})
    return result
  }

  function ask<V>(property: Property<D, V>, mine: V, seen: D, latest: D): void {
    const theirs = property.read(latest)
    show(latest)
    setConflict({
      difference: compare(property, mine, theirs),
      others: properties
        .filter(({ id, read }) => id !== property.id && !isSame(read(seen), read(latest)))
        .map((one) => compare(one, one.read(seen), one.read(latest))),
      keepMine() {
        setConflict(undefined)
        void save(property, mine, theirs)
      },
      takeTheirs: () => setConflict(undefined),
    })
  }

  /** The data after the write, or undefined when the person must choose. */
  async function write<V>(
    property: Property<D, V>,
    wanted: V,
    from: V,
    seen: D,
  ): Promise<D | undefined> {
    let [value, base, data] = [wanted, from, seen]
    for (let attempt = 1; ; attempt++) {
      const theirs = property.read(data)
      if (!isSame(theirs, base)) {
        if (isSame(theirs, value)) return data
        if (!property.merge) {
          ask(property, value, seen, data)
          return undefined
        }
        value = property.merge(base, value, theirs)
        base = theirs
      }
      show(property.apply(data, value))
      try {
        return await property.send(value, data.etag)
      } catch (error) {
        if (!(error instanceof PreconditionFailed) || attempt === MAX_ATTEMPTS) throw error
        data = await options.load()
      }
    }
  }

  async function run<V>(property: Property<D, V>, value: V, base: V): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey })
    const data = shown()
    if (!data) return false
    setSaving((all) => [...all, property.id])
    try {
      const saved = await write(property, value, base, data)
      if (!saved) return false
      show(saved)
      options.onSaved()
      return true
    } catch (error) {
      show(data)
      void queryClient.invalidateQueries({ queryKey })
      throw error
    } finally {
      setSaving((all) => all.filter((id) => id !== property.id))
    }
  }

  const save: Save<D> = async (property, value, seen) => {
    const data = shown()
    if (!data) return false
    const base = seen === undefined ? property.read(data) : seen
    if (isSame(base, value)) return true
    const { label, done = () => t('record.saved', { label }) } = property
    try {
      if (!(await enqueue(() => run(property, value, base)))) return false
    } catch (error) {
      const { message: reason } = describeError(error)
      notify({ message: t('record.save_failed', { label, reason }), tone: 'danger' })
      return false
    }
    if (property.canUndo?.(base, value) ?? true)
      notifyDone(done(value), async () => {
        if (!(await enqueue(() => run(property, base, value)))) throw new Error(t('shell.conflict'))
      })
    else notify({ message: done(value), tone: 'success' })
    return true
  }

  return { save, saving, conflict }
}

const compare = <D extends Version, V>(
  { label, show }: Property<D, V>,
  mine: V,
  theirs: V,
): Difference => ({ label, mine: show(mine), theirs: show(theirs) })

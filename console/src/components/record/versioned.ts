// Saves single properties of a record that others can change at the same time. Every save names the version that it is based
// on (`If-Match`). When the record changed but the property did not, the save is repeated; when both changed it, the person chooses.
import { PreconditionFailed } from '@earshot/client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { t } from '../../core/i18n.ts'
import { notify } from '../toasts.tsx'
import { notifyDone } from '../undo.ts'
import {
  type AnyProperty,
  compare,
  type Difference,
  isSame,
  otherDifferences,
  type Property,
  type Version,
  writeProperty,
} from './property.ts'

export type Conflict = {
  /** What both changed. */
  difference: Difference
  /** What only the others changed. */
  others: Difference[]
  keepMine: () => void
  takeTheirs: () => void
  /** Nothing is written, and a text of mine is offered again. */
  decideLater: () => void
}

/** False while nothing is decided: the write failed, or the person has not chosen between two versions. */
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

/** What both changed since `seen`. */
type Disagreement<D extends Version, V> = { mine: V; seen: D; latest: D }

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

  function ask<V>(property: Property<D, V>, { mine, seen, latest }: Disagreement<D, V>) {
    const theirs = property.read(latest)
    show(latest)
    return new Promise<boolean>((resolve) => {
      const answer = (choose: () => boolean | Promise<boolean>) => () => {
        setConflict(undefined)
        resolve(choose())
      }
      setConflict({
        difference: compare(property, mine, theirs),
        others: otherDifferences(properties, property, seen, latest),
        keepMine: answer(() => save(property, mine, theirs)),
        takeTheirs: answer(() => true),
        decideLater: answer(() => false),
      })
    })
  }

  async function run<V>(
    property: Property<D, V>,
    value: V,
    base: V,
  ): Promise<'saved' | 'not_shown' | Disagreement<D, V>> {
    await queryClient.cancelQueries({ queryKey })
    const data = shown()
    if (!data) return 'not_shown'
    setSaving((all) => [...all, property.id])
    try {
      const written = await writeProperty(property, {
        value,
        base,
        seen: data,
        load: options.load,
        onShow: show,
        isOutdated: (error) => error instanceof PreconditionFailed,
      })
      if ('latest' in written) return { ...written, seen: data }
      show(written.data)
      options.onSaved()
      return 'saved'
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
      const outcome = await enqueue(() => run(property, value, base))
      if (typeof outcome === 'object') return await ask(property, outcome)
      if (outcome !== 'saved') return false
    } catch (error) {
      const { message: reason } = describeError(error)
      notify({ message: t('record.save_failed', { label, reason }), tone: 'danger' })
      return false
    }
    if (property.canUndo?.(base, value) ?? true)
      notifyDone(done(value), async () => {
        const outcome = await enqueue(() => run(property, base, value))
        if (typeof outcome === 'object') void ask(property, outcome)
        if (outcome !== 'saved') throw new Error(t('shell.conflict'))
      })
    else notify({ message: done(value), tone: 'success' })
    return true
  }

  return { save, saving, conflict }
}

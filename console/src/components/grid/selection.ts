// Which rows are selected: single ones, or all that match the filters, also those that are not loaded.
import { createStore, type Store, useStore } from '../../core/store.ts'

export type Selection = { ids: ReadonlySet<number>; isAll: boolean; anchor: number | null }
export type SelectionStore = Store<Selection>

export const NOTHING: Selection = { ids: new Set(), isAll: false, anchor: null }

export const createSelection = (): SelectionStore => createStore(NOTHING)

export const isSelected = ({ ids, isAll }: Selection, id: number): boolean => isAll || ids.has(id)

export const useIsSelected = (store: SelectionStore, id: number): boolean =>
  useStore(store, (selection) => isSelected(selection, id))

export const useSelection = (store: SelectionStore): Selection =>
  useStore(store, (selection) => selection)

/** Taking one out of all leaves the others that are loaded. */
export function toggleRow(store: SelectionStore, id: number, loaded: readonly number[]): void {
  const selection = store.get()
  const ids = new Set(selection.isAll ? loaded : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  store.set({ ids, isAll: false, anchor: id })
}

/** From the row that was toggled last to this one. */
export function selectRange(store: SelectionStore, id: number, loaded: readonly number[]): void {
  const { ids, isAll, anchor } = store.get()
  const [from, to] = [loaded.indexOf(anchor ?? id), loaded.indexOf(id)].sort((a, b) => a - b)
  if (isAll || from === undefined || to === undefined || to < 0) return
  const range = loaded.slice(Math.max(from, 0), to + 1)
  store.set({ ids: new Set([...ids, ...range]), isAll: false, anchor: id })
}

export const selectRows = (store: SelectionStore, ids: readonly number[]): void =>
  store.set({ ids: new Set(ids), isAll: false, anchor: null })

export const selectAll = (store: SelectionStore): void => store.set({ ...NOTHING, isAll: true })

export const clearSelection = (store: SelectionStore): void => store.set(NOTHING)

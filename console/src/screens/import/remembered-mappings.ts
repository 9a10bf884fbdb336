// The mappings of earlier files, by the set of their columns.
import type { ImportType, Mapping } from '../../api/imports.ts'

const STORED = 'earshot.import.mappings'
const MAX_MAPPINGS = 20

type Remembered = { key: string; mapping: Mapping; at: string }

/** Columns of a file of left-out rows belong to the service. */
const isOwn = (name: string) => !name.startsWith('import.')

const keyOf = (type: ImportType, names: string[]) =>
  JSON.stringify([type, ...new Set(names.filter(isOwn))].sort())

function readAll(): Remembered[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const findMapping = (type: ImportType, names: string[]): Remembered | undefined =>
  readAll().find(({ key }) => key === keyOf(type, names))

export function rememberMapping(type: ImportType, mapping: Mapping): void {
  const key = keyOf(type, Object.keys(mapping))
  const own = Object.fromEntries(Object.entries(mapping).filter(([name]) => isOwn(name)))
  const latest = { key, mapping: own, at: new Date().toISOString() }
  const all = [latest, ...readAll().filter((one) => one.key !== key)].slice(0, MAX_MAPPINGS)
  try {
    localStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // A browser without room for it: the next file is guessed again.
  }
}

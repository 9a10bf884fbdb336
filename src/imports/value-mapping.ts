// What stands for the values of a column: what the client mapped, or else the name that differs in spelling alone.
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { ColumnMapping, MappedTo, ReadOptions } from './header.ts'
import { CREATED_FIELDS, isCreated, type KnownNames, normalizeValue } from './known-names.ts'

/** Of one column. */
const MAX_MAPPED = 5_000
const MAX_LISTED_NAMES = 20

export type MappedValue = {
  /** Empty for an empty cell. */
  to: string
  source: 'mapped' | 'guessed' | 'same'
}

export type ValueMapping = {
  /** The parts of the cell that are mapped: the values of a list, unless the whole cell is mapped. */
  valuesIn(cell: string): string[]
  map(value: string): MappedValue
  /** Whether the mapping says that a record with this name is created. */
  creates(name: string): boolean
  /** What the mapping names and no cell has had yet. */
  unused(): string[]
}

/** The values of a cell that has several. */
const splitCell = (cell: string): string[] => cell.split(/[,|]/).map((value) => value.trim())

type Options = {
  /** The column as the file names it. */
  name: string
  /** What it is read as; null where it is left out. */
  field: string | null
  mapping: ColumnMapping
  isList?: boolean | undefined
  known?: KnownNames | undefined
  reading: ReadOptions
}

/** Throws when a value is mapped to what does not exist. */
export function createValueMapping(options: Options): ValueMapping {
  const { mapping, isList = false, known } = options
  const mapped = new Map<string, string>()
  const created = new Set<string>()
  const unused = new Map<string, string>()
  const sent = Object.entries(mapping.values ?? {})
  if (sent.length > MAX_MAPPED) {
    const message = `mapping.${options.name}.values: ${sent.length} values are too many. Allowed: at most ${MAX_MAPPED}.`
    throw new ApiError('invalid', message, { mapping: { [options.name]: { values: 'max' } } })
  }
  for (const [value, to] of sent) {
    const name = resolveTarget(value, to, options)
    mapped.set(normalizeValue(value), name)
    unused.set(normalizeValue(value), value)
    if (typeof to === 'object' && to !== null) created.add(normalizeValue(name))
  }
  const guessed = new Map<string, string | undefined>()
  const guess = (value: string): string | undefined => {
    if (!known) return undefined
    if (!guessed.has(value) && guessed.size < MAX_MAPPED) guessed.set(value, known.match(value))
    return guessed.has(value) ? guessed.get(value) : known.match(value)
  }
  return {
    valuesIn: (cell) => (isList && !mapped.has(normalizeValue(cell)) ? splitCell(cell) : [cell]),
    map(value) {
      const key = normalizeValue(value)
      const to = mapped.get(key)
      if (to !== undefined) {
        unused.delete(key)
        return { to, source: 'mapped' }
      }
      const match = guess(value)
      return match === undefined ? { to: value, source: 'same' } : { to: match, source: 'guessed' }
    },
    creates: (name) => created.has(normalizeValue(name)),
    unused: () => [...unused.values()],
  }
}

/** The name that stands for the value. */
function resolveTarget(value: string, to: MappedTo, options: Options): string {
  const { name, field, known, reading } = options
  const refuse = (code: string, message: string): never => {
    const place = `mapping.${name}.values.${value.slice(0, 100)}`
    throw new ApiError('invalid', `${place}: ${message}`, {
      mapping: { [name]: { values: { [value]: code } } },
    })
  }
  if (to === null) return ''
  const noun = field === 'labels' ? 'label' : field
  const allowed = () => {
    const names = known?.names ?? []
    const more = names.length > MAX_LISTED_NAMES ? ', …' : ''
    return names.length === 0
      ? `There is no ${noun} yet.`
      : `Allowed: ${names.slice(0, MAX_LISTED_NAMES).join(', ')}${more}.`
  }
  if (typeof to === 'object') {
    if (field !== null && !isCreated(field))
      refuse('in', `create is for ${CREATED_FIELDS.join(', ')}. ${known ? allowed() : ''}`.trim())
    return to.create.trim()
  }
  if (typeof to === 'number') {
    if (field === null) return ''
    return (
      known?.nameOf(to) ??
      refuse('not_found', known ? `no ${noun} has the id ${to}. ${allowed()}` : 'send a text.')
    )
  }
  const mayBeMissing =
    known === undefined ||
    known.isPartial ||
    known.finds(to) ||
    to.trim() === '' ||
    // What was remembered can be gone by now: the preview shows the value as one that is not known.
    reading.isPreview ||
    (reading.createsMissing && field !== null && isCreated(field))
  if (!mayBeMissing) refuse('not_found', `no ${noun} has the name ${formatValue(to)}. ${allowed()}`)
  return to
}

// What each column of a file is read as: its field, the format of its numbers or dates, and what stands for its values.

import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { FieldType } from '../write/core/custom-values.ts'
import { customValue, inferFieldType } from './cells.ts'
import type { CustomFieldKey, NewField } from './custom-values.ts'
import { type FileProblem, problem } from './file-problems.ts'
import {
  type ColumnFormat,
  convert,
  type DetectedFormat,
  detectFormatOf,
  type FormatKind,
  formatsOf,
  NUMBER_FORMATS,
  TEXT_FORMAT,
} from './formats.ts'
import {
  type ColumnMapping,
  cleanCell,
  customFieldsIn,
  type Header,
  type ReadOptions,
} from './header.ts'
import type { KnownNames } from './known-names.ts'
import type { Column, Layout } from './layouts.ts'
import { createValueMapping, type ValueMapping } from './value-mapping.ts'

/** The types of the custom fields that exist, by the names of their columns. */
export type FieldTypes = Map<string, FieldType>

export type FileColumn = {
  name: string
  /** Undefined for a column that is left out or not known. */
  column: Column | undefined
  /** Undefined where there is none, and where it is not clear. */
  format: ColumnFormat | undefined
  formatSource: 'chosen' | 'detected' | 'unclear' | undefined
  /** The formats that the column can have, and what was found out about its values. */
  formats: readonly ColumnFormat[]
  detected: DetectedFormat | undefined
  /** A custom field to create. */
  newField: NewField | undefined
  /** What stands for its values. */
  values: ValueMapping
}

/** Reads the values of all columns before the first row is imported. */
export type ColumnSurvey = {
  /** Whether any column needs its values read. */
  isNeeded: boolean
  add(cells: string[]): void
  columns(): FileColumn[]
}

/** The custom fields that are to be created, by the names of their columns. */
export function missingFields(header: Header, types: FieldTypes): Map<string, CustomFieldKey> {
  if (!header.createsFields) return new Map()
  return new Map(
    [...customFieldsIn(header)].filter(
      ([name, { key }]) => !types.has(name) && /^cf_[0-9A-Za-z_]{1,125}$/.test(key),
    ),
  )
}

type SurveyOptions = {
  types: FieldTypes
  /** We wrote the file, and its numbers have decimal points. */
  isPlain: boolean
  /** By the field. */
  known: Map<string, KnownNames>
  reading: ReadOptions
}

/** Throws when a mapping is wrong. */
export function surveyColumns(
  header: Header,
  { types, isPlain, known, reading }: SurveyOptions,
): ColumnSurvey {
  const missing = missingFields(header, types)
  const surveys = header.fields.map((field, i) => {
    const name = header.names[i] as string
    const mapping = header.mappings[i] as ColumnMapping
    const added = field === null ? undefined : missing.get(field)
    const column = field === null || added ? undefined : findColumn(field, header.layout, types)
    const values = createValueMapping({
      name,
      field,
      mapping,
      isList: column?.parseList !== undefined,
      known: known.get(field ?? ''),
      reading,
    })
    if (added) return surveyNewField({ name, mapping, values, field: added, header, isPlain })
    return surveyColumn({ name, mapping, values, column, isPlain })
  })
  const wanted = surveys.flatMap(({ add }, i) => (add ? [{ add, i }] : []))
  return {
    isNeeded: wanted.length > 0,
    add(cells) {
      for (const { add, i } of wanted) {
        const cell = cells[i]
        if (cell !== undefined && cell.trim() !== '') add(cleanCell(cell, header))
      }
    },
    columns: () => surveys.map(({ result }) => result()),
  }
}

type Survey = { add?: (cell: string) => void; result(): FileColumn }

function findColumn(name: string, layout: Layout, types: FieldTypes): Column | undefined {
  const standard = layout.columns.get(name)
  if (standard) return standard
  const owner = ownerOf(name, layout)
  const type = types.get(name)
  return owner && type && customColumn(owner.target, name.slice(owner.prefix.length), type)
}

const ownerOf = (name: string, { customFields }: Layout) =>
  customFields.find(({ prefix }) => name.startsWith(`${prefix}cf_`))

const KINDS: Partial<Record<FieldType, FormatKind>> = { number: 'number', timestamp: 'date' }

function customColumn(target: Column['target'], member: string, type: FieldType): Column {
  const kind = KINDS[type]
  return {
    target,
    member,
    parse: customValue(type),
    ...(kind && { kind }),
    ...(type === 'boolean' && { choices: ['true', 'false'] }),
  }
}

type ColumnOptions = {
  name: string
  mapping: ColumnMapping
  values: ValueMapping
  column: Column | undefined
  isPlain: boolean
}

function surveyColumn({ name, mapping, values, column, isPlain }: ColumnOptions): Survey {
  const { kind } = column ?? {}
  const formats = kind ? formatsOf(kind) : []
  const chosen = chosenFormat(name, mapping, column && formats)
  const detector = kind && detectFormatOf(kind)
  return {
    ...(detector && { add: (cell) => addMapped(detector, values.map(cell).to) }),
    result() {
      const detected = detector?.result()
      const plain = isPlain && kind === 'number' ? 'decimal_point' : undefined
      const format = chosen ?? detected?.format ?? plain
      const formatSource = kind && sourceOf(chosen, format)
      return { name, column, format, formatSource, formats, detected, newField: undefined, values }
    },
  }
}

const addMapped = ({ add }: { add(cell: string): void }, cell: string) =>
  cell === '' ? undefined : add(cell)

const sourceOf = (chosen: ColumnFormat | undefined, format: ColumnFormat | undefined) =>
  chosen ? 'chosen' : format ? 'detected' : 'unclear'

/** A value that would not be the same as a number: it can be an id, a number of a telephone or a version. */
const isFaithful = (cell: string): boolean =>
  !/^[+0]\d/.test(cell) &&
  cell.replace(/\D/g, '').length <= 15 &&
  (/[\p{Sc}A-Z,'’\s]/u.test(cell) || String(Number(cell)) === cell)

type NewFieldOptions = Omit<ColumnOptions, 'column'> & { field: CustomFieldKey; header: Header }

/** A new field has the narrowest type that fits all values. In a file of ours, each value looks the same when it is written again. */
function surveyNewField(options: NewFieldOptions): Survey {
  const { name, mapping, values, field, header, isPlain } = options
  const inferred = inferFieldType()
  const detectors = { number: detectFormatOf('number'), date: detectFormatOf('date') }
  let canBeNumber = true
  const chosen = mapping.format
  const target = header.layout.customFields.find(
    ({ objectType }) => objectType === field.objectType,
  )?.target as Column['target']
  const decide = (): { type: FieldType | undefined; kind?: FormatKind } => {
    const type = inferred.type()
    if (type === undefined) return { type }
    if (chosen === TEXT_FORMAT) return { type: inferred.textType() }
    if (chosen)
      return (NUMBER_FORMATS as readonly string[]).includes(chosen)
        ? { type: 'number', kind: 'number' }
        : { type: 'timestamp', kind: 'date' }
    if (isPlain || header.layout.isExport || type === 'boolean') return { type }
    const isRead = (kind: FormatKind) => detectors[kind].result().unreadable === 0
    if (canBeNumber && isRead('number')) return { type: 'number', kind: 'number' }
    if (isRead('date')) return { type: 'timestamp', kind: 'date' }
    return { type: inferred.textType() }
  }
  return {
    add(cell) {
      const value = values.map(cell).to
      if (value === '') return
      inferred.add(value)
      canBeNumber &&= isFaithful(value)
      detectors.number.add(value)
      detectors.date.add(value)
    },
    result() {
      const { type, kind } = decide()
      const detected = kind && detectors[kind].result()
      const format = chosen ?? detected?.format
      const formatSource = kind && sourceOf(chosen, format)
      return {
        name,
        column: customColumn(target, field.key, type ?? 'text'),
        format: kind && format,
        formatSource,
        formats: kind ? [...formatsOf(kind), TEXT_FORMAT] : [],
        detected,
        newField: type && { ...field, type },
        values,
      }
    },
  }
}

/** Throws when the column cannot have the format that was chosen. */
function chosenFormat(
  name: string,
  { format }: ColumnMapping,
  allowed: readonly ColumnFormat[] | undefined,
): ColumnFormat | undefined {
  if (format === undefined || allowed === undefined || allowed.includes(format)) return format
  const known =
    allowed.length === 0 ? 'its field has no format.' : `Allowed: ${allowed.join(', ')}.`
  const message = `mapping.${name}.format: ${formatValue(format)} is not allowed. ${known}`
  throw new ApiError('invalid', message, { mapping: { [name]: { format: 'in' } } })
}

/** The columns whose format nobody can know: what their values could be. */
export function formatProblems(columns: FileColumn[], line: number): FileProblem[] {
  return columns.flatMap(({ name, formatSource, formats, detected }) => {
    if (formatSource !== 'unclear' || detected === undefined) return []
    const { examples, readable } = detected
    const able = formats.filter((format) => format === TEXT_FORMAT || readable.get(format))
    const [value = '', other] = examples
    const readings = able
      .map((format) => ({ format, reading: convert(value, format) }))
      .map(({ format, reading }) => (reading === null ? format : `${format} (${reading})`))
    const isTwofold = able.filter((one) => one !== TEXT_FORMAT && convert(value, one)).length > 1
    const reason = isTwofold
      ? `${formatValue(value)} has two readings`
      : `${formatValue(value)} and ${formatValue(other ?? '')} have different formats`
    const message = `${reason}; choose the format of the column: ${readings.join(' or ')}`
    return [problem('format not clear', message, { line, column: name, value })]
  })
}

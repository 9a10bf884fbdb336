// A file that is to be imported: its text, which the person can correct, its mapping, and what the service says about it.
import { BadRequest } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  type ImportPreview,
  type ImportType,
  MAX_FILE_BYTES,
  type Mapping,
  mappingOf,
  previewImport,
  readWorkbook,
} from '../../api/imports.ts'
import { queryKeys } from '../../api/query-keys.ts'
import {
  type CsvRow,
  declareDelimiter,
  indexRows,
  parseRow,
  replaceRow,
  rowAt,
  textOf,
  writeRow,
} from '../../core/csv-text.ts'
import {
  type Decoded,
  decodeAs,
  decodeFile,
  type Encoding,
  isZip,
  UnreadableFile,
} from '../../core/text-file.ts'

/** Without bytes, the text was pasted. */
export type Source = Pick<Decoded, 'encoding' | 'isCertain'> & {
  name: string | null
  bytes: Uint8Array | null
}

export class FileTooLarge extends Error {}

/** Edits are gathered before the file is sent again. */
const DEBOUNCE_MS = 500

type File = {
  /** Another text, or the same one read in another way, has another key. */
  key: number
  source: Source
  /** Of all that needs the whole file to be checked: not of rows that are corrected. */
  revision: number
  text: string
  /** The lines of rows that were corrected since they were checked. */
  corrected: number[]
  mapping: Mapping
  createsMissing: boolean
}

export type ImportDraft = {
  file: File | undefined
  preview: ImportPreview | undefined
  /** Why the file could not be checked. */
  error: unknown
  retry: () => void
  /** The preview is not, or not yet, that of the text and the mapping as they are now. */
  isChecking: boolean
  rows: CsvRow[]
  cellsAt: (line: number) => string[] | undefined
  rawAt: (line: number, isBroken: boolean) => string
  /** Lines that had a problem since the mapping was last changed. They stay in sight when they are corrected. */
  troubled: number[]
  open: (name: string, bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>
  paste: (text: string) => void
  close: () => void
  decode: (encoding: Encoding) => void
  separate: (delimiter: string) => void
  map: (mapping: Mapping) => void
  createMissing: (isSelected: boolean) => void
  editCell: (line: number, index: number, value: string) => void
  editRow: (line: number, raw: string, isBroken: boolean) => void
}

const NO_ROWS: CsvRow[] = []
let lastKey = 0
const nextKey = () => ++lastKey

type Sent = { version: number; type: ImportType; file: File }

/** `open` and `paste` throw `UnreadableFile` and `FileTooLarge`. */
export function useImport(type: ImportType): ImportDraft {
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<Sent>()
  const isSent = sent !== undefined && sent.file.revision === file?.revision && sent.type === type
  const isFirst = sent?.file.key !== file?.key
  useEffect(() => {
    if (file === undefined || isSent) return
    const send = () => setSent({ version: nextKey(), type, file })
    const timer = setTimeout(send, isFirst ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [file, type, isSent, isFirst])

  // The last one stays in sight while the next is on its way, and when it fails.
  const [checked, setChecked] = useState<{ key: number; preview: ImportPreview }>()
  const [troubled, setTroubled] = useState<number[]>([])
  const check = useQuery({
    queryKey: queryKeys.importPreview(sent?.version),
    enabled: sent !== undefined,
    // A refresh of everything is no reason to send a large file again.
    staleTime: 'static',
    gcTime: 0,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      const { file: one, type: kind } = sent as Sent
      const { text: csv, mapping, createsMissing: create_missing } = one
      const preview = await previewImport({ type: kind, csv, mapping, create_missing }, signal)
      setChecked({ key: one.key, preview })
      setTroubled((old) => [...new Set([...old, ...troubledLines(preview)])].sort((a, b) => a - b))
      return preview
    },
  })
  const isOfFile = checked?.key === file?.key && checked?.preview.type === type
  const preview = isOfFile ? checked?.preview : undefined
  const isChecking =
    file !== undefined && (!isSent || check.isFetching || file.corrected.length > 0)

  const delimiter = preview?.delimiter ?? ','
  const text = file?.text
  const rows = useMemo(
    () => (text === undefined ? NO_ROWS : indexRows(text, delimiter)),
    [text, delimiter],
  )

  const forget = () => setTroubled([])
  const change = (part: Partial<File>) =>
    setFile((old) => old && { ...old, ...part, revision: nextKey(), corrected: [] })

  // A corrected row is checked on its own: a large file is not sent again for one cell.
  const isReady = isSent && !check.isFetching
  const showChecked = useEffectEvent((next: ImportPreview | undefined, lines: number[]) => {
    // What one row does not show needs the whole file.
    if (next === undefined || file === undefined) return change({})
    setChecked({ key: file.key, preview: next })
    setFile({ ...file, corrected: file.corrected.filter((line) => !lines.includes(line)) })
  })
  useEffect(() => {
    if (!file || !preview || !isReady || file.corrected.length === 0) return
    const { corrected: lines } = file
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void checkRows({ file, preview, rows, lines, delimiter, type }, controller.signal)
        // The whole file shows why the service cannot be reached.
        .catch(() => undefined)
        .then((next) => controller.signal.aborted || showChecked(next, lines))
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [file, preview, isReady, rows, delimiter, type])
  const begin = (source: Source, csv: string) => {
    if (encodedSize(csv) > MAX_FILE_BYTES) throw new FileTooLarge()
    forget()
    setFile({
      key: nextKey(),
      revision: nextKey(),
      source,
      text: csv,
      corrected: [],
      mapping: {},
      createsMissing: false,
    })
  }
  /** A row, or its first line where nothing after it can be read. */
  const extentOf = (line: number, isBroken: boolean): CsvRow | undefined => {
    const row = rowAt(rows, line)
    if (!row || !isBroken) return row
    const [first = ''] = textOf(text ?? '', row).split(/[\r\n]/, 1)
    return { ...row, end: row.start + first.length }
  }
  const replace = (line: number, isBroken: boolean, write: (raw: string) => string) => {
    const row = extentOf(line, isBroken)
    if (!row || file === undefined) return
    const old = textOf(file.text, row)
    const written = write(old)
    const changed = replaceRow(file.text, row, written)
    // A line more or less moves all rows below it.
    if (isBroken || /[\r\n]/.test(old + written)) return change({ text: changed })
    setFile({ ...file, text: changed, corrected: [...new Set([...file.corrected, line])] })
  }
  return {
    file,
    preview,
    error: isChecking ? undefined : check.error,
    retry: () => void check.refetch(),
    isChecking,
    rows,
    cellsAt: (line) => {
      const row = rowAt(rows, line)
      return row && parseRow(textOf(text ?? '', row), delimiter)
    },
    rawAt: (line, isBroken) => {
      const row = extentOf(line, isBroken)
      return row ? textOf(text ?? '', row) : ''
    },
    troubled,
    open: (name, bytes) => {
      if (bytes.length > MAX_FILE_BYTES) throw new FileTooLarge()
      if (isZip(bytes)) return openWorkbook(bytes, (csv) => begin({ ...PASTED, name }, csv))
      const { text: csv, ...decoded } = decodeFile(bytes)
      begin({ name, bytes, ...decoded }, csv)
    },
    paste: (csv) => begin(PASTED, csv),
    close: () => {
      forget()
      setSent(undefined)
      setFile(undefined)
    },
    decode: (encoding) => {
      const { source } = file ?? {}
      if (!source?.bytes) return
      forget()
      change({
        key: nextKey(),
        source: { ...source, encoding },
        text: decodeAs(source.bytes, encoding),
        mapping: {},
      })
    },
    separate: (one) => {
      forget()
      change({ key: nextKey(), text: declareDelimiter(file?.text ?? '', one), mapping: {} })
    },
    map: (mapping) => {
      forget()
      change({ mapping })
    },
    createMissing: (createsMissing) => change({ createsMissing }),
    editCell: (line, index, value) =>
      replace(line, false, (raw) =>
        writeRow(
          parseRow(raw, delimiter).map((cell, i) => (i === index ? value : cell)),
          delimiter,
        ),
      ),
    editRow: (line, raw, isBroken) => replace(line, isBroken, () => raw),
  }
}

const PASTED: Source = { name: null, bytes: null, encoding: 'utf-8', isCertain: true }

/** The service reads it, and its first sheet goes on as a text. */
async function openWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  begin: (csv: string) => void,
): Promise<void> {
  const csv = await readWorkbook(bytes).catch((error) => {
    throw error instanceof BadRequest ? new UnreadableFile('workbook') : error
  })
  if (csv.trim() === '') throw new UnreadableFile('empty')
  begin(csv)
}

type RowCheck = {
  file: File
  preview: ImportPreview
  rows: CsvRow[]
  lines: number[]
  delimiter: string
  type: ImportType
}

/** The service previews this many rows. */
const MAX_CHECKED_ROWS = 50

/** The preview with what is known about these rows now; undefined when the whole file has to be checked. */
async function checkRows(
  { file, preview, rows, lines, delimiter, type }: RowCheck,
  signal: AbortSignal,
): Promise<ImportPreview | undefined> {
  const begin = preview.rows[0]?.line ?? 0
  const header = rows.findLast(({ line, start, end }) => line < begin && end > start)
  const isOfLines = ({ line }: { line: number | null }) => line !== null && lines.includes(line)
  const old = preview.problems.filter(isOfLines)
  // A row without a problem can be the one that others repeat.
  const wereWrong = lines.every((line) => old.some((one) => one.line === line))
  if (!header || !wereWrong || lines.length > MAX_CHECKED_ROWS) return undefined
  const texts = [header, ...lines.map((line) => rowAt(rows, line))].map((row) =>
    row ? textOf(file.text, row) : '',
  )
  const csv = [`sep=${delimiter}`, ...texts].join('\n')
  const mapping = mappingOf(preview, file.mapping)
  const body = { type, csv, mapping, create_missing: file.createsMissing }
  const checked = await previewImport(body, signal)
  if (checked.rows.length !== lines.length) return undefined
  const lineOf = new Map(checked.rows.map(({ line }, i) => [line, lines[i] as number]))
  const found = checked.problems.flatMap((one) => {
    const line = one.line === null ? undefined : lineOf.get(one.line)
    return line === undefined ? [] : [{ ...one, line }]
  })
  const valid = lines.filter((line) => !found.some((one) => one.line === line)).length
  return {
    ...preview,
    problems: [...preview.problems.filter((one) => !isOfLines(one)), ...found],
    problems_count: preview.problems_count - old.length + found.length,
    valid_rows: preview.valid_rows + valid,
    creates: preview.creates + checked.creates,
    updates: preview.updates + checked.updates,
  }
}

function troubledLines({ rows, problems }: ImportPreview): number[] {
  const begin = rows[0]?.line ?? Number.POSITIVE_INFINITY
  return problems.flatMap(({ line }) => (line !== null && line >= begin ? line : []))
}

/** As the service receives it: the text is a member of a JSON object. */
const encodedSize = (csv: string): number => new Blob([JSON.stringify(csv)]).size

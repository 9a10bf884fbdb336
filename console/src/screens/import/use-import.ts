// A file that is to be imported: its text, which the person can correct, its mapping, and what the service says about it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  type ImportPreview,
  type ImportType,
  MAX_FILE_BYTES,
  type Mapping,
  previewImport,
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
import { type Decoded, decodeAs, decodeFile, type Encoding } from '../../core/text-file.ts'

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
  text: string
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
  open: (name: string, bytes: Uint8Array) => void
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
  const isSent = sent !== undefined && sent.file === file && sent.type === type
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
  const isChecking = file !== undefined && (!isSent || check.isFetching)

  const delimiter = preview?.delimiter ?? ','
  const text = file?.text
  const rows = useMemo(
    () => (text === undefined ? NO_ROWS : indexRows(text, delimiter)),
    [text, delimiter],
  )

  const forget = () => setTroubled([])
  const change = (part: Partial<File>) => setFile((old) => old && { ...old, ...part })
  const begin = (source: Source, csv: string) => {
    if (encodedSize(csv) > MAX_FILE_BYTES) throw new FileTooLarge()
    forget()
    setFile({ key: nextKey(), source, text: csv, mapping: {}, createsMissing: false })
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
    if (row && text !== undefined) change({ text: replaceRow(text, row, write(textOf(text, row))) })
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
      const { text: csv, ...decoded } = decodeFile(bytes)
      begin({ name, bytes, ...decoded }, csv)
    },
    paste: (csv) => begin({ name: null, bytes: null, encoding: 'utf-8', isCertain: true }, csv),
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

function troubledLines({ rows, problems }: ImportPreview): number[] {
  const begin = rows[0]?.line ?? Number.POSITIVE_INFINITY
  return problems.flatMap(({ line }) => (line !== null && line >= begin ? line : []))
}

/** As the service receives it: the text is a member of a JSON object. */
const encodedSize = (csv: string): number => new Blob([JSON.stringify(csv)]).size

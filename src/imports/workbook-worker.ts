// The thread that reads a workbook. Its archive is unpacked once by zlib, which counts the bytes, before the library sees it.
import { parentPort, workerData } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/universal'
import { csvLine } from '../files/csv.ts'
import { TOO_LARGE, type WorkbookResult, type WorkbookTask } from './workbook.ts'

const { file, maxUnpackedBytes } = workerData as WorkbookTask

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const MAX_ENTRIES = 2000
const MAX_CELLS = 5_000_000
const SCANNED_BYTES = 1024 * 1024
const MAX_ADDRESS_BYTES = 16
const STORED = 0
const DEFLATED = 8

class TooLarge extends Error {}

/** Throws unless all entries together unpack to at most so many bytes, and to the sizes that the directory says. */
function checkArchive(archive: Buffer): void {
  let at = archive.length - DIRECTORY_END_BYTES
  const first = Math.max(0, at - MAX_COMMENT_BYTES)
  while (at >= first && archive.readUInt32LE(at) !== DIRECTORY_END) at--
  if (at < first) throw new Error('no directory')
  const count = archive.readUInt16LE(at + 10)
  if (count > MAX_ENTRIES) throw new TooLarge()
  let entry = archive.readUInt32LE(at + 16)
  let left = maxUnpackedBytes
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(entry) !== DIRECTORY_ENTRY) throw new Error('no entry')
    const method = archive.readUInt16LE(entry + 10)
    const packed = archive.readUInt32LE(entry + 20)
    const unpacked = archive.readUInt32LE(entry + 24)
    const local = archive.readUInt32LE(entry + 42)
    left -= unpacked
    if (left < 0) throw new TooLarge()
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const data = archive.subarray(from, from + packed)
    if (method !== DEFLATED && (method !== STORED || packed !== unpacked))
      throw new Error('unknown method')
    const content =
      method === DEFLATED ? inflateRawSync(data, { maxOutputLength: unpacked + 1 }) : data
    if (content.length !== unpacked) throw new TooLarge()
    const nameLength = archive.readUInt16LE(entry + 28)
    const name = archive.toString('latin1', entry + 46, entry + 46 + nameLength)
    if (name.includes('worksheets/')) checkSheet(content)
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32)
  }
}

/** The library fills the rectangle up to the last cell, wherever that is. */
function checkSheet(sheet: Buffer): void {
  let rows = 0
  let columns = 0
  for (let from = 0; from < sheet.length; from += SCANNED_BYTES) {
    // The next piece begins before the end of this one: an address can be cut.
    const piece = sheet.toString('latin1', from, from + SCANNED_BYTES + MAX_ADDRESS_BYTES)
    for (const [, letters = '', row] of piece.matchAll(/["':]([A-Z]{1,3})(\d{1,7})["']/g)) {
      rows = Math.max(rows, Number(row))
      const column = [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0)
      columns = Math.max(columns, column)
    }
  }
  if (rows * columns > MAX_CELLS) throw new TooLarge()
}

/** A number with three decimals would have two readings: with a fourth it has one. */
function writeNumber(value: number): string {
  const text = String(value)
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return writeNumber(value)
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? ''
      : value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z')
  return String(value)
}

async function convert(): Promise<WorkbookResult> {
  const archive = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    checkArchive(archive)
    const copy = archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.length)
    const rows = (await readSheet(copy as ArrayBuffer)) as unknown[][]
    return { csv: rows.map((row) => csvLine(row.map(writeCell), true)).join('') }
  } catch (error) {
    const isLarge =
      error instanceof TooLarge || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    return { problem: isLarge ? TOO_LARGE : 'it is a ZIP file, but not a workbook (.xlsx)' }
  }
}

parentPort?.postMessage(await convert())

// `earshot files move`: copies every file of one store to another.
import { resolve } from 'node:path'
import {
  type Config,
  type FilesLocation,
  formatFilesUrl,
  parseFilesUrl,
  VARIABLES,
} from '../config.ts'
import type { Queries } from '../db/db.ts'
import { findChecksums } from '../read/file.ts'
import type { Checksum } from '../store/checksum.ts'
import { type CopyResult, copyFile } from '../store/copy.ts'
import { openStoreAt } from '../store/open-store.ts'
import type { Store, StoredFile } from '../store/store.ts'
import { UsageError, type Values } from './command.ts'
import { showProgress } from './progress.ts'

const CONCURRENCY = 8
const BATCH_SIZE = 500

export type Move = { from: FilesLocation; to: FilesLocation; deletesSource: boolean }

type Report = {
  from: string
  to: string
  files: number
  bytes_copied: number
  copied: number
  present: number
  gone: number
  damaged: string[]
  deleted: number
}

/** Checks the options before anything is opened. */
export function parseMove(values: Values, config: Config): Move {
  if (values.to === undefined)
    throw new UsageError('files move needs --to with a directory or an s3:// address.')
  const to = parseLocation('to', String(values.to))
  const from =
    values.from === undefined
      ? configuredLocation(config)
      : parseLocation('from', String(values.from))
  if (formatFilesUrl(from) === formatFilesUrl(to))
    throw new UsageError(
      `The files are already in ${formatFilesUrl(to)}; --to must be another store.`,
    )
  return { from, to, deletesSource: values['delete-source'] === true }
}

const configuredLocation = ({ bucket, filesDir }: Config): FilesLocation =>
  bucket ? { bucket } : { directory: filesDir }

function parseLocation(option: string, text: string): FilesLocation {
  if (!/^\w+:/.test(text)) return { directory: resolve(text) }
  const location = parseFilesUrl(text)
  if (location) return location
  const { redact, allowed } = VARIABLES.FILES_URL
  throw new UsageError(`--${option} is ${redact(text)}; it should be a directory, or ${allowed}.`)
}

export async function moveFiles(queries: Queries, move: Move): Promise<Report> {
  const stores = { source: openStoreAt(move.from), target: openStoreAt(move.to) }
  const report: Report = {
    from: formatFilesUrl(move.from),
    to: formatFilesUrl(move.to),
    files: 0,
    bytes_copied: 0,
    copied: 0,
    present: 0,
    gone: 0,
    damaged: [],
    deleted: 0,
  }
  const { deletesSource } = move
  const total = await countFiles(stores.source)
  const progress = showProgress()
  for await (const batch of inBatches(stores.source.list(), BATCH_SIZE)) {
    const checksums = await findChecksums(
      queries,
      batch.map(({ key }) => key),
    )
    for (let i = 0; i < batch.length; i += CONCURRENCY) {
      const group = batch.slice(i, i + CONCURRENCY)
      await Promise.all(
        group.map((file) =>
          moveFile(stores, file, { checksum: checksums.get(file.key), deletesSource }, report),
        ),
      )
      progress('files', report.files, Math.max(total, report.files))
    }
  }
  if (total === 0) progress('files', 0, 0)
  return report
}

async function moveFile(
  stores: { source: Store; target: Store },
  file: StoredFile,
  { checksum, deletesSource }: { checksum: Checksum | undefined; deletesSource: boolean },
  report: Report,
): Promise<void> {
  const result = await copyFile(stores, file, { checksum, verifyPresent: deletesSource })
  recordResult(report, result, file)
  if (deletesSource && (result === 'copied' || result === 'present')) {
    await stores.source.remove(file.key)
    report.deleted += 1
  }
}

function recordResult(report: Report, result: CopyResult, { key, size }: StoredFile): void {
  report.files += 1
  if (result === 'damaged') report.damaged.push(key)
  else report[result] += 1
  if (result === 'copied') report.bytes_copied += size
}

async function countFiles(store: Store): Promise<number> {
  let count = 0
  for await (const _ of store.list()) count += 1
  return count
}

async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The result, and what the operator does next. */
export function describeMove(report: Report, move: Move, config: Config): string {
  const { copied, present, gone, damaged, deleted, bytes_copied } = report
  const megabytes = (bytes_copied / 1e6).toFixed(1)
  const lines = [
    ...damaged.map((key) => `Not copied, because it differs from its record: ${key}`),
    `Copied ${files(copied)} (${megabytes} MB) from ${report.from} to ${report.to}. ` +
      `Already there: ${present}. Failed: ${damaged.length}.`,
    ...(gone > 0 ? [`Removed from the source meanwhile: ${gone}.`] : []),
    ...(deleted > 0 ? [`Deleted ${files(deleted)} from the source.`] : []),
    ...describeNextSteps(report, move, config),
  ]
  return lines.join('\n')
}

function describeNextSteps({ from, to }: Report, { to: target }: Move, config: Config): string[] {
  if (formatFilesUrl(configuredLocation(config)) === to)
    return ['FILES_URL already names the new store.']
  const isDefault = 'directory' in target && target.directory === resolve(config.dataDir, 'files')
  const setting = isDefault
    ? 'Unset FILES_URL'
    : `Set FILES_URL=${to}${to.includes(':…@') ? ' (with the secret in place of …)' : ''}`
  return [
    `Next: 1. ${setting} and restart the service.`,
    `      2. Run \`earshot files move --from ${from} --to ${to}\` again: it copies the files uploaded since.`,
  ]
}

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

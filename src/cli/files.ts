// `earshot files`: compares attachments with stored files, and copies files to another store.
import { readConfig } from '../config.ts'
import { type FileTaskContext, filesWithoutRecord, sweepLeftovers } from '../jobs/files.ts'
import { listRecordedFiles, type RecordedFile } from '../read/file.ts'
import { hashFile } from '../store/copy.ts'
import { isKey } from '../store/keys.ts'
import { openStore, type Store } from '../store/store.ts'
import { type Command, UsageError, type Values, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'
import { describeMove, moveFiles, parseMove } from './files-move.ts'

const DEFAULT_MINUTES = 60
const CONCURRENCY = 16

type Report = {
  records: number
  missing: string[]
  wrong_size: string[]
  wrong_hash: string[]
  without_record: string[]
  swept: number
}

export const files: Command = {
  summary: 'compare the attachments with the stored files, or copy the files to another store',
  help: `usage: earshot files check [--hash] [--sweep] [--older-than MINUTES] [--json]
       earshot files move --to STORE [--from STORE] [--delete-source] [--json]

Tells which attachments have no file or one of another size, and which files no attachment has. Ends with exit code 1
when an attachment lacks its file or has a wrong one. The service removes files without an attachment by itself, once
an hour.

  --hash                  read every file and compare its hash too
  --sweep                 remove files without an attachment, and what uploads left unfinished
  --older-than MINUTES    look only at files without an attachment that are older; 60 by default
  --json                  print the findings as JSON

\`move\` copies every file, thumbnails included, to another store, compares sizes and recorded hashes, and prints the
FILES_URL to set. A STORE is a directory or an address as in FILES_URL. The service can run meanwhile. After an
interruption run the command again: it copies only the files that are missing. Run it once more after the service uses
the new store, with --from, to copy the files uploaded in between.

  --to STORE              where to copy the files
  --from STORE            where the files are; the configured store by default
  --delete-source         delete each file from the source after its copy is verified; stop services that use it first`,
  options: {
    hash: { type: 'boolean' },
    sweep: { type: 'boolean' },
    'older-than': { type: 'string' },
    json: { type: 'boolean' },
    to: { type: 'string' },
    from: { type: 'string' },
    'delete-source': { type: 'boolean' },
  },
  words: 1,
  async run(values, [action]) {
    if (action === 'check') return checkFiles(values)
    if (action === 'move') return runMove(values)
    throw new UsageError(
      action === undefined
        ? 'files needs a word after it: check or move.'
        : `files ${action} is not known. Allowed: check, move.`,
    )
  },
}

async function runMove(values: Values): Promise<void> {
  const config = readConfig()
  const move = parseMove(values, config)
  await withDatabase(config, async ({ readPool }) => {
    const report = await moveFiles(readPool, move)
    console.log(values.json ? JSON.stringify(report) : describeMove(report, move, config))
    if (report.damaged.length > 0) process.exitCode = 1
  })
}

async function checkFiles(values: Values): Promise<void> {
  const before = new Date(Date.now() - wholeNumber(values, 'older-than', DEFAULT_MINUTES) * 60_000)
  const config = readConfig()
  await withDatabase(config, async ({ db, readPool }) => {
    const context = { db, store: openStore(config) }
    const report = await compareFiles(context, listRecordedFiles(readPool), values.hash === true)
    for await (const { key } of filesWithoutRecord(context, before)) report.without_record.push(key)
    if (values.sweep) {
      const swept = await sweepLeftovers(context, before)
      report.swept = swept.files + swept.unfinished
    }
    console.log(values.json ? JSON.stringify(report) : describeReport(report))
    if ([report.missing, report.wrong_size, report.wrong_hash].some(({ length }) => length > 0))
      process.exitCode = 1
  })
}

async function compareFiles(
  { store }: FileTaskContext,
  recorded: AsyncIterable<RecordedFile[]>,
  withHash: boolean,
): Promise<Report> {
  const report: Report = {
    ...{ records: 0, missing: [], wrong_size: [], wrong_hash: [], without_record: [], swept: 0 },
  }
  for await (const batch of recorded) {
    report.records += batch.length
    for (let i = 0; i < batch.length; i += CONCURRENCY) {
      const group = batch.slice(i, i + CONCURRENCY)
      const faults = await Promise.all(group.map((file) => findFault(store, file, withHash)))
      for (const [index, fault] of faults.entries())
        if (fault) report[fault].push(`${group[index]?.id} ${group[index]?.key}`)
    }
  }
  return report
}

async function findFault(store: Store, file: RecordedFile, withHash: boolean) {
  const size = isKey(file.key) ? await store.size(file.key) : undefined
  if (size === undefined) return 'missing' as const
  if (size !== file.size) return 'wrong_size' as const
  if (withHash && (await hashFile(store, file.key)) !== file.sha256) return 'wrong_hash' as const
  return undefined
}

function describeReport(report: Report): string {
  const faults: [string, string[]][] = [
    ['attachment without its file', report.missing],
    ['attachment whose file has another size', report.wrong_size],
    ['attachment whose file has another hash', report.wrong_hash],
    ['file without an attachment', report.without_record],
  ]
  const lines = faults.flatMap(([fault, names]) => names.map((name) => `${fault}: ${name}`))
  const swept = report.swept > 0 ? [`Removed ${report.swept}.`] : []
  return [...lines, ...swept, `Checked ${report.records} attachments.`].join('\n')
}

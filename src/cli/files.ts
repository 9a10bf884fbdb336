// `earshot files`: compares attachments with stored files, and copies files to another store.
import { readConfig } from '../config.ts'
import type { Queries } from '../db/db.ts'
import { filesWithoutRecord, sweepLeftovers } from '../jobs/files.ts'
import { findChecksums, listRecordedFiles, type RecordedFile } from '../read/file.ts'
import { type Checksum, matchesChecksum } from '../store/checksum.ts'
import { isKey } from '../store/keys.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type Command, jsonOption, type Values, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'
import { describeMove, moveFiles, parseMove } from './files-move.ts'

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
  summary: 'compare attachments with stored files, or copy the files to another store',
  description: 'Checks whether every attachment has its file and every file its attachment.',
  examples: [],
  subcommands: {
    check: {
      summary: 'list attachments without a file and files without an attachment',
      description: `Lists attachments whose file is missing or has another size, and files without an attachment. The exit code is 1 when
an attachment has no file or a wrong one.

The service removes files without an attachment itself, once an hour.`,
      options: {
        hash: { type: 'boolean', description: 'Also read every file and compare its hash.' },
        sweep: {
          type: 'boolean',
          description: 'Remove files without an attachment and the remains of unfinished uploads.',
        },
        'older-than': {
          type: 'string',
          value: 'MINUTES',
          default: '60',
          description: 'Ignore files without an attachment that are younger.',
        },
        ...jsonOption('the findings'),
      },
      examples: [['earshot files check --hash', 'Compare every file with its record.']],
      run: (values) => checkFiles(values),
    },
    move: {
      summary: 'copy all files to another store',
      description: `Copies every file, thumbnails included, to another store, compares sizes and recorded hashes, and prints the FILES_URL to
set. A STORE is a directory or an address as in FILES_URL. The service can keep running.

After an interruption run the command again: it copies only missing files. Run it once more with --from after the
service uses the new store, to copy files that were uploaded in between.`,
      options: {
        to: { type: 'string', value: 'STORE', description: 'The target store. Required.' },
        from: {
          type: 'string',
          value: 'STORE',
          description: 'The source store. Default: the configured store.',
        },
        'delete-source': {
          type: 'boolean',
          description:
            'Delete each file from the source after its copy is verified. Stop services that use the source first.',
        },
        ...jsonOption('the result'),
      },
      examples: [
        [
          'earshot files move --to s3://bucket/prefix?region=eu-west-1',
          'Copy the files to a bucket.',
        ],
      ],
      run: (values) => runMove(values),
    },
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
  const before = new Date(Date.now() - wholeNumber(values, 'older-than') * 60_000)
  const config = readConfig()
  await withDatabase(config, async ({ db, readPool }) => {
    const context = { db, store: openStore(config) }
    const report = await compareFiles(context.store, readPool, values.hash === true)
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

async function compareFiles(store: Store, pool: Queries, withHash: boolean): Promise<Report> {
  const report: Report = {
    records: 0,
    missing: [],
    wrong_size: [],
    wrong_hash: [],
    without_record: [],
    swept: 0,
  }
  for await (const batch of listRecordedFiles(pool)) {
    report.records += batch.length
    const keys = withHash ? batch.map(({ key }) => key) : []
    const checksums = await findChecksums(pool, keys)
    for (let i = 0; i < batch.length; i += CONCURRENCY) {
      const group = batch.slice(i, i + CONCURRENCY)
      const faults = await Promise.all(
        group.map((file) => findFault(store, file, checksums.get(file.key))),
      )
      for (const [index, fault] of faults.entries())
        if (fault) report[fault].push(`${group[index]?.id} ${group[index]?.key}`)
    }
  }
  return report
}

async function findFault(store: Store, file: RecordedFile, checksum: Checksum | undefined) {
  const size = isKey(file.key) ? await store.size(file.key) : undefined
  if (size === undefined) return 'missing' as const
  if (size !== file.size) return 'wrong_size' as const
  if (checksum && !(await matchesChecksum(store, file.key, checksum))) return 'wrong_hash' as const
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

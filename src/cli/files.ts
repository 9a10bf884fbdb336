// `earshot files check`: whether every attachment has its file, and every file its attachment.
import { createHash } from 'node:crypto'
import { readConfig } from '../config.ts'
import { type FileTaskContext, filesWithoutRecord, sweepLeftovers } from '../jobs/files.ts'
import { listRecordedFiles, type RecordedFile } from '../read/file.ts'
import { isKey } from '../store/keys.ts'
import { openStore, type Store } from '../store/store.ts'
import { type Command, jsonOption, type Values, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'

const AT_ONCE = 16

type Report = {
  records: number
  missing: string[]
  wrong_size: string[]
  wrong_hash: string[]
  without_record: string[]
  swept: number
}

export const files: Command = {
  summary: 'compare attachments with the stored files',
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
      run: (values) => check(values),
    },
  },
}

async function check(values: Values): Promise<void> {
  const before = new Date(Date.now() - wholeNumber(values, 'older-than') * 60_000)
  const config = readConfig()
  await withDatabase(config, async ({ db, readPool }) => {
    const stored = { db, store: openStore(config) }
    const report = await compared(stored, listRecordedFiles(readPool), values.hash === true)
    for await (const { key } of filesWithoutRecord(stored, before)) report.without_record.push(key)
    if (values.sweep) {
      const swept = await sweepLeftovers(stored, before)
      report.swept = swept.files + swept.unfinished
    }
    console.log(values.json ? JSON.stringify(report) : told(report))
    if ([report.missing, report.wrong_size, report.wrong_hash].some(({ length }) => length > 0))
      process.exitCode = 1
  })
}

async function compared(
  { store }: FileTaskContext,
  recorded: AsyncIterable<RecordedFile[]>,
  isHashed: boolean,
): Promise<Report> {
  const report: Report = {
    ...{ records: 0, missing: [], wrong_size: [], wrong_hash: [], without_record: [], swept: 0 },
  }
  for await (const some of recorded) {
    report.records += some.length
    for (let i = 0; i < some.length; i += AT_ONCE) {
      const now = some.slice(i, i + AT_ONCE)
      const faults = await Promise.all(now.map((file) => faultOf(store, file, isHashed)))
      for (const [place, fault] of faults.entries())
        if (fault) report[fault].push(`${now[place]?.id} ${now[place]?.key}`)
    }
  }
  return report
}

async function faultOf(store: Store, file: RecordedFile, isHashed: boolean) {
  const size = isKey(file.key) ? await store.size(file.key) : undefined
  if (size === undefined) return 'missing' as const
  if (size !== file.size) return 'wrong_size' as const
  if (isHashed && (await hashOf(store, file.key)) !== file.sha256) return 'wrong_hash' as const
  return undefined
}

async function hashOf(store: Store, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await store.read(key)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}

function told(report: Report): string {
  const lines: [string, string[]][] = [
    ['attachment without its file', report.missing],
    ['attachment whose file has another size', report.wrong_size],
    ['attachment whose file has another hash', report.wrong_hash],
    ['file without an attachment', report.without_record],
  ]
  const found = lines.flatMap(([what, which]) => which.map((one) => `${what}: ${one}`))
  const swept = report.swept > 0 ? [`Removed ${report.swept}.`] : []
  return [...found, ...swept, `Looked at ${report.records} attachments.`].join('\n')
}

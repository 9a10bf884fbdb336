// `earshot import`: people and accounts from a CSV file.
import { readConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { csvLine } from '../files/csv.ts'
import { type CsvOptions, findEncoding } from '../files/csv-text.ts'
import { type CheckedFile, checkFile, countProblems, importFile } from '../files/import.ts'
import { type InputFile, openInputFile } from '../files/input-file.ts'
import { peopleColumns } from '../files/layouts.ts'
import type { FileProblem } from '../files/problems.ts'
import { seedDatabase } from '../write/service/seed.ts'
import { type Command, jsonOption, UsageError, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireReadable, requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'

const MAX_SHOWN = 20

export const importCommand: Command = {
  summary: 'import people and accounts from a CSV file',
  description: `Creates or updates external users and their accounts, like the import of the API. The file is CSV with a header and at
most 100,000 rows. The whole file is checked first: when anything is wrong, all problems are listed and nothing is
imported. To resume an interrupted import, import the same file again.

Columns, in any order:

${peopleColumns.map((name) => `  ${name}`).join('\n')}
  external_user.cf_… and account.cf_… for custom fields, which must exist

external_user.external_id is required, and so is external_user.email_address or user.id. account.external_id is
required in a row with other account columns. An empty cell changes nothing. Times are RFC 3339 or yyyy-mm-dd hh:mm:ss,
in UTC unless they have an offset. When two rows have the same external_user.external_id, the last one wins.

Files that \`earshot export\` wrote can be imported too: users, external_accounts and external_users, in this order. Users
are found by email_address, accounts by external_id. Missing custom fields are created. Ids, times of creation and
update, figures and permissions are not imported, nor are accounts without an external_id.`,
  arguments: [{ name: 'FILE', description: 'The CSV file; - is standard input.' }],
  options: {
    'dry-run': { type: 'boolean', description: 'Check the file only. Nothing is written.' },
    errors: {
      type: 'string',
      value: 'FILE',
      description: 'Write all problems to FILE as CSV: line, column, problem, value.',
    },
    delimiter: {
      type: 'string',
      value: 'CHARACTER',
      description: 'The separator of cells. Default: a comma, a semicolon or a tab is detected.',
    },
    encoding: {
      type: 'string',
      value: 'NAME',
      description:
        'Such as windows-1252 or utf-16le. Default: UTF-8, or UTF-16 with a byte order mark.',
    },
    ...jsonOption('{"rows", "records"}, with --dry-run {"rows"}'),
  },
  examples: [
    ['earshot import users.csv --dry-run --errors problems.csv', 'Check a file.'],
    ['earshot import users.csv', 'Import it.'],
  ],
  async run(values, [path = '']) {
    const options = readCsvOptions(values)
    const { errors } = values
    const isStandard = path === STANDARD_STREAM || path === '/dev/stdin'
    if (!isStandard) await requireReadable(path)
    if (typeof errors === 'string') await requireWritable(errors)
    const config = readConfig()
    await runInterruptibly(async (signal) => {
      const file = await openInputFile(isStandard ? process.stdin : path, { signal })
      try {
        await withDatabase(config, async ({ db }) => {
          const checked = await checkAll(db, file, options, errors as string | undefined, signal)
          const { rows } = checked
          const imported = values['dry-run']
            ? undefined
            : await importAll(db, file, checked, options, signal)
          const report = imported ? { rows, records: imported.records } : { rows }
          console.log(values.json ? JSON.stringify(report) : summarize(checked, imported))
        })
      } finally {
        await file.close()
      }
    })
  },
}

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['\\t', '\t'],
])

function readCsvOptions({ delimiter, encoding }: Values): CsvOptions {
  const character =
    typeof delimiter === 'string' ? (DELIMITER_NAMES.get(delimiter) ?? delimiter) : undefined
  if (character !== undefined && ([...character].length !== 1 || /["\r\n]/.test(character)))
    throw new UsageError(
      `--delimiter ${JSON.stringify(delimiter)} should be one character, or comma, semicolon or tab.`,
    )
  const name = typeof encoding === 'string' ? findEncoding(encoding) : undefined
  if (encoding !== undefined && name === undefined)
    throw new UsageError(
      `--encoding ${JSON.stringify(encoding)} is unknown; use for example utf-8, utf-16le or windows-1252.`,
    )
  return { delimiter: character, encoding: name }
}

async function importAll(
  db: Db,
  file: InputFile,
  checked: CheckedFile,
  options: CsvOptions,
  signal: AbortSignal,
): Promise<Imported> {
  await db.transaction().execute(seedDatabase)
  const progress = showProgress()
  const show = (processed: number, total: number) => progress('rows', processed, total)
  return importFile(db, file, checked, show, options, signal)
}

type Imported = Awaited<ReturnType<typeof importFile>>

const NOUNS = {
  users: 'user',
  external_users: 'external user',
  external_accounts: 'external account',
}

function summarize({ rows, collection, skipped }: CheckedFile, imported: Imported | undefined) {
  const count = rows === 1 ? '1 row' : `${rows} rows`
  const left = skipped === 0 ? '' : ` Left out ${skipped} without an external_id.`
  if (imported === undefined) return `${count}, no problems.${left}`
  const { records, isResumed } = imported
  const rest = isResumed ? ', resuming an earlier import of the file' : ''
  const noun = NOUNS[collection] + (records === 1 ? '' : 's')
  return `Imported ${count}, ${records} ${noun}${rest}.${left}`
}

/** Throws when the file has problems. The first are printed; all are written to `errorsFile`. */
async function checkAll(
  db: Db,
  file: InputFile,
  options: CsvOptions,
  errorsFile: string | undefined,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const check = checkFile(db, file, options)
  let count = 0
  async function* errorLines(): AsyncGenerator<string> {
    yield csvLine(['line', 'column', 'problem', 'value'])
    for await (const problems of check.problems) {
      signal.throwIfAborted()
      for (const one of problems.slice(0, Math.max(0, MAX_SHOWN - count)))
        console.error(describeProblem(one))
      count += problems.length
      yield problems.map(formatProblem).join('')
    }
  }
  if (errorsFile !== undefined) await writeFileAtomically(errorsFile, errorLines(), signal)
  else for await (const _ of errorLines());
  if (count === 0) return check.result()
  const where = errorsFile === undefined ? '--errors FILE writes all' : `all are in ${errorsFile}`
  const rest = count > MAX_SHOWN ? ` The first ${MAX_SHOWN} are above; ${where}.` : ''
  throw new Error(`${countProblems(count)}; nothing was imported.${rest}`)
}

const formatProblem = ({ line, column, kind, message, value }: FileProblem) =>
  csvLine([line, column, `${kind}: ${message}`, value])

function describeProblem({ line, column, kind, message, value }: FileProblem): string {
  const place = [line !== null && `line ${line}`, column].filter(Boolean).join(', ')
  const shown = value === '' ? '' : ` (${JSON.stringify(value.slice(0, 100))})`
  return `${place === '' ? '' : `${place}: `}${kind}: ${message}${shown}`
}

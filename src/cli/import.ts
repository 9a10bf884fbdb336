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
import { seedDatabase } from '../write/seed.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireReadable, requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'

const MAX_SHOWN = 20

export const importCommand: Command = {
  summary: 'import people and accounts from a CSV file',
  help: `usage: earshot import FILE [--dry-run] [--errors FILE] [--delimiter CHARACTER] [--encoding NAME] [--json]

Creates or changes external users and their accounts, as the API's import does. FILE is CSV with a header and at most
100,000 rows; - is standard input. It is checked first: if anything is wrong, all problems are reported and nothing is
imported. To resume an import that was interrupted, import the same file again.

Columns, in any order:
${peopleColumns.map((name) => `  ${name}\n`).join('')}  external_user.cf_… and account.cf_… for custom fields, which have to exist

CSV files that earshot export wrote can be imported too: users, external_accounts and external_users, in this order.
Users are found by email_address, accounts by external_id. Custom fields that do not exist are created. Ids, times of
creation and change, figures and the rights of users are not imported, nor are accounts without an external_id.

external_user.external_id is required, and so is external_user.email_address or user.id; account.external_id is required
when a row has other values of an account. An empty cell changes nothing. Times are RFC 3339 or yyyy-mm-dd hh:mm:ss, in
UTC when they have no offset. Of two rows with the same external_user.external_id the last wins.

  --dry-run               only check; nothing is written
  --errors FILE           write all problems as CSV: line, column, problem, value
  --delimiter CHARACTER   what separates cells; without it, a comma, a semicolon or a tab is detected
  --encoding NAME         such as windows-1252 or utf-16le; without it, UTF-8, or UTF-16 with a byte order mark
  --json                  print {"rows": number, "records": number}, with --dry-run {"rows": number}`,
  options: {
    'dry-run': { type: 'boolean' },
    errors: { type: 'string' },
    delimiter: { type: 'string' },
    encoding: { type: 'string' },
    json: { type: 'boolean' },
  },
  words: 1,
  async run(values, [path]) {
    if (path === undefined) throw new UsageError('import needs one FILE, such as users.csv.')
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

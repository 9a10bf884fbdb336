// `earshot import`: people and accounts, or suggestions, from a CSV file.

import { basename } from 'node:path'
import { keepOwnerAfterImport } from '../auth/staff/staff.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { csvLine } from '../files/csv.ts'
import { type CheckedFile, checkFile, countProblems } from '../imports/check-file.ts'
import { type CsvOptions, findEncoding } from '../imports/csv-text.ts'
import type { FileProblem } from '../imports/file-problems.ts'
import { type ColumnFormat, FORMATS } from '../imports/formats.ts'
import type { ColumnMapping, Mapping } from '../imports/header.ts'
import { importFile } from '../imports/import-file.ts'
import { type InputFile, openInputFile, unpackWorkbook } from '../imports/input-file.ts'
import { type ImportType, peopleColumns, suggestionColumns } from '../imports/layouts.ts'
import { UNDO_HOURS } from '../imports/progress.ts'
import type { ImportOptions } from '../imports/read-batches.ts'
import { undoImportAtOnce } from '../imports/undo.ts'
import { COMMAND } from '../write/core/audit.ts'
import { seedDatabase } from '../write/service/seed.ts'
import { type Command, jsonOption, UsageError, type Values, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireReadable, requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'

const MAX_SHOWN = 20

export const importCommand: Command = {
  summary: 'import people and accounts, or suggestions, from a CSV file',
  description: `Creates or updates external users and their accounts, like the import of the API. The file is CSV with a header and at
most 100,000 rows, or an Excel workbook (.xlsx), whose first sheet is read. The whole file is checked first: when anything is wrong, all problems are listed and nothing is
imported. To resume an interrupted import, import the same file again.

Columns, in any order:

${peopleColumns.map((name) => `  ${name}`).join('\n')}
  external_user.cf_… and account.cf_… for custom fields, which must exist

external_user.external_id is required, and so is external_user.email_address or user.id. account.external_id is
required in a row with other account columns. An empty cell changes nothing. Times are in UTC unless they have an offset.
How a column writes its numbers and dates, such as 8.366,30 € or 26.07.2025, is detected from all of its values. When two rows have the same external_user.external_id, the last one wins.

Files that \`earshot export\` wrote can be imported too: users, external_accounts and external_users, in this order. Users
are found by email_address, accounts by external_id. Missing custom fields are created. Ids, times of creation and
update, figures and permissions are not imported, nor are accounts without an external_id.

With --type suggestions the columns are:

${suggestionColumns.map((name) => `  ${name}`).join('\n')}
  cf_… for custom fields

Other usual names of these are recognized, such as Titel or Tags. title is required. labels are separated by commas or
bars. votes is the number of votes of the author, or the e-mail addresses of all who vote. comment is
"ann@example.com: text", and there can be several such columns. A suggestion with an external_id that was imported before
is changed.

The output names the import. For ${UNDO_HOURS} hours --undo takes it back: it deletes what the import created and restores what it
changed, except what somebody used or changed since.`,
  arguments: [
    {
      name: 'FILE',
      description: 'The CSV file or workbook; - is standard input.',
      isOptional: true,
    },
  ],
  options: {
    type: {
      type: 'string',
      value: 'TYPE',
      description: 'What the file holds.',
      choices: ['users', 'suggestions'],
      default: 'users',
    },
    map: {
      type: 'string',
      value: 'COLUMN=FIELD',
      multiple: true,
      description: 'The field of a column that has another name; nothing after = leaves it out.',
    },
    format: {
      type: 'string',
      value: 'COLUMN=FORMAT',
      multiple: true,
      description: `How a column writes numbers or dates, when its values do not show it: ${FORMATS.join(', ')}.`,
    },
    value: {
      type: 'string',
      value: 'COLUMN:VALUE=OTHER',
      multiple: true,
      description: 'What stands for a value of a column; nothing after = leaves the cells empty.',
    },
    'create-missing': {
      type: 'boolean',
      description: 'Create the forums, categories, labels and custom fields that do not exist.',
    },
    'skip-invalid': {
      type: 'boolean',
      description: 'Import the valid rows, and report the others.',
    },
    'dry-run': { type: 'boolean', description: 'Check the file only. Nothing is written.' },
    undo: {
      type: 'string',
      value: 'ID',
      description: 'Undo this import, instead of importing a FILE.',
    },
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
    ...jsonOption(
      '{"rows", "records", "import"}, with --dry-run {"rows"}, with --skip-invalid also "problems", ' +
        'with --undo {"undone_records", "kept_records"}',
    ),
  },
  examples: [
    ['earshot import users.csv --dry-run --errors problems.csv', 'Check a file.'],
    ['earshot import users.csv', 'Import it.'],
    ['earshot import ideas.csv --type suggestions --map Idee=title', 'Import suggestions.'],
    ['earshot import --undo 12', 'Undo an import of the last day.'],
  ],
  async run(values, [path]) {
    if ((path === undefined) === (values.undo === undefined))
      throw new UsageError(path === undefined ? 'FILE is missing.' : '--undo takes no FILE.')
    if (path === undefined) return undo(values)
    const options = readOptions(values)
    const { errors } = values
    const isStandard = path === STANDARD_STREAM || path === '/dev/stdin'
    if (!isStandard) await requireReadable(path)
    if (typeof errors === 'string') await requireWritable(errors)
    const config = readConfig()
    await runInterruptibly(async (signal) => {
      const opened = await openInputFile(isStandard ? process.stdin : path, { signal })
      try {
        const file = await unpackWorkbook(opened)
        const name = isStandard ? undefined : basename(path).slice(0, 255)
        const source = { file, name, options, signal }
        await withDatabase(config, async ({ db }) => {
          const checked = await checkAll(db, source, errors as string | undefined)
          const { rows, problems } = checked
          const imported = values['dry-run'] ? undefined : await importAll(db, source, checked)
          const report = {
            rows,
            ...(imported && { records: imported.records, import: imported.id }),
            ...(problems > 0 && { problems }),
          }
          console.log(values.json ? JSON.stringify(report) : summarize(checked, imported))
        })
      } finally {
        await opened.close()
      }
    })
  },
}

async function undo(values: Values): Promise<void> {
  const id = wholeNumber(values, 'undo')
  const progress = showProgress()
  const show = (undone: number, total: number) => progress('rows', undone, total)
  await runInterruptibly((signal) =>
    withDatabase(readConfig(), async ({ db }) => {
      const undone = await undoImportAtOnce(db, COMMAND, id, {
        progress: show,
        signal,
        afterBatch: keepOwnerAfterImport,
      })
      const { undone_records, kept_records } = undone
      const kept =
        kept_records === 0 ? '' : ` ${countOf(kept_records, 'record')} stay: used or changed since.`
      console.log(
        values.json
          ? JSON.stringify(undone)
          : `Undone: ${countOf(undone_records, 'record')} as before the import.${kept}`,
      )
    }),
  )
}

const countOf = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['\\t', '\t'],
])

const readOptions = (values: Values): ImportOptions => ({
  ...readCsvOptions(values),
  type: values.type as ImportType,
  mapping: readMapping(values),
  createsMissing: values['create-missing'] === true,
  skipsInvalid: values['skip-invalid'] === true,
})

/** A column can contain an equals sign, what it is mapped to cannot. */
function splitPair(pair: string, option: string, form: string): [string, string] {
  const at = pair.lastIndexOf('=')
  if (at < 1) throw new UsageError(`--${option} ${JSON.stringify(pair)} should be ${form}.`)
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

function readMapping({ map = [], format = [], value = [] }: Values): Mapping | undefined {
  const columns = new Map<string, ColumnMapping>()
  const add = (name: string, part: ColumnMapping) =>
    columns.set(name, { ...columns.get(name), ...part })
  for (const pair of map as string[]) {
    const [name, field] = splitPair(pair, 'map', 'COLUMN=FIELD')
    add(name, { field: field || null })
  }
  for (const pair of format as string[]) {
    const [name, chosen] = splitPair(pair, 'format', 'COLUMN=FORMAT')
    if (!(FORMATS as readonly string[]).includes(chosen))
      throw new UsageError(`--format ${JSON.stringify(pair)}: use one of ${FORMATS.join(', ')}.`)
    add(name, { format: chosen as ColumnFormat })
  }
  for (const pair of value as string[]) {
    const [place, to] = splitPair(pair, 'value', 'COLUMN:VALUE=OTHER')
    const at = place.indexOf(':')
    if (at < 1)
      throw new UsageError(`--value ${JSON.stringify(pair)} should be COLUMN:VALUE=OTHER.`)
    const name = place.slice(0, at).trim()
    const values = { ...columns.get(name)?.values, [place.slice(at + 1).trim()]: to || null }
    add(name, { values })
  }
  return columns.size === 0 ? undefined : Object.fromEntries(columns)
}

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

/** A file and how to read it. */
type FileToImport = {
  file: InputFile
  /** Of the file; undefined for standard input. */
  name?: string | undefined
  options: ImportOptions
  signal: AbortSignal
}

async function importAll(
  db: Db,
  { file, name, options, signal }: FileToImport,
  checked: CheckedFile,
): Promise<Imported> {
  await db.transaction().execute(seedDatabase)
  const progress = showProgress()
  const show = (processed: number, total: number) => progress('rows', processed, total)
  return importFile(db, file, checked, {
    ...options,
    progress: show,
    signal,
    afterBatch: keepOwnerAfterImport,
    fileName: name,
  })
}

type Imported = Awaited<ReturnType<typeof importFile>>

const NOUNS = {
  users: 'user',
  external_users: 'external user',
  external_accounts: 'external account',
  suggestions: 'suggestion',
}

/** A file whose valid rows can be imported. */
type Checked = CheckedFile & { problems: number }

function summarize(
  { rows, collection, skipped, problems }: Checked,
  imported: Imported | undefined,
) {
  const counted = countOf(rows, 'row')
  const left =
    (skipped === 0 ? '' : ` Left out ${skipped} without an external_id.`) +
    (problems === 0 ? '' : ` Left out rows with ${countProblems(problems)}.`)
  if (imported === undefined)
    return problems === 0
      ? `${counted}, no problems.${left}`
      : `${counted} without problems.${left}`
  const { id, records, isResumed } = imported
  const rest = isResumed ? ', resuming an earlier import of the file' : ''
  const result = `Imported ${counted}, ${countOf(records, NOUNS[collection])}${rest}.${left}`
  return records === 0
    ? result
    : `${result}\nTo undo it within ${UNDO_HOURS} hours: earshot import --undo ${id}`
}

/** Throws when the file has problems, unless rows with a problem are left out. The first are printed; all are written to `errorsFile`. */
async function checkAll(
  db: Db,
  { file, options, signal }: FileToImport,
  errorsFile: string | undefined,
): Promise<Checked> {
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
  if (count === 0 || (options.skipsInvalid && check.isReadable()))
    return { ...check.result(), problems: count }
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

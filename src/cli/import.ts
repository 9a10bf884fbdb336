// `earshot import`: people and accounts from a CSV file.
import { type FileHandle, open } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import { csvLine } from '../files/csv.ts'
import { checkFile, importFile } from '../files/import.ts'
import { type FileProblem, standardColumns } from '../files/people.ts'
import { seedDatabase } from '../write/seed.ts'
import { type Command, jsonOption } from './command.ts'
import { withDatabase } from './database.ts'
import { requireReadable, requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'

const MOST_SHOWN = 20

export const importCommand: Command = {
  summary: 'import people and accounts from a CSV file',
  description: `Creates or updates external users and their accounts, like the import of the API. The file is CSV in UTF-8 with commas
and a header, at most 100,000 rows. The whole file is checked first: when anything is wrong, all problems are listed
and nothing is imported. To resume an interrupted import, import the same file again.

Columns, in any order:

${standardColumns.map((name) => `  ${name}`).join('\n')}
  external_user.cf_… and account.cf_… for custom fields, which must exist

external_user.external_id is required, and so is external_user.email_address or user.id. account.external_id is
required in a row with other account columns. An empty cell changes nothing. Times are RFC 3339 or yyyy-mm-dd hh:mm:ss,
in UTC unless they have an offset. When two rows have the same external_user.external_id, the last one wins.`,
  arguments: [{ name: 'FILE', description: 'The CSV file.' }],
  options: {
    'dry-run': { type: 'boolean', description: 'Check the file only. Nothing is written.' },
    errors: {
      type: 'string',
      value: 'FILE',
      description: 'Write all problems to FILE as CSV: row, column, problem, value.',
    },
    ...jsonOption('{"rows", "records"}, with --dry-run {"rows"}'),
  },
  examples: [
    ['earshot import users.csv --dry-run --errors problems.csv', 'Check a file.'],
    ['earshot import users.csv', 'Import it.'],
  ],
  async run(values, [file = '']) {
    await requireReadable(file)
    if (typeof values.errors === 'string') await requireWritable(values.errors)
    await withDatabase(readConfig(), async ({ db }) => {
      const rows = await checked(db, file, values.errors as string | undefined)
      if (values['dry-run']) {
        console.log(values.json ? JSON.stringify({ rows }) : `${rows} rows, and nothing is wrong.`)
        return
      }
      await db.transaction().execute(seedDatabase)
      const progress = showProgress()
      const { records, wasBegun } = await importFile(db, file, rows, (done, total) =>
        progress('rows', done, total),
      )
      const begun = wasBegun ? ', going on where an earlier import of it had ended' : ''
      console.log(
        values.json
          ? JSON.stringify({ rows, records })
          : `Imported ${rows} rows, ${records} external users${begun}.`,
      )
    })
  },
}

/** The rows of a file without problems. */
async function checked(db: Db, file: string, errorsFile: string | undefined): Promise<number> {
  const errors = errorsFile === undefined ? undefined : await open(errorsFile, 'w', 0o600)
  let count = 0
  try {
    await errors?.write(csvLine(['row', 'column', 'problem', 'value']))
    const rows = await checkFile(db, file, async (problems) => {
      for (const one of problems.slice(0, Math.max(0, MOST_SHOWN - count))) console.error(told(one))
      count += problems.length
      await writeAll(errors, problems)
    })
    if (count === 0) return rows
  } finally {
    await errors?.close()
  }
  const where = errorsFile === undefined ? '--errors FILE keeps all' : `all are in ${errorsFile}`
  const rest = count > MOST_SHOWN ? ` The first ${MOST_SHOWN} are above; ${where}.` : ''
  throw new Error(
    `${count === 1 ? '1 problem' : `${count} problems`}; nothing was imported.${rest}`,
  )
}

async function writeAll(errors: FileHandle | undefined, problems: FileProblem[]): Promise<void> {
  const lines = problems.map(({ row, column, kind, message, value }) =>
    csvLine([row, column, `${kind}: ${message}`, value]),
  )
  if (lines.length > 0) await errors?.write(lines.join(''))
}

function told({ row, column, kind, message, value }: FileProblem): string {
  const place = [row !== null && `row ${row}`, column].filter(Boolean).join(', ')
  const shown = value === '' ? '' : ` (${JSON.stringify(value.slice(0, 100))})`
  return `${place === '' ? '' : `${place}: `}${kind}: ${message}${shown}`
}

// `earshot import`: people and accounts from a CSV file.
import { type FileHandle, open } from 'node:fs/promises'
import { readConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import { csvLine } from '../files/csv.ts'
import { checkFile, importFile } from '../files/import.ts'
import { type FileProblem, standardColumns } from '../files/people.ts'
import { seedDatabase } from '../write/seed.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { requireReadable, requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'

const MOST_SHOWN = 20

export const importCommand: Command = {
  summary: 'import people and accounts from a CSV file',
  help: `usage: earshot import FILE [--dry-run] [--errors FILE] [--json]

Creates or changes external users and their accounts, as the API's import does. The file is CSV in UTF-8 with commas
and a header, at most 100,000 rows. It is checked first: when anything is wrong, all of it is told and nothing is
imported. An import that was interrupted goes on when the same file is imported again.

Columns, in any order:
${standardColumns.map((name) => `  ${name}\n`).join('')}  external_user.cf_… and account.cf_… for custom fields, which have to be there before

external_user.external_id is required, and so is external_user.email_address or user.id; account.external_id where
anything is said of an account. An empty cell leaves what is there. Times are RFC 3339 or yyyy-mm-dd hh:mm:ss, in UTC
when they have no offset. Of two rows with the same external_user.external_id the last wins.

  --dry-run       only check; nothing is written
  --errors FILE   write what is wrong as CSV: row, column, problem, value
  --json          print {"rows": number, "records": number}, with --dry-run {"rows": number}`,
  options: {
    'dry-run': { type: 'boolean' },
    errors: { type: 'string' },
    json: { type: 'boolean' },
  },
  words: 1,
  async run(values, [file]) {
    if (file === undefined) throw new UsageError('import needs one FILE, such as users.csv.')
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

// Imports of CSV files: sent whole, checked at once, imported by a background job, and undone by another.
import { type Static, Type } from 'typebox'
import { createPeopleGuard } from '../../auth/acting.ts'
import { ApiError, invalidInput, type Problem } from '../../core/api-error.ts'
import { inSlices, splitBytes } from '../../core/slices.ts'
import type { Queries } from '../../db/db.ts'
import { csvLine } from '../../files/csv.ts'
import { checkSentFile } from '../../imports/check-file.ts'
import {
  decodeText,
  detectEncoding,
  findEncoding,
  InvalidFileError,
} from '../../imports/csv-text.ts'
import { FORMATS } from '../../imports/formats.ts'
import { readMapping } from '../../imports/header.ts'
import { PROBLEM_COLUMNS } from '../../imports/layouts.ts'
import { previewImport } from '../../imports/preview.ts'
import { queueImport } from '../../imports/queue.ts'
import type { ImportOptions } from '../../imports/read-batches.ts'
import { readImportProblems } from '../../imports/rejected-rows.ts'
import { undoImport } from '../../imports/undo.ts'
import { readWorkbook, WORKBOOK_TYPE } from '../../imports/workbook.ts'
import { isCsvAsked, parsePositiveInteger } from '../../read/list-request.ts'
import { imports } from '../../resources/imports.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { noteChange } from '../../write/recent-changes.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { type Call, mergeInput, parsePathId } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const BODY_LIMIT = 20 * 1024 * 1024

const Csv = Type.String({ minLength: 1 })
const ImportType = Type.Optional(
  Type.Enum(['users', 'suggestions'], {
    description: 'People with their accounts, or suggestions. Default: users.',
  }),
)
const ColumnMapping = Type.Object({
  field: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
      description: 'Null leaves the column out. Without it, the field is guessed.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...FORMATS], {
      description:
        'How the column writes its values. Numbers: `decimal_point` (1,234.50) or `decimal_comma` (1.234,50). Dates: `ymd`, ' +
        '`dmy` or `mdy`. `text` keeps the values of a new custom field as they are. Without it, the format is detected from ' +
        'all values of the column; when these have two readings, the format is required.',
    }),
  ),
  values: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([
        Type.String({ maxLength: 255 }),
        Type.Number({ description: 'The id of a forum, category, status or label.' }),
        Type.Object({
          create: Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'The name of a forum, category or label to create when there is none.',
          }),
        }),
        Type.Null(),
      ]),
      {
        description:
          'What stands for values of the file, for example `{"in progress": "started", "n/a": null, "Mobil": {"create": "Mobile"}}`; ' +
          'null leaves the cell empty. Case does not count. In a list of labels each label is a value. A value that is not named ' +
          'becomes the only name that differs from it in spaces and punctuation alone.',
      },
    ),
  ),
})
const Mapping = Type.Optional(
  Type.Record(
    Type.String(),
    Type.Union([Type.String({ maxLength: 255 }), ColumnMapping, Type.Null()]),
    {
      description:
        'The field of each column, by the name of the column, or its field, format and values; null leaves a column out. ' +
        'Columns that are not named are guessed by their names. Without a mapping, the columns of a file of users have the ' +
        'exact names of fields.',
    },
  ),
)
const CreateMissing = Type.Optional(
  Type.Boolean({
    description: 'Create the forums, categories, labels and custom fields that do not exist.',
  }),
)

const NewImport = Type.Object({
  type: ImportType,
  csv: Csv,
  mapping: Mapping,
  create_missing: CreateMissing,
  file_name: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'The name of the file, for people who look for it later.',
    }),
  ),
  skip_invalid: Type.Optional(
    Type.Boolean({ description: 'Import the valid rows and report the others.' }),
  ),
})

const Preview = Type.Object({
  type: ImportType,
  csv: Csv,
  mapping: Mapping,
  create_missing: CreateMissing,
  encoding: Type.Optional(
    Type.String({ maxLength: 40, description: 'Repeated in the response; the text is Unicode.' }),
  ),
})
const previewReader = createInputReader(Preview)

const readOptions = ({
  type,
  mapping,
  create_missing,
}: Pick<Static<typeof NewImport>, 'type' | 'mapping' | 'create_missing'>): ImportOptions => ({
  type,
  mapping: readMapping(mapping),
  createsMissing: create_missing,
})

const rawRow = object({ line: integer, cells: listOf(text) })

const problemAnswer = object({
  line: orNull(integer),
  column: { ...orNull(text), description: 'As the file names it.' },
  value: text,
  kind: text,
  message: text,
})

const previewAnswer = object({
  import_preview: object({
    type: Type.Enum(['users', 'suggestions']),
    delimiter: orNull(text),
    encoding: { ...orNull(text), description: 'Null when the text was sent as JSON or a form.' },
    csv: { ...orNull(text), description: 'Of a workbook: its first sheet. Otherwise null.' },
    columns: listOf(
      object({
        name: text,
        index: integer,
        field: { ...orNull(text), description: 'Null when the column is left out.' },
        guess: { ...flag, description: 'Whether the field is neither exact nor mapped.' },
        samples: { ...listOf(text), description: 'Up to three different values.' },
        type: { ...orNull(text), description: 'Of the custom field that is created.' },
        format: {
          ...orNull(text),
          description:
            'How numbers or dates are read. Null where there is none, or where it is not clear.',
        },
        format_source: {
          ...orNull(text),
          description:
            '`chosen`, `detected` or `unclear`, which needs a choice: send `format` in the mapping of the column.',
        },
        formats: {
          ...listOf(
            object({
              format: Type.Enum([...FORMATS]),
              values: { ...integer, description: 'How many values of the column it reads.' },
              samples: listOf(object({ value: text, converted: orNull(text) })),
            }),
          ),
          description: 'The formats to choose from, and what each makes of up to three values.',
        },
        values: {
          ...listOf(
            object({
              value: text,
              count: { ...integer, description: 'How many cells have it.' },
              known: {
                ...flag,
                description:
                  'Whether `to` is empty, can be read, or is the name of a record that exists.',
              },
              to: {
                ...orNull(text),
                description: 'What is imported in its place; null for an empty cell.',
              },
              guess: {
                ...flag,
                description: 'Whether `to` is another spelling that `mapping` does not name.',
              },
              creates: { ...flag, description: 'Whether the import creates a record named `to`.' },
            }),
          ),
          description:
            'Up to 500 different values of a column of names or of few values, and values that cannot be read. Those that are not ' +
            '`known` are first: map them to others with `values`. A plan or type that is not known is created.',
        },
        values_count: {
          ...integer,
          description: 'How many different values the column has; 10,000 can be more.',
        },
        choices: { ...listOf(text), description: 'The names that exist, at most 1,000.' },
      }),
    ),
    fields: listOf(object({ name: text, label: text, required: flag, description: text })),
    total_rows: integer,
    valid_rows: integer,
    rows: { ...listOf(rawRow), description: 'The first 50 rows. Long cells are shortened.' },
    problem_rows: { ...listOf(rawRow), description: 'The first 200 rows with a problem.' },
    problems: {
      ...listOf(problemAnswer),
      description: 'The first 1,000 problems.',
    },
    problems_count: integer,
    can_skip_invalid: {
      ...flag,
      description: 'Whether every problem is one of a row, which `skip_invalid` leaves out.',
    },
    creates: { ...integer, description: 'Records that do not exist yet.' },
    updates: { ...integer, description: 'Records that exist already.' },
    account_creates: { ...integer, description: 'Accounts of people that do not exist yet.' },
    account_updates: { ...integer, description: 'Accounts of people that exist already.' },
    repeated_rows: {
      ...integer,
      description:
        'Rows about a record that an earlier row is about: that many records fewer than rows.',
    },
    warnings: {
      ...listOf(problemAnswer),
      description:
        'The first 200 rows that repeat an earlier one, or say something else about the same account. They are imported. Also ' +
        'values of the mapping that no cell has.',
    },
    warnings_count: integer,
  }),
})

const fileMediaTypes = {
  'text/csv': async (file: Buffer, contentType: string) => decodeFile(file, contentType),
  [WORKBOOK_TYPE]: async (file: Buffer) => ({
    csv: await readWorkbook(file).catch(rethrowUnreadable),
  }),
}

const isWorkbookSent = ({ request }: Call) =>
  request.headers['content-type']?.startsWith(WORKBOOK_TYPE) === true

const previewOperation = declareOperation({
  method: 'POST',
  path: '/imports/preview',
  summary: 'Preview an import',
  description:
    'Writes nothing. Columns that `mapping` does not name are guessed by their names, in English and German. A file in ' +
    '`text/csv`, or an Excel workbook (.xlsx), has the other members in the query, for example ' +
    '`type=suggestions&mapping.Titel=title`. Of a workbook the first sheet is read.',
  tag: imports.name,
  body: Preview,
  bodyLimit: BODY_LIMIT,
  extraMediaTypes: fileMediaTypes,
  answer: previewAnswer,
  async handle(call) {
    const problems: Problem[] = []
    const input = await previewReader.readInSlices(mergeInput(call), problems)
    if (problems.length > 0) throw invalidInput(problems)
    const { type = 'users' } = input
    const { type: _, ...preview } = await previewImport(call.context.db, input.csv, {
      ...readOptions(input),
      guard: createPeopleGuard(call.identity),
    })
    const encoding = input.encoding ?? null
    const csv = isWorkbookSent(call) ? input.csv : null
    return { import_preview: { type, encoding, csv, ...preview } }
  },
})

const PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1000
const MAX_PAGE = 1_000_000

const problemsOperation = declareOperation({
  method: 'GET',
  path: '/imports/:id/problems',
  summary: 'List the rows that an import left out',
  description:
    'With `format=csv` the response is a file of these rows with their problems. Correct it and import it as it is. Kept for ' +
    '30 days, at most 10,000 rows.',
  tag: imports.name,
  query: {
    page: {
      description: 'Page number, from 1.',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    per_page: {
      description: 'Rows on each page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE },
    },
    format: { description: 'Of the response.', schema: { enum: ['json', 'csv'], default: 'json' } },
  },
  answer: object({
    columns: { ...listOf(text), description: 'The names of the columns of the file.' },
    rows: listOf(
      object({
        line: integer,
        cells: listOf(text),
        problems: listOf(object({ column: orNull(text), value: text, message: text })),
      }),
    ),
    pagination: object({
      page: integer,
      per_page: integer,
      total_pages: integer,
      total_records: integer,
    }),
  }),
  async handle({ params, query, context: { reader } }) {
    const page = Math.min(parsePositiveInteger(query, 'page', 1), MAX_PAGE)
    const per_page = Math.min(parsePositiveInteger(query, 'per_page', PAGE_SIZE), MAX_PAGE_SIZE)
    const id = parsePathId(imports, params)
    const offset = (page - 1) * per_page
    const found = await readImportProblems(reader.pool, id, { offset, limit: per_page })
    const { columns, rows, total } = found
    const total_pages = Math.ceil(total / per_page)
    const pagination = { page, per_page, total_pages, total_records: total }
    return { columns, rows, pagination }
  },
  download({ params, query, context: { reader } }) {
    if (!isCsvAsked(query)) return undefined
    const id = parsePathId(imports, params)
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `import-${id}-problems.csv`,
      includes: [],
      pieces: writeProblems(reader.pool, id),
    }
  },
})

async function* writeProblems(db: Queries, id: number): AsyncGenerator<string> {
  let after = 0
  for (let isFirst = true; ; isFirst = false) {
    const { columns, rows } = await readImportProblems(db, id, { after, limit: PAGE_SIZE })
    const header = isFirst ? `\ufeff${csvLine([...columns, ...PROBLEM_COLUMNS], true)}` : ''
    const lines = rows.map(({ line, cells, problems }) => {
      const problem = problems.map(({ column, message }) => `${column ?? 'row'}: ${message}`)
      // A row with too few cells still has the columns of the header.
      const padded = columns.map((_, i) => cells[i] ?? '')
      return csvLine([...padded, line, problem.join('; ')])
    })
    if (isFirst || lines.length > 0) yield header + lines.join('')
    const last = rows.at(-1)
    if (rows.length < PAGE_SIZE || last === undefined) return
    after = last.line
  }
}

export const importOperations = (): Operation[] => [
  previewOperation,
  problemsOperation,
  ...writeOperations(imports, [
    declareWrite({
      method: 'POST',
      path: '',
      summary:
        'Import people and accounts, or suggestions, from a CSV file of at most 100,000 rows in the background',
      description:
        'If anything is wrong with the file, nothing is imported, unless `skip_invalid` is true. A file in `text/csv`, or ' +
        'an Excel workbook (.xlsx), has the other members in the query.',
      body: NewImport,
      bodyLimit: BODY_LIMIT,
      extraMediaTypes: fileMediaTypes,
      answer: 'created',
      run: async (tx, { actor, caller, origin, input }) => {
        const { type = 'users', create_missing = false, skip_invalid, file_name } = input
        const guard = createPeopleGuard(caller)
        const options = { ...readOptions(input), skipsInvalid: skip_invalid, guard }
        const file = await checkSentFile(tx, input.csv, options)
        const id = await queueImport(tx, actor, {
          ...file,
          type,
          createsMissing: create_missing,
          fileName: file_name,
        })
        const subject = { type: imports.name, id }
        await recordAudit(tx, origin, { action: 'data_imported', subject })
        if (caller.isPersonal)
          await noteChange(tx, {
            user: caller.userId,
            action: 'import',
            collection: type === 'suggestions' ? 'suggestions' : 'users',
            count: file.batches.flat().length,
            import: id,
          })
        return id
      },
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/undo',
      summary: 'Undo an import',
      description:
        'Possible until `undo_until`, 24 hours after the import. Created records are deleted unless others refer to them. ' +
        'Changed ones get their old values back where they still have those of the import. It runs in the background: ' +
        '`undone_rows` shows the progress, and `undone_at` the end.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id, caller, origin }) => undoImport(tx, origin, id, createPeopleGuard(caller)),
    }),
  ]),
]

/** By the charset of the content type. UTF-8 is what clients name without looking, so it gives way to a byte order mark. */
async function decodeFile(
  file: Buffer,
  contentType: string,
): Promise<{ csv: string; encoding: string }> {
  const [, label] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  const encoding = label === undefined ? undefined : findEncoding(label)
  if (label !== undefined && encoding === undefined)
    throw new ApiError(
      'unsupported_media_type',
      `charset ${label.slice(0, 100)} is unknown; send text/csv in UTF-8.`,
    )
  let csv = ''
  try {
    const named = encoding === 'utf-8' ? undefined : encoding
    const used = detectEncoding(file, named)
    for await (const part of decodeText(inSlices(splitBytes(file)), named)) csv += part
    return { csv, encoding: used }
  } catch (error) {
    return rethrowUnreadable(error)
  }
}

function rethrowUnreadable(error: unknown): never {
  if (!(error instanceof InvalidFileError)) throw error
  const place = error.line === null ? '' : `Line ${error.line}: `
  throw new ApiError('malformed', `The file cannot be read. ${place}${error.message}.`)
}

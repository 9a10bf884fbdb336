// `earshot export`: a whole collection as a file.
import { readConfig } from '../config.ts'
import { writeFileAtomically, writeToStream } from '../files/atomic-file.ts'
import { exportCollection, type Format } from '../files/export.ts'
import { allResources } from '../resources/index.ts'
import type { Resource } from '../resources/resource.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'
import { localAddress } from './running.ts'

const formats: Format[] = ['csv', 'ndjson']

export const exportCommand: Command = {
  summary: 'write a collection to a file, as CSV or NDJSON',
  description: `Writes every record of a collection as the API returns it, the oldest first. The service can keep running. Each record
is in the state that it has when it is read.

The whole account, with its files and in a form that \`earshot move-in\` and others can read, is written by \`earshot move-out\`.`,
  arguments: [
    {
      name: 'COLLECTION',
      description:
        'A collection of the API, such as suggestions, users, supporters or external_accounts. accounts means external_accounts.',
    },
  ],
  options: {
    format: {
      type: 'string',
      choices: formats,
      default: 'csv',
      description:
        'csv: a header and one line for each record (RFC 4180, UTF-8). Links are columns such as links.forum, each custom field has a column, lists are joined by commas, objects are JSON, null is an empty cell and empty text is "". ndjson: one line of JSON for each record.',
    },
    output: {
      type: 'string',
      value: 'FILE',
      description:
        'Write to FILE, which appears when it is complete and can be read by its owner only. Default or -: standard output.',
    },
    raw: {
      type: 'boolean',
      description:
        "Write text to CSV unchanged. Without it, a ' precedes text that begins with = + - @, a tab or a carriage return, so that a spreadsheet does not run it as a formula.",
    },
  },
  examples: [
    ['earshot export suggestions --output suggestions.csv', 'Write all suggestions as CSV.'],
    ['earshot export users --format ndjson | head', 'Print the first users as JSON.'],
  ],
  async run({ format, output = STANDARD_STREAM, raw }, positionals) {
    const resource = findCollection(positionals)
    const path = String(output)
    const isStandard = path === STANDARD_STREAM
    if (!isStandard) await requireWritable(path)
    const config = readConfig()
    const exported = await runInterruptibly((signal) =>
      withDatabase(config, async ({ db, readPool }) => {
        const baseUrl = config.publicUrl ?? localAddress(config)
        const reader = { pool: readPool, baseUrl, areas: null }
        const progress = isStandard ? () => {} : showProgress()
        let count = 0
        async function* texts(): AsyncGenerator<string> {
          const isRaw = raw === true
          for await (const page of exportCollection(reader, resource, format as Format, isRaw)) {
            count = page.exported
            progress(resource.name, count, page.total)
            yield page.text
          }
        }
        if (!isStandard) await writeFileAtomically(path, texts(), signal)
        else if (!(await writeToStream(process.stdout, texts(), signal))) return undefined
        const after = { collection: resource.name, records: count }
        await recordAudit(db, COMMAND, { action: 'data_exported', after })
        return count
      }),
    )
    if (exported !== undefined)
      console.error(summarize(resource, exported, isStandard ? 'standard output' : path))
  },
}

function findCollection([name]: string[]): Resource {
  const wanted = name === 'accounts' ? 'external_accounts' : name
  const resource = allResources.find((one) => [one.name, ...one.aliases].includes(wanted ?? ''))
  if (resource) return resource
  const names = allResources.map((one) => one.name).join(', ')
  throw new UsageError(
    `COLLECTION is ${name ?? 'missing'}; it should be one of accounts, ${names}. earshot move-out FOLDER writes the whole account.`,
  )
}

function summarize({ name, singular }: Resource, count: number, target: string): string {
  const noun = count === 1 ? singular : name.replaceAll('_', ' ')
  return `Exported ${count.toLocaleString('en')} ${noun} to ${target}`
}

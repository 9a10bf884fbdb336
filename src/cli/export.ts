// `earshot export`: a whole collection as a file.
import { readConfig } from '../config.ts'
import { writeFileAtomically, writeToStream } from '../files/atomic-file.ts'
import { exportCollection, type Format } from '../files/export.ts'
import { allResources } from '../resources/index.ts'
import type { Resource } from '../resources/resource.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'
import { localAddress } from './running.ts'

const formats: Format[] = ['csv', 'ndjson']

export const exportCommand: Command = {
  summary: 'write a collection to a file, as CSV or NDJSON',
  help: `usage: earshot export COLLECTION [--format csv|ndjson] [--output FILE] [--raw]

Writes every record of a collection, the oldest first, as the API shows it. It works while the service runs; a
record that changes meanwhile is as it was when its turn came. COLLECTION is a name of the API, such as suggestions,
users, supporters or external_accounts; accounts means external_accounts.

  --format csv      a header and a line for each record (RFC 4180, UTF-8). Links are columns such as links.forum,
                    custom fields have columns of their own, lists are joined by commas, objects are JSON; null is
                    an empty cell and empty text is "". This is the default.
  --format ndjson   a line of JSON for each record
  --output FILE     where to write; without it or with -, to standard output. The file appears when it is complete. A new
                    file can be read by its owner only.
  --raw             leave text in CSV as it is. Without it, text that begins with = + - @, a tab or a carriage
                    return is led by a ', so that a spreadsheet does not run what a stranger wrote; numbers never are.`,
  options: {
    format: { type: 'string' },
    output: { type: 'string' },
    raw: { type: 'boolean' },
  },
  words: 1,
  async run({ format = 'csv', output = STANDARD_STREAM, raw }, positionals) {
    const resource = findCollection(positionals)
    if (!formats.includes(format as Format)) {
      const shown = JSON.stringify(format)
      throw new UsageError(`--format ${shown} should be ${formats.join(' or ')}.`)
    }
    const path = String(output)
    const isStandard = path === STANDARD_STREAM
    if (!isStandard) await requireWritable(path)
    const config = readConfig()
    const exported = await runInterruptibly((signal) =>
      withDatabase(config, async ({ readPool }) => {
        const reader = { pool: readPool, baseUrl: config.publicUrl ?? localAddress(config) }
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
    `COLLECTION is ${name ?? 'missing'}; it should be one of accounts, ${names}.`,
  )
}

function summarize({ name, singular }: Resource, count: number, target: string): string {
  const noun = count === 1 ? singular : name.replaceAll('_', ' ')
  return `Exported ${count.toLocaleString('en')} ${noun} to ${target}`
}

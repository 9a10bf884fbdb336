// `earshot export`: a whole collection as a file.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../config.ts'
import { exportCollection, type Format } from '../files/export.ts'
import type { Reader } from '../read/answer.ts'
import { allResources } from '../resources/index.ts'
import type { Resource } from '../resources/resource.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'
import { localAddress } from './running.ts'

const formats: Format[] = ['csv', 'ndjson']

export const exportCommand: Command = {
  summary: 'write a collection to a file, as CSV or NDJSON',
  description: `Writes every record of a collection as the API returns it, the oldest first. The service can keep running. Each record
is in the state that it has when it is read.`,
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
      description: 'Write to FILE instead of standard output. Only its owner can read a new file.',
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
  async run({ format, output, raw }, positionals) {
    const resource = collectionNamed(positionals)
    if (typeof output === 'string') await requireWritable(output)
    const config = readConfig()
    await withDatabase(config, async ({ readPool }) => {
      const reader = { pool: readPool, baseUrl: config.publicUrl ?? localAddress(config) }
      const texts = textsOf(reader, resource, format as Format, raw === true, output !== undefined)
      if (typeof output === 'string') {
        await pipeline(Readable.from(texts), createWriteStream(output, { mode: 0o600 }))
      } else {
        await pipeline(Readable.from(texts), process.stdout, { end: false }).catch(refuseAllButEnd)
      }
    })
  },
}

function collectionNamed([name]: string[]): Resource {
  const known = (resource: Resource) => [resource.name, ...resource.aliases]
  const asked = name === 'accounts' ? 'external_accounts' : name
  const found = allResources.find((resource) => known(resource).includes(asked ?? ''))
  if (found) return found
  const names = allResources.map((resource) => resource.name).join(', ')
  throw new UsageError(
    `COLLECTION is ${name ?? 'nothing'}; it should be one of accounts, ${names}.`,
  )
}

async function* textsOf(
  reader: Reader,
  resource: Resource,
  format: Format,
  isRaw: boolean,
  isWatched: boolean,
): AsyncGenerator<string> {
  const progress = isWatched ? showProgress() : () => {}
  for await (const { text, done, total } of exportCollection(reader, resource, format, isRaw)) {
    progress(resource.name, done, total)
    yield text
  }
}

// Whoever reads the output may have seen enough, as `head` does.
function refuseAllButEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

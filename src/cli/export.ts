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
  help: `usage: earshot export COLLECTION [--format csv|ndjson] [--output FILE] [--raw]

Writes every record of a collection, the oldest first, as the API shows it. It works while the service runs; a
record that changes meanwhile is as it was when its turn came. COLLECTION is a name of the API, such as suggestions,
users, supporters or external_accounts; accounts means external_accounts.

  --format csv      a header and a line for each record (RFC 4180, UTF-8). Links are columns such as links.forum,
                    custom fields have columns of their own, lists are joined by commas, objects are JSON; null is
                    an empty cell and empty text is "". This is the default.
  --format ndjson   a line of JSON for each record
  --output FILE     where to write; without it, to standard output. A new file can be read by its owner only.
  --raw             leave text in CSV as it is. Without it, text that begins with = + - @, a tab or a carriage
                    return is led by a ', so that a spreadsheet does not run what a stranger wrote; numbers never are.`,
  options: {
    format: { type: 'string' },
    output: { type: 'string' },
    raw: { type: 'boolean' },
  },
  words: 1,
  async run({ format = 'csv', output, raw }, positionals) {
    const resource = collectionNamed(positionals)
    if (!formats.includes(format as Format)) {
      const shown = JSON.stringify(format)
      throw new UsageError(`--format ${shown} should be ${formats.join(' or ')}.`)
    }
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

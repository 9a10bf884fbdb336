// Imports of CSV files: sent whole, checked at once, imported by a background job.
import { Type } from 'typebox'
import { ApiError } from '../../api-error.ts'
import { decodeText, findEncoding, InvalidFileError } from '../../files/csv-text.ts'
import { readImport } from '../../files/import.ts'
import { imports } from '../../resources/imports.ts'
import { inSlices, splitBytes } from '../../slices.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { createMissingFields, queueImport } from '../../write/imports.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const BODY_LIMIT = 20 * 1024 * 1024

export const importOperations = (): Operation[] =>
  writeOperations(imports, [
    declareWrite({
      method: 'POST',
      path: '',
      summary:
        'Import people and accounts from a CSV file of at most 100,000 rows in the background',
      body: Type.Object({
        type: Type.Optional(Type.Enum(['users'])),
        csv: Type.String({ minLength: 1 }),
      }),
      bodyLimit: BODY_LIMIT,
      extraMediaTypes: {
        'text/csv': async (file, contentType) => ({ csv: await decodeFile(file, contentType) }),
      },
      answer: 'created',
      run: async (tx, { actor, origin, input }) => {
        const { batches, newFields } = await readImport(tx, input.csv)
        await createMissingFields(tx, actor, newFields)
        const id = await queueImport(tx, actor, batches)
        const subject = { type: imports.name, id }
        await recordAudit(tx, origin, { action: 'data_imported', subject })
        return id
      },
    }),
  ])

/** By the charset of the content type. UTF-8 is what clients name without looking, so it gives way to a byte order mark. */
async function decodeFile(file: Buffer, contentType: string): Promise<string> {
  const [, label] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  const encoding = label === undefined ? undefined : findEncoding(label)
  if (label !== undefined && encoding === undefined)
    throw new ApiError(
      'unsupported_media_type',
      `charset ${label.slice(0, 100)} is unknown; send text/csv in UTF-8.`,
    )
  let text = ''
  try {
    const pieces = inSlices(splitBytes(file))
    for await (const part of decodeText(pieces, encoding === 'utf-8' ? undefined : encoding))
      text += part
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error
    const place = error.line === null ? '' : `Line ${error.line}: `
    throw new ApiError('malformed', `The file cannot be read. ${place}${error.message}.`)
  }
  return text
}

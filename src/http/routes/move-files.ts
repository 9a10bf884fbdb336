// Files of an account that moves in. They are streamed into the data directory, and the move begins when it is known whose they are.
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { findEncoding } from '../../imports/csv-text.ts'
import { FormError } from '../../move/reader.ts'
import { SourceError } from '../../move/sources/source-client.ts'
import { findLackOfSpace } from '../../move/space.ts'
import {
  NoSpace,
  type OpenUpload,
  openUpload,
  type StoredUpload,
  UnknownFiles,
} from '../../move/uploads.ts'
import { MOVE_FILE_READERS, moves } from '../../resources/moves.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { lookAtFiles, refuseRunning } from '../../write/moves.ts'
import { createInputReader } from '../body/input.ts'
import { fileMissing, MAX_FORM_OVERHEAD_BYTES } from '../body/multipart.ts'
import { receiveForm } from '../body/multipart-form.ts'
import { fileTooLarge } from '../body/upload-meter.ts'
import { createUploadSlots } from '../body/upload-slots.ts'
import type { Operation } from '../operation-declaration.ts'
import { type Call, originOf, readFields } from '../stages/call.ts'
import { respondWithEtag } from '../stages/etag.ts'
import { withIdempotencyKey } from '../stages/idempotency.ts'

/** Of all files of an upload together. */
const MAX_UPLOAD_BYTES = 4_000_000_000
const MAX_FILES = 10
/** A slow line needs so long for the largest upload. */
const MAX_UPLOAD_MS = 6 * 3_600_000

const optional = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))

const Members = Type.Object({
  source: Type.Optional(
    Type.Enum([...MOVE_FILE_READERS], {
      description:
        'What the files are: a backup of Fider, an export of a workspace of Quackback, CSV files of UserVoice, or a folder of `earshot move-out` as a ZIP. Detected without it.',
    }),
  ),
  account: optional(
    200,
    'A name for the account, where the files have none: CSV files with the same name continue each other.',
  ),
  encoding: optional(40, 'Of CSV files that are not UTF-8, such as `windows-1252`.'),
  api_address: optional(
    2000,
    '`quackback`: the address of the workspace, whose API has merges and the history of statuses.',
  ),
  key: optional(2000, '`quackback`: a key of this API.'),
})
const reader = createInputReader(Members)

type Received = { fileName: string; crc32: number }

export function moveFileOperations(): Operation[] {
  const slots = createUploadSlots()
  return [
    {
      method: 'POST',
      path: '/moves/files',
      summary: 'Look at an account that moves in from files',
      description:
        `Up to ${MAX_FILES} files, of at most ${MAX_UPLOAD_BYTES} bytes together. The files say which account it is. What it has is counted in the background; \`look\` has ` +
        'the result. Nothing is brought. Newer files of the same account take the place of those before. Files are deleted when the account is brought or the move is ' +
        'undone or deleted, with `DELETE /moves/{id}/folder`, and when the move is left for 7 days. Refused while a move runs.',
      resource: moves,
      takesFile: 'several',
      body: Members,
      answer: 'found_or_created',
      async handle(call) {
        const { identity, context } = call
        const { settings } = context
        const limits = {
          total: settings.uploads_at_once,
          perClient: settings.uploads_at_once_per_client,
        }
        return slots.run(identity.clientId, limits, () => receive(call))
      },
    },
  ]
}

async function receive(call: Call): Promise<string> {
  const { request, context } = call
  const place = context.moves
  if (!place) throw new ApiError('unavailable', 'This process brings no accounts.')
  // Checked before the body is read.
  const declared = Number(request.headers['content-length'] ?? 0) - MAX_FORM_OVERHEAD_BYTES
  if (declared > MAX_UPLOAD_BYTES) throw fileTooLarge(MAX_UPLOAD_BYTES)
  await refuseRunning(context.db)
  const selections = await readFields(call, moves, call.includes)
  const upload = await openUpload(place)
  const ended = new AbortController()
  // Nobody waits for the answer any more.
  call.reply.raw.once('close', () => ended.abort())
  try {
    const lack = await findLackOfSpace(place, Math.max(0, declared))
    if (lack !== undefined) throw new NoSpace(lack)
    const { fields, files } = await receiveForm(
      request.raw,
      timingOf(context),
      async (fileName, bytes): Promise<Received> => {
        await upload.store(fileName, bytes.stream)
        return { fileName, crc32: bytes.getMeasurement().crc32 }
      },
      { maxBytes: MAX_UPLOAD_BYTES, maxFiles: MAX_FILES, maxTotalBytes: MAX_UPLOAD_BYTES },
    )
    if (files.length === 0) throw fileMissing()
    const input = reader.read(Object.fromEntries(fields))
    if (input.encoding !== undefined && findEncoding(input.encoding) === undefined)
      throw new ApiError('invalid', 'encoding: no known encoding, such as windows-1252.', {
        encoding: 'invalid',
      })
    const stored = await upload.identify({
      source: input.source,
      account: input.account,
      encoding: input.encoding,
      signal: ended.signal,
    })
    const { clientId, scopes } = call.identity
    const key = { owner: { clientId }, scopes }
    return await withIdempotencyKey(
      call,
      { ...input, files },
      (inner) =>
        begin(inner, { upload, stored, input }).then(({ id, isNew }) => {
          if (isNew) inner.reply.code(201)
          const { includes } = inner
          return respondWithEtag(inner, moves, [id], { includes, key: moves.name, selections })
        }),
      key,
    )
  } catch (error) {
    throw inWords(error)
  } finally {
    await upload.discard()
  }
}

type Begun = { upload: OpenUpload; stored: StoredUpload; input: Static<typeof Members> }

function begin(
  call: Call,
  { upload, stored, input }: Begun,
): Promise<{ id: number; isNew: boolean }> {
  const { identity, context } = call
  const { db, readKeys, outgoing } = context
  const writer = {
    actor: identity.userId,
    origin: originOf(call),
    readKeys,
    checkUrl: outgoing.check,
    checkHost: outgoing.checkHost,
  }
  const { reader: name, files, source, account } = stored
  const kept = { id: upload.id, reader: name, encoding: input.encoding ?? null, files }
  const { key, api_address } = input
  return inTransaction(db, async (tx) => {
    const begun = await lookAtFiles(tx, writer, {
      source,
      account,
      upload: kept,
      key,
      api_address,
    })
    await upload.keep()
    return begun
  })
}

function timingOf({ uploads }: Context): Context['uploads'] {
  const { timeouts } = uploads
  return {
    ...uploads,
    timeouts: { ...timeouts, totalMs: Math.max(timeouts.totalMs, MAX_UPLOAD_MS) },
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof NoSpace) return new ApiError('unavailable', error.message)
  if (error instanceof UnknownFiles)
    return invalid(error.message, error.isForImport ? 'for_import' : 'unknown')
  if (error instanceof SourceError || error instanceof FormError) return invalid(error.message)
  return error
}

const invalid = (message: string, code = 'invalid') =>
  new ApiError('invalid', `file: ${message}`, { file: code })

// Files that people add to an idea or a comment: uploaded first, then named in `attachment_ids` of the text.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { answerObject } from '../../read/answer.ts'
import { portalFiles } from '../../resources/end-users/files.ts'
import {
  createAttachment,
  enforceQuota,
  MAX_OWN_FILE_BYTES,
  MAX_OWN_FILES,
  OWN_FILE_TYPES,
} from '../../write/attachments.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { type FileReceiver, MAX_FORM_OVERHEAD_BYTES, receiveFile } from '../body/multipart.ts'
import { storeFile } from '../body/stored-file.ts'
import { fileTooLarge } from '../body/upload-meter.ts'
import { createUploadSlots } from '../body/upload-slots.ts'
import { withIdempotencyKey } from '../stages/idempotency.ts'
import { countContribution } from './contributions.ts'
import { type EndUserCall, type EndUserOperation, personOf, readAccess } from './declaration.ts'
import { notShown } from './doors.ts'

export const UPLOADS_PER_PERSON = 2

/** Of the body of an idea or a comment. */
export const AttachmentIds = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1 }), {
    maxItems: MAX_OWN_FILES,
    description: 'The ids of uploads of the author (POST /attachments) that belong to the text.',
  }),
)

/** Somebody who can write nothing has nothing to upload for. */
async function requireWriter(call: EndUserCall): Promise<void> {
  const access = await readAccess(call)
  if (access.forumsWith('suggest').length + access.forumsWith('comment').length > 0) return
  throw new ApiError('forbidden', 'You may neither suggest nor comment in any forum.')
}

const receive = (call: EndUserCall) =>
  storeFile(call.context, (file, noteUse) => {
    const { contentType, fileName, size, crc32 } = file
    if (!OWN_FILE_TYPES.includes(contentType))
      throw new ApiError(
        'unsupported_media_type',
        `file: ${contentType} is not allowed. Allowed: PNG, JPEG, GIF, WebP and AVIF pictures, PDF, text and CSV.`,
      )
    const userId = personOf(call)
    const run = async (inner: EndUserCall): Promise<string> => {
      const { db, reader, settings } = inner.context
      const id = await inTransaction(db, (tx) =>
        createAttachment(tx, { ...file, createdBy: userId }, settings.files_quota_bytes),
      )
      noteUse()
      const text = await answerObject(reader, portalFiles, id)
      if (text === undefined) throw notShown('attachment', String(id))
      return text
    }
    return withIdempotencyKey(call, { fileName, size, crc32 }, run, { owner: { userId } })
  })

/** Of a form with several files: each counts. */
export const ownFileReceiver =
  (call: EndUserCall): FileReceiver<string> =>
  async (fileName, bytes) => {
    await countContribution(call, 'file')
    return receive(call)(fileName, bytes)
  }

export function attachmentOperations(): EndUserOperation[] {
  // Not those of the team, whom people of the portal must not keep waiting.
  const slots = createUploadSlots('one person')
  return [
    {
      method: 'POST',
      path: '/attachments',
      summary: 'Upload a file for an idea or a comment',
      description:
        `One part named \`file\`, of at most ${MAX_OWN_FILE_BYTES} bytes: PNG, JPEG, GIF, WebP or AVIF, PDF, plain text or CSV. ` +
        'Send its `id` in `attachment_ids` of the idea or comment. One that belongs to no text is deleted after 7 days.',
      tag: 'ideas',
      needs: 'person',
      takesFile: true,
      answer: { objectOf: portalFiles },
      status: 201,
      async handle(call) {
        const { context, request } = call
        const { db, settings, uploads } = context
        const limits = { total: settings.uploads_at_once, perClient: UPLOADS_PER_PERSON }
        return slots.run(personOf(call), limits, async () => {
          await requireWriter(call)
          // Checked before the body is read.
          const declared = Number(request.headers['content-length'] ?? 0) - MAX_FORM_OVERHEAD_BYTES
          if (declared > MAX_OWN_FILE_BYTES) throw fileTooLarge(MAX_OWN_FILE_BYTES)
          await enforceQuota(db, Math.max(0, declared), settings.files_quota_bytes)
          await countContribution(call, 'file')
          return receiveFile(request.raw, uploads, receive(call), MAX_OWN_FILE_BYTES)
        })
      },
    },
  ]
}

// Uploads and deletes attachments.
import type { Selections } from '../../read/field-selection.ts'
import { attachments } from '../../resources/attachments.ts'
import { createAttachment, enforceQuota } from '../../write/attachments.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { type FileReceiver, MAX_FORM_OVERHEAD_BYTES, receiveFile } from '../body/multipart.ts'
import { storeFile } from '../body/stored-file.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../body/upload-meter.ts'
import { createUploadSlots } from '../body/upload-slots.ts'
import type { Operation } from '../operation-declaration.ts'
import { type Call, readFields } from '../stages/call.ts'
import { respondWithEtag } from '../stages/etag.ts'
import { hasStoredResponse, withIdempotencyKey } from '../stages/idempotency.ts'
import { plainWrites, writeOperations } from '../writes.ts'

export const attachmentOperations = (): Operation[] => [
  uploadOperation(),
  ...writeOperations(attachments, plainWrites(attachments, { remove: true })),
]

function uploadOperation(): Operation {
  const slots = createUploadSlots()
  return {
    method: 'POST',
    path: '/attachments',
    summary: 'Upload a file',
    description: `Maximum: ${MAX_FILE_BYTES} bytes.`,
    resource: attachments,
    takesFile: true,
    answer: 'created',
    async handle(call) {
      const { request, identity, context } = call
      const { db, uploads, settings } = context
      const limits = {
        total: settings.uploads_at_once,
        perClient: settings.uploads_at_once_per_client,
      }
      return slots.run(identity.clientId, limits, async () => {
        // Checked before the body is read.
        const declaredBytes =
          Number(request.headers['content-length'] ?? 0) - MAX_FORM_OVERHEAD_BYTES
        if (declaredBytes > MAX_FILE_BYTES) throw fileTooLarge()
        await enforceQuota(db, Math.max(0, declaredBytes), settings.files_quota_bytes).catch(
          async (error) => {
            // A repeated upload needs no more storage.
            if (!(await hasStoredResponse(call))) throw error
          },
        )
        const selections = await readFields(call, attachments, call.includes)
        return receiveFile(request.raw, uploads, createReceiver(call, selections))
      })
    },
  }
}

const createReceiver = (call: Call, selections: Selections): FileReceiver<string> =>
  storeFile(call.context, (file, noteUse) => {
    // A repeated call returns the stored response, and its copy of the file is not used.
    const run = async (inner: Call) => {
      const { files_quota_bytes: quota } = call.context.settings
      const id = await inTransaction(inner.context.db, (tx) => createAttachment(tx, file, quota))
      noteUse()
      const { includes } = inner
      const { name: key } = attachments
      return respondWithEtag(inner, attachments, [id], { includes, key, selections })
    }
    const { clientId, scopes } = call.identity
    const { fileName, size, crc32 } = file
    return withIdempotencyKey(call, { fileName, size, crc32 }, run, { owner: { clientId }, scopes })
  })

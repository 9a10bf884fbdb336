// Uploads and deletes attachments.
import { ApiError } from '../../core/api-error.ts'
import type { Selections } from '../../read/field-selection.ts'
import { generateFileKey } from '../../read/file.ts'
import { attachments } from '../../resources/attachments.ts'
import { detectContentType } from '../../store/content-type.ts'
import { createAttachment, enforceQuota } from '../../write/attachments.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { type FileReceiver, MAX_FORM_OVERHEAD_BYTES, receiveFile } from '../body/multipart.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../body/upload-meter.ts'
import { createUploadSlots } from '../body/upload-slots.ts'
import type { Operation } from '../operation-declaration.ts'
import { type Call, readFields } from '../stages/call.ts'
import { respondWithEtag } from '../stages/etag.ts'
import { hasStoredResponse, withIdempotencyKey } from '../stages/idempotency.ts'
import { plainWrites, writeOperations } from '../writes.ts'

/** Content types that get a thumbnail. */
const THUMBNAIL_TYPES = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'].map(
  (format) => `image/${format}`,
)

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

/** Stores the file before the record is created, and removes it when there is no record. */
const createReceiver =
  (call: Call, selections: Selections): FileReceiver<string> =>
  async (fileName, { stream, getMeasurement }) => {
    const { db, store, settings } = call.context
    const fileKey = await generateFileKey(db)
    await store.put(fileKey, stream)
    const { size, crc32, head } = getMeasurement()
    const { contentType, isSafeImage } = await detectContentType(head, fileName)
    const isPicture = THUMBNAIL_TYPES.includes(contentType)
    const file = { fileKey, fileName, contentType, size, crc32, isSafeImage, isPicture }
    let isFileUsed = false
    try {
      // A repeated call returns the stored response, and its copy of the file is not used.
      const run = async (inner: Call) => {
        const id = await inTransaction(inner.context.db, (tx) =>
          createAttachment(tx, file, settings.files_quota_bytes),
        )
        isFileUsed = true
        const { includes } = inner
        const { name: key } = attachments
        return respondWithEtag(inner, attachments, [id], { includes, key, selections })
      }
      const { clientId, scopes } = call.identity
      return await withIdempotencyKey(call, { fileName, size, crc32 }, run, {
        owner: { clientId },
        scopes,
      })
    } catch (error) {
      isFileUsed ||= !isRolledBack(error)
      throw error
    } finally {
      // The file sweep removes what cannot be removed now.
      if (!isFileUsed) await store.remove(fileKey).catch(() => {})
    }
  }

// After a lost connection or a failed read the record can still exist; then the file sweep decides later.
const isRolledBack = (error: unknown) =>
  error instanceof ApiError ||
  /^(?!08|57)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')

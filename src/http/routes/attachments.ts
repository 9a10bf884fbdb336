// Attachments: uploading a file, and deleting it.
import { ApiError } from '../../api-error.ts'
import { attachments } from '../../resources/attachments.ts'
import { detectContentType } from '../../store/content-type.ts'
import { createAttachment, enforceQuota, generateFileKey } from '../../write/attachments.ts'
import { inTransaction } from '../../write/transaction.ts'
import type { Call } from '../call.ts'
import { respondWithEtag } from '../etag.ts'
import { hasStoredResponse, withIdempotencyKey } from '../idempotency.ts'
import { type FileReceiver, MAX_FORM_OVERHEAD_BYTES, receiveFile } from '../multipart.ts'
import type { Operation } from '../operation.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../upload-meter.ts'
import { uploadSlots } from '../upload-slots.ts'
import { plainWrites, writeOperations } from '../writes.ts'

/** What a thumbnail is made of. */
const PICTURES = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'].map((kind) => `image/${kind}`)

export const attachmentOperations = (): Operation[] => [
  upload(),
  ...writeOperations(attachments, plainWrites(attachments, { remove: true })),
]

function upload(): Operation {
  // Made at the first upload: operations are also described without a running service.
  let slots: ReturnType<typeof uploadSlots> | undefined
  return {
    method: 'POST',
    path: '/attachments',
    summary: `Upload a file of at most ${MAX_FILE_BYTES} bytes`,
    resource: attachments,
    takesFile: true,
    answer: 'created',
    async handle(call) {
      const { request, identity, context } = call
      const { db, uploads } = context
      slots ??= uploadSlots(uploads.concurrency)
      return slots.hold(identity.clientId, async () => {
        // Told beforehand, before anything is read.
        const announced = Number(request.headers['content-length'] ?? 0) - MAX_FORM_OVERHEAD_BYTES
        if (announced > MAX_FILE_BYTES) throw fileTooLarge()
        await enforceQuota(db, Math.max(0, announced), uploads.quotaBytes).catch(
          async (refusal) => {
            // What was taken before and comes again takes no more room.
            if (!(await hasStoredResponse(call))) throw refusal
          },
        )
        return receiveFile(request.raw, uploads.timeouts, storing(call))
      })
    },
  }
}

/** The file is safe in the store before there is a record of it; without the record it does not stay. */
const storing =
  (call: Call): FileReceiver<string> =>
  async (fileName, { stream, measured }) => {
    const { db, store, uploads } = call.context
    const fileKey = await generateFileKey(db)
    await store.put(fileKey, stream)
    const { size, sha256, head } = measured()
    const { contentType, isSafeImage } = await detectContentType(head, fileName)
    const isPicture = PICTURES.includes(contentType)
    const file = { fileKey, fileName, contentType, size, sha256, isSafeImage, isPicture }
    let isNeeded = false
    try {
      // Sent again under its key it is answered as before, and the file that came with it is not needed.
      return await withIdempotencyKey(call, { fileName, sha256 }, async (within) => {
        const id = await inTransaction(within.context.db, (tx) =>
          createAttachment(tx, file, uploads.quotaBytes),
        )
        isNeeded = true
        return respondWithEtag(within, attachments, [id], within.includes)
      })
    } catch (error) {
      isNeeded ||= !isUndone(error)
      throw error
    } finally {
      // What cannot be removed now is found by the sweep.
      if (!isNeeded) await store.remove(fileKey).catch(() => {})
    }
  }

// When the connection broke, or the record could not be read again, it may be there all the same; the sweep knows later.
const isUndone = (error: unknown) =>
  error instanceof ApiError ||
  /^(?!08|57)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')

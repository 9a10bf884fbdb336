// Attachments: uploading a file, and deleting it.
import { ApiError } from '../../api-error.ts'
import { attachments } from '../../resources/attachments.ts'
import { contentTypeOf } from '../../store/content-type.ts'
import { createAttachment, newFileKey, refuseBeyondQuota } from '../../write/attachments.ts'
import { inTransaction } from '../../write/transaction.ts'
import type { Call } from '../call.ts'
import { answerTagged } from '../etag.ts'
import { once, wasDone } from '../idempotency.ts'
import { MOST_BYTES, tooLarge } from '../measured.ts'
import { MOST_AROUND, receiveFile, type Take } from '../multipart.ts'
import type { Operation } from '../operation.ts'
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
    summary: `Upload a file of at most ${MOST_BYTES} bytes`,
    resource: attachments,
    takesFile: true,
    answer: 'created',
    async handle(call) {
      const { request, identity, context } = call
      const { db, uploads } = context
      slots ??= uploadSlots(uploads.atOnce)
      return slots.hold(identity.clientId, async () => {
        // Told beforehand, before anything is read.
        const announced = Number(request.headers['content-length'] ?? 0) - MOST_AROUND
        if (announced > MOST_BYTES) throw tooLarge()
        await refuseBeyondQuota(db, Math.max(0, announced), uploads.quotaBytes).catch(
          async (refusal) => {
            // What was taken before and comes again takes no more room.
            if (!(await wasDone(call))) throw refusal
          },
        )
        return receiveFile(request.raw, uploads.patience, storing(call))
      })
    },
  }
}

/** The file is safe in the store before there is a record of it; without the record it does not stay. */
const storing =
  (call: Call): Take<string> =>
  async (fileName, { stream, measured }) => {
    const { db, store, uploads } = call.context
    const fileKey = await newFileKey(db)
    await store.put(fileKey, stream)
    const { size, sha256, head } = measured()
    const { contentType, isSafeImage } = await contentTypeOf(head, fileName)
    const isPicture = PICTURES.includes(contentType)
    const file = { fileKey, fileName, contentType, size, sha256, isSafeImage, isPicture }
    let isNeeded = false
    try {
      // Sent again under its key it is answered as before, and the file that came with it is not needed.
      return await once(call, { fileName, sha256 }, async (within) => {
        const id = await inTransaction(within.context.db, (tx) =>
          createAttachment(tx, file, uploads.quotaBytes),
        )
        isNeeded = true
        return answerTagged(within, attachments, [id], within.includes)
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

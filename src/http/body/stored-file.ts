// An uploaded file: stored before its record is created, and removed when there is no record.
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { generateFileKey } from '../../read/file.ts'
import { detectContentType, isPicture as isPictureType } from '../../store/content-type.ts'
import type { NewFile } from '../../write/attachments.ts'
import type { FileReceiver } from './multipart.ts'

/** `create` calls `noteUse` when the record exists. A repeated call that returns a stored response does not. */
export const storeFile =
  <T>(
    { db, store }: Pick<Context, 'db' | 'store'>,
    create: (file: NewFile, noteUse: () => void) => Promise<T>,
  ): FileReceiver<T> =>
  async (fileName, { stream, getMeasurement }) => {
    const fileKey = await generateFileKey(db)
    await store.put(fileKey, stream)
    const { size, crc32, head } = getMeasurement()
    const { contentType, isSafeImage } = await detectContentType(head, fileName)
    const isPicture = isPictureType(contentType)
    let isUsed = false
    try {
      return await create(
        { fileKey, fileName, contentType, size, crc32, isSafeImage, isPicture },
        () => {
          isUsed = true
        },
      )
    } catch (error) {
      isUsed ||= !isRolledBack(error)
      throw error
    } finally {
      // The file sweep removes what cannot be removed now.
      if (!isUsed) await store.remove(fileKey).catch(() => {})
    }
  }

// After a lost connection or a failed read the record can still exist; then the file sweep decides later.
const isRolledBack = (error: unknown) =>
  error instanceof ApiError ||
  /^(?!08|57)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')

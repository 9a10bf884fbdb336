// Reads mails that came back. A mail is settled in the transaction of its effect, so it has one effect, also when its process is
// killed.
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { findShownIdea } from '../auth/end-users/idea-access.ts'
import { REPLY_MARKERS } from '../auth/end-users/return-addresses.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../core/api-error.ts'
import { type IncomingMessage, type MailFile, readMessage } from '../core/mail-message.ts'
import type { Tx } from '../db/db.ts'
import { generateFileKey } from '../read/file.ts'
import { detectContentType, HEAD_BYTES, isPicture } from '../store/content-type.ts'
import {
  createAttachment,
  MAX_OWN_FILE_BYTES,
  MAX_OWN_FILES,
  type NewFile,
  OWN_FILE_TYPES,
} from '../write/attachments.ts'
import {
  AlreadyRead,
  acceptMail,
  applyReport,
  FILES_LEFT_OUT,
  findWaitingMail,
  type Refusal,
  refuseReply,
  settleMail,
  type WaitingMail,
} from '../write/background/read-mails.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { addPortalComment, MAX_COMMENT_LENGTH } from '../write/portal-comments.ts'

export type IncomingMailContext = Pick<Context, 'db' | 'store' | 'settings' | 'mail' | 'reader'> &
  Partial<Pick<Context, 'limits' | 'incomingMail'>>

const LIMITS = { maxFiles: MAX_OWN_FILES, maxFileBytes: MAX_OWN_FILE_BYTES }

export async function readIncomingMail(context: IncomingMailContext, id: number): Promise<void> {
  const waiting = await findWaitingMail(context.db, id)
  if (!waiting) return
  const message = await readMessage(waiting.raw, { ...LIMITS, markers: REPLY_MARKERS })
  try {
    const [outcome, reason] = await settle(context, waiting, message)
    context.incomingMail?.note(outcome, { mail: id, ...(reason && { reason }) })
  } catch (error) {
    if (!(error instanceof AlreadyRead)) throw error
  }
}

type Outcome = [outcome: string, reason?: string]

async function settle(
  context: IncomingMailContext,
  waiting: WaitingMail,
  message: IncomingMessage | undefined,
): Promise<Outcome> {
  const drop = async (reason: string): Promise<Outcome> => {
    await inTransaction(context.db, (tx) => settleMail(tx, waiting.id, 'dropped', reason))
    return ['dropped', reason]
  }
  if (message === undefined) return drop('unreadable')
  if (waiting.kind === 'bounce') {
    const applied = await inTransaction(context.db, (tx) =>
      applyReport(tx, waiting, message.report),
    )
    return applied === 'accepted' ? ['bounced', message.report?.kind] : ['dropped', 'no_report']
  }
  if (message.isAutomatic || message.report || !waiting.hasSender) return drop('automatic')
  // Blocked people learn nothing.
  if (!waiting.isAllowed) return drop('blocked')
  return acceptReply(context, waiting, message, drop)
}

async function acceptReply(
  context: IncomingMailContext,
  waiting: WaitingMail,
  message: IncomingMessage,
  drop: (reason: string) => Promise<Outcome>,
): Promise<Outcome> {
  const refuse = async (reason: Refusal): Promise<Outcome> => {
    await inTransaction(context.db, (tx) => refuseReply(tx, waiting, reason))
    return ['refused', reason]
  }
  const { visitor, place } = waiting
  // First: an answer names the suggestion.
  const found = await findShownIdea(context, visitor, place.suggestionId)
  if (!found?.idea.target.isVisible) return refuse('gone')
  // The signed address proves who got our mail. Somebody to whom it was forwarded has it too.
  if (message.from !== waiting.email.toLowerCase()) return refuse('another_sender')
  if (message.text === '') return refuse('empty')
  if (message.text.length > MAX_COMMENT_LENGTH) return refuse('too_long')
  try {
    const hasAllFiles = await addReply(context, waiting, found, message)
    return hasAllFiles ? ['accepted'] : ['accepted', FILES_LEFT_OUT]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'rate_limited') return refuse('too_many')
    if (error.kind === 'forbidden') return refuse('closed')
    return error.kind === 'unavailable' ? Promise.reject(error) : drop(error.code)
  }
}

/** Whether the comment has all files of the mail. */
async function addReply(
  context: IncomingMailContext,
  waiting: WaitingMail,
  found: Parameters<typeof addPortalComment>[1],
  { text, files, omittedFiles }: IncomingMessage,
): Promise<boolean> {
  const { visitor, place } = waiting
  const author = visitor.userId
  const count = async (kind: 'comment' | 'file') => {
    if (!visitor.isStaff)
      await context.limits?.countContribution({ kind, userId: author, network: null })
  }
  const stored = await storeFiles(context, files, author, () => count('file'))
  let hasAllFiles = true
  const add = (replyTo: number | null) =>
    addPortalComment(context, found, {
      author,
      text,
      replyTo,
      channel: 'email',
      count: () => count('comment'),
      files: async (tx) => {
        const added = await createAttachments(tx, stored, context.settings.files_quota_bytes)
        hasAllFiles = omittedFiles === 0 && added.length === files.length
        return added
      },
      also: (tx) => acceptMail(tx, waiting, hasAllFiles),
    })
  try {
    await add(place.commentId).catch((error) => {
      // The comment is hidden or was moved: the reply still belongs to the suggestion.
      const isAboutComment = error instanceof ApiError && error.kind === 'invalid'
      if (!isAboutComment || place.commentId === null) throw error
      return add(null)
    })
    return hasAllFiles
  } catch (error) {
    // The file sweep removes what cannot be removed now.
    if (error instanceof ApiError || error instanceof AlreadyRead)
      for (const { fileKey } of stored) await context.store.remove(fileKey).catch(() => {})
    throw error
  }
}

/** Files that people of the portal may not upload are left out, and those over the limit of the hour. */
async function storeFiles(
  { db, store }: IncomingMailContext,
  files: MailFile[],
  createdBy: number,
  count: () => Promise<void>,
): Promise<NewFile[]> {
  const stored: NewFile[] = []
  for (const { name, bytes } of files) {
    const content = Buffer.from(bytes)
    const { contentType, isSafeImage } = await detectContentType(
      content.subarray(0, HEAD_BYTES),
      name,
    )
    if (!OWN_FILE_TYPES.includes(contentType)) continue
    const isCounted = await count().then(
      () => true,
      () => false,
    )
    if (!isCounted) break
    const fileKey = await generateFileKey(db)
    await store.put(fileKey, Readable.from([content]))
    stored.push({
      fileKey,
      fileName: name,
      contentType,
      size: content.length,
      crc32: crc32(content),
      isSafeImage,
      isPicture: isPicture(contentType),
      createdBy,
    })
  }
  return stored
}

/** Over the quota of all files the text is worth more than its files. */
async function createAttachments(
  tx: Tx,
  files: NewFile[],
  quotaBytes: number | null,
): Promise<number[]> {
  const ids: number[] = []
  for (const file of files)
    try {
      ids.push(await createAttachment(tx, file, quotaBytes))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      break
    }
  return ids
}

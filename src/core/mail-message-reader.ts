// The thread of mail-message.ts.
import { parentPort, workerData } from 'node:worker_threads'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { htmlToText } from './html-text.ts'
import type { IncomingMessage, MailFile, ReadOptions } from './mail-message.ts'
import { readReport } from './mail-report.ts'
import { cutReply } from './reply-text.ts'

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 }
/** A comment has 10,000 characters. */
const MAX_TEXT = 1_000_000
const MAX_REPORT = 64 * 1024

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value.trim()

/** RFC 3834, and what programs did before it. */
function isAutomatic(mail: Email): boolean {
  const has = (name: string) => headerOf(mail, name) !== undefined
  const submitted = headerOf(mail, 'auto-submitted')
  return (
    (submitted !== undefined && !/^no\b/i.test(submitted)) ||
    /^(bulk|list|junk|auto_reply)$/i.test(headerOf(mail, 'precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond'].some(has) ||
    mail.headers.some(({ key }) => key.startsWith('list-')) ||
    headerOf(mail, 'return-path') === '<>'
  )
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : new Uint8Array(content as ArrayBuffer)

/** A small picture of a signature is a picture too: nobody can tell them apart. What programs add by themselves is left out. */
const isFile = ({ mimeType }: Attachment) =>
  !/^(message\/|application\/(pgp-|pkcs7-|x-pkcs7-|ms-tnef|vnd\.ms-tnef)|text\/(calendar|rfc822-headers|(x-)?vcard)|multipart\/)/.test(
    mimeType,
  )

const nameOf = ({ filename, mimeType }: Attachment, i: number): string => {
  const [, ending = 'bin'] = /^(?:image|text|application)\/([a-z0-9]{1,8})$/.exec(mimeType) ?? []
  const name = (filename ?? '')
    .replace(/^.*[/\\]/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed()
  return name.slice(0, 200) || `file-${i + 1}.${ending === 'jpeg' ? 'jpg' : ending}`
}

function filesOf(mail: Email, { maxFiles, maxFileBytes }: ReadOptions) {
  const all = mail.attachments.filter(isFile)
  const files: MailFile[] = []
  for (const [i, one] of all.entries()) {
    const bytes = bytesOf(one)
    if (files.length === maxFiles) break
    if (bytes.length > 0 && bytes.length <= maxFileBytes)
      files.push({ name: nameOf(one, i), bytes })
  }
  return { files, omittedFiles: all.length - files.length }
}

const textOf = ({ text, html }: Email): string =>
  // Some programs add a text part that is empty.
  text !== undefined && text.trim() !== ''
    ? text.slice(0, MAX_TEXT)
    : htmlToText((html ?? '').slice(0, MAX_TEXT))

async function read(raw: Uint8Array, options: ReadOptions): Promise<IncomingMessage> {
  const mail = await PostalMime.parse(raw, { ...LIMITS, forceRfc822Attachments: true })
  const from = mail.from && 'address' in mail.from ? (mail.from.address ?? '') : ''
  const reports = mail.attachments
    .filter(({ mimeType }) =>
      /^message\/((global-)?delivery-status|feedback-report)$/.test(mimeType),
    )
    .map((one) => ({
      type: one.mimeType,
      text: new TextDecoder().decode(bytesOf(one).subarray(0, MAX_REPORT)),
    }))
  return {
    from: from.toLowerCase(),
    isAutomatic: isAutomatic(mail),
    // PostgreSQL stores neither NUL nor half a character.
    text: cutReply(textOf(mail), options.markers).replaceAll('\u0000', '').toWellFormed(),
    ...filesOf(mail, options),
    report: readReport(reports),
  }
}

const { raw, options } = workerData as { raw: Uint8Array; options: ReadOptions }
parentPort?.postMessage(await read(raw, options))

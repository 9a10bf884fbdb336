// The hook of a provider of mail: it sends each mail to us as it is, in a form of its own.
import { hash, timingSafeEqual } from 'node:crypto'
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readMailAddress } from '../../auth/end-users/mail-addresses.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { MAX_MAIL_BYTES, noteOf, storeIncomingMail } from '../../write/incoming-mails.ts'

export const HOOK_PATH = '/incoming_mail'

/** Characters of a form or of JSON need more bytes than those of the mail. */
const MAX_BODY_BYTES = Math.ceil(MAX_MAIL_BYTES * 1.4)
/** Each holds its body. */
const MAX_AT_ONCE = 3
const MAX_RECIPIENTS = 10
const HEAD_BYTES = 64 * 1024

/** The mail, and where the envelope says it goes. */
type Sent = { raw: Buffer; recipients: string }

export function incomingMailRoutes(app: FastifyInstance, context: Context): void {
  let running = 0
  // Every type is read as bytes, after the secret was checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const requireSecret = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = context.incomingMail?.hookSecret ?? null
    const { secret: sent = '' } = request.params as { secret?: string }
    if (secret === null || !isSame(secret, sent))
      throw new ApiError('not_found', 'There is nothing at this address.')
    if (running >= MAX_AT_ONCE)
      throw new ApiError('unavailable', 'Too many mails at once. Try again later.')
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  }
  // Mailgun sends the mail as it is to addresses with this ending only.
  for (const path of [`${HOOK_PATH}/:secret`, `${HOOK_PATH}/:secret/mime`])
    app.post(
      path,
      { bodyLimit: MAX_BODY_BYTES, onRequest: requireSecret },
      async (request, reply) => reply.send({ received: await receive(request, context) }),
    )
}

const isSame = (secret: string, sent: string) =>
  timingSafeEqual(hash('sha256', secret, 'buffer'), hash('sha256', sent, 'buffer'))

/** False when no recipient is ours. It is no error: providers would send it again and again. */
async function receive({ body, headers }: FastifyRequest, context: Context): Promise<boolean> {
  const { db, readKeys, incomingMail } = context
  const { domain = null, note } = incomingMail ?? {}
  const { raw, recipients } = await readBody(
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    headers['content-type'] ?? '',
  )
  if (raw.length > MAX_MAIL_BYTES)
    throw new ApiError('too_large', `A mail has at most ${MAX_MAIL_BYTES} bytes.`)
  const [head = ''] = raw.toString('latin1', 0, HEAD_BYTES).split(/\r?\n\r?\n/, 1)
  const hasSender = !/^return-path:[ \t]*<>[ \t]*$/im.test(head)
  const addresses = new Set(
    `${recipients}\n${head}`
      .match(/[a-z0-9.]{20,64}@[a-z0-9.-]{1,253}/gi)
      ?.map((one) => one.toLowerCase()),
  )
  let hasRecipient = false
  for (const address of [...addresses].slice(0, MAX_RECIPIENTS * 5)) {
    const to = await readMailAddress({ readKeys, domain }, address)
    if (!to) continue
    const receipt = await storeIncomingMail(db, { to, raw, hasSender })
    note?.(...noteOf(receipt))
    if (receipt === 'full')
      throw new ApiError('unavailable', 'Too many mails wait. Try again later.')
    hasRecipient ||= receipt !== 'unknown'
  }
  if (!hasRecipient) note?.('rejected', { reason: 'no_recipient' })
  return hasRecipient
}

const FIELDS = ['email', 'body-mime'] as const

/** As it is; in a form as Mailgun (`body-mime`) and SendGrid (`email`) send it; in JSON as Postmark does (`RawEmail`). */
async function readBody(body: Buffer, contentType: string): Promise<Sent> {
  const [type = ''] = contentType.toLowerCase().split(';')
  switch (type.trim()) {
    case 'message/rfc822':
    case 'application/octet-stream':
    case 'text/plain':
      return { raw: body, recipients: '' }
    case 'application/json': {
      const sent = parseJson(body)
      if (typeof sent.RawEmail !== 'string') throw noMail('RawEmail')
      return { raw: Buffer.from(sent.RawEmail), recipients: String(sent.OriginalRecipient ?? '') }
    }
    case 'application/x-www-form-urlencoded': {
      const form = new URLSearchParams(body.toString('latin1'))
      return mailOf((name) => form.get(name) ?? undefined, 'utf8')
    }
    case 'multipart/form-data': {
      const fields = await readForm(body, contentType)
      return mailOf((name) => fields.get(name), 'latin1')
    }
  }
  throw new ApiError(
    'unsupported_media_type',
    'Content-Type: not supported. Allowed: message/rfc822, application/json, multipart/form-data, application/x-www-form-urlencoded.',
  )
}

function mailOf(get: (name: string) => string | undefined, encoding: 'utf8' | 'latin1'): Sent {
  const raw = FIELDS.map(get).find((value) => value !== undefined)
  if (raw === undefined) throw noMail(FIELDS.join(' or '))
  return {
    raw: Buffer.from(raw, encoding),
    recipients: `${get('recipient') ?? ''}\n${get('envelope') ?? ''}`,
  }
}

const noMail = (name: string) =>
  new ApiError('malformed', `${name}: missing. Let the provider send the raw message.`)

function parseJson(body: Buffer): Record<string, unknown> {
  try {
    const parsed = JSON.parse(body.toString())
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    throw new ApiError('malformed', 'The body is not JSON.')
  }
}

/** Bytes become characters of Latin-1, so that none is lost. */
function readForm(body: Buffer, contentType: string): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new ApiError('malformed', 'The form is malformed.'))
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        defCharset: 'latin1',
        limits: { fields: 100, parts: 200, fieldSize: MAX_BODY_BYTES, files: 20 },
      })
      parser.on('field', (name, value) => fields.set(name, value))
      // Some providers add the files once more.
      parser.on('file', (_, file) => void file.resume())
      parser.on('finish', () => resolve(fields))
      parser.on('error', refuse)
      parser.end(body)
    } catch {
      refuse()
    }
  })
}

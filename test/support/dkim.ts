// Verifies a DKIM signature (RFC 6376, relaxed/relaxed, rsa-sha256) as a receiver does, without the code that signs.
import { createHash, createPublicKey, verify } from 'node:crypto'

export type Verified = {
  domain: string
  selector: string
  /** Lower case. */
  headers: string[]
  isBodyIntact: boolean
  isSignatureValid: boolean
}

const unfold = (line: string) => line.replace(/\r\n(?=[ \t])/g, '')
const relax = (line: string) => {
  const at = line.indexOf(':')
  const value = unfold(line.slice(at + 1)).replace(/[ \t]+/g, ' ')
  return `${line.slice(0, at).trim().toLowerCase()}:${value.trim()}`
}

const tagsOf = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(';').map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s+/g, '')]
    }),
  )

/** `publicKey` is p= of the record. Undefined for a mail without a signature. */
export function verifyDkim(mail: string, publicKey: string): Verified | undefined {
  const end = mail.indexOf('\r\n\r\n')
  const lines = mail.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = lines.find((line) => /^dkim-signature:/i.test(line))
  if (signature === undefined) return undefined
  const tags = tagsOf(unfold(signature).slice('dkim-signature:'.length))
  const body = mail
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  const headers = (tags.h ?? '').split(':').map((name) => name.toLowerCase())
  const rest = [...lines]
  const signed = headers.flatMap((name) => {
    // The last one first.
    const at = rest.findLastIndex((line) => line.toLowerCase().startsWith(`${name}:`))
    return at < 0 ? [] : rest.splice(at, 1)
  })
  const own = relax(signature).replace(/([;:]\s?b=)[^;]*/, '$1')
  const text = [...signed.map(relax), own].join('\r\n')
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  return {
    domain: tags.d ?? '',
    selector: tags.s ?? '',
    headers,
    isBodyIntact: createHash('sha256').update(body, 'latin1').digest('base64') === tags.bh,
    isSignatureValid: verify(
      'sha256',
      Buffer.from(text, 'latin1'),
      key,
      Buffer.from(tags.b ?? '', 'base64'),
    ),
  }
}

// DKIM (RFC 6376): the keys that sign mails, and their DNS records. nodemailer signs with RSA and SHA-256 only.
import { generateKeyPair } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'

/** What signs mails from an address of `domain` or of a domain below it. */
export type Signing = { domain: string; selector: string; privateKey: string }

/** Headers that a mail has and that nobody may change on its way. */
export const SIGNED_HEADERS = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Language',
  'In-Reply-To',
  'References',
  'Auto-Submitted',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

/** Every receiver knows RSA, and 2048 bits are the most that all accept. */
const KEY_BITS = 2048

const generate = promisify(generateKeyPair)

/** The private key as PEM, the public one as the record has it. */
export async function generateDkimKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: KEY_BITS })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

/** A string in a TXT record has at most so many bytes. */
const MAX_STRING = 255

export type DnsRecord = {
  name: string
  type: 'TXT'
  value: string
  /** As a line of a zone file, with the value in strings that are short enough. */
  zone_line: string
}

export function txtRecord(name: string, value: string): DnsRecord {
  const strings = value.match(new RegExp(`.{1,${MAX_STRING}}`, 'g')) ?? []
  const quoted = strings.map((text) => JSON.stringify(text)).join(' ')
  const content = strings.length > 1 ? `( ${quoted} )` : quoted
  return { name, type: 'TXT', value, zone_line: `${name}. IN TXT ${content}` }
}

export const dkimRecord = ({
  domain,
  selector,
  publicKey,
}: {
  domain: string
  selector: string
  publicKey: string
}): DnsRecord => txtRecord(`${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${publicKey}`)

export const SELECTOR_PATTERN = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
export const SELECTOR_FORM = 'up to 63 lower-case letters, digits and hyphens'
export const isSelector = (text: string) => new RegExp(SELECTOR_PATTERN).test(text)

/** Of the sender, which can have a name. Null for an address that cannot have DNS records, such as one of localhost. */
export function domainOfSender(from: string): string | null {
  const [, domain = ''] = /@([^@>\s]+)>?$/.exec(from.trim()) ?? []
  const ascii = domainToASCII(domain.toLowerCase())
  const isName =
    /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
  return isName.test(ascii) ? ascii : null
}

/** Whether a signature of the domain says something about mails from the other one (relaxed alignment of DMARC). */
export const isAligned = (signing: string, sender: string | null): boolean =>
  sender === signing || (sender?.endsWith(`.${signing}`) ?? false)

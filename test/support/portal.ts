// Browsers of end users on the portal, and the mails with which they sign in.
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { ReceivedMail } from './mail-server.ts'
import type { Answer, TestService } from './service.ts'
import { cookiesOf } from './staff.ts'

export type PortalBrowser = {
  /** The first address of its network. The service must trust one proxy. */
  network: string
  cookies: Map<string, string>
  open(path: string, headers?: Record<string, string>): Promise<Answer>
  submit(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

const octet = () => randomInt(1, 255)

/** Keeps its cookies. Comes from a network of its own. */
export function aPortalBrowser(
  at: TestService,
  { network = `10.${octet()}.${octet()}.${octet()}`, language = 'en' } = {},
): PortalBrowser {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ) => {
    const answer = await at.call(method, `/${path}`, {
      token: null,
      headers: {
        'x-forwarded-for': network,
        'accept-language': language,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const cookie of cookiesOf(answer)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    network,
    cookies,
    open: (path, headers = {}) => send('GET', path, headers),
    submit: (path, fields = {}, headers = {}) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields).toString(),
      ),
  }
}

export type SignInMail = { body: string; text: string; code: string; link: string }

/** Waits for this many mails to the address, and returns the last one. */
export async function signInMailTo(
  received: ReceivedMail[],
  address: string,
  count = 1,
): Promise<SignInMail> {
  const own = () => received.filter(({ to }) => to.includes(address))
  await expect.poll(() => own().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  const { body } = own().at(-1) as ReceivedMail
  const text = decode(body)
  const [, code = ''] = /^(\d{6})\r?$/m.exec(text) ?? []
  const [, link = ''] = /(\/sign-in\/link\/earshot_code_[\w-]{43})\s/.exec(text) ?? []
  expect([code, link]).not.toContain('')
  return { body, text, code, link }
}

/** Quoted-printable. */
function decode(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

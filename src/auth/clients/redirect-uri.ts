// Where an application may have people sent back to.

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const MAX_LENGTH = 500

/** https, http on this machine, or a scheme of an app in reverse domain order (RFC 8252), without a fragment. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(text) || text.includes('#')) return false
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.includes(hostname)
  return /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(protocol)
}

// Whom an address stands for when requests are counted: of IPv6 a subscriber has a whole /64.
import ipaddr from 'ipaddr.js'

const PREFIX_BYTES = 8

export function clientNetwork(written: string): string {
  const address = stripPort(written)
  // What a proxy wrote may be anything.
  if (!ipaddr.isValid(address)) return 'unknown'
  // An IPv4 address that came in the clothes of IPv6 is an IPv4 address.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray().slice(0, PREFIX_BYTES)).toString('hex')}/64`
}

// Some proxies write the port too, and IPv6 in brackets.
function stripPort(written: string): string {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(written) ?? []
  return inBrackets ?? beforePort ?? written
}

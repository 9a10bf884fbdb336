// The network that a request is counted for: an IPv4 address, or the /64 of an IPv6 subscriber.
import ipaddr from 'ipaddr.js'

const PREFIX_BYTES = 8

export function clientNetwork(forwarded: string): string {
  const address = stripPort(forwarded)
  // The value comes from a proxy and can be anything.
  if (!ipaddr.isValid(address)) return 'unknown'
  // Converts an IPv4-mapped IPv6 address to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray().slice(0, PREFIX_BYTES)).toString('hex')}/64`
}

// Some proxies add the port, and write IPv6 in brackets.
function stripPort(forwarded: string): string {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(forwarded) ?? []
  return inBrackets ?? beforePort ?? forwarded
}

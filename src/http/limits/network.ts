// The network that a request is counted for: an IPv4 address, or the /64 of an IPv6 subscriber.
import { parseAddress } from '../../core/networks.ts'

const PREFIX_BYTES = 8

export function clientNetwork(forwarded: string): string {
  const address = parseAddress(forwarded)
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  return `${Buffer.from(address.toByteArray().slice(0, PREFIX_BYTES)).toString('hex')}/64`
}

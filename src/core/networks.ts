// Addresses and networks. An IPv4 address that is mapped to IPv6 is the IPv4 address.
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

const MAPPED_BITS = 96

/** Undefined for a text that is no address: it comes from a proxy and can be anything. */
export function parseAddress(forwarded: string): Address | undefined {
  const address = stripPort(forwarded)
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

// Some proxies add the port, and write IPv6 in brackets.
function stripPort(forwarded: string): string {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(forwarded) ?? []
  return inBrackets ?? beforePort ?? forwarded
}

const SUBSCRIBER_BYTES = 8
/** Providers give a /56 or a /48 to one customer, who has many /64. */
const WIDER_BITS = [56, 48]

/** The network that a request is counted for: an IPv4 address, or the /64 of an IPv6 subscriber. */
export function clientNetwork(forwarded: string): string {
  const address = parseAddress(forwarded)
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  return `${Buffer.from(address.toByteArray().slice(0, SUBSCRIBER_BYTES)).toString('hex')}/64`
}

/** The wider networks of a /64 of `clientNetwork`, from narrow to wide; none of an IPv4 address. */
export function widerNetworks(network: string): string[] {
  const [, prefix] = /^([\da-f]{16})\/64$/.exec(network) ?? []
  return prefix === undefined
    ? []
    : WIDER_BITS.map((bits) => `${prefix.slice(0, bits / 4)}/${bits}`)
}

/** A network in CIDR notation, from that or from a single address. Undefined when the text is neither. */
export function parseNetwork(text: string): string | undefined {
  const [, start = '', length] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  // `isValid` takes 10.1 for an address; people mean a network by it.
  if (!(ipaddr.IPv4.isValidFourPartDecimal(start) || ipaddr.IPv6.isValid(start))) return undefined
  const given = ipaddr.parse(start)
  const address = ipaddr.process(start)
  const bits = address.toByteArray().length * 8
  const isMapped = given.kind() !== address.kind()
  const prefix = length === undefined ? bits : Number(length) - (isMapped ? MAPPED_BITS : 0)
  if (prefix < 0 || prefix > bits) return undefined
  const network = `${address}/${prefix}`
  const first =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(network)
      : ipaddr.IPv6.networkAddressFromCIDR(network)
  return first.toString() === address.toString() ? network : undefined
}

/** Null allows every address. */
export function isInNetworks(forwarded: string, networks: readonly string[] | null): boolean {
  if (networks === null) return true
  const address = parseAddress(forwarded)
  return (
    address !== undefined &&
    networks.some((network) => {
      const [start, prefix] = ipaddr.parseCIDR(network)
      return start.kind() === address.kind() && address.match(start, prefix)
    })
  )
}

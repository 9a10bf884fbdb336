// Which addresses belong to the public internet. A request to any other one can reach what only this machine or its network may reach.
import ipaddr from 'ipaddr.js'
import { isInNetworks } from './networks.ts'

/** The ranges of ipaddr.js that need another word than `a reserved address`. */
const KINDS: Record<string, string> = {
  unspecified: 'the unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a private address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
}

const RESERVED = 'a reserved address'
const TRANSITION = 'an IPv6 address that contains an IPv4 address'

/** Metadata services of clouds on public addresses; the others are link-local or private. */
const METADATA = ['168.63.129.16']

/** What the address is, in words, when requests must not go there; null when they may. `networks` are of `parseNetwork`. */
export function findRefusal(text: string, networks: readonly string[]): string | null {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return RESERVED
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') {
    const kind = kindOfIpv4(address as ipaddr.IPv4)
    return kind === null || isInNetworks(text, networks) ? null : kind
  }
  const ipv6 = address as ipaddr.IPv6
  // The same host has a plain address, and the networks name that one.
  if (ipv6.isIPv4MappedAddress()) return TRANSITION
  const embedded = findEmbedded(ipv6)
  const kind = embedded.length > 0 ? TRANSITION : kindOfIpv6(ipv6)
  if (kind === null) return null
  if (!isInNetworks(text, networks)) return kind
  const refusals = embedded.map((ipv4) => findRefusal(ipv4, networks))
  return refusals.find((refusal) => refusal !== null) ?? null
}

function kindOfIpv4(address: ipaddr.IPv4): string | null {
  if (METADATA.includes(address.toString())) return 'the metadata service of a cloud'
  const range = address.range()
  return range === 'unicast' ? null : (KINDS[range] ?? RESERVED)
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function kindOfIpv6(address: ipaddr.IPv6): string | null {
  const range = address.range()
  return range === 'unicast' && address.match(GLOBAL_UNICAST) ? null : (KINDS[range] ?? RESERVED)
}

/** Where the IPv4 address starts, in bytes. `inverts`: its bits are written inverted. */
const TRANSITIONS: { network: [ipaddr.IPv6, number]; at: number; inverts?: true }[] = [
  // NAT64 (RFC 6052), also with a prefix of one's own (RFC 8215).
  { network: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: 12 },
  { network: ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'), at: 12 },
  // IPv4-translated (RFC 2765).
  { network: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), at: 12 },
  // 6to4 (RFC 3056).
  { network: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
  // Teredo (RFC 4380): the server, and the client.
  { network: ipaddr.IPv6.parseCIDR('2001::/32'), at: 4 },
  { network: ipaddr.IPv6.parseCIDR('2001::/32'), at: 12, inverts: true },
]

const COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
const LAST_BYTES = 12

/** The IPv4 addresses that gateways and tunnels read in it. */
function findEmbedded(address: ipaddr.IPv6): string[] {
  const bytes = address.toByteArray()
  const read = (at: number, mask = 0) =>
    bytes
      .slice(at, at + 4)
      .map((byte) => byte ^ mask)
      .join('.')
  const found = TRANSITIONS.filter(({ network }) => address.match(network)).map(({ at, inverts }) =>
    read(at, inverts ? 0xff : 0),
  )
  // IPv4-compatible (RFC 4291), except for :: and ::1.
  const isCompatible = address.match(COMPATIBLE) && !['::', '::1'].includes(address.toString())
  return isCompatible || isIsatap(bytes) ? [...found, read(LAST_BYTES)] : found
}

/** ISATAP (RFC 5214) is below any prefix. */
const isIsatap = (bytes: number[]) =>
  [0, 2].includes(bytes[8] as number) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe

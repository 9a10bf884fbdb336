// Addresses with several hosts, which the driver does not support, and the search for the first suitable one.
import type pg from 'pg'
import { openProbe, type Probe, type State } from './probe.ts'

type HostAndPort = { host: string; port: string }

// Values of target_session_attrs that allow a server that accepts writes.
const WRITABLE_ATTRIBUTES = ['any', 'read-write', 'primary']

/**
 * One address for each host of `a:5432,b:5433`, or of the lists `host=a,b` and `port=5432,5433` after the `?`. An empty
 * list for an invalid address.
 */
export function parseHosts(address: string): pg.ClientConfig[] {
  const [, scheme, user = '', hosts = '', path = '', text = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)([^?]*)\??(.*)$/s.exec(address) ?? []
  if (scheme === undefined || address === scheme) return []
  const query = new URLSearchParams(text)
  if (!WRITABLE_ATTRIBUTES.includes(query.get('target_session_attrs') ?? 'any')) return []
  query.delete('target_session_attrs')
  const addresses = listHosts(hosts, query).map(({ host, port }) => {
    const own = new URLSearchParams(query)
    own.delete('port')
    // Without a host the driver's default applies; a URL then has no place for the port.
    if (host === '' && port !== '') own.set('port', port)
    // The directory of a Unix socket.
    if (host.startsWith('/')) own.set('host', host)
    else own.delete('host')
    const name = host.startsWith('/') ? 'localhost' : host
    return `${scheme}${user}${name}${name && port && `:${port}`}${path}${own.size === 0 ? '' : `?${own}`}`
  })
  return addresses.every((one) => URL.canParse(one))
    ? addresses.map((connectionString) => ({ connectionString }))
    : []
}

function listHosts(hosts: string, query: URLSearchParams): HostAndPort[] {
  const names = query.get('host')?.split(',')
  if (names === undefined) return hosts.split(',').map(parseHost)
  const ports = (query.get('port') ?? '').split(',')
  // A single port applies to all hosts.
  return names.map((host, i) => ({
    host: host.includes(':') && !host.startsWith('[') ? `[${host}]` : host,
    port: (ports.length === 1 ? ports[0] : ports[i]) ?? '',
  }))
}

function parseHost(text: string): HostAndPort {
  const [, host = text, port = ''] = /^(.*?)(?::(\d*))?$/.exec(text) ?? []
  return { host: /^%2f/i.test(host) ? decodeURIComponent(host) : host, port }
}

type HostCriteria = { timeoutMs: number; matches(state: State): boolean; withPosition?: boolean }

/** Connects to all hosts at once; the first match stays connected. */
export async function openFirstMatching(
  hosts: pg.ClientConfig[],
  { timeoutMs, matches, withPosition = false }: HostCriteria,
): Promise<Probe> {
  let match: Probe | undefined
  const attempts = hosts.map(async (host) => {
    const probe = await openProbe(host, timeoutMs, withPosition)
    if (match === undefined && matches(probe.state)) {
      match = probe
      return probe
    }
    probe.close()
    throw new Error(`${probe.address} ${describeState(probe.state)}`)
  })
  try {
    return await Promise.any(attempts)
  } catch (error) {
    const { errors } = error as AggregateError
    throw errors.length === 1
      ? errors[0]
      : new AggregateError(errors, errors.map(messageOf).join('; '))
  }
}

export const acceptsWrites = ({ isReadOnly }: State) => !isReadOnly
export const isReplica = ({ isStandby }: State) => isStandby

const describeState = ({ isReadOnly, isStandby }: State) =>
  isStandby ? 'is a standby' : isReadOnly ? 'is read-only' : 'is not a standby'

const messageOf = (error: Error & { code?: string }) => error.message || error.code

// The hosts that an address names, and the first of them to answer as is wanted. The driver itself knows one host only.
import type pg from 'pg'
import { openProbe, type Probe, type State } from './probe.ts'

type Place = { host: string; port: string }

// Whatever stands for "takes writes": we write, so no other server would do.
const TAKES_WRITES = ['any', 'read-write', 'primary']

/**
 * One address for each host of `a:5432,b:5433`, or of the lists `host=a,b` and `port=5432,5433` after the `?`. None, where
 * the address cannot be read.
 */
export function parseHosts(address: string): pg.ClientConfig[] {
  const [, scheme, user = '', hosts = '', path = '', text = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)([^?]*)\??(.*)$/s.exec(address) ?? []
  if (scheme === undefined || address === scheme) return []
  const query = new URLSearchParams(text)
  if (!TAKES_WRITES.includes(query.get('target_session_attrs') ?? 'any')) return []
  query.delete('target_session_attrs')
  const addresses = placesIn(hosts, query).map(({ host, port }) => {
    const own = new URLSearchParams(query)
    own.delete('port')
    // Without a name the driver's default is meant, and an address has no place for its port.
    if (host === '' && port !== '') own.set('port', port)
    // A directory, where the server listens on a Unix socket.
    if (host.startsWith('/')) own.set('host', host)
    else own.delete('host')
    const name = host.startsWith('/') ? 'localhost' : host
    return `${scheme}${user}${name}${name && port && `:${port}`}${path}${own.size === 0 ? '' : `?${own}`}`
  })
  return addresses.every((one) => URL.canParse(one))
    ? addresses.map((connectionString) => ({ connectionString }))
    : []
}

function placesIn(hosts: string, query: URLSearchParams): Place[] {
  const names = query.get('host')?.split(',')
  if (names === undefined) return hosts.split(',').map(placeOf)
  const ports = (query.get('port') ?? '').split(',')
  // One port is that of all hosts.
  return names.map((host, i) => ({
    host: host.includes(':') && !host.startsWith('[') ? `[${host}]` : host,
    port: (ports.length === 1 ? ports[0] : ports[i]) ?? '',
  }))
}

function placeOf(text: string): Place {
  const [, host = text, port = ''] = /^(.*?)(?::(\d*))?$/.exec(text) ?? []
  return { host: /^%2f/i.test(host) ? decodeURIComponent(host) : host, port }
}

type Wanted = { patienceMs: number; isWanted(state: State): boolean; asksPosition?: boolean }

/** All are asked at once; the first that is as wanted stays connected. */
export async function openFirstMatching(
  hosts: pg.ClientConfig[],
  { patienceMs, isWanted, asksPosition = false }: Wanted,
): Promise<Probe> {
  let found: Probe | undefined
  const attempts = hosts.map(async (host) => {
    const probe = await openProbe(host, patienceMs, asksPosition)
    if (found === undefined && isWanted(probe.state)) {
      found = probe
      return probe
    }
    probe.close()
    throw new Error(`${probe.address} ${kindOf(probe.state)}`)
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

const kindOf = ({ isReadOnly, isStandby }: State) =>
  isStandby ? 'is a standby' : isReadOnly ? 'takes no writes' : 'is not a standby'

const messageOf = (error: Error & { code?: string }) => error.message || error.code

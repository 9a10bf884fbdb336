// Ports: checked before anything is created, and errors that name the variable and its value.
import { once } from 'node:events'
import { createServer } from 'node:net'

export type Listening = { host: string; port: number; portVariable: 'PORT' | 'METRICS_PORT' }

/** Opens the port for a moment. Throws where the service could not listen on it. */
export async function checkPort(listening: Listening): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host: listening.host, port: listening.port })
    await once(server, 'listening')
  } catch (error) {
    throw explainListenError(error, listening)
  }
  server.close()
  await once(server, 'close')
}

export function explainListenError(
  cause: unknown,
  { host, port, portVariable }: Listening,
): unknown {
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) return cause
  const describe = DESCRIPTIONS[code ?? '']
  const text =
    describe?.(host, port, portVariable) ??
    `HOST is ${host} and ${portVariable} is ${port}, but the service cannot listen there (${code}).`
  return new Error(text, { cause })
}

type Describe = (host: string, port: number, portVariable: string) => string

const describeName: Describe = (host) =>
  `HOST is ${host}, but this name cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1, ` +
  'or to 0.0.0.0 for every address.'

const describeAddress: Describe = (host) =>
  `HOST is ${host}, but this machine has no such address. Set HOST to an address of this machine, such as 127.0.0.1, ` +
  'or to 0.0.0.0 for every address.'

const DESCRIPTIONS: Record<string, Describe> = {
  EADDRINUSE: (host, port, portVariable) =>
    `${portVariable} is ${port}, but port ${port} on ${host} is in use. Stop the process that uses it, ` +
    `or set ${portVariable} to another port.`,
  EACCES: (_, port, portVariable) =>
    `${portVariable} is ${port}, but this user has no permission for port ${port}. Set ${portVariable} to 1024 or above.`,
  EADDRNOTAVAIL: describeAddress,
  EAFNOSUPPORT: describeAddress,
  EINVAL: describeAddress,
  ENOTFOUND: describeName,
  EAI_AGAIN: describeName,
}

// How the log shows an error: type, message, code and stack, without personal data. The driver attaches its client to an
// error, PostgreSQL the values of the row, the file system the path.
import type { FastifyBaseLogger } from 'fastify'

const LOGGED_FIELDS = [
  'code',
  'errno',
  'syscall',
  'severity',
  'routine',
  'table',
  'column',
  'constraint',
]
const MAX_DEPTH = 5

export const redactErrors = (log: FastifyBaseLogger): FastifyBaseLogger =>
  log.child({}, { serializers: { err: (error: unknown) => redactError(error) } })

type DetailedError = Error & { path?: unknown; dest?: unknown; cause?: unknown; errors?: unknown }

function redactError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, path, dest, cause, errors } = error as DetailedError
  const secrets = [path, dest].filter((name) => typeof name === 'string' && name !== '') as string[]
  const redact = (text: string) => secrets.reduce((rest, name) => rest.replaceAll(name, '…'), text)
  const isDeep = depth >= MAX_DEPTH
  return {
    type: error.constructor.name,
    message: redact(message),
    stack: redact(stack ?? ''),
    ...Object.fromEntries(
      LOGGED_FIELDS.flatMap((name) => {
        const value = (error as unknown as Record<string, unknown>)[name]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...(Array.isArray(errors) &&
      !isDeep && { errors: errors.map((one) => redactError(one, depth + 1)) }),
    ...(cause !== undefined && !isDeep && { cause: redactError(cause, depth + 1) }),
  }
}

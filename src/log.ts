// What a log tells of an error: where it came from and what kind it is, and nothing of the people or files concerned. The
// driver hangs its whole client on an error, the database the values of the row, the file system the path.
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

type Known = Error & { path?: unknown; dest?: unknown; cause?: unknown; errors?: unknown }

function redactError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, path, dest, cause, errors } = error as Known
  const hidden = [path, dest].filter((name) => typeof name === 'string' && name !== '') as string[]
  const without = (text: string) => hidden.reduce((rest, name) => rest.replaceAll(name, '…'), text)
  const isDeep = depth >= MAX_DEPTH
  return {
    type: error.constructor.name,
    message: without(message),
    stack: without(stack ?? ''),
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

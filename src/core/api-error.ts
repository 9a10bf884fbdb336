// Errors reported to clients. Any layer throws them; http/errors.ts maps them to HTTP statuses.

export type ErrorKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'changed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range'
  | 'expectation_failed'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable'

/** Mirrors the input: field → code, an object for a nested field, an array with null for valid rows. */
export type FieldErrors = { [field: string]: string | FieldErrors | (FieldErrors | null)[] }

export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly errors: FieldErrors | undefined
  /** The `error` code in the response body. */
  readonly code: string

  /** Clients read the message: `<field>: <problem>. <what is right>.` */
  constructor(kind: ErrorKind, message: string, errors?: FieldErrors, code: string = kind) {
    super(message)
    this.kind = kind
    this.errors = errors
    this.code = code
  }
}

/** `id` as the client sent it. */
export const notFound = ({ singular }: { singular: string }, id: string | number) =>
  new ApiError('not_found', `No ${singular} has the id ${String(id).slice(0, 100)}.`)

export type Path = (string | number)[]

/** An invalid value: its path in the input, a code, and a message. */
export type Problem = { path: Path; code: string; message: string }

const MAX_REPORTED_PROBLEMS = 10_000

/** The error for an invalid input: `errors` has all problems, unless there are very many, and the message is the first. */
export const invalidInput = (problems: Problem[]) =>
  new ApiError(
    'invalid',
    problems[0]?.message ?? '',
    nestByPath(problems.slice(0, MAX_REPORTED_PROBLEMS)),
  )

/** Nests the codes like the input, with null for valid rows. Undefined when only the input as a whole is invalid. */
function nestByPath(problems: Problem[]): FieldErrors | undefined {
  // No prototype: clients choose the names.
  const empty = () => Object.create(null) as Record<string | number, unknown>
  const root = empty()
  for (const { path, code } of problems) {
    let place = root
    for (const [i, key] of path.entries()) {
      if (i === path.length - 1) {
        place[key] ??= code
      } else {
        place[key] ??= typeof path[i + 1] === 'number' ? [] : empty()
        // The parent already has a code of its own.
        if (typeof place[key] === 'string') break
        place = place[key] as typeof root
      }
    }
  }
  return Object.keys(root).length > 0 ? (fillGaps(root) as FieldErrors) : undefined
}

function fillGaps(value: unknown): unknown {
  if (Array.isArray(value))
    return Array.from(value, (item) => (item === undefined ? null : fillGaps(item)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillGaps(inner)]))
}

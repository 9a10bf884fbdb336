// Kinds of refusal. Thrown anywhere; only http/errors.ts knows their statuses.

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

/** Mirrors the input: field → code, an object for a nested one, an array with null for good rows. */
export type FieldErrors = { [field: string]: string | FieldErrors | (FieldErrors | null)[] }

export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly errors: FieldErrors | undefined
  /** What the body's `error` says. */
  readonly code: string

  /** The message is for the client: it names the value that was wrong and what would be right. */
  constructor(kind: ErrorKind, message: string, errors?: FieldErrors, code: string = kind) {
    super(message)
    this.kind = kind
    this.errors = errors
    this.code = code
  }
}

export type Path = (string | number)[]

/** One value that is wrong: where it stands in the input, a code, and a sentence that names it. */
export type Problem = { path: Path; code: string; message: string }

/** Refuses an input for all that is wrong with it, and says the first. */
export const invalidInput = (problems: Problem[]) =>
  new ApiError('invalid', problems[0]?.message ?? '', nestByPath(problems))

/** Nested as the input was; a list holds null for its good rows. Undefined where the input as a whole is at fault. */
function nestByPath(problems: Problem[]): FieldErrors | undefined {
  // Without a prototype: a name may be any text.
  const empty = () => Object.create(null) as Record<string | number, unknown>
  const root = empty()
  for (const { path, code } of problems) {
    let place = root
    for (const [i, key] of path.entries()) {
      if (i === path.length - 1) {
        place[key] ??= code
      } else {
        place[key] ??= typeof path[i + 1] === 'number' ? [] : empty()
        // What is wrong as a whole was told so.
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

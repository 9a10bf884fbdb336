// Kinds of refusal. Thrown anywhere; only http/errors.ts knows their statuses.

export type Kind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'unavailable'

/** Mirrors the input: field → code, an object for a nested one, an array with null for good rows. */
export type FieldErrors = { [field: string]: string | FieldErrors | (FieldErrors | null)[] }

export class ApiError extends Error {
  readonly kind: Kind
  readonly errors: FieldErrors | undefined
  /** What the body's `error` says. */
  readonly code: string

  /** The message is for the client: it names the value that was wrong and what would be right. */
  constructor(kind: Kind, message: string, errors?: FieldErrors, code: string = kind) {
    super(message)
    this.kind = kind
    this.errors = errors
    this.code = code
  }
}

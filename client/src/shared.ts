// What both clients export.
export type { Result } from './calls.ts'
export type { ClientOptions } from './client.ts'
export {
  BadRequest,
  Conflict,
  EarshotError,
  type FieldErrors,
  Forbidden,
  NetworkError,
  NotFound,
  PreconditionFailed,
  ServerError,
  TooManyRequests,
  Unauthorized,
  ValidationError,
} from './errors.ts'

// The typed client of the Earshot API.
export type * from './api-types.ts'
export {
  type Client,
  type ClientOptions,
  createClient,
  type Result,
  type UploadOptions,
} from './client.ts'
export type { Download } from './download.ts'
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
export type { CacheLimits } from './etag-cache.ts'
export type { EventOptions, Presence, ServiceEvent } from './events.ts'
export type { RateLimitWait } from './rate-limit.ts'
export type {
  BodyOf,
  Change,
  Collection,
  CommonOptions,
  ListedRecord,
  ListPath,
  Method,
  OptionsOf,
  PathOf,
  RecordOf,
} from './types.ts'
export type { UploadProgress, UploadSource } from './upload.ts'

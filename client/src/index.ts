// The typed client of the Earshot API.
export type * from './api-types.ts'
export { type Client, createClient, type FormOptions, type UploadOptions } from './client.ts'
export type { Download } from './download.ts'
export type { CacheLimits } from './etag-cache.ts'
export type { EventOptions, Presence, ServiceEvent } from './events.ts'
export type { RateLimitWait } from './rate-limit.ts'
export * from './shared.ts'
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

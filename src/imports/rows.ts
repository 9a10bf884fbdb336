// The rows of an import: what the reader of a file yields, and what the engines take.
import type { CustomInput } from '../write/core/custom-values.ts'

/** A row of a CSV file. `line` is where it begins, as an editor numbers the lines of the file. */
export type FileRow = { line: number; cells: string[] }

/** A row of a file that is not imported, and why. */
export type RejectedRow = FileRow & {
  problems: { column: string | null; value: string; message: string }[]
}

export type ImportedCollection = 'external_users' | 'external_accounts' | 'users' | 'suggestions'

/** A row that an engine takes, and its line in a file. Rows of one file are of one collection; without one they are external users. */
export type ImportRow = { line?: number } & (
  | ({ collection?: 'external_users' } & ExternalUserRow)
  | ({ collection: 'external_accounts'; external_id: string } & ExternalAccountRow)
  | ({ collection: 'users' } & UserRow)
  | ({ collection: 'suggestions' } & SuggestionRow)
)

/** What is absent stays as it is. Rights are not imported. */
export type UserRow = {
  email: string
  name?: string
  guid?: string
  email_confirmed?: boolean
  job_title?: string
  last_ip?: string
  last_login?: string
  country?: string
  region?: string
  city?: string
  allowed_state?: 'allowed' | 'blocked'
  status_notifications?: boolean
  comment_notifications?: boolean
}

/** An absent member stays unchanged, null clears it. */
export type ExternalAccountRow = {
  /** Without one, it is the private account of the external user that it is sent with. */
  external_id?: string | null
  name?: string | null
  plan?: string | null
  mrr?: number | null
  ltv?: number | null
  external_created_at?: string | null
  values?: CustomInput[]
}

/** An absent member stays unchanged, null clears it. */
export type ExternalUserRow = {
  external_id: string
  email?: string | null
  /** The user it belongs to. Without it, a new external user belongs to the user with its email address. */
  user_id?: number | null
  /** The address of that user, where it differs from `email`. */
  user_email?: string
  name?: string | null
  type?: string | null
  ip?: string | null
  external_created_at?: string | null
  last_seen_at?: string | null
  seen_days?: number | null
  /** Null removes it from its account. */
  account?: ExternalAccountRow | null
  values?: CustomInput[]
  /** Its id, email or user is invalid, so that it must not be reported as missing too. */
  hasInvalidIdentity?: boolean
}

/** A name, or the id of a record. */
export type NameOrId = string | number

/** What is absent of a suggestion that exists stays as it is. */
export type SuggestionRow = {
  /** Its id in the system that it comes from. */
  external_id?: string
  title: string
  body?: string
  /** Of a new suggestion; without it `published`. */
  state?: string
  /** Without it the default forum. */
  forum?: NameOrId
  category?: NameOrId
  status?: NameOrId
  labels?: NameOrId[]
  /** The id of the author, which wins over the address. Without either, the author is the person who imports. */
  user?: number
  user_email?: string
  user_name?: string
  /** How often the author votes, or the addresses of the people who vote. */
  votes?: number | string[]
  comments?: { email?: string; body: string }[]
  created_at?: string
  /** Sets the status. Without a time it is as old as the suggestion. */
  status_update?: { body: string; html_body: string; created_at?: string; user_email?: string }
  attachment_tokens?: string[]
  values?: CustomInput[]
  /** Names that a mapping of values creates, also where an import creates nothing else. */
  creates?: { forum?: string[]; category?: string[]; labels?: string[] }
}

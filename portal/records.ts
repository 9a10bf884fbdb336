// The records of the end-user API, as pages get them.
import type { ideaComments } from '../src/resources/end-users/comments.ts'
import type { portalForums } from '../src/resources/end-users/forums.ts'
import type { ideas } from '../src/resources/end-users/ideas.ts'
import type { ideaSupporters } from '../src/resources/end-users/supporters.ts'
import type { ideaUpdates } from '../src/resources/end-users/updates.ts'
import type { RecordOf } from '../src/resources/resource.ts'

export type Status = { id: number; name: string; color: string; is_open: boolean }
export type Category = { id: number; name: string }

/** `guest`: with a name and an address. `sign_in`: after signing in. */
export type Decision = 'yes' | 'guest' | 'sign_in' | 'no'

/** A file that somebody added. */
export type Attachment = {
  id: number
  file_name: string
  content_type: string
  size_in_bytes: number
  url: string
  thumb_url: string
}

type FieldType = 'boolean' | 'timestamp' | 'string' | 'text' | 'number'

/** What the form for a suggestion asks besides title and text. */
export type FormField = {
  id: number
  key: string
  name: string
  field_type: FieldType
  is_required: boolean
  is_public: boolean
  choices: string[]
}

/** What the author of a suggestion answered there. */
export type FormAnswer = {
  id: number
  key: string
  name: string
  field_type: FieldType
  value: string
  is_public: boolean
}

export type Suggestion = Omit<
  RecordOf<typeof ideas>,
  'status' | 'category' | 'attachments' | 'custom_fields'
> & {
  status: Status | null
  category: Category | null
  attachments: Attachment[]
  custom_fields: FormAnswer[]
}

/** What lists show. The rest of a record, its files above all, costs more than all of it. */
export const LISTED_FIELDS = [
  'id',
  'title',
  'text',
  'text_type',
  'state',
  'voted',
  'supporters_count',
  'comments_count',
  'status',
  'category',
  'forum_id',
  'created_at',
  'closed_at',
] as const satisfies (keyof Suggestion)[]

export type ListedSuggestion = Pick<Suggestion, (typeof LISTED_FIELDS)[number]>

export type Supporter = Omit<RecordOf<typeof ideaSupporters>, 'links' | 'id'>

export type Forum = Omit<RecordOf<typeof portalForums>, 'categories' | 'custom_fields'> & {
  categories: Category[]
  custom_fields: FormField[]
  untranslated_name?: string
}

export type Comment = Omit<RecordOf<typeof ideaComments>, 'attachments'> & {
  attachments: Attachment[]
}

export type Answer = Omit<RecordOf<typeof ideaUpdates>, 'status' | 'previous_status'> & {
  status: Status | null
  previous_status: Status | null
}

/** A status with its most supported suggestions. */
export type Lane = { status: Status; ideas_count: number; ideas: Suggestion[] }

/** An announcement, or an official answer to a suggestion. */
export type Update = {
  type: 'announcement' | 'status_update'
  id: number
  title: string | null
  text: string
  text_type: string
  types: string[]
  picture_url: string | null
  picture_alt: string
  status: { id: number; name: string; color: string } | null
  ideas: LinkedSuggestion[]
  created_at: string
}

/** With what its vote needs. */
export type LinkedSuggestion = Pick<
  Suggestion,
  'id' | 'title' | 'forum_id' | 'supporters_count' | 'closed_at' | 'status' | 'voted'
>

export type Me = {
  id: number
  name: string
  email_address: string
  /** Mails did not arrive, so none about news are sent. */
  email_suppressed_at: string | null
  language: string | null
  status_notifications: boolean
  comment_notifications: boolean
  hides_support: boolean
  status_frequency: string
  comment_frequency: string
  announcement_frequency: string
}

export type Notification = {
  id: string
  kind: 'status' | 'comment' | 'merge'
  idea_id: number
  idea_title: string
  forum_id: number
  /** The beginning of it. */
  text: string
  text_type: string
  status: Status | null
  creator_name: string | null
  is_read: boolean
  created_at: string
}

/** Where the person is signed in. */
export type Session = {
  id: number
  is_current: boolean
  method: string
  user_agent: string | null
  address: string | null
  created_at: string
  last_used_at: string
}

/** What acts for the person. */
export type Application = {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
}

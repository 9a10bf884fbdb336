// The records of the end-user API, as pages get them.
import type { ideaComments } from '../src/resources/end-users/comments.ts'
import type { portalForums } from '../src/resources/end-users/forums.ts'
import type { ideas } from '../src/resources/end-users/ideas.ts'
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

export type Suggestion = Omit<RecordOf<typeof ideas>, 'status' | 'category' | 'attachments'> & {
  status: Status | null
  category: Category | null
  attachments: Attachment[]
}

export type Forum = Omit<RecordOf<typeof portalForums>, 'categories'> & { categories: Category[] }

export type Comment = Omit<RecordOf<typeof ideaComments>, 'attachments'> & {
  attachments: Attachment[]
}

export type Answer = Omit<RecordOf<typeof ideaUpdates>, 'status' | 'previous_status'> & {
  status: Status | null
  previous_status: Status | null
}

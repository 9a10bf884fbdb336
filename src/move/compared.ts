// What of a record the comparison at the end of a move compares (verify.ts).
import { sql } from 'kysely'
import type { KeyedKind } from './form.ts'

type Row = Record<string, unknown>
type Read = (row: Row) => unknown

type ComparedMembers = {
  /** The column of each member. */
  always: Record<string, string>
  /** Of records that this run brought: what people here change while they work. */
  whole: Record<string, Read>
}

const columns = (...names: string[]): ComparedMembers['whole'] =>
  Object.fromEntries(names.map((name) => [name, (row: Row) => row[name]]))

const same = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]))

/** All members of the form, apart from those below. Custom fields are compared one by one. */
export const COMPARED: Record<KeyedKind, ComparedMembers> = {
  custom_fields: {
    always: { field: 'key', object_type: 'object_type', field_type: 'field_type' },
    whole: columns('name', 'created_at'),
  },
  forums: {
    always: same('name'),
    whole: {
      ...columns('welcome_message', 'welcome_message_mime_type', 'prompt', 'example'),
      ...columns('is_open', 'category_required', 'created_at'),
      is_private: (row) => row.see_tier !== 'everyone',
    },
  },
  categories: { always: same('name'), whole: columns('position', 'created_at') },
  labels: { always: same('name'), whole: columns('created_at') },
  statuses: {
    always: same('name'),
    whole: columns('is_open', 'hex_color', 'position', 'allow_comments', 'created_at'),
  },
  users: {
    always: same('email_address', 'name', 'created_at'),
    whole: {
      ...columns('guid', 'job_title', 'language', 'country', 'region', 'city', 'last_ip'),
      ...columns('last_login', 'picture_url', 'profile_url', 'email_confirmed'),
      ...columns('status_notifications', 'comment_notifications'),
      ...columns('announcement_notifications', 'hides_support'),
      is_blocked: (row) => row.allowed_state === 'blocked',
    },
  },
  external_accounts: {
    always: same('external_id', 'name', 'plan', 'created_at'),
    // The revenue (mrr) of all accounts is compared.
    whole: columns('ltv', 'external_created_at'),
  },
  external_users: {
    always: same('external_id', 'name', 'created_at'),
    whole: columns('email', 'type', 'ip', 'external_created_at', 'last_seen_at', 'seen_days'),
  },
  suggestions: {
    always: same('title', 'body', 'state', 'created_at'),
    whole: {
      ...columns('body_mime_type', 'channel', 'approved_at'),
      ...columns('creator_user_agent', 'creator_referrer'),
    },
  },
  comments: {
    always: same('body', 'state', 'created_at'),
    whole: columns('body_mime_type', 'channel', 'is_admin_comment'),
  },
  notes: { always: same('body', 'created_at'), whole: columns('body_mime_type') },
  status_updates: { always: same('body', 'created_at'), whole: columns('body_mime_type') },
  feedback_records: {
    always: same('body', 'created_at'),
    whole: {
      ...columns('body_mime_type', 'channel', 'severity', 'source_url', 'source_guid'),
      ...columns('source_type', 'source_title', 'prompt', 'referrer'),
      is_deleted: (row) => row.state === 'deleted',
    },
  },
  announcements: {
    always: same('title', 'body', 'created_at'),
    whole: columns('body_mime_type', 'types', 'published_at'),
  },
  attachments: { always: same('file_name', 'created_at'), whole: {} },
}

/** Wishes of people: what they refused, there or here, they refused. So only this value must be the same. */
export const REFUSED: Record<string, boolean> = {
  status_notifications: false,
  comment_notifications: false,
  announcement_notifications: false,
  hides_support: true,
}

/** The columns of members that name another record. */
export const REFERRED: Partial<Record<KeyedKind, Record<string, string>>> = {
  categories: { forum: 'forum_id' },
  labels: { parent: 'parent_id' },
  external_users: { user: 'user_id', external_account: 'external_account_id' },
  suggestions: {
    forum: 'forum_id',
    category: 'category_id',
    status: 'status_id',
    author: 'created_by_id',
    owner: 'owner_id',
  },
  comments: { suggestion: 'suggestion_id', author: 'created_by_id', reply_to: 'reply_to_id' },
  notes: { suggestion: 'suggestion_id', author: 'created_by_id', parent: 'parent_id' },
  status_updates: {
    suggestion: 'suggestion_id',
    author: 'user_id',
    status: 'new_status_id',
    old_status: 'old_status_id',
  },
  feedback_records: { suggestion: 'suggestion_id', user: 'user_id', author: 'created_by_id' },
  announcements: { author: 'created_by_id' },
  attachments: { suggestion: 'suggestion_id', note: 'note_id', comment: 'comment_id' },
}

/** The members that name several records. `LINKS` has the links of each. */
export const LISTS: Partial<Record<KeyedKind, Record<string, KeyedKind>>> = {
  suggestions: { labels: 'labels' },
  announcements: { suggestions: 'suggestions', forums: 'forums' },
}

export const LINKS = sql`
  select 'labels' as member, suggestion_id as owner, label_id as target from suggestion_labels
  union all select 'suggestions', announcement_id, suggestion_id from announcement_suggestions
  union all select 'forums', announcement_id, forum_id from announcement_forums`

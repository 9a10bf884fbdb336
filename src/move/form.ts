// The intermediate form of a move: a folder with `move.json` and one NDJSON file for each kind of record (docs/move.md).
// Every source writes it, and one loader reads it.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { EMAIL_PATTERN, MAX_EMAIL } from '../core/values.ts'

export const FORM_VERSION = 1
export const MANIFEST = 'move.json'

/** A longer line is left out without being read into memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024
/** The longest text that the service stores. A longer one is shortened. */
export const MAX_TEXT = 100_000
export const MAX_FILE_BYTES = 100 * 1024 * 1024
/** Of a file of an attachment, in the folder. */
export const FILE_PATH = /^files\/[0-9A-Za-z_-][0-9A-Za-z._-]{0,199}$/
/** Higher ids are not kept: the next ones would not fit into a JSON number. */
export const MAX_ID = 10 ** 14

const key = Type.String({ minLength: 1, maxLength: 200 })
const id = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const reference = Type.Optional(Type.Union([key, Type.Null()]))
/** RFC 3339. The reader checks it, because the schema knows no calendar. */
const time = Type.Optional(
  Type.Union([Type.String({ maxLength: 40, format: 'date-time' }), Type.Null()]),
)
const short = (maxLength = 255) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]))
const count = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
const choice = <T extends string>(...values: T[]) => Type.Optional(Type.Enum(values as [T, ...T[]]))
const customFields = Type.Optional(
  Type.Record(
    Type.String({ pattern: '^cf_[0-9A-Za-z_]+$', maxLength: 100 }),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  ),
)
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const MIME_TYPES = ['text/plain', 'text/markdown', 'text/html'] as const
const mimeType = choice(...MIME_TYPES)
const hexColor = Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))
const states = choice('new', 'approved', 'published', 'spam', 'deleted')

const record = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object({ key, id, ...members }, { additionalProperties: false })

/** Of each kind, in the order in which they are loaded: a record refers to kinds above it, or to earlier lines of its own. */
export const SCHEMAS = {
  custom_fields: record({
    object_type: Type.Enum(['external_users', 'external_accounts', 'suggestions']),
    field: Type.String({ pattern: '^cf_[0-9A-Za-z_]+$', maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    field_type: Type.Enum(['boolean', 'timestamp', 'string', 'text', 'number']),
    created_at: time,
  }),
  forums: record({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    welcome_message: text,
    welcome_message_mime_type: mimeType,
    prompt: short(2000),
    example: short(2000),
    is_private: flag,
    is_open: flag,
    category_required: flag,
    created_at: time,
  }),
  categories: record({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    forum: key,
    position: count,
    created_at: time,
  }),
  labels: record({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    parent: reference,
    created_at: time,
  }),
  statuses: record({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    is_open: flag,
    hex_color: hexColor,
    position: count,
    allow_comments: flag,
    created_at: time,
  }),
  users: record({
    email_address: Type.Optional(
      Type.Union([Type.String({ pattern: EMAIL_PATTERN, maxLength: MAX_EMAIL }), Type.Null()]),
    ),
    name: short(),
    guid: short(),
    email_confirmed: flag,
    job_title: short(),
    language: short(35),
    country: short(),
    region: short(),
    city: short(),
    last_ip: short(),
    last_login: time,
    picture_url: short(2000),
    profile_url: short(2000),
    is_blocked: flag,
    status_notifications: flag,
    comment_notifications: flag,
    announcement_notifications: flag,
    hides_support: flag,
    created_at: time,
  }),
  external_accounts: record({
    external_id: short(600),
    name: short(600),
    plan: short(600),
    mrr: number,
    ltv: number,
    external_created_at: time,
    custom_fields: customFields,
    created_at: time,
  }),
  external_users: record({
    external_id: Type.String({ minLength: 1, maxLength: 600 }),
    user: key,
    external_account: reference,
    email: short(),
    name: short(600),
    type: short(600),
    ip: short(),
    external_created_at: time,
    last_seen_at: time,
    seen_days: count,
    custom_fields: customFields,
    created_at: time,
  }),
  suggestions: record({
    title: Type.String({ minLength: 1 }),
    body: text,
    body_mime_type: mimeType,
    state: states,
    channel: short(),
    forum: key,
    category: reference,
    status: reference,
    labels: Type.Optional(Type.Array(key, { maxItems: 100 })),
    author: reference,
    owner: reference,
    approved_at: time,
    closed_at: time,
    custom_fields: customFields,
    creator_user_agent: short(2000),
    creator_referrer: short(2000),
    created_at: time,
  }),
  /** Votes, comments and feedback of a suggestion that is merged become those of its target. */
  merges: Type.Object({ from: key, to: key }, { additionalProperties: false }),
  comments: record({
    body: Type.String({ minLength: 1 }),
    body_mime_type: mimeType,
    state: states,
    channel: short(),
    suggestion: key,
    author: key,
    reply_to: reference,
    is_admin_comment: flag,
    created_at: time,
  }),
  notes: record({
    body: Type.String({ minLength: 1 }),
    body_mime_type: mimeType,
    suggestion: key,
    author: reference,
    parent: reference,
    created_at: time,
  }),
  status_updates: record({
    body: text,
    body_mime_type: mimeType,
    suggestion: key,
    author: reference,
    status: reference,
    old_status: reference,
    created_at: time,
  }),
  feedback_records: record({
    body: Type.String({ minLength: 1 }),
    body_mime_type: mimeType,
    suggestion: reference,
    user: reference,
    author: reference,
    channel: short(),
    severity: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.Null()]),
    ),
    source_url: short(2000),
    source_guid: short(),
    source_type: short(),
    source_title: short(2000),
    prompt: short(2000),
    referrer: short(2000),
    is_deleted: flag,
    created_at: time,
  }),
  announcements: record({
    title: Type.String({ minLength: 1, maxLength: 255 }),
    body: text,
    body_mime_type: mimeType,
    types: Type.Optional(Type.Array(Type.Enum(['new', 'improved', 'fixed']), { maxItems: 3 })),
    suggestions: Type.Optional(Type.Array(key, { maxItems: 1000 })),
    forums: Type.Optional(Type.Array(key, { maxItems: 1000 })),
    author: reference,
    published_at: time,
    created_at: time,
  }),
  attachments: record({
    file: Type.String({ pattern: FILE_PATH.source }),
    file_name: Type.String({ minLength: 1, maxLength: 255 }),
    suggestion: reference,
    note: reference,
    comment: reference,
    announcement: reference,
    feedback_record: reference,
    /** Under which the text of its record shows it as a picture. */
    address: short(4096),
    created_at: time,
  }),
  /** Votes. Without a key: a person supports a suggestion once. */
  supporters: Type.Object(
    {
      id,
      suggestion: key,
      user: key,
      votes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      is_subscribed: flag,
      channel: short(),
      created_at: time,
    },
    { additionalProperties: false },
  ),
  /** People who want news of a suggestion that they gave no vote. Without a key, as votes. */
  followers: Type.Object({ suggestion: key, user: key }, { additionalProperties: false }),
} satisfies Record<string, TObject>

export type Kind = keyof typeof SCHEMAS
/** The kinds whose records have keys. */
export type KeyedKind = Exclude<Kind, 'supporters' | 'followers' | 'merges'>
export const KINDS = Object.keys(SCHEMAS) as Kind[]
export type FormRecord<K extends Kind = Kind> = Static<(typeof SCHEMAS)[K]>

export const fileOf = (kind: Kind): string => `${kind}.ndjson`

export const ManifestSchema = Type.Object({
  form: Type.Literal(FORM_VERSION),
  /** What it was read from: moves of the same source and account continue each other. */
  source: Type.String({ minLength: 1, maxLength: 100 }),
  account: Type.String({ minLength: 1, maxLength: 500 }),
  created_at: Type.String({ maxLength: 40 }),
  counts: Type.Record(Type.String({ maxLength: 100 }), Type.Integer({ minimum: 0 })),
  /** How many records of a kind the source says that it has, and how many of them are not in the form. */
  totals: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 100 }),
      Type.Object({
        source: Type.Integer({ minimum: 0 }),
        left_out: Type.Integer({ minimum: 0 }),
      }),
    ),
  ),
  /** What the source could not write, each with its reason. */
  left_out: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.String({ maxLength: 100 }),
        key: Type.Optional(Type.String({ maxLength: 500 })),
        reason: Type.String({ maxLength: 1000 }),
      }),
      { maxItems: 10_000 },
    ),
  ),
})

export type Manifest = Static<typeof ManifestSchema>

type Reference = {
  kind: KeyedKind
  /** The record is useless without it. */
  isRequired: boolean
  /** A list of who may see the record: without any of them everybody would. */
  isLimit?: boolean
}

/** The members of a kind that name a record of another. */
export const REFERENCES: Record<Kind, Record<string, Reference>> = {
  custom_fields: {},
  forums: {},
  categories: { forum: needs('forums') },
  labels: { parent: mayHave('labels') },
  statuses: {},
  users: {},
  external_accounts: {},
  external_users: { user: needs('users'), external_account: mayHave('external_accounts') },
  suggestions: {
    forum: needs('forums'),
    category: mayHave('categories'),
    status: mayHave('statuses'),
    labels: mayHave('labels'),
    author: mayHave('users'),
    owner: mayHave('users'),
  },
  comments: {
    suggestion: needs('suggestions'),
    author: needs('users'),
    reply_to: mayHave('comments'),
  },
  notes: {
    suggestion: needs('suggestions'),
    author: mayHave('users'),
    parent: mayHave('notes'),
  },
  status_updates: {
    suggestion: needs('suggestions'),
    author: mayHave('users'),
    status: mayHave('statuses'),
    old_status: mayHave('statuses'),
  },
  feedback_records: {
    suggestion: mayHave('suggestions'),
    user: mayHave('users'),
    author: mayHave('users'),
  },
  announcements: {
    suggestions: mayHave('suggestions'),
    forums: { ...mayHave('forums'), isLimit: true },
    author: mayHave('users'),
  },
  attachments: {
    suggestion: mayHave('suggestions'),
    note: mayHave('notes'),
    comment: mayHave('comments'),
    announcement: mayHave('announcements'),
    feedback_record: mayHave('feedback_records'),
  },
  supporters: { suggestion: needs('suggestions'), user: needs('users') },
  followers: { suggestion: needs('suggestions'), user: needs('users') },
  merges: { from: needs('suggestions'), to: needs('suggestions') },
}

function needs(kind: KeyedKind) {
  return { kind, isRequired: true }
}

function mayHave(kind: KeyedKind) {
  return { kind, isRequired: false }
}

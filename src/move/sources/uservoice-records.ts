// The records of API v2 as those of the form. Members that the source does not have are absent, and so are those that are null.
import { isEmailAddress, parseId, parseTime } from '../../core/values.ts'
import { type KeyedKind, type Kind, MAX_LINE_BYTES, SCHEMAS } from '../form.ts'
import { recordOf, type SourceRecord, textOf as text } from './values.ts'

/** A collection of the API, with the name of the kind that its records become. */
export type Collection = KeyedKind | 'supporters'

/** What else the form gets from a record. */
export type Notes = {
  /** Something of the record does not come, or comes with another value. */
  changed(reason: string): void
}

/** A record of the form, or in words why there is none. */
export type Converted = SourceRecord | string

const COMMON = ['created_at']

/** What is asked for where the source can leave out the rest. */
export const FIELDS: Record<Collection, string[]> = {
  custom_fields: [...COMMON, 'key', 'name', 'field_type', 'object_type'],
  forums: [
    ...COMMON,
    'name',
    'welcome_message',
    'welcome_message_mime_type',
    'prompt',
    'example',
    'is_private',
    'is_open',
    'category_required',
  ],
  categories: [...COMMON, 'name', 'position', 'links.forum'],
  labels: [...COMMON, 'name', 'links.parent'],
  statuses: [...COMMON, 'name', 'is_open', 'hex_color', 'position', 'allow_comments'],
  users: [
    ...COMMON,
    'email_address',
    'name',
    'guid',
    'email_confirmed',
    'job_title',
    'country',
    'region',
    'city',
    'last_ip',
    'last_login',
    'allowed_state',
    'status_notifications',
    'comment_notifications',
  ],
  external_accounts: [
    ...COMMON,
    'external_id',
    'name',
    'plan',
    'mrr',
    'ltv',
    'external_created_at',
  ],
  external_users: [
    ...COMMON,
    'external_id',
    'email',
    'name',
    'type',
    'ip',
    'external_created_at',
    'last_seen_at',
    'seen_days',
    'links.user',
    'links.external_account',
  ],
  suggestions: [
    ...COMMON,
    'title',
    'body',
    'body_mime_type',
    'state',
    'channel',
    'approved_at',
    'closed_at',
    'creator_user_agent',
    'creator_referrer',
    'votes_count',
    'supporters_count',
    'links.forum',
    'links.category',
    'links.status',
    'links.labels',
    'links.created_by',
    'links.owner',
    'links.parent_suggestion',
  ],
  comments: [
    ...COMMON,
    'body',
    'body_mime_type',
    'state',
    'channel',
    'is_admin_comment',
    'links.suggestion',
    'links.created_by',
    'links.reply_to',
  ],
  notes: [
    ...COMMON,
    'body',
    'body_mime_type',
    'links.suggestion',
    'links.created_by',
    'links.parent',
  ],
  status_updates: [
    ...COMMON,
    'body',
    'body_mime_type',
    'html_body',
    'links.suggestion',
    'links.user',
    'links.new_status',
    'links.old_status',
  ],
  feedback_records: [
    ...COMMON,
    'body',
    'body_mime_type',
    'state',
    'channel',
    'severity',
    'source_url',
    'source_guid',
    'source_type',
    'source_title',
    'prompt',
    'referrer',
    'links.suggestion',
    'links.user',
    'links.created_by',
  ],
  announcements: [
    ...COMMON,
    'title',
    'body',
    'body_mime_type',
    'types',
    'published_at',
    'links.suggestions',
    'links.forums',
    'links.created_by',
  ],
  attachments: [
    ...COMMON,
    'file_name',
    'size_in_bytes',
    'url',
    'links.suggestion',
    'links.note',
    'links.comment',
  ],
  supporters: [...COMMON, 'is_subscribed', 'channel', 'links.suggestion', 'links.user'],
}

const OBJECT_TYPES = ['external_users', 'external_accounts', 'suggestions']
const FIELD_TYPES = ['boolean', 'timestamp', 'string', 'text', 'number']
const STATES = ['new', 'approved', 'published', 'spam', 'deleted']
const ANNOUNCEMENT_TYPES = ['new', 'improved', 'fixed']
const MIME_TYPES = ['text/plain', 'text/markdown', 'text/html']
const MAX_LABELS = 100
const MAX_ANNOUNCED = 1000
const MAX_INTEGER = 2_147_483_647

const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const oneOf = (value: unknown, allowed: string[]) =>
  typeof value === 'string' && allowed.includes(value) ? value : undefined

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= MAX_INTEGER
    ? (number as number)
    : undefined
}

/** Decimals come as numbers and as texts. */
function decimal(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const money = (units: unknown, cents: unknown): number | undefined => {
  const inCents = decimal(cents)
  return decimal(units) ?? (inCents === undefined ? undefined : inCents / 100)
}

/** The key of a record is its id. */
function keyOf(value: unknown): string | undefined {
  const id = parseId(value)
  return id === undefined || id === 0 ? undefined : String(id)
}

function keysOf(value: unknown, max: number, notes: Notes): string[] | undefined {
  const all = Array.isArray(value) ? (value as unknown[]) : []
  const keys = all.map((one) => keyOf(one)).filter((key) => key !== undefined)
  if (keys.length > max) notes.changed(`it names ${keys.length} records. The first ${max} come.`)
  return keys.length === 0 ? undefined : keys.slice(0, max)
}

function stateOf({ state }: SourceRecord, notes: Notes): string | undefined {
  const known = oneOf(state, STATES)
  if (known === undefined && text(state) !== undefined)
    notes.changed(`state ${JSON.stringify(state).slice(0, 50)} is none of ours.`)
  return known
}

const mimeTypeOf = (value: unknown) => oneOf(value, MIME_TYPES)

/** Custom fields are members beside the others. A choice is an object with a label. */
function customFields(record: SourceRecord): SourceRecord | undefined {
  const values = Object.entries(record)
    .filter(([name, value]) => name.startsWith('cf_') && value !== null && value !== undefined)
    .map(([name, value]): [string, unknown] => [name, scalarOf(value)])
    .filter(([, value]) => value !== undefined)
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

function scalarOf(value: unknown): unknown {
  if (['string', 'number', 'boolean'].includes(typeof value)) return value
  const { label, value: inner } = (value ?? {}) as SourceRecord
  return text(label) ?? text(inner)
}

type Convert = (record: SourceRecord, links: SourceRecord, notes: Notes) => Converted

const CONVERT: Record<Collection, Convert> = {
  custom_fields: ({ key, name, field_type, object_type }, _, notes) => {
    if (!OBJECT_TYPES.includes(object_type as string))
      return `fields of ${String(object_type).slice(0, 50)} are not part of a move.`
    const type = oneOf(field_type, FIELD_TYPES)
    if (type === undefined) notes.changed('its type is none of ours. The values come as text.')
    return { object_type, field: key, name: text(name) ?? key, field_type: type ?? 'string' }
  },
  forums: (record) => {
    const message = text(record.welcome_message)
    return {
      name: text(record.name),
      welcome_message: message,
      // The hosted product has HTML here.
      welcome_message_mime_type:
        message && (mimeTypeOf(record.welcome_message_mime_type) ?? 'text/html'),
      prompt: text(record.prompt),
      example: text(record.example),
      is_private: flag(record.is_private),
      is_open: flag(record.is_open),
      category_required: flag(record.category_required),
    }
  },
  categories: ({ name, position }, { forum }) => ({
    name: text(name),
    position: count(position),
    forum: keyOf(forum),
  }),
  labels: ({ name }, { parent }) => ({ name: text(name), parent: keyOf(parent) }),
  statuses: ({ name, is_open, hex_color, position, allow_comments }) => ({
    name: text(name),
    is_open: flag(is_open),
    hex_color: /^#[0-9A-Fa-f]{6}$/.test(String(hex_color)) ? hex_color : undefined,
    position: count(position),
    allow_comments: flag(allow_comments),
  }),
  users: (record, _, notes) => {
    const address = text(record.email_address)?.trim()
    const isAddress = address !== undefined && isEmailAddress(address)
    if (address !== undefined && !isAddress)
      notes.changed('email_address is no address. The person comes without it.')
    return {
      email_address: isAddress ? address : undefined,
      name: text(record.name),
      guid: text(record.guid),
      email_confirmed: flag(record.email_confirmed),
      job_title: text(record.job_title),
      country: text(record.country),
      region: text(record.region),
      city: text(record.city),
      last_ip: text(record.last_ip),
      last_login: text(record.last_login),
      is_blocked: record.allowed_state === 'blocked',
      status_notifications: flag(record.status_notifications),
      comment_notifications: flag(record.comment_notifications),
    }
  },
  external_accounts: (record) => ({
    external_id: text(record.external_id),
    name: text(record.name),
    plan: text(record.plan),
    mrr: money(record.mrr, record.mrr_cents),
    ltv: money(record.ltv, record.ltv_cents),
    external_created_at: text(record.external_created_at),
    custom_fields: customFields(record),
  }),
  external_users: (record, { user, external_account }) => ({
    external_id: text(record.external_id),
    user: keyOf(user),
    external_account: keyOf(external_account),
    email: text(record.email),
    name: text(record.name),
    type: text(record.type),
    ip: text(record.ip),
    external_created_at: text(record.external_created_at),
    last_seen_at: text(record.last_seen_at),
    seen_days: count(record.seen_days),
    custom_fields: customFields(record),
  }),
  suggestions: (record, links, notes) => ({
    title: text(record.title),
    ...bodyOf(record),
    state: stateOf(record, notes),
    channel: text(record.channel),
    forum: keyOf(links.forum),
    category: keyOf(links.category),
    status: keyOf(links.status),
    labels: keysOf(links.labels, MAX_LABELS, notes),
    author: keyOf(links.created_by),
    owner: keyOf(links.owner),
    approved_at: text(record.approved_at),
    closed_at: text(record.closed_at),
    custom_fields: customFields(record),
    creator_user_agent: text(record.creator_user_agent),
    creator_referrer: text(record.creator_referrer),
  }),
  comments: (record, links, notes) => ({
    ...bodyOf(record),
    state: stateOf(record, notes),
    channel: text(record.channel),
    suggestion: keyOf(links.suggestion),
    author: keyOf(links.created_by),
    reply_to: keyOf(links.reply_to),
    is_admin_comment: flag(record.is_admin_comment),
  }),
  notes: (record, { suggestion, created_by, parent }) => ({
    ...bodyOf(record),
    suggestion: keyOf(suggestion),
    author: keyOf(created_by),
    parent: keyOf(parent),
  }),
  status_updates: (record, { suggestion, user, new_status, old_status }) => ({
    ...(text(record.body) === undefined && text(record.html_body) !== undefined
      ? { body: record.html_body, body_mime_type: 'text/html' }
      : bodyOf(record)),
    suggestion: keyOf(suggestion),
    author: keyOf(user),
    status: keyOf(new_status),
    old_status: keyOf(old_status),
  }),
  feedback_records: (record, { suggestion, user, created_by }) => ({
    ...bodyOf(record),
    suggestion: keyOf(suggestion),
    user: keyOf(user),
    author: keyOf(created_by),
    channel: text(record.channel),
    severity: count(record.severity),
    source_url: text(record.source_url),
    source_guid: text(record.source_guid),
    source_type: text(record.source_type),
    source_title: text(record.source_title),
    prompt: text(record.prompt),
    referrer: text(record.referrer),
    is_deleted: record.state === 'deleted',
  }),
  announcements: (record, { suggestions, forums, created_by }, notes) => ({
    title: text(record.title),
    ...bodyOf(record),
    types: Array.isArray(record.types)
      ? record.types.filter((type) => ANNOUNCEMENT_TYPES.includes(type))
      : undefined,
    suggestions: keysOf(suggestions, MAX_ANNOUNCED, notes),
    forums: keysOf(forums, MAX_ANNOUNCED, notes),
    author: keyOf(created_by),
    published_at: text(record.published_at),
  }),
  attachments: (record, { suggestion, note, comment }) => {
    const [of, on, at] = [keyOf(suggestion), keyOf(note), keyOf(comment)]
    if (of === undefined && on === undefined && at === undefined)
      return 'it belongs to no suggestion, note or comment. What a text shows comes with the text.'
    return {
      file: `files/${keyOf(record.id)}`,
      file_name: text(record.file_name) ?? 'file',
      suggestion: of,
      note: on,
      comment: at,
    }
  },
  supporters: ({ is_subscribed, channel }, { suggestion, user }) => ({
    suggestion: keyOf(suggestion),
    user: keyOf(user),
    is_subscribed: flag(is_subscribed),
    channel: text(channel),
  }),
}

const bodyOf = ({ body, body_mime_type }: SourceRecord) => {
  const words = text(body)
  return words === undefined
    ? {}
    : { body: words, body_mime_type: mimeTypeOf(body_mime_type) ?? 'text/plain' }
}

/** Converts a record and makes its values fit. Names of required members that are absent say why it is left out. */
export function convert(collection: Collection, record: SourceRecord, notes: Notes): Converted {
  const key = keyOf(record.id)
  if (key === undefined) return 'it has no id.'
  const converted = CONVERT[collection](record, recordOf(record.links), notes)
  if (typeof converted === 'string') return converted
  const members = {
    ...(collection !== 'supporters' && { key }),
    id: Number(key),
    ...converted,
    created_at: text(record.created_at),
  }
  const fitting = fitToSchema(collection, members, notes)
  const { required = [] } = SCHEMAS[collection] as unknown as { required?: string[] }
  const missing = required.find((name) => fitting[name] === undefined)
  return missing === undefined ? fitting : `it has no ${missing.replaceAll('_', ' ')}.`
}

/** Of texts without a bound of their own, so that the line stays readable. The loader shortens more. */
const MAX_ANY_TEXT = MAX_LINE_BYTES / 8

type Schema = { format?: string; maxLength?: number; anyOf?: Schema[] }

/** Removes what cannot be stored, shortens what is too long, and leaves out times that are none. Each is noted. */
export function fitToSchema(kind: Kind, record: SourceRecord, notes: Notes): SourceRecord {
  const schemas = SCHEMAS[kind].properties as unknown as Record<string, Schema | undefined>
  const fitting: SourceRecord = {}
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined || value === null) continue
    const schema = schemas[name]
    const parts = [schema ?? {}, ...(schema?.anyOf ?? [])]
    if (typeof value !== 'string') fitting[name] = cleanValues(value, name, notes)
    else if (parts.some(({ format }) => format === 'date-time') && parseTime(value) === undefined)
      notes.changed(`${name} ${JSON.stringify(value.slice(0, 50))} is no time.`)
    else {
      const max = parts.find(({ maxLength }) => maxLength !== undefined)?.maxLength
      fitting[name] = shorten(cleanText(value, name, notes), max ?? MAX_ANY_TEXT, name, notes)
    }
  }
  return fitting
}

function cleanText(value: string, name: string, notes: Notes): string {
  const clean = value.replaceAll('\0', '').toWellFormed()
  if (clean !== value)
    notes.changed(`${name} has characters that cannot be stored. They are replaced.`)
  return clean
}

function cleanValues(value: unknown, name: string, notes: Notes): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' ? cleanText(one, `${name}.${key}`, notes) : one,
    ]),
  )
}

function shorten(value: string, max: number, name: string, notes: Notes): string {
  if (value.length <= max) return value
  notes.changed(`${name} has ${value.length} characters. It is shortened to ${max}.`)
  const end = value.slice(0, max - 1)
  return `${end.isWellFormed() ? end : end.slice(0, -1)}…`
}

/** Parents before the labels below them. A label whose parent never comes is last. */
export function sortByParent<T extends { key: string; parent?: string }>(labels: T[]): T[] {
  const ready = new Set<string>()
  const known = new Set(labels.map(({ key }) => key))
  const sorted: T[] = []
  let left = labels
  while (left.length > 0) {
    const next = left.filter(
      ({ parent }) => parent === undefined || ready.has(parent) || !known.has(parent),
    )
    // Labels in a circle.
    if (next.length === 0) return sorted.concat(left)
    sorted.push(...next)
    for (const { key } of next) ready.add(key)
    left = left.filter(({ key }) => !ready.has(key))
  }
  return sorted
}

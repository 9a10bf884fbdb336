// How the records of each kind are stored: the columns as SQL of the staged record `s`, and which records that exist are meant.
import { NO_ADDRESS_HOST } from './addresses.ts'
import type { KeyedKind } from './form.ts'

export type Storage = {
  /** Nullable columns: the source can clear them. */
  columns: Record<string, string>
  /** Columns with a value for records that have none. A later run without a value leaves them. */
  defaults?: Record<string, [value: string, otherwise: string]>
  /** What a later run makes of some columns of `t` and the source's `w`, where its value alone does not decide. */
  updates?: Record<string, string>
  /** Equal texts mean the same record: the one that exists stays as it is, and is used. `t` is the table, `member` that of the form. */
  match?: { member: string; staged: string; existing: string }
}

const text = (member: string) => `s.record ->> '${member}'`
const as = (type: string) => (member: string) => `(s.record ->> '${member}')::${type}`
const time = as('timestamptz')
const flag = as('boolean')
const whole = as('integer')

/**
 * The record that a member names, if it is still there. Triggers and foreign keys need it to exist: people can have deleted what
 * an earlier run brought.
 */
const reference = (member: string, kind: KeyedKind, id = 't.id') =>
  `(select ${id} from move_records m join ${kind} t on t.id = m.record_id
    where m.move_id = s.move_id and m.kind = '${kind}' and m.source_key = s.record ->> '${member}')`

/** A record of the same kind can come in the same batch. It is there when the statement ends. */
const ownKind = (member: string, kind: KeyedKind) =>
  `(select m.record_id from move_records m
    where m.move_id = s.move_id and m.kind = '${kind}' and m.source_key = s.record ->> '${member}'
      and (exists (select from ${kind} t where t.id = m.record_id)
        or exists (select from move_staged x where x.id = m.record_id and x.state = 'new')))`

/** Votes, comments and feedback of a merged suggestion belong to the one that it was merged into. */
const engaged = reference('suggestion', 'suggestions', 'coalesce(t.parent_suggestion_id, t.id)')

const created: Record<string, [string, string]> = { created_at: [time('created_at'), 'now()'] }
const body: Record<string, [string, string]> = {
  body: [text('body'), `''`],
  body_mime_type: [text('body_mime_type'), `'text/plain'`],
}
const customFields: Record<string, [string, string]> = {
  custom_fields: [`jsonb_strip_nulls(s.record -> 'custom_fields')`, `'{}'`],
}
/** A person without an address said nothing. */
const stillWanted = (name: string) =>
  `(t.${name} or t.email_address like '%@${NO_ADDRESS_HOST}') and coalesce(w.${name}, t.${name})`
const lower = (expression: string) => `lower((${expression}) collate "und-x-icu")`

export const STORAGE: Record<KeyedKind, Storage> = {
  custom_fields: {
    columns: {},
    defaults: {
      key: [text('field'), `''`],
      name: [text('name'), `''`],
      field_type: [text('field_type'), `'text'`],
      object_type: [text('object_type'), `''`],
      ...created,
    },
    match: {
      member: 'field',
      staged: `s.record ->> 'object_type' || ' ' || (s.record ->> 'field')`,
      existing: `t.object_type || ' ' || t.key`,
    },
  },
  forums: {
    columns: {
      welcome_message: text('welcome_message'),
      welcome_message_mime_type: text('welcome_message_mime_type'),
      prompt: text('prompt'),
      example: text('example'),
    },
    defaults: {
      name: [text('name'), `''`],
      see_tier: [
        `case (s.record ->> 'is_private')::boolean when true then 'chosen' when false then 'everyone' end`,
        `'everyone'`,
      ],
      is_open: [flag('is_open'), 'true'],
      category_required: [flag('category_required'), 'false'],
      ...created,
    },
    match: { member: 'name', staged: lower(text('name')), existing: 'lower(t.name)' },
  },
  categories: {
    columns: {},
    defaults: {
      name: [text('name'), `''`],
      forum_id: [reference('forum', 'forums'), 'null'],
      position: [whole('position'), '0'],
      ...created,
    },
    match: {
      member: 'name',
      staged: `${reference('forum', 'forums')} || ' ' || ${lower(text('name'))}`,
      existing: `t.forum_id || ' ' || lower(t.name)`,
    },
  },
  labels: {
    columns: { parent_id: reference('parent', 'labels') },
    defaults: {
      name: [text('name'), `''`],
      full_name: [
        `coalesce(${reference('parent', 'labels', 't.full_name')} || ' / ', '') || (s.record ->> 'name')`,
        `''`,
      ],
      level: [`${reference('parent', 'labels', 't.level')} + 1`, '0'],
      ...created,
    },
    match: {
      member: 'name',
      staged: `coalesce(${reference('parent', 'labels')}::text, '') || ' ' || ${lower(text('name'))}`,
      existing: `coalesce(t.parent_id::text, '') || ' ' || lower(t.name)`,
    },
  },
  statuses: {
    columns: {},
    defaults: {
      name: [text('name'), `''`],
      is_open: [flag('is_open'), 'true'],
      hex_color: [text('hex_color'), `'#999999'`],
      position: [whole('position'), '0'],
      allow_comments: [flag('allow_comments'), 'true'],
      ...created,
    },
    match: { member: 'name', staged: lower(text('name')), existing: 'lower(t.name)' },
  },
  users: {
    columns: {
      guid: text('guid'),
      job_title: text('job_title'),
      language: text('language'),
      country: text('country'),
      region: text('region'),
      city: text('city'),
      last_ip: text('last_ip'),
      last_login: time('last_login'),
      picture_url: text('picture_url'),
      profile_url: text('profile_url'),
    },
    defaults: {
      email_address: [text('email_address'), `''`],
      name: [text('name'), `''`],
      email_confirmed: [flag('email_confirmed'), 'false'],
      allowed_state: [
        `case (s.record ->> 'is_blocked')::boolean when true then 'blocked' when false then 'allowed' end`,
        `'allowed'`,
      ],
      status_notifications: [flag('status_notifications'), 'true'],
      comment_notifications: [flag('comment_notifications'), 'true'],
      // Null: as those about statuses.
      announcement_notifications: [flag('announcement_notifications'), 'null'],
      hides_support: [flag('hides_support'), 'false'],
      ...created,
    },
    // Who said no, there or here, said no.
    updates: {
      status_notifications: stillWanted('status_notifications'),
      comment_notifications: stillWanted('comment_notifications'),
      announcement_notifications: `case when false in (t.announcement_notifications, w.announcement_notifications) then false
        else coalesce(w.announcement_notifications, t.announcement_notifications) end`,
      hides_support: 't.hides_support or coalesce(w.hides_support, false)',
    },
    match: {
      member: 'email_address',
      staged: lower(text('email_address')),
      existing: 'lower(t.email_address)',
    },
  },
  external_accounts: {
    columns: {
      external_id: text('external_id'),
      name: text('name'),
      plan: text('plan'),
      mrr: as('numeric')('mrr'),
      ltv: as('numeric')('ltv'),
      external_created_at: time('external_created_at'),
    },
    defaults: { ...customFields, ...created },
    match: { member: 'external_id', staged: text('external_id'), existing: 't.external_id' },
  },
  external_users: {
    columns: {
      external_account_id: reference('external_account', 'external_accounts'),
      email: text('email'),
      name: text('name'),
      type: text('type'),
      ip: text('ip'),
      external_created_at: time('external_created_at'),
      last_seen_at: time('last_seen_at'),
      seen_days: whole('seen_days'),
    },
    defaults: {
      external_id: [text('external_id'), `''`],
      user_id: [reference('user', 'users'), 'null'],
      ...customFields,
      ...created,
    },
    match: { member: 'external_id', staged: text('external_id'), existing: 't.external_id' },
  },
  suggestions: {
    columns: {
      category_id: reference('category', 'categories'),
      status_id: reference('status', 'statuses'),
      created_by_id: reference('author', 'users'),
      owner_id: reference('owner', 'users'),
      // Closed if and only if its status is.
      closed_at: `(select coalesce(${time('closed_at')}, ${time('created_at')}, now()) from move_records m
        join statuses t on t.id = m.record_id where m.move_id = s.move_id and m.kind = 'statuses'
          and m.source_key = s.record ->> 'status' and not t.is_open)`,
      creator_user_agent: text('creator_user_agent'),
      creator_referrer: text('creator_referrer'),
    },
    defaults: {
      title: [text('title'), `''`],
      body: [text('body'), `''`],
      body_mime_type: [text('body_mime_type'), `''`],
      forum_id: [reference('forum', 'forums'), 'null'],
      state: [text('state'), `'published'`],
      channel: [text('channel'), `'import'`],
      approved_at: [
        time('approved_at'),
        `case when coalesce(s.record ->> 'state', 'published') in ('approved', 'published')
          then coalesce(${time('created_at')}, now()) end`,
      ],
      ...customFields,
      ...created,
    },
  },
  comments: {
    columns: { reply_to_id: ownKind('reply_to', 'comments') },
    defaults: {
      ...body,
      state: [text('state'), `'approved'`],
      channel: [text('channel'), `'import'`],
      is_admin_comment: [flag('is_admin_comment'), 'false'],
      suggestion_id: [engaged, 'null'],
      created_by_id: [reference('author', 'users'), 'null'],
      ...created,
    },
  },
  notes: {
    columns: {
      created_by_id: reference('author', 'users'),
      parent_id: ownKind('parent', 'notes'),
    },
    defaults: {
      ...body,
      suggestion_id: [reference('suggestion', 'suggestions'), 'null'],
      ...created,
    },
  },
  status_updates: {
    columns: {
      body: text('body'),
      html_body: text('html_body'),
      user_id: reference('author', 'users'),
      new_status_id: reference('status', 'statuses'),
      old_status_id: reference('old_status', 'statuses'),
    },
    defaults: {
      body_mime_type: [text('body_mime_type'), `'text/plain'`],
      suggestion_id: [reference('suggestion', 'suggestions'), 'null'],
      ...created,
    },
  },
  feedback_records: {
    columns: {
      suggestion_id: engaged,
      user_id: reference('user', 'users'),
      created_by_id: reference('author', 'users'),
      severity: whole('severity'),
      source_url: text('source_url'),
      source_guid: text('source_guid'),
      source_type: text('source_type'),
      source_title: text('source_title'),
      prompt: text('prompt'),
      referrer: text('referrer'),
    },
    defaults: {
      ...body,
      channel: [text('channel'), `'import'`],
      state: [
        `case (s.record ->> 'is_deleted')::boolean when true then 'deleted' when false then 'approved' end`,
        `'approved'`,
      ],
      ...created,
    },
  },
  announcements: {
    columns: {
      created_by_id: reference('author', 'users'),
      published_at: time('published_at'),
    },
    defaults: {
      title: [text('title'), `''`],
      ...body,
      types: [
        `(select array_agg(type) from jsonb_array_elements_text(s.record -> 'types') type)`,
        `'{}'`,
      ],
      ...created,
    },
  },
  attachments: {
    columns: {
      suggestion_id: reference('suggestion', 'suggestions'),
      note_id: reference('note', 'notes'),
      comment_id: reference('comment', 'comments'),
    },
    defaults: {
      file_name: [text('file_name'), `''`],
      content_type: [text('content_type'), `''`],
      size_in_bytes: [as('bigint')('size_in_bytes'), '0'],
      file_key: [text('file_key'), `''`],
      token: [text('token'), `''`],
      crc32: [as('bigint')('crc32'), 'null'],
      is_safe_image: [flag('is_safe_image'), 'false'],
      thumbnail: [text('thumbnail'), `'none'`],
      ...created,
    },
  },
}

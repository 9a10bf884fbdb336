// The data of a service hook in the older form that receivers of the hosted product read: the objects of its first API, as
// JSON or XML.

import { escapeXml } from '../core/escape-xml.ts'
import { formattedToHtml } from '../core/formatted-text.ts'
import type { Queries } from '../db/db.ts'

/** Numbers, texts, lists and objects, as JSON has them. */
type Value = null | boolean | number | string | Value[] | { [name: string]: Value }

type Text = { text: string | null; text_mime_type: string | null }

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A person, by an SQL expression of the id; null without one. */
const person = (id: string) => `(
  select json_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), 'Anonymous'), 'email', u.email_address, 'title', null,
    'url', $2 || '/admin/users/' || u.id, 'avatar_url', null, 'karma_score', 0,
    'created_at', ${iso('u.created_at')}, 'updated_at', ${iso('uf.updated_at')})
  from users u join user_figures uf on uf.id = u.id where u.id = ${id})`

const status = (id: string) => `(
  select json_build_object('id', t.id, 'name', t.name, 'hex_color', t.hex_color,
    'key', trim(both '-' from regexp_replace(lower(t.name), '[^[:alnum:]]+', '-', 'g')))
  from statuses t where t.id = ${id})`

const topic = `json_build_object('id', f.id, 'prompt', f.prompt, 'example', f.example, 'votes_allowed', 10,
  'suggestions_count', f.suggestions_count, 'open_suggestions_count', f.open_suggestions_count, 'closed', not f.is_open,
  'anonymous_access', f.suggest_tier is not distinct from 'everyone', 'unlimited_votes', true, 'classic_voting', f.classic_voting, 'closed_at', null,
  'created_at', ${iso('f.created_at')}, 'updated_at', ${iso('f.updated_at')},
  'forum', json_build_object('id', f.id::text, 'name', f.name))`

const suggestionObject = (id: string) => `(
  select json_build_object(
    'url', $2 || '/forums/' || s.forum_id || '/suggestions/' || s.id, 'path', '/forums/' || s.forum_id || '/suggestions/' || s.id,
    'id', s.id, 'state', s.state, 'title', s.title, 'text', s.body, 'text_mime_type', s.body_mime_type,
    'referrer', s.creator_referrer, 'vote_count', sf.votes_count, 'subscriber_count', sf.supporters_count,
    'comments_count', sf.comments_count, 'supporters_count', sf.supporters_count,
    'merged_into_suggestion_id', s.parent_suggestion_id, 'topic', ${topic},
    'category', (select json_build_object('id', k.id, 'name', k.name) from categories k where k.id = s.category_id),
    'closed_at', ${iso('s.closed_at')}, 'status', ${status('s.status_id')}, 'creator', ${person('s.created_by_id')},
    'response', (
      select json_build_object('text', r.body, 'text_mime_type', r.body_mime_type,
        'created_at', ${iso('r.created_at')}, 'creator', ${person('r.user_id')})
      from status_updates r where r.id = s.last_status_update_id and r.body <> ''),
    'attachments', json_build_array(),
    'created_at', ${iso('s.created_at')}, 'updated_at', ${iso('sf.updated_at')})
  from suggestions s join suggestion_figures sf on sf.id = s.id join forums f on f.id = s.forum_id where s.id = ${id})`

/** By the event: the name of the object, and its SQL; $1 is the id of the record and $2 the address of the service. */
const OBJECTS: Record<string, { root: string; sql: string }> = {
  new_suggestion: { root: 'suggestion', sql: `select ${suggestionObject('$1::bigint')} as data` },
  suggestion_votes_update: {
    root: 'suggestion',
    sql: `select ${suggestionObject('$1::bigint')} as data`,
  },
  new_comment: {
    root: 'comment',
    sql: `select json_build_object('id', c.id, 'state', c.state, 'text', c.body, 'text_mime_type', c.body_mime_type,
        'suggestion', ${suggestionObject('c.suggestion_id')}, 'suggestion_id', c.suggestion_id::text,
        'forum_id', (select forum_id::text from suggestions where id = c.suggestion_id),
        'creator', ${person('c.created_by_id')}, 'created_at', ${iso('c.created_at')}, 'updated_at', ${iso('c.updated_at')}) as data
      from comments c where c.id = $1`,
  },
  suggestion_status_update: {
    root: 'audit_status',
    sql: `select json_build_object('id', a.id, 'suggestion', ${suggestionObject('a.suggestion_id')}, 'user', ${person('a.user_id')},
        'initial_status', ${status('a.old_status_id')}, 'final_status', ${status('a.new_status_id')},
        'created_at', ${iso('a.created_at')}, 'updated_at', ${iso('a.updated_at')}) as data
      from status_updates a where a.id = $1`,
  },
  new_forum: {
    root: 'forum',
    sql: `select json_build_object('url', $2 || '/forums/' || f.id, 'id', f.id, 'name', f.name,
        'welcome', f.welcome_message, 'topics', json_build_array(${topic}), 'updated_by', ${person('f.updated_by_id')},
        'private', not f.is_public, 'anonymous_access', f.suggest_tier is not distinct from 'everyone', 'suggestions_count', f.suggestions_count,
        'created_at', ${iso('f.created_at')}, 'updated_at', ${iso('f.updated_at')}) as data
      from forums f where f.id = $1`,
  },
  new_ticket: {
    root: 'ticket',
    sql: `select json_build_object('id', k.id, 'ticket_number', k.ticket_number, 'subject', k.subject, 'state', k.state,
        'contact', ${person('k.contact_id')}, 'created_by', ${person('k.created_by_id')},
        'created_at', ${iso('k.created_at')}, 'updated_at', ${iso('k.updated_at')}) as data
      from tickets k where k.id = $1 and $2::text is not null`,
  },
}

/** Undefined when the record is gone. */
export async function readServiceHookData(
  pool: Queries,
  baseUrl: string,
  { event, id, format }: { event: string; id: number; format: string },
): Promise<string | undefined> {
  const object = OBJECTS[event]
  if (!object) return undefined
  const { rows } = await pool.query<{ data: { [name: string]: Value } | null }>(object.sql, [
    id,
    baseUrl,
  ])
  const data = rows[0]?.data
  if (!data) return undefined
  const formatted = withFormattedTexts(data)
  const named = event === 'suggestion_status_update' ? withAuditedSuggestion(formatted) : formatted
  return format === 'xml' ? toXml(object.root, named) : JSON.stringify({ [object.root]: named })
}

/** The suggestion of a change of status also says who made it. */
function withAuditedSuggestion(data: Value): Value {
  const { suggestion, ...audit } = data as { [name: string]: Value }
  const { user } = audit
  return {
    ...audit,
    suggestion: {
      ...(suggestion as { [name: string]: Value }),
      status_changed_by: user ?? null,
      audit_statuses: [audit],
    },
  }
}

/** Next to each text its HTML. */
function withFormattedTexts(value: Value): Value {
  if (Array.isArray(value)) return value.map(withFormattedTexts)
  if (typeof value !== 'object' || value === null) return value
  const { text_mime_type: type, ...members } = value
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]): [string, Value][] =>
      name === 'text' && type !== undefined
        ? [
            ['text', member],
            ['formatted_text', toHtml({ text: member, text_mime_type: type } as Text)],
          ]
        : [[name, withFormattedTexts(member)]],
    ),
  )
}

const toHtml = ({ text, text_mime_type }: Text) =>
  text === null ? null : formattedToHtml(text, text_mime_type || 'text/plain')

/** The test event of a service hook. */
export const testServiceHookData = (format: string) =>
  format === 'xml' ? toXml('test', { message: 'test' }) : '{"test":{"message":"test"}}'

/** As Ruby on Rails writes it, which receivers read: types of numbers, truth values and lists, and `nil`. */
const toXml = (root: string, value: Value) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${toElement(root, value)}`

function toElement(name: string, value: Value): string {
  if (value === null) return `<${name} nil="true"/>`
  if (Array.isArray(value)) {
    const items = value.map((item) => toElement(name.replace(/e?s$/, ''), item))
    return `<${name} type="array">${items.join('')}</${name}>`
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([member, inner]) => toElement(member, inner))
    return `<${name}>${members.join('')}</${name}>`
  }
  if (typeof value === 'number') return `<${name} type="integer">${value}</${name}>`
  if (typeof value === 'boolean') return `<${name} type="boolean">${value}</${name}>`
  const type = name.endsWith('_at') ? ' type="datetime"' : ''
  return `<${name}${type}>${escapeXml(value)}</${name}>`
}

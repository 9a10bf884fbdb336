import {
  boolean,
  computed,
  ids,
  inScope,
  integer,
  one,
  orNull,
  resource,
  text,
  time,
} from './resource.ts'

/** Where people are signed in. One that is not used for 14 days ends before `expires_at`. */
export const sessions = resource('sessions', {
  singular: 'session',
  extension: 'Owners get all sessions, other people their own.',
  access: {
    scope: 'settings',
    read: 'owner',
    write: 'owner',
    except: {
      GET: { others: 'owner', own: 'viewer' },
      'GET /:id': { others: 'owner', own: 'viewer' },
      'GET /current': 'viewer',
      'PUT /current': 'viewer',
      'DELETE /:id': { others: 'owner', own: 'viewer' },
    },
  },
  // Of a session only the last use changes.
  events: { kind: 'of a person', hasUpdates: false },
  // Where people signed out is not the business of everybody who reads deletions.
  logsDeletions: false,
  fields: {
    id: integer,
    role: computed(
      orNull(text),
      '(select p.role from permissions p where p.user_id = sessions.user_id)',
    ),
    // In which the person gets mails; null as long as it is not known.
    language: computed(
      orNull(text),
      '(select u.language from users u where u.id = sessions.user_id)',
    ),
    method: text,
    has_second_factor: boolean,
    needs_second_factor: boolean,
    address: inScope('people', orNull(text)),
    user_agent: inScope('people', orNull(text)),
    created_at: time,
    updated_at: time,
    last_used_at: time,
    expires_at: time,
  },
  links: { user: one('users', { nullable: false }) },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { user: ids('user_id = any(?)') },
})

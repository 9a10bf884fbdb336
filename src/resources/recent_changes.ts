import { computed, ids, integer, object, one, orNull, resource, text, time } from './resource.ts'

const bulk = 'from bulk_actions a where a.id = recent_changes.bulk_action_id'
const imported = 'from imports i where i.id = recent_changes.import_id'

/** Why it cannot be undone; null while it can. That somebody changed the record since is found when it is undone. */
const undoProblem = `case
  when undone_at is not null
    or exists (select ${bulk} and a.state in ('undoing', 'undone'))
    or exists (select ${imported} and i.undo_started_at is not null) then 'undone'
  when exists (select ${bulk} and a.state in ('queued', 'running'))
    or exists (select ${imported} and i.state in ('queued', 'running')) then 'running'
  when undo_until <= now()
    or exists (select ${bulk} and (a.undo_until is null or a.undo_until <= now()))
    or exists (select ${imported} and (i.undo_until is null or i.undo_until <= now())) then 'expired'
  when exists (select ${bulk} and a.changed_count = 0) then 'nothing_changed'
  end`

/** What people changed in the last seven days. It can be undone for 24 hours. */
export const recent_changes = resource('recent_changes', {
  singular: 'recent change',
  extension: 'What a person changed, and whether it can be undone. Owners get those of everybody.',
  access: {
    scope: 'feedback',
    read: 'owner',
    write: 'owner',
    except: {
      GET: { others: 'owner', own: 'viewer' },
      'GET /:id': { others: 'owner', own: 'viewer' },
      'PUT /:id/undo': { others: 'owner', own: 'contributor' },
    },
  },
  // Each belongs to a change that is announced itself.
  events: null,
  logsDeletions: false,
  about: 'collection',
  fields: {
    id: integer,
    action: text,
    collection: text,
    record_id: orNull(integer),
    name: text,
    records_count: integer,
    before: orNull(object),
    after: orNull(object),
    undo_problem: computed(orNull(text), undoProblem),
    undo_until: time,
    undone_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: {
    user: one('users', { nullable: false }),
    bulk_action: one('bulk_actions'),
    import: one('imports'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { user: ids('user_id = any(?)') },
})

import { creating, own } from './access.ts'
import {
  boolean,
  computed,
  counted,
  fewAndOthers,
  flag,
  ids,
  inScope,
  integer,
  mostlyZero,
  neverTrue,
  number,
  object,
  one,
  orNull,
  period,
  required,
  resource,
  text,
  time,
} from './resource.ts'
import { ownerTraits } from './traits.ts'

// Each person has counted the suggestions they support.
const refusedAndOthers = fewAndOthers(
  'supporters',
  `select sum(supported_suggestions_count) from user_figures
    where id in (select id from users where allowed_state <> 'allowed')`,
)

export const supporters = resource('supporters', {
  singular: 'supporter',
  access: {
    scope: 'feedback',
    except: {
      POST: creating([
        'user_email',
        'user_name',
        'email',
        'name',
        'user',
        'how',
        'channel',
        'subscribe',
        'is_subscribed',
        'votes_count',
        'links.suggestion',
        'links.user',
      ]),
      'DELETE /:id': own(),
    },
  },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    how: text,
    channel: text,
    is_subscribed: boolean,
    comments_count: mostlyZero(integer),
    requests_count: mostlyZero(integer),
    // The name in the first generation of the API.
    feedback_count: computed(mostlyZero(integer), 'requests_count'),
    importance_score: computed(
      orNull(number),
      `(select r.value from importance_scores i join importance_responses r on r.id = i.response_id
        where i.suggestion_id = supporters.suggestion_id and i.user_id = supporters.user_id)`,
    ),
    traits: inScope('people', computed(orNull(object), ownerTraits('supporters'))),
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    user: required('users'),
    // Null where it says the same as what it falls back on: nearly always (decision 121).
    created_by: one('users', { nullable: false, sql: 'coalesce(created_by_id, user_id)' }),
    updated_by: one('users', {
      nullable: false,
      sql: 'coalesce(updated_by_id, created_by_id, user_id)',
    }),
  },
  sorts: ['id', 'comments_count', 'requests_count', 'feedback_count', 'created_at', 'updated_at'],
  filters: {
    suggestion: ids('suggestion_id = any(?)'),
    user: ids('user_id = any(?)'),
    forum: counted(
      'supporter_counts',
      ids('suggestion_id in (select id from suggestions where forum_id = any(?))'),
      { sql: 'forum_id = any(?)' },
    ),
    legit: inScope(
      'people',
      counted(
        refusedAndOthers,
        flag(
          `user_id not in (select id from users where allowed_state <> 'allowed')`,
          `user_id in (select id from users where allowed_state <> 'allowed')`,
        ),
        { sql: 'not is_few' },
      ),
    ),
    // Every user has an email address, so none is anonymous.
    anonymous: neverTrue('supporters'),
    ...period,
  },
})

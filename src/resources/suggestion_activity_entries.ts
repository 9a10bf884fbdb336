import {
  boolean,
  computed,
  flag,
  ids,
  inScope,
  integer,
  moment,
  neverTrue,
  one,
  orNull,
  period,
  required,
  resource,
  text,
  time,
  words,
} from './resource.ts'

/** Entries of suggestions that match a condition. */
const ofSuggestions = (condition: string, table = 'suggestions') =>
  `suggestion_id in (select s.id from ${table} s where ${condition})`

const whetherSuggestion = (condition: string) =>
  flag(ofSuggestions(condition), ofSuggestions(`not (${condition})`))

/** The state of the entry's comment if it has one, else of its suggestion. */
const isInState = (state: string) => `coalesce(
  (select c.state from comments c where c.id = comment_id),
  (select s.state from suggestions s where s.id = suggestion_id)) = '${state}'`

/** The same, starting from the state's index; as an array, so the planner evaluates it first. */
const inState = (state: string) => `id = any(array(
  select e.id from comments c join suggestion_activity_entries e on e.comment_id = c.id where c.state = '${state}'
  union all
  select e.id from suggestions s join suggestion_activity_entries e on e.suggestion_id = s.id
  where s.state = '${state}' and e.comment_id is null))`

export const suggestion_activity_entries = resource('suggestion_activity_entries', {
  singular: 'activity entry',
  access: { scope: 'feedback' },
  // Written beside a change of the suggestion, which has an event.
  events: null,
  fields: {
    id: integer,
    kind: text,
    old_title: orNull(text),
    new_title: orNull(text),
    old_body: orNull(text),
    new_body: orNull(text),
    old_state: orNull(text),
    new_state: orNull(text),
    linkable_is_spam: computed(boolean, isInState('spam')),
    linkable_needs_review: computed(boolean, isInState('new')),
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    created_by: one('users'),
    comment: one('comments'),
    note: one('notes'),
    status_update: one('status_updates'),
    internal_flag: one('internal_flags'),
    internal_status_update: one('internal_status_updates'),
    feedback_record: one('feedback_records'),
    feedback: one('feedback_records', { sql: 'feedback_record_id' }),
    supporter_message: one('supporter_messages'),
    message: one('supporter_messages', { sql: 'supporter_message_id' }),
    ticket: one('tickets'),
    merged_from_suggestion: one('suggestions'),
    merged_to_suggestion: one('suggestions'),
    old_category: one('categories'),
    new_category: one('categories'),
    old_forum: one('forums'),
    new_forum: one('forums'),
    // Extensions to the wire format: every entry names its subject.
    old_status: one('statuses'),
    new_status: one('statuses'),
    label: one('labels'),
    feature: one('features'),
    linked_suggestion: one('suggestions'),
    user: one('users'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-created_at',
  filters: {
    suggestion: ids('suggestion_id = any(?)'),
    user: ids('created_by_id = any(?)'),
    kind: words('kind = any(?)'),
    forum: ids(ofSuggestions('s.forum_id = any(?)')),
    category: ids(ofSuggestions('s.category_id = any(?)')),
    status: ids(ofSuggestions('s.status_id = any(?)')),
    creator: ids(ofSuggestions('s.created_by_id = any(?)')),
    state: words(ofSuggestions('s.state = any(?)'), {
      among: ['new', 'approved', 'published', 'spam', 'deleted'],
    }),
    label: ids(
      'suggestion_id in (select l.suggestion_id from suggestion_labels l where l.label_id = any(?))',
    ),
    uncategorized_in_forum: ids(ofSuggestions('s.category_id is null and s.forum_id = any(?)')),
    external_account: inScope(
      'people',
      ids(`suggestion_id in (
        select s.suggestion_id from supporters s join external_users e on e.user_id = s.user_id
        where e.external_account_id = any(?))`),
    ),
    spam: flag(inState('spam'), `not coalesce(${isInState('spam')}, false)`),
    needs_review: flag(inState('new'), `not coalesce(${isInState('new')}, false)`),
    // Smart votes do not exist here.
    has_smartvote_score: neverTrue('suggestion_activity_entries'),
    has_response: whetherSuggestion('s.last_status_update_id is not null'),
    category_none: whetherSuggestion('s.category_id is null'),
    status_none: whetherSuggestion('s.status_id is null'),
    engagement_since: moment(ofSuggestions('s.last_engagement_at >= ?', 'suggestion_figures')),
    no_engagement_since: moment(
      ofSuggestions(
        '(s.last_engagement_at < ? or s.last_engagement_at is null)',
        'suggestion_figures',
      ),
    ),
    ...period,
  },
})

import {
  always,
  boolean,
  computed,
  flag,
  ids,
  integer,
  one,
  orNull,
  period,
  resource,
  text,
  time,
  words,
} from './resource.ts'

/** The entries of suggestions that a condition of theirs holds for. */
const ofSuggestions = (condition: string) =>
  `suggestion_id in (select s.id from suggestions s where ${condition})`

const theSuggestion = (condition: string) =>
  `(select ${condition} from suggestions s where s.id = suggestion_id)`

export const suggestion_activity_entries = resource('suggestion_activity_entries', {
  singular: 'activity entry',
  fields: {
    id: integer,
    kind: text,
    old_title: orNull(text),
    new_title: orNull(text),
    old_body: orNull(text),
    new_body: orNull(text),
    old_state: orNull(text),
    new_state: orNull(text),
    linkable_is_spam: computed(boolean, theSuggestion(`s.state = 'spam'`)),
    linkable_needs_review: computed(boolean, theSuggestion(`s.state = 'new'`)),
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: always('suggestions'),
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
    // Beyond what the wire format has, so that every change tells what it was about.
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
    spam: flag(theSuggestion(`s.state = 'spam'`)),
    needs_review: flag(theSuggestion(`s.state = 'new'`)),
    has_response: flag(theSuggestion('s.last_status_update_id is not null')),
    category_none: flag(theSuggestion('s.category_id is null')),
    status_none: flag(theSuggestion('s.status_id is null')),
    ...period,
  },
})

import { ids, integer, one, orNull, resource, text, time, words } from './resource.ts'

export const issue_links = resource('issue_links', {
  singular: 'issue link',
  extension:
    'The issues that `link_jira_issue` and `link_vsts` link, and the suggestion of an issue.',
  access: { scope: 'feedback' },
  // A change is an update of the suggestion, which has an event.
  events: null,
  fields: {
    id: integer,
    tracker: text,
    issue_key: text,
    url: orNull(text),
    created_at: time,
    updated_at: time,
  },
  links: { suggestion: one('suggestions'), feature: one('features'), created_by: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    issue_key: words('issue_key = any(?)'),
    suggestion: ids('suggestion_id = any(?)'),
    feature: ids('feature_id = any(?)'),
  },
})

// What a person knows of an operation and its declaration does not say.

/** Why an operation of the wire format is not served. */
export const reasons: Record<string, string> = {}

const setUp = 'So that a server can be set up by its API alone.'
const byId = 'Every collection can be read by id.'
const ourShape = 'Nobody has published the shape of the record; it is our own.'
const alias = 'Every name of a collection has all its operations.'
const onlyKept = 'It is kept as a record; no mail is sent.'

/** What we chose where the wire format leaves it open, and why we serve what it does not have. */
export const choices: Record<string, string> = {
  'GET /suggestions':
    '`has_smartvote_score` holds for none. `sort=list_priority` is the order of `PUT /suggestions/list_priority`.',
  'POST /suggestions':
    'The author is `user_email` (and `user_name`) or `links.created_by`, else the owner. `links.labels` and `cf_…` are taken.',
  'PUT /suggestions/{id}':
    'A category of the forum that is left does not come along. `links.labels` are all that it has from then on; null in a custom field clears.',
  'PUT /suggestions/{id}/restore': 'Back to the state before, else `approved`.',
  'DELETE /suggestions/{id}': 'The same as `/delete`.',
  'PUT /suggestions/{id}/unremove': 'The same as `/restore`.',
  'PUT /suggestions/{id}/convert_to_ticket':
    'The suggestion is deleted, and can be restored; a second call finds the same ticket.',
  'POST /suggestions/import':
    'Without `state` it is published. Categories and labels are made by name; forums and statuses have to be there.',
  'POST /suggestions/merge':
    'Sources are `links.from_suggestion` (one or several), `include_ids` or `suggestion_ids`; the target is `links.to_suggestion`, `action.links.to_suggestion` or `to_suggestion_id`. Supporters, comments and feedback move; nobody counts twice. What is merged into the target already is done: 200.',
  'POST /suggestions/{id}/unmerge':
    'What came from it goes back; what was added to the other since stays there. 409 where nothing was merged.',
  'POST /suggestions/bulk/merge': 'The same as `/merge`.',
  'POST /suggestions/link':
    '`links.suggestion` and `links.linked_suggestion`, or two `suggestion_ids`; each tells of the other in `links.linked_suggestions`.',
  'POST /suggestions/unlink': 'As `/link`.',
  'POST /suggestions/link_to_feature': '`links.suggestion`, `links.feature`.',
  'POST /suggestions/unlink_from_feature': '`links.suggestion`, `links.feature`.',
  'GET /suggestions/{id}/feature_ids': 'Answers `{ "feature_ids": [] }`.',
  'PUT /suggestions/{id}/assign_owner':
    '`links.owner` or `links.user`, null for nobody; shown as `links.owner`.',
  'PUT /suggestions/list_priority': '`ids`, in their order; shown as `list_priority`.',
  'POST /suggestions/{id}/subscribe': 'For the user that the token acts as.',
  'POST /suggestions/{id}/unsubscribe': 'For the user that the token acts as.',
  'POST /suggestions/{id}/link_jira_issue':
    '`issue_key` or `key`, and `url`. Kept as a link; nothing is contacted.',
  'POST /suggestions/{id}/link_vsts': 'As `link_jira_issue`.',
  'DELETE /suggestions/unlink_jira_issue/{id}':
    'The id is that of the suggestion; `issue_key` for one of several.',
  'GET /api/v2/suggestions': 'The list of the admin API, for the client that still asks here.',
  'DELETE /categories/{id}': 'Its suggestions stay, without a category.',
  'POST /labels/attach': 'Attaching twice changes nothing.',
  'POST /comments': 'The author is `user_email` or `links.created_by`, else the owner.',
  'DELETE /comments/{id}': 'The same as `/delete`.',
  'PUT /comments/{id}/unremove': 'The same as `/restore`.',
  'POST /notes': 'A reply names its note in `links.parent`.',
  'DELETE /notes/{id}': 'Its replies go with it.',
  'POST /attachments':
    'The type is told from the bytes. An upload that nothing links for 7 days is removed; the token stays valid, and linking it elsewhere moves the file.',
  'DELETE /attachments/{id}': 'The file goes too.',
  'POST /status_updates':
    '`links.new_status` and `notify_subscribers` are understood too. The newest update decides on the status. No mail is sent.',
  'DELETE /status_updates/{id}': 'The suggestion keeps its status.',
  'POST /internal_status_updates':
    '`links.suggestion`, `links.internal_status` (or `links.new_internal_status` or `internal_status_id`; null for none), `teams_notified`.',
  'POST /internal_flags': '`reason`, `links.suggestion`, `links.user`.',
  'POST /supporter_messages': onlyKept,
  'POST /messages': onlyKept,
  'POST /feedback_records':
    'The customer is `links.user` or `user_email` (also `email` or `user.email`), and has to be named; they support the suggestion from then on.',
  'PUT /feedback_records/{id}':
    '`links.suggestion` and `links.user` may be null. Only another suggestion or customer brings support.',
  'PUT /feedback_records/{id}/delete': 'The support that it brought stays.',
  'DELETE /feedback/{id}': 'The same as `/delete`.',
  'GET /feedback_atoms': ourShape,
  'GET /feedback_atoms/{id}': ourShape,
  'GET /feedback_connector_configurations': ourShape,
  'POST /feedback_connector_configurations':
    '`name`, `connector_type`, `is_enabled`, `settings` (an object of any JSON).',
  'GET /feedback_connector_configurations/{id}': ourShape,
  'POST /feedback_connector_configurations/{id}/test':
    'Notes that it was asked; nothing is contacted.',
  'GET /users':
    '`association` is `supported`, `contributed` or `engaged`; `expression` is a segment expression as JSON.',
  'PUT /users/{id}/export': 'All that is held about the person is in the answer.',
  'DELETE /users/{id}':
    'What they wrote stays, without an author. The owner cannot be erased: 409.',
  'POST /external_users/import':
    'All or none. Of two rows with one id the last wins. What is absent stays, null or an empty text clears (in a form a blank value says nothing). New custom fields are made, of the type of their first value. `account` without an id is the private account of its external user, and goes when they leave it. 10 MiB at most.',
  'POST /external_accounts/import': 'As `/external_users/import`; each needs its id.',
  'POST /external_users/batch': 'The same as `/import`.',
  'POST /external_accounts/batch': 'The same as `/import`.',
  ...Object.fromEntries(
    ['POST', 'DELETE'].flatMap((method) =>
      ['bulk_delete', 'bulk_delete_by_external_id'].flatMap((path) => [
        [`${method} /external_users/${path}`, 'A private account goes too; the users stay.'],
        [`${method} /external_accounts/${path}`, 'Their external users stay, without an account.'],
      ]),
    ),
  ),
  'PUT /custom_fields/{id}':
    'Values follow to a new key. That moves `updated_at` of the field alone, not of all records that have a value.',
  'DELETE /features/{id}': 'It leaves all its suggestions.',
  'POST /features/{id}/link_jira_issue': 'As with suggestions.',
  'DELETE /features/unlink_jira_issue/{id}':
    'The id is that of the feature; `issue_key` for one of several.',
  'GET /audit_features': ourShape,
  'GET /audit_features/{id}': ourShape,
  'POST /bulk_identify':
    'Answers 202, with the job in `Location`. Accounts that exist are updated at once, whoever names them. Who is unknown is kept apart until they suggest, support, comment or give feedback. A call is known for 7 days.',
  'POST /segments': '`filters` is a segment expression.',
  'POST /filtered_columns': 'The value is shown as `cv_<key>` by features or suggestions.',
  'POST /importance_scores':
    '`links.suggestion`, `links.response`, and the person as in `POST /feedback_records`; a second answer of a person replaces the first.',
  'POST /nps_ratings': '`date` is when it was given.',
  'DELETE /nps_ratings/{id}': 'The rating before it counts again.',
  'POST /permissions':
    'One for each person. The invitation code is in the answer; no mail is sent.',
  'PUT /permissions/{id}/resend': 'A new invitation code; no mail is sent.',
  'DELETE /permissions/{id}': 'The owner keeps theirs: 409.',
  'POST /teams/assign': '`links.team`, `links.user`.',
  'POST /teams/unassign': '`links.team`, `links.user`.',
  'POST /forum_invitations':
    'One for each address and forum. The codes are in the answer; no mail is sent.',
  'PUT /subdomains/{id}': '`name`, `key`, `cname`, `links.default_forum`.',
  'GET /translatable_strings/{locale}': 'Only what was translated.',
  'PUT /translatable_strings/{locale}':
    'The same two objects; in JSON, null or an empty text removes a translation.',
  'DELETE /translatable_strings/{locale}': 'Answers what was removed.',
  'GET /theme_sets': ourShape,
  'POST /theme_sets': '`name`, and `themes` by their names.',
  'GET /theme_sets/{id}': ourShape,
  'GET /themes/{id}': ourShape,
  'GET /impact_reports': ourShape,
  'POST /impact_reports': '`name`, `body`, `links.suggestion`.',
  'GET /impact_reports/{id}': ourShape,
  'GET /suggestion_activity_entries':
    'The kinds are our own, one for each change. An entry is about its comment, where it has one, else about its suggestion.',
  'GET /suggested_merges': 'They are read and rejected; nothing proposes them yet.',
  'GET /views': '`user` may be left out; views shared with everybody are in every answer.',
  'PUT /views/{id}/share': 'It belongs to nobody in particular from then on.',

  'POST /forums': setUp,
  'PUT /forums/{id}': setUp,
  ...Object.fromEntries(
    ['statuses', 'internal_statuses', 'feature_statuses', 'product_areas'].flatMap((collection) => [
      [`POST /${collection}`, setUp],
      [`PUT /${collection}/{id}`, setUp],
      [`DELETE /${collection}/{id}`, setUp],
    ]),
  ),
  'POST /supporters':
    'One live client calls it. The person is named as in `POST /feedback_records`. A second support of the same person answers 200 with the first.',
  'DELETE /supporters/{id}': 'A vote can be withdrawn.',
  'PUT /segments/{id}': 'What can be made can be changed.',
  'DELETE /segments/{id}': 'What can be made can be deleted; its values go with it.',
  'POST /segmented_values': 'The newer name of `POST /filtered_columns`.',
  'PUT /segmented_values/{id}': 'What can be made can be changed.',
  'DELETE /segmented_values/{id}': 'What can be made can be deleted.',
  'PUT /filtered_columns/{id}': alias,
  'DELETE /filtered_columns/{id}': alias,
  'DELETE /feedback_records/{id}': alias,
  'DELETE /requests/{id}': alias,
  ...Object.fromEntries(
    ['requests', 'feedback'].flatMap((name) => [
      [`PUT /${name}/{id}/delete`, alias],
      [`PUT /${name}/{id}/undelete`, alias],
    ]),
  ),
  'GET /bulk_identify/{job}': 'Whether a call was applied, and why not.',
  'POST /imports':
    'The file as `csv` in JSON or a form, 20 MiB at most; checked at once and imported within a minute or so.',
  'GET /deletions': 'What is gone, so that a copy elsewhere need not be read anew.',
  'GET /deletions/{id}': byId,
  'GET /imports': 'How far each file is; the record is one of an SDK of 2017.',
  'GET /imports/{id}': byId,
  'GET /service_hook_logs/{id}': byId,
  'GET /suggestion_activity_entries/{id}': byId,
  'GET /subdomains': 'Every collection has a list; this one has one record.',
  'GET /subdomains/{id}': byId,
  'GET /themes': 'Every collection has a list.',
  'GET /tickets': 'What `convert_to_ticket` makes can be read.',
  'GET /tickets/{id}': byId,
}

// Notes on operations that their declarations do not contain.
import { allResources } from '../../src/resources/index.ts'

/** Why an operation of the wire format is not served. */
export const reasons: Record<string, string> = {}

const setUp = 'Lets you set up a server through the API alone.'
const byId = 'Every collection can be read by id.'
const ourFormat = 'The record has no published format. This one is ours.'
const alias = 'Every name of a collection has all of its operations.'
const similar = 'Finds duplicates before they are merged.'
const demo = 'A new account can be tried with sample records, which are removed again.'
const report = 'Counts in the database what a client would have to read completely.'
const mailed = 'Mailed to subscribed supporters and followers; `mailings` has the progress.'

/** Our choice where the wire format leaves one open, and why we serve operations that it does not have. */
export const choices: Record<string, string> = {
  'GET /suggestions':
    '`has_smartvote_score` matches no suggestion. `sort=list_priority` is the order that `PUT /suggestions/list_priority` sets.',
  'POST /suggestions':
    'The author is `user_email` (and `user_name`) or `links.created_by`, otherwise the owner. Accepts `links.labels` and `cf_…`.',
  'PUT /suggestions/{id}':
    'A move to another forum clears the category. `links.labels` replaces all labels. `null` clears a custom field.',
  'PUT /suggestions/{id}/restore': 'Restores the previous state, or `approved` if there is none.',
  'DELETE /suggestions/{id}': 'The same as `/delete`.',
  'PUT /suggestions/{id}/unremove': 'The same as `/restore`.',
  'PUT /suggestions/{id}/convert_to_ticket':
    'Soft-deletes the suggestion. A second call returns the same ticket.',
  'POST /suggestions/import':
    'The default `state` is `published`. Creates missing categories and labels by name. Forums and statuses must exist.',
  'POST /suggestions/merge':
    'Sources are `links.from_suggestion` (one or several), `include_ids` or `suggestion_ids`; the target is `links.to_suggestion`, `action.links.to_suggestion` or `to_suggestion_id`. Supporters, comments and feedback move to the target, and each person counts once. Sources that are already merged into the target are accepted with 200.',
  'POST /suggestions/{id}/unmerge':
    'Moves its supporters, comments and feedback back. Everything added to the target since then stays there. 409 if the suggestion is not merged.',
  'POST /suggestions/bulk/merge': 'The same as `/merge`.',
  'POST /suggestions/link':
    '`links.suggestion` and `links.linked_suggestion`, or two `suggestion_ids`. Each suggestion lists the other in `links.linked_suggestions`.',
  'POST /suggestions/unlink': 'Same body as `/link`.',
  'POST /suggestions/link_to_feature': '`links.suggestion`, `links.feature`.',
  'POST /suggestions/unlink_from_feature': '`links.suggestion`, `links.feature`.',
  'GET /suggestions/similar': similar,
  'GET /suggestions/{id}/similar': similar,
  'GET /demo_data': demo,
  'POST /demo_data': demo,
  'DELETE /demo_data': demo,
  'GET /reports/incoming': report,
  'GET /reports/response_times': report,
  'GET /reports/open_revenue': report,
  'GET /reports/top_accounts': report,
  'GET /reports/nps': report,
  'GET /reports/labels': report,
  'GET /reports/contributors': report,
  'GET /suggestions/{id}/feature_ids': 'Returns `{ "feature_ids": [] }`.',
  'PUT /suggestions/{id}/assign_owner':
    '`links.owner` or `links.user`; `null` removes the owner. Returned as `links.owner`.',
  'PUT /suggestions/list_priority': '`ids` in the new order. Returned as `list_priority`.',
  'POST /suggestions/{id}/subscribe': 'Applies to the user of the token.',
  'POST /suggestions/{id}/unsubscribe': 'Applies to the user of the token.',
  'POST /suggestions/{id}/link_jira_issue':
    '`issue_key` or `key`, and `url`. Stored as a link; no request goes to Jira.',
  'POST /suggestions/{id}/link_vsts': 'Same body as `link_jira_issue`.',
  'DELETE /suggestions/unlink_jira_issue/{id}':
    '`id` is the id of the suggestion. `issue_key` selects one of several links.',
  'GET /api/v2/suggestions': 'Returns the list of the admin API. A live client calls this path.',
  'GET /api/v2/comments': 'Returns the list of the admin API. A live client calls this path.',
  'PUT /categories/positions': '`ids` in their new order.',
  'DELETE /categories/{id}': 'Its suggestions stay, without a category.',
  'POST /labels/attach': 'Attaching twice changes nothing.',
  'POST /comments':
    'The author is `user_email` or `links.created_by`, otherwise the owner. `links.reply_to` is the comment that it answers; a reply to a reply belongs to the comment above it.',
  'DELETE /comments/{id}': 'The same as `/delete`.',
  'PUT /comments/{id}/unremove': 'The same as `/restore`.',
  'POST /notes': '`links.parent` makes it a reply to another note.',
  'DELETE /notes/{id}': 'Also deletes its replies.',
  'POST /attachments':
    'The type is detected from the content. An upload that stays unlinked for 7 days is deleted. Its token stays valid; linking it to another record moves the file.',
  'DELETE /attachments/{id}': 'Also deletes the file.',
  'POST /status_updates':
    'Also accepts `links.new_status` and `notify_subscribers`. The newest update sets the status. With `notify_supporters` it is mailed; `mailings` has the progress.',
  'DELETE /status_updates/{id}': 'The suggestion keeps its status.',
  'POST /internal_status_updates':
    '`links.suggestion`, `links.internal_status` (or `links.new_internal_status` or `internal_status_id`; `null` for none), `teams_notified`.',
  'POST /internal_flags': '`reason`, `links.suggestion`, `links.user`.',
  'POST /supporter_messages': mailed,
  'POST /messages': mailed,
  'POST /feedback_records':
    'The customer is `links.user` or `user_email` (also `email` or `user.email`) and is required. The customer becomes a supporter of the suggestion.',
  'PUT /feedback_records/{id}':
    '`links.suggestion` and `links.user` can be `null`. Only a new suggestion or customer creates support.',
  'PUT /feedback_records/{id}/delete': 'The support that it created stays.',
  'DELETE /feedback/{id}': 'The same as `/delete`.',
  'GET /feedback_atoms': ourFormat,
  'GET /feedback_atoms/{id}': ourFormat,
  'GET /feedback_connector_configurations': ourFormat,
  'POST /feedback_connector_configurations':
    '`name`, `connector_type`, `is_enabled`, `settings` (any JSON object).',
  'GET /feedback_connector_configurations/{id}': ourFormat,
  'POST /feedback_connector_configurations/{id}/test':
    'Records the time of the test. No request goes to the other system.',
  'GET /users':
    '`association` is `supported`, `contributed` or `engaged`; `expression` is a segment expression as JSON.',
  'PUT /users/{id}/export': 'Returns all personal data of the user.',
  'DELETE /users/{id}':
    'The content of the user stays, without an author. The owner cannot be erased: 409.',
  'POST /external_users/import':
    'Imports all rows or none. If two rows have the same id, the last one wins. Absent members stay unchanged; `null` or empty text clears (in a form, a blank value is ignored). Creates missing custom fields with the type of their first value. An `account` without an id is private to its external user and is deleted when the user leaves it. Limit: 10 MiB.',
  'POST /external_accounts/import': 'Same as `/external_users/import`; every account needs an id.',
  'POST /external_users/batch': 'The same as `/import`.',
  'POST /external_accounts/batch': 'The same as `/import`.',
  ...Object.fromEntries(
    ['POST', 'DELETE'].flatMap((method) =>
      ['bulk_delete', 'bulk_delete_by_external_id'].flatMap((path) => [
        [`${method} /external_users/${path}`, 'Also deletes private accounts. The users stay.'],
        [`${method} /external_accounts/${path}`, 'Their external users stay, without an account.'],
      ]),
    ),
  ),
  'PUT /custom_fields/{id}':
    'A new key keeps the values. It changes `updated_at` of the field, but not of the records with a value.',
  'DELETE /features/{id}': 'Unlinks it from all suggestions.',
  'POST /features/{id}/link_jira_issue': 'Same body as for suggestions.',
  'DELETE /features/unlink_jira_issue/{id}':
    '`id` is the id of the feature. `issue_key` selects one of several links.',
  'GET /audit_features': ourFormat,
  'GET /audit_features/{id}': ourFormat,
  'POST /bulk_identify':
    'Returns 202 with the job in `Location`. Existing accounts are updated at once. Unknown people are stored apart until they suggest, support, comment or give feedback. Jobs can be read for 7 days.',
  'POST /segments': '`filters` is a segment expression.',
  'POST /filtered_columns': 'Features or suggestions return the value as `cv_<key>`.',
  'POST /importance_scores':
    '`links.suggestion`, `links.response`, and the person as in `POST /feedback_records`. A second score of a person replaces the first.',
  'POST /nps_ratings': '`date` is the time of the rating.',
  'DELETE /nps_ratings/{id}': 'The previous rating becomes the current one.',
  'POST /permissions':
    'One for each person. The response contains the invitation code. No e-mail is sent.',
  'PUT /permissions/{id}/resend': 'Creates a new invitation code. No e-mail is sent.',
  'DELETE /permissions/{id}': 'The permission of the owner cannot be deleted: 409.',
  'POST /teams/assign': '`links.team`, `links.user`.',
  'POST /teams/unassign': '`links.team`, `links.user`.',
  'POST /forum_invitations':
    'One for each e-mail address and forum. The response contains the codes. Each new address gets a mail where mail is configured.',
  'PUT /subdomains/{id}': '`name`, `key`, `cname`, `links.default_forum`.',
  'GET /translatable_strings/{locale}': 'Returns only translated strings.',
  'PUT /translatable_strings/{locale}':
    'Takes the same two objects. In JSON, `null` or empty text removes a translation.',
  'DELETE /translatable_strings/{locale}': 'Returns the removed translations.',
  'GET /theme_sets': ourFormat,
  'POST /theme_sets': '`name`, and the names of its `themes`.',
  'GET /theme_sets/{id}': ourFormat,
  'GET /themes/{id}': ourFormat,
  'GET /impact_reports': ourFormat,
  'POST /impact_reports': '`name`, `body`, `links.suggestion`.',
  'GET /impact_reports/{id}': ourFormat,
  'GET /suggestion_activity_entries':
    'The kinds are ours, one for each type of change. An entry refers to its comment if it has one, otherwise to its suggestion.',
  'GET /suggested_merges': 'Can be read and rejected. Nothing proposes merges yet.',
  'GET /views': '`user` is optional. Every response includes the views shared with everybody.',
  'PUT /views/{id}/share': 'Shares the view with everybody and removes its owner.',

  ...Object.fromEntries(
    allResources.flatMap(({ name, extension }) =>
      extension === null
        ? []
        : [
            [`GET /${name}`, extension],
            [`GET /${name}/{id}`, byId],
          ],
    ),
  ),
  'POST /forums': setUp,
  'PUT /forums/{id}': setUp,
  'DELETE /forums/{id}': 'Only an empty one, and not the default.',
  'PUT /statuses/positions': '`ids` in their new order.',
  'PUT /feature_statuses/positions': '`ids` in their new order.',
  'PUT /users/{id}/mail_again': 'Ends the suppression of an address whose mails bounced.',
  'PUT /users/{id}': 'Name, e-mail address and job title.',
  'POST /users/merge': 'Two users who are the same person.',
  'POST /labels/merge': 'Two labels with the same meaning.',
  'POST /forums/merge': 'Deletes a forum and keeps what is in it.',
  ...Object.fromEntries(
    ['statuses', 'internal_statuses', 'feature_statuses', 'product_areas'].flatMap((collection) => [
      [`POST /${collection}`, setUp],
      [`PUT /${collection}/{id}`, setUp],
      [`DELETE /${collection}/{id}`, setUp],
    ]),
  ),
  'POST /supporters':
    'A live client calls it. The person is given as in `POST /feedback_records`. A second support of the same person returns 200 with the first.',
  'DELETE /supporters/{id}': 'Withdraws a vote.',
  'PUT /segments/{id}': 'Every record that can be created can be changed.',
  'DELETE /segments/{id}':
    'Every record that can be created can be deleted. Also deletes its values.',
  'POST /segmented_values': 'The newer name of `POST /filtered_columns`.',
  'PUT /segmented_values/{id}': 'Every record that can be created can be changed.',
  'DELETE /segmented_values/{id}': 'Every record that can be created can be deleted.',
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
  'GET /bulk_identify/{job}': 'Returns whether the call was applied, or why not.',
  'POST /imports':
    'The file is `csv` in JSON or a form, at most 20 MiB. It is checked at once and imported in the background.',
  'POST /imports/preview':
    'The columns of a file and their fields, its first rows and its problems. Writes nothing.',
  'GET /imports/{id}/problems':
    'The rows that were left out, with their problems, as JSON or as a file to correct.',
  'PUT /imports/{id}/undo': 'Undoes the whole import, for 24 hours.',
  'POST /api_clients': 'The key and the secret are in this response only.',
  'PUT /api_clients/{id}': 'Limits tokens that exist too.',
  'PUT /api_clients/{id}/rotate': 'The new secret is in this response only.',
  'DELETE /api_clients/{id}': 'Revokes the client and its tokens. It stays in the list.',
  'POST /webhooks': 'The secret is in this response only.',
  'PUT /webhooks/{id}': 'A disabled webhook sends nothing from then on.',
  'DELETE /webhooks/{id}': 'With its deliveries.',
  'POST /webhooks/{id}/rotate_secret': 'During the overlap both secrets sign.',
  'POST /webhooks/{id}/test': 'An event that says nothing, delivered like any other.',
  'POST /webhooks/{id}/replay': 'Sends what was sent in a time range again.',
  'POST /webhook_deliveries/{id}/replay': 'Sends one delivery again, with the id that it had.',
  'POST /sso_keys': 'The key is in this response only.',
  'DELETE /sso_keys/{id}': 'Revokes the key and ends its sessions. It stays in the list.',
  'POST /sso_keys/check': 'What a single sign-on token says, or why it is refused.',
  'POST /oidc_providers': 'The client secret is encrypted and never returned.',
  'PUT /oidc_providers/{id}': 'Applies in every process at once.',
  'DELETE /oidc_providers/{id}': 'Ends the sessions that it began.',
  'POST /oidc_providers/check': 'What is wrong with a provider that is not stored yet.',
  'POST /oidc_providers/{id}/check': 'What is wrong with a stored provider.',
  'GET /api_clients/limits': 'What each client may do in a minute, and what is left of it.',
  'GET /staff': 'The people who can sign in, with their role and their ways in. For owners.',
  'PUT /staff/{id}': 'Changes a role in one call, or takes the way in away for a while.',
  'GET /roles': 'What each role may do, from the table that the service obeys.',
  'GET /jobs': 'Background jobs that wait, run or failed, without their payloads.',
  'PUT /jobs/{id}/retry': 'What `earshot jobs retry` does.',
  'PUT /jobs/retry': 'What `earshot jobs retry --failed` does.',
  'DELETE /jobs/{id}': 'A mail, or a periodic job, that failed for good.',
  'GET /notification_settings': 'Digest, mentions and failures by mail, of the caller.',
  'PUT /notification_settings': 'How often, in which time zone, and about which forums.',
  'GET /installation': 'Versions, sizes, queues, the last backup, limits and their use.',
  'POST /staff/{id}/sign_in_link':
    'A link with which a person sets a new password. Only this response has it.',
  'GET /staff/{id}/tokens': 'The applications and tokens that act as a person. For owners.',
  'DELETE /staff/{id}/tokens': 'Revokes one of them. For owners.',
  'DELETE /staff/{id}/second_factor':
    'Removes the authenticator app, its codes and the passkeys of a person who lost them.',
  'PUT /roles/{name}': 'Whether the people of the role need a second factor.',
  'GET /settings':
    'The settings of the installation with what decides each. Secrets are never returned.',
  'PUT /settings': 'Changes settings, in all processes at once.',
  'PUT /settings/portal_preview': 'Tries out the appearance of the portal before it is saved.',
  'GET /settings/display': 'Name, currency and whether there is mail, for everybody of the team.',
  'POST /settings/mail/test':
    'Sends a mail to the caller with the given settings, or a sample of what end users get.',
  'GET /settings/mail/dkim_keys': 'The keys that sign mails, with their DNS records.',
  'POST /settings/mail/dkim_keys': 'Creates a key. It signs mails when it is activated.',
  'PUT /settings/mail/dkim_keys/{dkim_key}/activate':
    'Signs mails with the key, if its record is published.',
  'DELETE /settings/mail/dkim_keys/{dkim_key}': 'Removes a key.',
  'POST /settings/mail/check': 'SPF, DKIM and DMARC of the domain that mails are from.',
  'GET /sessions/current': 'The session of the request.',
  'PUT /sessions/current': 'Sets the language in which the caller gets mails.',
  'DELETE /sessions/{id}': 'Ends a session: owners any, other people their own.',
  'POST /invitations':
    'The link is in this response only. It is mailed too where mail is configured.',
  'PUT /invitations/{id}/resend': 'Makes a new link, for seven days more. Earlier links end.',
  'DELETE /invitations/{id}': 'Revokes the invitation.',
  'GET /events':
    'Server-sent events: what changed, as it happens. Continues from the last event that was received.',
  'PUT /presence':
    'Says which record a person has open; those who have it open too see each other.',
  'GET /suggestions/{id}/neighbors':
    'The suggestions before and after it in a list, and its position.',
  'GET /users/{id}/neighbors': 'The same for users.',
  'GET /external_accounts/{id}/neighbors': 'The same for accounts.',
  'GET /features/{id}/neighbors': 'The same for features.',
  'GET /feedback_records/{id}/neighbors': 'The same for feedback.',
  'PUT /content_reports/{id}/dismiss':
    'Moderators find nothing wrong. What reports hid is shown again.',
  'PUT /content_reports/{id}/uphold': 'Moderators remove what readers reported.',
  'PUT /guest_contributions/{id}/approve':
    'Moderators publish what a guest wrote before the address is confirmed.',
  'PUT /guest_contributions/{id}/delete': 'It is not published, and expires.',
  'PUT /guest_contributions/{id}/restore': 'It waits again.',
  'PUT /guest_contributions/{id}/spam': 'It is not published, and expires.',
  'PUT /recent_changes/{id}/undo':
    'Restores what a person changed, for 24 hours, unless somebody changed it since.',
  'GET /suggestions/counts':
    'Numbers by forum, category, status and state, from counters, for the filters beside a list.',
  'GET /segments/conditions': 'The columns and operators of expressions, for a rule builder.',
  'GET /segments/counts': 'The number of members of each segment of a page.',
  'GET /segments/values': 'The texts of a column, to choose from while a condition is written.',
  'GET /suggestions/groups': 'The groups of a list with their counts.',
  'PUT /external_accounts/{id}':
    'One account with `If-Match`, and the only way to change its external id.',
  'PUT /features/{id}/move': 'Sets status and position together, so that a board keeps its order.',
  'GET /suggestions/{id}/merge_preview': 'The counts after a merge, before it is done.',
  'GET /suggestions/{id}/notification_preview':
    'How many people a status update with `notify_supporters` concerns, and ten of them.',
  'POST /suggestions/{id}/mail_preview': 'The mail of a status update, before it is saved.',
  'POST /announcements': 'What the team announces, with linked suggestions.',
  'PUT /announcements/{id}': 'What the team announces, with linked suggestions.',
  'PUT /announcements/{id}/publish': 'Publishes an announcement.',
  'PUT /announcements/{id}/schedule': 'Publishes an announcement at a time.',
  'PUT /announcements/{id}/unpublish': 'Makes an announcement a draft again.',
  'DELETE /announcements/{id}': 'What the team announces, with linked suggestions.',
  'GET /announcements/{id}/notification_preview':
    'How many people an announcement with `notify_supporters` concerns, and ten of them.',
  'POST /saved_replies': 'A text that the team uses again.',
  'PUT /saved_replies/{id}': 'A text that the team uses again.',
  'DELETE /saved_replies/{id}': 'A text that the team uses again.',
  'POST /bulk_actions':
    'Changes up to 10,000 suggestions by id, or up to 100,000 that filters select, in the background.',
  'PUT /bulk_actions/{id}/cancel': 'Stops after the current batch.',
  'PUT /bulk_actions/{id}/undo': 'Restores what the action changed, for 24 hours.',
  'POST /mailings/{id}/stop': 'Mails that wait are not sent.',
  'POST /moves': 'Counts what an account elsewhere has.',
  'POST /moves/{id}/read': 'Copies it, so that its names can be mapped.',
  'GET /moves/{id}/values': 'What the names of the account become here.',
  'PUT /moves/{id}': 'Maps them to others.',
  'POST /moves/{id}/try': 'Loads a sample and takes it back.',
  'POST /moves/files': 'What an account has that comes from uploaded files.',
  'GET /moves/{id}/trial': 'What the sample would look like, also as a page.',
  'DELETE /moves/{id}/trial': 'Discards it.',
  'POST /moves/{id}/run': 'Brings it, in the background.',
  'POST /moves/{id}/stop': 'What was brought stays.',
  'POST /moves/{id}/undo': 'Removes what the move brought.',
  'DELETE /moves/{id}': 'Only one that brought nothing, or is undone.',
  'DELETE /moves/{id}/folder': 'Deletes the copy of the account.',
  'GET /moves/{id}/report': 'The comparison with the source, also as a page.',
  'GET /service_hook_logs/{id}': byId,
  'GET /suggestion_activity_entries/{id}': byId,
  'GET /themes': 'Every collection has a list.',
}

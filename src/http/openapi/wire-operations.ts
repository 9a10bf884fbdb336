// Every operation of the wire format in all its generations, whether this service serves it or not.

export type Generation = 'G1' | 'G2' | 'G3' | 'unpublished'

export type WireOperation = {
  method: string
  /** Relative to /api/v2/admin, unless it starts with /api. */
  path: string
  generations: Generation[]
}

/** Each line has generations, methods and paths. It stands for every method with every path. */
const lines: Record<string, string> = {
  Suggestions: `
    G1+G3 GET,POST /suggestions
    G1+G3 GET,PUT /suggestions/{id}
    G1+G3 PUT /suggestions/{id}/approve /suggestions/{id}/publish /suggestions/{id}/spam
    G3 PUT /suggestions/{id}/delete /suggestions/{id}/restore
    G1 DELETE /suggestions/{id}
    G1 PUT /suggestions/{id}/unremove /suggestions/{id}/convert_to_ticket
    G1+G3 POST /suggestions/import
    G3 POST /suggestions/merge /suggestions/{id}/unmerge
    unpublished POST /suggestions/bulk/merge
    G3 POST /suggestions/link /suggestions/unlink
    G3 POST /suggestions/link_to_feature /suggestions/unlink_from_feature
    G3 GET /suggestions/{id}/feature_ids
    G3 PUT /suggestions/{id}/assign_owner /suggestions/list_priority
    G3 POST /suggestions/{id}/subscribe /suggestions/{id}/unsubscribe
    G3 POST /suggestions/{id}/link_jira_issue /suggestions/{id}/link_vsts
    G3 DELETE /suggestions/unlink_jira_issue/{id}
    unpublished GET /api/v2/suggestions`,
  'Forums, categories, statuses': `
    G1+G3 GET /forums /forums/{id} /categories /categories/{id} /statuses /statuses/{id}
    G1 POST /categories
    G1 PUT,DELETE /categories/{id}`,
  Labels: `
    G1+G3 GET,POST /labels
    G1+G3 GET,PUT,DELETE /labels/{id}
    G1+G3 POST /labels/attach /labels/detach`,
  'Comments and notes': `
    G1+G3 GET,POST /comments
    G1+G3 GET /comments/{id}
    G3 PUT /comments/{id}
    G1+G3 PUT /comments/{id}/approve /comments/{id}/spam
    G3 PUT /comments/{id}/delete /comments/{id}/restore
    G1 DELETE /comments/{id}
    G1 PUT /comments/{id}/unremove
    G1+G3 GET,POST /notes
    G1+G3 GET,PUT /notes/{id}
    G3 DELETE /notes/{id}`,
  Attachments: `
    G1+G3 GET,POST /attachments
    G1+G3 GET,DELETE /attachments/{id}`,
  'Status updates, internal status updates, flags': `
    G1+G3 GET,POST /status_updates
    G1+G3 GET,PUT,DELETE /status_updates/{id}
    G3 GET,POST /internal_status_updates
    G3 GET,PUT /internal_status_updates/{id}
    G3 GET /internal_statuses /internal_statuses/{id}
    G3 GET,POST /internal_flags
    G3 GET /internal_flags/{id}
    G3 PUT /internal_flags/{id}/clear`,
  'Supporters and messages': `
    G1+G3 GET /supporters
    G1 GET /supporters/{id}
    G3 GET,POST /supporter_messages
    G3 GET /supporter_messages/{id}
    G1 GET,POST /messages
    G1 GET /messages/{id}`,
  'Feedback records': `
    G3 GET,POST /feedback_records
    G3 GET,PUT /feedback_records/{id}
    G3 PUT /feedback_records/{id}/delete /feedback_records/{id}/undelete
    G2 GET,POST /requests
    G2 GET,PUT /requests/{id}
    G1 GET,POST /feedback
    G1 GET,PUT,DELETE /feedback/{id}
    G3 GET /feedback_atoms /feedback_atoms/{id}
    G3 GET,POST /feedback_connector_configurations
    G3 GET,PUT,DELETE /feedback_connector_configurations/{id}
    G3 POST /feedback_connector_configurations/{id}/test`,
  Users: `
    G1+G3 GET /users /users/{id} /users/current
    G1+G3 POST /users/find_or_create
    G1+G3 PUT /users/{id}/block /users/{id}/unblock
    G3 PUT /users/{id}/export
    G3 DELETE /users/{id}`,
  'External users, external accounts, identify': `
    G1+G3 GET /external_users /external_users/{id} /external_accounts /external_accounts/{id}
    G1+G3 POST /external_users/import /external_accounts/import
    G3 POST /external_users/batch /external_accounts/batch
    G3 POST /external_users/bulk_delete /external_users/bulk_delete_by_external_id
    G3 POST /external_accounts/bulk_delete /external_accounts/bulk_delete_by_external_id
    G1 DELETE /external_users/bulk_delete /external_users/bulk_delete_by_external_id
    G1 DELETE /external_accounts/bulk_delete /external_accounts/bulk_delete_by_external_id
    G1 POST /bulk_identify`,
  'Custom fields, features, taxonomies, segments': `
    G1+G3 GET,POST /custom_fields
    G1+G3 GET,PUT,DELETE /custom_fields/{id}
    G1+G3 GET,POST /features
    G1+G3 GET,PUT,DELETE /features/{id}
    G3 POST /features/{id}/link_jira_issue
    G3 DELETE /features/unlink_jira_issue/{id}
    G2+G3 GET /feature_statuses /feature_statuses/{id} /product_areas /product_areas/{id}
    G3 GET /audit_features /audit_features/{id}
    G1+G3 GET /segments /segments/{id}
    G1 POST /segments
    G2+G3 GET /segmented_values /segmented_values/{id}
    G1 GET,POST /filtered_columns
    G1 GET /filtered_columns/{id}
    G3 GET /importance_responses /importance_responses/{id}
    G3 GET,POST /importance_scores
    G3 GET /importance_scores/{id}`,
  'NPS ratings': `
    G1+G3 GET,POST /nps_ratings
    G1+G3 GET /nps_ratings/{id}
    G3 DELETE /nps_ratings/{id}
    G3 POST /nps_ratings/bulk_delete`,
  'Account administration': `
    G3 GET,POST /permissions
    G3 GET,PUT,DELETE /permissions/{id}
    G3 PUT /permissions/{id}/resend
    G3 GET,POST /teams
    G3 GET,PUT,DELETE /teams/{id}
    G3 POST /teams/assign /teams/unassign
    G1+G3 GET,POST /forum_invitations
    G1+G3 GET,DELETE /forum_invitations/{id}
    G3 GET /subdomains/current
    G3 PUT /subdomains/{id}
    G3 GET /service_hook_logs
    G3 GET /translatable_strings
    G3 GET,PUT,DELETE /translatable_strings/{locale}
    G3 GET,POST /theme_sets
    G3 GET,PUT /theme_sets/{id}
    G3 GET /themes/{id}
    G3 GET,POST /impact_reports
    G3 GET,PUT,DELETE /impact_reports/{id}`,
  'Activity, proposed merges, views': `
    G1+G3 GET /suggestion_activity_entries
    G3 GET /suggested_merges /suggested_merges/{id}
    G3 PUT /suggested_merges/{id}/reject
    G1+G3 GET,POST /views
    G1+G3 GET,PUT,DELETE /views/{id}
    G3 PUT /views/{id}/share`,
  OAuth: `
    G1+G3 POST /api/v2/oauth/token /api/v2/oauth/revoke`,
}

export const wireOperations: Record<string, WireOperation[]> = Object.fromEntries(
  Object.entries(lines).map(([theme, text]) => [theme, text.trim().split('\n').flatMap(parseLine)]),
)

function parseLine(line: string): WireOperation[] {
  const [generations = '', methods = '', ...paths] = line.trim().split(/\s+/)
  return paths.flatMap((path) =>
    methods.split(',').map((method) => ({
      method,
      path,
      generations: generations.split('+') as Generation[],
    })),
  )
}

/** Such as `GET /suggestions/{id}`. */
export const formatOperation = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:(\w+)/g, '{$1}')}`

const wireNames = new Set(Object.values(wireOperations).flat().map(formatOperation))

/** Whether no generation of the wire format has the operation. */
export const isExtension = (operation: { method: string; path: string }) =>
  !wireNames.has(formatOperation(operation))

// All collections of the API, in the order of the specification.
import { announcements } from './announcements.ts'
import { api_clients } from './api_clients.ts'
import { attachments } from './attachments.ts'
import { audit_entries } from './audit_entries.ts'
import { audit_features } from './audit_features.ts'
import { bulk_actions } from './bulk_actions.ts'
import { categories } from './categories.ts'
import { comments } from './comments.ts'
import { content_reports } from './content_reports.ts'
import { custom_fields } from './custom_fields.ts'
import { deletionsOf } from './deletions.ts'
import { external_accounts } from './external_accounts.ts'
import { external_users } from './external_users.ts'
import { feature_statuses } from './feature_statuses.ts'
import { features } from './features.ts'
import { feedback_atoms } from './feedback_atoms.ts'
import { feedback_connector_configurations } from './feedback_connector_configurations.ts'
import { feedback_records } from './feedback_records.ts'
import { forum_invitations } from './forum_invitations.ts'
import { forums } from './forums.ts'
import { guest_contributions } from './guest_contributions.ts'
import { impact_reports } from './impact_reports.ts'
import { importance_responses } from './importance_responses.ts'
import { importance_scores } from './importance_scores.ts'
import { imports } from './imports.ts'
import { internal_flags } from './internal_flags.ts'
import { internal_status_updates } from './internal_status_updates.ts'
import { internal_statuses } from './internal_statuses.ts'
import { invitations } from './invitations.ts'
import { issue_links } from './issue_links.ts'
import { labels } from './labels.ts'
import { mailings } from './mailings.ts'
import { moves } from './moves.ts'
import { notes } from './notes.ts'
import { nps_ratings } from './nps_ratings.ts'
import { oidc_providers } from './oidc_providers.ts'
import { permissions } from './permissions.ts'
import { product_areas } from './product_areas.ts'
import { recent_changes } from './recent_changes.ts'
import type { Resource } from './resource.ts'
import { saved_replies } from './saved_replies.ts'
import { segmented_values } from './segmented_values.ts'
import { segments } from './segments.ts'
import { service_hook_logs } from './service_hook_logs.ts'
import { sessions } from './sessions.ts'
import { sso_keys } from './sso_keys.ts'
import { status_updates } from './status_updates.ts'
import { statuses } from './statuses.ts'
import { subdomains } from './subdomains.ts'
import { suggested_merges } from './suggested_merges.ts'
import { suggestion_activity_entries } from './suggestion_activity_entries.ts'
import { suggestions } from './suggestions.ts'
import { supporter_messages } from './supporter_messages.ts'
import { supporters } from './supporters.ts'
import { teams } from './teams.ts'
import { theme_sets } from './theme_sets.ts'
import { themes } from './themes.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { webhook_deliveries } from './webhook_deliveries.ts'
import { webhooks } from './webhooks.ts'

const collections: Resource[] = [
  suggestions,
  forums,
  users,
  attachments,
  external_users,
  external_accounts,
  categories,
  labels,
  statuses,
  status_updates,
  announcements,
  tickets,
  notes,
  comments,
  supporters,
  nps_ratings,
  teams,
  custom_fields,
  features,
  feature_statuses,
  product_areas,
  feedback_records,
  supporter_messages,
  internal_statuses,
  internal_status_updates,
  internal_flags,
  saved_replies,
  segments,
  segmented_values,
  importance_responses,
  importance_scores,
  permissions,
  forum_invitations,
  views,
  suggestion_activity_entries,
  suggested_merges,
  service_hook_logs,
  subdomains,
  theme_sets,
  themes,
  impact_reports,
  audit_features,
  feedback_atoms,
  feedback_connector_configurations,
  imports,
  bulk_actions,
  mailings,
  moves,
  recent_changes,
  content_reports,
  guest_contributions,
  issue_links,
  audit_entries,
  api_clients,
  sessions,
  sso_keys,
  oidc_providers,
  invitations,
  webhooks,
  webhook_deliveries,
]

export const allResources: Resource[] = [...collections, deletionsOf(collections)]

const byName = new Map(
  allResources.flatMap((resource) =>
    [resource.name, ...resource.aliases].map((name) => [name, resource]),
  ),
)

/** Finds a resource by its name or an older alias. */
export const findResource = (name: string): Resource | undefined => byName.get(name)

/** Names in `includes` of records that a collection adds to its own array; elsewhere they add nothing. */
export const selfIncludes: string[] = allResources.flatMap((resource) =>
  Object.keys(resource.selfIncludes),
)

/** Names that clients include although no such collection is served. Each is an empty array in the response. */
export const alwaysEmptyCollections = [
  'crm_accounts',
  'roadmaps',
  'sfdc_opportunities',
  'smartvote_experiments',
]

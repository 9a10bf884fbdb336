// Every collection of the API, once, in the order of the specification.
import { attachments } from './attachments.ts'
import { categories } from './categories.ts'
import { comments } from './comments.ts'
import { custom_fields } from './custom_fields.ts'
import { external_accounts } from './external_accounts.ts'
import { external_users } from './external_users.ts'
import { forums } from './forums.ts'
import { labels } from './labels.ts'
import { notes } from './notes.ts'
import { nps_ratings } from './nps_ratings.ts'
import type { Resource } from './resource.ts'
import { status_updates } from './status_updates.ts'
import { statuses } from './statuses.ts'
import { suggestions } from './suggestions.ts'
import { supporters } from './supporters.ts'
import { teams } from './teams.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const allResources: Resource[] = [
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
  tickets,
  notes,
  comments,
  supporters,
  nps_ratings,
  teams,
  custom_fields,
]

const byName = new Map(allResources.map((resource) => [resource.name, resource]))

export const resourceNamed = (name: string): Resource | undefined => byName.get(name)

/** Names that clients ask to side-load though no such collection is served: each appears in the answer, empty. */
export const emptyCollections = [
  'crm_accounts',
  'internal_status_updates',
  'internal_statuses',
  'features',
  'feature_statuses',
  'product_areas',
  'feedback',
  'feedback_records',
  'requests',
  'messages',
  'supporter_messages',
  'segments',
  'segmented_values',
  'smartvote_experiments',
]

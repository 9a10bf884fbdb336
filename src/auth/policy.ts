// Who may call which operation: one table, from which the check, the reference page and the tests come.
import type { Role } from './roles.ts'
import type { Area } from './scopes.ts'

/**
 * The least powerful role that may do it, and the one that may do it to records that the person created. For a list: who gets
 * all records, and who gets their own.
 */
type Rule = Role | OwnRule | ScopeRule
/** What the operation returns belongs to another area than its collection. */
type ScopeRule = { role: Role; scope: Area }
type OwnRule = { others: Role; own: Role; members?: readonly string[] }

type CollectionPolicy = {
  scope: Area
  read: Role
  write: Role
  /** By method and path below the collection, where it differs. */
  except?: Record<string, Rule>
}

const own = (members?: readonly string[]): OwnRule => ({
  others: 'admin',
  own: 'contributor',
  ...(members && { members }),
})

const feedback = (except: Record<string, Rule> = {}): CollectionPolicy => ({
  scope: 'feedback',
  read: 'viewer',
  write: 'admin',
  except,
})
const people = (except: Record<string, Rule> = {}): CollectionPolicy => ({
  scope: 'people',
  read: 'viewer',
  write: 'admin',
  except,
})
const settings = (except: Record<string, Rule> = {}): CollectionPolicy => ({
  scope: 'settings',
  read: 'viewer',
  write: 'admin',
  except,
})
const ownersOnly: CollectionPolicy = { scope: 'settings', read: 'owner', write: 'owner' }

const records = { POST: 'contributor', 'PUT /:id': own(), 'PUT /:id/delete': own() } as const
const feedbackRecords = feedback({
  ...records,
  'PUT /:id/undelete': own(),
  'DELETE /:id': own(),
})

const COLLECTIONS: Record<string, CollectionPolicy> = {
  suggestions: feedback({
    POST: 'contributor',
    'PUT /:id': own(['title', 'body', 'body_mime_type', 'links.category']),
    'POST /:id/subscribe': 'contributor',
    'POST /:id/unsubscribe': 'contributor',
  }),
  comments: feedback({ ...records, 'DELETE /:id': own() }),
  notes: feedback({ ...records, 'DELETE /:id': own() }),
  supporters: feedback({ POST: 'contributor', 'DELETE /:id': own() }),
  feedback_records: feedbackRecords,
  requests: feedbackRecords,
  feedback: feedbackRecords,
  importance_scores: feedback({ POST: 'contributor' }),
  importance_responses: feedback(),
  internal_flags: feedback({ POST: 'contributor' }),
  internal_status_updates: feedback(),
  status_updates: feedback(),
  supporter_messages: feedback(),
  messages: feedback(),
  categories: feedback(),
  labels: feedback(),
  features: feedback(),
  product_areas: feedback(),
  tickets: feedback(),
  suggestion_activity_entries: feedback(),
  suggested_merges: feedback(),
  bulk_actions: feedback(),
  deletions: feedback(),
  // Two reports name people and customers.
  reports: feedback({
    'GET /top_accounts': { role: 'viewer', scope: 'people' },
    'GET /contributors': { role: 'viewer', scope: 'people' },
  }),
  theme_sets: feedback(),
  themes: feedback(),
  impact_reports: feedback(),
  feedback_atoms: feedback(),
  // Of each collection those who may read it get its events.
  events: feedback(),
  // A saved view is a setting of the person.
  views: feedback({
    POST: 'viewer',
    'PUT /:id': { others: 'admin', own: 'viewer' },
    'DELETE /:id': { others: 'admin', own: 'viewer' },
    'PUT /:id/share': { others: 'admin', own: 'contributor' },
  }),
  users: people({ 'POST /find_or_create': 'contributor' }),
  external_users: people(),
  external_accounts: people(),
  nps_ratings: people(),
  segments: people(),
  segmented_values: people(),
  filtered_columns: people(),
  forum_invitations: people(),
  imports: { ...people(), read: 'admin' },
  bulk_identify: { ...people(), read: 'admin' },
  attachments: {
    scope: 'files',
    read: 'viewer',
    write: 'admin',
    except: { POST: 'contributor' },
  },
  forums: settings(),
  statuses: settings(),
  feature_statuses: settings(),
  internal_statuses: settings(),
  custom_fields: settings(),
  teams: settings(),
  subdomains: settings(),
  translatable_strings: settings(),
  service_hook_logs: { ...settings(), read: 'admin' },
  audit_features: { ...settings(), read: 'admin' },
  feedback_connector_configurations: { ...settings(), read: 'admin' },
  installation: { ...settings(), read: 'admin' },
  jobs: { ...settings(), read: 'admin' },
  roles: settings(),
  permissions: { ...ownersOnly, read: 'admin' },
  staff: ownersOnly,
  audit_entries: ownersOnly,
  invitations: ownersOnly,
  api_clients: ownersOnly,
  demo_data: ownersOnly,
  sessions: {
    ...ownersOnly,
    except: {
      GET: { others: 'owner', own: 'viewer' },
      'GET /:id': { others: 'owner', own: 'viewer' },
      'GET /current': 'viewer',
      'DELETE /:id': { others: 'owner', own: 'viewer' },
    },
  },
}

export type Requirement = {
  role: Role
  scope: Area
  access: 'read' | 'write'
  /** Who may do it to records that they created, and which members they may change. */
  own?: { role: Role; members?: readonly string[] }
}

/**
 * Throws for an operation that the table does not cover, so that none is forgotten. The path is relative to /api/v2/admin, or
 * starts with /api.
 */
export function requirementOf({ method, path }: { method: string; path: string }): Requirement {
  const [, collection = '', rest = ''] = /^(?:\/api\/v2(?:\/admin)?)?\/(\w+)(.*)$/.exec(path) ?? []
  const policy = COLLECTIONS[collection]
  if (!policy) throw new Error(`The policy has no collection ${JSON.stringify(collection)}.`)
  const access = method === 'GET' ? 'read' : 'write'
  const rule = policy.except?.[rest === '' ? method : `${method} ${rest}`] ?? policy[access]
  const { scope } = policy
  if (typeof rule === 'string') return { role: rule, scope, access }
  if ('scope' in rule) return { ...rule, access }
  const { others, own: role, members } = rule
  return { role: others, scope, access, own: { role, ...(members && { members }) } }
}

/** What side-loading a collection needs; undefined for names that lead nowhere. */
export const requirementToInclude = (collection: string): Requirement | undefined =>
  COLLECTIONS[collection] && requirementOf({ method: 'GET', path: `/${collection}` })

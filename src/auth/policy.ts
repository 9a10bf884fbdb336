// Who may call which operation: from the declarations of the resources, and a table of the other paths. The check, the
// reference page and the tests come from it.
import {
  type Access,
  type Area,
  type DeclaredAccess,
  type Role,
  withDefaultRoles,
} from '../resources/access.ts'
import { allResources } from '../resources/index.ts'

/** Paths that belong to no resource. */
const OTHER_PATHS: Record<string, DeclaredAccess> = {
  // Of each collection those who may read it get its events.
  events: { scope: 'feedback' },
  // Nothing is written, and the operation asks whether the record may be read.
  presence: { scope: 'feedback', write: 'viewer' },
  // Of people, their accounts, revenue and ratings.
  reports: {
    scope: 'feedback',
    except: {
      'GET /open_revenue': { role: 'viewer', alsoReads: 'people' },
      'GET /top_accounts': { role: 'viewer', alsoReads: 'people' },
      'GET /nps': { role: 'viewer', alsoReads: 'people' },
      'GET /contributors': { role: 'viewer', alsoReads: 'people' },
    },
  },
  bulk_identify: { scope: 'people', read: 'admin' },
  translatable_strings: { scope: 'settings' },
  installation: { scope: 'settings', read: 'admin' },
  jobs: { scope: 'settings', read: 'admin' },
  roles: { scope: 'settings', write: 'owner' },
  // Of the caller.
  notification_settings: { scope: 'settings', write: 'viewer' },
  settings: {
    scope: 'settings',
    read: 'owner',
    write: 'owner',
    except: { 'GET /display': 'viewer' },
  },
  // Names and addresses.
  staff: {
    scope: 'settings',
    read: 'owner',
    write: 'owner',
    except: { GET: { role: 'owner', alsoReads: 'people' } },
  },
  demo_data: { scope: 'settings', read: 'owner', write: 'owner' },
}

const ACCESS = new Map<string, Access>([
  ...Object.entries(OTHER_PATHS).map(([name, access]): [string, Access] => [
    name,
    withDefaultRoles(access),
  ]),
  ...allResources.flatMap(({ name, aliases, access }) =>
    [name, ...aliases].map((path): [string, Access] => [path, access]),
  ),
])

export type Requirement = {
  role: Role
  scope: Area
  access: 'read' | 'write'
  /** Another area that must be readable. */
  alsoReads?: Area
  /** Who may do it to records that they created, and which members they may change. */
  own?: { role: Role; members?: readonly string[] }
  /** Which members of a new record the roles below `unlimited` may set. */
  creates?: { unlimited: Role; members: readonly string[] }
}

/**
 * Throws for an operation that the table does not cover, so that none is forgotten. The path is relative to /api/v2/admin, or
 * starts with /api.
 */
export function requirementOf({ method, path }: { method: string; path: string }): Requirement {
  const [, collection = '', rest = ''] = /^(?:\/api\/v2(?:\/admin)?)?\/(\w+)(.*)$/.exec(path) ?? []
  const policy = ACCESS.get(collection)
  if (!policy) throw new Error(`The policy has no collection ${JSON.stringify(collection)}.`)
  const access = method === 'GET' ? 'read' : 'write'
  const rule = policy.except[rest === '' ? method : `${method} ${rest}`] ?? policy[access]
  const { scope } = policy
  if (typeof rule === 'string') return { role: rule, scope, access }
  if ('alsoReads' in rule) return { ...rule, scope, access }
  if ('unlimited' in rule) {
    const { role, ...creates } = rule
    return { role, scope, access, creates }
  }
  const { others, own: role, members } = rule
  return { role: others, scope, access, own: { role, ...(members && { members }) } }
}

/** The scopes that a token needs. */
export const neededScopes = ({ scope, access, alsoReads }: Requirement): string[] => [
  `${scope}:${access}`,
  ...(alsoReads ? [`${alsoReads}:read`] : []),
]

/** What side-loading a collection needs; undefined for names that lead nowhere. */
export const requirementToInclude = (collection: string): Requirement | undefined =>
  ACCESS.has(collection) ? requirementOf({ method: 'GET', path: `/${collection}` }) : undefined

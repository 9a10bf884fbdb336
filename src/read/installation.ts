// The state of the installation: schema, sizes, queues, plan, the last backup, and the use of each sign-in provider.

import { VERSION } from '../core/version.ts'
import type { Queries } from '../db/db.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { allMigrations } from '../db/migrations.ts'
import { type Backlog, readBacklog } from './queues.ts'

export type InstallationState = {
  version: string
  migrations: { applied_count: number; latest: string | null; pending: string[] }
  database: { bytes: number; server_version: string }
  files: { count: number; bytes: number }
  backlog: Backlog
  plan: { name: string; requests_per_minute: number }
  lastBackupAt: Date | null
}

/** Each part is one row or a bounded count. */
const STATE = `select
  (select count(*)::int from migrations) as applied_count,
  (select max(name) from migrations) as latest,
  pg_database_size(current_database())::float8 as database_bytes,
  current_setting('server_version') as server_version,
  (select total_bytes::float8 from file_store) as file_bytes,
  coalesce((select sum(count)::float8 from record_counts where collection = 'attachments'), 0) as file_count,
  (select json_build_object('name', name, 'requests_per_minute', requests_per_minute)
    from account_plan join plans on name = plan) as plan,
  (select created_at from audit_entries where action = 'backup_created' order by id desc limit 1) as last_backup_at`

export async function readInstallation(queries: Queries): Promise<InstallationState> {
  const [{ rows }, pending, backlog] = await Promise.all([
    queries.query(STATE),
    pendingMigrations(queries),
    readBacklog(queries),
  ])
  const [row] = rows
  return {
    version: VERSION,
    migrations: {
      applied_count: row.applied_count,
      latest: row.latest ?? allMigrations.at(-1) ?? null,
      pending,
    },
    database: { bytes: row.database_bytes, server_version: row.server_version },
    files: { count: row.file_count, bytes: row.file_bytes },
    backlog,
    plan: row.plan,
    lastBackupAt: row.last_backup_at,
  }
}

export type ProviderUse = { people: number; lastUsedAt: Date | null }

const MAX_COUNTED = 10_000

/** How many accounts of each issuer people use, and when one was last used. There can be very many of end users. */
export async function readProviderUse(
  queries: Queries,
  issuers: string[],
): Promise<Map<string, ProviderUse>> {
  const { rows } = await queries.query<{ issuer: string } & ProviderUse>(
    `select issuer,
      (select count(*)::int from oidc_identities o where o.issuer = asked.issuer) + (select count(*)::int
        from (select from end_user_identities e where e.issuer = asked.issuer limit ${MAX_COUNTED}) counted) as people,
      greatest((select max(last_used_at) from oidc_identities o where o.issuer = asked.issuer),
        (select max(last_used_at) from end_user_identities e where e.issuer = asked.issuer)) as "lastUsedAt"
    from unnest($1::text[]) asked (issuer)`,
    [issuers],
  )
  return new Map(rows.map(({ issuer, ...use }) => [issuer, use]))
}

export type LimitedClient = { id: number; name: string; requests_per_minute: number }

/** The API clients that were used last and can still be used, each with the limit that applies to it. */
export async function listLimitedClients(
  queries: Queries,
  limit: number,
): Promise<LimitedClient[]> {
  const { rows } = await queries.query<LimitedClient>(
    `select c.id, c.name, coalesce(c.requests_per_minute, plans.requests_per_minute) as requests_per_minute
     from api_clients c, account_plan join plans on plans.name = plan
     where person_id is null and revoked_at is null and (expires_at is null or expires_at > now())
     order by last_used_at desc nulls last, c.id desc limit $1`,
    [limit],
  )
  return rows
}

/** Whether a role needs a second factor, by role. */
export async function readRoleSettings(queries: Queries): Promise<Map<string, boolean>> {
  const { rows } = await queries.query<{ role: string; required: boolean }>(
    'select role, requires_second_factor as required from role_settings',
  )
  return new Map(rows.map(({ role, required }) => [role, required]))
}

// What the database says of its own tables.
import type { Client } from 'pg'

export type Table = { name: string; columns: string[] }

/** All tables with data, without the state of the schema itself and without events and processes, which belong to a server. Generated columns are generated again. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('migrations', 'installed_functions', 'events', 'event_history', 'event_consumers', 'processes')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1 order by 1`,
  )
  return rows
}

export async function listSequences(client: Client): Promise<Record<string, number | null>> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select sequencename::text as name, last_value as last from pg_sequences
     where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Null for a database in which nothing was ever set up. */
export async function listMigrations(client: Client): Promise<string[] | null> {
  const { rows } = await client.query(
    `select to_regclass('public.migrations') is not null as is_there`,
  )
  if (!rows[0].is_there) return null
  const applied = await client.query<{ name: string }>('select name from migrations order by name')
  return applied.rows.map(({ name }) => name)
}

/** Whether there is any record at all. Commands leave entries in the audit log of an empty database. */
export async function hasData(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from record_counts where count <> 0 and collection <> 'audit_entries') as has_data`,
  )
  return rows[0].has_data
}

/** Whether a service is connected to the database. Commands have another name. */
export async function isServiceRunning(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (
       select from pg_stat_activity where datname = current_database() and application_name = 'earshot') as is_running`,
  )
  return rows[0].is_running
}

/** Values are written and read alike, whatever the server or the user has set. */
export const SESSION_SETTINGS = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set timezone = 'UTC'; set extra_float_digits = 1; set search_path = public;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

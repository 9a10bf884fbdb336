// Two roles use a database: one owns the schema and changes it, the other serves requests and can only read and write rows. The
// serving role can neither disable a trigger nor drop a table. Where there is only one role, it does both.
import pg from 'pg'

/** Its tables have row-level security, which only their owner passes; so the serving role owns them. */
const JOB_QUEUE = 'graphile_worker'

// Ids below 16384 are those of initdb; the objects of an extension belong to it.
const OWNED_OBJECTS = `with objects as (
    select 'pg_namespace'::regclass as catalog, oid, oid as schema, nspowner as owner, 'schema ' || quote_ident(nspname) as name
    from pg_namespace
    union all
    select 'pg_class'::regclass, oid, relnamespace, relowner,
      case relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence '
        when 'c' then 'type ' else 'table ' end || oid::regclass
    from pg_class c
    -- The sequence of a column follows its table.
    where relkind in ('r', 'p', 'v', 'm', 'c') or (relkind = 'S' and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all
    select 'pg_proc'::regclass, oid, pronamespace, proowner, 'routine ' || oid::regprocedure from pg_proc
    union all
    select 'pg_type'::regclass, oid, typnamespace, typowner, 'type ' || oid::regtype from pg_type
    where typtype in ('e', 'd', 'r')
    union all
    select 'pg_ts_dict'::regclass, oid, dictnamespace, dictowner, 'text search dictionary ' || oid::regdictionary
    from pg_ts_dict
    union all
    select 'pg_ts_config'::regclass, oid, cfgnamespace, cfgowner, 'text search configuration ' || oid::regconfig
    from pg_ts_config
  )
  select name, nspname = '${JOB_QUEUE}' as "isOfJobQueue", pg_get_userbyid(o.owner) as owner
  from objects o join pg_namespace n on n.oid = schema
  where o.oid >= 16384 and not exists (
    select from pg_depend d where d.classid = o.catalog and d.objid = o.oid and d.deptype = 'e')
  -- A schema first: the new owner of a table must be able to create in it.
  order by catalog <> 'pg_namespace'::regclass, o.oid`

type Owned = { name: string; isOfJobQueue: boolean; owner: string }

/** Run by a superuser, or by an owner who is a member of the serving role. Leaves what other roles own alone. */
export async function transferObjects(
  client: pg.Client,
  { from, owner, serving }: { from: string[]; owner: string; serving: string },
): Promise<void> {
  const { rows } = await client.query<Owned>(OWNED_OBJECTS)
  for (const object of rows) {
    const to = object.isOfJobQueue ? serving : owner
    if (!from.includes(object.owner) || object.owner === to) continue
    await client.query(`alter ${object.name} owner to ${pg.escapeIdentifier(to)}`)
  }
}

// The audit log is only added to, and the schema's own records are only read. The figures of segments are analyzed as soon as they
// are computed, which the server allows to others than the owner since version 17.
const TABLE_PRIVILEGES = `case
    when relname = 'audit_entries' then '{select,insert}'
    when relname in ('migrations', 'installed_functions') then '{select}'
    when relname in ('segment_members', 'segment_figures') and current_setting('server_version_num')::int >= 170000
      then '{select,insert,update,delete,maintain}'
    else '{select,insert,update,delete}'
  end::text[]`

const GRANTS = `with role as (
    select $1::name as serving
  ), owned as (
    select oid, ${TABLE_PRIVILEGES} as privileges from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relowner = current_user::regrole
  ), excess as (
    select format('revoke all on table %s from %I', oid::regclass, serving) as command from owned, role
    where has_table_privilege(serving, oid, 'truncate') or has_table_privilege(serving, oid, 'delete') and not 'delete' = any(privileges)
      or has_table_privilege(serving, oid, 'update') and not 'update' = any(privileges)
      or has_table_privilege(serving, oid, 'insert') and not 'insert' = any(privileges)
  ), missing as (
    select format('grant %s on table %s to %I', array_to_string(privileges, ', '), oid::regclass, serving) as command from owned, role
    where exists (select from unnest(privileges) privilege where not has_table_privilege(serving, oid, privilege))
      or exists (select from excess)
    union all
    select format('grant usage, select, update on sequence %s to %I', oid::regclass, serving) from pg_class, role
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relowner = current_user::regrole
      and not has_sequence_privilege(serving, oid, 'update')
    union all
    -- Functions with the rights of the owner, which not everybody may call.
    select format('grant execute on function %s to %I', oid::regprocedure, serving) from pg_proc, role
    where pronamespace = 'public'::regnamespace and prosecdef and proowner = current_user::regrole
      and not has_function_privilege(serving, oid, 'execute')
    union all
    select format('grant usage on schema public to %I', serving) from role where not has_schema_privilege(serving, 'public', 'usage')
  )
  select command from excess union all select command from missing`

/** After the schema was changed, by its owner. */
export async function grantToServingRole(
  client: pg.Client,
  owner: string,
  serving: string,
): Promise<void> {
  await transferObjects(client, { from: [owner], owner, serving })
  const { rows } = await client.query<{ command: string }>(GRANTS, [serving])
  for (const { command } of rows) await client.query(command)
}

export const roleOf = (connection: pg.ClientConfig) => new pg.Client(connection).user ?? ''

// What slows a load down, set aside within its transaction: filling indexes row by row takes several times as long as
// building them once. Each function takes away and returns the statements that bring back.
import type { Client } from 'pg'

type Both = { away: string; back: string }

// Keys that others point at stay, because their pointing depends on them.
export async function dropIndexes(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<Both>(
    `select
       case when c.oid is null then 'drop index ' || indexrelid::regclass
         else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as away,
       case when c.oid is null then pg_get_indexdef(indexrelid)
         else format('alter table %s add constraint %I %s', indrelid::regclass, conname,
           pg_get_constraintdef(c.oid)) end as back
     from pg_index left join pg_constraint c on conindid = indexrelid and conrelid = indrelid and contype in ('p', 'u')
     where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = indexrelid)
     order by indexrelid`,
    [tables],
  )
  return takenAway(client, rows)
}

/** Bringing them back looks at every row. */
export async function dropForeignKeys(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<Both>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
     order by oid`,
    [tables],
  )
  return takenAway(client, rows)
}

/** The owner of the tables may do this, without being a superuser. */
export async function disableTriggers(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<Both>(
    `select format('alter table %s disable trigger user', tgrelid::regclass) as away,
       format('alter table %s enable trigger user', tgrelid::regclass) as back
     from pg_trigger where not tgisinternal and tgrelid = any($1::text[]::regclass[])
     group by tgrelid order by tgrelid`,
    [tables],
  )
  return takenAway(client, rows)
}

async function takenAway(client: Client, rows: Both[]): Promise<string[]> {
  for (const { away } of rows) await client.query(away)
  return rows.map(({ back }) => back)
}

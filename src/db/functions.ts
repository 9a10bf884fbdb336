// Functions and triggers of the schema: the files of src/db/functions, in their only form. They are replaced as a whole.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { VERSION } from '../core/version.ts'

const FOLDER = join(import.meta.dirname, 'functions')

// Read once: a checkout that is replaced under a running process concerns the next process.
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

/** Identifies the functions of this build. */
export const FUNCTIONS_HASH = createHash('sha256').update(JSON.stringify(files)).digest('hex')

/** Which functions a database got, newest first. */
export type Installation = { hash: string; version: string }

export const CREATE_INSTALLATIONS = `create table if not exists installed_functions (
  hash text primary key, version text not null, sequence bigint not null,
  installed_at timestamptz not null default now())`

export const SELECT_INSTALLATIONS =
  'select hash, version from installed_functions order by sequence desc'

// Marks our functions and types, so that they are found again when they are replaced.
const MARK = 'Earshot: made from src/db/functions, replaced on upgrade'

const FUNCTIONS = `select oid from pg_proc where pronamespace = 'public'::regnamespace`
const TYPES = `select oid from pg_type where typnamespace = 'public'::regnamespace and typtype = 'c'
  and exists (select from pg_class c where c.oid = typrelid and c.relkind = 'c')`

/** Leaves alone what others made in the same schema. */
export async function dropFunctions(client: pg.Client): Promise<void> {
  const functions = await namesOf(
    client,
    `${FUNCTIONS} and obj_description(oid, 'pg_proc') = '${MARK}'`,
    'regprocedure',
  )
  const types = await namesOf(
    client,
    `${TYPES} and obj_description(oid, 'pg_type') = '${MARK}'`,
    'regtype',
  )
  if (functions.length === 0) return
  const { rows: triggers } = await client.query<{ owner: string; name: string }>(
    `select tgrelid::regclass::text as owner, quote_ident(tgname) as name from pg_trigger
     where tgfoid = any($1::regprocedure[]) order by 1, 2`,
    [functions],
  )
  // All locks at once and in one order, before anything is changed.
  const owners = [...new Set(triggers.map(({ owner }) => owner))]
  if (owners.length > 0)
    await client.query(`lock table ${owners.join(', ')} in access exclusive mode`)
  for (const { owner, name } of triggers) await client.query(`drop trigger ${name} on ${owner}`)
  // In one statement: functions can depend on each other.
  await client.query(`drop function ${functions.join(', ')}`)
  if (types.length > 0) await client.query(`drop type ${types.join(', ')}`)
}

/** After `dropFunctions`, in the same transaction. */
export async function installFunctions(client: pg.Client): Promise<void> {
  const before = {
    functions: await namesOf(client, FUNCTIONS, 'regprocedure'),
    types: await namesOf(client, TYPES, 'regtype'),
  }
  // A function can name types and functions of a later file; all are checked at the end.
  await client.query('set local check_function_bodies = off')
  for (const { name, text } of files) await client.query(text).catch(failure(name))
  await client.query('set local check_function_bodies = on')

  const functions = await namesOf(client, FUNCTIONS, 'regprocedure', before.functions)
  const types = await namesOf(client, TYPES, 'regtype', before.types)
  await client.query(
    `select plpgsql_validator(p.oid) from pg_proc p join pg_language l on l.oid = prolang
     where lanname = 'plpgsql' and p.oid = any($1::regprocedure[])`,
    [functions],
  )
  for (const name of functions) await client.query(`comment on function ${name} is '${MARK}'`)
  for (const name of types) await client.query(`comment on type ${name} is '${MARK}'`)
  await client.query(
    `insert into installed_functions (hash, version, sequence)
     select $1, $2, coalesce(max(sequence), 0) + 1 from installed_functions
     on conflict (hash) do update
       set version = excluded.version, sequence = excluded.sequence, installed_at = excluded.installed_at`,
    [FUNCTIONS_HASH, VERSION],
  )
}

async function namesOf(
  client: pg.Client,
  oids: string,
  type: 'regprocedure' | 'regtype',
  except: string[] = [],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::${type}::text as name from (${oids}) o where oid <> all($1::${type}[]) order by 1`,
    [except],
  )
  return rows.map(({ name }) => name)
}

const failure = (name: string) => (cause: Error) => {
  throw new Error(`src/db/functions/${name} failed. Nothing was applied. ${cause.message}`, {
    cause,
  })
}

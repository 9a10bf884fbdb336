// Forums with categories, labels, statuses, internal statuses, teams and custom fields. A later run finds them by name. Existing rows are locked
// with KEY SHARE until the load ends.

import type { Client } from 'pg'
import { FORUMS, LABELS, TEAMS } from './words.ts'

/** Where the ids of what is created are kept. */
export type Created = { add(collection: string, rows: { id: number }[]): void }

export type Forum = { id: number; classic_voting: boolean; categories: number[] }

const CUSTOM_FIELDS = [
  ['external_users', 'cf_persona', 'Persona', 'string'],
  ['external_users', 'cf_seats', 'Seats', 'number'],
  ['external_users', 'cf_trial', 'On trial', 'boolean'],
  ['external_users', 'cf_signed_up', 'Signed up', 'timestamp'],
  ['external_accounts', 'cf_industry', 'Industry', 'string'],
  ['external_accounts', 'cf_company_size', 'Company size', 'number'],
  ['external_accounts', 'cf_renewal', 'Renewal', 'timestamp'],
] as const

const INTERNAL_STATUSES = [
  ['To discuss', '#8A8F98'],
  ['Needs research', '#2F80ED'],
  ['Waiting for design', '#B8860B'],
  ['Ready to plan', '#17693A'],
] as const

/** The forums for this number of suggestions: five to all of them. */
export function forumNames(suggestions: number): string[] {
  return Object.keys(FORUMS).slice(0, Math.max(5, Math.round(2 * Math.log10(suggestions + 1))))
}

export function categoryNames(forum: string): string[] {
  return FORUMS[forum] as string[]
}

export async function makeForums(
  client: Client,
  created: Created,
  names: string[],
  admin: number,
): Promise<Forum[]> {
  const forums: Forum[] = []
  for (const [place, name] of names.entries()) {
    const made = await client.query(
      `insert into forums (name, prompt, welcome_message, welcome_message_mime_type, classic_voting,
         suggestion_moderation, updated_by_id)
       select $1, 'I suggest you …', '<p>Tell us what would help you.</p>', 'text/html', $2, $3, $4
       where not exists (select from forums where name = $1) returning id`,
      [name, place % 4 === 3, place % 3 === 2 ? 'everyone' : 'nobody', admin],
    )
    created.add('forums', made.rows)
    const { rows } = await client.query<{ id: number; classic_voting: boolean }>(
      'select id, classic_voting from forums where name = $1 order by id limit 1 for key share',
      [name],
    )
    const forum = rows[0] as { id: number; classic_voting: boolean }
    if (!made.rowCount) await lockLabelsForNewCategories(client, forum.id, categoryNames(name))
    forums.push({
      ...forum,
      categories: await makeCategories(client, created, forum.id, categoryNames(name)),
    })
  }
  return forums
}

/** The ids of all labels, parents before children. */
export async function makeLabels(client: Client, created: Created): Promise<number[]> {
  const parents = await client.query(
    `insert into labels (name, full_name)
     select name, name from unnest($1::text[]) with ordinality parent (name, position)
     where not exists (select from labels where full_name = name) order by position returning id`,
    [Object.keys(LABELS)],
  )
  const children = Object.entries(LABELS).flatMap(([parent, names]) =>
    names.map((name) => ({ parent, name })),
  )
  const made = await client.query(
    `insert into labels (name, full_name, level, parent_id)
     select child.name, parent || ' / ' || child.name, 1,
       (select min(id) from labels where full_name = parent and level = 0)
     from rows from (jsonb_to_recordset($1::jsonb) as (parent text, name text))
       with ordinality as child (parent, name, position)
     where not exists (select from labels where full_name = parent || ' / ' || child.name)
     order by position returning id`,
    [JSON.stringify(children)],
  )
  created.add('labels', [...parents.rows, ...made.rows])
  const fullNames = [...Object.keys(LABELS), ...children.map((c) => `${c.parent} / ${c.name}`)]
  return idsOf(client, 'labels where full_name = any($1) order by id', [fullNames])
}

export const makeInternalStatuses = (client: Client, created: Created): Promise<number[]> =>
  findOrMakeStatuses(client, created, 'internal_statuses', INTERNAL_STATUSES)

export async function findStatuses(client: Client): Promise<{ open: number[]; closed: number[] }> {
  return {
    open: await idsOf(client, 'statuses where is_open order by position, id'),
    closed: await idsOf(client, 'statuses where not is_open order by position, id'),
  }
}

/** The statuses that the account has, or these: their names and colours. */
export async function findOrMakeStatuses(
  client: Client,
  created: Created,
  table: 'feature_statuses' | 'internal_statuses',
  wanted: readonly (readonly [name: string, color: string])[],
): Promise<number[]> {
  const made = await client.query(
    `insert into ${table} (name, hex_color, position, is_default)
     select name, color, place, place = 1 from unnest($1::text[], $2::text[]) with ordinality one (name, color, place)
     where not exists (select from ${table}) order by place returning id`,
    [wanted.map(([name]) => name), wanted.map(([, color]) => color)],
  )
  created.add(table, made.rows)
  return idsOf(client, `${table} order by position, id`)
}

/** Every administrator joins one team or two. */
export async function makeTeams(
  client: Client,
  created: Created,
  firstAdmin: number,
  admins: number,
): Promise<void> {
  const made = await client.query(
    `insert into teams (name) select name from unnest($1::text[]) with ordinality team (name, position)
     where not exists (select from teams where teams.name = team.name) order by position returning id`,
    [TEAMS],
  )
  created.add('teams', made.rows)
  const teams = await idsOf(client, 'teams where name = any($1) order by id', [TEAMS])
  await client.query(
    `insert into team_members (team_id, user_id)
     select distinct ($1::bigint[])[1 + (admin * (1 + second)) % cardinality($1::bigint[])], $2::bigint + admin
     from generate_series(0, $3::int - 1) admin, generate_series(0, 1) second`,
    [teams, firstAdmin, admins],
  )
}

/** By names such as `external_users.cf_seats`; only fields whose type matches our values. */
export type CustomFields = Map<string, { id: number; field_type: string }>

export async function makeCustomFields(
  client: Client,
  created: Created,
  admin: number,
): Promise<CustomFields> {
  const fields: CustomFields = new Map()
  for (const [object_type, key, name, field_type] of CUSTOM_FIELDS) {
    const made = await client.query(
      `insert into custom_fields (object_type, key, name, field_type, created_by_id, updated_by_id)
       values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning id`,
      [object_type, key, name, field_type, admin],
    )
    created.add('custom_fields', made.rows)
    const found = 'custom_fields where object_type = $1 and key = $2 and field_type = $3'
    const [id] = await idsOf(client, found, [object_type, key, field_type])
    if (id !== undefined) fields.set(`${object_type}.${key}`, { id, field_type })
  }
  return fields
}

async function makeCategories(
  client: Client,
  created: Created,
  forum: number,
  names: string[],
): Promise<number[]> {
  const made = await client.query(
    `insert into categories (name, position, forum_id)
     select name, position, $1 from unnest($2::text[]) with ordinality category (name, position)
     where not exists (select from categories c where c.forum_id = $1 and c.name = category.name)
     order by position returning id`,
    [forum, names],
  )
  created.add('categories', made.rows)
  const wanted = 'categories where forum_id = $1 and name = any($2) order by position, id'
  return idsOf(client, wanted, [forum, names])
}

/** A new category locks an existing forum until the load ends. Writers lock labels before forums, so the load does. */
async function lockLabelsForNewCategories(
  client: Client,
  forum: number,
  names: string[],
): Promise<void> {
  await client.query(
    `select from labels
     where (select count(distinct name) from categories where forum_id = $1 and name = any($2)) < cardinality($2)
     order by id for no key update`,
    [forum, names],
  )
}

export async function idsOf(
  client: Client,
  wanted: string,
  values: unknown[] = [],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from ${wanted} for key share`,
    values,
  )
  return rows.map(({ id }) => id)
}

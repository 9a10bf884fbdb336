// Plain writes: what any collection needs whose records follow no rule of their own. Members of the body are columns
// of the same name, and `links.<association>` is the column `<association>_id`.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'

export type Links = Record<string, number | null | undefined>
export type Input = { links?: Links | undefined } & Record<string, unknown>

export async function createRecord(
  tx: Tx,
  resource: Resource,
  actor: number,
  input: Input,
): Promise<number> {
  await requireLinkedRecords(tx, resource, input.links)
  if (input.is_default) await clearDefault(tx, resource)
  const columns = {
    ...toColumns(input),
    ...buildActorColumns(resource, actor, ['created_by', 'updated_by']),
  }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(resource.name)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

export async function updateRecord(
  tx: Tx,
  resource: Resource,
  actor: number,
  id: number,
  changes: Input,
): Promise<void> {
  await requireLinkedRecords(tx, resource, changes.links)
  if (changes.is_default) await clearDefault(tx, resource)
  const columns = { ...toColumns(changes), ...buildActorColumns(resource, actor, ['updated_by']) }
  const assignments: RawBuilder<unknown>[] = Object.entries(columns).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  )
  const { rows } = await sql`
    update ${sql.table(resource.name)} set ${sql.join([...assignments, sql`updated_at = now()`])}
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(resource, id)
}

export async function deleteRecord(tx: Tx, resource: Resource, id: number): Promise<void> {
  const { rows } =
    await sql`delete from ${sql.table(resource.name)} where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(resource, id)
}

/** There is one default at most, and a new one takes the place of the old; two that come at once follow each other. */
export async function clearDefault(tx: Tx, { name }: Resource): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${name}.is_default`}))`.execute(tx)
  await sql`
    update ${sql.table(name)} set is_default = false, updated_at = now() where is_default`.execute(
    tx,
  )
}

/** The ids of those of a collection that are known elsewhere by these ids, in their order. */
export async function findIdsByExternalId(
  db: Db,
  { name }: Resource,
  externalIds: string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(name)} where external_id = any(${externalIds})
    order by array_position(${externalIds}, external_id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holds the record until the transaction ends, or says that there is none. */
export async function lockRecord<T>(tx: Tx, resource: Resource, id: number): Promise<T> {
  const { rows } = await sql<T>`
    select * from ${sql.table(resource.name)} where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound(resource, id)
  return rows[0]
}

/** Refuses the first link that names nothing. `collections` says where links lead that the resource does not have. */
export async function requireLinkedRecords(
  db: Db,
  { links: declared }: Pick<Resource, 'links'>,
  links: Links = {},
  collections: Record<string, string> = {},
): Promise<void> {
  const named = Object.entries(links).filter(([, id]) => id !== undefined && id !== null)
  if (named.length === 0) return
  const found = named.map(([name, id]) => {
    const collection = collections[name] ?? declared?.[name]?.type
    if (collection === undefined) throw new Error(`${name} is no link.`)
    return sql`exists (select from ${sql.table(collection)} where id = ${id}) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(found)}`.execute(db)
  const missing = named.find(([name]) => !rows[0]?.[name])
  if (missing) throw linkNotFound(...(missing as [string, number]))
}

export const linkNotFound = (name: string, id: number | null) =>
  new ApiError('invalid', `links.${name} ${id} names nothing that exists.`, {
    links: { [name]: 'not_found' },
  })

export const notFound = ({ singular }: Resource, id: number) =>
  new ApiError('not_found', `No ${singular} has the id ${id}.`)

function toColumns({ links = {}, ...fields }: Input): Record<string, unknown> {
  const linked = Object.entries(links).map(([association, id]) => [`${association}_id`, id])
  return Object.fromEntries(
    [...Object.entries(fields), ...linked].filter(([, value]) => value !== undefined),
  )
}

/** Who did it, where the collection tells. */
const buildActorColumns = ({ links }: Resource, actor: number, associations: string[]) =>
  Object.fromEntries(
    associations.filter((name) => links && name in links).map((name) => [`${name}_id`, actor]),
  )

// Generic writes for collections without rules of their own. A member of the input is the column of the same name, and
// `links.<association>` is the column `<association>_id`.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, invalidInput, notFound, type Problem } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { findResource } from '../../resources/index.ts'
import type { Resource } from '../../resources/resource.ts'

export type LinkIds = Record<string, number | null | undefined>
export type Input = { links?: LinkIds | undefined } & Record<string, unknown>

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
  { id, actor }: { id: number; actor: number },
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

/** Numbers these records in their order, from 0. Returns the ids. */
export async function setPositions(tx: Tx, resource: Resource, ids: number[]): Promise<number[]> {
  const unique = [...new Set(ids)]
  const table = sql.table(resource.name)
  const { rows: known } = await sql<{ id: number }>`
    select id from ${table} where id = any(${unique}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const missing = unique.find((id) => !known.some((record) => record.id === id))
  if (missing !== undefined)
    throw new ApiError('invalid', `ids: No ${resource.singular} has the id ${missing}.`, {
      ids: 'in',
    })
  await sql`
    update ${table} t set position = ordered.position - 1, updated_at = now()
    from unnest(${unique}::bigint[]) with ordinality as ordered (id, position)
    where t.id = ordered.id and t.position <> ordered.position - 1`.execute(tx)
  return unique
}

/** Moves `updated_at` in an update. Where it is a figure, a trigger moves it. */
export const touch = ({ figuresTable }: Resource) =>
  figuresTable === null ? sql`, updated_at = now()` : sql``

/** A collection has at most one default record. The lock serializes concurrent changes of it. */
export async function clearDefault(tx: Tx, { name }: Resource): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${name}.is_default`}))`.execute(tx)
  await sql`
    update ${sql.table(name)} set is_default = false, updated_at = now() where is_default`.execute(
    tx,
  )
}

/**
 * Locks the record until the transaction ends, its figures first (docs/figures.md). Throws when it does not exist. Both
 * rows are locked, so that both are returned as they are after waiting.
 */
export async function lockRecord<T>(tx: Tx, resource: Resource, id: number): Promise<T> {
  const { name, figuresTable } = resource
  const tables = figuresTable === null ? [name] : [figuresTable, name]
  const from =
    figuresTable === null
      ? sql.table(name)
      : sql`${sql.table(name)} join ${sql.table(figuresTable)} using (id)`
  const { rows } = await sql<T>`
    select * from ${from} where id = ${id}
    for no key update of ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx)
  if (!rows[0]) throw notFound(resource, id)
  return rows[0]
}

type Target = { name: string; id: number; collection: string }

/** Throws for links to missing records. `collections` has the targets of links that are not declared. */
export async function requireLinkedRecords(
  db: Db,
  { links: declared }: Pick<Resource, 'links'>,
  links: LinkIds = {},
  collections: Record<string, string> = {},
): Promise<void> {
  const targets = Object.entries(links).flatMap(([name, id]): Target[] => {
    if (id === undefined || id === null) return []
    const collection = collections[name] ?? declared?.[name]?.type
    if (collection === undefined) throw new Error(`links.${name}: unknown link.`)
    return [{ name, id, collection }]
  })
  const problems = await findMissingTargets(db, targets)
  if (problems.length > 0) throw invalidInput(problems)
}

/** The problems of declared links in an input that is refused for other reasons, so that all are reported together. */
export function findMissingLinks(
  db: Db,
  { links: declared }: Pick<Resource, 'links'>,
  links: object,
): Promise<Problem[]> {
  const targets = Object.entries(links).flatMap(([name, id]): Target[] => {
    const collection = declared?.[name]?.type
    return collection !== undefined && Number.isSafeInteger(id) ? [{ name, id, collection }] : []
  })
  return findMissingTargets(db, targets)
}

async function findMissingTargets(db: Db, targets: Target[]): Promise<Problem[]> {
  if (targets.length === 0) return []
  // A collection that is not served has no records.
  const checks = targets.map(({ name, id, collection }) =>
    findResource(collection)
      ? sql`exists (select from ${sql.table(collection)} where id = ${id}) as ${sql.ref(name)}`
      : sql`false as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(checks)}`.execute(db)
  return targets
    .filter(({ name }) => !rows[0]?.[name])
    .map(({ name, id, collection }) => missingLink(name, collection, id))
}

export const missingLink = (name: string, collection: string, id: number | null): Problem => ({
  path: ['links', name],
  code: 'not_found',
  message: `links.${name}: no ${findResource(collection)?.singular ?? name} has the id ${id}.`,
})

export const linkNotFound = (name: string, collection: string, id: number | null) =>
  invalidInput([missingLink(name, collection, id)])

function toColumns({ links = {}, ...fields }: Input): Record<string, unknown> {
  const linked = Object.entries(links).map(([association, id]) => [`${association}_id`, id])
  return Object.fromEntries(
    [...Object.entries(fields), ...linked].filter(([, value]) => value !== undefined),
  )
}

/** Only for the associations that the collection has. */
const buildActorColumns = ({ links }: Resource, actor: number, associations: string[]) =>
  Object.fromEntries(
    associations.filter((name) => links && name in links).map((name) => [`${name}_id`, actor]),
  )

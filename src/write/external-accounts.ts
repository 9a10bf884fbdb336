// Customer accounts, imported from the client's own application.
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import type { CustomInput, CustomValue } from './custom-values.ts'
import { coerceImportedValues } from './imported-values.ts'
import { lockAccounts } from './locks.ts'

/** An absent member stays unchanged, null clears it. */
export type ImportedAccount = {
  /** Without one, it is the private account of the external user that it is sent with. */
  external_id?: string | null
  name?: string | null
  plan?: string | null
  mrr?: number | null
  ltv?: number | null
  external_created_at?: string | null
  values?: CustomInput[]
}

/** The columns of an account, with custom values of the right types. */
export type AccountColumns = Omit<ImportedAccount, 'values'> & {
  id?: number
  custom_fields?: Record<string, CustomValue>
}

/** Maps a path such as `users.0.email` to the place of the value in the client's input, for error messages. */
export type SourcePathMapper = (path: Path) => Path

/**
 * Creates or updates accounts by external id, all or none. Of rows with the same id the last one wins. Throws one error
 * for all problems, including those passed in.
 */
export async function importExternalAccounts(
  tx: Tx,
  actor: number,
  rows: (ImportedAccount & { external_id: string })[],
  toSourcePath: SourcePathMapper = (path) => path,
  problems: Problem[] = [],
): Promise<{ externalAccounts: number[] }> {
  const coerced = await coerceImportedValues(
    tx,
    actor,
    'external_accounts',
    rows.map(({ values = [] }, i) => ({ values, path: toSourcePath(['accounts', i]) })),
    problems,
  )
  if (problems.length > 0) throw invalidInput(problems)
  const lastRows = new Map<string, AccountColumns>()
  for (const [i, { values: _, ...members }] of rows.entries()) {
    lastRows.delete(members.external_id)
    lastRows.set(members.external_id, { ...members, custom_fields: coerced[i] ?? {} })
  }
  const ids = await writeAccounts(tx, { named: [...lastRows.values()] })
  return { externalAccounts: [...lastRows.keys()].map((id) => ids.get(id) as number) }
}

export type AccountWrites = {
  /** Accounts with an external id, each id once. */
  named: AccountColumns[]
  /** Private accounts with their ids. */
  created?: AccountColumns[]
  changed?: AccountColumns[]
  /** Ids of other accounts to lock, because the caller changes their users. */
  lockedOnly?: number[]
}

/** Locks all of them until the transaction ends. Returns the ids of the named accounts by external id. */
export async function writeAccounts(
  tx: Tx,
  { named, created = [], changed = [], lockedOnly = [] }: AccountWrites,
): Promise<Map<string, number>> {
  const ids = await insertAccounts(tx, [...named, ...created])
  const existing = named.filter(({ external_id }) => !ids.has(external_id as string))
  const { rows } = await sql<{ external_id: string | null; id: number }>`
    select external_id, id from external_accounts join external_account_figures figures using (id)
    where external_id = any(${existing.map(({ external_id }) => external_id)}::text[])
      or id = any(${[...changed.map(({ id }) => id), ...lockedOnly]}::bigint[])
    order by id for no key update of figures`.execute(tx)
  for (const { external_id, id } of rows) if (external_id !== null) ids.set(external_id, id)
  const existingWithIds = existing.map((account) => ({
    ...account,
    id: ids.get(account.external_id as string) as number,
  }))
  await updateAccounts(tx, [...existingWithIds, ...changed])
  return ids
}

/** Takes ids for new accounts from the sequence. */
export async function reserveAccountIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('external_accounts', 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the private accounts among them that no external user belongs to. */
export async function deleteOrphanedAccounts(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from external_accounts a where id = any(${ids}::bigint[]) and external_id is null
      and not exists (select from external_users e where e.external_account_id = a.id)`.execute(tx)
}

/** Their external users remain, without an account. */
export async function deleteExternalAccounts(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    select from user_figures where id in (select user_id from external_users where external_account_id = any(${ids}))
    order by id for no key update`.execute(tx)
  await lockAccounts(tx, ids)
  await sql`
    select from external_accounts where id = any(${ids}) order by id for update`.execute(tx)
  await sql`
    update external_users set external_account_id = null, updated_at = now()
    where external_account_id = any(${ids})`.execute(tx)
  await sql`delete from external_accounts where id = any(${ids})`.execute(tx)
}

/** Inserts in the order of external ids, to avoid deadlocks, and skips accounts that exist. */
async function insertAccounts(tx: Tx, accounts: AccountColumns[]): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<{ external_id: string; id: number }>`
    with inserted as (
      insert into external_accounts (id, external_id, name, plan, mrr, ltv, external_created_at, custom_fields)
      select coalesce(id, nextval(pg_get_serial_sequence('external_accounts', 'id'))), external_id, name, plan,
        mrr, ltv, external_created_at, jsonb_strip_nulls(coalesce(custom_fields, '{}'))
      from jsonb_populate_recordset(null::external_accounts, ${JSON.stringify(accounts)}::jsonb) n
      where not exists (select from external_accounts a where a.external_id = n.external_id)
      order by external_id
      on conflict (external_id) do nothing
      returning external_id, id
    )
    select external_id, id from inserted where external_id is not null`.execute(tx)
  return new Map(rows.map(({ external_id, id }) => [external_id, id]))
}

async function updateAccounts(tx: Tx, accounts: AccountColumns[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    with target as materialized (
      select n.*, jsonb_strip_nulls(a.custom_fields || coalesce(row -> 'custom_fields', '{}')) as all_custom_fields
      from jsonb_array_elements(${JSON.stringify(accounts)}::jsonb) row
      join external_accounts a on a.id = (row ->> 'id')::bigint
      cross join lateral jsonb_populate_record(a, row - 'custom_fields') n
    )
    update external_accounts a set name = t.name, plan = t.plan, mrr = t.mrr, ltv = t.ltv,
      external_created_at = t.external_created_at, custom_fields = t.all_custom_fields
    from target t
    where a.id = t.id
      and (a.name, a.plan, a.mrr, a.ltv, a.external_created_at, a.custom_fields)
        is distinct from (t.name, t.plan, t.mrr, t.ltv, t.external_created_at, t.all_custom_fields)`.execute(
    tx,
  )
}

// Customers' accounts, as the application of whoever uses us knows them.
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import type { CustomInput, CustomValue } from './custom-values.ts'
import { coerceImportedValues } from './imported-values.ts'

/** What an import tells of an account: what is absent stays as it is, and null clears it. */
export type ImportedAccount = {
  /** Without one it is the private account of the external user that it is told with. */
  external_id?: string | null
  name?: string | null
  plan?: string | null
  mrr?: number | null
  ltv?: number | null
  external_created_at?: string | null
  values?: CustomInput[]
}

/** The members of an account as its columns, with custom values that fit their fields. */
export type AccountColumns = Omit<ImportedAccount, 'values'> & {
  id?: number
  custom_fields?: Record<string, CustomValue>
}

/** Where a value stands in what the client sent, if not where the names of rows and members say. */
export type SourcePathMapper = (path: Path) => Path

/**
 * Creates or changes accounts by their external ids, all or none; of two rows with one id the last wins. Refused for all
 * that is wrong, problems that were found before included.
 */
export async function importExternalAccounts(
  tx: Tx,
  actor: number,
  rows: (ImportedAccount & { external_id: string })[],
  sentAs: SourcePathMapper = (path) => path,
  problems: Problem[] = [],
): Promise<{ externalAccounts: number[] }> {
  const fitted = await coerceImportedValues(
    tx,
    actor,
    'external_accounts',
    rows.map(({ values = [] }, i) => ({ values, path: sentAs(['accounts', i]) })),
    problems,
  )
  if (problems.length > 0) throw invalidInput(problems)
  const last = new Map<string, AccountColumns>()
  for (const [i, { values: _, ...members }] of rows.entries()) {
    last.delete(members.external_id)
    last.set(members.external_id, { ...members, custom_fields: fitted[i] ?? {} })
  }
  const ids = await writeAccounts(tx, { named: [...last.values()] })
  return { externalAccounts: [...last.keys()].map((id) => ids.get(id) as number) }
}

export type AccountWrites = {
  /** With external ids, of which each comes once. */
  named: AccountColumns[]
  /** Private ones with their ids: some to be made, others to be changed. */
  made?: AccountColumns[]
  changed?: AccountColumns[]
  /** Ids of others that are about to be touched. */
  touched?: number[]
}

/** Writes them and holds them all until the transaction ends; the ids of the named ones by their external ids. */
export async function writeAccounts(
  tx: Tx,
  { named, made = [], changed = [], touched = [] }: AccountWrites,
): Promise<Map<string, number>> {
  const ids = await insertAccounts(tx, [...named, ...made])
  const older = named.filter(({ external_id }) => !ids.has(external_id as string))
  const { rows } = await sql<{ external_id: string | null; id: number }>`
    select external_id, id from external_accounts
    where external_id = any(${older.map(({ external_id }) => external_id)}::text[])
      or id = any(${[...changed.map(({ id }) => id), ...touched]}::bigint[])
    order by id for no key update`.execute(tx)
  for (const { external_id, id } of rows) if (external_id !== null) ids.set(external_id, id)
  const known = older.map((account) => ({
    ...account,
    id: ids.get(account.external_id as string) as number,
  }))
  await updateAccounts(tx, [...known, ...changed])
  return ids
}

/** Ids for accounts to be made. */
export async function reserveAccountIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('external_accounts', 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Removes those of them that were private and belong to nobody any more. */
export async function deleteOrphanedAccounts(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from external_accounts a where id = any(${ids}::bigint[]) and external_id is null
      and not exists (select from external_users e where e.external_account_id = a.id)`.execute(tx)
}

/** Their external users stay, without an account. */
export async function deleteExternalAccounts(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    select from users where id in (select user_id from external_users where external_account_id = any(${ids}))
    order by id for no key update`.execute(tx)
  await sql`
    select from external_accounts where id = any(${ids}) order by id for update`.execute(tx)
  await sql`
    update external_users set external_account_id = null, updated_at = now()
    where external_account_id = any(${ids})`.execute(tx)
  await sql`delete from external_accounts where id = any(${ids})`.execute(tx)
}

/** In the order of their external ids, as all do who come at once; where one is there already it is left out. */
async function insertAccounts(tx: Tx, accounts: AccountColumns[]): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<{ external_id: string; id: number }>`
    with made as (
      insert into external_accounts (id, external_id, name, plan, mrr, ltv, external_created_at, custom_fields)
      select coalesce(id, nextval(pg_get_serial_sequence('external_accounts', 'id'))), external_id, name, plan,
        mrr, ltv, external_created_at, jsonb_strip_nulls(coalesce(custom_fields, '{}'))
      from jsonb_populate_recordset(null::external_accounts, ${JSON.stringify(accounts)}::jsonb) n
      where not exists (select from external_accounts a where a.external_id = n.external_id)
      order by external_id
      on conflict (external_id) do nothing
      returning external_id, id
    )
    select external_id, id from made where external_id is not null`.execute(tx)
  return new Map(rows.map(({ external_id, id }) => [external_id, id]))
}

async function updateAccounts(tx: Tx, accounts: AccountColumns[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    with wanted as materialized (
      select n.*, jsonb_strip_nulls(a.custom_fields || coalesce(row -> 'custom_fields', '{}')) as all_custom_fields
      from jsonb_array_elements(${JSON.stringify(accounts)}::jsonb) row
      join external_accounts a on a.id = (row ->> 'id')::bigint
      cross join lateral jsonb_populate_record(a, row - 'custom_fields') n
    )
    update external_accounts a set name = w.name, plan = w.plan, mrr = w.mrr, ltv = w.ltv,
      external_created_at = w.external_created_at, custom_fields = w.all_custom_fields, updated_at = now()
    from wanted w
    where a.id = w.id
      and (a.name, a.plan, a.mrr, a.ltv, a.external_created_at, a.custom_fields)
        is distinct from (w.name, w.plan, w.mrr, w.ltv, w.external_created_at, w.all_custom_fields)`.execute(
    tx,
  )
}

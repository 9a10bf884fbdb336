// People, as the application of whoever uses us knows them.
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import type { CustomInput, CustomValue } from './custom-values.ts'
import {
  type AccountColumns,
  deleteOrphanedAccounts,
  type ImportedAccount,
  reserveAccountIds,
  type SourcePathMapper,
  writeAccounts,
} from './external-accounts.ts'
import { coerceImportedValues } from './imported-values.ts'

/** What an import tells of a person: what is absent stays as it is, and null clears it. */
export type ImportedUser = {
  external_id: string
  email?: string | null
  /** The user it belongs to; without it a new one belongs to who has the address, made when nobody has. */
  user_id?: number | null
  name?: string | null
  type?: string | null
  ip?: string | null
  external_created_at?: string | null
  last_seen_at?: string | null
  seen_days?: number | null
  /** Null takes it out of its account. */
  account?: ImportedAccount | null
  values?: CustomInput[]
  /** Its id, its address or its user was refused: nothing can be missing of it. */
  hasInvalidIdentity?: boolean
}

/** In characters. Four bytes each, they fit into an index. */
export const MAX_TEXT_LENGTH = 600

/** A row that counts, with what was found out about it. */
type Row = {
  imported: ImportedUser
  /** Where a member of it was sent. */
  pathOf: (member: string) => Path
  custom_fields: Record<string, CustomValue>
  account_custom_fields: Record<string, CustomValue>
  existing: ExistingExternalUser | undefined
  /** Of one that is new. */
  user_id: number | undefined
  /** Undefined leaves it in its account. */
  external_account_id: number | null | undefined
}

type ExistingExternalUser = {
  external_id: string
  external_account_id: number | null
  is_private: boolean
}

/**
 * Creates or changes external users by their external ids, all or none; of two rows with one id the last wins. Refused
 * for all that is wrong, problems that were found before included.
 */
export async function importExternalUsers(
  tx: Tx,
  actor: number,
  imported: ImportedUser[],
  sentAs: SourcePathMapper = (path) => path,
  problems: Problem[] = [],
): Promise<{ externalUsers: number[] }> {
  const rows = await buildRows(tx, actor, imported, sentAs, problems)
  // Nobody has to wait for a call that will be refused.
  if (problems.length === 0) await createAndLockUsers(tx, rows)
  await resolveRows(tx, rows, problems)
  if (problems.length > 0) throw invalidInput(problems)
  await writeAccountsOf(tx, rows)
  const ids = await insertExternalUsers(tx, rows)
  const older = rows.filter(({ imported: { external_id } }) => !ids.has(external_id))
  for (const [external_id, id] of await updateExternalUsers(tx, older)) ids.set(external_id, id)
  return { externalUsers: rows.map(({ imported }) => ids.get(imported.external_id) as number) }
}

async function buildRows(
  tx: Tx,
  actor: number,
  imported: ImportedUser[],
  sentAs: SourcePathMapper,
  problems: Problem[],
): Promise<Row[]> {
  const own = imported.map(({ values = [] }, i) => ({ values, path: sentAs(['users', i]) }))
  const ofAccounts = imported.map(({ account }, i) => ({
    values: account?.values ?? [],
    path: sentAs(['users', i, 'account']),
  }))
  const fitted = await coerceImportedValues(tx, actor, 'external_users', own, problems)
  const fittedOfAccounts = await coerceImportedValues(
    tx,
    actor,
    'external_accounts',
    ofAccounts,
    problems,
  )
  const last = new Map<string | number, Row>()
  for (const [i, row] of imported.entries()) {
    const key = row.external_id === '' ? i : row.external_id
    last.delete(key)
    last.set(key, {
      imported: row,
      pathOf: (member) => sentAs(['users', i, member]),
      custom_fields: fitted[i] ?? {},
      account_custom_fields: fittedOfAccounts[i] ?? {},
      existing: undefined,
      user_id: undefined,
      external_account_id: undefined,
    })
  }
  return [...last.values()]
}

/** Makes the people whom nobody knows yet, in the order of their addresses, and holds everybody, as all writers do first. */
async function createAndLockUsers(tx: Tx, rows: Row[]): Promise<void> {
  const byAddress = rows.flatMap(({ imported }) =>
    typeof imported.user_id !== 'number' && typeof imported.email === 'string' ? [imported] : [],
  )
  const emails = byAddress.map(({ email }) => email)
  if (byAddress.length > 0) {
    await sql`
      insert into users (email_address, name)
      select email, name from (
        select distinct on (lower(email collate "und-x-icu")) external_id, email, name
        from unnest(
          ${byAddress.map(({ external_id }) => external_id)}::text[], ${emails}::text[],
          ${byAddress.map(({ name }) => name ?? '')}::text[]
        ) with ordinality p (external_id, email, name, place)
        where not exists (select from external_users e where e.external_id = p.external_id)
        order by lower(email collate "und-x-icu"), place
      ) p
      where not exists (select from users u where lower(u.email_address) = lower(p.email collate "und-x-icu"))
      order by lower(email collate "und-x-icu")
      on conflict (lower(email_address)) do nothing`.execute(tx)
  }
  await sql`
    select from users where id in (
      select user_id from external_users where external_id = any(${listExternalIds(rows)}::text[])
      union all select unnest(${listUserIds(rows)}::bigint[])
      union all select u.id from unnest(${emails}::text[]) email
        join users u on lower(u.email_address) = lower(email collate "und-x-icu")
    ) order by id for no key update`.execute(tx)
}

/** Which of them are there, and whose the others are. */
async function resolveRows(tx: Tx, rows: Row[], problems: Problem[]): Promise<void> {
  const known = await sql<ExistingExternalUser>`
    select e.external_id, external_account_id, a.id is not null as is_private
    from external_users e left join external_accounts a on a.id = external_account_id and a.external_id is null
    where e.external_id = any(${listExternalIds(rows)}::text[])`.execute(tx)
  const knownBy = new Map(known.rows.map((row) => [row.external_id, row]))
  for (const row of rows) row.existing = knownBy.get(row.imported.external_id)
  const emails = rows.flatMap(({ existing: known, imported: { email } }) =>
    known ? [] : (email ?? []),
  )
  const people = await sql<{ id: number; email: string | null }>`
    select u.id, email from unnest(${emails}::text[]) email
      join users u on lower(u.email_address) = lower(email collate "und-x-icu")
    union all select id, null from users where id = any(${listUserIds(rows)}::bigint[])`.execute(tx)
  const ids = new Set(people.rows.flatMap(({ id, email }) => (email === null ? [id] : [])))
  const idBy = new Map(people.rows.map(({ id, email }) => [email, id]))
  for (const row of rows) {
    const { user_id, email } = row.imported
    const refuse = (member: string, code: string, what: string) => {
      const path = row.pathOf(member)
      problems.push({ path, code, message: `${path.join('.')} ${what}.` })
    }
    if (typeof user_id === 'number') {
      row.user_id = user_id
      if (!ids.has(user_id)) refuse('user_id', 'not_found', `${user_id} names no user`)
    } else if (!row.existing) {
      row.user_id = idBy.get(email ?? '')
      if (typeof email !== 'string' && !row.imported.hasInvalidIdentity)
        refuse('email', 'required', 'is required for an external user that is new')
    }
  }
}

const listExternalIds = (rows: Row[]) => rows.map(({ imported }) => imported.external_id)
const listUserIds = (rows: Row[]) => rows.flatMap(({ imported }) => imported.user_id ?? [])

async function writeAccountsOf(tx: Tx, rows: Row[]): Promise<void> {
  const named = new Map<string, AccountColumns>()
  const made: { row: Row; account: AccountColumns }[] = []
  const changed: AccountColumns[] = []
  for (const row of rows) {
    const { account } = row.imported
    if (account === undefined) continue
    if (account === null) {
      row.external_account_id = null
      continue
    }
    const told = toAccountColumns(account, row.account_custom_fields)
    if (typeof account.external_id === 'string') {
      const earlier = named.get(account.external_id)
      const custom_fields = { ...earlier?.custom_fields, ...told.custom_fields }
      named.set(account.external_id, { ...earlier, ...told, custom_fields })
    } else if (row.existing?.is_private) {
      changed.push({ ...told, id: row.existing.external_account_id as number })
    } else if (hasAnyValue(told)) {
      made.push({ row, account: told })
    }
  }
  for (const [i, id] of (await reserveAccountIds(tx, made.length)).entries()) {
    const { row, account } = made[i] as (typeof made)[number]
    account.id = id
    row.external_account_id = id
  }
  const touched = rows.flatMap(({ existing: known, imported }) =>
    imported.account === undefined && imported.user_id === undefined
      ? []
      : (known?.external_account_id ?? []),
  )
  const ids = await writeAccounts(tx, {
    named: [...named.values()],
    made: made.map(({ account }) => account),
    changed,
    touched,
  })
  for (const row of rows) {
    const id = row.imported.account?.external_id
    if (typeof id === 'string') row.external_account_id = ids.get(id) as number
  }
}

/** What is undefined is not told. */
function toAccountColumns(
  { values: _, ...members }: ImportedAccount,
  custom_fields: Record<string, CustomValue>,
): AccountColumns {
  const told = Object.entries(members).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(told), custom_fields }
}

const hasAnyValue = ({ custom_fields = {}, ...members }: AccountColumns) =>
  [...Object.values(members), ...Object.values(custom_fields)].some((value) => value !== null)

/** Those that are new, in the order of their external ids; their ids by these. */
async function insertExternalUsers(tx: Tx, rows: Row[]): Promise<Map<string, number>> {
  const fresh = rows.filter(({ existing: known }) => !known)
  if (fresh.length === 0) return new Map()
  const columns = fresh.map((row) => ({ ...toExternalUserColumns(row), user_id: row.user_id }))
  const { rows: made } = await sql<{ external_id: string; id: number }>`
    insert into external_users (external_id, email, name, type, ip, external_created_at, last_seen_at, seen_days,
      custom_fields, user_id, external_account_id)
    select external_id, email, name, type, ip, external_created_at, last_seen_at, seen_days,
      jsonb_strip_nulls(custom_fields), user_id, external_account_id
    from jsonb_populate_recordset(null::external_users, ${JSON.stringify(columns)}::jsonb)
    order by external_id
    on conflict (external_id) do nothing
    returning external_id, id`.execute(tx)
  return new Map(made.map(({ external_id, id }) => [external_id, id]))
}

/** Those that were there, or were made by another call just now; their ids by their external ids. */
async function updateExternalUsers(tx: Tx, rows: Row[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const { rows: held } = await sql<{
    external_id: string
    id: number
    external_account_id: number | null
  }>`
    select external_id, id, external_account_id from external_users
    where external_id = any(${listExternalIds(rows)}::text[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    with wanted as materialized (
      select n.*, jsonb_strip_nulls(e.custom_fields || (row -> 'custom_fields')) as all_custom_fields
      from jsonb_array_elements(${JSON.stringify(rows.map(toExternalUserColumns))}::jsonb) row
      join external_users e on e.external_id = row ->> 'external_id'
      cross join lateral jsonb_populate_record(e, row - 'custom_fields') n
    )
    update external_users e set email = w.email, name = w.name, type = w.type, ip = w.ip,
      external_created_at = w.external_created_at, last_seen_at = w.last_seen_at, seen_days = w.seen_days,
      custom_fields = w.all_custom_fields, user_id = w.user_id, external_account_id = w.external_account_id,
      updated_at = now()
    from wanted w
    where e.id = w.id
      and (e.email, e.name, e.type, e.ip, e.external_created_at, e.last_seen_at, e.seen_days, e.custom_fields,
        e.user_id, e.external_account_id)
      is distinct from (w.email, w.name, w.type, w.ip, w.external_created_at, w.last_seen_at, w.seen_days,
        w.all_custom_fields, w.user_id, w.external_account_id)`.execute(tx)
  const accountBy = new Map(
    rows.map(({ imported, external_account_id }) => [imported.external_id, external_account_id]),
  )
  const left = held.filter(({ external_id, external_account_id }) => {
    const wanted = accountBy.get(external_id)
    return wanted !== undefined && wanted !== external_account_id
  })
  await deleteOrphanedAccounts(
    tx,
    left.flatMap(({ external_account_id }) => external_account_id ?? []),
  )
  return new Map(held.map(({ external_id, id }) => [external_id, id]))
}

/** The columns that the row tells; what it does not tell is not there. */
const toExternalUserColumns = ({ imported, custom_fields, external_account_id }: Row) => {
  const { account: _, values: __, hasInvalidIdentity: ___, user_id, ...members } = imported
  return { ...members, custom_fields, user_id: user_id ?? undefined, external_account_id }
}

/** A private account goes with its external user. */
export async function deleteExternalUsers(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    select from users where id in (select user_id from external_users where id = any(${ids}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from external_accounts
    where id in (select external_account_id from external_users where id = any(${ids}))
    order by id for update`.execute(tx)
  await sql`delete from external_users where id = any(${ids})`.execute(tx)
  await deleteOrphanedAccounts(
    tx,
    rows.map(({ id }) => id),
  )
}

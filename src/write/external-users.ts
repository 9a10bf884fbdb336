// External users: people as the client's own application knows them. Several can belong to one user.
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
import { lockUsers } from './locks.ts'
import { concurrentChange } from './transaction.ts'

/** An absent member stays unchanged, null clears it. */
export type ImportedUser = {
  external_id: string
  email?: string | null
  /** The user it belongs to. Without it, a new external user belongs to the user with its email address. */
  user_id?: number | null
  name?: string | null
  type?: string | null
  ip?: string | null
  external_created_at?: string | null
  last_seen_at?: string | null
  seen_days?: number | null
  /** Null removes it from its account. */
  account?: ImportedAccount | null
  values?: CustomInput[]
  /** Its id, email or user is invalid, so that it must not be reported as missing too. */
  hasInvalidIdentity?: boolean
}

/** In characters. At four bytes each, the text still fits into an index entry. */
export const MAX_TEXT_LENGTH = 600

/** An imported row with the data that was looked up for it. */
type Row = {
  imported: ImportedUser
  /** The path of a member in the client's input. */
  pathOf: (member: string) => Path
  custom_fields: Record<string, CustomValue>
  account_custom_fields: Record<string, CustomValue>
  existing: ExistingExternalUser | undefined
  user_id: number | undefined
  /** Undefined keeps the account. */
  external_account_id: number | null | undefined
}

type ExistingExternalUser = {
  external_id: string
  user_id: number
  external_account_id: number | null
  is_private: boolean
}

/**
 * Creates or updates external users by external id, all or none. Of rows with the same id the last one wins. Throws one
 * error for all problems, including those passed in.
 */
export async function importExternalUsers(
  tx: Tx,
  actor: number,
  imported: ImportedUser[],
  toSourcePath: SourcePathMapper = (path) => path,
  problems: Problem[] = [],
): Promise<{ externalUsers: number[] }> {
  const rows = await buildRows(tx, actor, imported, toSourcePath, problems)
  // A call that fails anyway takes no locks.
  const lockedUsers = problems.length === 0 ? await createAndLockUsers(tx, rows) : undefined
  await findExistingRows(tx, rows)
  // Another call moved an external user to a user that is not locked here.
  const isMoved = ({ existing }: Row) => existing && lockedUsers?.has(existing.user_id) === false
  if (rows.some(isMoved)) throw concurrentChange()
  await findUsers(tx, rows, problems)
  if (problems.length > 0) throw invalidInput(problems)
  await writeRowAccounts(tx, rows)
  const ids = await insertExternalUsers(tx, rows)
  const existing = rows.filter(({ imported: { external_id } }) => !ids.has(external_id))
  for (const [external_id, id] of await updateExternalUsers(tx, existing)) ids.set(external_id, id)
  return { externalUsers: rows.map(({ imported }) => ids.get(imported.external_id) as number) }
}

async function buildRows(
  tx: Tx,
  actor: number,
  imported: ImportedUser[],
  toSourcePath: SourcePathMapper,
  problems: Problem[],
): Promise<Row[]> {
  const userValues = imported.map(({ values = [] }, i) => ({
    values,
    path: toSourcePath(['users', i]),
  }))
  const accountValues = imported.map(({ account }, i) => ({
    values: account?.values ?? [],
    path: toSourcePath(['users', i, 'account']),
  }))
  const userFields = await coerceImportedValues(tx, actor, 'external_users', userValues, problems)
  const accountFields = await coerceImportedValues(
    tx,
    actor,
    'external_accounts',
    accountValues,
    problems,
  )
  const lastRows = new Map<string | number, Row>()
  for (const [i, row] of imported.entries()) {
    const key = row.external_id === '' ? i : row.external_id
    lastRows.delete(key)
    lastRows.set(key, {
      imported: row,
      pathOf: (member) => toSourcePath(['users', i, member]),
      custom_fields: userFields[i] ?? {},
      account_custom_fields: accountFields[i] ?? {},
      existing: undefined,
      user_id: undefined,
      external_account_id: undefined,
    })
  }
  return [...lastRows.values()]
}

/**
 * Creates missing users in the order of their addresses, then locks the old and new users of all rows, as every writer
 * does first. Returns their ids.
 */
async function createAndLockUsers(tx: Tx, rows: Row[]): Promise<Set<number>> {
  const identifiedByEmail = rows.flatMap(({ imported }) =>
    typeof imported.user_id !== 'number' && typeof imported.email === 'string' ? [imported] : [],
  )
  const emails = identifiedByEmail.map(({ email }) => email)
  if (identifiedByEmail.length > 0) {
    await sql`
      insert into users (email_address, name)
      select email, name from (
        select distinct on (lower(email collate "und-x-icu")) external_id, email, name
        from unnest(
          ${identifiedByEmail.map(({ external_id }) => external_id)}::text[], ${emails}::text[],
          ${identifiedByEmail.map(({ name }) => name ?? '')}::text[]
        ) with ordinality p (external_id, email, name, place)
        where not exists (select from external_users e where e.external_id = p.external_id)
        order by lower(email collate "und-x-icu"), place
      ) p
      where not exists (select from users u where lower(u.email_address) = lower(p.email collate "und-x-icu"))
      order by lower(email collate "und-x-icu")
      on conflict (lower(email_address)) do nothing`.execute(tx)
  }
  const { rows: locked } = await lockUsers(
    tx,
    sql`
      select user_id from external_users where external_id = any(${listExternalIds(rows)}::text[])
      union all select unnest(${listUserIds(rows)}::bigint[])
      union all select u.id from unnest(${emails}::text[]) email
        join users u on lower(u.email_address) = lower(email collate "und-x-icu")`,
  )
  return new Set(locked.map(({ id }) => id))
}

async function findExistingRows(tx: Tx, rows: Row[]): Promise<void> {
  const existing = await sql<ExistingExternalUser>`
    select e.external_id, e.user_id, external_account_id, a.id is not null as is_private
    from external_users e left join external_accounts a on a.id = external_account_id and a.external_id is null
    where e.external_id = any(${listExternalIds(rows)}::text[])`.execute(tx)
  const existingById = new Map(existing.rows.map((row) => [row.external_id, row]))
  for (const row of rows) row.existing = existingById.get(row.imported.external_id)
}

async function findUsers(tx: Tx, rows: Row[], problems: Problem[]): Promise<void> {
  const emails = rows.flatMap(({ existing, imported: { email } }) =>
    existing ? [] : (email ?? []),
  )
  const users = await sql<{ id: number; email: string | null }>`
    select u.id, email from unnest(${emails}::text[]) email
      join users u on lower(u.email_address) = lower(email collate "und-x-icu")
    union all select id, null from users where id = any(${listUserIds(rows)}::bigint[])`.execute(tx)
  const ids = new Set(users.rows.flatMap(({ id, email }) => (email === null ? [id] : [])))
  const idByEmail = new Map(users.rows.map(({ id, email }) => [email, id]))
  for (const row of rows) {
    const { user_id, email } = row.imported
    const report = (member: string, code: string, problem: string) => {
      const path = row.pathOf(member)
      problems.push({ path, code, message: `${path.join('.')}: ${problem}.` })
    }
    if (typeof user_id === 'number') {
      row.user_id = user_id
      if (!ids.has(user_id)) report('user_id', 'not_found', `no user has the id ${user_id}`)
    } else if (!row.existing) {
      row.user_id = idByEmail.get(email ?? '')
      if (typeof email !== 'string' && !row.imported.hasInvalidIdentity)
        report('email', 'required', 'required for a new external user')
    }
  }
}

const listExternalIds = (rows: Row[]) => rows.map(({ imported }) => imported.external_id)
const listUserIds = (rows: Row[]) => rows.flatMap(({ imported }) => imported.user_id ?? [])

async function writeRowAccounts(tx: Tx, rows: Row[]): Promise<void> {
  const { named, created, changed } = collectAccounts(rows)
  for (const [i, id] of (await reserveAccountIds(tx, created.length)).entries()) {
    const { row, account } = created[i] as (typeof created)[number]
    account.id = id
    row.external_account_id = id
  }
  const lockedOnly = rows.flatMap(({ existing, imported }) =>
    imported.account === undefined && imported.user_id === undefined
      ? []
      : (existing?.external_account_id ?? []),
  )
  const ids = await writeAccounts(tx, {
    named,
    created: created.map(({ account }) => account),
    changed,
    lockedOnly,
  })
  for (const row of rows) {
    const { account } = row.imported
    if (account === null) row.external_account_id = null
    const id = account?.external_id
    if (typeof id === 'string') row.external_account_id = ids.get(id) as number
  }
}

/** Named accounts are merged by external id: of rows with the same account, the last value of each member wins. */
function collectAccounts(rows: Row[]) {
  const named = new Map<string, AccountColumns>()
  const created: { row: Row; account: AccountColumns }[] = []
  const changed: AccountColumns[] = []
  for (const row of rows) {
    const { account } = row.imported
    if (account === undefined || account === null) continue
    const columns = toAccountColumns(account, row.account_custom_fields)
    if (typeof account.external_id === 'string') {
      const earlier = named.get(account.external_id)
      const custom_fields = { ...earlier?.custom_fields, ...columns.custom_fields }
      named.set(account.external_id, { ...earlier, ...columns, custom_fields })
    } else if (row.existing?.is_private) {
      changed.push({ ...columns, id: row.existing.external_account_id as number })
    } else if (hasAnyValue(columns)) {
      created.push({ row, account: columns })
    }
  }
  return { named: [...named.values()], created, changed }
}

/** Without the members that are undefined, which stay unchanged. */
function toAccountColumns(
  { values: _, ...members }: ImportedAccount,
  custom_fields: Record<string, CustomValue>,
): AccountColumns {
  const columns = Object.entries(members).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(columns), custom_fields }
}

const hasAnyValue = ({ custom_fields = {}, ...members }: AccountColumns) =>
  [...Object.values(members), ...Object.values(custom_fields)].some((value) => value !== null)

/** Inserts new rows in the order of external ids, to avoid deadlocks. Returns ids by external id. */
async function insertExternalUsers(tx: Tx, rows: Row[]): Promise<Map<string, number>> {
  const newRows = rows.filter(({ existing }) => !existing)
  if (newRows.length === 0) return new Map()
  const columns = newRows.map((row) => ({ ...toExternalUserColumns(row), user_id: row.user_id }))
  const { rows: inserted } = await sql<{ external_id: string; id: number }>`
    insert into external_users (external_id, email, name, type, ip, external_created_at, last_seen_at, seen_days,
      custom_fields, user_id, external_account_id)
    select external_id, email, name, type, ip, external_created_at, last_seen_at, seen_days,
      jsonb_strip_nulls(custom_fields), user_id, external_account_id
    from jsonb_populate_recordset(null::external_users, ${JSON.stringify(columns)}::jsonb)
    order by external_id
    on conflict (external_id) do nothing
    returning external_id, id`.execute(tx)
  return new Map(inserted.map(({ external_id, id }) => [external_id, id]))
}

/** Updates rows that existed, or that another call has just inserted. Returns ids by external id. */
async function updateExternalUsers(tx: Tx, rows: Row[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const { rows: locked } = await sql<{
    external_id: string
    id: number
    external_account_id: number | null
  }>`
    select external_id, id, external_account_id from external_users
    where external_id = any(${listExternalIds(rows)}::text[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    with target as materialized (
      select n.*, jsonb_strip_nulls(e.custom_fields || (row -> 'custom_fields')) as all_custom_fields
      from jsonb_array_elements(${JSON.stringify(rows.map(toExternalUserColumns))}::jsonb) row
      join external_users e on e.external_id = row ->> 'external_id'
      cross join lateral jsonb_populate_record(e, row - 'custom_fields') n
    )
    update external_users e set email = t.email, name = t.name, type = t.type, ip = t.ip,
      external_created_at = t.external_created_at, last_seen_at = t.last_seen_at, seen_days = t.seen_days,
      custom_fields = t.all_custom_fields, user_id = t.user_id, external_account_id = t.external_account_id,
      updated_at = now()
    from target t
    where e.id = t.id
      and (e.email, e.name, e.type, e.ip, e.external_created_at, e.last_seen_at, e.seen_days, e.custom_fields,
        e.user_id, e.external_account_id)
      is distinct from (t.email, t.name, t.type, t.ip, t.external_created_at, t.last_seen_at, t.seen_days,
        t.all_custom_fields, t.user_id, t.external_account_id)`.execute(tx)
  const accountByExternalId = new Map(
    rows.map(({ imported, external_account_id }) => [imported.external_id, external_account_id]),
  )
  const left = locked.filter(({ external_id, external_account_id }) => {
    const target = accountByExternalId.get(external_id)
    return target !== undefined && target !== external_account_id
  })
  await deleteOrphanedAccounts(
    tx,
    left.flatMap(({ external_account_id }) => external_account_id ?? []),
  )
  return new Map(locked.map(({ external_id, id }) => [external_id, id]))
}

/** Only the columns that the row sets. */
const toExternalUserColumns = ({ imported, custom_fields, external_account_id }: Row) => {
  const { account: _, values: __, hasInvalidIdentity: ___, user_id, ...members } = imported
  return { ...members, custom_fields, user_id: user_id ?? undefined, external_account_id }
}

/** Deletes their private accounts too. */
export async function deleteExternalUsers(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    select from user_figures where id in (select user_id from external_users where id = any(${ids}))
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from external_accounts a join external_account_figures figures using (id)
    where id in (select external_account_id from external_users where id = any(${ids}))
    order by id for update of figures, a`.execute(tx)
  await sql`delete from external_users where id = any(${ids})`.execute(tx)
  await deleteOrphanedAccounts(
    tx,
    rows.map(({ id }) => id),
  )
}

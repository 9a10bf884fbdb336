// 1,000 external users with accounts and custom fields: POST /external_users/import compared with one statement for the
// same rows into tables with the same columns, indexes and foreign keys, but without triggers.
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, median } from './measure.ts'

export const importBenches: Bench[] = [{ name: 'import', run: imports }]

const ROWS = 1000
const CALLS = 3

type Row = ReturnType<typeof rowsOf>[number]

/** The users of one call; `time` counts the calls and changes every user. */
const rowsOf = (call: string, time: number) =>
  Array.from({ length: ROWS }, (_, i) => ({
    external_id: `${call}-${i}`,
    email: `${call}-${i}@example.com`,
    name: `Person ${i}, ${time}`,
    type: 'admin',
    external_created_at: '2020-01-31T09:30:00Z',
    cf_persona: `buyer ${i % 10}`,
    cf_seats: i + time,
    account: {
      external_id: `${call}-account-${i % 200}`,
      name: `Account ${i % 200}`,
      plan: 'gold',
      mrr: (i % 200) + time,
      cf_region: `region ${i % 7}`,
    },
  }))

async function imports(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'import')
  const server = await environment.service(database)
  const client = new pg.Client(database)
  await client.connect()
  await client.query(PLAIN_TABLES)
  let count = 0
  const fresh = (side: string) => () => rowsOf(`${side}-${process.pid}-${count++}`, 0)
  const again = (side: string) => () => rowsOf(`${side}-${process.pid}-again`, count++)
  const byApi = (rows: Row[]) => post(server, rows)
  const byStatement = (rows: Row[]) => run(client, rows)
  const measured: Measurement[] = []
  for (const [what, rows] of [
    ['new', fresh],
    ['changed', again],
  ] as const) {
    const wal = { ours: [] as number[], baseline: [] as number[] }
    const rates = await measureAlternately(
      () => measureCalls(client, rows('api'), byApi, wal.ours),
      () => measureCalls(client, rows('statement'), byStatement, wal.baseline),
    )
    const name = `import of 1,000 ${what} external users`
    measured.push({ name, ...rates, goal: '≥ 0.25', unit: 'calls/s' })
    const [ours, baseline] = [median(wal.ours), median(wal.baseline)]
    measured.push({
      name: `WAL per row, ${what}`,
      ours,
      baseline,
      ratio: ours / baseline,
      goal: '',
      unit: 'bytes',
    })
  }
  await client.query('drop schema plain cascade')
  await client.end()
  await environment.stop(server)
  return measured
}

/** Calls per second. Adds the bytes of WAL per row to `wal`. */
async function measureCalls(
  client: pg.Client,
  rows: () => Row[],
  call: (rows: Row[]) => Promise<void>,
  wal: number[],
): Promise<number> {
  let seconds = 0
  const { rows: before } = await client.query('select pg_current_wal_insert_lsn() as lsn')
  for (let i = 0; i < CALLS; i++) {
    const sent = rows()
    const begun = performance.now()
    await call(sent)
    seconds += (performance.now() - begun) / 1000
  }
  const { rows: after } = await client.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
    [before[0].lsn],
  )
  wal.push(after[0].bytes / (CALLS * ROWS))
  return CALLS / seconds
}

async function post({ url, token }: Running, users: Row[]): Promise<void> {
  const answer = await fetch(`${url}/api/v2/admin/external_users/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ users }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`import answered ${answer.status}: ${text.slice(0, 200)}`)
}

async function run(client: pg.Client, rows: Row[]): Promise<void> {
  const { rowCount } = await client.query({
    name: 'import',
    text: STATEMENT,
    values: [JSON.stringify(rows)],
  })
  if (rowCount !== ROWS) throw new Error(`The statement wrote ${rowCount} rows.`)
}

const PLAIN_TABLES = `
  drop schema if exists plain cascade;
  create schema plain;
  create table plain.users (like users including all);
  create table plain.external_accounts (like external_accounts including all);
  create table plain.external_users (like external_users including all,
    foreign key (user_id) references plain.users,
    foreign key (external_account_id) references plain.external_accounts);
  insert into plain.users select * from users;
  insert into plain.external_accounts (id, external_id, name, plan, mrr, custom_fields)
    select id, external_id, name, plan, mrr, custom_fields from external_accounts;
  insert into plain.external_users select * from external_users;
  select setval(pg_get_serial_sequence('plain.' || name, 'id'), nextval(pg_get_serial_sequence(name, 'id')))
  from unnest(array['users', 'external_accounts', 'external_users']) name;
  analyze plain.users, plain.external_accounts, plain.external_users`

const STATEMENT = `
  with sent as materialized (
    select r.*, lower(r.email collate "und-x-icu") as address
    from jsonb_to_recordset($1::jsonb) r (external_id text, email text, name text, type text,
      external_created_at timestamptz, cf_persona text, cf_seats integer, account jsonb)
  ), new_people as (
    insert into plain.users (email_address, name) select email, name from sent s
    where not exists (select from plain.users u where lower(u.email_address) = s.address)
    on conflict (lower(email_address)) do nothing returning id, lower(email_address) as address
  ), people as (
    select id, address from new_people
    union all select u.id, s.address from sent s join plain.users u on lower(u.email_address) = s.address
  ), accounts as (
    insert into plain.external_accounts as a (external_id, name, plan, mrr, custom_fields)
    select distinct on (1) account ->> 'external_id', account ->> 'name', account ->> 'plan', (account ->> 'mrr')::numeric,
      jsonb_build_object('cf_region', account -> 'cf_region')
    from sent
    on conflict (external_id) do update set name = excluded.name, plan = excluded.plan, mrr = excluded.mrr,
      custom_fields = a.custom_fields || excluded.custom_fields
    returning id, external_id
  )
  insert into plain.external_users as e
    (external_id, email, name, type, external_created_at, custom_fields, user_id, external_account_id)
  select s.external_id, email, name, type, external_created_at,
    jsonb_build_object('cf_persona', cf_persona, 'cf_seats', cf_seats), p.id, a.id
  from sent s join people p on p.address = s.address join accounts a on a.external_id = account ->> 'external_id'
  on conflict (external_id) do update set email = excluded.email, name = excluded.name, type = excluded.type,
    external_created_at = excluded.external_created_at, custom_fields = e.custom_fields || excluded.custom_fields,
    external_account_id = excluded.external_account_id, updated_at = now()
  returning id, user_id`

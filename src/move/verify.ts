// Compares the form with what is in the database after a move: how many records, the votes of every suggestion, revenue, and the values
// of some records chosen at random.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { copyRows, renderCopyRow } from '../db/driver.ts'
import { noAddress } from './addresses.ts'
import { KINDS, type Kind, type Manifest } from './form.ts'
import { KeySet } from './key-set.ts'
import type { KeyedKind } from './kinds.ts'
import type { Move } from './move.ts'
import { showPictures } from './pictures.ts'
import { type Batch, type Line, type LineMapping, readBatches } from './reader.ts'
import { findKeysOfVotes } from './votes.ts'

/** One comparison. `expected` is what the form has, `found` what the database has. */
export type Check = { name: string; expected: number; found: number; isEqual: boolean }

export type Difference = { kind: Kind; key: string; field: string; expected: string; found: string }

export type Verification = {
  verified: boolean
  checks: Check[]
  /** Of the sample, at most a hundred. */
  differences: Difference[]
  sampled: number
}

const SAMPLE_SIZE = 50
const MAX_DIFFERENCES = 100
const BATCH_SIZE = 5000

export type VerifyContext = {
  /** One connection (onOneConnection). */
  db: Db
  folder: string
  manifest: Manifest
  mapped: LineMapping
  move: Move
  /** How many lines of each kind the load left out. */
  leftOut: Record<Kind, number>
  signal: AbortSignal
  progress(kind: Kind, bytes: number): void
}

export async function verifyMove(context: VerifyContext): Promise<Verification> {
  const { db, folder, manifest, mapped, move, leftOut, signal, progress } = context
  const result: Verification = { verified: true, checks: [], differences: [], sampled: 0 }
  const compare = (name: string, expected: number, found: number) =>
    result.checks.push({ name, expected, found, isEqual: expected === found })
  const compareWithSource = (kind: Kind, lines: number) => {
    const total = manifest.totals?.[kind]
    if (total) compare(`${kind} of the source`, total.source - total.left_out, lines)
  }
  await sql`truncate move_expected`.execute(db)
  const revenue = { expected: 0, found: 0 }
  for (const kind of KINDS) {
    if (kind === 'supporters') {
      const all = { lines: 0 }
      await copyRows(db, sql`copy move_expected from stdin`, keysOfVotes(context, all))
      compareWithSource(kind, all.lines)
      await compareVotes(db, move, compare)
      continue
    }
    const all = { lines: 0, found: 0, deleted: 0 }
    const seen = new KeySet()
    const sample = new Sample()
    for await (const batch of readBatches(folder, kind, { size: BATCH_SIZE, manifest, mapped })) {
      signal.throwIfAborted()
      all.lines += countLines(batch)
      const lines = (batch.lines as Line[]).filter(({ key }) => key === '' || seen.add(key))
      await showPictures({ db, move, kind }, lines)
      if (kind === 'merges') all.found += await countMerged(db, move, lines as Line<'merges'>[])
      else await addFound(context, kind, lines, all)
      if (kind === 'external_accounts')
        await addRevenue(db, move, lines as Line<'external_accounts'>[], revenue)
      for (const line of lines) sample.offer(line)
      progress(kind, batch.bytes)
    }
    compareWithSource(kind, all.lines)
    compare(kind, all.lines - leftOut[kind] - all.deleted, all.found)
    if (kind !== 'merges') {
      result.sampled += sample.lines.length
      result.differences.push(...(await compareSample(context, kind, sample.lines)))
    }
  }
  compare('revenue of accounts (mrr)', revenue.expected / 100, revenue.found / 100)
  result.differences.splice(MAX_DIFFERENCES)
  result.verified = result.checks.every(({ isEqual }) => isEqual) && result.differences.length === 0
  return result
}

const countLines = ({ lines, problems, leftOutByMapping }: Batch<Kind>) =>
  lines.length + leftOutByMapping + problems.filter(({ isLeftOut }) => isLeftOut).length

/** Each line has the same chance. */
class Sample {
  readonly lines: Line[] = []
  #offered = 0

  offer(line: Line): void {
    this.#offered++
    if (this.lines.length < SAMPLE_SIZE) this.lines.push(line)
    else {
      const at = randomInt(this.#offered)
      if (at < SAMPLE_SIZE) this.lines[at] = line
    }
  }
}

/** What people deleted here since is no difference. */
async function addFound(
  { db, move }: VerifyContext,
  kind: KeyedKind,
  lines: Line[],
  all: { found: number; deleted: number },
): Promise<void> {
  const { rows } = await sql<{ found: number; deleted: number }>`
    select count(t.id) as found, count(*) filter (where t.id is null) as deleted
    from move_records m left join ${sql.table(kind)} t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = ${kind}
      and m.source_key = any(${lines.map(({ key }) => key)})`.execute(db)
  all.found += rows[0]?.found ?? 0
  all.deleted += rows[0]?.deleted ?? 0
}

async function countMerged(db: Db, move: Move, lines: Line<'merges'>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from move_records m join suggestions t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = 'suggestions' and t.parent_suggestion_id is not null
      and m.source_key = any(${lines.map(({ record }) => record.from)})`.execute(db)
  return rows[0]?.count ?? 0
}

async function* keysOfVotes(
  { folder, manifest, mapped, signal, progress }: VerifyContext,
  all: { lines: number },
): AsyncGenerator<string> {
  const reading = { size: BATCH_SIZE, manifest, mapped }
  for await (const batch of readBatches(folder, 'supporters', reading)) {
    signal.throwIfAborted()
    all.lines += countLines(batch)
    if (batch.lines.length > 0)
      yield batch.lines
        .map(({ record }) => renderCopyRow([record.suggestion, record.user]))
        .join('')
    progress('supporters', batch.bytes)
  }
}

/** Of every suggestion. People who are one person here count once, and so do the votes of merged suggestions. */
async function compareVotes(
  db: Db,
  move: Move,
  compare: (name: string, expected: number, found: number) => void,
): Promise<void> {
  await findKeysOfVotes(db, move.id)
  await sql`analyze move_expected`.execute(db)
  const { rows } = await sql<{ expected: number; found: number; differing: number }>`
    with expected as (
      select distinct s.id as suggestion_id, p.id as user_id
      from move_expected e join move_suggestion_keys s on s.source_key = e.suggestion
        join move_person_keys p on p.source_key = e.person
    ), by_suggestion as (
      select e.suggestion_id, count(*) as expected, count(x.id) as found
      from expected e left join supporters x on x.suggestion_id = e.suggestion_id and x.user_id = e.user_id
      group by 1
    )
    select coalesce(sum(expected), 0)::float8 as expected, coalesce(sum(found), 0)::float8 as found,
      count(*) filter (where expected <> found) as differing
    from by_suggestion`.execute(db)
  const { expected, found, differing } = rows[0] as (typeof rows)[number]
  compare('supporters', expected, found)
  compare('suggestions whose votes differ', 0, differing)
}

/** Of the accounts that the move created or changed: others keep the revenue that they had. In hundredths, which add up exactly. */
async function addRevenue(
  db: Db,
  move: Move,
  lines: Line<'external_accounts'>[],
  revenue: { expected: number; found: number },
): Promise<void> {
  const { rows } = await sql<{ source_key: string; digest: string; hundredths: number }>`
    select m.source_key, encode(m.digest, 'base64') as digest, coalesce(round(t.mrr * 100), 0)::float8 as hundredths
    from move_records m join external_accounts t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = 'external_accounts' and m.is_own
      and m.source_key = any(${lines.map(({ key }) => key)})`.execute(db)
  const found = new Map(rows.map((row) => [row.source_key, row]))
  for (const { key, digest, record } of lines) {
    const here = found.get(key)
    if (here?.digest !== digest) continue
    revenue.expected += Math.round((record.mrr ?? 0) * 100)
    revenue.found += here.hundredths
  }
}

/** The members of a kind that a column of the same meaning holds. */
const COMPARED: Record<KeyedKind, Record<string, string>> = {
  custom_fields: { field: 'key', object_type: 'object_type', field_type: 'field_type' },
  forums: { name: 'name' },
  categories: { name: 'name' },
  labels: { name: 'name' },
  statuses: { name: 'name' },
  users: { email_address: 'email_address', name: 'name', created_at: 'created_at' },
  external_accounts: {
    external_id: 'external_id',
    name: 'name',
    plan: 'plan',
    created_at: 'created_at',
  },
  external_users: { external_id: 'external_id', name: 'name', created_at: 'created_at' },
  suggestions: {
    title: 'title',
    body: 'body',
    state: 'state',
    created_at: 'created_at',
  },
  comments: { body: 'body', state: 'state', created_at: 'created_at' },
  notes: { body: 'body', created_at: 'created_at' },
  status_updates: { body: 'body', created_at: 'created_at' },
  feedback_records: { body: 'body', created_at: 'created_at' },
  announcements: { title: 'title', body: 'body', created_at: 'created_at' },
  attachments: { file_name: 'file_name', created_at: 'created_at' },
}

type Found = {
  source_key: string
  is_own: boolean
  digest: string
  row: Record<string, unknown>
}

async function compareSample(
  { db, manifest, move }: VerifyContext,
  kind: KeyedKind,
  lines: Line[],
): Promise<Difference[]> {
  const { rows } = await sql<Found>`
    select m.source_key, m.is_own, encode(m.digest, 'base64') as digest, to_jsonb(t) as row
    from move_records m join ${sql.table(kind)} t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = ${kind}
      and m.source_key = any(${lines.map(({ key }) => key)})`.execute(db)
  const byKey = new Map(rows.map((row) => [row.source_key, row]))
  const differences: Difference[] = []
  for (const { key, digest, record } of lines) {
    const stored = byKey.get(key)
    // A record that existed before the move stays as it was, and so does one whose change does not fit, which the report says.
    if (stored?.is_own !== true || stored.digest !== digest) continue
    for (const [member, column] of Object.entries(COMPARED[kind])) {
      const value = (record as Record<string, unknown>)[member]
      const wanted =
        kind === 'users' && member === 'email_address' && !value ? noAddress(manifest, key) : value
      if (wanted === undefined || wanted === null) continue
      const expected = textOf(member, wanted)
      const found = textOf(member, stored.row[column])
      if (expected !== found) differences.push({ kind, key, field: member, expected, found })
    }
  }
  return differences
}

function textOf(member: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return member.endsWith('_at') ? new Date(text).toISOString() : text
}

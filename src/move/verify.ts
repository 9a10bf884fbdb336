// Compares the form with what is in the database after a move: how many records, the votes of every suggestion, revenue, the values of some
// records and votes chosen at random, and links of texts that lead nowhere.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { copyRows, renderCopyRow } from '../db/driver.ts'
import { type CustomValue, coerceValue } from '../write/core/custom-values.ts'
import { noAddress } from './addresses.ts'
import { COMPARED, LINKS, LISTS, REFERRED, REFUSED } from './compared.ts'
import { countFollowers } from './followers.ts'
import { type KeyedKind, KINDS, type Kind, type Manifest, REFERENCES } from './form.ts'
import { KeySet } from './key-set.ts'
import { type DeadLinks, LinkCheck } from './links.ts'
import { readFieldTypes } from './load.ts'
import type { Brought } from './load-context.ts'
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
  deadLinks: DeadLinks
}

const SAMPLE_SIZE = 50
const VOTES_SAMPLE_SIZE = 500
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
  /** What a repeated run created or changed. Null: everything of the move. People here can have worked with the rest since. */
  brought: Brought | null
  signal: AbortSignal
  progress(kind: Kind, bytes: number): void
}

export async function verifyMove(context: VerifyContext): Promise<Verification> {
  const { db, folder, manifest, mapped, move, leftOut, signal, progress } = context
  const links = new LinkCheck(db, move, manifest.account)
  const result: Verification = {
    verified: true,
    checks: [],
    differences: [],
    sampled: 0,
    deadLinks: links.dead,
  }
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
      const votes = new Sample<Line<'supporters'>>(VOTES_SAMPLE_SIZE)
      await copyRows(db, sql`copy move_expected from stdin`, keysOfVotes(context, all, votes))
      compareWithSource(kind, all.lines)
      await compareVotes(db, move, compare)
      result.sampled += votes.lines.length
      result.differences.push(...(await compareSampledVotes(db, move, votes.lines)))
      continue
    }
    const all = { lines: 0, found: 0, deleted: 0 }
    const seen = new KeySet()
    const sample = new Sample<Line>(SAMPLE_SIZE)
    for await (const batch of readBatches(folder, kind, { size: BATCH_SIZE, manifest, mapped })) {
      signal.throwIfAborted()
      all.lines += countLines(batch)
      const lines = (batch.lines as Line[]).filter(({ key }) => key === '' || seen.add(key))
      await showPictures({ db, move, kind }, lines)
      if (kind === 'followers') {
        const { found, deleted } = await countFollowers(db, move.id, lines as Line<'followers'>[])
        all.found += found
        all.deleted += deleted
      } else if (kind === 'merges')
        all.found += await countMerged(db, move, lines as Line<'merges'>[])
      else await addFound(context, kind, lines, all)
      if (kind === 'external_accounts')
        result.differences.push(
          ...(await addRevenue(context, lines as Line<'external_accounts'>[], revenue)),
        )
      await links.check(kind, lines)
      for (const line of lines) sample.offer(line)
      progress(kind, batch.bytes)
    }
    compareWithSource(kind, all.lines)
    compare(kind, all.lines - leftOut[kind] - all.deleted, all.found)
    if (kind !== 'merges' && kind !== 'followers') {
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

/** Each line has the same chance. Most lines of millions are only counted: the next one that is taken is drawn, not each (algorithm L). */
class Sample<T> {
  readonly lines: T[] = []
  readonly #size: number
  #offered = 0
  #next = 0
  #weight = 1

  constructor(size: number) {
    this.#size = size
  }

  offer(line: T): void {
    this.#offered++
    if (this.lines.length < this.#size) {
      this.lines.push(line)
      if (this.lines.length === this.#size) this.#draw()
    } else if (this.#offered === this.#next) {
      this.lines[randomInt(this.#size)] = line
      this.#draw()
    }
  }

  #draw(): void {
    this.#weight *= random() ** (1 / this.#size)
    const skipped = Math.floor(Math.log(random()) / Math.log1p(-this.#weight))
    this.#next = this.#offered + 1 + skipped
  }
}

const MAX_RANDOM = 2 ** 40

/** Above 0 and below 1. */
const random = () => (randomInt(MAX_RANDOM) + 0.5) / MAX_RANDOM

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
  sample: Sample<Line<'supporters'>>,
): AsyncGenerator<string> {
  const reading = { size: BATCH_SIZE, manifest, mapped }
  for await (const batch of readBatches(folder, 'supporters', reading)) {
    signal.throwIfAborted()
    all.lines += countLines(batch)
    for (const line of batch.lines) sample.offer(line)
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

type SampledVote = {
  key: string
  votes: number
  is_subscribed: boolean
  created_at: string | null
  here: { votes: number; is_subscribed: boolean; created_at: string }
}

/**
 * Weight, time and subscription of votes that this move created; the number of votes is compared for all. Where several lines are one vote,
 * only the first one counts, so these are not compared.
 */
async function compareSampledVotes(
  db: Db,
  move: Move,
  lines: Line<'supporters'>[],
): Promise<Difference[]> {
  const sample = lines.map(({ record: { suggestion, user, ...vote } }) => ({
    suggestion,
    person: user,
    votes: vote.votes ?? 1,
    is_subscribed: vote.is_subscribed ?? true,
    created_at: vote.created_at ?? null,
  }))
  const { rows } = await sql<SampledVote>`
    with sampled as materialized (
      select v.*, row_number() over () as number, s.id as suggestion_id, p.id as user_id
      from jsonb_to_recordset(${JSON.stringify(sample)}::jsonb) v (
          suggestion text, person text, votes integer, is_subscribed boolean, created_at timestamptz(3))
        join move_suggestion_keys s on s.source_key = v.suggestion collate "C"
        join move_person_keys p on p.source_key = v.person collate "C"
    ), single as (
      select v.number
      from sampled v join move_suggestion_keys s on s.id = v.suggestion_id join move_person_keys p on p.id = v.user_id
        join move_expected e on e.suggestion = s.source_key and e.person = p.source_key
      group by 1 having count(*) = 1
    )
    select v.suggestion || ' ' || v.person as key, v.votes, v.is_subscribed, v.created_at::text,
      jsonb_build_object('votes', x.votes_count, 'is_subscribed', x.is_subscribed, 'created_at', x.created_at::text) as here
    from sampled v join single using (number)
      join supporters x on x.suggestion_id = v.suggestion_id and x.user_id = v.user_id
    where exists (select from move_votes own where own.move_id = ${move.id} and own.ids @> x.id)
      and (x.votes_count, x.is_subscribed, x.created_at)
        is distinct from (v.votes, v.is_subscribed, coalesce(v.created_at, x.created_at))
    order by v.number`.execute(db)
  return rows.flatMap(({ key, here, ...expected }) =>
    (['votes', 'is_subscribed', 'created_at'] as const)
      .filter((field) => expected[field] !== null && expected[field] !== here[field])
      .map((field) => ({
        kind: 'supporters' as const,
        key,
        field,
        expected: String(expected[field]),
        found: String(here[field]),
      })),
  )
}

/** Of the accounts that the move created or changed: others keep the revenue that they had. In hundredths, which add up exactly. */
async function addRevenue(
  { db, move, brought }: VerifyContext,
  lines: Line<'external_accounts'>[],
  revenue: { expected: number; found: number },
): Promise<Difference[]> {
  const { rows } = await sql<{ source_key: string; digest: string; hundredths: number }>`
    select m.source_key, encode(m.digest, 'base64') as digest, coalesce(round(t.mrr * 100), 0)::float8 as hundredths
    from move_records m join external_accounts t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = 'external_accounts' and m.is_own
      and m.source_key = any(${lines.map(({ key }) => key)})`.execute(db)
  const found = new Map(rows.map((row) => [row.source_key, row]))
  const differences: Difference[] = []
  for (const { key, digest, record } of lines) {
    const here = found.get(key)
    if (here?.digest !== digest || brought?.external_accounts.has(key) === false) continue
    const expected = Math.round((record.mrr ?? 0) * 100)
    revenue.expected += expected
    revenue.found += here.hundredths
    if (expected !== here.hundredths && differences.length < MAX_DIFFERENCES)
      differences.push({
        kind: 'external_accounts',
        key,
        field: 'mrr',
        expected: (expected / 100).toFixed(2),
        found: (here.hundredths / 100).toFixed(2),
      })
  }
  return differences
}

type SourceRecord = Record<string, unknown>

type Found = { source_key: string; is_own: boolean; digest: string; row: SourceRecord }

type Compared = {
  key: string
  record: SourceRecord
  row: SourceRecord
  /** Everything of it is compared. */
  isWhole: boolean
}

async function compareSample(
  context: VerifyContext,
  kind: KeyedKind,
  lines: Line[],
): Promise<Difference[]> {
  const { db, manifest, move, brought } = context
  const { rows } = await sql<Found>`
    select m.source_key, m.is_own, encode(m.digest, 'base64') as digest, to_jsonb(t) as row
    from move_records m join ${sql.table(kind)} t on t.id = m.record_id
    where m.move_id = ${move.id} and m.kind = ${kind}
      and m.source_key = any(${lines.map(({ key }) => key)})`.execute(db)
  const byKey = new Map(rows.map((row) => [row.source_key, row]))
  const compared = lines.flatMap(({ key, digest, record }): Compared[] => {
    const stored = byKey.get(key)
    // A record that existed before the move stays as it was, and so does one whose change does not fit, which the report says.
    if (stored?.is_own !== true || stored.digest !== digest) return []
    const isWhole = brought === null || brought[kind].has(key)
    const { email_address, ...members } = record as SourceRecord
    const address =
      kind === 'users' ? { email_address: email_address || noAddress(manifest, key) } : {}
    return [{ key, record: { ...members, ...address }, row: stored.row, isWhole }]
  })
  const named = await findNamed(context, kind, compared)
  const types = await readFieldTypes(db, kind)
  const differences = compared.flatMap((one) => [
    ...compareMembers(kind, one),
    ...(one.isWhole ? compareReferences(kind, one, named) : []),
    ...(one.isWhole ? compareFields(kind, one, types) : []),
  ])
  return [...differences, ...(await compareLists(context, kind, compared))]
}

function compareMembers(kind: KeyedKind, { key, record, row, isWhole }: Compared): Difference[] {
  const { always, whole } = COMPARED[kind]
  const values: [field: string, found: unknown][] = [
    ...Object.entries(always).map(([member, column]): [string, unknown] => [member, row[column]]),
    ...Object.entries(isWhole ? whole : {}).map(([member, read]): [string, unknown] => [
      member,
      read(row),
    ]),
  ]
  return values
    .filter(([field]) => record[field] !== undefined && record[field] !== null)
    .filter(([field]) => !(field in REFUSED) || record[field] === REFUSED[field])
    .map(([field, found]) => ({
      kind,
      key,
      field,
      expected: textOf(field, record[field]),
      found: textOf(field, found),
    }))
    .filter(({ expected, found }) => expected !== found)
}

function compareReferences(
  kind: KeyedKind,
  { key, record, row }: Compared,
  named: Map<string, number[]>,
): Difference[] {
  return Object.entries(REFERRED[kind] ?? {}).flatMap(([field, column]) => {
    const ids = named.get(`${field} ${record[field]}`)
    const found = row[column] as number | null
    // One that is not here is a line of the report.
    if (ids === undefined || (found !== null && ids.includes(found))) return []
    const expected = `${record[field]} (id ${ids[0]})`
    return [{ kind, key, field, expected, found: found === null ? 'none' : `id ${found}` }]
  })
}

function compareFields(
  kind: KeyedKind,
  { key, record, row }: Compared,
  types: Awaited<ReturnType<typeof readFieldTypes>>,
): Difference[] {
  const found = (row.custom_fields ?? {}) as SourceRecord
  return Object.entries((record.custom_fields ?? {}) as SourceRecord).flatMap(([name, value]) => {
    const type = types.get(name)
    const coerced = type && coerceValue(type, value as CustomValue)
    // One that does not fit is a line of the report.
    if (!coerced || !('value' in coerced) || coerced.value === null) return []
    const expected = String(coerced.value)
    const here = String(found[name] ?? '')
    return expected === here
      ? []
      : [{ kind, key, field: `custom_fields.${name}`, expected, found: here }]
  })
}

/**
 * By member and key, the records here that it can mean: what belongs to a merged suggestion is at its target, and an answer to an answer joins
 * its thread.
 */
async function findNamed(
  { db, move }: VerifyContext,
  kind: KeyedKind,
  compared: Compared[],
): Promise<Map<string, number[]>> {
  const named = new Map<string, number[]>()
  for (const member of Object.keys(REFERRED[kind] ?? {})) {
    const of = REFERENCES[kind][member]?.kind as KeyedKind
    const keys = compared
      .filter(({ isWhole }) => isWhole)
      .map(({ record }) => record[member])
      .filter((key) => typeof key === 'string')
    if (keys.length === 0) continue
    const target = JOINED[of] ?? ''
    const { rows } = await sql<{ source_key: string; id: number; target: number | null }>`
      select m.source_key, t.id, (to_jsonb(t) ->> ${target})::bigint as target
      from move_records m join ${sql.table(of)} t on t.id = m.record_id
      where m.move_id = ${move.id} and m.kind = ${of} and m.source_key = any(${keys})`.execute(db)
    for (const { source_key, id, target: joined } of rows)
      named.set(`${member} ${source_key}`, joined === null ? [id] : [id, joined])
  }
  return named
}

const JOINED: Partial<Record<KeyedKind, string>> = {
  suggestions: 'parent_suggestion_id',
  comments: 'reply_to_id',
}

/** What a list of the source names must be there. People here can have added more. */
async function compareLists(
  { db, move }: VerifyContext,
  kind: KeyedKind,
  compared: Compared[],
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [member, of] of Object.entries(LISTS[kind] ?? {})) {
    const wanted = compared
      .filter(({ record, isWhole }) => isWhole && Array.isArray(record[member]))
      .map(({ key, row, record }) => ({ key, id: row.id, names: record[member] }))
    if (wanted.length === 0) continue
    const { rows } = await sql<{ key: string; name: string; id: number }>`
      select w.key, name, t.id
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w (key text, id bigint, names jsonb),
        jsonb_array_elements_text(w.names) name
      join move_records m on m.move_id = ${move.id} and m.kind = ${of} and m.source_key = name
      join ${sql.table(of)} t on t.id = m.record_id
      where not exists (select from (${LINKS}) l where l.member = ${member} and l.owner = w.id and l.target = t.id)
      order by 1, 2`.execute(db)
    for (const { key, name, id } of rows)
      differences.push({
        kind,
        key,
        field: member,
        expected: `${name} (id ${id})`,
        found: 'none',
      })
  }
  return differences
}

const TIMES = /_at$|^last_login$/

function textOf(member: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (member === 'ltv') return Number(value).toFixed(2)
  return TIMES.test(member) ? new Date(String(value)).toISOString() : String(value)
}

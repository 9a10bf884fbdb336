// Loads the form. A batch is one transaction of a few statements over all of its records, so that triggers keep the figures exact at a
// small cost for each. What an earlier run brought is found by its key and skipped where it is unchanged: a run that was killed is
// resumed by running again.
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { formattedToHtml } from '../core/formatted-text.ts'
import type { Db, Tx } from '../db/db.ts'
import { addJob } from '../db/enqueue.ts'
import { thumbnailJob } from '../write/background/thumbnails.ts'
import { type CustomValue, coerceValue, type FieldType } from '../write/core/custom-values.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { noAddress } from './addresses.ts'
import { type StoredFile, storeMovedFile } from './files.ts'
import { loadFollowers } from './followers.ts'
import {
  type FormRecord,
  type KeyedKind,
  KINDS,
  type Kind,
  type Manifest,
  REFERENCES,
} from './form.ts'
import { KeySet } from './key-set.ts'
import { STORAGE } from './kinds.ts'
import {
  type Counts,
  type LoadContext,
  type Loaded,
  leftOut,
  noCounts,
  noKeys,
  withFreshIds,
} from './load-context.ts'
import { loadMerges } from './merges.ts'
import { beginMove, type Move, setMoveState } from './move.ts'
import { type LoadFiles, notePictures, showPictures, stagePictures } from './pictures.ts'
import { ProblemList } from './problems.ts'
import { type Line, readBatches } from './reader.ts'
import type { Plan } from './survey.ts'
import { loadVotes } from './votes.ts'

/** A label refers to one of the line before, and becomes the same as one with its name. */
const BATCH_SIZES: Partial<Record<Kind, number>> = { labels: 1, attachments: 50 }
const BATCH_SIZE = 5000

export async function loadForm(
  context: LoadContext,
  { highestIds, ...plan }: Pick<Plan, 'highestIds' | 'mapping' | 'survey'>,
): Promise<Loaded> {
  const { db, manifest } = context
  const move = await beginMove(db, manifest, plan)
  for (const [kind, highest] of highestIds) await moveSequence(db, kind, highest)
  const loaded: Loaded = {
    move,
    counts: Object.fromEntries(KINDS.map((kind) => [kind, noCounts()])) as Loaded['counts'],
    problems: new ProblemList(),
    brought: context.isRepeated ? noKeys() : null,
  }
  await stagePictures(db, context)
  for (const kind of KINDS) {
    if (kind === 'supporters') await loadVotes(context, loaded)
    else if (kind === 'followers') await loadFollowers(context, loaded)
    else if (kind === 'merges') await loadMerges(context, loaded)
    else await loadKind(context, loaded, kind)
  }
  await setMoveState(db, move.id, 'completed')
  return loaded
}

/** New records get ids behind those that are kept. */
async function moveSequence(db: Db, kind: Kind, highest: number): Promise<void> {
  await sql`
    select setval(name, ${highest}) from (select pg_get_serial_sequence(${kind}, 'id') as name) s
    where coalesce(pg_sequence_last_value(name::regclass), 0) < ${highest}`.execute(db)
}

async function loadKind(context: LoadContext, loaded: Loaded, kind: KeyedKind): Promise<void> {
  const { db, folder, manifest, mapped, signal, progress } = context
  const { counts, problems, move } = loaded
  const seen = new KeySet()
  const prepare = await preparation(context, kind, problems)
  const size = BATCH_SIZES[kind] ?? BATCH_SIZE
  for await (const batch of readBatches(folder, kind, { size, manifest, mapped })) {
    signal.throwIfAborted()
    counts[kind].left_out +=
      batch.leftOutByMapping + batch.problems.filter(({ isLeftOut }) => isLeftOut).length
    problems.push(...batch.problems)
    const lines = batch.lines.filter((line) => {
      if (seen.add(line.key)) return true
      problems.push(leftOut(kind, line, 'an earlier line has the same key.'))
      counts[kind].left_out++
      return false
    })
    if (lines.length > 0) {
      await showPictures({ db, move, kind }, lines as Line[], filesOf(context, move))
      const prepared = await prepare(lines as Line[], move)
      counts[kind].left_out += lines.length - prepared.length
      const result = await withFreshIds(() =>
        inTransaction(db, (tx) => loadBatch(tx, loaded, kind, prepared)),
      )
      for (const name of ['created', 'changed', 'unchanged', 'matched'] as const)
        counts[kind][name] += result[name]
      for (const key of result.brought) loaded.brought?.[kind].add(key)
      counts[kind].left_out += result.orphans.length
      for (const { line, source_key, member } of result.orphans)
        problems.push(
          leftOut(kind, { line, key: source_key }, `${member} names a record that is not there.`),
        )
      const change = ({ line, source_key }: Misfit, message: string) =>
        problems.push({ kind, line, key: source_key, message, isLeftOut: false })
      for (const clash of result.clashes)
        change(
          clash,
          `another record here has the same ${clash.member}, so this one stays as it was.`,
        )
      for (const twin of result.twins)
        change(twin, `another line has the same ${twin.member}, so both become one record.`)
    }
    progress(kind, batch.bytes)
  }
}

/** A line and the member that is in the way. */
type Misfit = { line: number; source_key: string; member: string }
type BatchResult = Omit<Counts, 'left_out'> & {
  /** The keys of what is new or changed, of a repeated run. */
  brought: string[]
  orphans: Misfit[]
  clashes: Misfit[]
  twins: Misfit[]
}

async function loadBatch(
  tx: Tx,
  { move, brought }: Pick<Loaded, 'move' | 'brought'>,
  kind: KeyedKind,
  lines: Line[],
): Promise<BatchResult> {
  // A trial is one transaction.
  await sql`delete from move_staged`.execute(tx)
  await sql`
    insert into move_staged (move_id, line, source_key, digest, record, here)
    select ${move.id}, line, key, decode(digest, 'base64'), record, here
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (line integer, key text, digest text, record jsonb, here bigint)`.execute(
    tx,
  )
  await findKnown(tx, kind)
  const begun = kind === 'attachments' ? await countBegun(tx) : 0
  const orphans = await removeOrphans(tx, kind)
  const clashes = await keepClashing(tx, kind)
  // Names and addresses as they are now decide what is there. A comment that changed can answer a new one.
  const { match } = STORAGE[kind]
  if (match) await updateChanged(tx, kind)
  await findExisting(tx, kind)
  if (FIRST_RECORDS.includes(kind)) await takeOverIds(tx, kind)
  await giveIds(tx, kind)
  await noteRecords(tx, kind)
  const twins = await findTwins(tx, kind)
  await insertNew(tx, kind)
  if (!match) await updateChanged(tx, kind)
  await complete(tx, kind)
  if (kind === 'attachments') await notePictures(tx, move, lines as Line<'attachments'>[])
  const { rows } = await sql<{ state: string | null; count: number }>`
    select state, count(*) from move_staged group by state`.execute(tx)
  const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    brought: brought === null ? [] : await findBrought(tx),
    created: count('new') + begun,
    changed: count('changed') - begun,
    unchanged: count('same') + count('gone') + count('kept'),
    matched: count('matched'),
    orphans,
    clashes,
    twins,
  }
}

async function findBrought(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ source_key: string }>`
    select source_key from move_staged where state in ('new', 'changed')`.execute(tx)
  return rows.map(({ source_key }) => source_key)
}

/** What an earlier run brought. Of that, only what this move created is changed. What people deleted here stays deleted. */
async function findKnown(tx: Tx, kind: KeyedKind): Promise<void> {
  await sql`
    update move_staged s set id = m.record_id, state = case
        when m.digest = s.digest then 'same'
        when not exists (select from ${sql.table(kind)} t where t.id = m.record_id) then 'gone'
        when m.is_own then 'changed' else 'matched' end
    from move_records m
    where m.move_id = s.move_id and m.kind = ${kind} and m.source_key = s.source_key`.execute(tx)
}

/** Files of pictures, which came before the texts that show them. Here they become those of their record. */
async function countBegun(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from move_staged s
    join move_records m on m.move_id = s.move_id and m.kind = 'attachments' and m.source_key = s.source_key
    where s.state = 'changed' and m.digest = ''`.execute(tx)
  return rows[0]?.count ?? 0
}

async function removeOrphans(tx: Tx, kind: KeyedKind): Promise<Misfit[]> {
  const needed = Object.entries(REFERENCES[kind]).filter(
    ([, { isRequired, isLimit }]) => isRequired || isLimit,
  )
  const orphans: Misfit[] = []
  for (const [member, { kind: of, isRequired }] of needed) {
    const isNamed = isRequired
      ? sql`m.source_key = s.record ->> ${member}`
      : sql`jsonb_exists(s.record -> ${member}, m.source_key)`
    const isMissing = isRequired ? sql`true` : sql`s.record -> ${member} <> '[]'`
    const { rows } = await sql<{ line: number; source_key: string }>`
      delete from move_staged s where coalesce(state, 'changed') = 'changed' and ${isMissing} and not exists (
        select from move_records m join ${sql.table(of)} t on t.id = m.record_id
        where m.move_id = s.move_id and m.kind = ${of} and ${isNamed})
      returning line, source_key`.execute(tx)
    orphans.push(...rows.map((row) => ({ ...row, member })))
  }
  return orphans
}

/** Changes that would make two records one, such as an address that somebody else has. The next run tries again. */
async function keepClashing(tx: Tx, kind: KeyedKind): Promise<Misfit[]> {
  const { match } = STORAGE[kind]
  if (match === undefined) return []
  const changed = await sql`
    update move_staged s set match = ${sql.raw(match.staged)} where state = 'changed'`.execute(tx)
  if (changed.numAffectedRows === 0n) return []
  await sql`
    update move_staged s set state = 'kept'
    where state = 'changed'
      and not exists (select from ${sql.table(kind)} t where t.id = s.id and ${sql.raw(match.existing)} = s.match)
      and (exists (select from ${sql.table(kind)} t where ${sql.raw(match.existing)} = s.match and t.id <> s.id)
        or exists (select from move_staged f where f.state = 'changed' and f.match = s.match and f.line < s.line))`.execute(
    tx,
  )
  const { rows } = await sql<{ line: number; source_key: string }>`
    select line, source_key from move_staged where state = 'kept' order by line`.execute(tx)
  return rows.map((row) => ({ ...row, member: match.member }))
}

/** The records that are there already: what people mapped, people by their address, forums by their name. Of equal ones in a batch the first is new. */
async function findExisting(tx: Tx, kind: KeyedKind): Promise<void> {
  const { match } = STORAGE[kind]
  if (match === undefined) return
  await sql`
    update move_staged s set id = here, state = 'matched'
    where state is null and exists (select from ${sql.table(kind)} t where t.id = s.here)`.execute(
    tx,
  )
  await sql`
    update move_staged s set match = ${sql.raw(match.staged)} where state is null`.execute(tx)
  await sql`
    update move_staged s set id = t.id, state = 'matched'
    from (
      select distinct on (${sql.raw(match.existing)}) t.id, ${sql.raw(match.existing)} as match from ${sql.table(kind)} t
      where ${sql.raw(match.existing)} in (select match from move_staged where state is null)
      order by ${sql.raw(match.existing)}, t.id
    ) t
    where s.state is null and s.match = t.match`.execute(tx)
  await sql`
    update move_staged s set state = 'twin'
    where state is null and exists (
      select from move_staged f where f.state is null and f.match = s.match and f.line < s.line)`.execute(
    tx,
  )
}

/** What a new account has before anybody worked with it. */
const FIRST_RECORDS: KeyedKind[] = ['forums', 'statuses']

/** Something refers to the record, such as a category, or another line took the id. */
const KEEPS_ID = ['23503', '23505']

/** In an account that nobody used yet, the first records get the ids of the source, so that its links and stored ids keep working. */
async function takeOverIds(tx: Tx, kind: KeyedKind): Promise<void> {
  const { rows } = await sql<{ is_unused: boolean }>`
    select not exists (select from suggestions) and not exists (select from views) as is_unused`.execute(
    tx,
  )
  if (!rows[0]?.is_unused) return
  const { rows: wishes } = await sql<{ id: number; wanted: number }>`
    select distinct on (s.id) s.id, wanted
    from move_staged s, lateral (select (record ->> 'id')::bigint as wanted) w
    where state = 'matched' and wanted <> s.id
      and not exists (select from ${sql.table(kind)} t where t.id = wanted)
      and not exists (select from move_records m where m.kind = ${kind} and m.record_id = s.id)
    order by s.id, line`.execute(tx)
  for (const { id, wanted } of wishes) {
    await sql`savepoint take_over`.execute(tx)
    try {
      await sql`update ${sql.table(kind)} set id = ${wanted} where id = ${id}`.execute(tx)
      await sql`update move_staged set id = ${wanted} where id = ${id}`.execute(tx)
    } catch (error) {
      if (!KEEPS_ID.includes(String((error as { code?: string }).code))) throw error
      await sql`rollback to savepoint take_over`.execute(tx)
    }
    await sql`release savepoint take_over`.execute(tx)
  }
}

/** Ids of the source are kept where they are free. */
async function giveIds(tx: Tx, kind: KeyedKind): Promise<void> {
  await sql`
    update move_staged s set id = wanted, state = 'new'
    from (
      select distinct on (wanted) line, wanted
      from (select line, (record ->> 'id')::bigint as wanted from move_staged where state is null) w
      where wanted is not null and not exists (select from ${sql.table(kind)} t where t.id = wanted)
      order by wanted, line
    ) free
    where s.line = free.line`.execute(tx)
  await sql`
    update move_staged s set id = n.id, state = 'new'
    from (
      select line, nextval((select pg_get_serial_sequence(${kind}, 'id'))::regclass) as id
      from (select line from move_staged where state is null order by line) missing
    ) n
    where s.line = n.line`.execute(tx)
  await sql`
    update move_staged s set id = f.id, state = 'matched'
    from move_staged f where s.state = 'twin' and f.state = 'new' and f.match = s.match`.execute(tx)
}

async function noteRecords(tx: Tx, kind: KeyedKind): Promise<void> {
  await sql`
    insert into move_records (move_id, kind, source_key, record_id, digest, is_own)
    select move_id, ${kind}, source_key, id, digest, state = 'new'
    from move_staged where state in ('new', 'matched', 'changed', 'gone') order by source_key
    on conflict (move_id, kind, source_key) do update set digest = excluded.digest`.execute(tx)
}

/** Lines that are the record of another line, such as two people with one address. */
async function findTwins(tx: Tx, kind: KeyedKind): Promise<Misfit[]> {
  const { match } = STORAGE[kind]
  if (match === undefined) return []
  const { rows } = await sql<{ line: number; source_key: string }>`
    select line, source_key from move_staged s
    where state = 'matched' and exists (
      select from move_records m where m.kind = ${kind} and m.record_id = s.id and m.move_id = s.move_id and m.is_own
        and m.source_key <> s.source_key)
    order by line`.execute(tx)
  return rows.map((row) => ({ ...row, member: match.member }))
}

const list = (parts: string[]): RawBuilder<unknown> => sql.raw(parts.join(', '))

async function insertNew(tx: Tx, kind: KeyedKind): Promise<void> {
  const { columns, defaults = {} } = STORAGE[kind]
  const names = [...Object.keys(columns), ...Object.keys(defaults)]
  const values = [
    ...Object.values(columns),
    ...Object.values(defaults).map(([value, otherwise]) => `coalesce(${value}, ${otherwise})`),
  ]
  await sql`
    insert into ${sql.table(kind)} (id, ${list(names)})
    select s.id, ${list(values)} from move_staged s where s.state = 'new' order by s.id`.execute(tx)
}

async function updateChanged(tx: Tx, kind: KeyedKind): Promise<void> {
  const { columns, defaults = {}, updates = {} } = STORAGE[kind]
  // A file is stored once; the source can only move it to another record.
  const kept =
    kind === 'attachments' ? ['content_type', 'size_in_bytes', 'file_key', 'token', 'crc32'] : []
  const values = [
    ...Object.entries(columns),
    ...Object.entries(defaults).map(([name, [value]]) => [name, value] as const),
  ].filter(([name]) => !kept.includes(name))
  const names = values.map(([name]) => name)
  const isNullable = new Set(Object.keys(columns))
  const compared = names.map(
    (name) =>
      updates[name] ?? (isNullable.has(name) ? `w.${name}` : `coalesce(w.${name}, t.${name})`),
  )
  const assigned = names.map((name, i) => `${name} = ${compared[i]}`)
  await sql`
    update ${sql.table(kind)} t set ${list(assigned)}
    from (
      select s.id, ${list(values.map(([name, value]) => `${value} as ${name}`))}
      from move_staged s where s.state = 'changed' offset 0
    ) w
    where t.id = w.id and (${list(names.map((name) => `t.${name}`))}) is distinct from (${list(compared)})`.execute(
    tx,
  )
}

/** What belongs to a record and is no column of it. */
async function complete(tx: Tx, kind: KeyedKind): Promise<void> {
  if (kind === 'suggestions') await setLinks(tx, LABELS)
  else if (kind === 'comments') await joinThreads(tx)
  else if (kind === 'status_updates') await linkLastUpdates(tx)
  else if (kind === 'announcements') {
    await addLinks(tx, ANNOUNCED)
    await setLinks(tx, LIMITS)
  } else if (kind === 'labels') await nameLabels(tx)
  else if (kind === 'attachments') {
    await usePictures(tx, 'announcement', 'announcements')
    await usePictures(tx, 'feedback_record', 'feedback_records')
    await makeThumbnails(tx)
  }
}

/** A table of links, and the kind that a member of the same name names. */
type Links = { table: string; owner: string; target: string; to: KeyedKind }

const LABELS: Links = {
  table: 'suggestion_labels',
  owner: 'suggestion_id',
  target: 'label_id',
  to: 'labels',
}
const ANNOUNCED: Links = {
  table: 'announcement_suggestions',
  owner: 'announcement_id',
  target: 'suggestion_id',
  to: 'suggestions',
}
/** Who sees an announcement. */
const LIMITS: Links = {
  table: 'announcement_forums',
  owner: 'announcement_id',
  target: 'forum_id',
  to: 'forums',
}

const namedBy = ({ to, owner, target }: Links) => sql`
  select distinct s.id as ${sql.ref(owner)}, t.id as ${sql.ref(target)}
  from move_staged s, jsonb_array_elements_text(s.record -> ${to}) named
  join move_records m on m.move_id = (select min(move_id) from move_staged) and m.kind = ${to} and m.source_key = named
  join ${sql.table(to)} t on t.id = m.record_id
  where s.state in ('new', 'changed')`

async function addLinks(tx: Tx, links: Links): Promise<void> {
  const { table, owner, target } = links
  await sql`
    insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(target)})
    select * from (${namedBy(links)}) named
    where not exists (
      select from ${sql.table(table)} l
      where l.${sql.ref(owner)} = named.${sql.ref(owner)} and l.${sql.ref(target)} = named.${sql.ref(target)})
    order by 1, 2`.execute(tx)
}

/** What people here linked besides stays. What the source took away goes when this move brought it. */
async function setLinks(tx: Tx, links: Links): Promise<void> {
  const { table, owner, target, to } = links
  await sql`
    delete from ${sql.table(table)} l using move_staged s
    where s.state = 'changed' and l.${sql.ref(owner)} = s.id
      and l.${sql.ref(target)} in (select record_id from move_records m where m.move_id = s.move_id and m.kind = ${to})
      and (l.${sql.ref(owner)}, l.${sql.ref(target)}) not in (${namedBy(links)})`.execute(tx)
  await addLinks(tx, links)
}

/** A thread has one level: an answer to an answer belongs to the comment that began it, which is of the same suggestion. */
async function joinThreads(tx: Tx): Promise<void> {
  for (let changed = 1n; changed > 0n; ) {
    const result = await sql`
      update comments c set reply_to_id = p.reply_to_id from comments p
      where c.id in (select id from move_staged where state in ('new', 'changed'))
        and p.id = c.reply_to_id and p.reply_to_id is not null`.execute(tx)
    changed = result.numAffectedRows ?? 0n
  }
}

async function linkLastUpdates(tx: Tx): Promise<void> {
  await sql`
    update suggestions s set last_status_update_id = u.id
    from (
      select distinct on (suggestion_id) suggestion_id, id from status_updates
      where suggestion_id in (
        select u.suggestion_id from status_updates u join move_staged n on n.id = u.id where n.state in ('new', 'changed'))
      order by suggestion_id, created_at desc, id desc
    ) u
    where s.id = u.suggestion_id and s.last_status_update_id is distinct from u.id`.execute(tx)
}

/** Records that have no files of their own keep the pictures that their texts show. */
async function usePictures(tx: Tx, member: string, kind: KeyedKind): Promise<void> {
  await sql`
    insert into picture_uses (attachment_id, ${sql.ref(`${member}_id`)})
    select s.id, t.id from move_staged s
    join move_records m on m.move_id = s.move_id and m.kind = ${kind} and m.source_key = s.record ->> ${member}
    join ${sql.table(kind)} t on t.id = m.record_id
    where s.state in ('new', 'changed') on conflict do nothing`.execute(tx)
}

async function makeThumbnails(tx: Tx): Promise<void> {
  await sql`
    select ${addJob(thumbnailJob(sql.ref('s.id')))} from move_staged s
    where state = 'new' and record ->> 'thumbnail' = 'pending'`.execute(tx)
}

/** The names of labels below one that was renamed. */
async function nameLabels(tx: Tx): Promise<void> {
  await sql`
    with recursive tree (id, full_name, level) as (
      select id, full_name, level from labels where id in (select id from move_staged where state = 'changed')
      union all
      select l.id, p.full_name || ' / ' || l.name, p.level + 1 from labels l join tree p on l.parent_id = p.id
    )
    update labels l set full_name = tree.full_name, level = tree.level from tree
    where l.id = tree.id and (l.full_name, l.level) is distinct from (tree.full_name, tree.level)`.execute(
    tx,
  )
}

type Prepare = (lines: Line[], move: Move) => Promise<Line[]>

/** What a record needs that the form does not have. */
async function preparation(
  { db, store, folder, manifest }: LoadContext,
  kind: KeyedKind,
  problems: ProblemList,
): Promise<Prepare> {
  const change = (line: Line, message: string) =>
    problems.push({ kind, line: line.line, key: line.key, message, isLeftOut: false })
  if (kind === 'users')
    return async (lines) => lines.map((line) => ({ ...line, record: withAddress(manifest, line) }))
  if (kind === 'status_updates')
    return async (lines) => {
      for (const { record } of lines as Line<'status_updates'>[])
        if (record.body)
          Object.assign(record, {
            html_body: formattedToHtml(record.body, record.body_mime_type ?? 'text/plain'),
          })
      return lines
    }
  if (kind === 'attachments')
    return (lines, move) => withFiles({ db, store, folder }, move, lines, problems)
  if (kind === 'external_users' || kind === 'external_accounts' || kind === 'suggestions') {
    const types = await readFieldTypes(db, kind)
    return async (lines) => {
      for (const line of lines) coerceFields(line, types, (message) => change(line, message))
      return lines
    }
  }
  return async (lines) => lines
}

function withAddress(manifest: Manifest, { key, record }: Line): Line['record'] {
  const person = record as Line<'users'>['record']
  if (person.email_address) return person
  return {
    ...person,
    email_address: noAddress(manifest, key),
    status_notifications: false,
    comment_notifications: false,
  } as Line['record']
}

export async function readFieldTypes(db: Db, kind: KeyedKind): Promise<Map<string, FieldType>> {
  const { rows } = await sql<{ key: string; field_type: string }>`
    select key, field_type from custom_fields where object_type = ${kind}`.execute(db)
  return new Map(rows.map(({ key, field_type }) => [key, field_type as FieldType]))
}

function coerceFields(
  { record }: Line,
  types: Map<string, FieldType>,
  change: (message: string) => void,
): void {
  const { custom_fields } = record as { custom_fields?: Record<string, CustomValue> }
  if (custom_fields === undefined) return
  for (const [key, value] of Object.entries(custom_fields)) {
    const type = types.get(key)
    const coerced = type && coerceValue(type, value)
    if (coerced && 'value' in coerced) custom_fields[key] = coerced.value
    else {
      delete custom_fields[key]
      change(`custom_fields.${key} is left out: ${coerced?.message ?? 'there is no such field.'}`)
    }
  }
}

/** Before the texts that show them. Their lines come again, and then belong to their record. */
const filesOf =
  ({ db, store, folder }: LoadContext, move: Move): LoadFiles =>
  async (lines) => {
    // What is wrong with a file is said when its line comes.
    const stored = await withFiles({ db, store, folder }, move, lines as Line[], new ProblemList())
    const known = await findAttachments(
      db,
      move,
      lines.map(({ key }) => key),
    )
    const free = (stored as Line<'attachments'>[])
      .filter(({ key }) => !known.has(key))
      .map((line) => ({ ...line, digest: '', record: withoutOwner(line.record) }))
    if (free.length > 0)
      await withFreshIds(() =>
        inTransaction(db, (tx) =>
          loadBatch(tx, { move, brought: null }, 'attachments', free as Line[]),
        ),
      )
  }

const withoutOwner = ({
  suggestion: _,
  note: _note,
  comment: _comment,
  announcement: _announcement,
  feedback_record: _feedback,
  ...file
}: FormRecord<'attachments'>): FormRecord<'attachments'> => file

async function findAttachments(db: Db, move: Move, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ source_key: string }>`
    select source_key from move_records where move_id = ${move.id} and kind = 'attachments'
      and source_key = any(${keys})`.execute(db)
  return new Set(rows.map(({ source_key }) => source_key))
}

/** Stores the files of new attachments. Those of a batch that fails afterwards belong to nothing, and are swept. */
async function withFiles(
  { db, store, folder }: Pick<LoadContext, 'db' | 'store' | 'folder'>,
  move: Move,
  lines: Line[],
  problems: ProblemList,
): Promise<Line[]> {
  const known = await findAttachments(
    db,
    move,
    lines.map(({ key }) => key),
  )
  const stored: Line[] = []
  for (const line of lines as Line<'attachments'>[]) {
    if (known.has(line.key)) {
      stored.push(line)
      continue
    }
    const file: StoredFile | string = await storeMovedFile({ db, store, folder }, line.record)
    if (typeof file === 'string') problems.push(leftOut('attachments', line, file))
    else
      stored.push({
        ...line,
        record: Object.assign({}, line.record, file, { token: randomBytes(16).toString('hex') }),
      })
  }
  return stored
}

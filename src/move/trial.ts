// A trial of a move: some suggestions with what belongs to them are loaded and compared, read as they would look here, and rolled back. Nobody
// sees the records, nothing announces them, and nothing is left to remove (decision 94).

import { randomInt } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { requireTargets } from '../imports/move-mapping.ts'
import type { Store } from '../store/store.ts'
import { fileOf, KINDS, type Kind, type Manifest } from './form.ts'
import { loadForm } from './load.ts'
import { MappedForm } from './mapping.ts'
import { findMove } from './move.ts'
import { FormError, type Line, readBatches } from './reader.ts'
import { type Report, showMapped, showProblem } from './report.ts'
import type { Plan } from './survey.ts'
import { withAddresses } from './text-pictures.ts'
import { verifyMove } from './verify.ts'

/** Candidates whose votes and comments are counted, to take those that people know. */
const CANDIDATES = 1000
const MOST_ACTIVE = 20
const AT_RANDOM = 10
/** Of each suggestion: the transaction of a trial must be short. */
const MAX_OF_EACH: Partial<Record<Kind, number>> = {
  supporters: 50,
  followers: 50,
  comments: 30,
  notes: 10,
  status_updates: 20,
  feedback_records: 20,
  attachments: 20,
  merges: 10,
}
/** Of all files: they are read while the transaction is open. */
const MAX_FILE_BYTES = 200 * 1024 * 1024
const MAX_SHOWN_BODY = 20_000
const BATCH_SIZE = 5000

type Text = { body: string; body_mime_type: string; author: string | null; created_at: string }

export type TriedSuggestion = {
  title: string
  body: string
  body_mime_type: string
  state: string
  created_at: string
  forum: { name: string; is_private: boolean; is_new: boolean }
  category: string | null
  status: { name: string; hex_color: string; is_open: boolean; is_new: boolean } | null
  labels: string[]
  author: string | null
  custom_fields: Record<string, string | number | boolean | null>
  /** Of the source, also those that the trial did not load. */
  votes: number
  comments_count: number
  supporters: string[]
  comments: (Text & { is_admin_comment: boolean; is_reply: boolean })[]
  notes: Text[]
  /** Of the suggestion, its comments and notes. */
  files: { name: string; size_in_bytes: number }[]
  /** Titles of suggestions that were merged into this one. */
  merged: string[]
  status_updates: (Omit<Text, 'body'> & { body: string | null; status: string | null })[]
}

export type Trial = Pick<
  Report,
  'source' | 'account' | 'verified' | 'seconds' | 'checks' | 'differences' | 'mapped_values'
> & {
  /** Records of the trial. */
  counts: Record<Kind, number>
  problems: Report['problems']
  suggestions: TriedSuggestion[]
}

type TrialContext = {
  /** One connection (onOneConnection). */
  db: Db
  folder: string
  signal: AbortSignal
}

export async function tryForm(context: TrialContext, plan: Plan): Promise<Trial> {
  requireTargets(plan.mapped)
  const move = await findMove(context.db, plan.manifest)
  if (move) throw new FormError(`Move ${move.id} has brought records. Undo it to try it again.`)
  const path = join(context.folder, FOLDER)
  await removeTrial(context.folder)
  await mkdir(path, { mode: 0o700 })
  try {
    const sample = await writeSample(context, plan, path)
    await symlink(join('..', FILES), join(path, FILES))
    return await rolledBack(context.db, (tx) =>
      load({ ...context, db: tx, store: FORGETFUL, folder: path }, plan, sample),
    )
  } finally {
    await removeTrial(context.folder)
  }
}

const FOLDER = 'trial'

/** Also what a process that was killed left. */
export const removeTrial = (folder: string): Promise<void> =>
  rm(join(folder, FOLDER), { recursive: true, force: true })

/** Where files of a form are. */
const FILES = 'files'

/** Reads the files as any store does, and keeps nothing that would have to be removed, also after a crash. */
const FORGETFUL: Pick<Store, 'put'> = {
  async put(_, bytes) {
    for await (const _ of bytes);
  },
}

class RolledBack<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('The transaction is rolled back.')
    this.value = value
  }
}

async function rolledBack<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '10s'`.execute(tx)
      throw new RolledBack(await run(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.value as T
    throw error
  }
  throw new Error('A trial was committed.')
}

async function load(
  context: TrialContext & { store: Pick<Store, 'put'> },
  plan: Plan,
  sample: Sample,
): Promise<Trial> {
  const { db } = context
  const started = Date.now()
  // Not the move itself, whose row notes the progress meanwhile.
  const manifest: Manifest = {
    ...plan.manifest,
    account: `${plan.manifest.account} (trial)`.slice(0, 500),
    totals: {},
    left_out: [],
  }
  const loading = { ...context, manifest, progress() {} }
  const { move, counts, problems } = await loadForm(
    { ...loading, mapped: new MappedForm(plan.mapped) },
    { highestIds: new Map(), mapping: plan.mapping, survey: plan.survey },
  )
  await sql`set constraints all immediate`.execute(db)
  const leftOut = Object.fromEntries(KINDS.map((kind) => [kind, counts[kind].left_out])) as Record<
    Kind,
    number
  >
  const mapped = new MappedForm(plan.mapped)
  const verified = await verifyMove({ ...loading, mapped, move, leftOut, brought: null })
  const came = KINDS.map((kind) => [kind, counts[kind].created + counts[kind].matched])
  return {
    source: plan.manifest.source,
    account: plan.manifest.account,
    verified: verified.verified,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    checks: verified.checks,
    differences: verified.differences,
    counts: Object.fromEntries(came) as Trial['counts'],
    mapped_values: plan.mapped.decisions
      .filter(({ source, becomes }) => source !== 'same' || becomes === 'left_out')
      .map(showMapped),
    problems: problems.listed.slice(0, MAX_PROBLEMS).map(showProblem),
    suggestions: await readTried(db, move.id, sample),
  }
}

const MAX_PROBLEMS = 100

const nameOf = (id: string) =>
  sql`(select coalesce(nullif(person.name, ''), case when person.email_address not like '%@no-address.invalid' then person.email_address end)
    from users person where person.id = ${sql.raw(id)})`
const isNew = (kind: Kind, id: string, move: number) =>
  sql`exists (select from move_records n where n.move_id = ${move} and n.kind = ${kind} and n.record_id = ${sql.raw(id)} and n.is_own)`
const text = (alias: string) => sql`
  'body', left(${sql.raw(alias)}.body, ${MAX_SHOWN_BODY}::integer), 'body_mime_type', ${sql.raw(alias)}.body_mime_type,
  'created_at', ${sql.raw(alias)}.created_at`

async function readTried(
  db: Db,
  move: number,
  { votes, comments }: Sample,
): Promise<TriedSuggestion[]> {
  const { rows } = await sql<{ key: string; tried: TriedSuggestion }>`
    select m.source_key as key, jsonb_build_object(
      'title', s.title, ${text('s')}, 'state', s.state,
      'forum', (select jsonb_build_object('name', f.name, 'is_private', f.see_tier <> 'everyone',
        'is_new', ${isNew('forums', 'f.id', move)}) from forums f where f.id = s.forum_id),
      'category', (select name from categories c where c.id = s.category_id),
      'status', (select jsonb_build_object('name', t.name, 'hex_color', t.hex_color, 'is_open', t.is_open,
        'is_new', ${isNew('statuses', 't.id', move)}) from statuses t where t.id = s.status_id),
      'labels', coalesce((select jsonb_agg(l.full_name order by l.full_name) from suggestion_labels sl join labels l on l.id = sl.label_id
        where sl.suggestion_id = s.id), '[]'),
      'author', ${nameOf('s.created_by_id')}, 'custom_fields', s.custom_fields,
      'supporters', coalesce((select jsonb_agg(${nameOf('v.user_id')} order by v.id) from (
        select id, user_id from supporters where suggestion_id = s.id order by id limit 10) v), '[]'),
      'comments', coalesce((select jsonb_agg(jsonb_build_object(${text('c')}, 'author', ${nameOf('c.created_by_id')},
        'is_admin_comment', c.is_admin_comment, 'is_reply', c.reply_to_id is not null) order by coalesce(p.created_at, c.created_at), c.created_at, c.id)
        from comments c left join comments p on p.id = c.reply_to_id where c.suggestion_id = s.id), '[]'),
      'notes', coalesce((select jsonb_agg(jsonb_build_object(${text('n')}, 'author', ${nameOf('n.created_by_id')})
        order by n.created_at, n.id) from notes n where n.suggestion_id = s.id), '[]'),
      'files', coalesce((select jsonb_agg(jsonb_build_object('name', a.file_name, 'size_in_bytes', a.size_in_bytes) order by a.id)
        from attachments a where a.suggestion_id = s.id or a.comment_id in (select id from comments where suggestion_id = s.id)
          or a.note_id in (select id from notes where suggestion_id = s.id)), '[]'),
      'merged', coalesce((select jsonb_agg(f.title order by f.id) from suggestions f where f.parent_suggestion_id = s.id), '[]'),
      'status_updates', coalesce((select jsonb_agg(jsonb_build_object(${text('u')}, 'author', ${nameOf('u.user_id')},
        'status', (select name from statuses t where t.id = u.new_status_id)) order by u.created_at, u.id)
        from status_updates u where u.suggestion_id = s.id), '[]')
    ) as tried
    from move_records m join suggestions s on s.id = m.record_id
    where m.move_id = ${move} and m.kind = 'suggestions' and s.parent_suggestion_id is null`.execute(
    db,
  )
  return rows
    .map(({ key, tried }) => ({
      ...tried,
      votes: votes.get(key) ?? 0,
      comments_count: comments.get(key) ?? 0,
    }))
    .sort((a, b) => b.votes - a.votes || b.comments_count - a.comments_count)
}

/** Counts of the source, by the key of a suggestion, and what was merged into which of these. */
type Sample = {
  votes: Map<string, number>
  comments: Map<string, number>
  merged: Map<string, string>
}

/** Writes a form with all names and some suggestions, and with what belongs to these. */
async function writeSample(
  { folder, signal }: TrialContext,
  { manifest, mapped }: Plan,
  path: string,
): Promise<Sample> {
  const chosen = await chooseSuggestions({ folder, signal }, { manifest, mapped })
  const people = new Set<string>()
  const accounts = new Set<string>()
  const of = new Map<Kind, Map<string, number>>()
  /** The suggestions of comments and notes, by their keys. */
  const owners = { comments: new Map<string, string>(), notes: new Map<string, string>() }
  const targetOf = (key: string) => chosen.merged.get(key) ?? key
  let fileBytes = 0
  const isChosen = (kind: Kind, record: Loose): boolean => {
    switch (kind) {
      case 'custom_fields':
      case 'forums':
      case 'categories':
      case 'labels':
      case 'statuses':
        return true
      case 'suggestions':
        return chosen.votes.has(targetOf(String(record.key)))
      case 'merges':
        return chosen.merged.has(String(record.from))
      case 'users':
        return people.has(String(record.key))
      case 'external_users':
        return people.has(String(record.user))
      case 'external_accounts':
        return accounts.has(String(record.key))
      case 'comments':
      case 'notes':
      case 'status_updates':
      case 'feedback_records':
      case 'supporters':
      case 'followers':
        return isOfChosen(kind, record)
      case 'attachments':
        return isOfChosen(kind, { suggestion: ownerOf(record) })
      default:
        return false
    }
  }
  const ownerOf = ({ suggestion, comment, note }: Loose) =>
    suggestion ?? owners.comments.get(String(comment)) ?? owners.notes.get(String(note))
  const isOfChosen = (kind: Kind, { suggestion, reply_to }: Loose) => {
    const key = targetOf(String(suggestion))
    const isOrphan = reply_to && !owners.comments.has(String(reply_to))
    if (!chosen.votes.has(key) || isOrphan) return false
    const counts = of.get(kind) ?? new Map<string, number>()
    of.set(kind, counts)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < (MAX_OF_EACH[kind] ?? 0)
  }
  async function* linesOf(kind: Kind): AsyncGenerator<string> {
    for await (const { lines } of readBatches(folder, kind, { size: BATCH_SIZE, manifest })) {
      signal.throwIfAborted()
      for (const line of lines as Line[]) {
        const { record } = line
        if (!isChosen(kind, record as Loose)) continue
        if (line.pictures) Object.assign(record, { body: withAddresses(line) })
        if (kind === 'attachments') {
          const info = await lstat(join(folder, String((record as Loose).file))).catch(() => null)
          fileBytes += info?.size ?? 0
          if (fileBytes > MAX_FILE_BYTES) continue
        }
        const { id: _, ...one } = record as Loose
        for (const member of ['author', 'owner', 'user'])
          if (typeof one[member] === 'string') people.add(one[member])
        if (typeof one.external_account === 'string') accounts.add(one.external_account)
        if (kind === 'comments' || kind === 'notes')
          owners[kind].set(String(one.key), String(one.suggestion))
        yield `${JSON.stringify(one)}\n`
      }
    }
  }
  // People are known when what belongs to the suggestions is.
  for (const kind of [...KINDS.filter((one) => !LAST.includes(one)), ...LAST])
    await pipeline(
      Readable.from(linesOf(kind)),
      createWriteStream(join(path, fileOf(kind)), { mode: 0o600 }),
    )
  return chosen
}

const LAST: Kind[] = ['external_users', 'external_accounts', 'users']

type Loose = Record<string, unknown>

/** Those with the most votes and comments of a thousand, and some of the others. */
async function chooseSuggestions(
  { folder, signal }: Pick<TrialContext, 'folder' | 'signal'>,
  { manifest, mapped }: Pick<Plan, 'manifest' | 'mapped'>,
): Promise<Sample> {
  const reading = { size: BATCH_SIZE, manifest }
  const merged = new Map<string, string>()
  for await (const { lines } of readBatches(folder, 'merges', reading))
    for (const { record } of lines) merged.set(record.from, record.to)
  const candidates: string[] = []
  let offered = 0
  const form = new MappedForm(mapped)
  for (const kind of ['forums', 'users', 'suggestions'] as const)
    for await (const { lines } of readBatches(folder, kind, { ...reading, mapped: form })) {
      signal.throwIfAborted()
      for (const { key } of kind === 'suggestions' ? (lines as Line[]) : []) {
        if (merged.has(key)) continue
        offered++
        if (candidates.length < CANDIDATES) candidates.push(key)
        else {
          const at = randomInt(offered)
          if (at < CANDIDATES) candidates[at] = key
        }
      }
    }
  const count = async (kind: 'supporters' | 'comments') => {
    const counts = new Map(candidates.map((key) => [key, 0]))
    for await (const { lines } of readBatches(folder, kind, { ...reading, mapped: form })) {
      signal.throwIfAborted()
      for (const { record } of lines) {
        const key = merged.get(record.suggestion) ?? record.suggestion
        const known = counts.get(key)
        if (known !== undefined) counts.set(key, known + 1)
      }
    }
    return counts
  }
  const comments = await count('comments')
  const votes = await count('supporters')
  const activity = (key: string) => (votes.get(key) ?? 0) + (comments.get(key) ?? 0)
  candidates.sort((a, b) => activity(b) - activity(a))
  const rest = candidates.slice(MOST_ACTIVE)
  const picked = [
    ...candidates.slice(0, MOST_ACTIVE),
    ...Array.from({ length: Math.min(AT_RANDOM, rest.length) }, () =>
      rest.splice(randomInt(rest.length), 1),
    ).flat(),
  ]
  const only = (counts: Map<string, number>) =>
    new Map(picked.map((key) => [key, counts.get(key) ?? 0]))
  const targets = new Map(picked.map((key) => [key, 0]))
  const mergedIntoPicked = [...merged].filter(([from, to]) => {
    const count = targets.get(to)
    if (count === undefined || count === MAX_OF_EACH.merges || targets.has(from)) return false
    targets.set(to, count + 1)
    return true
  })
  return { votes: only(votes), comments: only(comments), merged: new Map(mergedIntoPicked) }
}

// Whole accounts by the form of a move: round trip, second runs, undo, and forms with mistakes.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-moves-'))
afterAll(() => rm(folder, { recursive: true }))

const startAt = async (name: string) => {
  const data = join(folder, name)
  const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  return { at, earshot: commandOn(at.connection, { EARSHOT_DATA: data }) }
}
const from = await startAt('from')
const to = await startAt('to')

type Lines = Record<string, object[]>
let forms = 0

/** Writes a form of the account, a new one by default. */
async function formOf(kinds: Lines, account = `account ${Math.random()}`): Promise<string> {
  const path = join(folder, `form-${forms++}`)
  await mkdir(path)
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]))
  const manifest = { form: 1, source: 'test', account, created_at: '2026-01-31T12:00:00Z', counts }
  await writeFile(join(path, 'move.json'), JSON.stringify(manifest))
  for (const [kind, all] of Object.entries(kinds))
    await writeFile(
      join(path, `${kind}.ndjson`),
      all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
    )
  return path
}

async function moveIn(path: string, ...args: string[]) {
  const { code, stdout, stderr } = await to.earshot('move-in', 'folder', path, '--json', ...args)
  expect(stdout, stderr).not.toBe('')
  return { code, report: JSON.parse(stdout) }
}

async function undone(move: number) {
  const { code, stdout, stderr } = await to.earshot('move-in', 'undo', String(move), '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** Logs and queues, and counters in parts, which findWrongFigures compares. */
const NOT_COMPARED = [
  'audit_entries',
  'deletions',
  'event_consumers',
  'event_history',
  'events',
  'installed_functions',
  'label_set_counts',
  'moves',
  'processes',
  'record_counts',
  'removed_files',
  'report_changes',
  'stale_records',
  'suggestion_counts',
  'supporter_counts',
  'time_blocks',
  'time_counts',
  'tokens',
]

async function dump(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${NOT_COMPARED}) order by 1`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'updated_at' - 'last_active_at' - 'last_used_at')::text as row
      from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

describe('a whole account', () => {
  const path = join(folder, 'acme')
  let before: Record<string, string[]>

  beforeAll(async () => {
    const demo = await from.earshot('demo', '--suggestions', '60', '--users', '40', '--accounts', '8')
    expect(demo.code, demo.stderr).toBe(0)
    const { at } = from
    const { rows } = await sql<{ id: number }>`
      select id from suggestions where is_visible and parent_suggestion_id is null order by id`.execute(at.db)
    const [one, two, three] = rows.map(({ id }) => id)
    const file = await uploaded(at, 'What we mean', 'idea.txt')
    await at.put(`/suggestions/${one}`, { attachment_tokens: [file.token] })
    const comment = await at.made('/comments', { body: 'First', links: { suggestion: one } })
    await at.made('/comments', { body: 'Second', links: { suggestion: one, reply_to: comment.id } })
    await at.put(`/suggestions/${two}`, { links: { parent_suggestion: one } })
    await at.made('/labels', { name: 'Parent of three' })
    await at.made('/announcements', { title: 'Shipped', body: '**Now**', body_mime_type: 'text/markdown', links: { suggestions: [three] } })
    before = await dump(to.at.db)
    const out = await from.earshot('move-out', path, '--json')
    expect(out.code, out.stderr).toBe(0)
    expect(JSON.parse(out.stdout).counts).toMatchObject({ suggestions: 60, attachments: 1 })
  })

  test('is the same on the other side, with its ids, figures and files', async () => {
    const plan = await moveIn(path)
    expect(plan).toMatchObject({ code: 0, report: { problems: [], plan: { suggestions: 60 } } })
    expect(await dump(to.at.db)).toEqual(before)

    const page = join(folder, 'report.html')
    const { code, report } = await moveIn(path, '--yes', '--report', page)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    expect(await readFile(page, 'utf8')).toContain('Verified')
    expect(await findWrongFigures(to.at.db)).toEqual([])

    const figures = (db: Db) => sql`
      select s.id, s.title, s.body, s.state, s.created_at, s.parent_suggestion_id, s.closed_at, f.name as forum,
        t.name as status, u.email_address, g.votes_count, g.supporters_count, g.comments_count, g.notes_count,
        g.requests_count, g.supporting_accounts_count, g.supporter_revenue, g.first_support_at, g.last_support_at,
        array(select l.full_name from suggestion_labels j join labels l on l.id = label_id
          where suggestion_id = s.id order by 1) as labels,
        array(select a.file_name || a.crc32 from attachments a where a.suggestion_id = s.id) as files,
        array(select row(c.id, c.body, c.reply_to_id) from comments c where c.suggestion_id = s.id order by id)::text as comments
      from suggestions s join suggestion_figures g using (id) join forums f on f.id = forum_id
      left join statuses t on t.id = status_id left join users u on u.id = s.created_by_id order by s.id`.execute(db)
    expect((await figures(to.at.db)).rows).toEqual((await figures(from.at.db)).rows)
    const revenue = (db: Db) => sql`
      select a.external_id, a.name, a.mrr, a.custom_fields, f.users_count, f.supported_ideas_count
      from external_accounts a join external_account_figures f using (id) order by 1`.execute(db)
    expect((await revenue(to.at.db)).rows).toEqual((await revenue(from.at.db)).rows)
    const { rows: events } = await sql`select from outgoing_mails`.execute(to.at.db)
    expect(events).toEqual([])
  })

  test('changes nothing when it comes again, and new records get new ids', async () => {
    const loaded = await dump(to.at.db)
    const { report } = await moveIn(path, '--yes')
    expect(report.verified).toBe(true)
    for (const counts of Object.values(report.kinds))
      expect(counts).toMatchObject({ created: 0, changed: 0 })
    expect(await dump(to.at.db)).toEqual(loaded)
    await to.at.made('/labels', { name: `After ${Math.random()}` })
  })

  test('is removed completely when it is undone', async () => {
    await sql`delete from labels where name like 'After %'`.execute(to.at.db)
    const { rows } = await sql<{ id: number }>`select max(id) as id from moves`.execute(to.at.db)
    const { kept } = await undone(rows[0]?.id as number)
    expect(kept).toBe(0)
    expect(await dump(to.at.db)).toEqual(before)
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })
})

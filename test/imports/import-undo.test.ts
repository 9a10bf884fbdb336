// Imports of suggestions from CSV files, and undoing imports of any kind.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { commandOn } from '../support/command.ts'
import {
  aForum,
  aSuggestion,
  aSupporter,
  aUser,
  countWaiting,
  insert,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'

const at = await startTestService()
const { db } = at
const earshot = commandOn(at.connection)
const folder = await mkdtemp(join(tmpdir(), 'earshot-undo-'))
afterAll(() => rm(folder, { recursive: true }))

await sql`update forums set is_default = false`.execute(db)
const web = await aForum(db, 'Web')
await sql`update forums set is_default = true where id = ${web}`.execute(db)
await insert(db, 'categories', { name: 'Charts', forum_id: web })
const done = await insert(db, 'statuses', { name: 'Done', is_open: false })
await insert(db, 'statuses', { name: 'Planned' })
await insert(db, 'labels', { name: 'urgent', full_name: 'urgent' })

async function imported(body: object): Promise<Shown> {
  const { status, body: answer, text } = await at.post('/imports', body)
  expect(status, text).toBe(201)
  await runJobs(at)
  const shown = (await at.shown(`/imports/${answer.imports[0].id}`)) as Shown
  expect(shown).toMatchObject({ state: 'completed', reason: null, can_undo: true })
  return shown
}

async function undone({ id }: Shown): Promise<Shown> {
  const { status, text } = await at.put(`/imports/${id}/undo`, {})
  expect(status, text).toBe(200)
  await runJobs(at)
  const shown = (await at.shown(`/imports/${id}`)) as Shown
  expect(shown).toMatchObject({ undone_at: expect.any(String), can_undo: false })
  expect(shown.undone_rows).toBe(shown.processed_rows)
  return shown
}

/** Logs, queues, heartbeats, and counters in parts, which are compared by findWrongFigures. */
const NOT_COMPARED = [
  'events',
  'event_history',
  'event_consumers',
  'deletions',
  'audit_entries',
  'imports',
  'record_counts',
  'suggestion_counts',
  'supporter_counts',
  'label_set_counts',
  'processes',
  'time_counts',
  'time_blocks',
  'stale_records',
  'report_changes',
  'report_person_changes',
  'installed_functions',
  'tokens',
]

/** Every row of every table, without times. */
async function dump(): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
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

const theSuggestion = async (title: string) =>
  (
    await at.get(
      `/suggestions?q=${encodeURIComponent(title)}&includes=labels,users,statuses,categories`,
    )
  ).body

const IDEAS = [
  'Id;Titel;Beschreibung;Forum;Kategorie;Tags;Status;Autor E-Mail;Autor;Stimmen;Kommentar;Kommentar;Datum',
  'i1;Import of ideas;With all;web;charts;urgent|urgent;done;ann@ideas.test;Ann;ben@ideas.test, Ann@ideas.test;ben@ideas.test: Yes please: now;Thanks;2024-05-01T10:00:00Z',
  'i2;Second idea;;;;;planned;ben@ideas.test;;7;;;',
  'i3;Third idea;;;;;;;;;;;',
].join('\n')

describe('a file of suggestions', () => {
  test('creates them with authors, labels, votes and comments, and undoing it leaves nothing', async () => {
    const known = await aUser(db, 'known@ideas.test')
    await aSupporter(db, await aSuggestion(db, web, 'Older idea'), known)
    const before = await dump()
    const made = await imported({ type: 'suggestions', csv: IDEAS })
    expect(made).toMatchObject({ type: 'suggestions', total_rows: 3, imported_records: 3 })

    const { suggestions, labels, users, statuses, categories } =
      await theSuggestion('Import of ideas')
    expect(suggestions).toMatchObject([
      {
        title: 'Import of ideas',
        body: 'With all',
        state: 'published',
        channel: 'import',
        supporters_count: 2,
        votes_count: 2,
        comments_count: 2,
        created_at: '2024-05-01T10:00:00Z',
        closed_at: '2024-05-01T10:00:00Z',
      },
    ])
    expect(labels).toMatchObject([{ name: 'urgent', open_suggestions_count: 0 }])
    expect(categories).toMatchObject([{ name: 'Charts', suggestions_count: 1 }])
    expect(statuses).toMatchObject([{ id: done }])
    expect(users.find(({ id }: Shown) => id === suggestions[0].links.created_by)).toMatchObject({
      email_address: 'ann@ideas.test',
      name: 'Ann',
    })
    const comments = (
      await at.get(`/comments?suggestion=${suggestions[0].id}&includes=users&sort=id`)
    ).body
    expect(comments.comments).toMatchObject([
      { body: 'Yes please: now', created_at: '2024-05-01T10:00:00Z' },
      { body: 'Thanks' },
    ])
    expect((await theSuggestion('Second idea')).suggestions).toMatchObject([
      { supporters_count: 1, votes_count: 7 },
    ])
    expect(await findWrongFigures(db)).toEqual([])

    expect(await undone(made)).toMatchObject({ kept_records: 0 })
    expect(await dump()).toEqual(before)
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('changes those that were imported before, and undoing it gives them back', async () => {
    await imported({ type: 'suggestions', csv: IDEAS })
    const before = await dump()
    const csv =
      'id,title,status,category,labels,votes,comment\n' +
      'i1,New title,planned,,new label|urgent,"cem@ideas.test,ben@ideas.test",ben@ideas.test: Yes please: now\n' +
      'i2,Second idea,,Charts,,,Another\n' +
      'i4,Fourth idea,,,,,\n'
    const second = await imported({ type: 'suggestions', csv, create_missing: true })
    expect((await theSuggestion('New title')).suggestions).toMatchObject([
      { body: 'With all', closed_at: null, supporters_count: 3, comments_count: 2 },
    ])
    const { rows } = await sql<{ kind: string }>`
      select kind from suggestion_activity_entries e join suggestions s on s.id = e.suggestion_id
      where s.title = 'New title' order by e.id desc limit 4`.execute(db)
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      'label_attached',
      'status_changed',
      'suggestion_edited',
      'supporter_added',
    ])
    expect(await findWrongFigures(db)).toEqual([])
    // Once more: nothing changes but the record of the import.
    const { imports: _, import_changes: __, ...middle } = await dump()
    await imported({
      type: 'suggestions',
      csv: csv.replace('i4,Fourth idea,,,,,\n', ''),
      create_missing: true,
    })
    const { imports: ___, import_changes: ____, ...after } = await dump()
    expect(after).toEqual(middle)

    await undone(second)
    const restored = await dump()
    for (const table of [
      'suggestions',
      'supporters',
      'comments',
      'labels',
      'users',
      'suggestion_labels',
    ])
      expect(restored[table], table).toEqual(before[table])
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('creates forums, categories and labels when it is asked to', async () => {
    const before = await dump()
    const csv =
      'title,forum,category,labels\nApp idea,Apps,Phones,"new one, new two"\nOther,apps,phones,NEW ONE\n'
    const made = await imported({ type: 'suggestions', csv, create_missing: true })
    const { forums } = (await at.get('/forums?per_page=100')).body
    expect(forums.filter(({ name }: Shown) => name === 'Apps')).toMatchObject([
      { suggestions_count: 2, categories_count: 1 },
    ])
    expect(await findWrongFigures(db)).toEqual([])
    await undone(made)
    expect(await dump()).toEqual(before)
  })

  test('leaves alone what people did since', async () => {
    const csv =
      'id,title,user_email,votes,labels\n' +
      'k1,Voted since,a@kept.test,b@kept.test,urgent\n' +
      'k2,Edited since,c@kept.test,,\n' +
      'k3,Untouched,d@kept.test,b@kept.test,\n'
    const made = await imported({ type: 'suggestions', csv })
    const [voted] = (await theSuggestion('Voted since')).suggestions
    const [edited] = (await theSuggestion('Edited since')).suggestions
    await at.made('/supporters', {
      links: { suggestion: voted.id, user: await aUser(db, 'z@kept.test') },
    })
    await at.put(`/suggestions/${edited.id}`, { body: 'By a person' })
    // b voted for the one that stays; c wrote the one that stays; d is gone.
    expect(await undone(made)).toMatchObject({ kept_records: expect.any(Number) })
    expect(await at.shown(`/suggestions/${voted.id}`)).toMatchObject({ supporters_count: 2 })
    expect(await at.shown(`/suggestions/${edited.id}`)).toMatchObject({ body: 'By a person' })
    expect((await theSuggestion('Untouched')).suggestions).toEqual([])
    const { rows } = await sql<{ email_address: string }>`
      select email_address from users where email_address like '%@kept.test' order by 1`.execute(db)
    expect(rows.map(({ email_address }) => email_address)).toEqual([
      'a@kept.test',
      'b@kept.test',
      'c@kept.test',
      'z@kept.test',
    ])
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('is imported by the command too, which can leave rows out', async () => {
    const file = join(folder, 'ideas.csv')
    await writeFile(file, 'Idee,Forum,Tags\nBy command,Web,urgent\nWrong,Nowhere,\n')
    const options = [file, '--type', 'suggestions', '--map', 'Idee=title']
    const dry = await earshot('import', ...options, '--dry-run')
    expect(dry.code).toBe(1)
    expect(dry.stderr).toContain('line 3, Forum: record not found')
    expect((await theSuggestion('By command')).suggestions).toEqual([])
    const { code, stdout } = await earshot('import', ...options, '--skip-invalid')
    expect(code).toBe(0)
    expect(stdout).toContain('Imported 1 row, 1 suggestion. Left out rows with 1 problem.\n')
    expect((await theSuggestion('By command')).suggestions).toHaveLength(1)
    const shown = (await at.shown('/imports?sort=-id&per_page=1')) as Shown
    expect(shown).toMatchObject({ type: 'suggestions', skipped_rows: 1, can_undo: true })
    expect((await at.get(`/imports/${shown.id}/problems`)).body.rows).toMatchObject([
      {
        line: 3,
        cells: ['Wrong', 'Nowhere', ''],
        problems: [{ column: 'Forum', value: 'Nowhere' }],
      },
    ])

    // As the output says.
    const undo = /earshot (import --undo \d+)\n$/.exec(stdout)?.[1]?.split(' ') ?? []
    expect(await earshot(...undo)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Undone: \d+ record/),
    })
    expect((await theSuggestion('By command')).suggestions).toEqual([])
    // The job finds nothing left to do, and a second call neither.
    await runJobs(at)
    expect((await earshot(...undo)).code).toBe(0)
    expect(await at.shown(`/imports/${shown.id}`)).toMatchObject({
      undone_at: expect.any(String),
      can_undo: false,
      undone_rows: 1,
    })
  })
})

describe('undoing an import of people', () => {
  const HEADER =
    'external_user.external_id,external_user.email_address,external_user.name,account.external_id,account.mrr'

  test('restores every table, with revenue and votes', async () => {
    const suggestion = await aSuggestion(db, web, 'Wanted by accounts')
    await at.post('/external_users/import', {
      users: [
        {
          external_id: 'p1',
          email: 'p1@people.test',
          name: 'One',
          cf_tone: 'low',
          account: { external_id: 'acme', mrr: 10 },
        },
        { external_id: 'p2', email: 'p2@people.test', account: { mrr: 5 } },
      ],
    })
    for (const id of ['p1', 'p2']) {
      const { links } = await at.shown(`/external_users?external_id=${id}`)
      await aSupporter(db, suggestion, links.user)
    }
    const before = await dump()
    // p2 leaves its private account, which is deleted.
    const csv = `${HEADER},external_user.cf_tone\np1,new@people.test,Uno,bolt,100,high\np2,p2@people.test,Two,acme,20,\np3,p3@people.test,Three,acme,20,\n`
    const made = await imported({ csv })
    expect(await at.shown(`/suggestions/${suggestion}`)).toMatchObject({
      supporting_accounts_count: 2,
    })
    expect(await findWrongFigures(db)).toEqual([])
    expect(await undone(made)).toMatchObject({ kept_records: 0 })
    expect(await dump()).toEqual(before)
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('leaves values that were changed since, and people who acted since', async () => {
    await at.post('/external_users/import', {
      users: [
        {
          external_id: 's1',
          email: 's1@since.test',
          name: 'Before',
          type: 'old',
          cf_a: 'a',
          cf_b: 'b',
        },
      ],
    })
    const csv = `${HEADER},external_user.type,external_user.cf_a,external_user.cf_b\ns1,s1@since.test,Imported,,,new,x,y\ns2,s2@since.test,Two,,,,,\ns3,s3@since.test,Three,since,1,,,\n`
    const made = await imported({ csv })
    await at.post('/external_users/import', {
      users: [
        { external_id: 's1', name: 'By a client', cf_a: 'later' },
        { external_id: 's4', email: 's4@since.test', account: { external_id: 'since' } },
      ],
    })
    const { links } = await at.shown('/external_users?external_id=s2')
    await at.made('/suggestions', {
      title: 'By two',
      links: { forum: web, created_by: links.user },
    })
    await undone(made)
    expect(await at.shown('/external_users?external_id=s1')).toMatchObject({
      name: 'By a client',
      type: 'old',
      cf_a: 'later',
      cf_b: 'b',
    })
    expect((await at.get('/external_users?external_id=s2')).body.external_users).toEqual([])
    expect(await at.shown(`/users/${links.user}`)).toMatchObject({ email_address: 's2@since.test' })
    expect((await at.get('/users?q=s3@since.test')).body.users).toEqual([])
    expect(await at.shown('/external_accounts?external_id=since')).toMatchObject({ users_count: 1 })
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('waits for a write that refers to an imported person, and leaves them', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const csv = `${HEADER}\n${first},${first}@waits.test,One,,\n${second},${second}@waits.test,Two,,\n`
    const made = await imported({ csv })
    const [owner, unused] = await Promise.all(
      [first, second].map(
        async (id) => (await at.shown(`/external_users?external_id=${id}`)).links.user,
      ),
    )
    const suggestion = await aSuggestion(db, web, 'With an owner')
    const { promise: isWaiting, resolve: commit } = Promise.withResolvers<void>()
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
    const writing = db.transaction().execute(async (tx) => {
      await sql`update suggestions set owner_id = ${owner} where id = ${suggestion}`.execute(tx)
      written()
      await isWaiting
    })
    await isWritten
    const undoing = undone(made)
    await expect.poll(() => countWaiting(db), { timeout: 60_000 }).toBeGreaterThan(0)
    commit()
    await writing
    expect(await undoing).toMatchObject({ kept_records: 1, undone_records: 3 })
    expect((await at.shown(`/suggestions/${suggestion}`)).links.owner).toBe(owner)
    expect((await at.get(`/users/${unused}`)).status).toBe(404)
    expect(await findWrongFigures(db)).toEqual([])
  })

  test('restores users and accounts of an export, and removes custom fields', async () => {
    await aUser(db, 'export@undo.test')
    const before = await dump()
    const people = await imported({
      csv: 'email_address,name,job_title\nexport@undo.test,Changed,Boss\nnew@undo.test,New,\n',
    })
    const accounts = await imported({
      csv: 'external_id,name,plan,cf_new_field\nundo-1,One,gold,7\n',
    })
    await undone(accounts)
    await undone(people)
    expect(await dump()).toEqual(before)
  })

  test('is refused too late, too early and a second time does nothing', async () => {
    const csv = `${HEADER}\nr1,r1@refused.test,R,,\n`
    const { body } = await at.post('/imports', { csv })
    const [queued] = body.imports
    const early = await at.put(`/imports/${queued.id}/undo`, {})
    expect(early).toMatchObject({ status: 409 })
    expect(early.body.message).toContain('it is queued')
    await runJobs(at)
    await sql`update imports set undo_until = now() - interval '1 second' where id = ${queued.id}`.execute(
      db,
    )
    const late = await at.put(`/imports/${queued.id}/undo`, {})
    expect(late).toMatchObject({ status: 409 })
    expect(late.body.message).toContain('24 hours')
    await sql`select graphile_worker.add_job('delete_old_imports', '{}')`.execute(db)
    await runJobs(at)
    const changes = () => sql`select from import_changes where import_id = ${queued.id}`.execute(db)
    expect((await changes()).rows).toEqual([])

    const again = await imported({ csv: `${HEADER}\nr2,r2@refused.test,R,,\n` })
    const first = await undone(again)
    expect((await at.put(`/imports/${again.id}/undo`, {})).status).toBe(200)
    await runJobs(at)
    expect(await at.shown(`/imports/${again.id}`)).toMatchObject({ undone_at: first.undone_at })
    const entries = (await at.get('/audit_entries?action=import_undone&sort=-id')).body
      .audit_entries
    expect(entries.filter(({ subject_id }: Shown) => subject_id === again.id)).toHaveLength(1)
  })

  test('knows nothing of a person who was erased', async () => {
    await at.post('/external_users/import', {
      users: [{ external_id: 'e1', email: 'e1@erased.test', name: 'Secret name' }],
    })
    const made = await imported({
      csv: `${HEADER}\ne1,e1@erased.test,Other name,,\ne2,e2@erased.test,E,,\n`,
    })
    const { links } = await at.shown('/external_users?external_id=e1')
    expect((await at.delete(`/users/${links.user}`)).status).toBe(200)
    const { rows } = await sql<{ text: string }>`
      select changes::text as text from import_changes where import_id = ${made.id}`.execute(db)
    expect(JSON.stringify(rows)).not.toMatch(/Secret|Other name|e1@/)
    await undone(made)
    expect((await at.get('/external_users?external_id=e1,e2')).body.external_users).toEqual([])
  })
})

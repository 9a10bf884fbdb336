// Moves that people start by the API with files or the address of a database: background jobs do the work.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createOutgoing, type Outgoing } from '../../src/core/outgoing.ts'
import { cleanUpMoves } from '../../src/jobs/moves.ts'
import { withSourceDatabase } from '../../src/move/sources/postgres.ts'
import { makeCertificate } from '../support/certificate.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { processesOn } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Answer, type Shown, startTestService, type TestService } from '../support/service.ts'
import { DATABASE_PASSWORD, startDatabase } from '../support/sources/database.ts'
import { ASTUTO, LOGCHIMP } from '../support/sources/databases.ts'
import { fider, tablesOf } from '../support/sources/fider-backup.ts'
import { QUACKBACK_KEY, startQuackback } from '../support/sources/quackback.ts'
import { iso, workspace } from '../support/sources/quackback-export.ts'
import type { Body } from '../support/sources/server.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'
import { FORM, type FormPart, filePart, form, lineTo } from '../support/uploads.ts'
import { type ZipEntry, zipOf } from '../support/zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-guided-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const directory = join(folder, 'moves')
const logLines: string[] = []
const at = await startTestService(logLines, {
  hasJobs: true,
  moves: { directory, minFreeBytes: 0 },
})
const fresh = (name: string) => `${name}${randomBytes(4).toString('hex')}`

const field = (name: string, value: string): FormPart => ({
  disposition: `form-data; name="${name}"`,
  bytes: value,
})

type Upload = { files: [name: string, bytes: Buffer | string][]; fields?: Record<string, string> }

const send = (
  { files, fields = {} }: Upload,
  to: TestService = at,
  sent: object = {},
): Promise<Answer> =>
  to.call('POST', '/moves/files', {
    headers: FORM,
    body: form(
      ...files.map(([name, bytes]) => filePart(bytes, name)),
      ...Object.entries(fields).map(([name, value]) => field(name, value)),
    ),
    ...sent,
  })

async function ended(id: number): Promise<Shown> {
  for (;;) {
    const move = await at.shown(`/moves/${id}`)
    if (move.task_state !== 'running') return move
    if (String(move.reason).includes('unexpectedly')) throw new Error(logLines.slice(-5).join(''))
    await sleep(50)
  }
}

async function looked(upload: Upload): Promise<Shown> {
  const { status, body, text } = await send(upload)
  expect([200, 201], text).toContain(status)
  return ended(body.moves[0].id)
}

async function asked(id: number, task: string, body: object = {}): Promise<Shown> {
  const answer = await at.post(`/moves/${id}/${task}`, body)
  expect(answer.status, answer.text).toBe(200)
  return ended(id)
}

const reportOf = async (id: number): Promise<Body> => (await at.get(`/moves/${id}/report`)).body

const stored = async () => (await readdir(directory).catch(() => [])).toSorted()

/** Until clean-up jobs have deleted what no move has. */
async function isEmpty(): Promise<void> {
  while ((await stored()).length > 0) await sleep(50)
}

/** A repetition finds what the attempt before left. */
async function withoutMoves(): Promise<void> {
  for (const { id } of (await at.get('/moves')).body.moves) {
    await at.post(`/moves/${id}/stop`, {})
    const { state } = await at.shown(`/moves/${id}`)
    if (['loading', 'completed', 'undoing'].includes(state)) await asked(id, 'undo')
    await at.delete(`/moves/${id}`)
  }
  await isEmpty()
}

const cleanUp = () =>
  cleanUpMoves({
    ...at,
    moves: {
      directory,
      minFreeBytes: 0,
      connection: () => at.connection,
      signal: new AbortController().signal,
    },
  })

const countOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(at.db)
  return rows[0]?.count ?? 0
}

const backupOf = (account: ReturnType<typeof fider>) => zipOf(tablesOf(account))

describe('a move from files', { timeout: 240_000 }, () => {
  test('Fider: detected, looked at, mapped, tried, brought, brought again with a newer file, and undone', async () => {
    await withoutMoves()
    const site = fresh('site')
    const account = fider(site)
    const backup = backupOf(account)
    const sent = await send({ files: [['backup.zip', backup]] })
    expect(sent.status, sent.text).toBe(201)
    const look = await ended(sent.body.moves[0].id)
    expect(look).toMatchObject({
      source: 'fider',
      account: site,
      state: 'new',
      task: 'look',
      task_state: 'done',
      reason: null,
      files: [{ name: 'backup.zip', size_in_bytes: backup.length }],
      look: { counts: { suggestions: 9, users: 12, supporters: 6, merges: 2 }, others: {} },
      has_credentials: false,
      has_folder: true,
    })
    expect(look.look.left_out.map(({ kind }: Body) => kind)).toContain('settings')
    expect(JSON.stringify(look)).not.toContain(directory)
    expect(await countOf('suggestions')).toBe(0)
    const { id } = look
    const [name = ''] = await stored()
    expect(name).toMatch(/^upload-[0-9a-f-]{36}$/)
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o700)

    expect(await asked(id, 'read')).toMatchObject({ task_state: 'done', has_values: true })
    const mapping = { labels: { [`Tag of ${site}`]: { create: `Label of ${site}` } } }
    expect((await at.put(`/moves/${id}`, { mapping })).status).toBe(200)
    expect(await asked(id, 'try')).toMatchObject({ reason: null, has_trial: true })
    const { body: trial } = await at.get(`/moves/${id}/trial`)
    expect(trial).toMatchObject({ verified: true, differences: [] })
    const done = await asked(id, 'run')
    expect(done).toMatchObject({
      state: 'completed',
      reason: null,
      verified: true,
      files: null,
      has_folder: false,
      has_trial: false,
    })
    expect(await findWrongFigures(at.db)).toEqual([])
    expect(await reportOf(id)).toMatchObject({ kinds: { suggestions: { created: 9 } } })
    await isEmpty()

    const again = await at.post(`/moves/${id}/run`, {})
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('Upload a newer file of the same account: POST /moves/files'),
    ])

    const { posts } = account.tables
    Object.assign(posts?.[0] as object, { title: `Renamed ${site}` })
    posts?.push({
      ...(posts[1] as object),
      id: account.base + 150,
      number: account.base + 250,
      title: 'New',
    })
    const newer = await send({ files: [['later.zip', backupOf(account)]] })
    expect([newer.status, newer.body.moves[0].id]).toEqual([200, id])
    await ended(id)
    expect(await asked(id, 'run')).toMatchObject({ state: 'completed', verified: true })
    expect(await reportOf(id)).toMatchObject({
      kinds: { suggestions: { created: 1, changed: 1 } },
    })
    expect(await asked(id, 'undo')).toMatchObject({ state: 'undone', files: null })
    expect(await countOf('suggestions')).toBe(0)
    await isEmpty()
    const entries = await at.get('/audit_entries?per_page=100&subject_type=moves')
    const looks = entries.body.audit_entries.filter(({ action }: Shown) => action === 'move_looked')
    expect(looks[0]).toMatchObject({ after: { files: [{ name: 'later.zip' }] } })
  })

  test('Quackback: completed by its API, whose key is stored encrypted and forgotten', async () => {
    await withoutMoves()
    const name = fresh('qb')
    const row = (i: number) => [`post_${i}_${name}`, `Idea ${i} ${name}`, '', '', '', 'features']
    const quackback = await startQuackback(
      [
        { id: `post_1_${name}`, canonicalPostId: null, activities: [] },
        { id: `post_2_${name}`, canonicalPostId: null, activities: [] },
        { id: `post_3_${name}`, canonicalPostId: `post_1_${name}`, activities: [] },
      ],
      1,
    )
    const zip = workspace(name, [[...row(3), 'Bob', `bob@${name}.test`, 0, iso(4)]])
    const files: Upload['files'] = [['workspace.zip', zip]]
    const half = await send({ files, fields: { key: QUACKBACK_KEY } })
    expect([half.status, half.body.message]).toEqual([422, 'api_address: send it with key.'])
    const elsewhere = await send({
      files,
      fields: { key: QUACKBACK_KEY, api_address: 'http://169.254.169.254' },
    })
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      422,
      expect.stringMatching(/^api_address: .*link-local/),
    ])
    expect(await stored()).toEqual([])

    const fields = { key: QUACKBACK_KEY, api_address: quackback.address }
    const { id, ...look } = await looked({ files, fields })
    expect(look).toMatchObject({ source: 'quackback', account: name, has_credentials: true })
    expect(JSON.stringify(look)).not.toContain(QUACKBACK_KEY)
    // A look asks nobody.
    expect(quackback.asked).toEqual([])
    quackback.fault = () => ({ status: 401, body: {} })
    const refused = await asked(id, 'run')
    expect(refused).toMatchObject({ task_state: 'failed', state: 'new' })
    expect(refused.reason).toContain('does not accept the token')
    quackback.fault = () => undefined
    expect(await asked(id, 'run')).toMatchObject({
      state: 'completed',
      verified: true,
      has_credentials: false,
    })
    expect(await reportOf(id)).toMatchObject({ kinds: { merges: { created: 1 } } })
    const { rows } = await sql`select from move_secrets`.execute(at.db)
    expect(rows).toEqual([])
    expect(logLines.join('')).not.toContain(QUACKBACK_KEY)
    await asked(id, 'undo')
  })

  test('UserVoice: several files of one account, named by who sends them, in another encoding', async () => {
    await withoutMoves()
    const name = fresh('uv')
    const ideas = `ideaId;ideaTitle;forumName\r\n${10_000_001};Schön ${name};Wünsche ${name}`
    const comments = `suggestionId;text;userEmail\r\n${10_000_001};First;ann@${name}.test`
    const notes = `suggestionId;text;userEmail\r\n${10_000_001};Inside;eve@${name}.test`
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const upload: Upload = {
      files: [
        ['export.csv', latin(ideas)],
        // The name says what a file is, also after one that is too long for a disk.
        [`${'ü'.repeat(200)}comments.csv`, latin(comments)],
        ['notes of the team.csv', latin(notes)],
        ['notes of the team.csv', latin(notes.replace('Inside', 'Inside too'))],
      ],
      fields: { account: name, encoding: 'windows-1252' },
    }
    const unknown = await send({ ...upload, fields: { encoding: 'klingon' } })
    expect([unknown.status, unknown.body.errors]).toEqual([422, { encoding: 'invalid' }])
    const { id, ...look } = await looked(upload)
    expect(look).toMatchObject({
      source: 'uservoice-export',
      account: name,
      reason: null,
      look: { counts: { suggestions: 1, comments: 1, notes: 2 } },
    })
    expect(look.files).toHaveLength(4)
    expect(await asked(id, 'run')).toMatchObject({ verified: true })
    const { body } = await at.get('/suggestions?sort=-id')
    expect(body.suggestions[0]).toMatchObject({ title: `Schön ${name}`, notes_count: 2 })
    await asked(id, 'undo')
  })

  test('the folder of move-out as a ZIP, with a folder around it', async () => {
    await withoutMoves()
    const from = await startTestService()
    const { id: forum } = await from.made('/forums', { name: fresh('Moved out ') })
    const title = fresh('Wish ')
    await from.made('/suggestions', { title, links: { forum } })
    const out = join(folder, fresh('out'))
    const { code, stderr } = await commandOn(from.connection, { EARSHOT_DATA: folder })(
      'move-out',
      out,
    )
    expect(code, stderr).toBe(0)
    const entries: ZipEntry[] = []
    for (const file of await readdir(out, { recursive: true, withFileTypes: true }))
      if (file.isFile()) {
        const path = join(file.parentPath, file.name)
        entries.push({
          name: `acme/${path.slice(out.length + 1)}`,
          content: await readFile(path),
        })
      }
    const zip = zipOf([
      ...entries,
      { name: '__MACOSX/acme/._move.json', content: 'x' },
      { name: 'acme/files/.hidden/evil', content: 'x' },
      { name: 'acme/state.json', content: '{}' },
    ])
    const { id, ...look } = await looked({ files: [['acme.zip', zip]] })
    expect(look).toMatchObject({ source: 'earshot', task_state: 'done', reason: null })
    const [name = ''] = await stored()
    const unpacked = (await readdir(join(directory, name, 'form'))).toSorted()
    expect(unpacked).toContain('move.json')
    expect(unpacked).not.toContain('state.json')
    expect(await readdir(join(directory, name, 'form', 'files'))).toEqual([])
    expect(await asked(id, 'read')).toMatchObject({ reason: null, has_values: true })
    expect(await asked(id, 'run')).toMatchObject({ reason: null, verified: true })
    expect(await countOf('suggestions')).toBe(1)
    expect((await at.get('/suggestions')).body.suggestions[0]).toMatchObject({ title })
    await asked(id, 'undo')
  })

  test('files that are wrong are refused in words, and nothing is left of them', async () => {
    await withoutMoves()
    const site = fresh('wrong')
    const entries = tablesOf(fider(site))
    const move = JSON.stringify({
      form: 1,
      source: 'a\u0000b',
      account: 'x',
      created_at: '2026-01-31T12:00:00Z',
      counts: {},
    })
    const canny = readFileSync(new URL('../support/fixtures/canny.csv', import.meta.url))
    const refused: [Upload, RegExp, string | undefined][] = [
      [{ files: [] }, /^file: required/, 'required'],
      [{ files: [['a.bin', randomBytes(2000)]] }, /^file: /, undefined],
      [{ files: [['empty.csv', '']] }, /^file: It is neither a ZIP file nor a CSV file/, 'unknown'],
      [
        { files: [['a.zip', zipOf([{ name: 'notes.txt', content: 'x' }])]] },
        /^file: It is a ZIP file with notes.txt. A move reads a backup of Fider/,
        'unknown',
      ],
      [
        { files: [['ideas.zip', zipOf([{ name: 'ideas.csv', content: 'x' }])]] },
        /^file: It is a ZIP file with CSV files. Unpack it/,
        'unknown',
      ],
      [
        { files: [['canny.csv', canny]] },
        /^file: It is a CSV file of ideas, as Canny and others write it. An import of files brings/,
        'for_import',
      ],
      [
        {
          files: [
            ['one.zip', zipOf(entries)],
            ['two.zip', zipOf(entries)],
          ],
        },
        /^file: None of them is known/,
        'unknown',
      ],
      [
        { files: [['backup.zip', zipOf(entries)]], fields: { source: 'quackback' } },
        /^file: backup.zip is no export of Quackback/,
        'invalid',
      ],
      [{ files: [['x.csv', 'a,b']], fields: { source: 'canny' } }, /^source: /, undefined],
      [
        { files: [['x.zip', zipOf([...entries, { name: '../../evil', content: 'x' }])]] },
        /^file: x.zip: invalid relative path/,
        'invalid',
      ],
      [
        {
          files: [
            [
              'bomb.zip',
              zipOf(
                entries.map((entry) =>
                  entry.name === 'posts.json'
                    ? { ...entry, content: Buffer.alloc(1000), size: 100 * 1024 ** 2 }
                    : entry,
                ),
              ),
            ],
          ],
        },
        /^file: bomb.zip: the entry "posts.json" is \d+ times as large as it is packed/,
        'invalid',
      ],
      [
        { files: [['form.zip', zipOf([{ name: 'move.json', content: move }])]] },
        /^file: the name of the account/,
        'invalid',
      ],
      [
        { files: [['form.zip', zipOf([{ name: 'move.json', content: '{"form":2}' }])]] },
        /^file: move.json: form is 2/,
        'invalid',
      ],
      [
        { files: Array.from({ length: 11 }, (_, i) => [`${i}.csv`, 'a,b']) },
        /^files: too many. Maximum: 10/,
        undefined,
      ],
    ]
    for (const [upload, message, code] of refused) {
      const { status, body } = await send(upload)
      expect([status, body.message], upload.files[0]?.[0]).toEqual([
        422,
        expect.stringMatching(message),
      ])
      if (code !== undefined) expect(body.errors).toEqual({ file: code })
      expect(body.message).not.toContain(folder)
    }
    expect((await at.get('/moves')).body.moves).toEqual([])
    expect(await stored()).toEqual([])

    // A table that is damaged is found by the look.
    const damaged = zipOf(
      entries.map((entry) =>
        entry.name === 'posts.json' ? { ...entry, content: '[{"id":1}' } : entry,
      ),
    )
    const failed = await looked({ files: [['backup.zip', damaged]] })
    expect(failed).toMatchObject({ task: 'look', task_state: 'failed', look: null })
    expect(failed.reason).toContain('posts.json is cut off')
    expect(failed.reason).not.toContain(folder)
    const whole = await looked({ files: [['backup.zip', zipOf(entries)]] })
    expect(whole).toMatchObject({ id: failed.id, task_state: 'done', reason: null })
    expect((await at.delete(`/moves/${whole.id}`)).status).toBe(200)
    await isEmpty()
  })

  test('an upload that is too large, cut off, or for which there is no room leaves nothing', async () => {
    await withoutMoves()
    if (!at.service.app.server.listening)
      await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    const line = await lineTo(at)
    const head = (length: number) =>
      `POST /api/v2/admin/moves/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${at.token}\r\n` +
      `Content-Type: ${FORM['content-type']}\r\nContent-Length: ${length}\r\n\r\n`
    line.socket.write(head(5 * 1024 ** 3))
    while (!line.received().includes('\r\n\r\n')) await sleep(20)
    expect(line.received()).toContain('413')
    line.socket.destroy()

    const cut = await lineTo(at)
    const body = form(filePart(backupOf(fider(fresh('cut'))), 'backup.zip'))
    cut.socket.write(head(body.length))
    cut.socket.write(body.subarray(0, body.length / 2))
    while (!(await stored()).some((name) => name.endsWith('.part'))) await sleep(20)
    // One that still arrives is not cleaned up.
    await cleanUp()
    expect(await stored()).toHaveLength(1)
    cut.socket.destroy()
    await isEmpty()
    expect((await at.get('/moves')).body.moves).toEqual([])

    const small = await startTestService(undefined, {
      moves: { directory: join(folder, 'small'), minFreeBytes: Number.MAX_SAFE_INTEGER },
    })
    const full = await send({ files: [['backup.zip', backupOf(fider(fresh('full')))]] }, small)
    expect([full.status, full.body.message]).toEqual([
      503,
      expect.stringContaining('must stay free.'),
    ])
    expect(await readdir(join(folder, 'small'))).toEqual([])
  })

  test('a repeated call is one upload, a running move refuses others, and others may not', async () => {
    await withoutMoves()
    const backup = backupOf(fider(fresh('once')))
    const files: Upload['files'] = [['backup.zip', backup]]
    const headers = { ...FORM, 'idempotency-key': fresh('key') }
    const first = await send({ files }, at, { headers })
    const { id } = first.body.moves[0]
    await ended(id)
    const second = await send({ files }, at, { headers })
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(await stored()).toHaveLength(1)
    await sql`update moves set task_state = 'running', attempt = attempt + 1 where id = ${id}`.execute(
      at.db,
    )
    const busy = await send({ files })
    expect([busy.status, busy.body.message]).toEqual([409, expect.stringContaining('is running')])
    await at.post(`/moves/${id}/stop`, {})
    for (const role of ['viewer', 'contributor', 'admin', 'owner'] as const) {
      const cookie = await aSession(at, (await aPerson(at, role)).id)
      const isAllowed = role === 'admin' || role === 'owner'
      const answer = await send({ files: [] }, at, {
        ...bySession(cookie),
        headers: { ...FORM, ...bySession(cookie).headers },
      })
      expect([role, answer.status]).toEqual([role, isAllowed ? 422 : 403])
    }
    await withoutMoves()
  })

  test('files are deleted with the folder, and when the move is left', async () => {
    await withoutMoves()
    const backup = backupOf(fider(fresh('left')))
    const upload: Upload = { files: [['backup.zip', backup]] }
    const { id } = await looked(upload)
    const emptied = await at.delete(`/moves/${id}/folder`)
    expect(emptied.body.moves[0]).toMatchObject({ files: null, has_folder: false })
    await isEmpty()
    expect((await at.post(`/moves/${id}/read`, {})).status).toBe(409)

    await looked(upload)
    await asked(id, 'try')
    await sql`update moves set updated_at = now() - interval '6 days' where id = ${id}`.execute(
      at.db,
    )
    await cleanUp()
    expect(await at.shown(`/moves/${id}`)).toMatchObject({ has_trial: true, has_folder: true })
    await sql`update moves set updated_at = now() - interval '8 days' where id = ${id}`.execute(
      at.db,
    )
    await cleanUp()
    expect(await at.shown(`/moves/${id}`)).toMatchObject({
      files: null,
      has_trial: false,
      has_folder: false,
    })
    expect(await stored()).toEqual([])

    // What a process left that was killed while files arrived.
    await looked(upload)
    const [name = ''] = await stored()
    const abandoned = join(directory, `upload-${'0'.repeat(36)}.part`)
    await cp(join(directory, name), abandoned, { recursive: true })
    const old = new Date(Date.now() - 2 * 3_600_000)
    await utimes(join(abandoned, 'files', 'backup.zip'), old, old)
    await utimes(abandoned, old, old)
    await cleanUp()
    expect(await stored()).toEqual([name])
    await withoutMoves()
  })
})

test('a move from files goes on when its process is killed', { timeout: 240_000 }, async () => {
  const dataDir = join(folder, fresh('killed'))
  const place = await startTestService(undefined, {
    moves: { directory: join(dataDir, 'moves'), minFreeBytes: 0 },
  })
  const start = await processesOn(place.connection)
  const work = () => start(['work'], { EARSHOT_DATA: dataDir, OUTGOING_NETWORKS: '127.0.0.0/8' })
  const name = fresh('kill')
  const quackback = await startQuackback(
    [
      { id: `post_1_${name}`, canonicalPostId: null, activities: [] },
      { id: `post_2_${name}`, canonicalPostId: null, activities: [] },
    ],
    1,
  )
  const fields = { key: QUACKBACK_KEY, api_address: quackback.address }
  const { body, text } = await send({ files: [['w.zip', workspace(name)]], fields }, place)
  const { id } = body.moves?.[0] ?? expect.fail(text)
  const first = await work()
  while ((await place.shown(`/moves/${id}`)).task_state === 'running') await sleep(50)
  const second = `/api/v1/posts/post_2_${name}/activity`
  quackback.fault = ({ path }) =>
    path === second ? { status: 429, headers: { 'retry-after': '300' }, body: {} } : undefined
  expect((await place.post(`/moves/${id}/run`, {})).status).toBe(200)
  while (!quackback.asked.some(({ path }) => path === second)) await sleep(20)
  first.child.kill('SIGKILL')
  await first.ended
  expect(await place.shown(`/moves/${id}`)).toMatchObject({ task: 'run', task_state: 'running' })
  quackback.fault = () => undefined
  quackback.asked.length = 0
  await work()
  while ((await place.shown(`/moves/${id}`)).task_state === 'running') await sleep(50)
  expect(await place.shown(`/moves/${id}`)).toMatchObject({ state: 'completed', verified: true })
  // What was answered is not asked again.
  expect(quackback.asked.map(({ path }) => path)).toEqual([second])
  expect(await findWrongFigures(place.db)).toEqual([])
  while ((await readdir(join(dataDir, 'moves'))).length > 0) await sleep(50)
})

/** A server that answers each connection with this, and what it receives. */
async function startServer(answer: (socket: Socket) => void) {
  const told: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => told.push(data))
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, told: () => Buffer.concat(told).toString('latin1') }
}

const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

describe('a move from a database', { timeout: 240_000 }, () => {
  const lookAt = async (body: object): Promise<Shown> => {
    const answer = await at.post('/moves', { password: DATABASE_PASSWORD, ...body })
    expect([200, 201], answer.text).toContain(answer.status)
    return ended(answer.body.moves[0].id)
  }

  /** Its address for the service, which reaches it by TCP as somebody who can only read. */
  async function reachable(source: Awaited<ReturnType<typeof startDatabase>>) {
    const proxy = await startFaultProxy(source.connection)
    onCleanup(() => proxy.close())
    const { port } = new pg.Client(proxy.connection)
    const user = fresh('reader')
    await source.run(
      `create role ${user} login password '${DATABASE_PASSWORD}' in role pg_read_all_data`,
    )
    onCleanup(() => source.run(`drop role ${user}`))
    const place = `127.0.0.1:${port}/${source.name}`
    return { proxy, place, address: `postgres://${user}@${place}` }
  }

  test('Astuto: looked at, tried, brought, brought again, and undone', async () => {
    await withoutMoves()
    const name = fresh('astuto')
    const source = await startDatabase(at.connection, ASTUTO(name))
    const { address, place } = await reachable(source)
    const plain = `${address}?sslmode=disable`

    const secure = await lookAt({ source: 'astuto', address })
    expect(secure).toMatchObject({ task_state: 'failed', account: `${place}/default` })
    expect(secure.reason).toContain('Add ?sslmode=disable to the address')
    const other = await lookAt({ source: 'astuto', address: plain, account: 'other' })
    expect(other.reason).toContain('has no account "other". It has: default')
    const { id, ...look } = await lookAt({ source: 'astuto', address: plain })
    expect(look).toMatchObject({
      account: `${place}/default`,
      address: plain,
      task_state: 'done',
      reason: null,
      look: { counts: { suggestions: 2, supporters: 2, forums: 1 } },
      has_credentials: true,
      files: null,
    })
    expect(JSON.stringify(look)).not.toContain(DATABASE_PASSWORD)
    expect(await asked(id, 'try')).toMatchObject({ reason: null, has_trial: true })
    expect(await asked(id, 'run')).toMatchObject({
      verified: true,
      reason: null,
      has_credentials: false,
    })
    expect(await findWrongFigures(at.db)).toEqual([])
    const again = await at.post(`/moves/${id}/run`, {})
    expect([again.status, again.body.message]).toEqual([
      422,
      expect.stringMatching(/^password: send password/),
    ])
    await source.run(`update posts set title = 'Renamed' where id = 1`)
    expect(await asked(id, 'run', { password: DATABASE_PASSWORD })).toMatchObject({
      verified: true,
    })
    expect(await reportOf(id)).toMatchObject({ kinds: { suggestions: { changed: 1 } } })
    await asked(id, 'undo')
    expect(await countOf('suggestions')).toBe(0)
    for (const file of await readdir(directory, { recursive: true }))
      expect(await readFile(join(directory, file), 'utf8').catch(() => '')).not.toContain(
        DATABASE_PASSWORD,
      )
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(t::text, ' '), '') as all from (
        select to_jsonb(m) from moves m union all select to_jsonb(s) from move_secrets s
        union all select to_jsonb(a) from audit_entries a union all select to_jsonb(r) from move_reports r) t`.execute(
      at.db,
    )
    expect(rows[0]?.all).not.toContain(DATABASE_PASSWORD)
    expect(logLines.join('')).not.toContain(DATABASE_PASSWORD)
  })

  test('LogChimp: a lost connection ends the task, which goes on', async () => {
    await withoutMoves()
    const source = await startDatabase(at.connection, LOGCHIMP(fresh('logchimp')))
    const { address, place, proxy } = await reachable(source)
    const asking = { source: 'logchimp', address: `${address}?sslmode=disable` }
    proxy.cutAfter(/posts_comments/)
    const lost = await lookAt(asking)
    expect(lost).toMatchObject({ task_state: 'failed', account: place })
    expect(lost.reason).toMatch(/^The database of the source cannot be read: /)
    const { id } = await lookAt(asking)
    // A statement that is not answered ends when the task is stopped.
    await proxy.set('black hole')
    await at.post(`/moves/${id}/run`, {})
    while ((await at.shown(`/moves/${id}`)).step !== 'reading') await sleep(50)
    await at.post(`/moves/${id}/stop`, {})
    while (proxy.open() > 0) await sleep(50)
    await proxy.set('none')
    expect(await asked(id, 'run')).toMatchObject({ verified: true, reason: null })
    await asked(id, 'undo')
  })

  test('an address that is wrong, or leads where the service must not go, is refused', async () => {
    await withoutMoves()
    const address = 'postgres://user@db.acme.test/astuto'
    const refused: [object, RegExp][] = [
      [{ address: 'https://db.acme.test' }, /^address: it should be the address of a PostgreSQL/],
      [
        { address: `postgres://user:${DATABASE_PASSWORD}@db.acme.test/x` },
        /^address: .*without a password/,
      ],
      [{ address: 'postgres:///x?host=/var/run' }, /^address: it should/],
      [{ address: 'postgres://user@%2Fvar%2Frun/x' }, /^address: it should/],
      [{ address: 'postgres://user@a,b/x' }, /^address: it should/],
      [{ address: `${address}?options=-c%20x` }, /^address: it should/],
      [{ address: `${address}?sslmode=prefer` }, /^address: it should/],
      [{ address: 'postgres://db.acme.test/x' }, /^address: it should/],
      [{ address: 'postgres://user@db.acme.test' }, /^address: it should/],
      [{ address: 'postgres://user@169.254.169.254/x' }, /^address: .*is a link-local address/],
      [{ address: 'postgres://user@[fe80::1]/x' }, /^address: .*is a link-local address/],
      [{ address, account: '../x' }, /^account: /],
      [{ address, source: 'logchimp', account: 'x' }, /^account: only these share/],
      [{ address, password: undefined }, /^password: send password/],
      [{ address, token: 'x' }, /^password: send password\./],
    ]
    for (const [change, text] of refused) {
      const body = { source: 'astuto', password: DATABASE_PASSWORD, ...change }
      const { status, body: answer } = await at.post('/moves', body)
      expect([status, answer.message], JSON.stringify(change)).toEqual([
        422,
        expect.stringMatching(text),
      ])
      expect(answer.message).not.toContain(DATABASE_PASSWORD)
    }
    const guarded = await startTestService(undefined, {
      moves: { directory: join(folder, 'guarded') },
      outgoing: { networks: [] },
    })
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1']) {
      const body = {
        source: 'logchimp',
        address: `postgres://u@${host}/x`,
        password: DATABASE_PASSWORD,
      }
      expect((await guarded.post('/moves', body)).status, host).toBe(422)
    }
  })

  test('the name is checked when it is resolved, and the connection goes to what was checked', async () => {
    const asked: string[] = []
    const outgoing = (address: string) =>
      createOutgoing({
        networks: ['127.0.0.1'],
        lookup: async (name) => {
          asked.push(name)
          return [{ address, family: 4 }]
        },
      })
    const source = await startDatabase(at.connection, LOGCHIMP(fresh('named')))
    const { place, address } = await reachable(source)
    const from = `${address.replace('127.0.0.1', 'db.acme.test')}?sslmode=disable`
    const options = { from, password: DATABASE_PASSWORD, signal: new AbortController().signal }
    const nameIn = (networks: Outgoing) =>
      withSourceDatabase({ ...options, outgoing: networks }, async ({ name }) => name)
    expect(await nameIn(outgoing('127.0.0.1'))).toBe(place.replace('127.0.0.1', 'db.acme.test'))
    expect(asked).toEqual(['db.acme.test'])
    await expect(nameIn(outgoing('127.0.0.2'))).rejects.toThrow(
      'db.acme.test leads to a loopback address',
    )
  })

  test('nothing is said to a server without a valid certificate', async () => {
    await withoutMoves()
    const { key, cert } = makeCertificate('DNS:db.acme.test')
    const { port, told } = await startServer((socket) =>
      socket.once('data', () => {
        socket.removeAllListeners('data')
        socket.write('S')
        const secure = new TLSSocket(socket, { isServer: true, key, cert })
        secure.on('error', () => {})
        secure.on('data', (data) => logLines.push(`told: ${data.toString('latin1')}`))
      }),
    )
    const address = `postgres://user@127.0.0.1:${port}/x`
    const refused = await lookAt({ source: 'logchimp', address })
    expect(refused).toMatchObject({ task_state: 'failed' })
    expect(refused.reason).toMatch(/cannot be read: .*certificate/)
    expect(told()).not.toContain('user')
    expect(logLines.join('')).not.toContain('told: ')
    await withoutMoves()
  })

  test('a server that repeats the password does not bring it into an answer, and gets no other', async () => {
    await withoutMoves()
    const before = process.env.PGPASSWORD
    process.env.PGPASSWORD = 'of-the-operator'
    onCleanup(async () => {
      if (before === undefined) delete process.env.PGPASSWORD
      else process.env.PGPASSWORD = before
    })
    const { port, told } = await startServer((socket) =>
      socket.once('data', () => {
        // It asks for the password in plain text.
        socket.write(message('R', Buffer.from([0, 0, 0, 3])))
        socket.once('data', () =>
          socket.end(
            message('E', Buffer.from(`SFATAL\0C28P01\0Mwrong password ${DATABASE_PASSWORD}\0\0`)),
          ),
        )
      }),
    )
    const address = `postgres://user@127.0.0.1:${port}/x?sslmode=disable`
    const refused = await lookAt({ source: 'logchimp', address })
    expect(refused.reason).toContain('wrong password …')
    expect(told()).toContain(DATABASE_PASSWORD)
    expect(told()).not.toContain('of-the-operator')
    await withoutMoves()
  })
})

// Moving in by API v2: another Earshot is the source, and a proxy in front of it makes the mistakes of bad ones.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { KINDS } from '../../src/move/form.ts'
import {
  createSourceClient,
  MAX_WAIT_MS,
  readWait,
  type SourceOptions,
} from '../../src/move/sources/source-client.ts'
import { readUservoice } from '../../src/move/sources/uservoice.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { aUser } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'
import {
  type Asked,
  type Fault,
  type FindFault,
  startSourceProxy,
} from '../support/source-proxy.ts'
import { uploaded } from '../support/uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-uservoice-'))
afterAll(() => rm(folder, { recursive: true }))

const startAt = async (name: string) => {
  const data = join(folder, name)
  const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  return { at, earshot: commandOn(at.connection, { EARSHOT_DATA: data }) }
}
const from = await startAt('from')
const to = await startAt('to')
const target = await from.at.service.app.listen({ port: 0, host: '127.0.0.1' })
// Reading is enough.
const client = await from.at.aClient({ isReadOnly: true, requestsPerMinute: 1_000_000 })

let asked: Asked[] = []
let findFault: FindFault = () => undefined
afterEach(() => {
  asked = []
  findFault = () => undefined
})

const proxy = await startSourceProxy(target, (one) => {
  asked.push(one)
  return findFault(one)
})

/** Neither a count nor the people of a suggestion. */
const isPageOf = ({ path, query }: Asked, collection: string) =>
  path === `/api/v2/admin/${collection}` &&
  query.get('per_page') !== '1' &&
  !query.has('suggestion')

/** The first pages of a collection that are asked for meet the fault. */
function onPages(collection: string, fault: Fault, times = 1): void {
  let left = times
  findFault = (one) => (isPageOf(one, collection) && left-- > 0 ? fault : undefined)
}

let folders = 0
const newFolder = () => join(folder, `form-${folders++}`)

function read(path: string, options: Partial<SourceOptions> = {}) {
  const { signal = new AbortController().signal } = options
  const source = createSourceClient({
    origin: proxy,
    credentials: { key: client.key, secret: client.secret },
    networks: [],
    firstDelayMs: 1,
    ...options,
    signal,
  })
  return readUservoice({ client: source, path, base: null, signal, progress() {} })
}

async function linesOf(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.ndjson')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i] as string]))
}

async function moveIn(...args: string[]) {
  const credentials = ['--key', client.key, '--secret', client.secret]
  const line = ['move-in', 'uservoice', '--from', proxy, ...credentials, '--json', ...args]
  const { code, stdout, stderr } = await to.earshot(...line)
  expect(stdout, stderr).not.toBe('')
  expect(stdout + stderr).not.toContain(client.secret)
  return { code, report: JSON.parse(stdout) }
}

const ids: number[] = []

async function merge(from_suggestion: number | undefined, to_suggestion: number | undefined) {
  const links = { from_suggestion, to_suggestion }
  const { status, text } = await from.at.post('/suggestions/merge', { links })
  expect(status, text).toBeLessThan(300)
}

beforeAll(async () => {
  const { at, earshot } = from
  const demo = await earshot('demo', '--suggestions', '60', '--users', '40', '--accounts', '8')
  expect(demo.code, demo.stderr).toBe(0)
  await sql`
    insert into users (name, email_address)
    select 'Person ' || i, 'person' || i || '@many.test' from generate_series(1, 250) i`.execute(
    at.db,
  )
  const { rows } = await sql<{ id: number }>`
    select id from suggestions where is_visible and parent_suggestion_id is null order by id`.execute(
    at.db,
  )
  ids.push(...rows.map(({ id }) => id))
  const [one, two, three] = ids
  const file = await uploaded(at, 'What we mean', 'idea.txt')
  await at.put(`/suggestions/${one}`, { attachment_tokens: [file.token] })
  const comment = await at.made('/comments', { body: 'First', links: { suggestion: one } })
  await at.made('/comments', { body: 'Second', links: { suggestion: one, reply_to: comment.id } })
  await merge(two, one)
  const { rows: people } = await sql<{ id: number }>`
    select id from users where email_address = 'person1@many.test'`.execute(at.db)
  const user = people[0]?.id
  await at.made('/supporters', { votes_count: 3, links: { suggestion: three, user } })
  // The parent of a label can be newer than the label.
  const child = await at.made('/labels', { name: 'Child' })
  const parent = await at.made('/labels', { name: 'Parent' })
  await at.put(`/labels/${child.id}`, { links: { parent: parent.id } })
  await at.made('/announcements', { title: 'Shipped', links: { suggestions: [three] } })
  const { id: partners } = await at.made('/forums', { name: 'Partners', is_public: false })
  await at.made('/announcements', { title: 'For partners', links: { forums: [partners] } })
  const picture = await uploaded(at, 'Only for us', 'internal.txt')
  const note = await at.made('/notes', {
    body: 'Internal',
    attachment_tokens: [picture.token],
    links: { suggestion: three },
  })
  await at.made('/notes', { body: 'Answer', links: { suggestion: three, parent: note.id } })
  for (const status of [1, 2])
    await at.made('/status_updates', {
      body: `**Answer ${status}**`,
      body_mime_type: 'text/markdown',
      links: { suggestion: three, status },
    })
})

/** Times are those of the API: to the second. */
const suggestionsIn = async (db: Db) => {
  const { rows } = await sql`
    select s.id, s.title, s.body, s.state, date_trunc('second', s.created_at) as created_at, s.parent_suggestion_id,
      f.name as forum, t.name as status, u.email_address, g.votes_count, g.supporters_count, g.comments_count,
      g.notes_count, g.requests_count, g.supporting_accounts_count, g.supporter_revenue, s.custom_fields,
      array(select l.full_name from suggestion_labels j join labels l on l.id = label_id
        where suggestion_id = s.id order by 1) as labels,
      array(select a.file_name || a.crc32 from attachments a where a.suggestion_id = s.id) as files,
      array(select row(c.id, c.body, c.reply_to_id) from comments c where c.suggestion_id = s.id order by id)::text as comments,
      array(select row(x.id, x.body, n.name) from status_updates x left join statuses n on n.id = new_status_id
        where x.suggestion_id = s.id order by x.id)::text as updates
    from suggestions s join suggestion_figures g using (id) join forums f on f.id = forum_id
    left join statuses t on t.id = status_id left join users u on u.id = s.created_by_id order by s.id`.execute(
    db,
  )
  return rows
}

/** Of the source only, or made by the service that stores the record. */
const OWN_COLUMNS: Record<string, string> = {
  custom_fields: 'created_by_id updated_by_id',
  forums:
    'updated_by_id welcome_message welcome_message_mime_type moderation_enabled suggestion_moderation classic_voting',
  users: 'is_admin satisfaction_score current_nps_rating_id previous_nps_rating_id last_active_at',
  suggestions:
    'creator_os creator_browser creator_browser_version creator_mobile last_internal_status_update_id captured_by_id ticket_id approved_at unmergeable',
  status_updates: 'mail_sent_count mail_opened_count mail_clicked_count supporters_notified',
  announcements: 'updated_by_id state publish_at',
  attachments: 'token file_key',
  supporters: 'how created_by_id updated_by_id',
}

/** Every column of the records that the move created, with times to the second. */
async function recordsIn(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const kind of KINDS.filter((one) => one !== 'merges' && one !== 'followers')) {
    const { rows: own } = await sql<{ id: number }>`
      select record_id as id from move_records where kind = ${kind} and is_own
      union all select id from supporters where ${kind} = 'supporters'`.execute(to.at.db)
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'updated_at' - ${(OWN_COLUMNS[kind] ?? '').split(' ')}::text[] as row from ${sql.table(kind)} t
      where id = any(${own.map(({ id }) => id)}) order by id`.execute(db)
    all[kind] = JSON.parse(JSON.stringify(rows).replace(/(T\d\d:\d\d:\d\d)\.\d+/g, '$1'))
  }
  return all
}

describe('an account of another Earshot', () => {
  test('is looked at without anything being written', async () => {
    const { code, report } = await moveIn()
    expect(code).toBe(0)
    expect(report).toMatchObject({
      source: 'uservoice',
      account: proxy,
      plan: { suggestions: 60, attachments: 2, announcements: expect.any(Number) },
    })
    expect(await suggestionsIn(to.at.db)).toEqual([])
    expect(await readdir(join(folder, 'to')).catch(() => [])).not.toContain('moves')
  })

  test('is refused in words when the key or an option is wrong', async () => {
    const uservoice = (...args: string[]) => to.earshot('move-in', 'uservoice', ...args)
    const key = ['--key', client.key]
    const wrong = await uservoice('--from', proxy, ...key, '--secret', 'not-this-one', '--yes')
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('does not accept the key and the secret'),
    })
    expect(wrong.stderr).not.toContain('not-this-one')
    const half = await uservoice('--from', proxy, ...key)
    expect(half.code).toBeGreaterThan(0)
    expect(half.stderr).toContain('--key and --secret of a trusted client, or --token')
    const path = await uservoice('--from', `${proxy}/forums/1`, ...key, '--secret', client.secret)
    expect(path.code).toBeGreaterThan(0)
    expect(path.stderr).toContain('--from should have no path')
  })

  test('comes with its ids, weights, threads, merges and files', async () => {
    const page = join(folder, 'report.html')
    const look = await moveIn()
    const { code, report } = await moveIn('--yes', '--report', page)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    // What the form has no kind for is in the report as in the look.
    const withoutPlace = Object.entries(look.report.will_not_come)
    expect(withoutPlace.map(([kind]) => kind)).toEqual(expect.arrayContaining(['features']))
    const text = await readFile(page, 'utf8')
    for (const [kind, count] of withoutPlace) {
      const reason = `a move has no place for them. The source has ${count}.`
      expect(report.left_out_by_source).toContainEqual({ kind, reason })
      expect(text).toContain(`<td>${kind}</td><td></td><td>${reason}</td>`)
    }
    expect(report.checks).toContainEqual({
      name: 'suggestions of the source',
      expected: 60,
      found: 60,
      isEqual: true,
    })
    expect(await suggestionsIn(to.at.db)).toEqual(await suggestionsIn(from.at.db))
    const records = await recordsIn(to.at.db)
    expect(records).toEqual(await recordsIn(from.at.db))
    for (const [kind, rows] of Object.entries(records))
      if (kind !== 'statuses') expect(rows, kind).not.toEqual([])
    expect(await findWrongFigures(to.at.db)).toEqual([])
    const { rows: labels } = await sql`
      select full_name from labels where name = 'Child'`.execute(to.at.db)
    expect(labels).toEqual([{ full_name: 'Parent / Child' }])
    const { rows: limits } = await sql`
      select a.title, f.name from announcement_forums l join announcements a on a.id = l.announcement_id
      join forums f on f.id = l.forum_id`.execute(to.at.db)
    expect(limits).toEqual([{ title: 'For partners', name: 'Partners' }])
    expect(text).toContain('Verified')
    const moves = join(folder, 'to', 'moves')
    const [form = ''] = await readdir(moves)
    for (const name of await readdir(join(moves, form), { recursive: true })) {
      const text = await readFile(join(moves, form, name), 'utf8').catch(() => '')
      expect(text).not.toContain(client.secret)
    }
  })

  test('changes nothing the second time', async () => {
    const loaded = await suggestionsIn(to.at.db)
    const second = await moveIn('--yes')
    expect(second.report.verified).toBe(true)
    for (const counts of Object.values(second.report.kinds))
      expect(counts).toMatchObject({ created: 0, changed: 0 })
    expect(await suggestionsIn(to.at.db)).toEqual(loaded)
    expect(asked.filter((one) => isPageOf(one, 'users'))[0]?.query.get('updated_after')).toMatch(
      /^\d{4}-/,
    )
  })

  test('brings what changed since', async () => {
    const [one, two, three, four] = ids.splice(3, 4)
    await from.at.made('/comments', { body: 'Since then', links: { suggestion: one } })
    await from.at.put(`/suggestions/${two}`, { title: 'Renamed since then' })
    const user = await aUser(from.at.db, `later-${one}@many.test`)
    await from.at.made('/supporters', { votes_count: 2, links: { suggestion: three, user } })
    await merge(four, three)
    const { rows: accounts } = await sql<{ id: number }>`
      select id from external_accounts order by id limit 1`.execute(from.at.db)
    await from.at.put(`/external_accounts/${accounts[0]?.id}`, { mrr: 4321.5 + Number(one) })
    const { code, report } = await moveIn('--yes')
    expect(code).toBe(0)
    expect(report).toMatchObject({
      verified: true,
      kinds: {
        comments: { created: 1 },
        users: { created: 1 },
        suggestions: { created: 0 },
        merges: { created: 1 },
        external_accounts: { changed: 1 },
      },
    })
    expect(await suggestionsIn(to.at.db)).toEqual(await suggestionsIn(from.at.db))
    expect(await recordsIn(to.at.db)).toEqual(await recordsIn(from.at.db))
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })

  test('is read completely when the database has no such move', async () => {
    await undoAll()
    const { report } = await moveIn('--yes')
    expect(report).toMatchObject({ verified: true, kinds: { suggestions: { created: 60 } } })
  })

  test('with mistakes comes with a line for each, and what was new meanwhile comes later', async () => {
    await undoAll()
    const path = newFolder()
    const troubles: Record<string, Fault> = {
      users: { status: 429, headers: { 'retry-after': '0.05' } },
      suggestions: { status: 500 },
      comments: (body) => body.subarray(0, body.length / 2),
      supporters: 'cut',
    }
    const mistakes: Record<string, (page: Page) => void> = {
      users: ({ users }) => {
        Object.assign(users?.[3] ?? {}, { email_address: users?.[2]?.email_address })
      },
      suggestions: ({ suggestions }) => {
        Object.assign(suggestions?.[0] ?? {}, { created_at: '2999-01-01T00:00:00Z' })
        Object.assign(suggestions?.[1] ?? {}, {
          title: 'BYTES',
          body: 'many '.repeat(2 * 1024 * 1024),
        })
      },
    }
    const meanwhile: Record<string, () => Promise<void>> = {
      users: removeLastPerson,
      comments: addSuggestion,
    }
    findFault = async (one) => {
      if (one.path.startsWith('/files/')) return { status: 404 }
      const collection = one.path.split('/').at(-1) ?? ''
      if (!isPageOf(one, collection)) return undefined
      const trouble = troubles[collection]
      delete troubles[collection]
      if (trouble) return trouble
      if (collection === 'comments' || one.query.has('cursor')) {
        const change = meanwhile[collection]
        delete meanwhile[collection]
        await change?.()
      }
      const mistake = one.query.has('cursor') ? undefined : mistakes[collection]
      return mistake && ((body) => withWrongByte(changedPage(body, mistake)))
    }
    const bad = await moveIn('--yes', '--folder', path)
    const { problems, left_out_by_source: ofSource, kinds } = bad.report
    const said = [...problems, ...ofSource].map(
      ({ kind, file, message, reason }: Record<string, string>) =>
        `${kind ?? file}: ${message ?? reason}`,
    )
    for (const line of [
      /^users.*another line has the same email_address/,
      /^suggestions.*in the future/,
      /^suggestions.*body has 10485760 characters/,
      /^suggestions.*not UTF-8/,
      /^attachments.*is gone/,
      /^comments.*suggestion names a record that is not there/,
    ])
      expect(said).toContainEqual(expect.stringMatching(line))
    expect(bad.report).toMatchObject({ verified: true, differences: [] })
    expect(bad.code).toBe(0)
    expect(kinds.attachments).toMatchObject({ created: 0 })
    expect(await findWrongFigures(to.at.db)).toEqual([])

    findFault = () => undefined
    const { code, report } = await moveIn('--yes', '--folder', path)
    expect(code).toBe(0)
    expect(report).toMatchObject({
      verified: true,
      kinds: { suggestions: { created: 1 }, comments: { created: 1 } },
    })
  })
})

type Page = Record<string, Record<string, unknown>[]>

function changedPage(body: Buffer, change: (page: Page) => void): Buffer {
  const page = JSON.parse(body.toString())
  change(page)
  return Buffer.from(JSON.stringify(page))
}

function withWrongByte(bytes: Buffer): Buffer {
  const at = bytes.indexOf('BYTES')
  if (at >= 0) bytes[at] = 0xff
  return bytes
}

/** Of a page that is not read yet. */
async function removeLastPerson(): Promise<void> {
  await sql`
    delete from users where id = (select max(id) from users where email_address like 'person%@many.test')`.execute(
    from.at.db,
  )
}

async function addSuggestion(): Promise<void> {
  const { at } = from
  const { links } = await at.shown(`/suggestions/${ids[0]}`)
  const { id } = await at.made('/suggestions', {
    title: 'While it is read',
    links: { forum: (links as { forum: number }).forum },
  })
  await at.made('/comments', { body: 'Without its suggestion', links: { suggestion: id } })
}

async function undoAll(): Promise<void> {
  const moves = JSON.parse((await to.earshot('move-in', 'list', '--json')).stdout)
  for (const { id, state } of moves) {
    if (state === 'undone') continue
    const undone = await to.earshot('move-in', 'undo', String(id))
    expect(undone.code, undone.stderr).toBe(0)
  }
}

describe('a read', () => {
  const whole = newFolder()
  let expected: Record<string, string>
  beforeAll(async () => {
    await read(whole)
    expected = await linesOf(whole)
    expect(expected['users.ndjson']?.split('\n').length).toBeGreaterThan(250)
  })

  test('asks for the next page while it writes one, and gives it up when it ends', async () => {
    const source = createSourceClient({
      origin: proxy,
      credentials: { key: client.key, secret: client.secret },
      networks: [],
      signal: new AbortController().signal,
    })
    const ahead: AbortSignal[] = []
    const get: typeof source.get = (url, isComplete, until) => {
      const { pathname, searchParams } = new URL(url)
      if (!pathname.endsWith('/users') || !searchParams.has('cursor') || until === undefined)
        return source.get(url, isComplete, until)
      ahead.push(until)
      return new Promise((_, reject) => {
        until.addEventListener('abort', () => reject(until.reason))
      })
    }
    const reading = readUservoice({
      client: { ...source, get },
      path: newFolder(),
      base: null,
      signal: new AbortController().signal,
      progress(_read, _total, { users }) {
        if (users?.done === 100) throw new Error('the disk is full')
      },
    })
    await expect(reading).rejects.toThrow('the disk is full')
    expect(ahead.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('that was stopped continues at its page', async () => {
    const path = newFolder()
    const stopped = new AbortController()
    let pages = 0
    findFault = (one) => {
      if (isPageOf(one, 'users') && ++pages === 2) stopped.abort(new Error('stopped'))
      return undefined
    }
    await expect(read(path, { signal: stopped.signal })).rejects.toThrow('stopped')
    asked = []
    await read(path)
    const users = asked.filter((one) => isPageOf(one, 'users'))
    expect(users.length).toBeGreaterThan(0)
    expect(users.every(({ query }) => query.has('cursor'))).toBe(true)
    expect(asked.filter((one) => isPageOf(one, 'forums'))).toEqual([])
    expect(await linesOf(path)).toEqual(expected)
  })

  test('that was stopped behind the last page of a collection does not begin it again', async () => {
    const path = newFolder()
    const stopped = new AbortController()
    findFault = (one) => {
      const isCount = one.path === '/api/v2/admin/users' && one.query.get('per_page') === '1'
      if (isCount && asked.some((other) => isPageOf(other, 'users')))
        stopped.abort(new Error('stopped'))
      return undefined
    }
    await expect(read(path, { signal: stopped.signal })).rejects.toThrow('stopped')
    asked = []
    findFault = () => undefined
    await read(path)
    expect(asked.filter((one) => isPageOf(one, 'users'))).toEqual([])
    expect(await linesOf(path)).toEqual(expected)
  })

  const limited = (time: string): Fault => ({ status: 429, headers: { 'retry-after': time } })
  const FAULTS: [name: string, collection: string, fault: Fault, times?: number][] = [
    ['429 without a time', 'users', { status: 429 }, 3],
    ['429 and no seconds', 'users', limited('0')],
    ['429 until a second that has passed', 'users', limited('1700000000')],
    ['429 until a date that has passed', 'users', limited('Tue, 14 Nov 2023 22:13:20 GMT')],
    ['429 until nonsense', 'users', limited('soon')],
    ['500', 'suggestions', { status: 500 }, 2],
    ['502 without JSON', 'suggestions', { status: 502, body: '<html>' }],
    ['503', 'labels', { status: 503, headers: { 'retry-after': '-5' } }],
    ['504', 'supporters', { status: 504 }],
    ['a connection that is cut', 'comments', 'cut', 2],
    ['JSON that is cut off', 'suggestions', (body) => body.subarray(0, body.length / 2)],
    ['a limit with status 200', 'users', { status: 200, body: '{"message":"slow down"}' }],
    ['a token that ends', 'users', { status: 401 }],
    ['parameters that it does not know', 'statuses', { status: 400 }],
  ]
  test.each(FAULTS)('of a source with %s is the same', async (_, collection, fault, times = 1) => {
    const path = newFolder()
    onPages(collection, fault, times)
    await read(path)
    expect(await linesOf(path)).toEqual(expected)
  })

  const always =
    (fault: Fault, path = '') =>
    (one: Asked) =>
      one.path.endsWith(path) ? fault : undefined
  const elsewhere = { status: 301, headers: { location: 'https://other.test/x' } }
  const ENDS: [name: string, fault: (one: Asked) => Fault | undefined, message: RegExp][] = [
    ['no rights to users', always({ status: 403 }, '/users'), /may not read users/],
    ['a wrong key', always({ status: 401 }, '/token'), /does not accept the key/],
    ['no API', always({ status: 404 }), /has no API v2/],
    ['another address', always(elsewhere), /redirects to https:\/\/other\.test/],
    ['errors without end', always({ status: 500 }, '/users'), /status 500.*What was read is kept/],
  ]
  test.each(ENDS)('of a source with %s ends in words', async (_, fault, message) => {
    const path = newFolder()
    findFault = fault
    const error: Error = await read(path).then(
      () => new Error('no error'),
      (reason) => reason,
    )
    expect(error.message).toMatch(message)
    expect(String(error.stack)).not.toContain(client.secret)
    findFault = () => undefined
    await read(path)
    expect(await linesOf(path)).toEqual(expected)
  })

  test('of an address that never answers ends after a few attempts', async () => {
    findFault = () => 'silent'
    await expect(read(newFolder(), { timeoutMs: 10 })).rejects.toThrow(/within/)
    expect(asked.length).toBeLessThan(5)
  })

  test('ends when a token is wrong', async () => {
    await expect(read(newFolder(), { credentials: { token: 'wrong-token' } })).rejects.toThrow(
      /does not accept the token/,
    )
  })

  test('ends when a cursor comes again, and can be continued', async () => {
    const path = newFolder()
    let cursor: string | null = null
    findFault = (one) => {
      if (!isPageOf(one, 'users')) return undefined
      return (body) => {
        const page = JSON.parse(body.toString())
        cursor ??= page.pagination.cursor
        page.pagination.cursor = cursor
        return Buffer.from(JSON.stringify(page))
      }
    }
    await expect(read(path)).rejects.toThrow(/same cursor of users again/)
    findFault = () => undefined
    await read(path)
    expect(await linesOf(path)).toEqual(expected)
  })

  test('of a source without cursors by id is by time', async () => {
    const path = newFolder()
    findFault = (one) => {
      if (!isPageOf(one, 'users') || one.query.get('sort') !== 'id') return undefined
      return (body) => {
        const page = JSON.parse(body.toString())
        delete page.pagination.cursor
        return Buffer.from(JSON.stringify(page))
      }
    }
    await read(path)
    const sorted = (lines: Record<string, string>) => lines['users.ndjson']?.split('\n').sort()
    expect(sorted(await linesOf(path))).toEqual(sorted(expected))
  })

  /** Changes the first record of a page. */
  const changed = (collection: string, change: Record<string, unknown>) => (body: Buffer) =>
    changedPage(body, (page) => Object.assign(page[collection]?.[0] ?? {}, change))
  const withHalfACharacter = (body: Buffer) => {
    const text = changed('suggestions', { title: 'HALF' })(body).toString()
    return Buffer.from(text.replace('"HALF"', '"a\\ud800b"'))
  }
  const withWrongBytes = (body: Buffer) =>
    withWrongByte(changed('suggestions', { title: 'BYTES' })(body))
  const withoutAuthor = (body: Buffer) =>
    changedPage(body, ({ comments }) =>
      Object.assign(comments?.[0]?.links ?? {}, { created_by: null }),
    )
  const LEFT_OUT: [name: string, kind: string, reason: RegExp, fault: Fault][] = [
    ['a file that is gone', 'attachments', /is gone/, { status: 404 }],
    ['a file that cannot be read', 'attachments', /status 500/, { status: 500 }],
    [
      'a file that is too large',
      'attachments',
      /200000000 bytes/,
      changed('attachments', { size_in_bytes: 200_000_000 }),
    ],
    [
      'a file at a private address',
      'attachments',
      /OUTGOING_NETWORKS/,
      changed('attachments', { url: 'http://127.0.0.1:9/x' }),
    ],
    ['a long name', 'users', /to 255/, changed('users', { name: 'long '.repeat(100) })],
    ['half a character', 'suggestions', /cannot be stored/, withHalfACharacter],
    ['bytes that are not UTF-8', 'suggestions', /not UTF-8/, withWrongBytes],
    ['no address', 'users', /no address/, changed('users', { email_address: 'somebody' })],
    ['no time', 'forums', /is no time/, changed('forums', { created_at: 'yesterday' })],
    ['a comment without an author', 'comments', /has no author/, withoutAuthor],
  ]
  test.each(LEFT_OUT)('reports %s', async (_, kind, reason, fault) => {
    // A function changes the first page; a response is that of the file.
    findFault = (one) => {
      const isFirst = isPageOf(one, kind) && !one.query.has('cursor')
      const isFile = one.path.startsWith('/files/')
      return (typeof fault === 'function' ? isFirst : isFile) ? fault : undefined
    }
    const { left_out = [], totals } = await read(newFolder())
    expect(left_out).toContainEqual(
      expect.objectContaining({ kind, reason: expect.stringMatching(reason) }),
    )
    const { source = 0, left_out: without = 0 } = totals?.[kind] ?? {}
    expect(source).toBeGreaterThan(0)
    expect(without > 0).toBe(/attachments|comments/.test(kind))
  })
})

const WAITS: [value: string | undefined, expected: number | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['-1', undefined],
  ['0', 0],
  ['1.5', 1500],
  ['90', 90_000],
  ['86400', MAX_WAIT_MS],
  ['1700000030', 30_000],
  ['1699999999', undefined],
  ['Tue, 14 Nov 2023 22:13:50 GMT', 30_000],
  ['Tue, 14 Nov 2023 22:13:19 GMT', undefined],
  ['99999999999999999999', undefined],
]
test.each(WAITS)('Retry-After %j is %j milliseconds', (value, expected) => {
  expect(readWait(value, 1_700_000_000_000)).toBe(expected)
})

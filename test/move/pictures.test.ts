// Pictures inside of the texts of a move: they become files of ours, and the texts show them.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { API_SOURCES, type ApiSource } from '../../src/move/sources/api-sources.ts'
import { createSourceClient } from '../../src/move/sources/source-client.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { startTestService } from '../support/service.ts'
import { startSourceProxy } from '../support/source-proxy.ts'
import {
  FEATUREBASE_KEY,
  generateFeaturebase,
  startFeaturebase,
} from '../support/sources/featurebase.ts'
import { GITHUB_TOKEN, generateGithub, startGithub } from '../support/sources/github.ts'
import { type Body, PICTURE, type Reply, startSource } from '../support/sources/server.ts'
import { uploaded } from '../support/uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-pictures-'))
afterAll(() => rm(folder, { recursive: true }))

const startAt = async (name: string) => {
  const data = join(folder, name)
  const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  return { at, earshot: commandOn(at.connection, { EARSHOT_DATA: data }) }
}
const { at, earshot } = await startAt('to')

const fresh = (name: string) => `${name}${randomBytes(4).toString('hex')}`

async function moveIn(...args: string[]) {
  const { code, stdout, stderr } = await earshot('move-in', ...args, '--json')
  expect(stdout, stderr).not.toBe('')
  return { code, report: JSON.parse(stdout) }
}

async function undo(move: number) {
  const { code, stdout, stderr } = await earshot('move-in', 'undo', String(move), '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const listOf = async (path: string): Promise<Body[]> => {
  const { body } = await at.get(path)
  return body[path.slice(1).split('?')[0] as string]
}

const unchanged = ({ report }: { report: Body }) => {
  expect(report).toMatchObject({ verified: true, differences: [] })
  for (const [kind, counts] of Object.entries(report.kinds))
    expect(counts, kind).toMatchObject({ created: 0, changed: 0 })
}

const SHOWN = /!\[([^\]]*)\]\(\/files\/([0-9a-z]+)\)/g

const keyIn = (body = ''): string => [...body.matchAll(SHOWN)][0]?.[2] ?? ''

/** The words and the names of the files that a text shows, each of which can be downloaded. */
async function shownBy(body: string) {
  const shown = []
  for (const [, words, key] of body.matchAll(SHOWN)) {
    const { rows } = await sql<Body>`
      select file_name, suggestion_id, comment_id, note_id, size_in_bytes from attachments where file_key = ${key}`.execute(
      at.db,
    )
    expect(await at.store.size(key as string), key).toBeGreaterThan(0)
    shown.push({ words, ...rows[0] })
  }
  return shown
}

let forms = 0

async function formOf(kinds: Record<string, object[]>, account: string): Promise<string> {
  const path = join(folder, `form-${forms++}`)
  await mkdir(join(path, 'files'), { recursive: true })
  const manifest = { form: 1, source: 'test', account, created_at: '2026-01-31T12:00:00Z' }
  await writeFile(join(path, 'move.json'), JSON.stringify({ ...manifest, counts: {} }))
  await writeFile(join(path, 'files', 'one'), PICTURE)
  await writeFile(join(path, 'files', 'text'), 'no picture')
  for (const [kind, all] of Object.entries(kinds))
    await writeFile(
      join(path, `${kind}.ndjson`),
      all.map((one) => `${JSON.stringify(one)}\n`).join(''),
    )
  return path
}

const ADDRESS = 'https://pictures.test/one.png'

/** The same picture in a text of each kind. */
const textsOf = (name: string) => {
  const html = {
    body: `<p>See <img alt="a plan" src="${ADDRESS}"></p>`,
    body_mime_type: 'text/html',
  }
  const markdown = { body: `See ![a plan](${ADDRESS} "Title")`, body_mime_type: 'text/markdown' }
  return {
    forums: [{ key: 'f', name: `Forum ${name}` }],
    users: [{ key: 'ann', email_address: `ann@${name}.test` }],
    suggestions: [
      { key: 's', title: `Shown ${name}`, forum: 'f', ...html },
      { key: 'other', title: `Other ${name}`, forum: 'f', ...markdown },
    ],
    comments: [{ key: 'c', suggestion: 's', author: 'ann', ...markdown }],
    notes: [{ key: 'n', suggestion: 's', ...html }],
    status_updates: [{ key: 'u', suggestion: 's', author: 'ann', ...markdown }],
    feedback_records: [{ key: 'r', suggestion: 's', user: 'ann', ...markdown }],
    announcements: [
      { key: 'a', title: `News ${name}`, published_at: '2024-05-01T10:00:00Z', ...html },
    ],
  }
}

const file = { file: 'files/one', file_name: 'one.png', address: ADDRESS }

describe('a form', () => {
  test('has files that its texts show, each for those who see the text', async () => {
    const name = fresh('form')
    const owners = [{ suggestion: 's' }, { comment: 'c' }, { note: 'n' }, { announcement: 'a' }]
    const attachments = [...owners, { feedback_record: 'r' }].map((owner, i) => ({
      key: `p${i}`,
      ...file,
      ...owner,
    }))
    const path = await formOf({ ...textsOf(name), attachments }, name)
    const { code, report } = await moveIn('folder', path, '--yes')
    expect(report).toMatchObject({
      verified: true,
      differences: [],
      problems: [],
      kinds: { attachments: { created: 5, changed: 0 }, suggestions: { created: 2 } },
    })
    expect(code).toBe(0)
    const [shown, other] = await listOf(`/suggestions?q=${name}&sort=id`)
    expect(shown?.body).toMatch(/^See !\[a plan\]\(\/files\/[0-9a-z]+\)$/)
    expect(await shownBy(shown?.body)).toEqual([
      {
        words: 'a plan',
        file_name: 'one.png',
        suggestion_id: shown?.id,
        comment_id: null,
        note_id: null,
        size_in_bytes: PICTURE.length,
      },
    ])
    // No line has it for this one.
    expect(other?.body).toBe(`See ![a plan](${ADDRESS} "Title")`)
    const of = `suggestion=${shown?.id}`
    const [comment] = await listOf(`/comments?${of}`)
    expect(await shownBy(comment?.body)).toMatchObject([{ comment_id: comment?.id }])
    const [note] = await listOf(`/notes?${of}`)
    expect(await shownBy(note?.body)).toMatchObject([{ note_id: note?.id, suggestion_id: null }])
    const [update] = await listOf(`/status_updates?${of}`)
    expect(await shownBy(update?.body)).toMatchObject([{ suggestion_id: shown?.id }])
    expect(update?.html_body).toMatch(/<img src="[^"]*\/files\//)
    const [news] = (await listOf('/announcements?per_page=100')).filter(
      ({ title }) => title === `News ${name}`,
    )
    const [inNews] = await shownBy(news?.body)
    expect(inNews).toMatchObject({ suggestion_id: null, comment_id: null, note_id: null })
    const key = keyIn(news?.body)
    // Everybody sees the announcement, and only the team the note.
    const stranger = (path: string) => at.call('GET', `/${path}`, { token: null })
    expect((await stranger(`/files/${key}`)).status).toBe(200)
    const secret = keyIn(note?.body)
    expect((await stranger(`/files/${secret}`)).status).toBe(404)
    const { rows: uses } = await sql<{ count: number }>`
      select count(*) from picture_uses u join attachments a on a.id = u.attachment_id
      where (u.announcement_id = ${news?.id} or u.feedback_record_id is not null) and a.file_name = 'one.png'`.execute(
      at.db,
    )
    expect(uses[0]?.count).toBe(2)

    unchanged(await moveIn('folder', path, '--yes'))
    const before = await sql`select from attachments where file_name = 'one.png'`.execute(at.db)
    expect(before.rows).toHaveLength(5)
    expect(await undo(report.move)).toMatchObject({ kept: 0 })
    const { rows } = await sql`select from attachments where file_name = 'one.png'`.execute(at.db)
    expect(rows).toEqual([])
  })

  test('shows a picture that comes in a later run, and keeps it when the file is not sent again', async () => {
    const name = fresh('later')
    const kinds = {
      ...textsOf(name),
      comments: [],
      notes: [],
      status_updates: [],
      announcements: [],
    }
    const { report } = await moveIn('folder', await formOf(kinds, name), '--yes')
    expect(report).toMatchObject({ verified: true, kinds: { attachments: { created: 0 } } })
    const body = async () => (await listOf(`/suggestions?q=${name}&sort=id`))[0]?.body
    expect(await body()).toBe(`See [a plan](${ADDRESS})`)

    const attachments = [{ key: 'p', ...file, suggestion: 's' }]
    const withFile = await formOf({ ...kinds, attachments }, name)
    expect((await moveIn('folder', withFile, '--yes')).report).toMatchObject({
      verified: true,
      kinds: { attachments: { created: 1 }, suggestions: { changed: 1, unchanged: 1 } },
    })
    const shown = await body()
    expect(await shownBy(shown)).toMatchObject([{ file_name: 'one.png' }])

    unchanged(await moveIn('folder', await formOf(kinds, name), '--yes'))
    expect(await body()).toBe(shown)
    await undo(report.move)
  })

  test('with a file that is no picture keeps the link', async () => {
    const name = fresh('none')
    const attachments = [{ key: 'p', ...file, file: 'files/text', suggestion: 's' }]
    const path = await formOf({ ...textsOf(name), attachments }, name)
    const { report } = await moveIn('folder', path, '--yes')
    expect(report).toMatchObject({ verified: true, kinds: { attachments: { created: 1 } } })
    const [shown] = await listOf(`/suggestions?q=${name}&sort=id`)
    expect(shown?.body).toBe(`See [a plan](${ADDRESS})`)
    await undo(report.move)
  })

  test('is tried with its pictures, and nothing of them is left', async () => {
    const name = fresh('tried')
    const attachments = [{ key: 'p', ...file, suggestion: 's' }]
    const path = await formOf({ ...textsOf(name), attachments }, name)
    const page = join(folder, `${name}.html`)
    const { code, report } = await moveIn('folder', path, '--try', page)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    const tried = report.suggestions.find((one: Body) => one.title === `Shown ${name}`)
    expect(tried.body).toMatch(/^See !\[a plan\]\(\/files\//)
    const { rows } = await sql`select file_name from attachments`.execute(at.db)
    expect(rows).toEqual([])
  })

  test('shows pictures that Markdown refers to by a name', async () => {
    const name = fresh('reference')
    const data = `data:image/png;base64,${PICTURE.toString('base64')}`
    const digest = createHash('sha256').update(data).digest('hex')
    const bodies: [body: string, becomes: string][] = [
      [
        `![a plan][Plan  one] ![plan one][] ![PLAN ONE] [a link][plan one]\n\n[plan ONE]: <${ADDRESS}> "Title"`,
        `![a plan]() ![plan one]() ![PLAN ONE]() [a link][plan one]\n\n[plan ONE]: <${ADDRESS}> "Title"`,
      ],
      // What only pictures refer to would be shown as text.
      [
        `![a plan][1] ![gone][2]\n\n[1]: ${ADDRESS}\n[2]: https://x.test/a(b`,
        `![a plan]() ![gone](<https://x.test/a(b>)\n\n`,
      ],
      // As text processors write it: the picture itself is at the end. The lines end as in other systems.
      [
        `First\r\n\r\n![][image1] and\r\n\r\n[image1]: <${data}>\r\n\r\n[unused]: ${data}\r\nend`,
        'First\r\n\r\n![]() and\r\n\r\n\r\nend',
      ],
      // The first definition counts, and code has none.
      [
        `    [a]: https://code.test/1.png\n\n![a]\n\n# Title\n[a]:\n${ADDRESS}\n[a]: https://other.test/2.png`,
        `    [a]: https://code.test/1.png\n\n![a]()\n\n# Title\n[a]:\n${ADDRESS}\n[a]: https://other.test/2.png`,
      ],
      ...[
        `\`\`\`\n[a]: ${ADDRESS}\n\`\`\`\n\n![a] ![b][a] \\![a]`,
        `a paragraph\n[a]: ${ADDRESS}\n\n![a]`,
        `![a][none]\n\n[a]: ${ADDRESS}`,
        `${'![a]'.repeat(10_000)}\n${'[a\n'.repeat(10_000)}`,
      ].map((body): [string, string] => [body, body]),
    ]
    const kinds = {
      forums: [{ key: 'f', name: `Forum ${name}` }],
      suggestions: bodies.map(([body], i) => ({
        key: `s${i}`,
        title: `${i} ${name}`,
        forum: 'f',
        body,
        body_mime_type: 'text/markdown',
      })),
      attachments: bodies.map((_, i) => ({
        key: `p${i}`,
        ...file,
        suggestion: `s${i}`,
        ...(i === 2 && { address: `data:${digest}` }),
      })),
    }
    const path = await formOf(kinds, name)
    const { report } = await moveIn('folder', path, '--yes')
    expect(report).toMatchObject({ verified: true, differences: [], problems: [] })
    const shown = await listOf(`/suggestions?q=${name}&sort=id`)
    expect(shown.map(({ body }) => body.replaceAll(SHOWN, '![$1]()'))).toEqual(
      bodies.map(([, becomes]) => becomes),
    )
    unchanged(await moveIn('folder', path, '--yes'))
    await undo(report.move)
  })

  test('leaves code alone, and cuts no picture of a long text', async () => {
    const name = fresh('code')
    const shown = `![x](${ADDRESS})`
    const long = `${'word '.repeat(19_995)}${shown} and more`
    const kinds = {
      forums: [{ key: 'f', name: `Forum ${name}` }],
      suggestions: [
        `${shown} \`${shown}\` \\${shown}\n\n\`\`\`\n${shown}\n\`\`\`\n${shown}`,
        `<img alt="y" src='${ADDRESS}'/> in Markdown`,
        long,
        // Ends of pictures that never come.
        `![a](${' '.repeat(90_000)}b`,
      ].map((body, i) => ({
        key: `s${i}`,
        title: `${i} ${name}`,
        forum: 'f',
        body,
        body_mime_type: 'text/markdown',
      })),
      attachments: [0, 1, 2].map((i) => ({ key: `p${i}`, ...file, suggestion: `s${i}` })),
    }
    const { report } = await moveIn('folder', await formOf(kinds, name), '--yes')
    expect(report).toMatchObject({ verified: true, differences: [] })
    const [code, html, cut] = await listOf(`/suggestions?q=${name}&sort=id`)
    expect(code?.body.replaceAll(SHOWN, 'SHOWN')).toBe(
      `SHOWN \`${shown}\` \\${shown}\n\n\`\`\`\n${shown}\n\`\`\`\nSHOWN`,
    )
    expect(await shownBy(html?.body)).toMatchObject([{ words: 'y' }])
    expect(cut?.body.length).toBeLessThanOrEqual(100_000)
    expect(cut?.body).toMatch(/(word |\))…$/)
    expect(report.problems).toMatchObject([
      { message: expect.stringContaining('It is shortened to 100000'), left_out: false },
    ])
    await undo(report.move)
  })
})

const files = (reply: { path: string }): Reply | undefined =>
  ['/images/one.png', '/images/cover.png'].includes(reply.path)
    ? { headers: { 'content-type': 'image/png' }, body: PICTURE }
    : reply.path === '/images/drawing.svg'
      ? { body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
      : reply.path === '/images/page.png'
        ? { body: Buffer.from('<html>Sign in first</html>') }
        : reply.path.startsWith('/images/')
          ? { status: 404, body: {} }
          : undefined

const reasonsOf = ({ left_out_by_source: all }: Body): string[] =>
  all
    .filter(({ kind }: Body) => kind === 'pictures')
    .map(({ key, reason }: Body) => `${key}: ${reason}`)

describe('a source', () => {
  test('by API: its pictures are fetched once, and each that does not come has a line', async () => {
    const name = fresh('pictures')
    const account = generateFeaturebase(name)
    const server = await startFeaturebase(account)
    const inline = `data:image/png;base64,${PICTURE.toString('base64')}`
    const addresses = ['one.png', 'gone.png', 'page.png', 'drawing.svg'].map(
      (path) => `${server.address}/images/${path}`,
    )
    const show = (address: string) => `<img alt="plan" src="${address}">`
    const all = [...addresses, 'http://127.0.0.2:9/x.png', inline, 'cid:part']
    Object.assign(account.posts[0] as Body, { content: `<p>Seen</p>${all.map(show).join('')}` })
    for (const i of [0, 1])
      Object.assign(account.comments[i] as Body, {
        content: `<p>So ${show(addresses[0] ?? '')}</p>`,
      })
    Object.assign(account.changelogs[0] as Body, {
      markdownContent: `![news](${addresses[0]})`,
      featuredImage: `${server.address}/images/cover.png`,
    })
    Object.assign(account.changelogs[1] as Body, {
      markdownContent: null,
      content: `<p>Drafted</p>`,
      featuredImage: addresses[0],
    })
    server.fault = files
    const command = ['featurebase', '--key', FEATUREBASE_KEY, '--from', server.address, '--yes']
    const { code, report } = await moveIn(...command)
    expect(report).toMatchObject({
      verified: true,
      differences: [],
      problems: [],
      // Also the drawing, which browsers do not show safely. The comment shows the file of its suggestion.
      kinds: { attachments: { created: 7 } },
    })
    expect(code).toBe(0)
    const [post] = (await listOf(`/suggestions?q=${name}&per_page=100&sort=id`)).filter(
      ({ title }) => title === `${name} post 0`,
    )
    expect(await shownBy(post?.body)).toMatchObject([
      { words: 'plan', file_name: 'one.png', suggestion_id: post?.id },
      { words: 'plan', file_name: 'picture.png', size_in_bytes: PICTURE.length },
    ])
    for (const address of [...addresses.slice(1), 'http://127.0.0.2:9/x.png'])
      expect(post?.body).toContain(`[plan](${address})`)
    expect(post?.body).not.toContain('base64')
    const attached = await listOf(`/attachments?suggestion=${post?.id}&sort=id`)
    expect(attached.map(({ file_name }) => file_name).sort()).toEqual([
      'drawing.svg',
      'one.png',
      'picture.png',
    ])
    const [comment] = await listOf(`/comments?suggestion=${post?.id}&sort=id`)
    expect(await shownBy(comment?.body)).toMatchObject([{ suggestion_id: post?.id }])
    // Comment 1 is private.
    const [note] = await listOf(`/notes?suggestion=${post?.id}&sort=id`)
    expect(await shownBy(note?.body)).toMatchObject([{ note_id: note?.id }])
    const [news] = (await listOf('/announcements?per_page=100')).filter(
      ({ title }) => title === `${name} entry 0`,
    )
    // The picture above an entry is at the head of its text.
    expect(await shownBy(news?.body)).toMatchObject([
      { words: `${name} entry 0`, file_name: 'cover.png' },
      { words: 'news', file_name: 'one.png' },
    ])
    const [draft] = (await listOf('/announcements?per_page=100')).filter(
      ({ title }) => title === `${name} entry 1`,
    )
    expect(draft?.body.replace(SHOWN, 'SHOWN $1')).toBe(`SHOWN ${name} entry 1\n\nDrafted`)
    const reasons = reasonsOf(report)
    for (const reason of [
      /gone\.png: the file is gone/,
      /page\.png: what its address leads to is no picture/,
      /drawing\.svg: browsers do not show image\/svg/,
      /127\.0\.0\.2:9.*OUTGOING_NETWORKS/,
      /cid:part: its address is none of the web/,
    ])
      expect(reasons).toContainEqual(expect.stringMatching(reason))
    expect(reasons).toHaveLength(5)

    const again = await moveIn(...command)
    unchanged(again)
    expect(reasonsOf(again.report)).toEqual(reasons)
    expect(server.asked.filter(({ path }) => path === '/images/one.png')).toHaveLength(1)
    // It was shown without the token, which is for the API.
    expect(server.asked.find(({ path }) => path === '/images/one.png')?.headers).not.toHaveProperty(
      'authorization',
    )
    expect(await undo(report.move)).toMatchObject({ kept: 0 })
    expect((await sql`select file_name from attachments`.execute(at.db)).rows).toEqual([])
  })

  const startDiscussions = async () => {
    const name = fresh('github')
    const discussions = generateGithub(name)
    const github = await startGithub('acme', name, discussions)
    const asked: string[] = []
    github.fault = ({ path }) => {
      if (!path.startsWith('/images/')) return undefined
      asked.push(path)
      return { headers: { 'content-type': 'image/png' }, body: PICTURE }
    }
    const [first, second, third] = discussions as [Body, Body, Body]
    first.body = `<img width="300" alt="Screen" src="${github.address}/images/one.png" />\n\nAs seen`
    second.body = `![two](${github.address}/images/two.png)`
    return { name, github, asked, first, third, account: `${github.address}/acme/${name}` }
  }

  test('with a host that fails is not asked on and on', async () => {
    const { name, account, first, third } = await startDiscussions()
    const elsewhere = await startSource(() => ({ status: 500, body: {} }))
    third.body = Array.from({ length: 9 }, (_, i) => `![](${elsewhere.address}/${i}.png)`).join(
      '\n',
    )
    const environment = { EARSHOT_DATA: join(folder, 'to'), OUTGOING_NETWORKS: '127.0.0.0/8' }
    const command = ['move-in', 'github', '--from', account, '--token', GITHUB_TOKEN, '--yes']
    const moved = await commandOn(at.connection, environment)(...command, '--json')
    expect(moved.code, moved.stderr).toBe(0)
    const report = JSON.parse(moved.stdout)
    expect(report).toMatchObject({ verified: true, kinds: { attachments: { created: 2 } } })
    const [one] = (await listOf(`/suggestions?q=${name}&per_page=100&sort=id`)).filter(
      ({ title }) => title === first.title,
    )
    expect(one?.body.replace(SHOWN, '![$1]')).toBe('![Screen]\n\nAs seen')
    // Three pictures, each asked for twice.
    expect(elsewhere.asked).toHaveLength(6)
    expect(reasonsOf(report).filter((line) => line.includes('not asked again'))).toHaveLength(6)
    await undo(report.move)
  })

  test('that is stopped while pictures are fetched continues, with each once', async () => {
    const { account, github, asked } = await startDiscussions()
    const source = API_SOURCES.github as ApiSource
    const read = (path: string, signal: AbortSignal) => {
      const connection = source.connect(account, { token: GITHUB_TOKEN })
      const client = createSourceClient({ ...connection, networks: [], signal, firstDelayMs: 1 })
      return source.read({ client, account, path, base: null, signal, progress() {} })
    }
    const lines = (path: string) => readFile(join(path, 'attachments.ndjson'), 'utf8')
    const whole = join(folder, fresh('whole'))
    await read(whole, new AbortController().signal)
    asked.length = 0

    const path = join(folder, fresh('stopped'))
    const stopped = new AbortController()
    const answer = github.fault
    github.fault = (one) => {
      if (one.path.endsWith('two.png')) stopped.abort(new Error('stopped'))
      return answer(one)
    }
    await expect(read(path, stopped.signal)).rejects.toThrow('stopped')
    github.fault = answer
    await read(path, new AbortController().signal)
    expect(asked).toEqual(['/images/one.png', '/images/two.png', '/images/two.png'])
    expect(await lines(path)).toBe(await lines(whole))
  })
})

describe('another Earshot', () => {
  const start = async () => {
    const from = await startAt(fresh('from'))
    const picture = async (name: string) => {
      const { url } = await uploaded(from.at, PICTURE, name)
      return `![${name}](${new URL(String(url)).pathname})`
    }
    const made = async (path: string, name: string, more: object) => {
      const body = await picture(name)
      return from.at.made(path, { body, body_mime_type: 'text/markdown', ...more })
    }
    const forum = await from.at.made('/forums', { name: fresh('Forum') })
    const suggestion = await made('/suggestions', 'suggestion.png', {
      title: fresh('Shown'),
      links: { forum: forum.id },
    })
    const other = await from.at.made('/suggestions', {
      title: fresh('Other'),
      links: { forum: forum.id },
    })
    const links = { suggestion: suggestion.id }
    await made('/comments', 'comment.png', { links })
    await made('/notes', 'note.png', { links })
    await made('/status_updates', 'answer.png', { links: { ...links, status: 1 } })
    // A picture of another suggestion.
    await from.at.made('/status_updates', {
      body: suggestion.body,
      body_mime_type: 'text/markdown',
      links: { suggestion: other.id, status: 1 },
    })
    const draft = await made('/announcements', 'draft.png', { title: fresh('Draft') })
    return { ...from, suggestion, other, draft }
  }
  type From = Awaited<ReturnType<typeof start>>

  const checkTexts = async ({ suggestion, other, draft }: From) => {
    const text = async (path: string) => (await listOf(path))[0]?.body ?? ''
    const of = `suggestion=${suggestion.id}`
    expect(await shownBy((await at.shown(`/suggestions/${suggestion.id}`)).body)).toMatchObject([
      { words: 'suggestion.png', suggestion_id: suggestion.id },
    ])
    expect(await shownBy(await text(`/comments?${of}`))).toMatchObject([{ words: 'comment.png' }])
    expect(await shownBy(await text(`/notes?${of}`))).toMatchObject([
      { words: 'note.png', suggestion_id: null, note_id: expect.any(Number) },
    ])
    expect(await shownBy(await text(`/status_updates?${of}`))).toMatchObject([
      { words: 'answer.png', suggestion_id: suggestion.id },
    ])
    expect(await shownBy(await text(`/status_updates?suggestion=${other.id}`))).toMatchObject([
      { words: 'suggestion.png', suggestion_id: other.id },
    ])
    const news = await at.shown(`/announcements/${draft.id}`)
    expect(await shownBy(news.body)).toMatchObject([{ words: 'draft.png', suggestion_id: null }])
  }

  test('comes by its API with the pictures of all texts, each once', async () => {
    const from = await start()
    const target = await from.at.service.app.listen({ port: 0, host: '127.0.0.1' })
    const asked: string[] = []
    const proxy = await startSourceProxy(target, ({ path }) => {
      asked.push(path)
      return undefined
    })
    const { key, secret } = await from.at.aClient({ isReadOnly: true, requestsPerMinute: 1e6 })
    const command = ['uservoice', '--from', proxy, '--key', key, '--secret', secret, '--yes']
    const { report } = await moveIn(...command)
    // One for each text: that of the first suggestion is the file of another one too.
    expect(report).toMatchObject({
      verified: true,
      differences: [],
      problems: [],
      kinds: { attachments: { created: 6 } },
    })
    expect(reasonsOf(report)).toEqual([])
    await checkTexts(from)
    const downloads = asked.filter((path) => path.startsWith('/files/'))
    expect(new Set(downloads).size).toBe(downloads.length)
    unchanged(await moveIn(...command))

    // A later read has the text that changed, and not the file.
    const { suggestion, other } = from
    await from.at.put(`/suggestions/${suggestion.id}`, {
      body: `${suggestion.body} and more`,
      body_mime_type: 'text/markdown',
    })
    await from.at.put(`/suggestions/${other.id}`, {
      body: suggestion.body,
      body_mime_type: 'text/markdown',
    })
    await sql`update attachments set updated_at = now() - interval '1 day'`.execute(from.at.db)
    expect((await moveIn(...command)).report).toMatchObject({
      verified: true,
      kinds: { attachments: { created: 0 }, suggestions: { changed: 2 } },
      dead_links: { count: 0 },
    })
    await checkTexts(from)
    const again = await at.shown(`/suggestions/${other.id}`)
    expect(await shownBy(again.body)).toMatchObject([{ suggestion_id: other.id }])
    expect(await undo(report.move)).toMatchObject({ kept: 0 })
    expect((await sql`select file_name from attachments`.execute(at.db)).rows).toEqual([])
  })

  test('comes by its form with the pictures of all texts', async () => {
    const from = await start()
    const path = join(folder, fresh('out'))
    const out = await from.earshot('move-out', path, '--json')
    expect(out.code, out.stderr).toBe(0)
    expect(JSON.parse(out.stdout).counts).toMatchObject({ attachments: 6 })
    const lines = (await readFile(join(path, 'attachments.ndjson'), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(6)
    const { report } = await moveIn('folder', path, '--yes')
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    await checkTexts(from)
    unchanged(await moveIn('folder', path, '--yes'))
    expect(await undo(report.move)).toMatchObject({ kept: 0 })
  })
})

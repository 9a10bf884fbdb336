// Search by `q`: which words find which suggestions, limits, sort=relevance, the language, and similar titles.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reindexSearch, setSearchLanguage } from '../../src/write/service/search-language.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion, aUser, idsOf, walk } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Ideas')
})

beforeEach(async () => {
  await sql`delete from suggested_merges`.execute(at.db)
  await sql`delete from suggestion_activity_entries`.execute(at.db)
  await sql`delete from suggestions`.execute(at.db)
})

const add = (title: string, more: object = {}) => aSuggestion(at.db, forum, title, { ...more })
const list = async (query: Record<string, string>) =>
  (await at.get(`/suggestions?${new URLSearchParams(query)}`)).body
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).suggestions.map(({ title }: { title: string }) => title)
const isFoundBy = async (q: string) => (await titles({ q })).length > 0

const walked = async (path: string, name = 'suggestions') =>
  (await walk(at.get, path)).flatMap(({ body }) => idsOf(body[name]))

async function setLanguage(language: string) {
  await at.db.transaction().execute((tx) => setSearchLanguage(tx, language))
  while ((await at.db.transaction().execute(reindexSearch)) > 0);
}

describe('a word is found', () => {
  // The title, then searches that find it, then searches that do not.
  const cases: [string, string[], string[]][] = [
    [
      'Exporting to CSV',
      ['expor', 'export', 'exported', 'EXPORTS', 'csv exporting'],
      ['importing'],
    ],
    ['Crème brûlée', ['creme brulee', 'CRÈME', 'brûl', 'cre\u0300me'], ['crime']],
    // A Mac types accents as characters of their own.
    ['Cafe\u0301 menu', ['café', 'cafe', 'CAFÉ men'], []],
    ['Łódź, Straße & Ångström', ['lodz', 'strasse', 'STRASSE', 'angstrom', 'straße'], ['lady']],
    ['Привет, МИР', ['привет', 'ПРИВЕТ мир', 'прив'], ['пока']],
    ['ＦＵＬＬ width', ['full'], []],
    // The parts of what looks like a path, a host, an address or a compound.
    ['export/import', ['export', 'import', 'export/import', 'import export'], []],
    [
      'Use api.example.com for a-b_c@example.org',
      ['api', 'example', 'com', 'org', 'api.example'],
      [],
    ],
    ['Drag-and-drop of re-ordered rows', ['drag drop', 'ordered', 'drop', 're-order'], []],
    ['2FA for C++ and .NET 8.0', ['2fa', 'c++', '.net', 'net 8', '8.0'], ['2f a']],
    ['<b>Bold</b> vector<string> &amp; more', ['bold', 'string', 'vector', 'amp'], []],
    // No spaces between words.
    ['検索機能の改善 PDF', ['検索', '機能', '改善', 'pdf 検索', '機能の'], ['検査']],
    // A word of one letter, or of two that is not the last one, is no prefix.
    ['Keyboard mode', ['key mode', 'mode ke', 'ke', 'keyb'], ['k', 'ke mode', 'mode k']],
  ]
  test.each(cases)('of %s', async (title, finding, missing) => {
    await add(title)
    for (const q of finding) expect(await isFoundBy(q), q).toBe(true)
    for (const q of missing) expect(await isFoundBy(q), q).toBe(false)
  })

  test('in the body, and all words must be there', async () => {
    await add('Night theme', { body: 'Please add a darker colour scheme' })
    expect(await titles({ q: 'dark theme' })).toEqual(['Night theme'])
    expect(await titles({ q: 'dark theme calendar' })).toEqual([])
  })

  test('after a change, and not any more by what it was', async () => {
    const id = await add('Calendar')
    await at.put(`/suggestions/${id}`, { title: 'Schedules', body: 'weekly' })
    expect(await titles({ q: 'scheduling week' })).toEqual(['Schedules'])
    expect(await titles({ q: 'calendar' })).toEqual([])
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('stop words matter only in a search without other words, and then in titles', async () => {
    await add('To do lists', { body: 'It is what we need' })
    await add('Lists', { body: 'to do' })
    expect(await titles({ q: 'the lists of' })).toEqual(['Lists', 'To do lists'])
    expect(await titles({ q: 'to do' })).toEqual(['To do lists'])
    expect(await titles({ q: 'what' })).toEqual([])
  })

  test.each([
    `' & x`,
    `a:* | b`,
    `'); drop table suggestions; --`,
    `!!export`,
    String.raw`\ ' \' "`,
    '<->',
    '(((',
    ':*',
    `export'`,
    '\u0300',
    '½ № …',
    '\u{10ffff}',
    'a\u200bb',
  ])('whatever the search contains: %s', async (q) => {
    await add('Export')
    const answer = await at.get(`/suggestions?${new URLSearchParams({ q })}`)
    expect(answer.status).toBe(200)
    expect(await isFoundBy('export')).toBe(true)
  })

  const isLatin = (text: string) => /^[\p{ASCII}\p{Script=Latin}]*$/u.test(text)
  // Blocks that still grow. Which of their characters are letters depends on the locale of the server.
  const RECENT = /[\ua720-\uab6f\u{10000}-\u{10ffff}]/u

  test('a suggestion is found by its own title, whatever the title contains', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, async (title) => {
        await sql`delete from suggestions`.execute(at.db)
        if (title.includes('\0')) return
        await add(title)
        const { status, body } = await at.get(`/suggestions?${new URLSearchParams({ q: title })}`)
        expect(status === 200 || /too many words/.test(body.message), body.message).toBe(true)
        const hasWord = /[\p{L}\p{Nd}]/u.test(title.normalize('NFKC'))
        if (status === 200 && hasWord && isLatin(title) && !RECENT.test(title))
          expect(body.suggestions).toHaveLength(1)
      }),
      { numRuns: EXHAUSTIVE ? 60 : 20 },
    )
  })
})

describe('limits', () => {
  const searchable = ['suggestions', 'users', 'external_accounts', 'labels', 'features']
  test.each(searchable)('of %s', async (name) => {
    const words = Array.from({ length: 12 }, (_, i) => `word${i}`)
    const ask = (q: string) => at.get(`/${name}?${new URLSearchParams({ q })}`)
    expect((await ask([...words, ...words].join(' '))).status).toBe(200)
    expect((await ask('é'.repeat(200))).status).toBe(200)
    expect(await ask([...words, 'more'].join(' '))).toMatchObject({
      status: 400,
      body: {
        message: 'q: too many words (13). Maximum: 12 different words.',
        errors: { q: 'max_runes' },
      },
    })
    expect(await ask('a'.repeat(201))).toMatchObject({
      status: 400,
      body: { message: 'q: too long (201 characters). Maximum: 200 characters.' },
    })
  })

  test('a word of ten thousand letters can be stored', async () => {
    await add('Long', { body: 'x'.repeat(10_000) })
    expect(await isFoundBy('long')).toBe(true)
  })
})

describe('pages', () => {
  beforeEach(async () => {
    // A common word, and a rare one that only old records have.
    await sql`insert into suggestions (forum_id, title, body, state)
      select ${forum}, 'Wish ' || i, case when i <= 30 then 'ancient' else 'modern' end,
        case when i % 3 = 0 then 'spam' else 'approved' end
      from generate_series(1, 2500) i`.execute(at.db)
  })

  test('are the same with and without a total, by cursor and by number', async () => {
    for (const sort of ['-id', 'id', '-title'])
      for (const filter of ['q=ancient', 'q=wish+24', 'q=ancient&state=spam', 'q=nothing']) {
        const path = `/suggestions?${filter}&sort=${sort}&per_page=7`
        const byCursor = await walked(path)
        expect(await walked(`${path}&total=false`)).toEqual(byCursor)
        expect((await at.get(path)).body.pagination.total_records).toBe(byCursor.length)
        for (const page of [1, 2, 5]) {
          const part = byCursor.slice(7 * (page - 1), 7 * page)
          for (const more of ['', '&total=false']) {
            const { body } = await at.get(`${path}&page=${page}${more}`)
            expect(idsOf(body.suggestions)).toEqual(part)
          }
        }
      }
  })

  test('hold what the filters select: spam is not found among approved ones', async () => {
    const { suggestions, pagination } = await list({
      q: 'ancient',
      state: '-spam',
      per_page: '100',
    })
    expect(pagination.total_records).toBe(20)
    expect(suggestions.some(({ state }: { state: string }) => state === 'spam')).toBe(false)
  })
})

describe('pages of users', () => {
  test('share their matches too', async () => {
    for (let i = 0; i < 25; i++) await aUser(at.db, `person${i}@search.test`, { name: `Zoë ${i}` })
    for (const q of ['zoe', 'search.test', 'person1@search.test', 'o']) {
      const path = `/users?q=${encodeURIComponent(q)}&per_page=10`
      const all = await walked(path, 'users')
      expect(await walked(`${path}&total=false`, 'users')).toEqual(all)
      expect((await at.get(path)).body.pagination.total_records).toBe(all.length)
    }
    expect(idsOf((await at.get('/users?q=PERSON7@search.test')).body.users)).toHaveLength(1)
  })
})

describe('sort=relevance', () => {
  test('puts titles before bodies, the newest first', async () => {
    await add('Dark mode')
    await add('Themes', { body: 'dark mode, dark mode, dark mode, dark mode' })
    await add('Mode for dark rooms')
    await add('Dark', { body: 'a mode' })
    await add('Light')
    const found = await titles({ q: 'dark mode', sort: 'relevance' })
    expect(found.slice(0, 2).sort()).toEqual(['Dark mode', 'Mode for dark rooms'])
    expect(found.slice(2)).toEqual(['Dark', 'Themes'])
  })

  test('has pages by number with exact totals, and no cursor', async () => {
    for (let i = 0; i < 7; i++) await add(`Export ${i}`)
    const query = { q: 'export', sort: 'relevance', per_page: '3' }
    const first = await at.get(`/suggestions?${new URLSearchParams(query)}`)
    expect(first.body.pagination).toEqual({
      page: 1,
      per_page: 3,
      page_size: 3,
      total_pages: 3,
      total_records: 7,
    })
    expect(first.headers.link).toContain('page=2')
    const pages = await Promise.all(['1', '2', '3'].map((page) => titles({ ...query, page })))
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
    expect(new Set(pages.flat()).size).toBe(7)
    const { pagination } = await list({ ...query, total: 'false' })
    expect(pagination).toEqual({ page: 1, per_page: 3, page_size: 3 })
  })

  test('works together with other filters', async () => {
    await add('Export', { state: 'spam' })
    await add('Reports', { body: 'export' })
    await add('Exports')
    expect(await titles({ q: 'export', sort: 'relevance', state: '-spam' })).toEqual([
      'Exports',
      'Reports',
    ])
  })

  test('is refused without a search, with a cursor, reversed and elsewhere', async () => {
    for (const i of [1, 2, 3]) await add(`Export ${i}`)
    const message = async (path: string) => {
      const { status, body } = await at.get(path)
      expect(status, path).toBe(400)
      return body.message
    }
    expect(await message('/suggestions?sort=relevance')).toBe(
      'sort: relevance needs a search. Send q too.',
    )
    const { cursor } = (await list({ q: 'export', per_page: '1' })).pagination
    expect(await message(`/suggestions?q=export&sort=relevance&cursor=${cursor}`)).toBe(
      'cursor: not possible with sort=relevance. Use page.',
    )
    expect(await message('/suggestions?q=export&sort=-relevance')).toContain('unknown field')
    expect(await message('/users?q=export&sort=relevance')).toContain('unknown field')
    expect(await message('/suggestions?sort=nonsense')).toContain('relevance')
  })
})

describe('the language', () => {
  test.each([
    ['portuguese', 'Exportações de dados', ['exportação', 'EXPORTAÇÕES', 'exportacoes', 'dado']],
    ['german', 'Häuser und Wohnungen', ['haus', 'häuser', 'Wohnung', 'hauser wohnung']],
    ['spanish', 'Exportación', ['exportaciones', 'exportacion']],
    ['french', 'Les états déployés', ['état', 'déployer', 'etat', 'deployes']],
    ['russian', 'Экспорт отчётов', ['отчеты', 'отчёт', 'экспорта']],
    ['simple', 'Exporting', ['exporting', 'export']],
  ])('%s finds other forms of a word', async (language, title, searches) => {
    await add(title)
    await setLanguage(language)
    try {
      for (const q of searches) expect(await isFoundBy(q), q).toBe(true)
      await sql`delete from suggestions`.execute(at.db)
      await add(title)
      for (const q of searches) expect(await isFoundBy(q), q).toBe(true)
    } finally {
      await setLanguage('english')
    }
  })

  test('is indexed again in batches, and an interruption is continued', async () => {
    await sql`insert into suggestions (forum_id, title)
      select ${forum}, 'Wohnungen ' || i from generate_series(1, 1200) i`.execute(at.db)
    const found = async () => (await list({ q: 'wohnung' })).pagination.total_records
    const inGerman = async () =>
      Number(
        (
          await sql<{ count: number }>`
            select count(*) from suggestions_search where words @@ 'wohnung'`.execute(at.db)
        ).rows[0]?.count,
      )
    try {
      await at.db.transaction().execute((tx) => setSearchLanguage(tx, 'german'))
      expect(await inGerman()).toBe(0)
      // Prefixes are found in the meantime.
      expect(await found()).toBe(1200)
      await at.db.transaction().execute(reindexSearch)
      expect(await inGerman()).toBe(500)
      await setLanguage('german')
      expect(await inGerman()).toBe(1200)
      await expect(setLanguage('klingon')).rejects.toThrow(
        /language: "klingon" is not allowed. Allowed: .*english/,
      )
    } finally {
      await setLanguage('english')
    }
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('of a database server that does not know it has no stems', async () => {
    await sql`update search_language set language = 'klingon'`.execute(at.db)
    try {
      await add('Exporting')
      expect(await isFoundBy('exporting')).toBe(true)
    } finally {
      await sql`update search_language set language = 'english'`.execute(at.db)
    }
  })
})

describe('similar suggestions', () => {
  const similar = async (path: string) => (await at.get(`/suggestions/${path}`)).body.suggestions
  const toTitle = async (title: string, more = '') =>
    (await similar(`similar?${new URLSearchParams({ title })}${more}`)).map(
      (one: { title: string }) => one.title,
    )

  test('words that every title has make nothing similar', async () => {
    await add('The zebra for the old zoo')
    expect(await toTitle('The walrus for the old zoo')).toEqual(['The zebra for the old zoo'])
    expect(await toTitle('The walrus for the sea')).toEqual([])
  })

  test('share most letters of the title, the most similar first', async () => {
    await add('Dark mode for the calendar')
    await add('Calendar with dark mode')
    await add('Dark chocolate')
    await add('Export to CSV')
    expect(await toTitle('Dark mode for calendar')).toEqual([
      'Dark mode for the calendar',
      'Calendar with dark mode',
    ])
    expect(await toTitle('Something else entirely')).toEqual([])
    expect(await toTitle('!?')).toEqual([])
  })

  test('are found despite accents, case, other forms and spelling mistakes', async () => {
    await add('Synchronise the calendar with Café Zürich')
    for (const title of [
      'SYNCHRONISE CALENDAR WITH CAFE ZURICH',
      'Synchronising calendars with Café Zürich',
      'Synchronize calender with cafe Zürich',
    ])
      expect(await toTitle(title), title).toHaveLength(1)
  })

  test('of a suggestion leave out itself, deleted, spam, merged and rejected ones', async () => {
    const title = 'Dark mode for the calendar'
    const [id, same, waiting, merged, rejected] = [
      await add(title),
      await add(title),
      await add(title, { state: 'new' }),
      await add(title),
      await add(title),
    ]
    await add(title, { state: 'spam' })
    await add(title, { state: 'deleted' })
    await sql`update suggestions set parent_suggestion_id = ${same} where id = ${merged}`.execute(
      at.db,
    )
    await sql`insert into suggested_merges (suggestion_a_id, suggestion_b_id, score, state)
      values (${rejected}, ${id}, 1, 'rejected')`.execute(at.db)
    expect(idsOf(await similar(`${id}/similar`))).toEqual([waiting, same])
    expect(idsOf(await similar(`similar?title=${title}`))).toEqual([rejected, waiting, same, id])
  })

  test('have the envelope of records, with includes, fields and at most 20', async () => {
    for (let i = 0; i < 25; i++) await add('Dark mode')
    const id = await add('Dark mode')
    const { body } = await at.get(`/suggestions/${id}/similar?includes=forums&fields=title`)
    expect(body.suggestions).toHaveLength(10)
    expect(Object.keys(body.suggestions[0])).toEqual(['id', 'title'])
    expect(body.forums).toHaveLength(1)
    expect(await toTitle('dark mode', '&per_page=3')).toHaveLength(3)
    expect(await toTitle('dark mode', '&per_page=100')).toHaveLength(20)
  })

  test('need a suggestion or a title', async () => {
    const ask = async (path: string, headers = {}) => {
      const { status, body } = await at.get(`/suggestions/${path}`, { headers })
      return [status, body.message]
    }
    expect(await ask('similar')).toEqual([400, 'title: required.'])
    expect(await ask(`similar?title=${'a'.repeat(141)}`)).toEqual([
      400,
      'title: too long (141 characters). Maximum: 140.',
    ])
    expect(await ask('similar?title=a%00')).toEqual([400, 'title: contains NUL. Expected text.'])
    expect((await ask('similar?title=a&per_page=x'))[0]).toBe(400)
    expect((await ask('999999999/similar'))[0]).toBe(404)
    const strict = { prefer: 'handling=strict' }
    expect((await ask('similar?title=a&per_page=2&fields=title', strict))[0]).toBe(200)
    expect((await ask('similar?title=a&page=2', strict))[0]).toBe(400)
  })
})

// The last test of the file: deleting so many suggestions takes long.
describe('sort=relevance of many matches', () => {
  test('ranks the newest 10,000 matches; older ones follow', async () => {
    const old = await add('Export')
    await sql`insert into suggestions (forum_id, title, body)
      select ${forum}, 'Wish', 'export' from generate_series(1, 10000)`.execute(at.db)
    const query = { q: 'export', sort: 'relevance', per_page: '100' }
    expect((await list(query)).pagination.total_records).toBe(10_001)
    const { suggestions } = await list({ ...query, page: '101' })
    expect(idsOf(suggestions)).toEqual([old])
    await add('Export now')
    expect((await titles(query))[0]).toBe('Export now')
  })
})

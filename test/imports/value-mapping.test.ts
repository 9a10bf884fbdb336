// What values of a file of another tool mean here: mapped, matched by their spelling, created, or left empty.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aForum } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
const statuses = new Map<string, number>()

beforeAll(async () => {
  at = await startTestService()
  for (const name of ['In Progress', 'completed', "Won't do", 'Geprüft'])
    statuses.set(name, (await at.made('/statuses', { name })).id)
  const forum = await aForum(at.db, 'Wishes')
  await sql`update forums set is_default = id = ${forum}`.execute(at.db)
  await aForum(at.db, 'Mobile App')
  await at.made('/categories', { name: 'User Interface', links: { forum } })
  for (const name of ['Sales, EU', 'C#', 'Roll-out', 'Roll out']) await at.made('/labels', { name })
})

const preview = async (body: object) => {
  const {
    status,
    body: answer,
    text,
  } = await at.post('/imports/preview', {
    type: 'suggestions',
    ...body,
  })
  expect(status, text).toBe(200)
  return answer.import_preview as Shown
}

const valuesOf = ({ columns }: Shown, name: string): Record<string, unknown> =>
  Object.fromEntries(
    columns
      .find((column: Shown) => column.name === name)
      .values.map(({ value, ...rest }: Shown) => [value, rest]),
  )

const send = (body: object) => at.post('/imports', { type: 'suggestions', ...body })

/** The import when it is done, and what it wrote, by title. */
async function run(body: object): Promise<{ record: Shown; written: Record<string, Shown> }> {
  const { id } = await at.made('/imports', { type: 'suggestions', ...body })
  await runJobs(at)
  const record = await at.shown(`/imports/${id}`)
  expect(record).toMatchObject({ state: 'completed' })
  const { body: answer } = await at.get(
    `/suggestions?import=${id}&per_page=100&includes=forums,categories,statuses,labels`,
  )
  const nameOf = (collection: string, wanted: number | null) =>
    answer[collection]?.find((one: Shown) => one.id === wanted)?.name ?? null
  const written = answer.suggestions.map(({ title, state, links }: Shown) => [
    title,
    {
      state,
      forum: nameOf('forums', links.forum),
      category: nameOf('categories', links.category),
      status: nameOf('statuses', links.status),
      labels: (links.labels ?? []).map((label: number) => nameOf('labels', label)).sort(),
    },
  ])
  return { record, written: Object.fromEntries(written) }
}

/** A file whose titles no other has: a suggestion is found by its title. */
const file = (header: string, ...rows: string[]) =>
  [`Title;${header}`, ...rows.map((row, i) => `${'ABCDEFGH'[i]} ${randomUUID()};${row}`)].join('\n')

const titlesOf = (csv: string) =>
  csv
    .split('\n')
    .slice(1)
    .map((row) => row.split(';')[0] as string)

describe('names that differ in spelling alone', () => {
  test('are matched in the preview as in the import, and reported', async () => {
    const csv = file(
      'Status;Forum;Category;Tags;State',
      'in-progress;mobile_app;;c#;Published',
      'WONT DO;WISHES;User-interface;;new',
      '🚀 Completed;;;;',
    )
    const shown = await preview({ csv })
    expect(shown).toMatchObject({ problems: [], valid_rows: 3 })
    expect(valuesOf(shown, 'Status')).toEqual({
      'in-progress': { count: 1, known: true, to: 'In Progress', guess: true, creates: false },
      'WONT DO': { count: 1, known: true, to: "Won't do", guess: true, creates: false },
      '🚀 Completed': { count: 1, known: true, to: 'completed', guess: true, creates: false },
    })
    expect(valuesOf(shown, 'Forum')).toMatchObject({
      mobile_app: { to: 'Mobile App', guess: true },
      WISHES: { to: 'WISHES', guess: false, known: true },
    })
    const { record, written } = await run({ csv })
    const [a, b, c] = titlesOf(csv) as [string, string, string]
    expect(written).toEqual({
      [a]: {
        state: 'published',
        forum: 'Mobile App',
        category: null,
        status: 'In Progress',
        labels: ['C#'],
      },
      [b]: {
        state: 'new',
        forum: 'Wishes',
        category: 'User Interface',
        status: "Won't do",
        labels: [],
      },
      [c]: { state: 'published', forum: 'Wishes', category: null, status: 'completed', labels: [] },
    })
    expect(record.mapped_values).toContainEqual({
      column: 'Status',
      field: 'status',
      value: 'in-progress',
      to: 'In Progress',
      guess: true,
      count: 1,
    })
    expect(record.mapped_values).toHaveLength(5)
  })

  test('are left alone where two names fit, and where a sign makes another name', async () => {
    const shown = await preview({ csv: file('Tags', 'Roll_Out|C++|roll-out') })
    expect(valuesOf(shown, 'Tags')).toMatchObject({
      Roll_Out: { known: false, to: 'Roll_Out', guess: false },
      'C++': { known: false, guess: false },
      'roll-out': { known: true, guess: false },
    })
  })

  test('are looked up in rows that have another problem too', async () => {
    const shown = await preview({ csv: file('State;Tags;Status', 'open;x1|c#;x2') })
    expect(valuesOf(shown, 'State')).toMatchObject({ open: { known: false } })
    expect(valuesOf(shown, 'Tags')).toMatchObject({ x1: { known: false }, 'c#': { known: true } })
    expect(valuesOf(shown, 'Status')).toMatchObject({ x2: { known: false } })
  })

  test('are matched in a file of Windows with semicolons', async () => {
    const { status, body } = await at.call('POST', '/imports/preview?type=suggestions', {
      body: Buffer.from('Titel;Status\r\nA;geprüft!\r\n', 'latin1'),
      headers: { 'content-type': 'text/csv; charset=windows-1252' },
    })
    expect(status).toBe(200)
    expect(body.import_preview).toMatchObject({ problems: [], delimiter: ';' })
    expect(valuesOf(body.import_preview, 'Status')).toMatchObject({
      'geprüft!': { to: 'Geprüft', guess: true },
    })
  })
})

describe('a mapping of values', () => {
  test('takes names, ids, nothing, and names to create, which are the only ones that are created', async () => {
    const [forum, category, label, other] = ['Desk', 'Menus', 'Beta', 'Gamma'].map(
      (name) => `${name} ${randomUUID().slice(0, 8)}`,
    ) as [string, string, string, string]
    const csv = file(
      'Status;Forum;Category;Tags;State',
      'Shipped;Desktop;Menu;b|c#;open',
      'Later;Wishes;;eu;open',
      'Doing;Wishes;UI;;',
    )
    const mapping = {
      Status: { values: { shipped: statuses.get('completed'), later: null, Doing: 'in progress' } },
      Forum: { values: { Desktop: { create: forum } } },
      Category: { values: { Menu: { create: category }, UI: 'User Interface' } },
      Tags: { field: 'labels', values: { b: { create: label }, eu: 'Sales, EU' } },
      State: { values: { open: 'published' } },
    }
    const shown = await preview({ csv, mapping })
    expect(shown).toMatchObject({ problems: [], valid_rows: 3, warnings: [] })
    expect(valuesOf(shown, 'Status')).toMatchObject({
      Shipped: { known: true, to: 'completed', guess: false },
      Later: { known: true, to: null },
    })
    expect(valuesOf(shown, 'Tags')).toMatchObject({
      b: { known: false, to: label, creates: true },
      'c#': { known: true },
      eu: { to: 'Sales, EU', known: true },
    })
    const { record, written } = await run({ csv, mapping })
    const [a, b, c] = titlesOf(csv) as [string, string, string]
    const state = 'published'
    expect(written).toEqual({
      [a]: { state, forum, category, status: 'completed', labels: [label, 'C#'].sort() },
      [b]: { state, forum: 'Wishes', category: null, status: null, labels: ['Sales, EU'] },
      [c]: {
        state,
        forum: 'Wishes',
        category: 'User Interface',
        status: 'In Progress',
        labels: [],
      },
    })
    expect(
      record.mapped_values.map(({ column, value, to, count }: Shown) => [column, value, to, count]),
    ).toEqual(
      expect.arrayContaining([
        ['State', 'open', 'published', 2],
        ['Status', 'Later', null, 1],
        ['Tags', 'b', label, 1],
      ]),
    )

    // What nobody said to create is a problem, also of a forum that is created.
    const more = file('Forum;Category;Tags', `Desktop;Nothing here;b|${other}`)
    const refused = await preview({
      csv: more,
      mapping: {
        Forum: { values: { Desktop: { create: `${forum} 2` } } },
        Tags: { field: 'labels', values: { b: { create: label } } },
      },
    })
    expect(refused.problems.map(({ column, value }: Shown) => [column, value])).toEqual([
      ['Category', 'Nothing here'],
      ['Tags', other],
    ])

    await at.put(`/imports/${record.id}/undo`, {})
    await runJobs(at)
    const { rows } = await sql`
      select from forums where name = ${forum} union all select from labels where name = ${label}`.execute(
      at.db,
    )
    expect(rows).toEqual([])
  })

  test.for<[string, object, string, object]>([
    [
      'a name that no status has',
      { Status: { values: { done: 'Finished' } } },
      'mapping.Status.values.done: no status has the name "Finished". Allowed: ',
      { Status: { values: { done: 'not_found' } } },
    ],
    [
      'an id that no status has',
      { Status: { values: { done: 999_999_999 } } },
      'mapping.Status.values.done: no status has the id 999999999. Allowed: ',
      { Status: { values: { done: 'not_found' } } },
    ],
    [
      'a status to create',
      { Status: { values: { done: { create: 'Finished' } } } },
      'mapping.Status.values.done: create is for forum, category, labels.',
      { Status: { values: { done: 'in' } } },
    ],
    [
      'a label that is not there',
      { Tags: { field: 'labels', values: { x: 'Nowhere' } } },
      'mapping.Tags.values.x: no label has the name "Nowhere". Allowed: ',
      { Tags: { values: { x: 'not_found' } } },
    ],
    [
      'a state that no suggestion has',
      { State: { values: { open: 'closed' } } },
      'mapping.State.values.open: no state has the name "closed". Allowed: published, approved, new.',
      { State: { values: { open: 'not_found' } } },
    ],
    [
      'too many values',
      {
        Status: {
          values: Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`v${i}`, null])),
        },
      },
      'mapping.Status.values: 5001 values are too many. Allowed: at most 5000.',
      { Status: { values: 'max' } },
    ],
  ])('to %s is refused', async ([, mapping, message, errors]) => {
    const csv = file('Status;Tags;State', 'done;x;open')
    const refused = await send({ csv, mapping, skip_invalid: true })
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.message).toContain(message)
    expect(refused.body.errors.mapping).toEqual(errors)
  })

  test('to what is gone by now is shown in the preview as a value that is not known', async () => {
    const csv = file('Status', 'done')
    const shown = await preview({ csv, mapping: { Status: { values: { done: 'Gone' } } } })
    expect(valuesOf(shown, 'Status')).toMatchObject({ done: { known: false, to: 'Gone' } })
    expect(shown.problems).toMatchObject([{ kind: 'record not found', column: 'Status' }])
  })

  test('of a value that the file does not have is reported, and does no harm', async () => {
    const csv = file('Status;Tags', 'done;"c#"')
    const mapping = {
      Status: { values: { done: 'completed', Shiped: 'completed' } },
      Tags: { field: 'labels', values: { other: null } },
    }
    const { warnings, warnings_count } = await preview({ csv, mapping })
    expect(warnings_count).toBe(2)
    expect(warnings).toMatchObject([
      { kind: 'value not in file', column: 'Status', value: 'Shiped', line: null },
      { kind: 'value not in file', column: 'Tags', value: 'other', line: null },
    ])
    expect((await run({ csv, mapping })).record.mapped_values).toHaveLength(1)
  })

  test('wins over the spelling, and over create_missing', async () => {
    const name = `In-Progress ${randomUUID().slice(0, 8)}`
    const csv = file('Status;Tags', `in_progress;${name}|c #`)
    const { written } = await run({
      csv,
      create_missing: true,
      mapping: {
        Status: { values: { in_progress: 'completed' } },
        Tags: { field: 'labels', values: { 'c #': null } },
      },
    })
    expect(Object.values(written)).toMatchObject([{ status: 'completed', labels: [name] }])
  })
})

test('at most 500 values of a column are listed, and their number is known', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => `t${i};tag ${i}`)
  const shown = await preview({ csv: ['Title;Tags', ...rows, 'last;tag 7'].join('\n') })
  const tags = shown.columns.find(({ name }: Shown) => name === 'Tags')
  expect(tags).toMatchObject({ values_count: 600 })
  expect(tags.values).toHaveLength(500)
  expect(tags.values[0]).toMatchObject({ value: 'tag 7', count: 2, known: false })
})

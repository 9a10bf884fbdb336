// The preview of an import, the mapping of its columns, and rows that are left out.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aCustomField, aForum, aUser } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
  await aCustomField(at.db, 'external_users', 'cf_shoe_size', 'number')
})

const preview = async (body: object) => {
  const { status, body: answer, text } = await at.post('/imports/preview', body)
  expect(status, text).toBe(200)
  return answer.import_preview as Shown
}

const fieldsOf = ({ columns }: Shown) =>
  Object.fromEntries(columns.map(({ name, field }: Shown) => [name, field]))

const placesOf = ({ problems }: Shown) =>
  problems.map(({ line, column, kind }: Shown) => [line, column, kind])

async function contents() {
  const { rows } = await sql`
    select (select count(*) from users) as users, (select count(*) from imports) as imports,
      (select count(*) from external_users) as external_users, (select count(*) from suggestions) as suggestions,
      (select count(*) from labels) as labels`.execute(at.db)
  return rows[0]
}

describe('the preview', () => {
  test('guesses the fields of columns in English and German, whatever their case and punctuation', async () => {
    const csv =
      'Lfd. Nr.;Kunden-Nr.;E-Mail;VOLLER NAME;Firma;Tarif;MRR;Erstellt am;Shoe size;Notizen\n' +
      '1;k1;ann@guess.test;Ann;Acme;gold;10.50;2024-05-01;38;x\n'
    const shown = await preview({ type: 'users', csv })
    expect(fieldsOf(shown)).toEqual({
      'Lfd. Nr.': null,
      'Kunden-Nr.': 'external_user.external_id',
      'E-Mail': 'external_user.email_address',
      'VOLLER NAME': 'external_user.name',
      Firma: 'account.name',
      Tarif: 'account.plan',
      MRR: 'account.mrr',
      'Erstellt am': 'external_user.created_timestamp',
      'Shoe size': 'external_user.cf_shoe_size',
      Notizen: null,
    })
    expect(shown).toMatchObject({
      type: 'users',
      delimiter: ';',
      encoding: null,
      total_rows: 1,
      valid_rows: 1,
      rows: [{ line: 2, cells: expect.arrayContaining(['ann@guess.test', 'x']) }],
      problems: [],
      problems_count: 0,
      creates: 1,
      updates: 0,
    })
    expect(shown.columns[2]).toEqual({
      name: 'E-Mail',
      index: 2,
      field: 'external_user.email_address',
      guess: true,
      samples: ['ann@guess.test'],
      type: null,
      format: null,
      format_source: null,
      formats: [],
      values: [],
      values_count: 0,
      choices: [],
    })
    expect(shown.fields.map(({ name }: Shown) => name)).toContain('external_user.cf_shoe_size')
    const ideas = await preview({
      type: 'suggestions',
      csv: 'ID,Titel,Beschreibung,Tags,Stimmen,Kommentar 1,Kommentar 2\n1,A,,,,,\n',
    })
    expect(Object.values(fieldsOf(ideas))).toEqual([
      'external_id',
      'title',
      'body',
      'labels',
      'votes',
      'comment',
      'comment',
    ])
    expect(ideas.fields.find(({ name }: Shown) => name === 'title')).toMatchObject({
      required: true,
    })
  })

  test('keeps exact names, also those of an export, and follows the mapping', async () => {
    const exact = await preview({
      csv: 'external_user.external_id,external_user.email_address,Mail\n',
    })
    expect(exact.columns.map(({ guess }: Shown) => guess)).toEqual([false, false, false])
    expect(fieldsOf(exact)).toMatchObject({ Mail: null })
    const exported = await preview({ csv: 'id,email_address,name\n7,ann@x.test,Ann\n' })
    expect(fieldsOf(exported)).toEqual({ id: null, email_address: 'email_address', name: 'name' })
    const mapped = await preview({
      csv: 'Mail,Zweite Mail,Wer\na@x.test,b@x.test,A\n',
      mapping: {
        Mail: null,
        'Zweite Mail': 'external_user.email_address',
        Wer: 'external_user.type',
      },
    })
    expect(fieldsOf(mapped)).toEqual({
      Mail: null,
      'Zweite Mail': 'external_user.email_address',
      Wer: 'external_user.type',
    })
    const wrong = await at.post('/imports/preview', { csv: 'Mail\n', mapping: { Mail: 'nothing' } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({ mapping: { Mail: 'in' } })
  })

  test('names every mistake with its line and its column, and writes nothing', async () => {
    const forum = await aForum(at.db, 'Web')
    await sql`update forums set is_default = id = ${forum}`.execute(at.db)
    const before = await contents()
    const people = await preview({
      csv: [
        'E-Mail,Name,MRR,Firma,Signed up at,Shoe size,user.id',
        'nobody,A,,,,,',
        'b@x.test,B,much,Acme,,,',
        'c@x.test,C,,,yesterday,,',
        'd@x.test,D,,,,big,',
        ',E,,,,,',
        'f@x.test',
        'g@x.test,G,5,,,,',
        'h@x.test,H,,,,,999999',
        `i@x.test,${'i'.repeat(601)},,,,,`,
        'j@x.test,J,1,Acme,2024-01-01,40,',
      ].join('\n'),
    })
    expect(placesOf(people)).toEqual([
      [2, 'E-Mail', 'value of wrong type'],
      [3, 'MRR', 'value of wrong type'],
      [4, 'Signed up at', 'value of wrong type'],
      [5, 'Shoe size', 'value of wrong type'],
      [6, 'E-Mail', 'required value missing'],
      [7, null, 'file not valid'],
      [8, 'account.external_id', 'required value missing'],
      [10, 'Name', 'value of wrong type'],
      [9, 'user.id', 'value of wrong type'],
    ])
    expect(people).toMatchObject({
      total_rows: 10,
      valid_rows: 1,
      problems_count: 9,
      can_skip_invalid: true,
      creates: 1,
    })
    expect(people.problems[1]).toMatchObject({ value: 'much', message: expect.any(String) })
    expect(people.problem_rows.map(({ line }: Shown) => line).sort()).toHaveLength(9)
    const ideas = await preview({
      type: 'suggestions',
      csv: [
        'Titel,Forum,Kategorie,Status,Tags,Stimmen,Autor E-Mail,Datum',
        ',,,,,,,',
        `${'t'.repeat(141)},,,,,,,`,
        'A,Nowhere,,,,,,',
        'B,Web,Nothing,,,,,',
        'C,Web,,Nothing,,,,',
        'D,Web,,,a|b,,,',
        'E,Web,,,,a@x.test nobody,,',
        'F,Web,,,,3,nobody,',
        'G,Web,,,,3,a@x.test,soon',
        'H,web,,,,a@x.test b@x.test,a@x.test,2024-05-01',
      ].join('\n'),
    })
    expect(placesOf(ideas)).toEqual([
      [2, 'Titel', 'required value missing'],
      [3, 'Titel', 'value of wrong type'],
      [8, 'Stimmen', 'value of wrong type'],
      [9, 'Autor E-Mail', 'value of wrong type'],
      [10, 'Datum', 'value of wrong type'],
      [4, 'Forum', 'record not found'],
      [5, 'Kategorie', 'record not found'],
      [6, 'Status', 'record not found'],
      [7, 'Tags', 'record not found'],
      [7, 'Tags', 'record not found'],
    ])
    const creating = await preview({
      type: 'suggestions',
      create_missing: true,
      csv: 'Titel,Forum,Tags\nA,Nowhere,a|b\n',
    })
    expect(creating.problems).toEqual([])
    expect(placesOf(await preview({ csv: 'Was,Wer\n1,2\n' }))).toEqual([
      [1, 'external_user.email_address', 'required column missing'],
    ])
    expect(await preview({ csv: 'E-Mail\n"a@x.test\n' })).toMatchObject({
      problems: [{ kind: 'file not valid', line: 2 }],
      can_skip_invalid: false,
    })
    expect(await contents()).toEqual(before)
  })

  test('takes a file as it is, and says its encoding', async () => {
    const body = Buffer.from('Titel;Beschreibung\nGrößer;für alle\n', 'latin1')
    const { status, body: answer } = await at.call(
      'POST',
      '/imports/preview?type=suggestions&mapping.Beschreibung=',
      { body, headers: { 'content-type': 'text/csv; charset=windows-1252' } },
    )
    expect(status).toBe(200)
    expect(answer.import_preview).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      rows: [{ line: 2 }],
      columns: [{ field: 'title', samples: ['Größer'] }, {}],
    })
  })

  test('shortens long cells', async () => {
    const { rows } = await preview({ csv: `E-Mail,x\na@x.test,${'y'.repeat(5000)}\n` })
    expect(rows[0].cells[1]).toHaveLength(1000)
  })
})

describe('a file of many people with 50 mistakes', () => {
  const COUNT = EXHAUSTIVE ? 20_000 : 2_000
  const VALID = COUNT - 50
  /** The lines from one mistake to the next. */
  const STEP = COUNT / 50
  const lines = Array.from({ length: COUNT }, (_, i) =>
    i % STEP === 7
      ? `Person ${i};no address;Firma ${i % 50}`
      : `Person ${i};p${i}@many.test;Firma ${i % 50}`,
  )
  const csv = ['Name;E-Mail;Firma', ...lines].join('\n')
  const mapping = {
    Name: 'external_user.name',
    'E-Mail': 'external_user.email_address',
    Firma: 'account.name',
  }

  test('is rejected as a whole, unless its invalid rows are left out', async () => {
    const shown = await preview({ csv, mapping })
    expect(shown).toMatchObject({
      total_rows: COUNT,
      valid_rows: VALID,
      problems_count: 50,
      can_skip_invalid: true,
      creates: VALID,
      updates: 0,
    })
    expect(shown.rows).toHaveLength(50)
    const refused = await at.post('/imports', { csv, mapping })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.csv).toHaveLength(50)

    const imported = (await at.made('/imports', { csv, mapping, skip_invalid: true })) as Shown
    expect(imported).toMatchObject({
      state: 'queued',
      total_rows: VALID,
      skipped_rows: 50,
      problems_count: 50,
      can_undo: false,
    })
    await runJobs(at)
    expect(await at.shown(`/imports/${imported.id}`)).toMatchObject({
      state: 'completed',
      processed_rows: VALID,
      imported_records: VALID,
      can_undo: true,
    })
    expect((await at.get('/external_users?per_page=1')).body.pagination.total_records).toBe(VALID)
    expect((await at.get('/external_accounts?per_page=1')).body.pagination.total_records).toBe(50)
    expect(await findWrongFigures(at.db)).toEqual([])

    const path = `/imports/${imported.id}/problems`
    const { body } = await at.get(`${path}?per_page=20&page=3`)
    expect(body).toMatchObject({
      columns: ['Name', 'E-Mail', 'Firma'],
      pagination: { page: 3, per_page: 20, total_pages: 3, total_records: 50 },
    })
    expect(body.rows).toHaveLength(10)
    expect(body.rows[0]).toMatchObject({
      line: 40 * STEP + 9,
      cells: [`Person ${40 * STEP + 7}`, 'no address', 'Firma 7'],
      problems: [{ column: 'E-Mail', value: 'no address', message: expect.any(String) }],
    })
    // The file of problems, corrected, is imported as it is.
    const file = (await at.get(`${path}?format=csv`)).text
    expect(file.split('\r\n')[0]).toBe('\ufeffName,E-Mail,Firma,import.line,import.problem')
    let n = 0
    const corrected = file.replaceAll('no address', () => `fixed${n++}@many.test`)
    const again = await at.made('/imports', { csv: corrected.slice(1), mapping })
    await runJobs(at)
    expect(await at.shown(`/imports/${again.id}`)).toMatchObject({
      state: 'completed',
      imported_records: 50,
      problems_count: 0,
    })
  })
})

describe('a mapped file', () => {
  test('need not have ids: the address and the name of the account are the ids', async () => {
    await at.post('/imports', {
      csv: 'Mail,Company,Plan\nids@mapped.test,Mapped Inc,gold\n',
      mapping: {},
    })
    await runJobs(at)
    const user = await at.shown('/external_users?external_id=ids@mapped.test')
    expect(await at.shown(`/external_accounts/${user.links.external_account}`)).toMatchObject({
      external_id: 'Mapped Inc',
      name: 'Mapped Inc',
      plan: 'gold',
    })
  })

  test('without a mapping has to have the exact names, as before', async () => {
    const { status, body } = await at.post('/imports', { csv: 'Mail\nexact@mapped.test\n' })
    expect(status).toBe(422)
    expect(body.message).toContain('nothing is imported')
    const ids = await at.post('/imports', { csv: 'external_user.email_address\na@b.test\n' })
    expect(ids.body.errors.csv).toMatchObject([
      { column: 'external_user.external_id', problem: expect.stringContaining('required') },
    ])
  })

  test('creates custom fields when it is asked to', async () => {
    const csv = 'Mail,Farbe\nfield@mapped.test,rot\n'
    const mapping = { Farbe: 'external_user.cf_farbe' }
    expect((await at.post('/imports', { csv, mapping })).status).toBe(422)
    await at.made('/imports', { csv, mapping, create_missing: true })
    await runJobs(at)
    expect(await at.shown('/external_users?external_id=field@mapped.test')).toMatchObject({
      cf_farbe: 'rot',
    })
  })
})

test('a text that looks like a formula survives the file of rows that were left out', async () => {
  const csv = 'Mail,Name,MRR,Firma\nformula@left-out.test,=1+1,x,F\n'
  const { id } = await at.made('/imports', { csv, mapping: {}, skip_invalid: true })
  const file = (await at.get(`/imports/${id}/problems?format=csv`)).text
  expect(file).toContain("'=1+1")
  await at.made('/imports', { csv: file.replace(',x,', ',5,'), mapping: {} })
  await runJobs(at)
  expect(await at.shown('/external_users?external_id=formula@left-out.test')).toMatchObject({
    name: '=1+1',
  })
})

test('a person who is erased is no longer in a queued file of suggestions', async () => {
  const gone = await aUser(at.db, 'gone@queued.test')
  const csv =
    'title,user_email,user_name,votes,comment\n' +
    'Queued idea,Gone@queued.test,Gone,"gone@queued.test,stays@queued.test",gone@queued.test: Hello\n'
  await at.made('/imports', { type: 'suggestions', csv })
  expect((await at.delete(`/users/${gone}`)).status).toBe(200)
  await runJobs(at)
  expect((await at.get('/users?q=gone@queued.test')).body.users).toEqual([])
  const { suggestions, comments } = (await at.get('/suggestions?q=Queued+idea&includes=users')).body
  expect(suggestions).toMatchObject([{ supporters_count: 1, comments_count: 1 }])
  expect(comments).toBeUndefined()
})

test('rows that were left out are deleted after thirty days, and with the person', async () => {
  const ann = await aUser(at.db, 'ann@left-out.test')
  const csv = 'Mail,MRR,Firma\nAnn@left-out.test,x,A\nben@left-out.test,y,A\n'
  const { id } = await at.made('/imports', { csv, mapping: {}, skip_invalid: true })
  const linesLeft = async () =>
    (await at.get(`/imports/${id}/problems`)).body.rows.map(({ line }: Shown) => line)
  expect(await linesLeft()).toEqual([2, 3])
  await at.delete(`/users/${ann}`)
  expect(await linesLeft()).toEqual([3])
  await sql`update imports set created_at = now() - interval '31 days' where id = ${id}`.execute(
    at.db,
  )
  await sql`select graphile_worker.add_job('delete_old_imports', '{}')`.execute(at.db)
  await runJobs(at)
  expect(await linesLeft()).toEqual([])
  expect((await at.get('/imports/999999/problems')).status).toBe(404)
})

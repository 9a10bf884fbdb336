// Files as they come from other systems: numbers and dates of other countries, names of other systems, rows that repeat others.
import { readFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomField, aForum } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
  await aCustomField(at.db, 'external_accounts', 'cf_seats', 'number')
  await aCustomField(at.db, 'external_users', 'cf_newsletter', 'boolean')
  for (const name of ['planned', 'started', 'completed', 'declined'])
    await at.made('/statuses', { name })
  const forum = await aForum(at.db, 'General')
  await sql`update forums set is_default = id = ${forum}`.execute(at.db)
})

const fixture = (name: string) => readFile(new URL(`../support/fixtures/${name}`, import.meta.url))

const preview = async (body: object) => {
  const { status, body: answer, text } = await at.post('/imports/preview', body)
  expect(status, text).toBe(200)
  return answer.import_preview as Shown
}

const columnOf = ({ columns }: Shown, name: string): Shown =>
  columns.find((column: Shown) => column.name === name)

const people = (column: string, values: string[], separator = ';') =>
  [
    ['E-Mail', 'Firma', column],
    ...values.map((value, i) => [`p${i}@formats.test`, `Firma ${i}`, `"${value}"`]),
  ]
    .map((cells) => cells.join(separator))
    .join('\n')

describe('the format of a column', () => {
  test.for<[string, string[], string | null, (string | null)[]]>([
    ['MRR', ['8.366,30 €', '12'], 'decimal_comma', ['8366.3', '12']],
    ['MRR', ['8.366', '1,5'], 'decimal_comma', ['8366', '1.5']],
    ['MRR', ['1 234,50', '1 234,50', '-3'], 'decimal_comma', ['1234.5', '1234.5', '-3']],
    ['MRR', ["1'234.50", '1’000'], 'decimal_point', ['1234.5', '1000']],
    ['MRR', ['1,234.50', '$7', 'CHF 20.00'], 'decimal_point', ['1234.5', '20', '7']],
    ['MRR', ['1.200,-', '5'], 'decimal_comma', ['1200', '5']],
    ['MRR', ['1200.50', '0.366'], 'decimal_point', ['1200.5', '0.366']],
    ['MRR', ['8.366', '2.000'], null, []],
    ['MRR', ['8,366'], null, []],
    ['MRR', ['1.5', '1,5'], null, []],
    [
      'Kunde seit',
      ['26.07.2025', '2025-07-26 14:00'],
      'dmy',
      ['2025-07-26T00:00:00Z', '2025-07-26T14:00:00Z'],
    ],
    ['Kunde seit', ['03.04.2025'], 'dmy', ['2025-04-03T00:00:00Z']],
    [
      'Kunde seit',
      ['26/07/2025', '03/04/2025'],
      'dmy',
      ['2025-04-03T00:00:00Z', '2025-07-26T00:00:00Z'],
    ],
    ['Kunde seit', ['07/26/2025 2:05 PM'], 'mdy', ['2025-07-26T14:05:00Z']],
    [
      'Kunde seit',
      ['3. März 2024', 'July 4, 2024', '5-Dez-24'],
      'ymd',
      ['2024-03-03T00:00:00Z', '2024-07-04T00:00:00Z', '2024-12-05T00:00:00Z'],
    ],
    ['Kunde seit', ['2025-07-26'], 'ymd', ['2025-07-26T00:00:00Z']],
    ['Kunde seit', ['03/04/2025', '05/06/2025'], null, []],
    ['Kunde seit', ['26/07/2025', '07/26/2025'], null, []],
  ])('%s with %j is %s', async ([column, values, format, converted]) => {
    const shown = await preview({ csv: people(column, values) })
    const found = columnOf(shown, column)
    expect(found).toMatchObject({ format, format_source: format ? 'detected' : 'unclear' })
    if (format === null) {
      expect(shown.problems).toMatchObject([{ line: 1, column, kind: 'format not clear' }])
      expect(shown.can_skip_invalid).toBe(false)
      return
    }
    expect(shown.problems).toEqual([])
    const used = found.formats.find((one: Shown) => one.format === format)
    expect(used.samples.map((sample: Shown) => sample.converted).sort()).toEqual(
      [...new Set(converted)].sort(),
    )
    expect(used.values).toBe(values.length)
  })

  test('that is not clear is asked for, and what is chosen is used', async () => {
    const csv = people('MRR', ['8.366', '2.000'])
    const refused = await at.post('/imports', { csv, mapping: {} })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.csv).toEqual([
      {
        row: '1',
        column: 'MRR',
        problem:
          'format not clear: "8.366" has two readings; choose the format of the column: decimal_point (8.366) or decimal_comma (8366)',
      },
    ])
    await at.made('/imports', { csv, mapping: { MRR: { format: 'decimal_comma' } } })
    await runJobs(at)
    const { rows } = await sql<{ mrr: string }>`
      select mrr::text from external_accounts where external_id like 'Firma %' order by external_id`.execute(
      at.db,
    )
    expect(rows.map(({ mrr }) => mrr)).toEqual(['8366.00', '2000.00'])
    const mixed = await preview({
      csv: people('MRR', ['1.5', '1,5']),
      mapping: { MRR: { format: 'decimal_comma' } },
    })
    expect(mixed.problems).toMatchObject([{ line: 2, column: 'MRR', value: '1.5' }])
  })

  test('has to be one of the field', async () => {
    for (const [column, format, allowed] of [
      ['MRR', 'dmy', 'Allowed: decimal_point, decimal_comma.'],
      ['Firma', 'dmy', 'its field has no format.'],
    ]) {
      const wrong = await at.post('/imports/preview', {
        csv: people('MRR', ['1']),
        mapping: { [column as string]: { format } },
      })
      expect(wrong.status).toBe(422)
      expect(wrong.body.message).toContain(allowed)
    }
    const unknown = await at.post('/imports/preview', {
      csv: people('MRR', ['1']),
      mapping: { MRR: { format: 'roman' } },
    })
    expect(unknown.status).toBe(422)
  })

  test('of a new custom field decides its type, and text stays text', async () => {
    const csv = [
      'E-Mail;Vertrag bis;Rabatt;PLZ;Version;Menge',
      'n1@formats.test;31.12.2026;12,5;01067;1.10;1.200',
      'n2@formats.test;01.02.2027;7,25;10115;1.9;2.300',
    ].join('\n')
    const mapping = {
      'Vertrag bis': 'external_user.cf_until',
      Rabatt: 'external_user.cf_discount',
      PLZ: 'external_user.cf_zip',
      Version: 'external_user.cf_version',
      Menge: 'external_user.cf_amount' as unknown,
    }
    const shown = await preview({ csv, mapping, create_missing: true })
    const types = shown.columns.map(({ type }: Shown) => type)
    expect(types).toEqual([null, 'timestamp', 'number', 'string', 'string', 'string'])
    mapping.Menge = { field: 'external_user.cf_amount', format: 'decimal_comma' }
    await at.made('/imports', { csv, mapping, create_missing: true })
    await runJobs(at)
    const { rows } = await sql<{ custom_fields: unknown }>`
      select custom_fields from external_users where external_id = 'n1@formats.test'`.execute(at.db)
    expect(rows[0]?.custom_fields).toEqual({
      cf_until: '2026-12-31T00:00:00Z',
      cf_discount: 12.5,
      cf_zip: '01067',
      cf_version: '1.10',
      cf_amount: 1200,
    })
  })
})

describe('values', () => {
  const csv = [
    'Titel,Status,Tags,Forum',
    'A,in progress,"Api, Web",General',
    'B,In Progress,web,Nowhere',
    'C,planned,,general',
  ].join('\n')

  test('that nobody knows are listed once, and mapped once', async () => {
    const shown = await preview({ type: 'suggestions', csv })
    expect(columnOf(shown, 'Status')).toMatchObject({
      values: [
        { value: 'in progress', count: 2, known: false },
        { value: 'planned', count: 1, known: true },
      ],
      values_count: 2,
      choices: expect.arrayContaining(['planned', 'started']),
    })
    expect(columnOf(shown, 'Tags').values).toMatchObject([
      { value: 'Web', count: 2, known: false },
      { value: 'Api', count: 1, known: false },
    ])
    expect(columnOf(shown, 'Forum').values).toMatchObject([
      { value: 'Nowhere', count: 1, known: false },
      { value: 'General', count: 2, known: true },
    ])
    const mapping = {
      Status: { values: { 'in progress': 'started' } },
      Tags: { field: 'labels', values: { api: null } },
      Forum: { values: { Nowhere: 'General' } },
    }
    const mapped = await preview({ type: 'suggestions', csv, mapping, create_missing: true })
    expect(mapped).toMatchObject({ problems: [], valid_rows: 3 })
    expect(columnOf(mapped, 'Tags').values).toContainEqual(
      expect.objectContaining({ value: 'Web', count: 2, known: false, creates: true }),
    )
    await at.made('/imports', { type: 'suggestions', csv, mapping, create_missing: true })
    await runJobs(at)
    const { body } = await at.get('/suggestions?sort=id&includes=statuses,labels')
    expect(body.statuses.map(({ name }: Shown) => name).sort()).toEqual(['planned', 'started'])
    expect(body.labels.map(({ name }: Shown) => name)).toEqual(['Web'])
  })

  test('that cannot be read are left empty where the mapping says so', async () => {
    const file = people('MRR', ['n/a', '-', '12,50', 'N/A'])
    const shown = await preview({ csv: file })
    expect(columnOf(shown, 'MRR')).toMatchObject({
      format: 'decimal_comma',
      values: [
        { value: 'n/a', count: 2, known: false },
        { value: '-', count: 1, known: false },
      ],
    })
    const mapping = { MRR: { values: { 'n/a': null, '-': '0' } } }
    expect((await preview({ csv: file, mapping })).problems).toEqual([])
  })

  test('are sent in the query of a file too', async () => {
    const { status, body } = await at.call(
      'POST',
      '/imports/preview?type=suggestions&mapping.Status.values.later=planned&mapping.Created.format=dmy',
      {
        body: Buffer.from('Title,Status,Created\nA,later,03/04/2025\n'),
        headers: { 'content-type': 'text/csv' },
      },
    )
    expect(status).toBe(200)
    expect(body.import_preview).toMatchObject({ problems: [], valid_rows: 1 })
  })
})

test('rows about one person or account are reported, and people and accounts are counted', async () => {
  const shown = await preview({
    csv: [
      'Id;E-Mail;Firma;Tarif;MRR',
      '1;ann@rows.test;Acme;gold;10',
      '2;ben@rows.test;Acme;silver;10',
      '1;ann@rows.test;Beta;gold;5',
      '3;ANN@rows.test;ACME;gold;10',
    ].join('\n'),
  })
  expect(shown).toMatchObject({
    total_rows: 4,
    valid_rows: 4,
    creates: 3,
    account_creates: 2,
    account_updates: 0,
    repeated_rows: 1,
    warnings_count: 3,
  })
  expect(shown.warnings.map(({ line, column, kind }: Shown) => [line, column, kind])).toEqual([
    [3, 'Tarif', 'values disagree'],
    [4, null, 'repeated row'],
    [5, 'E-Mail', 'repeated address'],
  ])
  const byAddress = await preview({
    csv: 'E-Mail;Name\na@rows.test;A\nb@rows.test;B\nA@rows.test;A\n',
  })
  expect(byAddress).toMatchObject({ total_rows: 3, creates: 2, repeated_rows: 1 })
})

describe('a messy file goes in whole', () => {
  test('of customers', async () => {
    const body = await fixture('customers.csv')
    const headers = { 'content-type': 'text/csv; charset=windows-1252' }
    const mapping = [
      'mapping.Umsatz/Monat.values.-=0',
      'mapping.Tarif.values.n/a=Basic',
      'mapping.Newsletter.field=external_user.cf_newsletter',
      'mapping.Newsletter.values.ja=true',
      'mapping.Newsletter.values.nein=false',
    ].join('&')
    const shown = await at.call('POST', `/imports/preview?${mapping}`, { body, headers })
    expect(shown.body.import_preview).toMatchObject({
      total_rows: 10,
      valid_rows: 9,
      creates: 8,
      account_creates: 6,
      repeated_rows: 1,
      problems: [
        { line: 7, column: 'E-Mail', message: 'the e-mail address is missing', value: '' },
      ],
      problems_count: 1,
    })
    const started = await at.call('POST', `/imports?skip_invalid=true&${mapping}`, {
      body,
      headers,
    })
    expect(started.status, started.text).toBe(201)
    await runJobs(at)
    // The row without an address is corrected, and imported in the same way.
    const { id } = started.body.imports[0]
    const left = await at.get(`/imports/${id}/problems?format=csv`)
    const corrected = left.text.replace(/(Ayse Öztürk"?),("")?,/, '$1,ayse@baeckerei.example,')
    expect(corrected).not.toBe(left.text)
    const rest = await at.call('POST', `/imports?${mapping}`, {
      body: Buffer.from(corrected),
      headers: { 'content-type': 'text/csv' },
    })
    expect(rest.status, rest.text).toBe(201)
    await runJobs(at)
    const accounts = await sql`
      select name, plan, mrr::text, ltv::text, external_created_at::date::text as since
      from external_accounts a where exists (
        select from external_users e where e.external_account_id = a.id and e.external_id like '100__')
      order by name collate "C"`.execute(at.db)
    expect(accounts.rows.map((row) => Object.values(row as object))).toEqual([
      ['Bäckerei Öztürk', 'Basic', '120.00', '1440.00', '2024-05-05'],
      ['Café Français', 'Basic', '1234.50', '9876.00', '2022-03-03'],
      ['Gebrüder "Weiß"; Holz', 'Gold', '75.50', '1812.00', '2022-09-09'],
      ['Kleinstbetrieb', 'Basic', '0.00', '0.00', '2024-12-12'],
      ['Lodz-Handel', 'Basic', '950.00', '8366.00', '2023-02-01'],
      ['Müller & Söhne GmbH', 'Gold', '8366.30', '120450.00', '2021-07-26'],
      ['Zürich Versicherung AG', 'Premium', '12500.00', '1250000.00', '2020-01-15'],
    ])
    const users = await sql`
      select e.external_id, e.name, to_char(e.external_created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created,
        e.custom_fields ->> 'cf_newsletter' as newsletter
      from external_users e where external_id like '100__' order by external_id`.execute(at.db)
    expect(users.rows.map((row) => Object.values(row as object))).toEqual([
      ['10001', 'Jürgen Müller', '2021-07-26 14:00:00', 'true'],
      ['10002', 'Änne Groß', '2021-07-27 09:15:00', 'false'],
      ['10003', 'René Lefèvre', '2022-03-03 00:00:00', 'true'],
      ['10004', 'Ewa Nowak', '2023-02-01 00:00:00', 'false'],
      ['10005', 'Urs Köhli', '2020-01-15 00:00:00', 'true'],
      ['10006', 'Ayse Öztürk', '2024-05-05 00:00:00', 'true'],
      ['10007', 'Vreni Frey', '2020-01-20 00:00:00', 'false'],
      ['10008', 'Max Huber', '2024-12-12 23:59:59', null],
      ['10009', 'Ida Weiß', '2022-09-09 00:00:00', 'true'],
    ])
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('of another system, with its statuses, votes and comments', async () => {
    const csv = (await fixture('canny.csv')).toString()
    const unmapped = await preview({ type: 'suggestions', csv, create_missing: true })
    expect(columnOf(unmapped, 'Created').format).toBe('mdy')
    const unknown = columnOf(unmapped, 'Status').values.filter(({ known }: Shown) => !known)
    expect(unknown.map(({ value, count }: Shown) => [value, count])).toEqual([
      ['in progress', 2],
      ['complete', 1],
      ['closed', 1],
      ['open', 1],
    ])
    const mapping = {
      Status: {
        values: {
          'in progress': 'started',
          'under review': 'planned',
          complete: 'completed',
          closed: 'declined',
          open: null,
        },
      },
    }
    await at.made('/imports', { type: 'suggestions', csv, mapping, create_missing: true })
    await runJobs(at)
    const { rows } = await sql`
      select s.title, f.name as forum, c.name as category, t.name as status, (select count(*)::int from supporters v where v.suggestion_id = s.id) as votes,
        (select count(*)::int from comments m where m.suggestion_id = s.id) as comments,
        s.created_at::date::text as created, u.email_address as author
      from suggestion_external_ids e join suggestions s on s.id = e.suggestion_id
        join forums f on f.id = s.forum_id join users u on u.id = s.created_by_id
        left join categories c on c.id = s.category_id left join statuses t on t.id = s.status_id
      where e.external_id like '5f%' order by e.external_id`.execute(at.db)
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      [
        'Dark mode',
        'Feature Requests',
        'Design',
        'started',
        3,
        2,
        '2024-07-26',
        'ann@acme.example',
      ],
      [
        'Export to Excel',
        'Feature Requests',
        'Reports',
        'planned',
        1,
        0,
        '2024-03-04',
        'ben@beta.example',
      ],
      ['Crash on login', 'Bugs', null, 'completed', 2, 1, '2023-12-31', 'cleo@corp.example'],
      [
        'Single sign-on',
        'Feature Requests',
        'Security',
        'planned',
        2,
        0,
        '2024-01-02',
        'dan@dome.example',
      ],
      ['Telegram bot', 'Feature Requests', null, 'declined', 0, 0, '2024-02-29', 'eve@e.example'],
      [
        'API for webhooks',
        'Feature Requests',
        'Integrations',
        null,
        1,
        0,
        '2024-04-05',
        'ann@acme.example',
      ],
      [
        'Faster search',
        'Feature Requests',
        null,
        'started',
        1,
        0,
        '2024-04-06',
        'ben@beta.example',
      ],
    ])
    expect(await findWrongFigures(at.db)).toEqual([])
  })
})

describe('a workbook', () => {
  const headers = {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }

  test('is imported from its first sheet: numbers and dates have one reading', async () => {
    const body = await fixture('customers.xlsx')
    const shown = await at.call('POST', '/imports/preview', { body, headers })
    expect(shown.body.import_preview).toMatchObject({ problems: [], valid_rows: 2, creates: 2 })
    expect(shown.body.import_preview.csv.split('\r\n')[1]).toBe(
      'ann@sheet.example,Änne Groß,Müller & Söhne,8366.3,8.3660,2025-07-26,2025-07-26T14:00:00Z',
    )
    const started = await at.call(
      'POST',
      '/imports?mapping.MRR=account.mrr&file_name=kunden.xlsx',
      {
        body,
        headers,
      },
    )
    expect(started.body.imports[0].file_name).toBe('kunden.xlsx')
    await runJobs(at)
    const { rows } = await sql`
      select mrr::text, ltv::text, external_created_at::date::text as since from external_accounts
      where name in ('Müller & Söhne', 'Beta; "Ltd"') order by name desc`.execute(at.db)
    expect(rows).toEqual([
      { mrr: '8366.30', ltv: '8.37', since: '2025-07-26' },
      { mrr: '1200.00', ltv: '0.00', since: '2024-04-03' },
    ])
  })

  test('that is none, or grows too large when it is unpacked, is refused', async () => {
    const zeros = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
    const honest = zip(Array.from({ length: 4 }, () => ({ data: zeros, size: 64 * 1024 * 1024 })))
    const far = Buffer.from('<row r="1048576"><c r="XFD1048576"/></row>')
    const lying = zip([{ data: zeros, size: 1000 }])
    for (const [body, reason] of [
      [Buffer.from('PK\u0003\u0004 and more'), 'not a workbook'],
      [zip([]), 'not a workbook'],
      [honest, 'too large when it is unpacked'],
      [lying, 'too large when it is unpacked'],
      [zip([{ data: deflateRawSync(far), size: far.length }]), 'too large when it is unpacked'],
    ] as const) {
      const { status, body: answer } = await at.call('POST', '/imports/preview', { body, headers })
      expect(status).toBe(400)
      expect(answer.message).toContain(reason)
    }
  })
})

/** An archive of deflated sheets, whose directory says any size. */
function zip(entries: { data: Buffer; size: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [i, { data, size }] of entries.entries()) {
    const name = Buffer.from(`xl/worksheets/sheet${i}.xml`)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, name, data)
    directory.push(entry, name)
    offset += local.length + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

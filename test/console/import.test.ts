// Importing files in a browser: choosing, mapping, correcting, starting, following and undoing.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { runFirstJob, runJobs } from '../support/jobs.ts'

describe.skipIf(!hasBrowser)('importing', () => {
  let console: TestConsole
  let forum: number

  const choose = (page: Page, name: string, content: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const paste = async (page: Page, text: string) => {
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.getByRole('textbox', { name: 'Rows, the first with the names' }).fill(text)
    await page.getByRole('button', { name: 'Check this text' }).click()
  }
  const plan = (page: Page) => page.getByRole('list', { name: 'What the import will do' })
  const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const fieldOf = (page: Page, column: string) =>
    page.getByRole('button', { name: `Field of ${column}` })
  const badge = (page: Page, state: string) =>
    page.getByRole('heading', { level: 1 }).getByText(state, { exact: true }).waitFor()
  const undo = async (page: Page) => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('button', { name: 'Undo the whole import' }).click()
    await badge(page, 'Being undone')
    await runJobs(console.at)
    await badge(page, 'Undone')
  }

  /** Everything that an import of people writes, as one value. */
  async function people() {
    const { rows } = await sql`
      select (select count(*)::int from external_users) as external_users,
        (select count(*)::int from external_accounts) as external_accounts,
        (select count(*)::int from users where email_address like '%@many.test') as users,
        (select md5(coalesce(string_agg(concat_ws(' ', id, external_id, name, email), ',' order by id), ''))
         from external_users where email not like 'p%@many.test') as others`.execute(console.at.db)
    return rows[0]
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    forum = await aForum(db, 'Ideen')
    await sql`update forums set is_default = id = ${forum}`.execute(db)
    const acme = await anAccount(db, 'acme', { name: 'Acme Ltd' })
    const user = await aUser(db, 'known@many.test', { name: 'Known Person' })
    await anExternalUser(db, user, 'known@many.test', {
      external_account_id: acme,
      name: 'Known Person',
      email: 'known@many.test',
    })
  })

  test('a screen without imports is accessible in both themes', () =>
    expectGoodScreen(console, { name: 'import', path: '/import' }, (page) =>
      page.getByText('Nothing was imported yet.').waitFor(),
    ))

  // 20,000 people take minutes on a machine that is busy: 40,000 records are written and deleted.
  const PEOPLE = EXHAUSTIVE ? 20_000 : 2_000
  const MISTAKES = 50
  const distance = PEOPLE / MISTAKES
  const last = PEOPLE - distance + 7
  const counted = (count: number) => count.toLocaleString('en')

  test(`a file of ${counted(PEOPLE)} people with 50 mistakes is corrected, imported and undone`, {
    timeout: 600_000,
  }, async () => {
    const lines = Array.from({ length: PEOPLE }, (_, i) =>
      i % distance === 7
        ? `Person ${i};no address ${i};Firma ${i % 50}`
        : i === 0
          ? 'Renamed Person;known@many.test;Firma 0'
          : `Person ${i};p${i}@many.test;Firma ${i % 50}`,
    )
    const before = await people()
    const { page, errors } = await console.open('/import')
    await choose(page, 'kunden.csv', ['Name;E-Mail;Firma', ...lines].join('\r\n'))
    await plan(page)
      .getByText(`Creates ${counted(PEOPLE - MISTAKES - 1)} people`)
      .waitFor()
    await plan(page).getByText('Changes 1 person').waitFor()
    await plan(page).getByText('50 rows have a problem').waitFor()
    await page.getByText(`${counted(PEOPLE)} rows`).waitFor()
    expect(await page.getByRole('row').count()).toBe(26)
    expect(await cell(page, 'E-Mail, line 9').getAttribute('aria-invalid')).toBe('true')

    // The list leads to a cell on another page, and Enter to the next cell with a problem.
    await page.getByRole('button', { name: `Line ${counted(last + 2)}` }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`p${last}@many.test`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(`document.activeElement?.id === 'line-9-E-Mail'`)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('p7@many.test')
    await page.keyboard.press('Enter')
    await plan(page).getByText('48 rows have a problem').waitFor()
    await page.getByRole('row', { name: 'Corrected 9' }).waitFor()
    expect(await people()).toEqual(before)

    await page
      .getByRole('button', {
        name: `Import ${counted(PEOPLE - 48)}, leave out 48 rows`,
      })
      .click()
    await badge(page, 'Waiting')
    const address = page.url()
    await page.reload()
    await badge(page, 'Waiting')
    await runFirstJob(console.at, 'import_batch')
    await badge(page, 'Running')
    await page.reload()
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor()
    await runJobs(console.at)
    await badge(page, 'Completed')
    await page.getByText(`no address ${distance + 7}`).waitFor()
    expect(await people()).toMatchObject({
      external_users: PEOPLE - 48,
      external_accounts: 51,
    })

    // The rows that were left out are a file, whose text is corrected elsewhere.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await paste(page, file.replaceAll(/no address (\d+)/g, 'p$1@many.test'))
    await plan(page).getByText('Creates 48 people').waitFor()
    expect(await fieldOf(page, 'import.problem').textContent()).toContain('Do not import')
    await page.getByRole('button', { name: 'Import 48 rows' }).click()
    await badge(page, 'Waiting')
    await runJobs(console.at)
    await badge(page, 'Completed')
    expect(await people()).toMatchObject({ external_users: PEOPLE, users: PEOPLE })

    await undo(page)
    expect(await people()).toMatchObject({ external_users: PEOPLE - 48 })
    await page.goto(address)
    await undo(page)
    await page.getByText(/^Undone: [\d,]+ records are as they were before\./).waitFor()
    expect(await people()).toEqual(before)
    expect(errors).toEqual([])
  })
  test('suggestions are mapped by hand from a German file, and the mapping is remembered', async () => {
    const { page, errors } = await console.open('/import', { locale: 'de-DE' })
    const german = Buffer.from(
      [
        'Überschrift;Worum es geht;Schlagworte;Stimmen;Verfasst von',
        'Größere Schrift;"Für alle; auch auf Papier";Lesen|Druck;ann@stimmen.test ben@stimmen.test;cleo@stimmen.test',
        'Dunkler Modus;Nachts;Lesen;nobody;cleo@stimmen.test',
      ].join('\r\n'),
      'latin1',
    )
    const mapTo = async (column: string, field: string) => {
      await page.getByRole('button', { name: `Feld von ${column}` }).click()
      await page.getByRole('option', { name: field, exact: true }).click()
    }
    await page.getByRole('radio', { name: 'Vorschläge' }).click()
    await page.waitForURL(/type=suggestions/)
    await choose(page, 'wünsche.csv', german)
    // The bytes are not UTF-8: a person sees what they would be.
    const samples = page.getByRole('list', { name: 'Beispiele' })
    await samples.getByText('Größere Schrift').waitFor()
    await mapTo('Worum es geht', 'Beschreibung')
    await mapTo('Verfasst von', 'E-Mail-Adresse des Autors')
    // Each name is chosen once, or all that are not known are created.
    await page.getByRole('button', { name: 'Alle 2 anlegen' }).click()
    await page
      .getByRole('button', { name: 'Bedeutung von Druck in Schlagworte' })
      .getByText('Anlegen')
      .waitFor()
    await page.getByText('Legt 1 Vorschlag an').waitFor()
    const votes = page.getByRole('textbox', { name: 'Stimmen, Zeile 3' })
    await votes.fill('3')
    await votes.press('Enter')
    await page.getByRole('button', { name: '2 Zeilen importieren' }).click()
    await page.getByText('Wartet auf den Beginn').waitFor()
    await runJobs(console.at)
    await badge(page, 'Abgeschlossen')
    const { body } = await console.at.get('/suggestions?sort=id&includes=labels,users')
    expect(body.suggestions).toMatchObject([
      {
        title: 'Größere Schrift',
        body: 'Für alle; auch auf Papier',
        supporters_count: 2,
        links: { forum },
      },
      { title: 'Dunkler Modus', body: 'Nachts' },
    ])
    expect(body.labels.map(({ name }: { name: string }) => name).sort()).toEqual(['Druck', 'Lesen'])

    await page.goto(`${console.address}/admin/import?type=suggestions`)
    await page
      .getByRole('link', { name: /^Vorschläge/ })
      .first()
      .waitFor()
    await choose(page, 'wieder.csv', german)
    await page.getByRole('button', { name: 'Dieselbe Zuordnung verwenden' }).click()
    const fieldName = page.getByRole('button', { name: 'Feld von Worum es geht' })
    await fieldName.getByText('Beschreibung').waitFor()
    await page
      .getByRole('button', { name: 'Dieselbe Zuordnung verwenden' })
      .waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('what the values of another tool mean is chosen once, and the result says so', async () => {
    for (const width of EXHAUSTIVE ? [1280, 390] : [390]) {
      const word = randomUUID().slice(0, 8)
      const [building, released, refused, label] = [
        'Being Built',
        'Released',
        'Refused',
        'Night',
      ].map((name) => `${name} ${word}`) as [string, string, string, string]
      for (const name of [building, released, refused]) await console.at.made('/statuses', { name })
      const { page, errors } = await console.open('/import?type=suggestions', { width })
      const column = page.getByRole('region', { name: 'Status', exact: true })
      const meaning = (value: string) =>
        page.getByRole('button', { name: `Meaning of ${value} in Status` })
      const csv = [
        'Title;Status;Tags',
        `A ${word};being-built-${word};${label}`,
        `B ${word};Shipped;`,
        `C ${word};Wontfix;`,
        `D ${word};shipped;`,
      ].join('\n')
      await choose(page, `board-${width}.csv`, csv)
      await column.getByText('2 to choose').waitFor()
      await meaning(`being-built-${word}`).getByText(building).waitFor()
      await column.getByText('Same name, spelled differently').waitFor()
      // By keyboard alone.
      await meaning('Shipped').press('Enter')
      await page.getByRole('option', { name: released }).press('Enter')
      await column.getByText('1 to choose').waitFor()
      await meaning('Wontfix').click()
      await page.getByRole('option', { name: refused }).click()
      await column.getByText('All clear').waitFor()
      await page.getByRole('button', { name: `Meaning of ${label} in Tags` }).click()
      await page.getByRole('option', { name: 'Create it' }).click()
      await plan(page).getByText('Creates 4 suggestions').waitFor()
      await page.getByRole('button', { name: 'Import 4 rows' }).click()
      await badge(page, 'Waiting')
      await runJobs(console.at)
      await badge(page, 'Completed')
      const report = page.getByRole('region', { name: 'Values imported as others' })
      await report.getByText('Shipped').waitFor()
      await report.getByText('2 rows').waitFor()
      const { rows } = await sql`
        select left(s.title, 1) as title, t.name as status, l.name as label
        from suggestions s join statuses t on t.id = s.status_id
          left join suggestion_labels x on x.suggestion_id = s.id left join labels l on l.id = x.label_id
        where s.title like ${`% ${word}`} order by s.title`.execute(console.at.db)
      expect(rows).toEqual([
        { title: 'A', status: building, label },
        { title: 'B', status: released, label: null },
        { title: 'C', status: refused, label: null },
        { title: 'D', status: released, label: null },
      ])
      // The next file of this tool is known.
      await page.goto(`${console.address}/admin/import?type=suggestions`)
      await choose(page, `again-${width}.csv`, 'Title;Status;Tags\nPaper;Shipped;\n')
      await page.getByRole('button', { name: 'Use the same mapping' }).click()
      await column.getByText('All clear').waitFor()
      await meaning('Shipped').getByText(released).waitFor()
      expect(errors).toEqual([])
      await page.close()
    }
  })

  test('a messy file of customers is understood, asked about, corrected and imported whole', async () => {
    const messy = await readFile(new URL('../support/fixtures/customers.csv', import.meta.url))
    for (const width of EXHAUSTIVE ? [1280, 390] : [1280]) {
      const { page, errors } = await console.open('/import', { width })
      // Another file for each width: the second one changes what the first created.
      await choose(page, `kunden-${width}.csv`, messy)
      await page.getByText('8.366,30 € = 8,366.3').first().waitFor()
      await page.getByText('26.07.2021 = Jul 26, 2021').waitFor()
      await page.getByRole('button', { name: 'Meaning of - in Umsatz/Monat' }).click()
      await page.getByRole('option', { name: 'Leave empty' }).click()
      const known = page.getByRole('region', { name: 'Worth knowing' })
      await known.getByText('9 rows are 8 people, because 1 row').waitFor()
      await plan(page).getByText('1 row has a problem').waitFor()
      await page.getByText('The e-mail address is missing.').first().waitFor()
      const previews: number[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/imports/preview'))
          previews.push(request.postData()?.length ?? 0)
      })
      await cell(page, 'E-Mail, line 7').fill('ayse@baeckerei.example')
      await cell(page, 'E-Mail, line 7').press('Enter')
      await plan(page).getByText('No row has a problem').waitFor()
      // The row alone was checked again.
      expect(Math.max(...previews)).toBeLessThan(messy.length)
      await page.getByRole('button', { name: 'Import 10 rows' }).click()
      await badge(page, 'Waiting')
      await runJobs(console.at)
      await badge(page, 'Completed')
      await page.getByText(`kunden-${width}.csv`).waitFor()
      const { rows } = await sql`
        select count(*)::int as accounts, sum(mrr)::text as mrr, min(external_created_at)::date::text as first
        from external_accounts where name in ('Müller & Söhne GmbH', 'Café Français', 'Zürich Versicherung AG',
          'Bäckerei Öztürk', 'Lodz-Handel', 'Kleinstbetrieb', 'Gebrüder "Weiß"; Holz')`.execute(
        console.at.db,
      )
      expect(rows).toEqual([{ accounts: 7, mrr: '23246.30', first: '2020-01-15' }])

      // The link shows what was imported, and nothing else. The second time, nothing changes.
      if (width === 1280) {
        await page.getByRole('link', { name: 'See the imported people' }).click()
        await page.getByText('Vreni Frey').first().waitFor()
        expect(await page.getByText('Known Person').count()).toBe(0)
      }

      // Where a value has two readings, the person is asked.
      await page.goto(`${console.address}/admin/import`)
      await page.getByText(`kunden-${width}.csv`).waitFor()
      await paste(page, 'E-Mail;Firma;MRR;Kunde seit\nask@many.test;Ask Ltd;8.366;03/04/2025\n')
      await page.getByText('“8.366” can be read in two ways.').waitFor()
      expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
        true,
      )
      await page.getByRole('button', { name: 'Format of MRR' }).click()
      await page.getByRole('option', { name: /Decimal comma/ }).click()
      await page.getByText('8.366 = 8,366').waitFor()
      await page.getByRole('button', { name: 'Format of Kunde seit' }).click()
      await page.getByRole('option', { name: /Day first/ }).click()
      await page.getByText('03/04/2025 = Apr 3, 2025').waitFor()
      await page.getByRole('button', { name: 'Import 1 row' }).click()
      await badge(page, 'Waiting')
      await runJobs(console.at)
      await badge(page, 'Completed')
      const asked = await sql`
        select mrr::text, external_created_at::date::text as since from external_accounts where name = 'Ask Ltd'`.execute(
        console.at.db,
      )
      expect(asked.rows).toEqual([{ mrr: '8366.00', since: '2025-04-03' }])
      expect(errors).toEqual([])
      await page.close()
    }
  })

  test('a file that is none is refused with the reason, and nothing is sent', async () => {
    const { page } = await console.open('/import')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    const alert = page.getByRole('alert')
    for (const [content, reason] of [
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 3]), 'is not a text file'],
      [Buffer.from(' \r\n\r\n'), 'is empty'],
    ] as const) {
      await choose(page, 'table.csv', content)
      await alert.getByText(reason).waitFor()
    }
    // From the disk: the bytes of the others go through the connection to the browser.
    const directory = await mkdtemp(join(tmpdir(), 'earshot-import-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const large = join(directory, 'table.csv')
    await writeFile(large, Buffer.alloc(21 * 1024 * 1024, 'a'))
    await page.locator('input[type=file]').setInputFiles(large)
    await alert.getByText('At most 20 MiB and 100,000 rows').waitFor()
    expect(sent).toEqual([])
    await choose(page, 'table.xlsx', Buffer.from('PK\u0003\u0004 and more'))
    await alert.getByText('cannot be read as an Excel workbook').waitFor()
    // UTF-16, as spreadsheets save "Unicode text".
    const wide = Buffer.from('\ufeffE-Mail\tName\r\nann@wide.test\tÅnn\r\n', 'utf16le')
    await choose(page, 'wide.txt', wide)
    await plan(page).getByText('Creates 1 person').waitFor()
    await page.getByText('UTF-16').waitFor()
    await page.getByRole('button', { name: 'Delimiter', exact: false }).getByText('Tab').waitFor()
    expect(await page.getByText('Ånn').count()).toBeGreaterThan(0)
    // A workbook goes on as the text of its first sheet.
    await page.getByRole('button', { name: 'Other file' }).click()
    const workbook = await readFile(new URL('../support/fixtures/customers.xlsx', import.meta.url))
    await choose(page, 'kunden.xlsx', workbook)
    await plan(page).getByText('Creates 2 people').waitFor()
    await plan(page).getByText('Creates 2 accounts').waitFor()
    await page.getByText('kunden.xlsx').waitFor()
  })

  test('a broken line and a row with too few cells are corrected as text', async () => {
    const { page } = await console.open('/import')
    await paste(
      page,
      'E-Mail,Name,MRR\nann@text.test,Ann\nben@text.test,"Ben,5\ncleo@text.test,Cleo,1\n',
    )
    await page.getByText('The file cannot be read from line 3 on.').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await cell(page, 'Text of line 3').fill('ben@text.test,Ben,')
    await cell(page, 'Text of line 3').press('Enter')
    await page.getByText('The row has 2 cells, the header has 3.').first().waitFor()
    await cell(page, 'Text of line 2').fill('ann@text.test,"Ann, the first",')
    await cell(page, 'Text of line 2').press('Enter')
    await page.getByText('Account').first().waitFor()
    await plan(page).getByText('Creates 2 people').waitFor()
    expect(await cell(page, 'Name, line 2').inputValue()).toBe('Ann, the first')
    // The amount needs an account.
    await cell(page, 'MRR, line 4').fill('')
    await cell(page, 'MRR, line 4').press('Enter')
    await plan(page).getByText('Creates 3 people').waitFor()
  })

  test('nothing is lost when the service cannot be reached, or the page is left by mistake', async () => {
    const { page } = await console.open('/import')
    await page.getByRole('button', { name: 'Paste text' }).waitFor()
    await page.route('**/imports/preview', (route) => route.abort())
    await paste(page, 'E-Mail\nann@lost.test\n')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/imports/preview')
    await page.getByRole('button', { name: 'Try again' }).click()
    await plan(page).getByText('Creates 1 person').waitFor()
    await page.getByRole('link', { name: 'Triage' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.route('**/imports', (route) =>
      route.fulfill({ status: 422, json: { error: 'invalid', message: 'Not today.' } }),
    )
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('Not today.').waitFor()
    await plan(page).getByText('Creates 1 person').waitFor()
  })

  test('a viewer may not import', async () => {
    await expectGoodScreen(
      console,
      { name: 'import-forbidden', path: '/import', visit: { role: 'viewer' } },
      (page) => page.getByRole('heading', { name: 'You may not import' }).waitFor(),
    )
    const { page } = await console.open('/import/1', { role: 'viewer' })
    await page.getByRole('heading', { name: 'You may not import' }).waitFor()
  })

  const mistaken =
    'Id;E-Mail;Name;Firma;MRR;Erstellt am;Notizen\n' +
    '1;ann@shown.test;Ann Angstrom;Acme GmbH;1200.50;2024-05-01;\n' +
    '2;no address;Ben Braun;Acme GmbH;viel;2024-05-01;ruft zurück\n' +
    '3;cleo@shown.test;Cleo Cordes;;99;gestern;\n' +
    '4;dan@shown.test;Dan\n'

  test('the steps are accessible in both themes', async () => {
    await expectGoodScreen(console, { name: 'import_preview', path: '/import' }, async (page) => {
      await paste(page, mistaken)
      await plan(page).getByText('3 rows have a problem').waitFor()
      await page
        .getByRole('button', { name: /^Line 3/ })
        .first()
        .click()
    })
    await expectGoodScreen(
      console,
      { name: 'import-mapping', path: '/import?type=suggestions' },
      async (page) => {
        await paste(page, 'Idee;Worum;Stimmen\nDunkler Modus;Nachts;3\n')
        await plan(page).getByText('Creates 1 suggestion').waitFor()
        await page.getByRole('button', { name: 'Field of Worum' }).click()
        await page.getByRole('option', { name: 'Description' }).waitFor()
      },
    )
    await expectGoodScreen(console, { name: 'import_formats', path: '/import' }, async (page) => {
      await paste(
        page,
        'E-Mail;Firma;Tarif;MRR;LTV;Kunde seit\n' +
          'ann@shown.test;Acme GmbH;Gold;8.366;1.200,50 €;03/04/2025\n' +
          'ben@shown.test;Acme GmbH;Silber;2.000;n/a;05/06/2025\n' +
          'ann@shown.test;Acme GmbH;Gold;2.000;75,00 €;05/06/2025\n',
      )
      await page.getByText('“8.366” can be read in two ways.').waitFor()
      await page.getByRole('region', { name: 'LTV' }).waitFor()
    })
    await expectGoodScreen(
      console,
      { name: 'import-values', path: '/import?type=suggestions' },
      async (page) => {
        const states = 'Title;State;Labels\nA;open;x\nB;Published;y\nC;to-review;x\n'
        await paste(page, states)
        await page
          .getByRole('region', { name: 'State', exact: true })
          .getByText('2 to choose')
          .waitFor()
        await page.getByRole('button', { name: 'Create all 2' }).waitFor()
      },
    )
    await expectGoodScreen(console, { name: 'import-encoding', path: '/import' }, async (page) => {
      await choose(page, 'alt.csv', Buffer.from('E-Mail;Name\nj@x.test;Jürgen Größl\n', 'latin1'))
      await plan(page).getByText('Creates 1 person').waitFor()
    })
    await expectGoodScreen(console, { name: 'import-fault', path: '/import' }, async (page) => {
      await choose(page, 'table.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))
      await page.getByRole('alert').waitFor()
    })
    await expectGoodScreen(console, { name: 'import-broken', path: '/import' }, async (page) => {
      await paste(page, 'E-Mail,Name\nann@x.test,Ann\nben@x.test,"Ben\n')
      await page.getByText('The file cannot be read').waitFor()
    })
  })

  test('a finished import is accessible in both themes, and its rows are corrected at once', async () => {
    const started = await console.at.made('/imports', {
      csv: mistaken,
      mapping: { Notizen: null },
      skip_invalid: true,
    })
    const path = `/import/${started.id}`
    await expectGoodScreen(console, { name: 'import-waiting', path }, (page) =>
      page.getByRole('progressbar', { name: 'Waiting to start' }).waitFor(),
    )
    await runJobs(console.at)
    await expectGoodScreen(console, { name: 'import_result', path }, async (page) => {
      await badge(page, 'Completed')
      await page.getByText('Not an e-mail address.').waitFor()
    })
    await expectGoodScreen(console, { name: 'import-undo', path }, async (page) => {
      await page.getByRole('button', { name: 'Undo import' }).click()
      await page.getByRole('button', { name: 'Undo the whole import' }).waitFor()
    })
    await expectGoodScreen(console, { name: 'import_list', path: '/import' }, (page) =>
      page
        .getByRole('link', { name: /^People and accounts/ })
        .first()
        .waitFor(),
    )
    const { page } = await console.open(path)
    await page.getByRole('button', { name: 'Correct here' }).click()
    await page.waitForURL(/problems_of=/)
    // The row with too few cells has as many as the header in this file.
    await plan(page).getByText('2 rows have a problem').waitFor()
    await cell(page, 'E-Mail, line 2').waitFor()
  })
})

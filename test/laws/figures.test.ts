// docs/figures.md names every figure: a column or function that is added must be described there.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documentedColumns, figuresPage } from '../support/figures.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')

let at: TestService
beforeAll(async () => {
  at = await startTestService()
})

/** Without comments, string literals and whatever is in parentheses. */
function outline(text: string): string {
  let flat = text.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''")
  for (let before = ''; before !== flat; ) {
    before = flat
    flat = flat.replace(/\([^()]*\)/g, ' ')
  }
  return flat.replace(/\s+/g, ' ')
}

/** What the import and a sign-in by token write is data. */
const DATA_FILES = ['src/db/functions/imports.sql', 'src/db/functions/sso-sign-in.sql']

/** The columns that an UPDATE in src/db/functions sets, as `table.column`. */
function columnsSetByFunctions(): string[] {
  const columns = new Set<string>()
  for (const file of globSync('src/db/functions/*.sql', { cwd: ROOT, exclude: DATA_FILES })) {
    const bodies = readFileSync(join(ROOT, file), 'utf8').split(/\$\$|begin atomic/)
    // The text of a statement can stand in parentheses, as of a WITH query, so each update is cut out by itself.
    for (const body of bodies) {
      for (const { index } of body.matchAll(/\bupdate \w+( \w+)? set\b/g)) {
        const [, table, assignments = ''] =
          outline(untilClosed(body.slice(index))).match(
            /^update (\w+).*? set (.*?)(?: from | where |;|$)/,
          ) ?? []
        for (const [, column] of assignments.matchAll(/(?:^|,)\s*(\w+) = /g))
          if (column !== 'updated_at') columns.add(`${table}.${column}`)
      }
    }
  }
  return [...columns].sort()
}

/** Up to the parenthesis that closes one opened before. */
function untilClosed(text: string): string {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')' && --depth < 0) return text.slice(0, i)
  }
  return text
}

test('every column that a function updates is described', () => {
  const set = columnsSetByFunctions()
  expect(set).toEqual(
    expect.arrayContaining([
      'suggestion_figures.supporters_count',
      'external_account_figures.supported_ideas_count',
      'teams.members_count',
      'users.satisfaction_score',
    ]),
  )
  expect(set.filter((column) => !documentedColumns.includes(column))).toEqual([])
})

test('every column that looks like a figure is described', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and attname not in ('position', 'first_id', 'last_id') and attname !~ '^previous_secret_'
      and (attgenerated <> '' or attname ~ '^(first|last|current|previous|recent)_'
        or format_type(atttypid, null) in ('bigint', 'integer', 'numeric', 'double precision')
          and (pg_get_expr(adbin, adrelid) = '0' or attname ~ '(^|_)(count|bytes|revenue|total|score|rows|nps)(_|$)'))`.execute(
    at.db,
  )
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.map(({ name }) => name).filter((name) => !documentedColumns.includes(name))).toEqual(
    [],
  )
})

test('every described column exists, once', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(at.db)
  const existing = new Set(rows.map(({ name }) => name))
  expect(documentedColumns.filter((name) => !existing.has(name))).toEqual([])
  expect(documentedColumns.filter((name, i) => documentedColumns.indexOf(name) !== i)).toEqual([])
})

test('every function that is named exists, and every one that counts is named', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
    at.db,
  )
  const functions = rows.map(({ name }) => name)
  const jobs = [...figuresPage.matchAll(/the job `(\w+)`/g)].map(([, name]) => name)
  const named = [
    ...figuresPage.matchAll(/`((?:add|age|count|index|mark|recount|track|update)_\w+)`/g),
  ].map(([, name]) => name as string)
  expect(named.filter((name) => ![...functions, ...jobs, 'updated_at'].includes(name))).toEqual([])
  const counting = functions.filter((name) => /^(re)?count_/.test(name))
  // These only pass their rows on to the function that counts.
  const passingOn = [
    'count_comments',
    'count_feedback_records',
    'count_changed_features',
    'count_revenue',
  ]
  expect(counting.filter((name) => !named.includes(name) && !passingOn.includes(name))).toEqual([])
})

// Declarations agree with their tables, and counters agree with the rows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderResourceTriggers } from '../../scripts/resource-triggers.ts'
import { allResources, alwaysEmptyCollections, findResource } from '../../src/resources/index.ts'
import type { FieldKind } from '../../src/resources/resource.ts'
import { collectionTables, fillTables } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
beforeAll(async () => {
  at = await startTestService()
})

test('src/db/functions/resource-triggers.sql is current', () => {
  const file = join(import.meta.dirname, '../../src/db/functions/resource-triggers.sql')
  // `npm run triggers` writes it.
  expect(readFileSync(file, 'utf8')).toBe(renderResourceTriggers())
})

type Column = { type: string; nullable: boolean; target: string | null }

async function columnsOf(table: string): Promise<Map<string, Column>> {
  const { rows } = await sql<Column & { name: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      -- Figures exist as long as their record.
      (select case f.confrelid when 'actors'::regclass then 'users'
          else regexp_replace(f.confrelid::regclass::text, '_figures$', 's') end from pg_constraint f
        where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum]) as target
    from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped`.execute(at.db)
  return new Map(rows.map(({ name, ...column }) => [name, column]))
}

const FITTING: Record<FieldKind, RegExp> = {
  integer: /^(bigint|integer)$/,
  number: /^numeric\(\d+,\d+\)$/,
  text: /^text$/,
  boolean: /^boolean$/,
  // A JavaScript date has milliseconds; a more precise cursor would skip or repeat records.
  time: /^timestamp\(3\) with time zone$/,
  object: /^jsonb$/,
  list: /^jsonb$/,
}

describe.each(allResources)(
  '$name',
  ({ name, figuresTable, fields, links, sorts, defaultSort, filters, ...rest }) => {
    const tableOf = (field: string) => (fields[field]?.isFigure ? (figuresTable as string) : name)

    test('every plain field is a column of the same type and nullability', async () => {
      for (const [field, { kind, nullable, sql, path }] of Object.entries(fields)) {
        if (sql !== undefined || path !== undefined) continue
        const column = (await columnsOf(tableOf(field))).get(field)
        expect(column?.type, field).toMatch(FITTING[kind])
        expect(column?.nullable, field).toBe(nullable)
      }
    })

    test('a column is in the record or in its figures, not in both', async () => {
      if (figuresTable === null) return
      const own = await columnsOf(name)
      const figures = await columnsOf(figuresTable)
      expect([...figures.keys()].filter((column) => own.has(column))).toEqual(['id'])
    })

    test('every URL is built from columns of the same nullability', async () => {
      const columns = await columnsOf(name)
      for (const [field, { path = '', nullable }] of Object.entries(fields)) {
        const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, column]) =>
          columns.get(column as string),
        )
        for (const part of parts) expect(part, field).toBeDefined()
        if (!nullable)
          expect(
            parts.filter((part) => part?.nullable),
            field,
          ).toEqual([])
      }
    })

    test('every to-one link is a foreign key of the same nullability', async () => {
      const columns = await columnsOf(name)
      for (const [association, link] of Object.entries(links ?? {})) {
        if (link.arity !== 'one' || link.sql !== undefined) continue
        const column = columns.get(`${association}_id`)
        expect(column, association).toMatchObject({ target: link.type, nullable: link.nullable })
      }
    })

    test('every to-many link uses a table that references both sides', async () => {
      for (const [association, { type, through }] of Object.entries(links ?? {})) {
        if (!through) continue
        const columns = await columnsOf(through.table)
        expect(columns.get(through.owner)?.target, association).toBe(name)
        if (through.table === type) expect(through.target).toBe('id')
        else expect(columns.get(through.target)?.target, association).toBe(type)
      }
    })

    test('a field that depends on a filter names a filter of the list', () => {
      const conditional = [...Object.values(fields), ...Object.values(links ?? {})]
      for (const { whenFilteredBy } of conditional)
        if (whenFilteredBy !== undefined) expect(filters).toHaveProperty(whenFilteredBy)
    })

    test('every sort is a column, and the default sort is one of them', () => {
      for (const sort of sorts) {
        expect(fields, sort).toHaveProperty(sort)
        const column = fields[fields[sort]?.sql ?? sort]
        expect(column, sort).toMatchObject({ kind: fields[sort]?.kind })
        expect(column?.sql ?? column?.path, sort).toBeUndefined()
      }
      expect(sorts).toContain(defaultSort.replace(/^-/, ''))
      expect(sorts).toEqual(expect.arrayContaining(['id', 'created_at', 'updated_at']))
      expect(new Set(sorts).size).toBe(sorts.length)
    })

    test('every sort has an index on exactly its column and the id', async () => {
      const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in (to_regclass(${name}), to_regclass(${figuresTable ?? name})) and indisvalid`.execute(
        at.db,
      )
      const indexed = rows.map(({ definition }) =>
        definition.replace(/^.* ON public\.(\w+) USING /, '$1 ').replaceAll('"', ''),
      )
      for (const sort of sorts) {
        const column = fields[sort]?.sql ?? sort
        const only = fields[sort]?.isMostlyZero
          ? ` WHERE (${column} <> ${fields[sort]?.kind === 'number' ? '(0)::numeric' : 0})`
          : ''
        const columns = column === 'id' ? 'id' : `${column}, id`
        expect(indexed).toContain(`${tableOf(sort)} btree (${columns})${only}`)
      }
    })

    test('every filter and its negation is valid SQL', async () => {
      const types = {
        ids: 'bigint[]',
        words: 'text[]',
        flag: 'boolean',
        time: 'timestamptz',
        search: 'text',
        // A placeholder for the compiled expression, or for the condition on the column.
        expression: 'boolean',
        numbers: 'boolean',
      }
      for (const [filter, declared] of Object.entries(filters)) {
        const { takes, special = {}, variants, reads = 'record', ...one } = declared
        const sources = {
          record: [name],
          figures: [figuresTable as string],
          id: figuresTable === null ? [name] : [name, figuresTable],
        }[reads]
        for (const text of [
          one.sql,
          ...Object.values(special),
          ...Object.values(variants?.sql ?? {}),
          ...(one.column ? [one.sql.replace('?', `${one.column.sql} >= 0`)] : []),
        ]) {
          const condition = text.replaceAll('?', `null::${types[takes]}`)
          for (const source of one.table ? [one.table] : sources) {
            const statement = sql.raw(
              `select 1 from ${source} where (${condition}) and not coalesce(${condition}, false)`,
            )
            await expect(sql`explain ${statement}`.execute(at.db), filter).resolves.toBeDefined()
          }
        }
        if (!declared.counted) continue
        const { from, sql: onCounts, special: onSpecial = {} } = declared.counted
        expect(Object.keys(onSpecial), filter).toEqual(Object.keys(special))
        for (const text of [onCounts, ...Object.values(onSpecial)]) {
          const statement = sql.raw(
            `select sum(count) from ${from} where ${text.replaceAll('?', `null::${types[takes]}`)}`,
          )
          await expect(sql`explain ${statement}`.execute(at.db), filter).resolves.toBeDefined()
        }
      }
    })

    test('every link leads to a collection, and every self-include follows a link', () => {
      for (const [association, { type }] of Object.entries(links ?? {}))
        if (!alwaysEmptyCollections.includes(type))
          expect(findResource(type), association).toBeDefined()
      for (const association of Object.values(rest.selfIncludes))
        expect(links?.[association]).toMatchObject({ type: name, arity: 'one' })
    })

    test('inserts and deletes are counted per statement', async () => {
      const { rows } = await sql<{ event: string }>`
      select event_manipulation as event from information_schema.triggers
      where event_object_table = ${name} and action_statement ~ '(count_records|count_new_supporters)[(][)]$'
        and action_orientation = 'STATEMENT' and action_timing = 'AFTER'
      order by 1`.execute(at.db)
      expect(rows.map(({ event }) => event)).toEqual(['DELETE', 'INSERT'])
    })
  },
)

describe('record_counts', () => {
  const counted = async () => {
    const { rows } = await sql<{ collection: string; sum: string }>`
      select collection, sum(count)::int8 as sum from record_counts group by 1`.execute(at.db)
    const sums = new Map(rows.map(({ collection, sum }) => [collection, Number(sum)]))
    return Object.fromEntries(collectionTables.map((table) => [table, sums.get(table) ?? 0]))
  }
  const there = async () => {
    const counts: Record<string, number> = {}
    for (const table of collectionTables) {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)}`.execute(at.db)
      counts[table] = Number(rows[0]?.n)
    }
    return counts
  }

  test('the first records are counted', async () => {
    expect(await counted()).toEqual(await there())
    expect(await counted()).toMatchObject({ users: 1, forums: 1, statuses: 5, suggestions: 0 })
  })

  test('every table has an exact count after inserts and deletes', async () => {
    await fillTables(at.db, { rows: 20 })
    expect(await counted()).toEqual(await there())
    for (const table of ['suggestion_activity_entries', 'feedback_records'])
      await sql`delete from ${sql.table(table)}`.execute(at.db)
    for (const table of ['attachments', 'comments', 'supporters'])
      await sql`delete from ${sql.table(table)} where id % 2 = 0`.execute(at.db)
    await sql`delete from attachments`.execute(at.db)
    expect(await counted()).toEqual(await there())
    expect(await counted()).toMatchObject({ attachments: 0, comments: 10, suggestions: 20 })
  })

  test('an insert with conflicts counts the inserted rows', async () => {
    const text = `insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select s.id, u.id, u.id, u.id from suggestions s, users u on conflict do nothing`
    await sql.raw(text).execute(at.db)
    await sql.raw(text).execute(at.db)
    expect(await counted()).toEqual(await there())
    expect((await counted()).supporters).toBe(20 * 21)
  })

  test('a rollback, also to a savepoint, is not counted', async () => {
    const before = (await counted()).labels as number
    const client = new pg.Client(at.connection)
    await client.connect()
    const add = () =>
      client.query(`insert into labels (name, full_name) values ('x', 'x'), ('y', 'y')`)
    await client.query('begin')
    await add()
    await client.query('rollback')
    expect((await counted()).labels).toBe(before)
    await client.query('begin')
    await add()
    await client.query('savepoint half_way')
    await add()
    await client.query('rollback to half_way')
    await client.query('commit')
    await client.end()
    expect((await counted()).labels).toBe(before + 2)
    expect(await counted()).toEqual(await there())
  })

  test('concurrent transactions do not wait for each other, and all are counted', async () => {
    const before = (await counted()).labels as number
    const clients = Array.from({ length: 6 }, () => new pg.Client(at.connection))
    await Promise.all(clients.map((client) => client.connect()))
    for (const client of clients) await client.query(`begin; set local lock_timeout = '2s'`)
    // All are open at the same time: each has written before the first commits.
    for (const client of clients) {
      await client.query(
        `insert into labels (name, full_name) select 'z', 'z' from generate_series(1, 3)`,
      )
      await client.query(`delete from labels where id = (
        select id from labels where full_name = 'z' order by id for update skip locked limit 1)`)
    }
    await Promise.all(clients.map((client, i) => client.query(i % 3 === 0 ? 'rollback' : 'commit')))
    await Promise.all(clients.map((client) => client.end()))
    expect((await counted()).labels).toBe(before + 4 * 2)
    expect(await counted()).toEqual(await there())
  })

  test('many short concurrent transactions leave an exact count', async () => {
    const before = (await counted()).teams as number
    const change = (i: number) =>
      i % 4 === 3
        ? sql`delete from teams where id = (select max(id) from teams where name <> 'kept')`
        : sql`insert into teams (name) values ('kept')`
    await Promise.all(Array.from({ length: 80 }, (_, i) => change(i).execute(at.db)))
    expect(await counted()).toEqual(await there())
    expect((await counted()).teams).not.toBe(before)
  })
})

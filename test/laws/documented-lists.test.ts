// Tables of the documentation that list what code declares are complete and name nothing else.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROLES } from '../../src/auth/roles.ts'
import { STATUSES } from '../../src/http/responses/errors.ts'
import { suggestionColumns } from '../../src/imports/layouts.ts'
import { schedule, tasks } from '../../src/jobs/tasks.ts'
import { REPORTS } from '../../src/read/reports.ts'
import { dereference } from '../support/dereference.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The rows of the table with this head, as cells. */
function rowsOf(page: string, head: string): string[][] {
  const lines = read(page).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${head} `))
  expect(start, `${page}: a table that starts with ${head}`).toBeGreaterThan(-1)
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) => line.slice(2, -2).split(' | '))
}

const codesIn = (cells: (string | undefined)[]) =>
  cells.flatMap((cell) => [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code as string))

const firstCells = (rows: string[][]) => rows.map(([first]) => first)

describe('docs/architecture.md', () => {
  const rows = rowsOf('docs/architecture.md', 'Task | Runs')

  test('lists every task', () => {
    expect(codesIn(firstCells(rows)).sort()).toEqual(Object.keys(tasks).sort())
  })

  test('says how often a task runs', () => {
    const WORDS: Record<string, string> = {
      '* * * * *': 'every minute',
      '*/10 * * * *': 'every ten minutes',
    }
    const periodic = rows.filter(([, runs]) => runs?.startsWith('every '))
    const documented = periodic.map(([task, runs]) => [codesIn([task])[0], runs])
    const declared = schedule.map(({ task, match }) => [task, WORDS[match] ?? 'every hour'])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared))
    // One minute of every hour.
    for (const { match } of schedule) if (!WORDS[match]) expect(match).toMatch(/^\d+ \* \* \* \*$/)
  })
})

test('docs/sign-in.md lists every role, from the least to the most powerful', () => {
  expect(firstCells(rowsOf('docs/sign-in.md', 'Role | May'))).toEqual([...ROLES])
})

describe('docs/api.md', () => {
  test('lists every error with its status', () => {
    const documented = rowsOf('docs/api.md', 'Status | `error`').flatMap(([statuses, codes]) => {
      const numbers = (statuses ?? '').split(', ').map(Number)
      return codesIn([codes]).map((code, i) => [code, numbers[i]])
    })
    expect(Object.fromEntries(documented)).toEqual({ ...STATUSES, internal: 500 })
  })

  test('lists every bulk action', () => {
    const { paths } = dereference(JSON.parse(read('docs/openapi.json')))
    const body = paths['/api/v2/admin/bulk_actions'].post.requestBody.content['application/json']
    const documented = codesIn(firstCells(rowsOf('docs/api.md', '`action` | Needs')))
    expect(documented.sort()).toEqual([...body.schema.properties.action.enum].sort())
  })

  test('lists every report', () => {
    const documented = codesIn(firstCells(rowsOf('docs/api.md', 'Report | Has')))
    expect(documented).toEqual([...REPORTS])
  })
})

test('docs/csv-files.md lists every field of suggestions', () => {
  const documented = codesIn(firstCells(rowsOf('docs/csv-files.md', 'Field | Value')))
  expect(documented.sort()).toEqual([...suggestionColumns].sort())
})

test('every `npm run` of the documentation exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  const named = pages.flatMap((page) => [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)])
  expect(named.length).toBeGreaterThan(20)
  expect(named.map(([, name]) => name as string).filter((name) => !(name in scripts))).toEqual([])
})

// Which folder may import which.
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** `folder` for any import, `folder (types)` for type imports only. */
const MAY_IMPORT: Record<string, string[]> = {
  resources: [],
  db: ['disk-full.ts'],
  read: ['resources', 'db'],
  write: ['resources', 'db'],
  store: [],
  http: ['resources', 'read', 'write', 'files', 'store', 'tracing.ts', 'db (types)'],
  jobs: ['write', 'store', 'db'],
  files: ['resources', 'read', 'write', 'db'],
  backup: ['db', 'read', 'write', 'store'],
  demo: ['db'],
  cli: [
    ...['resources', 'db', 'read', 'write', 'http', 'files', 'store', 'jobs', 'backup', 'demo'],
    'service.ts',
  ],
  'api-error.ts': [],
  'disk-full.ts': [],
  'values.ts': [],
  'segment-expression.ts': ['resources'],
  'credentials.ts': [],
  'config.ts': ['db'],
  'metrics.ts': ['read'],
  'tracing.ts': [],
  'log.ts': [],
  'context.ts': [
    ...['read (types)', 'db (types)', 'store (types)', 'metrics.ts (types)', 'tracing.ts (types)'],
  ],
  'service.ts': [
    ...['db', 'http', 'read', 'write', 'jobs', 'metrics.ts', 'tracing.ts', 'store (types)'],
    'log.ts',
  ],
}

const FOR_ALL = [
  'api-error.ts',
  'disk-full.ts',
  'values.ts',
  'segment-expression.ts',
  'credentials.ts',
  'context.ts',
  'config.ts',
]

/** Packages that the files of a folder must not import. */
const MUST_NOT_SPEAK: Record<string, RegExp> = {
  resources: /^(pg|kysely|fastify|node:)/,
  read: /^(fastify|node:http)/,
  write: /^(fastify|node:http)/,
  files: /^(fastify|node:http)/,
  store: /^(pg|kysely|fastify|node:http$)/,
  http: /^(pg|kysely)$/,
}

// `import type …`, or braces that hold nothing but types.
const TYPES_ONLY = /^(type\b|\{(\s*type\s[^,}]+,?)+\s*\}$)/

type Import = { file: string; place: string; from: string; isType: boolean }

const imports: Import[] = globSync('**/*.ts', { cwd: SRC }).flatMap((file) => {
  const text = readFileSync(join(SRC, file), 'utf8')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?<clause>[\w\s{},*$]*?)\s*from\s*'(?<from>[^']+)'|import\(\s*'(?<dynamic>[^']+)'\s*\)|(?:^|\n)import\s*'(?<bare>[^']+)'/g,
  )
  return [...statements].map(({ groups: { clause = '', from, dynamic, bare } = {} }) => ({
    file,
    place: placeOf(file),
    from: (from ?? dynamic ?? bare) as string,
    isType: TYPES_ONLY.test(clause),
  }))
})

function placeOf(file: string): string {
  return file.split('/', 1)[0] as string
}

const ours = imports
  .filter(({ from }) => from.startsWith('.'))
  .map((one) => ({
    ...one,
    target: placeOf(relative(SRC, resolve(SRC, one.file, '..', one.from))),
  }))

test('the test recognises every kind of import', () => {
  expect(ours.length).toBeGreaterThan(100)
  expect(ours.some(({ isType }) => isType)).toBe(true)
  expect(ours.some(({ isType }) => !isType)).toBe(true)
  expect(ours.map(({ target }) => target)).not.toContain('..')
})

test('every folder and every file beside them has a rule', () => {
  const places = new Set(globSync('**/*.ts', { cwd: SRC }).map(placeOf))
  expect([...places].sort()).toEqual(Object.keys(MAY_IMPORT).sort())
})

describe.each(Object.entries(MAY_IMPORT))('%s', (place, allowed) => {
  test(`imports only from ${allowed.join(', ') || 'nothing of ours'}`, () => {
    const isAllowed = ({ target, isType }: (typeof ours)[number]) =>
      target === place ||
      (FOR_ALL.includes(target) && place !== 'resources' && place !== 'db') ||
      allowed.includes(target) ||
      (isType && allowed.includes(`${target} (types)`))
    const broken = ours
      .filter((one) => one.place === place && !isAllowed(one))
      .map(({ file, from }) => `${file} imports ${from}`)
    expect(broken).toEqual([])
  })
})

test.each(Object.entries(MUST_NOT_SPEAK))('%s does not import %s', (place, foreign) => {
  const spoken = imports
    .filter((one) => one.place === place && !one.isType && foreign.test(one.from))
    .map(({ file, from }) => `${file} imports ${from}`)
  expect(spoken).toEqual([])
})

test('no folder imports the commands', () => {
  expect(ours.filter(({ place, target }) => target === 'cli' && place !== 'cli')).toEqual([])
})

// Which folder may import which.
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')
const CLIENT = resolve(import.meta.dirname, '../client/src')

/** `folder` for any import, `folder (types)` for type imports only. */
const MAY_IMPORT: Record<string, string[]> = {
  resources: ['values.ts'],
  db: ['disk-full.ts', 'lru-cache.ts'],
  read: ['resources', 'db', 'lru-cache.ts'],
  write: ['resources', 'db', 'slices.ts', 'oidc.ts (types)'],
  store: [],
  http: [
    'resources',
    'read',
    'write',
    'files',
    'store',
    'tracing.ts',
    'slices.ts',
    'lru-cache.ts',
    'oidc.ts',
    'escape-html.ts',
    'db (types)',
  ],
  jobs: ['write', 'store', 'db', 'demo'],
  files: ['resources', 'read', 'write', 'db', 'slices.ts'],
  backup: ['db', 'read', 'write', 'store'],
  demo: ['db'],
  cli: [
    'resources',
    'db',
    'read',
    'write',
    'http',
    'files',
    'store',
    'jobs',
    'backup',
    'demo',
    'service.ts',
    'oidc.ts',
    'mail.ts',
  ],
  'api-error.ts': [],
  'disk-full.ts': [],
  'lru-cache.ts': [],
  'slices.ts': [],
  'values.ts': [],
  'credentials.ts': [],
  'roles.ts': [],
  'scopes.ts': [],
  'networks.ts': [],
  'escape-html.ts': [],
  'mail.ts': ['escape-html.ts'],
  'oidc-settings.ts': [],
  'oidc.ts': ['oidc-settings.ts'],
  'config.ts': ['db', 'oidc-settings.ts'],
  'metrics.ts': ['read'],
  'tracing.ts': [],
  'log.ts': [],
  'context.ts': [
    'read (types)',
    'db (types)',
    'store (types)',
    'metrics.ts (types)',
    'tracing.ts (types)',
    'oidc.ts (types)',
    'mail.ts (types)',
  ],
  'service.ts': [
    'db',
    'http',
    'read',
    'write',
    'jobs',
    'metrics.ts',
    'tracing.ts',
    'store (types)',
    'log.ts',
    'mail.ts',
    'oidc.ts',
    'oidc-settings.ts (types)',
  ],
}

const FOR_ALL = [
  'api-error.ts',
  'disk-full.ts',
  'values.ts',
  'credentials.ts',
  'roles.ts',
  'scopes.ts',
  'networks.ts',
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

const importsIn = (folder: string): Import[] =>
  globSync('**/*.ts', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
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

const imports = importsIn(SRC)

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

test('the client imports its own files and openapi-fetch only, so that it runs in browsers', () => {
  const foreign = importsIn(CLIENT).filter(({ from }) => !/^\.\/[\w-]+\.ts$/.test(from))
  expect(foreign.map(({ file, from }) => `${file} imports ${from}`)).toEqual([
    'client.ts imports openapi-fetch',
  ])
})

test('no folder imports the client', () => {
  expect(imports.filter(({ from }) => /(^|\/)client\/|@earshot\/client/.test(from))).toEqual([])
})

test('no folder imports the commands', () => {
  expect(ours.filter(({ place, target }) => target === 'cli' && place !== 'cli')).toEqual([])
})

test('no file imports itself through others, types included', () => {
  const targets = new Map<string, string[]>()
  for (const { file, from } of imports.filter((one) => one.from.startsWith('.')))
    targets.set(file, [...(targets.get(file) ?? []), relative(SRC, resolve(SRC, file, '..', from))])
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

describe('the console', () => {
  const CONSOLE = resolve(import.meta.dirname, '../console/src')
  /** Which folder of console/src may import which. `app` assembles the rest. */
  const LAYERS: Record<string, string[]> = {
    core: [],
    api: ['core'],
    components: ['core', 'api'],
    screens: ['core', 'api', 'components'],
    app: ['core', 'api', 'components', 'screens'],
    'main.tsx': ['core', 'api', 'app', 'styles'],
  }
  const found = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).flatMap((file) =>
    [
      ...readFileSync(join(CONSOLE, file), 'utf8').matchAll(
        /(?:from|import|import\()\s*'(?<from>\.[^']+)'/g,
      ),
    ].map(({ groups }) => ({
      file,
      target: relative(CONSOLE, resolve(CONSOLE, file, '..', groups?.from as string)),
    })),
  )

  test('knows the service through the client only', () => {
    expect(found.length).toBeGreaterThan(50)
    const outside = found.filter(
      ({ target }) => target.startsWith('..') && !target.startsWith('../locales/'),
    )
    expect(outside).toEqual([])
  })

  test('imports downwards', () => {
    const broken = found.filter(({ file, target }) => {
      const [from, to] = [placeOf(file), placeOf(target)]
      return to !== '..' && from !== to && !LAYERS[from]?.includes(to)
    })
    expect(broken.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  test('is imported by nothing of the service', () => {
    expect(imports.filter(({ from }) => /console\/|client\//.test(from))).toEqual([])
  })
})

// Which folder may import which.
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../src')
const CLIENT = resolve(import.meta.dirname, '../../client/src')
const MARKDOWN = resolve(import.meta.dirname, '../../markdown')
const PORTAL = resolve(import.meta.dirname, '../../portal')
const CONSOLE = resolve(import.meta.dirname, '../../console/src')

/** `folder` for any import, `folder (types)` for type imports only. Each may import from those above it. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  texts: ['core'],
  resources: ['core'],
  db: ['core'],
  store: ['core', 'config.ts (types)'],
  read: ['resources', 'db', 'texts', 'core'],
  files: ['resources', 'read', 'core'],
  'write/core': ['resources', 'db', 'core'],
  auth: ['resources', 'db', 'write/core', 'texts', 'core'],
  settings: ['resources', 'auth', 'db', 'write/core', 'texts', 'core'],
  imports: ['resources', 'db', 'read', 'files', 'write/core', 'core'],
  write: ['resources', 'db', 'read', 'auth', 'imports', 'write/core', 'core'],
  telemetry: ['read'],
  move: ['db', 'read', 'imports', 'write', 'write/core', 'store', 'core'],
  backup: ['db', 'read', 'write', 'store'],
  'config.ts': ['auth', 'core', 'db', 'settings'],
  'context.ts': [
    'auth (types)',
    'backup (types)',
    'core (types)',
    'db (types)',
    'read (types)',
    'settings (types)',
    'store (types)',
    'telemetry (types)',
  ],
  portal: ['texts', 'core', 'resources (types)'],
  demo: ['db'],
  smtp: ['auth', 'write', 'core', 'context.ts (types)'],
  jobs: [
    'core',
    'read',
    'write',
    'write/core',
    'auth',
    'imports',
    'store',
    'db',
    'demo',
    'backup',
    'move',
    'context.ts',
  ],
  http: [
    'resources',
    'read',
    'write',
    'write/core',
    'auth',
    'settings',
    'imports',
    'files',
    'store',
    'texts',
    'core',
    'telemetry',
    'portal',
    'move',
    'context.ts',
    'db (types)',
  ],
  'service.ts': [
    'db',
    'http',
    'read',
    'write',
    'auth',
    'settings',
    'jobs',
    'smtp',
    'backup',
    'core',
    'telemetry',
    'context.ts',
    'store (types)',
  ],
  cli: [
    'resources',
    'db',
    'read',
    'write',
    'write/core',
    'auth',
    'settings',
    'imports',
    'move',
    'http',
    'files',
    'store',
    'jobs',
    'backup',
    'demo',
    'texts',
    'core',
    'config.ts',
    'service.ts',
  ],
}

/** Packages that the files of a folder must not import. */
const MUST_NOT_SPEAK: Record<string, RegExp> = {
  core: /^(pg|kysely|fastify)/,
  auth: /^(fastify|node:http)/,
  imports: /^(fastify|node:http)/,
  resources: /^(pg|kysely|fastify|node:)/,
  read: /^(fastify|node:http)/,
  write: /^(fastify|node:http)/,
  move: /^(fastify|node:http)/,
  files: /^(pg|kysely|fastify|node:http)/,
  jobs: /^(pg|kysely)/,
  cli: /^(pg|kysely)/,
  store: /^(pg|kysely|fastify|node:http$)/,
  http: /^(pg|kysely)$/,
}

/** The connections of commands, and the lock that keeps an embedded server running while one is open. */
const OPENS_CONNECTIONS = ['cli/database.ts']

// `import type …`, or braces that hold nothing but types.
const TYPES_ONLY = /^(type\b|\{(\s*type\s[^,}]+,?)+\s*\}$)/

type Import = { file: string; place: string; from: string; isType: boolean }

const importsIn = (folder: string): Import[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) => {
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

const imports = [
  ...importsIn(SRC),
  ...importsIn(PORTAL)
    .map((one) => ({ ...one, file: `../portal/${one.file}`, place: 'portal' }))
    .filter(({ file }) => !file.startsWith('../portal/elements/')),
]

/** The folder below `src/`; `write/core` is below the rest of `write`. */
function placeOf(file: string): string {
  if (file.startsWith('../portal/')) return 'portal'
  return file.startsWith('write/core/') ? 'write/core' : (file.split('/', 1)[0] as string)
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

test('docs/architecture.md has the same rules', () => {
  const page = readFileSync(resolve(SRC, '../docs/architecture.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([\w./]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
  const documented = rows.map(([, place, text = '']): [string | undefined, string[]] => {
    const [any = '', types = ''] = text.startsWith('types of')
      ? ['', text]
      : text.split('; types of')
    const named = (part: string) => [...part.matchAll(/`([\w./]+)`/g)].map(([, name]) => name)
    return [place, [...named(any), ...named(types).map((name) => `${name} (types)`)] as string[]]
  })
  const rules = documented.filter(([place]) => place !== undefined && place in MAY_IMPORT)
  expect(Object.fromEntries(rules)).toEqual(MAY_IMPORT)
})

test('every folder and every file beside them has a rule', () => {
  const places = new Set(globSync('**/*.ts', { cwd: SRC }).map(placeOf))
  const rules = Object.keys(MAY_IMPORT).filter((place) => place !== 'portal')
  expect([...places].sort()).toEqual(rules.sort())
})

describe.each(Object.entries(MAY_IMPORT))('%s', (place, allowed) => {
  test(`imports only from ${allowed.join(', ') || 'nothing of ours'}`, () => {
    const isAllowed = ({ target, isType }: (typeof ours)[number]) =>
      target === place ||
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
    .filter(({ file }) => !OPENS_CONNECTIONS.includes(file))
    .map(({ file, from }) => `${file} imports ${from}`)
  expect(spoken).toEqual([])
})

test.each(['files', 'jobs', 'cli', 'http'])('%s contains no SQL', (place) => {
  const speakers = globSync(`${place}/**/*.ts`, { cwd: SRC })
    .filter((file) => !OPENS_CONNECTIONS.includes(file))
    .filter((file) => /\.query[<(]|\bsql(<[^`]*>)?`/.test(readFileSync(join(SRC, file), 'utf8')))
  expect(speakers).toEqual([])
})

describe('requests to other servers', () => {
  /** They call the service itself. Addresses that others choose are for core/outgoing.ts. */
  const CALL_THE_SERVICE = ['cli/api.ts', 'cli/doctor.ts']
  /** Packages that send requests, and the files that may import them: to servers that the operator has set. */
  const SENDERS: Record<string, { packages: RegExp; files: string[] }> = {
    'Node.js': {
      packages: /^node:(https|http2|tls|dns|dns\/promises)$/,
      // The first one asks for TXT and MX records of the domains that mails are from and come back to.
      files: ['core/mail-dns.ts', 'core/outgoing.ts'],
    },
    // Their requests go through core/outgoing.ts.
    'OpenID Connect': {
      packages: /^openid-client$/,
      files: ['auth/sign-in/oidc.ts', 'auth/sign-in/provider-check.ts'],
    },
    buckets: { packages: /^@(aws-sdk|smithy)\//, files: ['store/bucket.ts', 'store/s3-client.ts'] },
    traces: { packages: /^@opentelemetry\/exporter/, files: ['telemetry/tracing.ts'] },
    mail: { packages: /^nodemailer/, files: ['core/mailer.ts'] },
    others: { packages: /^(undici|axios|got|ky|node-fetch|needle|superagent)(\/|$)/, files: [] },
  }
  const textOf = (file: string) =>
    readFileSync(join(SRC, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  const files = [
    ...globSync('**/*.ts', { cwd: SRC }),
    ...globSync('{pages,parts}/**/*.ts', { cwd: PORTAL }).map((file) => `../portal/${file}`),
  ]

  test('are sent with fetch by nobody else', () => {
    // Neither the method of an object nor a declaration of one, nor a part of a name or a text.
    const callers = files.filter((file) =>
      /(?<![.\w'-]|async )fetch\s*\(|globalThis\.fetch\s*\(/.test(textOf(file)),
    )
    expect(callers.sort()).toEqual(CALL_THE_SERVICE)
  })

  test('are sent with node:http by nobody else', () => {
    const importers = files.filter((file) =>
      [...textOf(file).matchAll(/import (?!type)([^']*?) from 'node:http'/g)].some(
        ([, clause = '']) =>
          !/^\{ (STATUS_CODES|type \w+)(, (STATUS_CODES|type \w+))* \}$/.test(clause),
      ),
    )
    expect(importers).toEqual(['core/outgoing.ts'])
  })

  test.each(Object.entries(SENDERS))(
    'are sent with packages of %s by the named files',
    (_, sender) => {
      const importers = imports
        .filter(({ from, isType }) => !isType && sender.packages.test(from))
        .map(({ file }) => file)
      expect([...new Set(importers)].sort()).toEqual(sender.files)
    },
  )
})

test('the client imports its own files only, so that it runs in browsers', () => {
  const foreign = importsIn(CLIENT).filter(({ from }) => !/^\.\/[\w-]+\.ts$/.test(from))
  expect(foreign.map(({ file, from }) => `${file} imports ${from}`)).toEqual([])
})

test('markdown/ imports its own files and its parser only: the service and the browser use it', () => {
  const foreign = importsIn(MARKDOWN).filter(
    ({ from }) => !/^(\.\/[\w-]+\.ts|markdown-it)$/.test(from),
  )
  expect(foreign.map(({ file, from }) => `${file} imports ${from}`)).toEqual([])
})

// Without imports, so that browsers run it too.
const OF_BROWSERS = '../../src/core/proof-of-work.ts'

test('elements of portal/ import their own files only: they run in browsers', () => {
  const foreign = importsIn(join(PORTAL, 'elements')).filter(
    ({ from }) => !from.startsWith('./') && from !== OF_BROWSERS,
  )
  expect(foreign.map(({ file, from }) => `${file} imports ${from}`)).toEqual([])
})

test('no folder imports the client', () => {
  expect(imports.filter(({ from }) => /(^|\/)client\/|@earshot\/client/.test(from))).toEqual([])
})

test('each folder imports those above it only, so that no two import each other', () => {
  const order = Object.keys(MAY_IMPORT)
  const upwards = Object.entries(MAY_IMPORT).flatMap(([place, allowed]) =>
    allowed
      .filter((target) => !target.endsWith(' (types)'))
      .filter((target) => order.indexOf(target) >= order.indexOf(place))
      .map((target) => `${place} imports ${target}`),
  )
  expect(upwards).toEqual([])
})

test.each([
  ['src', SRC],
  ['client/src', CLIENT],
  ['console/src', CONSOLE],
  ['portal', PORTAL],
])('no file of %s imports itself through others, types included', (_, folder) => {
  const targets = new Map<string, string[]>()
  for (const { file, from } of importsIn(folder).filter((one) => one.from.startsWith('.'))) {
    const target = relative(folder, resolve(folder, file, '..', from))
    targets.set(file, [...(targets.get(file) ?? []), target])
  }
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  expect(targets.size).toBeGreaterThan(5)
  expect(cycles).toEqual([])
})

describe('the console', () => {
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

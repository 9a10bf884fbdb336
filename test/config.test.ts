// The environment: what is taken from it, and how every wrong value is told.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

describe('configuration', () => {
  const defaults = {
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    replicaUrl: null,
    dataDir: join(import.meta.dirname, '..', 'data'),
    publicUrl: null,
    logLevel: 'info',
    bucket: null,
    downloads: 'proxied',
    quotaBytes: null,
    uploadsAtOnce: { inAll: 32, byClient: 8 },
    nodeCount: 1,
    drainSeconds: 0,
    trustedProxies: 0,
    metricsPort: null,
    metricsToken: null,
    tracing: null,
  }

  test('needs nothing', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  test('takes blank values for absent ones', () => {
    const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', EARSHOT_DATA: ' ', EARSHOT_URL: '' }
    const files = { FILES_URL: ' ', FILES_DOWNLOADS: '', FILES_QUOTA: ' ' }
    expect(readConfig({ ...blank, ...files, LOG_LEVEL: '\t' })).toEqual(defaults)
  })

  test('takes every value, trimmed', () => {
    expect(
      readConfig({
        PORT: ' 9000 ',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
        DATABASE_REPLICA_URL: 'postgres://earshot:secret@copy.internal/earshot',
        EARSHOT_DATA: ' /srv/earshot ',
        EARSHOT_URL: 'https://feedback.example.com/',
        LOG_LEVEL: 'debug',
        FILES_URL: ' s3://KEY:a%2Fb%2Bc@files.internal:9000/earshot/some/where?tls=false ',
        FILES_DOWNLOADS: 'presigned',
        FILES_QUOTA: '100GB',
        UPLOADS_AT_ONCE: '9',
        UPLOADS_AT_ONCE_PER_CLIENT: '2',
        EARSHOT_NODES: '3',
        DRAIN_SECONDS: '5',
        TRUST_PROXY: '2',
        METRICS_PORT: '9464',
        METRICS_TOKEN: ' sixteen-or-longer ',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      port: 9000,
      host: '0.0.0.0',
      databaseUrl: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
      replicaUrl: 'postgres://earshot:secret@copy.internal/earshot',
      dataDir: '/srv/earshot',
      publicUrl: 'https://feedback.example.com',
      logLevel: 'debug',
      bucket: {
        name: 'earshot',
        prefix: 'some/where/',
        region: 'us-east-1',
        endpoint: 'http://files.internal:9000',
        credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' },
      },
      downloads: 'presigned',
      quotaBytes: 100_000_000_000,
      uploadsAtOnce: { inAll: 9, byClient: 2 },
      nodeCount: 3,
      drainSeconds: 5,
      trustedProxies: 2,
      metricsPort: 9464,
      metricsToken: 'sixteen-or-longer',
      tracing: { url: 'http://collector:4318', share: 0.25 },
    })
  })

  test("takes a bucket of Amazon's, whose key its own tools find", () => {
    expect(readConfig({ FILES_URL: 's3://my-files/earshot?region=eu-west-1' }).bucket).toEqual({
      name: 'my-files',
      prefix: 'earshot/',
      region: 'eu-west-1',
      endpoint: null,
      credentials: null,
    })
  })

  test('takes a data directory from the working directory, as people type it', () => {
    expect(readConfig({ EARSHOT_DATA: 'here' }).dataDir).toBe(join(process.cwd(), 'here'))
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65535'],
    ['HOST', 'localhost'],
    ['HOST', '::1'],
    ['HOST', 'feedback.internal'],
    ['DATABASE_URL', 'postgresql://db/earshot'],
    ['DATABASE_URL', 'postgres:///earshot?host=/var/run/postgresql'],
    ['EARSHOT_URL', 'http://localhost:8080'],
    ['EARSHOT_URL', 'https://example.com:8443/'],
    ['LOG_LEVEL', 'silent'],
    ['FILES_URL', 's3://my-files'],
    ['FILES_URL', 's3://KEY:secret@files.internal/my-files'],
    ['FILES_DOWNLOADS', 'proxied'],
    ['FILES_QUOTA', '1.5 TB'],
  ])('takes %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([])
  })
})

describe('a wrong value', () => {
  test.each([
    ['PORT', 'eighty', 'a port number from 0 to 65535'],
    ['PORT', '65536', 'a port number'],
    ['PORT', '-1', 'a port number'],
    ['PORT', '80.5', 'a port number'],
    ['PORT', '0x50', 'a port number'],
    ['HOST', 'http://example.com', 'an address or a host name'],
    ['HOST', 'a b', 'an address or a host name'],
    ['HOST', '10.0.0.1/8', 'an address or a host name'],
    ['DATABASE_URL', 'db.internal', 'postgres://'],
    ['DATABASE_URL', 'mysql://db/earshot', 'postgres://'],
    ['DATABASE_URL', 'postgres://', 'postgres://user'],
    ['DATABASE_URL', 'postgres://db:port/earshot', 'postgres://user'],
    ['DATABASE_URL', 'postgres://db:99999/earshot', 'postgres://user'],
    ['DATABASE_URL', 'postgres://one:5432,two:port/earshot', 'postgres://user'],
    ['DATABASE_URL', 'postgres://one,two/x?target_session_attrs=standby', 'read-write'],
    [
      'DATABASE_REPLICA_URL',
      'postgres://copy/earshot',
      'a replica of the database that DATABASE_URL',
    ],
    ['EARSHOT_URL', 'feedback.example.com', 'http'],
    ['EARSHOT_URL', 'ftp://example.com', 'http'],
    ['EARSHOT_URL', 'https://example.com/?a=1', 'https://feedback.example.com'],
    ['EARSHOT_URL', 'https://example.com/#top', 'https://feedback.example.com'],
    ['EARSHOT_URL', 'https://', 'https://feedback.example.com'],
    ['EARSHOT_URL', 'https://example.com/feedback', 'without a path'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal, silent'],
    ['LOG_LEVEL', 'INFO', 'trace, debug, info'],
    ['FILES_DOWNLOADS', 'direct', 'proxied, or presigned'],
    ['FILES_DOWNLOADS', 'presigned', 'where FILES_URL names a bucket'],
    ['FILES_QUOTA', 'much', 'such as 100GB'],
    ['UPLOADS_AT_ONCE', '0', 'from 1 to 9999'],
    ['UPLOADS_AT_ONCE_PER_CLIENT', 'ten', 'from 1 to 9999'],
    ['EARSHOT_NODES', '0', 'from 1 to 9999'],
    ['TRUST_PROXY', 'true', 'from 0 to 9'],
    ['METRICS_PORT', '70000', 'a port number'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http://127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'from 0 to 1'],
  ])('of %s (%s) is named, with what would be right', (name, value, right) => {
    const [problem = '', ...others] = problemsOf({ [name]: value })
    expect(others).toEqual([])
    expect(problem).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(problem).toContain(right)
    expect(problem).toMatch(/\.$/)
  })

  test('is told together with all the others', () => {
    const problems = problemsOf({
      PORT: 'x',
      HOST: 'a b',
      DATABASE_URL: 'x',
      EARSHOT_URL: 'x',
      LOG_LEVEL: 'x',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'HOST',
      'DATABASE_URL',
      'EARSHOT_URL',
      'LOG_LEVEL',
    ])
  })

  test.each([
    'files',
    'https://files.internal/bucket',
    's3://',
    's3://x',
    's3://s3cret@files.internal/bucket',
    's3://KEY:s3cret@files.internal',
    's3://KEY:s3cret/bucket',
    's3://KEY:s3/cret@files.internal/bucket',
    's3://KEY:%s3cret@files.internal/bucket',
    's3://KEY:s3cret@files.internal/bucket/a b',
    's3://KEY:s3cret@files.internal/bucket?tls=no',
    's3://KEY:s3cret@files.internal/bucket?secret=s3cret',
    's3://KEY:s3cret@files.internal/bucket#s3cret',
    's3://files.internal:9000/bucket',
  ])('of FILES_URL (%s) is refused with what would be right, and not shown', (value) => {
    const [problem = '', ...others] = problemsOf({ FILES_URL: value })
    expect(others).toEqual([])
    expect(problem).toMatch(/^FILES_URL is "[^"]*…"; it should be s3:\/\/KEY:SECRET@host/)
    expect(problem).not.toMatch(/s3.?cret/)
  })

  test('does not show a token', () => {
    const [problem] = problemsOf({ METRICS_TOKEN: 'too-s3cret' })
    expect(problem).toMatch(/^METRICS_TOKEN is "…"; it should be at least 16/)
  })

  test('does not show a password', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://ann:s3cret@db/earshot'],
      ['DATABASE_URL', 'postgres://ann:x/s3cret@db/earshot'],
      ['DATABASE_URL', 'postgres://ann:s3cret@one,two:x/earshot'],
      ['DATABASE_REPLICA_URL', 'postgres://ann:s3cret@copy/earshot'],
      ['EARSHOT_URL', 'https://ann:s3cret@example.com'],
    ] as const) {
      const [problem] = problemsOf({ [name]: value })
      expect(problem).toContain(name)
      expect(problem).not.toContain('s3cret')
    }
  })
})

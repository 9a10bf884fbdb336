// Environment variables: their values, the errors for invalid ones, and their documentation.
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderConfigDocs } from '../../src/cli/config-docs.ts'
import {
  COMMAND_VARIABLES,
  ConfigError,
  formatFilesUrl,
  LIBRARY_VARIABLES,
  parseFilesUrl,
  readConfig,
  VARIABLES,
} from '../../src/config.ts'
import { DEFAULT_SETTINGS, SETTING_VARIABLES, variableOf } from '../../src/settings/declarations.ts'

/** The member of `settings` that a variable sets, with its default. */
const defaultOf = (variable: string) =>
  Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).filter(
      ([name]) => variableOf(name as keyof typeof DEFAULT_SETTINGS) === variable,
    ),
  )

const ROOT = join(import.meta.dirname, '../..')

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

const PROVIDER = {
  name: 'Acme Corp.',
  issuer: 'https://login.acme.example/realms/main',
  client_id: 'earshot',
  client_secret: 'the-secret',
}
const PROVIDER_SETTINGS = {
  id: null,
  name: 'Acme Corp.',
  slug: 'acme-corp',
  issuer: 'https://login.acme.example/realms/main',
  clientId: 'earshot',
  clientSecret: 'the-secret',
  clientAuth: null,
  scopes: 'openid email profile',
  groupsClaim: null,
  emailDomains: [],
  roles: new Map(),
  newRole: null,
  availableTo: 'staff',
}

describe('configuration', () => {
  const defaults = {
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    databaseOwnerUrl: null,
    poolUrl: null,
    replicaUrl: null,
    dataDir: join(import.meta.dirname, '../..', 'data'),
    publicUrl: null,
    secretKeys: null,
    secretKeyFile: null,
    logLevel: 'info',
    hasColor: true,
    filesDir: join(import.meta.dirname, '../..', 'data', 'files'),
    bucket: null,
    downloads: 'proxied',
    nodeCount: 1,
    drainSeconds: 0,
    trustedProxies: 0,
    outgoingNetworks: [],
    dnsServers: [],
    metricsPort: null,
    metricsToken: null,
    backups: null,
    incomingMail: null,
    tracing: null,
    settings: {},
  }

  test('needs no variable', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  test('treats blank values as absent', () => {
    const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', EARSHOT_DATA: ' ', EARSHOT_URL: '' }
    const files = { FILES_URL: ' ', FILES_DOWNLOADS: '', FILES_QUOTA: ' ' }
    expect(readConfig({ ...blank, ...files, LOG_LEVEL: '\t' })).toEqual(defaults)
  })

  test('reads every variable and trims it', () => {
    expect(
      readConfig({
        PORT: ' 9000 ',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
        DATABASE_OWNER_URL: 'postgres://owner:secret@db.internal:5432/earshot',
        DATABASE_POOL_URL: 'postgres://earshot:secret@pool.internal:6432/earshot',
        DATABASE_REPLICA_URL: 'postgres://earshot:secret@copy.internal/earshot',
        EARSHOT_DATA: ' /srv/earshot ',
        EARSHOT_URL: 'https://feedback.example.com/',
        EARSHOT_SECRET_KEY: ` earshot_encryption_${'A'.repeat(43)}, earshot_encryption_${'B'.repeat(42)}A `,
        LOG_LEVEL: 'debug',
        NO_COLOR: '1',
        FILES_URL: ' s3://KEY:a%2Fb%2Bc@files.internal:9000/earshot/some/where?tls=false ',
        FILES_DOWNLOADS: 'presigned',
        FILES_QUOTA: '100GB',
        UPLOADS_AT_ONCE: '9',
        UPLOADS_AT_ONCE_PER_CLIENT: '2',
        STREAMS_AT_ONCE: '77',
        CONNECTIONS_PER_ADDRESS: '2000',
        REQUESTS_PER_ADDRESS: '600',
        SSO_TOKEN_LIFETIME: '3600',
        SSO_AES_SUBDOMAIN: 'acme',
        SSO_ROLE_CLAIMS: 'admin',
        PORTAL_SESSION_DAYS: '14',
        PORTAL_SESSION_IDLE_DAYS: '7',
        EARSHOT_NAME: ' Acme feedback ',
        EARSHOT_CURRENCY: 'eur',
        EARSHOT_NODES: '3',
        DRAIN_SECONDS: '5',
        TRUST_PROXY: '2',
        OUTGOING_NETWORKS: ' 10.20.0.0/16, ::1 ',
        DNS_SERVERS: '10.0.0.53, [::1]:5353, ::1, 127.0.0.1:53',
        METRICS_PORT: '9464',
        METRICS_TOKEN: ' sixteen-or-longer ',
        BACKUP_URL: 's3://KEY:SECRET@backups.internal/earshot-backups',
        BACKUP_SCHEDULE: ' 30  */6 * * 1-5 ',
        BACKUP_KEEP_DAYS: '14',
        BACKUP_KEEP_WEEKS: '0',
        BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}, age1${'p'.repeat(58)}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OIDC_PROVIDERS: JSON.stringify([PROVIDER]),
        SMTP_URL: 'smtps://earshot:a%2Fb%40c@mail.internal',
        MAIL_FROM: 'Earshot <earshot@example.com>',
        MAIL_REPLY_DOMAIN: 'reply.example.com',
        MAIL_LISTEN: 'smtp://0.0.0.0:25',
        MAIL_LISTEN_CERT_FILE: '/etc/earshot/mail.pem',
        MAIL_LISTEN_KEY_FILE: '/etc/earshot/mail.key',
        MAIL_HOOK_SECRET: 'x'.repeat(32),
      }),
    ).toEqual({
      port: 9000,
      host: '0.0.0.0',
      databaseUrl: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
      databaseOwnerUrl: 'postgres://owner:secret@db.internal:5432/earshot',
      poolUrl: 'postgres://earshot:secret@pool.internal:6432/earshot',
      replicaUrl: 'postgres://earshot:secret@copy.internal/earshot',
      dataDir: '/srv/earshot',
      publicUrl: 'https://feedback.example.com',
      secretKeys: [
        { id: expect.stringMatching(/^[0-9a-f]{16}$/), bytes: Buffer.alloc(32) },
        { id: expect.stringMatching(/^[0-9a-f]{16}$/), bytes: expect.any(Buffer) },
      ],
      secretKeyFile: null,
      logLevel: 'debug',
      hasColor: false,
      filesDir: '/srv/earshot/files',
      bucket: {
        name: 'earshot',
        prefix: 'some/where/',
        region: 'us-east-1',
        endpoint: 'http://files.internal:9000',
        credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' },
      },
      downloads: 'presigned',
      nodeCount: 3,
      drainSeconds: 5,
      trustedProxies: 2,
      outgoingNetworks: ['10.20.0.0/16', '::1/128'],
      dnsServers: ['10.0.0.53', '[::1]:5353', '::1', '127.0.0.1:53'],
      metricsPort: 9464,
      metricsToken: 'sixteen-or-longer',
      backups: {
        location: {
          bucket: {
            name: 'earshot-backups',
            prefix: '',
            region: 'us-east-1',
            endpoint: 'https://backups.internal',
            credentials: { accessKeyId: 'KEY', secretAccessKey: 'SECRET' },
          },
        },
        schedule: '30 */6 * * 1-5',
        keep: { days: 14, weeks: 0 },
        recipients: [`age1${'q'.repeat(58)}`, `age1${'p'.repeat(58)}`],
        passphraseFile: null,
      },
      incomingMail: {
        domain: 'reply.example.com',
        hookSecret: 'x'.repeat(32),
        listening: {
          protocol: 'smtp',
          host: '0.0.0.0',
          port: 25,
          path: null,
          tls: { certFile: '/etc/earshot/mail.pem', keyFile: '/etc/earshot/mail.key' },
        },
      },
      tracing: { url: 'http://collector:4318', sampleRatio: 0.25 },
      settings: {
        installation_name: 'Acme feedback',
        currency: 'EUR',
        files_quota_bytes: 100_000_000_000,
        uploads_at_once: 9,
        uploads_at_once_per_client: 2,
        streams_at_once: 77,
        connections_per_address: 2000,
        requests_per_address: 600,
        sso_token_lifetime_seconds: 3600,
        sso_aes_subdomain: 'acme',
        sso_role_claims: 'admin',
        portal_session_days: 14,
        portal_session_idle_days: 7,
        sign_in_providers: [PROVIDER_SETTINGS],
        mail: {
          host: 'mail.internal',
          port: 465,
          tls: 'always',
          from: 'Earshot <earshot@example.com>',
          auth: { user: 'earshot', pass: 'a/b@c' },
        },
      },
    })
  })

  test.each([
    '0 3 * *',
    '60 * * * *',
    '* 24 * * *',
    '5-2 * * * *',
    '*/0 * * * *',
    '@daily',
    'a * * * *',
  ])('refuses %j as a schedule', (BACKUP_SCHEDULE) => {
    expect(problemsOf({ BACKUP_SCHEDULE })).toEqual([
      expect.stringContaining('it should be the five fields of cron'),
    ])
  })

  test.each([
    ['lmtp:///run/earshot/lmtp.sock', { protocol: 'lmtp', path: '/run/earshot/lmtp.sock' }],
    ['lmtp://127.0.0.1:2424', { protocol: 'lmtp', host: '127.0.0.1', port: 2424, path: null }],
    ['smtp://[::]:2525', { protocol: 'smtp', host: '::', port: 2525 }],
  ])('receives mails at %s', (MAIL_LISTEN, listening) => {
    const config = readConfig({ MAIL_REPLY_DOMAIN: 'reply.example.com', MAIL_LISTEN })
    expect(config.incomingMail?.listening).toMatchObject({ ...listening, tls: null })
  })

  test('refuses to receive mails without a domain, at no address, and with half a certificate', () => {
    const domain = { MAIL_REPLY_DOMAIN: 'reply.example.com' }
    const listen = { ...domain, MAIL_LISTEN: 'smtp://0.0.0.0:25' }
    for (const [name, env] of [
      ['MAIL_LISTEN', { MAIL_LISTEN: 'smtp://0.0.0.0:25' }],
      ['MAIL_LISTEN', { ...domain, MAIL_LISTEN: '25' }],
      ['MAIL_LISTEN', { ...domain, MAIL_LISTEN: 'smtp://0.0.0.0:70000' }],
      ['MAIL_LISTEN_CERT_FILE', { ...listen, MAIL_LISTEN_CERT_FILE: '/a.pem' }],
      ['MAIL_HOOK_SECRET', { ...domain, MAIL_HOOK_SECRET: 'short' }],
      ['MAIL_REPLY_DOMAIN', { MAIL_REPLY_DOMAIN: 'Reply' }],
    ] as const)
      expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name} is `))])
    expect(problemsOf({ ...domain, MAIL_HOOK_SECRET: 's3cret' })[0]).not.toContain('s3cret')
  })

  test('refuses recipients of backups beside a passphrase, and others than public keys', () => {
    const recipients = { BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}` }
    for (const env of [
      { ...recipients, BACKUP_PASSPHRASE_FILE: '/etc/passphrase' },
      { BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1QQQ' },
    ])
      expect(problemsOf(env)).toEqual([expect.stringMatching(/^BACKUP_RECIPIENTS is /)])
  })

  test('reads OpenID providers from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'earshot-')), 'providers.json')
    const more = {
      token_endpoint_auth_method: 'client_secret_post',
      scopes: 'openid email groups',
      groups_claim: 'groups',
      roles: { product: 'admin', everyone: 'viewer' },
      allow_new: 'contributor',
    }
    writeFileSync(file, JSON.stringify([{ ...PROVIDER, ...more }]))
    expect(readConfig({ OIDC_PROVIDERS: file }).settings.sign_in_providers).toEqual([
      {
        ...PROVIDER_SETTINGS,
        clientAuth: 'client_secret_post',
        scopes: 'openid email groups',
        groupsClaim: 'groups',
        emailDomains: [],
        roles: new Map([
          ['product', 'admin'],
          ['everyone', 'viewer'],
        ]),
        newRole: 'contributor',
      },
    ])
  })

  test.each([
    [{ name: '' }, 'name: should be up to 40 letters'],
    [{ name: 'Password' }, 'name: should be another name'],
    [{ issuer: 'http://login.acme.example' }, 'issuer: should be the https address'],
    [{ issuer: 'https://u:the-secret@x' }, 'issuer: should be the https address'],
    [{ client_id: 7 }, 'client_id: should be the client id'],
    [{ client_secret: undefined }, 'client_secret: should be the client secret'],
    [{ token_endpoint_auth_method: 'none' }, 'should be client_secret_basic or'],
    [{ scopes: 'email' }, 'scopes: should be scopes separated by spaces, with openid'],
    [{ roles: { product: 'admin' } }, 'groups_claim: should be set, because roles are given'],
    [{ roles: { product: 'boss' }, groups_claim: 'groups' }, 'roles: should be one of viewer'],
    [{ roles: ['admin'], groups_claim: 'groups' }, 'roles: should be an object'],
    [{ allow_new: true }, 'allow_new: should be one of viewer'],
    [{ available_to: 'everybody' }, 'available_to: should be staff, end_users, both'],
    [{ name: 'SSO', available_to: 'end_users' }, 'name: should be another name than sso'],
    [{ secret: 'the-secret' }, 'unknown member "secret". Allowed: name,'],
  ])('refuses an OpenID provider with %j, without showing its secret', (change, text) => {
    const problems = problemsOf({ OIDC_PROVIDERS: JSON.stringify([{ ...PROVIDER, ...change }]) })
    expect(problems).toEqual([expect.stringContaining(`OIDC_PROVIDERS: Provider 1`)])
    expect(problems[0]).toContain(text)
    expect(problems[0]).not.toContain('the-secret')
  })

  test.each([
    ['[{"client_secret":"the-secret",}]', 'OIDC_PROVIDERS: The text is not valid JSON.'],
    ['{"client_secret":"the-secret"}', 'OIDC_PROVIDERS: The JSON should be a list of providers.'],
    ['["the-secret"]', 'OIDC_PROVIDERS: Provider 1 should be an object.'],
    ['/no/such/file', 'OIDC_PROVIDERS: The file /no/such/file cannot be read (ENOENT).'],
    [
      JSON.stringify([PROVIDER, { ...PROVIDER, name: 'acme corp.' }]),
      'OIDC_PROVIDERS: Two providers have the name "acme-corp" in their paths.',
    ],
  ])('refuses %j as OpenID providers', (value, text) => {
    expect(problemsOf({ OIDC_PROVIDERS: value })).toEqual([text])
  })

  test.each([
    ['smtp://mail.internal', { host: 'mail.internal', port: 587, tls: 'starttls', auth: null }],
    ['smtp://[::1]:2525?tls=false', { host: '::1', port: 2525, tls: 'none', auth: null }],
    [
      'smtp://mail.internal?tls=false',
      { host: 'mail.internal', port: 25, tls: 'none', auth: null },
    ],
  ])('reads the mail server %s', (SMTP_URL, server) => {
    const MAIL_FROM = 'earshot@example.com'
    expect(readConfig({ SMTP_URL, MAIL_FROM }).settings.mail).toEqual({
      ...server,
      from: MAIL_FROM,
    })
  })

  test('a mail server needs a sender', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://user:the-secret@mail.internal' })).toEqual([
      'SMTP_URL: MAIL_FROM is not set. Set it to the sender, such as earshot@example.com.',
    ])
  })

  test.each([
    'mail.internal:587',
    'http://user:the-secret@mail.internal',
    'smtp://user@mail.internal',
    'smtp://user:the-secret%zz@mail.internal',
    'smtps://user:the-secret@mail.internal?tls=false',
    'smtp://user:the-secret@mail.internal?tls=maybe',
    'smtp://user:the/secret@mail.internal',
    'smtp://user:the-secret@mail.internal/path',
  ])('refuses the mail server %s without showing its password', (SMTP_URL) => {
    const problems = problemsOf({ SMTP_URL, MAIL_FROM: 'earshot@example.com' })
    expect(problems).toEqual([expect.stringContaining('SMTP_URL is')])
    expect(problems[0]).not.toMatch(/the.secret/)
  })

  test('reads a bucket of Amazon S3 without a key', () => {
    expect(readConfig({ FILES_URL: 's3://my-files/earshot?region=eu-west-1' }).bucket).toEqual({
      name: 'my-files',
      prefix: 'earshot/',
      region: 'eu-west-1',
      endpoint: null,
      credentials: null,
    })
  })

  test('reads a directory for files', () => {
    const { filesDir, bucket } = readConfig({ FILES_URL: 'file:///srv/some%20where/' })
    expect({ filesDir, bucket }).toEqual({ filesDir: '/srv/some where', bucket: null })
  })

  test('resolves a relative data directory against the working directory', () => {
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
    ['FILES_URL', 'file:///srv/files'],
    ['DRAIN_SECONDS', '300'],
  ])('accepts %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([])
  })
})

describe('an invalid value', () => {
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
    ['STREAMS_AT_ONCE', '0', 'from 1 to 9999'],
    ['CONNECTIONS_PER_ADDRESS', '0', 'from 1 to 9999'],
    ['REQUESTS_PER_ADDRESS', '0', 'from 1 to 1000000'],
    ['SSO_TOKEN_LIFETIME', '59', 'from 60 to 2592000'],
    ['SSO_AES_SUBDOMAIN', 'acme.example.com', 'the first part of a host name'],
    ['SSO_ROLE_CLAIMS', 'viewer', 'ignore, admin or owner'],
    ['PORTAL_SESSION_DAYS', '0', 'from 1 to 365'],
    ['EARSHOT_NAME', 'x'.repeat(61), 'a name of 1 to 60 characters'],
    ['EARSHOT_CURRENCY', 'Euro', 'such as EUR or USD'],
    ['UPLOADS_AT_ONCE_PER_CLIENT', 'ten', 'from 1 to 9999'],
    ['EARSHOT_NODES', '0', 'from 1 to 9999'],
    ['DRAIN_SECONDS', '301', 'from 0 to 300'],
    ['TRUST_PROXY', 'true', 'from 0 to 9'],
    ['OUTGOING_NETWORKS', '10.20.0.1/16', 'in CIDR notation'],
    ['OUTGOING_NETWORKS', '10.0.0.0/8,', 'separated by commas'],
    ['OUTGOING_NETWORKS', 'keycloak.internal', 'such as 10.20.0.0/16'],
    ['DNS_SERVERS', 'dns.internal', 'such as 10.0.0.53'],
    ['DNS_SERVERS', '10.0.0.53:99999', 'such as 10.0.0.53'],
    ['DNS_SERVERS', '10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5,10.0.0.6', 'at most 5'],
    ['METRICS_PORT', '70000', 'a port number'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http://127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'from 0 to 1'],
  ])('of %s (%s) is reported with the allowed values', (name, value, right) => {
    const [problem = '', ...others] = problemsOf({ [name]: value })
    expect(others).toEqual([])
    expect(problem).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(problem).toContain(right)
    expect(problem).toMatch(/\.$/)
  })

  test('is reported together with all others', () => {
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
      'EARSHOT_URL',
      'DATABASE_URL',
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
    'file://s3cret/files',
    'file:///',
    'file:///files?s3cret',
  ])('of FILES_URL (%s) is rejected and not shown', (value) => {
    const [problem = '', ...others] = problemsOf({ FILES_URL: value })
    expect(others).toEqual([])
    expect(problem).toMatch(/^FILES_URL is "[^"]*…"; it should be s3:\/\/KEY:SECRET@host/)
    expect(problem).not.toMatch(/s3.?cret/)
  })

  test('of METRICS_TOKEN is not shown', () => {
    const [problem] = problemsOf({ METRICS_TOKEN: 'too-s3cret' })
    expect(problem).toMatch(/^METRICS_TOKEN is "…"; it should be at least 16/)
  })

  test('of EARSHOT_SECRET_KEY is not shown, and excludes a file', () => {
    const [problem] = problemsOf({ EARSHOT_SECRET_KEY: 'too-s3cret' })
    expect(problem).toMatch(
      /^EARSHOT_SECRET_KEY is "…"; it should be keys that `earshot secret-key/,
    )
    const EARSHOT_SECRET_KEY = `earshot_encryption_${'A'.repeat(43)}`
    const EARSHOT_SECRET_KEY_FILE = '/etc/earshot/key'
    expect(readConfig({ EARSHOT_SECRET_KEY_FILE }).secretKeyFile).toBe(EARSHOT_SECRET_KEY_FILE)
    expect(problemsOf({ EARSHOT_SECRET_KEY, EARSHOT_SECRET_KEY_FILE })).toEqual([
      'EARSHOT_SECRET_KEY_FILE is "/etc/earshot/key"; it should be the path of a file, without EARSHOT_SECRET_KEY.',
    ])
  })

  test('is shown without its password', () => {
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

describe('FILES_URL without its secret', () => {
  test.each([
    's3://KEY:s3cret@files.internal:9000/bucket/some/where?tls=false',
    's3://K%2FY:s3cret@files.internal/bucket?region=eu-west-1',
    's3://my-files/some/where?region=eu-west-1',
    's3://my-files',
    'file:///srv/some%20where',
  ])('of %s names the same store', (url) => {
    const location = parseFilesUrl(url)
    expect(location).toBeDefined()
    if (location) expect(formatFilesUrl(location)).toBe(url.replace('s3cret', '…'))
  })
})

describe('the documentation', () => {
  const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')

  test('is generated from the declarations: npm run config-docs', () => {
    expect(renderConfigDocs(page)).toBe(page)
    for (const name of [...Object.keys(VARIABLES), ...Object.keys(LIBRARY_VARIABLES)])
      expect(page).toContain(`| \`${name}\` |`)
  })

  test('covers every environment variable that the code reads', () => {
    const reads = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/\benv\.([A-Z_]{2,})\b/g),
    ])
    const names = new Set(reads.map(([, name]) => name as string))
    // Passed on to the embedded PostgreSQL.
    names.delete('PATH')
    expect(names).toContain('DATABASE_URL')
    const documented = { ...VARIABLES, ...COMMAND_VARIABLES }
    expect([...names].filter((name) => !Object.hasOwn(documented, name))).toEqual([])
  })

  test('states defaults that can also be set', () => {
    const literals = Object.entries(VARIABLES).flatMap(([name]) => {
      const [, value] = new RegExp(`^\\| \`${name}\` \\| \`([\\w.]+)\` \\|`, 'm').exec(page) ?? []
      return value === undefined ? [] : [[name, value]]
    })
    expect(literals.length).toBeGreaterThan(10)
    for (const [name = '', value] of literals)
      expect(readConfig({ [name]: value }), name).toEqual({
        ...readConfig({}),
        settings: name in SETTING_VARIABLES ? expect.objectContaining(defaultOf(name)) : {},
      })
  })
})

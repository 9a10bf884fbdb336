// `earshot doctor`: checks the configuration, the database, the files and the disk space.
import { access, constants, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type pg from 'pg'
import { findKeyProblem } from '../auth/secret-key.ts'
import { combineProviders, readStoredProviders } from '../auth/sign-in/oidc-providers.ts'
import { isAvailableTo, type OidcSettings } from '../auth/sign-in/oidc-settings.ts'
import { outgoingOf } from '../auth/sign-in/provider.ts'
import { listBackups } from '../backup/scheduled.ts'
import { type Config, readConfig } from '../config.ts'
import { diskFullMessage } from '../core/disk-full.ts'
import { domainOfSender } from '../core/dkim.ts'
import { createOutgoing } from '../core/outgoing.ts'
import { countConnections, openDatabase } from '../db/db.ts'
import { describeEmbedded } from '../db/embedded.ts'
import { isReplica, openFirstMatching, parseHosts } from '../db/hosts.ts'
import {
  changedMessage,
  changedMigrations,
  pendingMigrations,
  unknownMigrations,
} from '../db/migrate.ts'
import { checkPooler } from '../db/pooler.ts'
import { roleOf } from '../db/roles.ts'
import { readPrivileges, readServerVersion } from '../db/server.ts'
import { redirectUriOf } from '../http/auth/pages/oidc.ts'
import { findBudgetProblem, readConnectionBudget } from '../read/connections.ts'
import { type RecordedFile, sampleRecordedFiles } from '../read/file.ts'
import { countFailedJobs } from '../read/jobs.ts'
import type { FixedSettings } from '../settings/declarations.ts'
import { type DkimKey, listDkimKeys } from '../settings/dkim-keys.ts'
import { readSettings } from '../settings/stored.ts'
import { isKey } from '../store/keys.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { describeStoreError } from '../store/store-unavailable.ts'
import { openBackups } from './backup-target.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import {
  type Connected,
  describeConnection,
  newerSchemaMessage,
  REQUIRED_GRANTS,
  withClient,
  withConnection,
} from './database.ts'
import { findKeySource } from './secret-key-source.ts'

const MIN_FREE_BYTES = 1e9
const MIN_FREE_TEMPORARY_BYTES = 1e8
/** Less is as good as full: PostgreSQL writes its log in files of 16 MB. */
const FULL_BYTES = 2e7
/** Attachments that are compared with the store: so many of the oldest and of the newest. */
const SAMPLE_SIZE = 200
const CONCURRENCY = 16

type Finding = { name: string; ok: boolean; text: string }

export const doctor: Command = {
  summary: 'check the configuration, the database, the files and the service',
  description: 'The exit code is 1 when a check fails.',
  options: {
    dns: {
      type: 'boolean',
      description:
        'Also ask the DNS for SPF, DKIM and DMARC of the domain that mails are from, and for the records of MAIL_REPLY_DOMAIN.',
    },
    ...jsonOption('a list of {"name", "ok", "text"}'),
  },
  examples: [
    ['earshot doctor', 'Run all checks.'],
    ['earshot doctor --dns', 'Check the DNS records of mails too.'],
  ],
  async run({ json, dns }) {
    const config = readConfig()
    const store = await checkStore(config)
    const findings = [
      ...describeConfig(config),
      await checkDataDirectory(config),
      ...(await checkSpace(config)),
      ...(await checkDatabase(config, store.isUsable ? openStore(config) : null, dns === true)),
      ...(await checkReplica(config)),
      store.finding,
      await checkService(config),
    ]
    if (json) console.log(JSON.stringify(findings))
    else
      for (const { name, ok, text } of findings)
        console.log(`${ok ? 'ok ' : 'NO '} ${name.padEnd(16)} ${text}`)
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  },
}

const describeConfig = (config: Config): Finding[] => [
  { name: 'node', ok: true, text: process.version },
  { name: 'HOST, PORT', ok: true, text: `${config.host}:${config.port}` },
  {
    name: 'EARSHOT_URL',
    ok: true,
    text: config.publicUrl ?? 'not set: links use the local address',
  },
  { name: 'LOG_LEVEL', ok: true, text: config.logLevel },
  { name: 'incoming mail', ok: true, text: describeIncomingMail(config) },
]

/** Which records the domain needs cannot be seen from here: a server in front can receive for it. */
function describeIncomingMail({ incomingMail }: Config): string {
  if (incomingMail === null) return 'off: MAIL_REPLY_DOMAIN is not set'
  const { domain, listening, hookSecret } = incomingMail
  const ways = [
    listening &&
      `${listening.protocol.toUpperCase()} at ${listening.path ?? `${listening.host}:${listening.port}`}`,
    hookSecret !== null && 'the hook of a provider',
  ].filter(Boolean)
  const received =
    ways.length > 0
      ? `by ${ways.join(' and ')}`
      : 'by other processes: MAIL_LISTEN and MAIL_HOOK_SECRET are not set here'
  return `mails to ${domain} are received ${received}; its MX record leads to the server that receives them`
}

// Does not create the directory: that would hide a mistyped name.
async function checkDataDirectory({ dataDir }: Config): Promise<Finding> {
  const info = await stat(dataDir).catch(() => undefined)
  const finding = (ok: boolean, text: string) => ({ name: 'EARSHOT_DATA', ok, text })
  if (!info) return finding(true, `${dataDir} does not exist yet`)
  if (!info.isDirectory()) return finding(false, `${dataDir} is a file, not a directory`)
  return access(dataDir, constants.W_OK).then(
    () => finding(true, dataDir),
    () => finding(false, `${dataDir} is not writable for this user`),
  )
}

/** The directories that must not fill up, each with the space that it needs. */
async function checkSpace({ dataDir, databaseUrl, filesDir, bucket }: Config): Promise<Finding[]> {
  // With an external database and a bucket the data directory contains only a token.
  const hasData = databaseUrl === null || bucket === null
  const places: [name: string, directory: string, minBytes: number][] = [
    ['data space', dataDir, hasData ? MIN_FREE_BYTES : FULL_BYTES],
    ...(bucket ? [] : [['files space', filesDir, MIN_FREE_BYTES] as [string, string, number]]),
    ['temp space', tmpdir(), MIN_FREE_TEMPORARY_BYTES],
  ]
  return Promise.all(
    places.map(async ([name, directory, minBytes]) => {
      const freeBytes = await readFreeBytes(directory)
      const ok = freeBytes >= minBytes
      return { name, ok, text: describeSpace(directory, freeBytes, minBytes) }
    }),
  )
}

function describeSpace(directory: string, freeBytes: number, minBytes: number): string {
  const size = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  if (freeBytes < FULL_BYTES) return diskFullMessage(directory)
  const text = `${size(freeBytes)} free in ${directory}`
  return freeBytes >= minBytes ? text : `only ${text}; at least ${size(minBytes)} is needed`
}

/** Of the directory, or of the nearest one above that exists. */
async function readFreeBytes(directory: string): Promise<number> {
  const info = await statfs(directory).catch(() => undefined)
  if (info) return info.bavail * info.bsize
  return dirname(directory) === directory ? 0 : readFreeBytes(dirname(directory))
}

async function checkDatabase(
  config: Config,
  store: Store | null,
  asksDns: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = []
  let settings: FixedSettings = config.settings
  let stored: OidcSettings[] = []
  let keys: DkimKey[] = []
  try {
    findings.push(await describeDatabase(config))
    const inspect = ({ connection, owner, embedded }: Connected) =>
      withClient({ ...connection, connectionTimeoutMillis: 5000 }, async (client) => {
        findings.push(await checkVersion(client, connection))
        findings.push(...(await describePooler(config, connection)))
        const migrations = await checkMigrations(client)
        findings.push(migrations, ...(await withClient(owner, checkPermissions)))
        findings.push(describeRoles(connection, owner, embedded))
        if (migrations.ok) findings.push(await checkConnections(config, client))
        if (migrations.ok) findings.push(...(await checkJobs(client)))
        if (migrations.ok) findings.push(await checkSecretKey(config, connection))
        if (migrations.ok)
          ({ settings, stored, keys } = await findSettings(config, connection, findings))
        if (migrations.ok && store) findings.push(await checkAttachments(client, store))
        if (migrations.ok) findings.push(await checkBackups(config, client))
      })
    await withConnection(config, inspect, 'inspect')
  } catch (error) {
    const { message } = error as Error
    const text = error instanceof CommandError ? message : `does not answer: ${message}`
    findings.push({ name: 'PostgreSQL', ok: false, text })
  }
  const providers = await checkProviders(settings.sign_in_providers ?? [], stored, config)
  const records = asksDns ? await checkRecords(config, settings, keys) : []
  return [...findings, ...providers, ...(await checkMail(settings)), ...records]
}

/** What applies: the environment and what owners have set. */
async function findSettings(
  config: Config,
  connection: pg.ClientConfig,
  findings: Finding[],
): Promise<{ settings: FixedSettings; stored: OidcSettings[]; keys: DkimKey[] }> {
  const database = openDatabase(connection, () => {})
  const readKeys = async () => {
    const keys = await findKeySource(config).read()
    if (!keys) throw new Error('there is no secret key.')
    return keys
  }
  const warn = (text: string) => void findings.push({ name: 'settings', ok: false, text })
  try {
    const { values } = await readSettings(database.db, config.settings, readKeys, warn)
    const stored = await readStoredProviders(database.db, readKeys, warn)
    return { settings: values, stored, keys: await listDkimKeys(database.db) }
  } finally {
    await database.close()
  }
}

async function checkVersion(client: pg.Client, connection: pg.ClientConfig): Promise<Finding> {
  const { version, isSupported } = await readServerVersion(client)
  return {
    name: 'PostgreSQL',
    ok: isSupported,
    text: `${version} answers at ${describeConnection(connection)}${isSupported ? '' : '; 15 or newer is needed'}`,
  }
}

async function describeDatabase({ databaseUrl, dataDir }: Config): Promise<Finding> {
  if (databaseUrl !== null) {
    const text = parseHosts(databaseUrl).map(describeConnection).join(', or ')
    return { name: 'DATABASE_URL', ok: true, text }
  }
  const { cluster, running, version } = await describeEmbedded(dataDir)
  return {
    name: 'DATABASE_URL',
    ok: true,
    text: `not set: embedded ${version} at ${cluster}, ${running ? 'running' : 'not running'}`,
  }
}

async function describePooler(
  { poolUrl }: Config,
  connection: pg.ClientConfig,
): Promise<Finding[]> {
  const [pooler] = poolUrl === null ? [] : parseHosts(poolUrl)
  if (!pooler) return []
  const { problem, text } = await checkPooler(pooler, connection)
  return [{ name: 'pooler', ok: problem === null, text: `${describeConnection(pooler)}: ${text}` }]
}

async function checkReplica({ replicaUrl }: Config): Promise<Finding[]> {
  if (replicaUrl === null) return []
  const name = 'replica'
  const hosts = parseHosts(replicaUrl)
  try {
    const probe = await openFirstMatching(hosts, { timeoutMs: 5000, matches: isReplica })
    probe.close()
    const text = `${describeConnection(probe.connection)} ${probe.isPooled ? 'is a connection pooler; the replica itself is needed' : 'answers'}`
    return [{ name, ok: !probe.isPooled, text }]
  } catch (error) {
    const reason = (error as Error).message
    return [{ name, ok: false, text: `${hosts.map(describeConnection).join(', or ')}: ${reason}` }]
  }
}

async function checkProviders(
  fixed: OidcSettings[],
  stored: OidcSettings[],
  { publicUrl, outgoingNetworks }: Config,
): Promise<Finding[]> {
  const finding = (ok: boolean, { name, issuer }: OidcSettings, text: string): Finding => ({
    name: 'single sign-on',
    ok,
    text: `${name}, ${issuer}: ${text}`,
  })
  const all = combineProviders(fixed, stored)
  if (all.length === 0) return []
  const { checkProvider } = await import('../auth/sign-in/provider-check.ts')
  const outgoing = createOutgoing({ networks: outgoingNetworks })
  const checked = all.map(async (settings) => {
    const who = isAvailableTo(settings, 'staff') ? 'staff' : 'end_users'
    const redirectUri = redirectUriOf(publicUrl ?? 'http://127.0.0.1', settings.slug, who)
    const { problems } = await checkProvider(settings, redirectUri, outgoingOf(settings, outgoing))
    return problems.length === 0
      ? [finding(true, settings, 'answers')]
      : problems.map(({ message }) => finding(false, settings, message))
  })
  const hidden = stored
    .filter((one) => !all.includes(one))
    .map((one) =>
      finding(
        false,
        one,
        `not used, because OIDC_PROVIDERS has a provider with the name ${one.slug} too`,
      ),
    )
  return [...(await Promise.all(checked)).flat(), ...hidden]
}

async function checkMail({ mail = null }: FixedSettings): Promise<Finding[]> {
  if (mail === null) {
    const text = 'not set: end users cannot sign in by e-mail, and links are only copied'
    return [{ name: 'mail', ok: true, text }]
  }
  const { createMailer } = await import('../core/mailer.ts')
  const finding = (ok: boolean, text: string) => [
    { name: 'mail', ok, text: `${mail.host}:${mail.port}: ${text}` },
  ]
  return createMailer(mail)
    .check()
    .then(
      () => finding(true, 'answers'),
      ({ message }) => finding(false, message),
    )
}

/** A warning is no failure: it says what could be better. */
async function checkRecords(
  { dnsServers, incomingMail }: Config,
  { mail = null }: FixedSettings,
  keys: DkimKey[],
): Promise<Finding[]> {
  const domain = mail && domainOfSender(mail.from)
  if (domain === null)
    return [{ name: 'dns', ok: true, text: 'not checked: mails are from no public domain' }]
  const { checkMailDns } = await import('../core/mail-dns.ts')
  const host = mail?.host ?? ''
  const returnDomain = incomingMail?.domain ?? null
  const findings = await checkMailDns({ domain, host, keys, returnDomain, servers: dnsServers })
  return findings.map(({ check, state, message, record }) => ({
    name: check.toUpperCase(),
    ok: state === 'ok' || state === 'warning',
    text: record ? `${message} Right: ${record.zone_line}` : message,
  }))
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  return readSchemaState(client).catch(({ message }) => ({
    name: 'migrations',
    ok: false,
    text: message,
  }))
}

async function readSchemaState(client: pg.Client): Promise<Finding> {
  const pending = await pendingMigrations(client)
  const unknown = await unknownMigrations(client)
  const changed = await changedMigrations(client)
  const problems = [
    pending.length > 0 && `pending: ${pending.join(', ')}; earshot migrate applies them`,
    unknown.length > 0 && newerSchemaMessage(unknown),
    changed.length > 0 && changedMessage(changed),
  ].filter((problem) => problem !== false)
  return { name: 'migrations', ok: problems.length === 0, text: problems.join('; ') || 'current' }
}

/** Reported only where they are missing: the next version can bring new tables. */
async function checkPermissions(client: pg.Client): Promise<Finding[]> {
  const { user, canCreate } = await readPrivileges(client)
  const text = `${user} cannot create the objects of the schema: ${REQUIRED_GRANTS}`
  return canCreate ? [] : [{ name: 'permissions', ok: false, text }]
}

/** One role works as well; two protect the audit log from the service itself. */
function describeRoles(
  connection: pg.ClientConfig,
  owner: pg.ClientConfig,
  embedded: Connected['embedded'],
): Finding {
  const [serving, owning] = [roleOf(connection), roleOf(owner)]
  const remedy = embedded ? 'an upgrade separates them' : 'DATABASE_OWNER_URL separates them'
  const text =
    serving === owning
      ? `${serving} serves and owns the schema; ${remedy}`
      : `${serving} serves, ${owning} owns the schema`
  return { name: 'roles', ok: true, text }
}

/** Of the processes that run; while none does, of the one that would start. */
async function checkConnections({ replicaUrl }: Config, client: pg.Client): Promise<Finding> {
  const own = countConnections({ hasJobs: true, hasReplica: replicaUrl !== null })
  const running = await readConnectionBudget(client)
  const budget =
    running.processes === 0
      ? { ...running, processes: 1, connections: running.connections + own }
      : running
  const problem = findBudgetProblem(budget)
  const count =
    running.processes === 0
      ? 'no process runs; one opens'
      : `${running.processes} running, together`
  const text = `${count} up to ${budget.connections} of ${budget.limit} database connections`
  return { name: 'processes', ok: problem === null, text: problem ?? text }
}

/** Reported only when some have failed. */
async function checkJobs(client: pg.Client): Promise<Finding[]> {
  const failed = await countFailedJobs(client)
  const text = `${failed} failed; \`earshot jobs list\` shows them`
  return failed === 0 ? [] : [{ name: 'jobs', ok: false, text }]
}

async function checkSecretKey(config: Config, connection: pg.ClientConfig): Promise<Finding> {
  const source = findKeySource(config)
  const database = openDatabase(connection, () => {})
  try {
    const problem = await findKeyProblem(database.db, source)
    const keys = await source.read()
    const text = keys ? `${keys[0].id} in ${source.name}` : 'the first start creates it'
    return { name: 'secret key', ok: problem === null, text: problem ?? text }
  } catch (error) {
    return { name: 'secret key', ok: false, text: (error as Error).message }
  } finally {
    await database.close()
  }
}

/** Whether the store has the files of the oldest and the newest attachments. */
async function checkAttachments(client: pg.Client, store: Store): Promise<Finding> {
  const name = 'attachments'
  try {
    const sample = await sampleRecordedFiles(client, SAMPLE_SIZE)
    const missing = await countMissing(store, sample)
    if (missing === 0)
      return { name, ok: true, text: `${sample.length} checked, each has its file` }
    const text =
      `${missing} of ${sample.length} checked have no file in the configured store; \`earshot files check\` lists them. ` +
      'Files in another store: `earshot files move --from STORE --to STORE` copies them, or set FILES_URL to that store.'
    return { name, ok: false, text }
  } catch (error) {
    return { name, ok: false, text: describeStoreError(error) ?? (error as Error).message }
  }
}

/** Of a schedule for every day. */
const MAX_BACKUP_AGE_HOURS = 36

async function checkBackups(config: Config, client: pg.Client): Promise<Finding> {
  const finding = (ok: boolean, text: string) => ({ name: 'backups', ok, text })
  try {
    const target = await openBackups(config)
    if (!target) return finding(true, 'not scheduled: BACKUP_URL is not set')
    const check = await target.store.check()
    if (!check.ok) return finding(false, check.text)
    const backups = await listBackups(target.store, client)
    const [newest] = backups
    if (!newest) return finding(true, `none yet; BACKUP_SCHEDULE is ${target.schedule} (UTC)`)
    const hours = (Date.now() - newest.madeAt.getTime()) / 3_600_000
    const isDaily = target.schedule.endsWith(' * * *')
    const text = `${backups.length} of this database, the newest ${newest.key}, ${hours.toFixed(1)} hours old`
    return isDaily && hours > MAX_BACKUP_AGE_HOURS
      ? finding(false, `${text}; \`earshot jobs list\` shows why`)
      : finding(true, text)
  } catch (error) {
    return finding(false, describeStoreError(error) ?? (error as Error).message)
  }
}

async function countMissing(store: Store, sample: RecordedFile[]): Promise<number> {
  let missing = 0
  for (let i = 0; i < sample.length; i += CONCURRENCY) {
    const group = sample.slice(i, i + CONCURRENCY)
    const sizes = await Promise.all(
      group.map(async ({ key }) => (isKey(key) ? store.size(key) : undefined)),
    )
    missing += sizes.filter((size) => size === undefined).length
  }
  return missing
}

async function checkStore(config: Config): Promise<{ finding: Finding; isUsable: boolean }> {
  const name = 'files'
  // Checking a directory creates it.
  if (config.bucket === null && !(await stat(config.filesDir).catch(() => undefined))) {
    const text = `Files will be in ${config.filesDir}.`
    return { finding: { name, ok: true, text }, isUsable: true }
  }
  const { ok, text } = await openStore(config).check()
  return { finding: { name, ok, text }, isUsable: ok }
}

async function checkService({ publicUrl, host, port }: Config): Promise<Finding> {
  const address = publicUrl ?? `http://${host}:${port}`
  try {
    const { status } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) })
    return { name: 'service', ok: status === 200, text: `${address}/readyz answers ${status}` }
  } catch {
    return {
      name: 'service',
      ok: true,
      text: `nothing answers at ${address}; earshot serve starts it`,
    }
  }
}

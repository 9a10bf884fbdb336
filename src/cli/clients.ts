// `earshot clients`: who may call the API.
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import type { Database, Tx } from '../db/db.ts'
import {
  createClient,
  issueToken,
  type NewClient,
  revokeClient,
  updateClient,
} from '../write/api_clients.ts'
import { seedDatabase } from '../write/seed.ts'
import { type Command, UsageError, type Values, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'

export const clients: Command = {
  summary: 'create, list and revoke API clients',
  help: `usage: earshot clients create --name NAME [options]
       earshot clients list [--json]
       earshot clients set ID [--limit N] [--retry-after FORM] [--json]
       earshot clients revoke ID [--json]

create prints the key, the secret and a ready token; they are shown this once and kept only as hashes.
revoke ends a client and all of its tokens. It and set take effect at once, also in a service that is running.

  --name NAME           what the client is called
  --untrusted           may not use the admin API
  --read-only           may only read
  --lifetime 30d        how long its tokens are valid (s, m, h or d); without it until revoked
  --limit N             requests a minute; 0 for as many as the plan says
  --retry-after delta   a client over its limit is told how many seconds to wait; epoch, which is usual here: the
                        second of the epoch at which to come back
  --json                print JSON`,
  options: {
    name: { type: 'string' },
    untrusted: { type: 'boolean' },
    'read-only': { type: 'boolean' },
    lifetime: { type: 'string' },
    limit: { type: 'string' },
    'retry-after': { type: 'string' },
    json: { type: 'boolean' },
  },
  words: 2,
  async run(values, [action, id]) {
    if (action === undefined)
      throw new UsageError('clients needs a word after it: create, list, set or revoke.')
    const known = new Map(Object.entries(ACTIONS)).get(action)
    if (!known)
      throw new UsageError(`clients ${action} is not known; it is create, list, set or revoke.`)
    refuseOthers(action, known.takes, values, known.hasId ? undefined : id)
    const config = readConfig()
    await withDatabase(config, (database) => known.act(database, values, id))
  },
}

type Action = {
  act(database: Database, values: Values, id: string | undefined): Promise<void>
  takes: string[]
  hasId: boolean
}

const ACTIONS: Record<string, Action> = {
  create: { act: create, takes: Object.keys(clients.options), hasId: false },
  list: { act: list, takes: ['json'], hasId: false },
  set: { act: set, takes: ['limit', 'retry-after', 'json'], hasId: true },
  revoke: { act: revoke, takes: ['json'], hasId: true },
}

function refuseOthers(action: string, takes: string[], values: Values, word?: string): void {
  if (word !== undefined)
    throw new UsageError(`clients ${action} takes no word such as ${JSON.stringify(word)}.`)
  const other = Object.keys(values).find((name) => !takes.includes(name))
  if (other === undefined) return
  const names = takes.map((name) => `--${name}`).join(', ')
  throw new UsageError(`--${other} is not known to clients ${action}; the options are ${names}.`)
}

async function create({ db }: Database, values: Values): Promise<void> {
  if (typeof values.name !== 'string' || values.name.trim() === '')
    throw new UsageError('--name is required.')
  const client = {
    name: values.name.trim(),
    isTrusted: !values.untrusted,
    isReadOnly: values['read-only'] === true,
    tokenLifetimeSeconds: lifetimeSeconds(values.lifetime as string | undefined),
    requestsPerMinute: null,
    ...limitsIn(values),
  }
  const made = await db.transaction().execute(async (tx) => {
    await seedDatabase(tx)
    const credentials = await createClient(tx, client)
    return { ...credentials, token: (await issueToken(tx, credentials.id)).token }
  })
  if (values.json) console.log(JSON.stringify({ ...made, name: client.name }))
  else
    console.log(
      `Id      ${made.id}\nKey     ${made.key}\nSecret  ${made.secret}\nToken   ${made.token}`,
    )
}

async function list({ db }: Database, { json }: Values): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, name, key_hint, is_trusted, is_read_only, token_lifetime_seconds, requests_per_minute, retry_after,
      created_at, revoked_at, (select count(*) from tokens where api_client_id = api_clients.id
        and api_clients.revoked_at is null and tokens.revoked_at is null
        and (expires_at is null or expires_at > now())) as tokens_count
    from api_clients order by id`.execute(db)
  if (json) console.log(JSON.stringify(rows))
  else for (const row of rows) console.log(described(row))
}

async function set({ db }: Database, values: Values, given: string | undefined): Promise<void> {
  const id = clientId('set', given)
  const changes = limitsIn(values)
  if (Object.keys(changes).length === 0)
    throw new UsageError('clients set needs --limit, --retry-after or both.')
  await db.transaction().execute(async (tx) => {
    if (await isRevoked(tx, id))
      throw new UsageError(`Client ${id} is revoked, and nothing was changed.`)
    await updateClient(tx, id, changes)
  })
  console.log(values.json ? JSON.stringify({ changed: id }) : `Client ${id} is changed.`)
}

async function revoke(
  { db }: Database,
  { json }: Values,
  given: string | undefined,
): Promise<void> {
  const id = clientId('revoke', given)
  const wasRevoked = await db.transaction().execute(async (tx) => {
    const already = await isRevoked(tx, id)
    if (!already) await revokeClient(tx, id)
    return already
  })
  const words = wasRevoked ? 'were revoked already' : 'are revoked'
  console.log(json ? JSON.stringify({ revoked: id }) : `Client ${id} and its tokens ${words}.`)
}

async function isRevoked(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from api_clients where id = ${id} and revoked_at is not null`.execute(tx)
  return rows.length > 0
}

function clientId(action: string, given: string | undefined): number {
  if (!given || !/^\d{1,15}$/.test(given))
    throw new UsageError(`clients ${action} needs the id of a client, as list shows it.`)
  return Number(given)
}

function limitsIn(values: Values): Partial<Pick<NewClient, 'requestsPerMinute' | 'retryAfter'>> {
  const form = values['retry-after']
  if (form !== undefined && form !== 'epoch' && form !== 'delta')
    throw new UsageError(`--retry-after ${JSON.stringify(form)} should be delta or epoch.`)
  return {
    ...(values.limit !== undefined && {
      requestsPerMinute: wholeNumber(values, 'limit', 0) || null,
    }),
    ...(form !== undefined && { retryAfter: form }),
  }
}

function described(client: Record<string, unknown>): string {
  const words = [
    client.is_trusted ? 'trusted' : 'untrusted',
    client.is_read_only && 'read-only',
    client.token_lifetime_seconds && `tokens live ${client.token_lifetime_seconds} s`,
    client.requests_per_minute && `${client.requests_per_minute} requests a minute`,
    client.retry_after === 'delta' && 'waits by seconds',
  ]
  const traits = words.filter(Boolean).join(', ')
  const tokens = client.tokens_count === 1 ? '1 token' : `${client.tokens_count} tokens`
  const state = client.revoked_at ? 'revoked' : tokens
  return `${String(client.id).padStart(4)}  ${client.name}  ${client.key_hint}…  ${traits}  ${state}`
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 }

function lifetimeSeconds(text: string | undefined): number | null {
  if (text === undefined) return null
  const [, amount, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? []
  if (!amount)
    throw new UsageError(
      `--lifetime ${JSON.stringify(text)} should be a number with s, m, h or d, such as 30d.`,
    )
  return Number(amount) * SECONDS[unit as keyof typeof SECONDS]
}

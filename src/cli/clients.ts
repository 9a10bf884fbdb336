// `earshot clients`: the API clients and their credentials.
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import type { Database, Tx } from '../db/db.ts'
import {
  createClient,
  issueToken,
  type NewClient,
  revokeClient,
  revokeTokensOf,
  rotateSecret,
  unknownClient,
  updateClient,
} from '../write/api_clients.ts'
import { seedDatabase } from '../write/seed.ts'
import {
  type Argument,
  type Command,
  CommandError,
  jsonOption,
  type Option,
  UsageError,
  type Values,
  wholeNumber,
} from './command.ts'
import { withDatabase } from './database.ts'
import { formatSeconds, parseSeconds } from './duration.ts'
import { formatTime, renderTable } from './table.ts'

const LIMIT_OPTIONS: Record<string, Option> = {
  limit: {
    type: 'string',
    value: 'N',
    description: 'Requests per minute; 0 for the limit of the plan.',
  },
  'retry-after': {
    type: 'string',
    choices: ['epoch', 'delta'],
    description:
      'The form of the Retry-After header: epoch for a Unix time, delta for a number of seconds. A new client has epoch.',
  },
}

const ID: Argument = { name: 'ID', description: 'The id of a client that `clients list` shows.' }

export const clients: Command = {
  summary: 'manage API clients and their credentials',
  description: `A client has a key and a secret to get tokens with. Keys, secrets and tokens are printed once and stored as hashes.

A running service applies all changes at once.`,
  examples: [],
  subcommands: {
    create: {
      summary: 'create a client with a key, a secret and a token',
      description: 'Prints the key, the secret and a token. They cannot be shown again.',
      options: {
        name: {
          type: 'string',
          value: 'NAME',
          isRequired: true,
          description: 'The name of the client.',
        },
        untrusted: { type: 'boolean', description: 'Give no access to the admin API.' },
        'read-only': { type: 'boolean', description: 'Give read access only.' },
        lifetime: {
          type: 'string',
          value: 'DURATION',
          description:
            'The lifetime of its tokens, such as 90s, 30m, 12h or 30d. Without it, tokens are valid until they are revoked.',
        },
        ...LIMIT_OPTIONS,
        ...jsonOption('{"id", "name", "key", "secret", "token"}'),
      },
      examples: [
        [
          'earshot clients create --name "Nightly sync" --read-only',
          'Create a client that can only read.',
        ],
        [
          'earshot clients create --name CRM --lifetime 30d --limit 100',
          'Create a client with short-lived tokens and its own rate limit.',
        ],
      ],
      run: (values) => create(values),
    },
    list: {
      summary: 'list all clients',
      description: 'Lists all clients, also the revoked ones. Times are UTC.',
      options: jsonOption('a list of clients'),
      examples: [['earshot clients list', 'List all clients.']],
      run: (values) => openAndRun((database) => list(database, values)),
    },
    set: {
      summary: 'change the rate limit of a client',
      description: 'Changes the options that are given and leaves the others as they are.',
      arguments: [ID],
      options: { ...LIMIT_OPTIONS, ...jsonOption('{"changed": id}') },
      examples: [['earshot clients set 3 --limit 500', 'Allow 500 requests per minute.']],
      run: (values, [id]) => set(values, parseId(id)),
    },
    token: {
      summary: 'issue a new token for a client',
      description: 'Prints a new token. It cannot be shown again. The other tokens stay valid.',
      arguments: [ID],
      options: jsonOption('{"id", "token", "expires_in"}, with expires_in in seconds or null'),
      examples: [['earshot clients token 3', 'Issue a token for the client with the id 3.']],
      run: (values, [id]) => token(values, parseId(id)),
    },
    rotate: {
      summary: 'replace the secret of a client',
      description: `Prints a new secret. It cannot be shown again. The old secret stays valid for the overlap, so that you can change it
in every place. A second rotation ends the overlap of the first. Tokens stay valid.`,
      arguments: [ID],
      options: {
        overlap: {
          type: 'string',
          value: 'DURATION',
          default: '24h',
          description: 'How long the old secret stays valid, such as 30m or 7d; 0 ends it at once.',
        },
        'revoke-tokens': { type: 'boolean', description: 'Revoke all tokens of the client.' },
        ...jsonOption('{"id", "secret", "previous_secret_expires_at", "revoked_tokens"}'),
      },
      examples: [
        ['earshot clients rotate 3', 'Replace the secret; the old one works for 24 hours.'],
        [
          'earshot clients rotate 3 --overlap 0 --revoke-tokens',
          'Replace a leaked secret and end everything that was issued with it.',
        ],
      ],
      run: (values, [id]) => rotate(values, parseId(id)),
    },
    revoke: {
      summary: 'revoke a client and all of its tokens',
      description: 'Revokes a client and all of its tokens, for good.',
      arguments: [ID],
      options: jsonOption('{"revoked": id}'),
      examples: [['earshot clients revoke 3', 'Revoke the client with the id 3.']],
      run: (values, [id]) => revoke(values, parseId(id)),
    },
  },
}

const openAndRun = (use: (database: Database) => Promise<void>) => withDatabase(readConfig(), use)

async function create(values: Values): Promise<void> {
  const name = String(values.name).trim()
  if (name === '') throw new UsageError('--name is blank.')
  const client: NewClient = {
    name,
    isTrusted: !values.untrusted,
    isReadOnly: values['read-only'] === true,
    tokenLifetimeSeconds:
      values.lifetime === undefined ? null : parseSeconds('--lifetime', values.lifetime, 1),
    requestsPerMinute: null,
    ...readLimits(values),
  }
  await openAndRun(async ({ db }) => {
    const created = await db.transaction().execute(async (tx) => {
      await seedDatabase(tx)
      const credentials = await createClient(tx, client)
      return { ...credentials, token: (await issueToken(tx, credentials.id)).token }
    })
    printCredentials({ ...created, name }, values)
  })
}

type Credentials = { id: number; name?: string; key?: string; secret?: string; token?: string }

function printCredentials(
  credentials: Credentials,
  { json }: Values,
  details: Record<string, unknown> = {},
): void {
  if (json) {
    console.log(JSON.stringify({ ...credentials, ...details }))
    return
  }
  const { id, key, secret, token } = credentials
  const lines = Object.entries({ Id: id, Key: key, Secret: secret, Token: token })
  for (const [label, value] of lines)
    if (value !== undefined) console.log(`${label.padEnd(7)} ${value}`)
}

type ListedClient = {
  id: number
  name: string
  key_hint: string
  is_trusted: boolean
  is_read_only: boolean
  token_lifetime_seconds: number | null
  requests_per_minute: number | null
  retry_after: 'epoch' | 'delta'
  created_at: Date
  revoked_at: Date | null
  previous_secret_expires_at: Date | null
  tokens_count: number
}

async function list({ db }: Database, { json }: Values): Promise<void> {
  const { rows } = await sql<ListedClient>`
    select id, name, key_hint, is_trusted, is_read_only, token_lifetime_seconds, requests_per_minute, retry_after,
      created_at, revoked_at,
      case when previous_secret_expires_at > now() then previous_secret_expires_at end as previous_secret_expires_at,
      (select count(*) from tokens where api_client_id = api_clients.id
        and api_clients.revoked_at is null and tokens.revoked_at is null
        and (expires_at is null or expires_at > now())) as tokens_count
    from api_clients order by id`.execute(db)
  if (json) return console.log(JSON.stringify(rows))
  console.log(
    renderTable(
      [
        'ID',
        'NAME',
        'KEY',
        'ACCESS',
        'TOKENS',
        'LIFETIME',
        'LIMIT',
        'RETRY-AFTER',
        'CREATED',
        'STATUS',
      ],
      rows.map((row) => [
        row.id,
        row.name,
        `${row.key_hint}…`,
        describeAccess(row),
        row.tokens_count,
        row.token_lifetime_seconds === null
          ? 'unlimited'
          : formatSeconds(row.token_lifetime_seconds),
        row.requests_per_minute === null ? 'plan' : `${row.requests_per_minute}/min`,
        row.retry_after,
        new Date(row.created_at),
        describeStatus(row),
      ]),
    ),
  )
}

const describeAccess = ({ is_trusted, is_read_only }: ListedClient) =>
  is_trusted ? (is_read_only ? 'read' : 'read, write') : 'none'

function describeStatus({ revoked_at, previous_secret_expires_at: overlap }: ListedClient): string {
  if (revoked_at) return `revoked ${formatTime(new Date(revoked_at))}`
  return overlap ? `active, old secret until ${formatTime(new Date(overlap))}` : 'active'
}

async function set(values: Values, id: number): Promise<void> {
  const changes = readLimits(values)
  if (Object.keys(changes).length === 0)
    throw new UsageError('--limit or --retry-after is required.')
  await openAndRun(async ({ db }) => {
    await db.transaction().execute(async (tx) => {
      await requireActive(tx, id)
      await updateClient(tx, id, changes)
    })
    console.log(values.json ? JSON.stringify({ changed: id }) : `Client ${id} is changed.`)
  })
}

async function token(values: Values, id: number): Promise<void> {
  await openAndRun(async ({ db }) => {
    const issued = await db.transaction().execute(async (tx) => {
      await requireActive(tx, id)
      return issueToken(tx, id)
    })
    printCredentials({ id, token: issued.token }, values, { expires_in: issued.expiresInSeconds })
  })
}

async function rotate(values: Values, id: number): Promise<void> {
  const overlapSeconds = parseSeconds('--overlap', values.overlap, 0)
  await openAndRun(async ({ db }) => {
    const rotated = await db.transaction().execute(async (tx) => {
      await requireActive(tx, id)
      const { secret, previousExpiresAt } = await rotateSecret(tx, id, overlapSeconds)
      const revokedTokens = values['revoke-tokens'] ? await revokeTokensOf(tx, id) : 0
      return { secret, previousExpiresAt, revokedTokens }
    })
    const { secret, previousExpiresAt, revokedTokens } = rotated
    printCredentials({ id, secret }, values, {
      previous_secret_expires_at: previousExpiresAt,
      revoked_tokens: revokedTokens,
    })
    if (values.json) return
    console.log(
      previousExpiresAt
        ? `The old secret is valid until ${formatTime(new Date(previousExpiresAt))}.`
        : 'The old secret is no longer valid.',
    )
    if (values['revoke-tokens'])
      console.log(`Revoked ${revokedTokens === 1 ? '1 token' : `${revokedTokens} tokens`}.`)
  })
}

async function revoke({ json }: Values, id: number): Promise<void> {
  await openAndRun(async ({ db }) => {
    const wasRevoked = await db.transaction().execute(async (tx) => {
      const isAlready = await isRevoked(tx, id)
      if (!isAlready) await revokeClient(tx, id)
      return isAlready
    })
    const state = wasRevoked ? 'were already revoked' : 'are revoked'
    console.log(json ? JSON.stringify({ revoked: id }) : `Client ${id} and its tokens ${state}.`)
  })
}

async function requireActive(tx: Tx, id: number): Promise<void> {
  if (await isRevoked(tx, id))
    throw new CommandError(`Client ${id} is revoked. Nothing was changed.`)
}

/** Locks the client. */
async function isRevoked(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_revoked: boolean }>`
    select revoked_at is not null as is_revoked from api_clients where id = ${id} for update`.execute(
    tx,
  )
  if (!rows[0]) throw unknownClient(id)
  return rows[0].is_revoked
}

function parseId(text = ''): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`ID: ${JSON.stringify(text)} is not the id of a client.`)
  return Number(text)
}

function readLimits(values: Values): Partial<Pick<NewClient, 'requestsPerMinute' | 'retryAfter'>> {
  const retryAfter = values['retry-after'] as 'epoch' | 'delta' | undefined
  return {
    ...(values.limit !== undefined && { requestsPerMinute: wholeNumber(values, 'limit') || null }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

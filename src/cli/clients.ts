// `earshot clients`: the API clients and their credentials.
import {
  type ClientSettings,
  createClient,
  issueToken,
  type NewClient,
  requireActiveClient,
  revokeClient,
  revokeTokensOf,
  rotateSecret,
  updateClient,
} from '../auth/clients/api-clients.ts'
import { type ListedClient, listClients } from '../auth/clients/client-list.ts'
import { isRedirectUri } from '../auth/clients/redirect-uri.ts'
import { SCOPES, sortScopes } from '../auth/scopes.ts'
import { findStaffId } from '../auth/staff/staff.ts'
import { readConfig } from '../config.ts'
import { parseNetwork } from '../core/networks.ts'
import type { Database, Tx } from '../db/db.ts'
import { seedDatabase } from '../write/service/seed.ts'
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

const QUERY_TOKEN_OPTION: Record<string, Option> = {
  'query-token': {
    type: 'string',
    choices: ['on', 'off'],
    description:
      'Whether its tokens are also accepted as ?oauth_token= in the query string. A new client has off: proxies log query strings.',
  },
}

const ACCESS_OPTIONS: Record<string, Option> = {
  scope: {
    type: 'string',
    value: 'SCOPE',
    choices: [...SCOPES, 'all'],
    multiple: true,
    description: `What it is limited to: ${SCOPES.join(', ')}, or all. A new client has all.`,
  },
  expires: {
    type: 'string',
    value: 'DURATION',
    description:
      'How long the client and its tokens are valid from now on, such as 90d, or never. A new client never expires.',
  },
  network: {
    type: 'string',
    value: 'CIDR',
    multiple: true,
    description:
      'A network that it can be used from, such as 10.0.0.0/8 or 2001:db8::/32, or any. A new client has any.',
  },
  'redirect-uri': {
    type: 'string',
    value: 'URL',
    multiple: true,
    description:
      'Where an application has people sent back to after they allow it to act as them; none removes all.',
  },
}

const PUBLIC: Option = {
  type: 'boolean',
  description:
    'Without a secret, for an application that cannot keep one, such as an app on a phone. `clients rotate` gives it a secret again.',
}

const PASSWORD_GRANT: Option = {
  type: 'boolean',
  description: 'Let people get a token from it by their e-mail address and password.',
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
      description:
        'Prints the key, the secret and a token. They cannot be shown again. A public client has a key only.',
      options: {
        name: {
          type: 'string',
          value: 'NAME',
          isRequired: true,
          description: 'The name of the client.',
        },
        untrusted: { type: 'boolean', description: 'Give no access to the admin API.' },
        'read-only': { type: 'boolean', description: 'Give read access only.' },
        public: PUBLIC,
        'end-users': {
          type: 'boolean',
          description:
            'For an application that acts for people of the portal: its tokens open /api/end_users and never the admin API.',
        },
        lifetime: {
          type: 'string',
          value: 'DURATION',
          description:
            'The lifetime of its tokens, such as 90s, 30m, 12h or 30d. Without it, tokens are valid until they are revoked, and those that applications get for people for an hour.',
        },
        ...ACCESS_OPTIONS,
        'password-grant': PASSWORD_GRANT,
        ...LIMIT_OPTIONS,
        ...QUERY_TOKEN_OPTION,
        ...jsonOption(
          '{"id", "name", "key", "secret", "token"}, with secret and token null for a public client, and token null for one of end users',
        ),
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
        [
          'earshot clients create --name Import --scope people:write --scope files:read --expires 90d --network 10.0.0.0/8',
          'Create a client for one purpose, one network and 90 days.',
        ],
        [
          'earshot clients create --name "Mobile app" --public --redirect-uri https://app.example.com/callback',
          'Create an application that people allow to act as them, and that cannot keep a secret.',
        ],
        [
          'earshot clients create --name "Feedback app" --end-users --public --redirect-uri com.example.app:/callback',
          'Create an app in which people of the portal suggest and vote.',
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
      summary: 'change the settings of a client',
      description: 'Changes the options that are given and leaves the others as they are.',
      arguments: [ID],
      options: {
        public: {
          ...PUBLIC,
          description: 'Remove its secret. `clients rotate` gives it one again.',
        },
        ...ACCESS_OPTIONS,
        'password-grant': { ...PASSWORD_GRANT, type: 'string', choices: ['on', 'off'] },
        ...LIMIT_OPTIONS,
        ...QUERY_TOKEN_OPTION,
        ...jsonOption('{"changed": id}'),
      },
      examples: [
        ['earshot clients set 3 --limit 500', 'Allow 500 requests per minute.'],
        [
          'earshot clients set 3 --scope feedback:read --expires never',
          'Limit it to reading feedback, without an end.',
        ],
      ],
      run: (values, [id]) => set(values, parseId(id)),
    },
    token: {
      summary: 'issue a new token for a client',
      description: `Prints a new token. It cannot be shown again. The other tokens stay valid.

A token acts as the owner of the account, or with the role of the person that it belongs to. It stops when the person is
disabled or loses the role.`,
      arguments: [ID],
      options: {
        user: {
          type: 'string',
          value: 'EMAIL',
          description: 'The e-mail address of the person that the token belongs to.',
        },
        ...jsonOption('{"id", "token", "expires_in"}, with expires_in in seconds or null'),
      },
      examples: [
        ['earshot clients token 3', 'Issue a token for the client with the id 3.'],
        ['earshot clients token 3 --user ann@example.com', 'Issue a token that acts as a person.'],
      ],
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
    isPublic: values.public === true,
    audience: values['end-users'] ? 'end_users' : 'admin',
    tokenLifetimeSeconds:
      values.lifetime === undefined ? null : parseSeconds('--lifetime', values.lifetime, 1),
    requestsPerMinute: null,
    ...readSettings(values),
  }
  await openAndRun(async ({ db }) => {
    const created = await db.transaction().execute(async (tx) => {
      await seedDatabase(tx)
      const credentials = await createClient(tx, client)
      const hasToken = !client.isPublic && client.audience === 'admin'
      const token = hasToken ? (await issueToken(tx, credentials.id)).token : null
      return { ...credentials, token }
    })
    printCredentials({ ...created, name }, values)
  })
}

type ShownCredentials = {
  id: number
  name?: string
  key?: string
  secret?: string | null
  token?: string | null
}

function printCredentials(
  credentials: ShownCredentials,
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
    if (value !== undefined && value !== null) console.log(`${label.padEnd(7)} ${value}`)
}

async function list({ db }: Database, { json }: Values): Promise<void> {
  const clients = await listClients(db)
  if (json) return console.log(JSON.stringify(clients))
  console.log(
    renderTable(
      [
        'ID',
        'NAME',
        'KEY',
        'ACCESS',
        'NETWORKS',
        'TOKENS',
        'LIFETIME',
        'LIMIT',
        'RETRY-AFTER',
        'CREATED',
        'LAST USE',
        'STATUS',
      ],
      clients.map((row) => [
        row.id,
        row.name,
        `${row.key_hint}…`,
        describeAccess(row),
        row.networks?.join(', ') ?? 'any',
        row.tokens_count,
        row.token_lifetime_seconds === null
          ? 'unlimited'
          : formatSeconds(row.token_lifetime_seconds),
        row.requests_per_minute === null ? 'plan' : `${row.requests_per_minute}/min`,
        row.retry_after,
        new Date(row.created_at),
        row.last_used_at ? new Date(row.last_used_at) : 'never',
        describeStatus(row),
      ]),
    ),
  )
}

function describeAccess({ audience, is_trusted, is_read_only, scopes }: ListedClient): string {
  if (audience === 'end_users') return 'end users'
  if (!is_trusted) return 'none'
  const access = is_read_only ? 'read' : 'read, write'
  return scopes === null ? access : `${access} of ${scopes.join(', ')}`
}

function describeStatus(client: ListedClient): string {
  const { revoked_at, expires_at, is_public, previous_secret_expires_at: overlap } = client
  if (revoked_at) return `revoked ${formatTime(new Date(revoked_at))}`
  if (expires_at && new Date(expires_at) <= new Date())
    return `expired ${formatTime(new Date(expires_at))}`
  return [
    'active',
    is_public && 'public',
    expires_at && `until ${formatTime(new Date(expires_at))}`,
    overlap && `old secret until ${formatTime(new Date(overlap))}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const CHANGING_OPTIONS = [
  'public',
  ...Object.keys({ ...ACCESS_OPTIONS, 'password-grant': PASSWORD_GRANT }),
  ...Object.keys({ ...LIMIT_OPTIONS, ...QUERY_TOKEN_OPTION }),
].map((name) => `--${name}`)

async function set(values: Values, id: number): Promise<void> {
  const changes = { ...readSettings(values), ...(values.public === true && { isPublic: true }) }
  if (Object.keys(changes).length === 0)
    throw new UsageError(`Nothing to change. Options: ${CHANGING_OPTIONS.join(', ')}.`)
  await openAndRun(async ({ db }) => {
    await db.transaction().execute((tx) => updateClient(tx, id, changes))
    console.log(values.json ? JSON.stringify({ changed: id }) : `Client ${id} is changed.`)
  })
}

async function token(values: Values, id: number): Promise<void> {
  await openAndRun(async ({ db }) => {
    const issued = await db.transaction().execute(async (tx) => {
      await requireActiveClient(tx, id)
      return issueToken(tx, id, values.user ? await requireStaffId(tx, String(values.user)) : null)
    })
    printCredentials({ id, token: issued.token }, values, { expires_in: issued.expiresInSeconds })
  })
}

async function requireStaffId(tx: Tx, email: string): Promise<number> {
  const id = await findStaffId(tx, email)
  if (id !== undefined) return id
  throw new CommandError(
    `Nobody with a role has the e-mail address ${email}. A person without a role cannot use the API. \`earshot people create\` gives a role.`,
  )
}

async function rotate(values: Values, id: number): Promise<void> {
  const overlapSeconds = parseSeconds('--overlap', values.overlap, 0)
  await openAndRun(async ({ db }) => {
    const rotated = await db.transaction().execute(async (tx) => {
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
    const isNew = await db.transaction().execute((tx) => revokeClient(tx, id))
    const state = isNew ? 'are revoked' : 'were already revoked'
    console.log(json ? JSON.stringify({ revoked: id }) : `Client ${id} and its tokens ${state}.`)
  })
}

function parseId(text = ''): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`ID: ${JSON.stringify(text)} is not the id of a client.`)
  return Number(text)
}

function readSettings(values: Values): Partial<ClientSettings> {
  const { expires } = values
  const queryToken = values['query-token']
  const passwordGrant = values['password-grant']
  const retryAfter = values['retry-after'] as 'epoch' | 'delta' | undefined
  const scopes = listOf(values.scope, 'all')
  const networks = listOf(values.network, 'any')
  const redirectUris = listOf(values['redirect-uri'], 'none')
  return {
    ...(scopes !== undefined && { scopes: sortScopes(scopes) }),
    ...(networks !== undefined && { networks: networks?.map(readNetwork) ?? null }),
    ...(redirectUris !== undefined && { redirectUris: redirectUris?.map(readRedirectUri) ?? [] }),
    ...(expires !== undefined && { expiresAt: readExpiry(expires) }),
    ...(passwordGrant !== undefined && {
      allowsPasswordGrant: passwordGrant === true || passwordGrant === 'on',
    }),
    ...(values.limit !== undefined && { requestsPerMinute: wholeNumber(values, 'limit') || null }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(queryToken !== undefined && { allowsQueryToken: queryToken === 'on' }),
  }
}

/** Null for the word that stands for no list. */
function listOf(value: Values[string], word: string): string[] | null | undefined {
  if (!Array.isArray(value)) return undefined
  if (!value.includes(word)) return [...new Set(value)]
  if (value.length > 1) throw new UsageError(`${word} cannot be combined with other values.`)
  return null
}

function readNetwork(text: string): string {
  const network = parseNetwork(text)
  if (network) return network
  throw new UsageError(
    `--network: ${JSON.stringify(text)} is not a network. Write its first address and a length, such as 10.0.0.0/8.`,
  )
}

function readRedirectUri(text: string): string {
  if (isRedirectUri(text)) return text
  throw new UsageError(
    `--redirect-uri: ${JSON.stringify(text)} is not allowed. Use an https URL without a fragment, http on localhost, or a scheme such as com.example.app:.`,
  )
}

function readExpiry(value: Values[string]): Date | null {
  if (value === 'never') return null
  return new Date(Date.now() + parseSeconds('--expires', value, 1) * 1000)
}

// OpenID providers that owners set up, and a check of what is set up.
import { type Static, type TSchema, Type } from 'typebox'
import { ROLES } from '../../auth/roles.ts'
import {
  createProviderRecord,
  deleteProviderRecord,
  findStoredProvider,
  MAX_GROUPS,
  type ProviderInput,
  updateProviderRecord,
} from '../../auth/sign-in/oidc-providers.ts'
import {
  AVAILABLE_TO,
  CLIENT_AUTHS,
  isAvailableTo,
  MAX_PROVIDERS,
  type OidcSettings,
  parseProvider,
  SettingError,
} from '../../auth/sign-in/oidc-settings.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { oidc_providers } from '../../resources/oidc_providers.ts'
import { EmptyBody, Flag, Position } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { mergeInput, parsePathId } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { redirectUriOf } from './pages/oidc.ts'

const shortText = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const clearable = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

const secret = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }))

const client = {
  issuer: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The https address of the provider, exactly as it calls itself.',
  }),
  client_id: shortText(500),
}
const clientAuth = clearable(
  Type.Enum([...CLIENT_AUTHS]),
  'How the secret is sent. Null: as the provider says.',
)

const more = {
  token_endpoint_auth_method: clientAuth,
  scopes: clearable(shortText(500), 'With openid. Null: openid email profile.'),
  groups_claim: clearable(shortText(200), 'The claim that lists the groups of a person.'),
  roles: clearable(
    Type.Record(Type.String(), Type.Enum([...ROLES])),
    `The role of each group, of at most ${MAX_GROUPS}. For staff.`,
  ),
  allow_new: clearable(
    Type.Enum([...ROLES]),
    'The role of a person who has none yet. Null: they are refused. For staff.',
  ),
  email_domains: clearable(
    Type.Array(shortText(255), { maxItems: 100 }),
    'Domains in which a verified address is enough to become the member of staff who has it.',
  ),
  available_to: Type.Optional(
    Type.Enum([...AVAILABLE_TO], {
      description: 'Who can sign in with it. End users never get a role. Default: staff.',
    }),
  ),
  is_enabled: Flag,
  position: Position,
}

const NewBody = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'On the button. The slug, which is part of the redirect URI, is made of it.',
  }),
  ...client,
  client_secret: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'Written only, and encrypted.',
  }),
  ...more,
})

const ChangedBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'The slug stays.' })),
  issuer: Type.Optional(client.issuer),
  client_id: Type.Optional(client.client_id),
  client_secret: secret(
    'Without it the stored one stays. Required when the issuer or the client id changes.',
  ),
  ...more,
})

const CheckedBody = Type.Object({
  ...client,
  client_secret: secret(
    'Without it, that of `id` is used where it is for the same issuer and client id.',
  ),
  token_endpoint_auth_method: clientAuth,
  id: Type.Optional(Type.Integer({ minimum: 1, description: 'A stored provider.' })),
})
const checkReader = createInputReader(CheckedBody)
const noInput = createInputReader(EmptyBody)

const Check = object({
  check: object({
    is_ok: flag,
    problems: listOf(
      object({
        code: {
          ...text,
          description: 'One of unreachable, not_openid, issuer, endpoints, clock, client.',
        },
        message: text,
      }),
    ),
    issuer: { ...orNull(text), description: 'As the provider calls itself.' },
    authorization_endpoint: orNull(text),
    token_endpoint: orNull(text),
    jwks_uri: orNull(text),
    clock_skew_seconds: {
      ...orNull(integer),
      description: 'How far the clock of the provider is ahead of that of this server.',
    },
    client: Type.Enum(['accepted', 'refused', 'unknown'], {
      description:
        'Whether the provider accepts the client id and the secret. Unknown where it does not say before somebody signs in.',
    }),
  }),
})

/** Other processes get a notification. */
const reload = ({ reloadSettings }: Context) => reloadSettings()

export const oidcProviderOperations = (): Operation[] => [
  declareOperation({
    method: 'POST',
    path: '/oidc_providers/check',
    summary: 'Check an OpenID provider before it is stored',
    description:
      'Reads its discovery document and asks for tokens with a code that does not exist, which shows whether the client is known. Nothing is stored, and nobody signs in.',
    tag: oidc_providers.name,
    body: CheckedBody,
    answer: Check,
    async handle(call) {
      const input = checkReader.read(mergeInput(call))
      return check(call.context, await toCheckedSettings(call.context, input))
    },
  }),
  declareOperation({
    method: 'POST',
    path: '/oidc_providers/:id/check',
    summary: 'Check a stored OpenID provider',
    description: 'The same, with the stored secret. It can be disabled.',
    tag: oidc_providers.name,
    body: EmptyBody,
    answer: Check,
    async handle(call) {
      noInput.read(mergeInput(call))
      const { context } = call
      const id = parsePathId(oidc_providers, call.params)
      return check(context, await findStoredProvider(context.db, context.readKeys, id))
    },
  }),
  ...writeOperations(oidc_providers, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create an OpenID provider',
      description: `People can sign in with it at once, in every process. At most ${MAX_PROVIDERS}. One of OIDC_PROVIDERS with the same slug wins.`,
      body: NewBody,
      answer: 'created',
      run: (tx, { origin, readKeys, input }) =>
        createProviderRecord(tx, { readKeys, origin }, input as ProviderInput),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update an OpenID provider',
      description:
        'Members that are absent stay. Sessions that it began end when their people cannot sign in with it any more; those of the caller stay.',
      body: ChangedBody,
      answer: 'records',
      async run(tx, { id, origin, readKeys, input }) {
        await updateProviderRecord(tx, { id, readKeys, origin }, input as ProviderInput)
        return id
      },
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete an OpenID provider',
      description:
        'Sessions that it began end; those of the caller stay. Which account belongs to whom is not forgotten.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id, origin }) => deleteProviderRecord(tx, id, origin),
    }),
  ]).map((operation) => ({ ...operation, afterCommit: reload })),
]

async function toCheckedSettings(
  { db, readKeys }: Context,
  input: Static<typeof CheckedBody>,
): Promise<OidcSettings> {
  const { issuer, client_id, client_secret, token_endpoint_auth_method: method, id } = input
  const stored =
    client_secret === undefined && id !== undefined
      ? await findStoredProvider(db, readKeys, id)
      : undefined
  // A secret is never sent to another address than that it was made for.
  const isSame = stored?.issuer === issuer && stored.clientId === client_id
  try {
    return parseProvider(
      {
        name: 'Provider',
        issuer,
        client_id,
        client_secret: client_secret ?? (isSame ? stored.clientSecret : undefined),
        ...(method && { token_endpoint_auth_method: method }),
      },
      'The provider',
    )
  } catch (error) {
    if (!(error instanceof SettingError && error.wrong)) throw error
    const { member, allowed } = error.wrong
    throw new ApiError('invalid', `${member}: should be ${allowed}.`, { [member]: 'invalid' })
  }
}

async function check(
  { reader, outgoing }: Context,
  settings: OidcSettings,
): Promise<Static<typeof Check>> {
  // Loads the package only where providers are.
  const { checkProvider } = await import('../../auth/sign-in/provider-check.ts')
  const who = isAvailableTo(settings, 'staff') ? 'staff' : 'end_users'
  const redirectUri = redirectUriOf(reader.baseUrl, settings.slug, who)
  const { problems, metadata, clockSkewSeconds, client } = await checkProvider(
    settings,
    redirectUri,
    outgoing,
  )
  return {
    check: {
      is_ok: problems.length === 0,
      problems,
      issuer: metadata?.issuer ?? null,
      authorization_endpoint: metadata?.authorization_endpoint ?? null,
      token_endpoint: metadata?.token_endpoint ?? null,
      jwks_uri: metadata?.jwks_uri ?? null,
      clock_skew_seconds: clockSkewSeconds,
      client,
    },
  }
}

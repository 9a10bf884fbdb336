// What an OpenID provider consists of and which values are allowed: those of OIDC_PROVIDERS, a JSON list or the path of a file that
// contains it, and those that owners store.
import { readFileSync } from 'node:fs'
import { isRole, ROLES, type Role } from '../roles.ts'

/** Whom people of a provider can become: staff with a role, end users of the portal, or either, as they choose. */
export const AVAILABLE_TO = ['staff', 'end_users', 'both'] as const
export type AvailableTo = (typeof AVAILABLE_TO)[number]

/** Who signs in. The two never share a session, an address or a state. */
export const AUDIENCES = ['staff', 'end_users'] as const
export type Audience = (typeof AUDIENCES)[number]

export type OidcSettings = {
  /** The stored record; null: of OIDC_PROVIDERS. */
  id: number | null
  /** Shown on the button. */
  name: string
  /** The name in paths, and the method of sessions. */
  slug: string
  issuer: string
  clientId: string
  clientSecret: string
  clientAuth: ClientAuth | null
  scopes: string
  /** The claim that lists the groups of a person; null: none. */
  groupsClaim: string | null
  /** The role of each group. */
  roles: Map<string, Role>
  /** The role of a person without one; null: they are refused. */
  newRole: Role | null
  /** Domains, in lower case, in which a verified address is enough to become a person of the staff. */
  emailDomains: string[]
  availableTo: AvailableTo
}

export const isAvailableTo = ({ availableTo }: Pick<OidcSettings, 'availableTo'>, who: Audience) =>
  availableTo === who || availableTo === 'both'

export const CLIENT_AUTHS = ['client_secret_basic', 'client_secret_post'] as const

/** How the secret is sent to the provider. */
export type ClientAuth = (typeof CLIENT_AUTHS)[number]

/** Never contains a value of the setting, which has secrets. */
export class SettingError extends Error {
  /** The member of a provider that is wrong, and what is right. */
  readonly wrong: { member: string; allowed: string } | undefined

  constructor(message: string, wrong?: SettingError['wrong']) {
    super(message)
    this.wrong = wrong
  }
}

const MEMBERS = [
  'name',
  'issuer',
  'client_id',
  'client_secret',
  'token_endpoint_auth_method',
  'scopes',
  'groups_claim',
  'roles',
  'allow_new',
  'email_domains',
  'available_to',
]

/** Methods of sessions that are no providers. */
const RESERVED: Record<Audience, string[]> = {
  staff: ['password', 'passkey', 'link'],
  end_users: ['sso', 'email', 'guest'],
}

export const DEFAULT_SCOPES = 'openid email profile'

export function parseOidcProviders(value: string): OidcSettings[] {
  const text = isJson(value) ? value : readSettings(value)
  const list = parseJson(text)
  if (!Array.isArray(list)) throw new SettingError('The JSON should be a list of providers.')
  return parseProviderList(list)
}

export const MAX_PROVIDERS = 20

/** With the members of the JSON. */
export function parseProviderList(list: unknown[]): OidcSettings[] {
  if (list.length > MAX_PROVIDERS)
    throw new SettingError(`There should be at most ${MAX_PROVIDERS} providers.`)
  const providers = list.map((input, index) => parseProvider(input, `Provider ${index + 1}`))
  const slugs = providers.map(({ slug }) => slug)
  const twice = slugs.find((slug, i) => slugs.indexOf(slug) !== i)
  if (twice !== undefined)
    throw new SettingError(`Two providers have the name ${JSON.stringify(twice)} in their paths.`)
  return providers
}

export const isJson = (value: string) => /^\s*[[{"]/.test(value)

function readSettings(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`The file ${path} cannot be read (${code}).`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text.
    throw new SettingError('The text is not valid JSON.')
  }
}

/** `place` is where it stands, for messages. */
export function parseProvider(input: unknown, place: string): OidcSettings {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SettingError(`${place} should be an object.`)
  const members = input as Record<string, unknown>
  const problem = (member: string, allowed: string) =>
    new SettingError(`${place}, ${member}: should be ${allowed}.`, { member, allowed })
  const text = (member: string, allowed: string, isValid = (value: string) => value !== '') => {
    const value = members[member]
    if (typeof value !== 'string' || !isValid(value)) throw problem(member, allowed)
    return value
  }
  const optional = <T>(member: string, read: () => T): T | null =>
    members[member] === undefined ? null : read()

  const unknown = Object.keys(members).find((member) => !MEMBERS.includes(member))
  if (unknown !== undefined)
    throw new SettingError(
      `${place}: unknown member ${JSON.stringify(unknown.slice(0, 40))}. Allowed: ${MEMBERS.join(', ')}.`,
    )
  const name = text('name', 'up to 40 letters, digits, spaces, dots or hyphens', (value) =>
    /^[a-z\d][a-z\d .-]{0,39}$/i.test(value.trim()),
  ).trim()
  const slug = slugOf(name)
  const availableTo = (optional('available_to', () =>
    text('available_to', AVAILABLE_TO.join(', '), (value) =>
      AVAILABLE_TO.includes(value as AvailableTo),
    ),
  ) ?? 'staff') as AvailableTo
  requireFreeSlug(slug, availableTo, place)
  const role = (value: unknown, member: string): Role => {
    if (isRole(value)) return value
    throw problem(member, `one of ${ROLES.join(', ')}`)
  }
  const groupsClaim = optional('groups_claim', () => text('groups_claim', 'the name of a claim'))
  const roles = Object.entries(optional('roles', () => readObject(members.roles, problem)) ?? {})
  if (roles.length > 0 && groupsClaim === null)
    throw problem('groups_claim', 'set, because roles are given')
  return {
    id: null,
    name,
    slug,
    issuer: text(
      'issuer',
      'the https address of the provider, exactly as it calls itself',
      isIssuer,
    ),
    clientId: text('client_id', 'the client id that the provider issued'),
    clientSecret: text('client_secret', 'the client secret that the provider issued'),
    clientAuth: optional('token_endpoint_auth_method', () =>
      text('token_endpoint_auth_method', CLIENT_AUTHS.join(' or '), (value) =>
        CLIENT_AUTHS.includes(value as ClientAuth),
      ),
    ) as ClientAuth | null,
    scopes:
      optional('scopes', () =>
        text('scopes', 'scopes separated by spaces, with openid', (value) =>
          value.split(' ').includes('openid'),
        ),
      ) ?? DEFAULT_SCOPES,
    groupsClaim,
    roles: new Map(roles.map(([group, value]) => [group, role(value, 'roles')])),
    newRole: optional('allow_new', () => role(members.allow_new, 'allow_new')),
    emailDomains:
      optional('email_domains', () => readDomains(members.email_domains, problem)) ?? [],
    availableTo,
  }
}

/** No name of another way in, of those for whom the provider is. */
export function requireFreeSlug(slug: string, availableTo: AvailableTo, place = 'The provider') {
  const reserved = AUDIENCES.flatMap((who) =>
    isAvailableTo({ availableTo }, who) ? RESERVED[who] : [],
  )
  const allowed = `another name than ${reserved.join(', ')}`
  if (reserved.includes(slug))
    throw new SettingError(`${place}, name: should be ${allowed}.`, { member: 'name', allowed })
}

export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/-$/, '')

function readDomains(
  value: unknown,
  problem: (member: string, allowed: string) => Error,
): string[] {
  const isDomain = (item: unknown) =>
    typeof item === 'string' &&
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i.test(item)
  if (!Array.isArray(value) || !value.every(isDomain))
    throw problem('email_domains', 'a list of domains, such as ["example.com"]')
  return value.map((domain: string) => domain.toLowerCase())
}

function readObject(
  value: unknown,
  problem: (member: string, allowed: string) => Error,
): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw problem('roles', 'an object that names the role of each group')
}

/** Without TLS only on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname))
  )
}

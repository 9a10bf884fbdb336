// How the portal looks, and what it says: the rules of these settings.
import { SettingError } from '../auth/sign-in/oidc-settings.ts'
import {
  type AccentTheme,
  accentContrast,
  DEFAULT_ACCENT,
  MIN_CONTRAST,
  readableAccent,
} from '../core/contrast.ts'
import { formatValue } from '../core/values.ts'
import { LANGUAGES, type Language } from '../texts/texts.ts'

export const PORTAL_THEMES = ['system', 'light', 'dark'] as const
export type PortalTheme = (typeof PORTAL_THEMES)[number]

export const PORTAL_AUDIENCES = ['everyone', 'signed_in', 'staff'] as const
export type PortalAudience = (typeof PORTAL_AUDIENCES)[number]

export type PortalLink = { text: string; url: string }

/** The longest of each; the title is plain, the others are Markdown. */
export const MAX_PORTAL_TEXTS = {
  title: 120,
  introduction: 2000,
  suggest_introduction: 2000,
  footer: 2000,
} as const
export type PortalText = keyof typeof MAX_PORTAL_TEXTS
/** Empty: the words of the service. */
export type PortalTexts = Record<Language, Record<PortalText, string>>

const TEXT_NAMES = Object.keys(MAX_PORTAL_TEXTS) as PortalText[]

export const ACCENT_FORM = `a colour such as ${DEFAULT_ACCENT}, with a contrast of at least ${MIN_CONTRAST}:1`
export const COLOR_PATTERN = '^#[0-9a-fA-F]{6}$'

/** In lower case. Throws a SettingError for a colour with which texts are hard to read. */
export function parseAccent(text: string, theme: AccentTheme): string {
  if (!new RegExp(COLOR_PATTERN).test(text))
    throw new SettingError(`${formatValue(text)} is not a colour. Allowed: ${ACCENT_FORM}.`)
  const color = text.toLowerCase()
  const ratio = accentContrast(color, theme)
  if (ratio >= MIN_CONTRAST) return color
  throw new SettingError(
    `${color} has a contrast of ${Math.floor(ratio * 10) / 10}:1 with the ${theme} theme. Needed: ${MIN_CONTRAST}:1. The nearest is ${readableAccent(color, theme)}.`,
  )
}

export const MAX_LINKS = 8
export const MAX_LINK_TEXT = 40
export const MAX_LINK_URL = 500
export const LINK_FORM =
  'an https, http or mailto address, or a path of this service such as /roadmap'
export const LINKS_FORM = `a JSON list of at most ${MAX_LINKS} objects with text and url, which is ${LINK_FORM}`

export function parseLinks(links: PortalLink[]): PortalLink[] {
  if (links.length > MAX_LINKS)
    throw new SettingError(`${links.length} links are too many. Maximum: ${MAX_LINKS}.`)
  return links.map((link) => ({ text: parseLinkText(link.text), url: parseLinkUrl(link.url) }))
}

function parseLinkText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LINK_TEXT || /\p{Cc}/u.test(trimmed))
    throw new SettingError(
      `the text ${formatValue(text)} is not allowed. Allowed: 1 to ${MAX_LINK_TEXT} characters.`,
    )
  return trimmed
}

function parseLinkUrl(text: string): string {
  const trimmed = text.trim()
  const hasPlainCharacters = trimmed.length <= MAX_LINK_URL && !/[\s\p{Cc}\\"<>]/u.test(trimmed)
  const isPath = /^\/(?!\/)/.test(trimmed)
  const isAddress = /^(https?:\/\/[^/]|mailto:[^@]+@.)/i.test(trimmed) && URL.canParse(trimmed)
  if (!hasPlainCharacters || !(isPath || isAddress))
    throw new SettingError(
      `the address ${formatValue(text)} is not allowed. Allowed: ${LINK_FORM}.`,
    )
  return trimmed
}

export const TEXTS_FORM = `a JSON object with ${LANGUAGES.join(' and ')}, each with ${TEXT_NAMES.join(', ')}`

type SentTexts = { [L in Language]?: { [Name in PortalText]?: string } }

/** Complete, with an empty text where none was sent. */
export function parseTexts(texts: SentTexts): PortalTexts {
  const parsed = LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      TEXT_NAMES.map((name) => [
        name,
        parseText(`${language}.${name}`, name, texts[language]?.[name]),
      ]),
    ),
  ])
  return Object.fromEntries(parsed)
}

function parseText(place: string, name: PortalText, text = ''): string {
  const max = MAX_PORTAL_TEXTS[name]
  const trimmed = text.trim()
  const control = name === 'title' ? /\p{Cc}/u : /(?![\n\r\t])\p{Cc}/u
  if (trimmed.length > max || control.test(trimmed))
    throw new SettingError(`${place} is not allowed. Allowed: at most ${max} characters.`)
  return trimmed
}

export const NO_TEXTS = parseTexts({})

export const MAX_HOSTS = 10
export const MAX_HOST = 253
export const HOSTS_FORM = `at most ${MAX_HOSTS} host names without ports, such as ideas.example.com`

/** In lower case, without repeats. International names are converted to their ASCII form. */
export function parseHosts(hosts: string[]): string[] {
  const parsed = [...new Set(hosts.map(parseHost))]
  if (parsed.length > MAX_HOSTS)
    throw new SettingError(`${parsed.length} hosts are too many. Maximum: ${MAX_HOSTS}.`)
  return parsed
}

function parseHost(text: string): string {
  const name = URL.parse(`http://${text.trim()}`)
  const host = name && name.host === name.hostname && name.pathname === '/' ? name.hostname : ''
  const isHost =
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
  const isAlone = name?.username === '' && name.search === '' && name.hash === ''
  if (!isHost || !isAlone)
    throw new SettingError(`${formatValue(text)} is not a host name. Allowed: ${HOSTS_FORM}.`)
  return host
}

/** A redirect to itself would not end. */
export function refuseOwnHost(hosts: string[], baseUrl: string): void {
  const own = new URL(baseUrl).hostname
  if (hosts.includes(own))
    throw new SettingError(`${own} is the address of the service itself. Name the others.`)
}

/** A variable whose value is JSON. */
export function parseJsonVariable<T>(value: string, parse: (json: never) => T): T {
  let json: unknown
  try {
    json = JSON.parse(value)
  } catch {
    throw new SettingError('The text is not valid JSON.')
  }
  try {
    return parse(json as never)
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError('The JSON has another form.')
  }
}

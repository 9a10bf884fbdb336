// Who reads a page: the language and the theme that they chose in the console or on the portal, or that the browser asks for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '../../texts/texts.ts'
import type { Page, Theme } from './html.ts'

const LOCALE_COOKIE = 'earshot_locale'
const THEME_COOKIE = 'earshot_theme'
const PREVIEW_COOKIE = 'earshot_view'

export const readLanguage = (request: FastifyRequest): Language => askedLanguage(request) ?? 'en'

/** Of a page of the portal, whose address can say it. */
export const readPageLanguage = (request: FastifyRequest): Language => {
  const { lang } = (request.query ?? {}) as Record<string, unknown>
  return isLanguage(lang) ? lang : readLanguage(request)
}

/** Read without trust: it is only compared with what we know. */
export function askedLanguage(request: FastifyRequest): Language | undefined {
  const asked = String(request.headers['accept-language'] ?? '').slice(0, 500)
  const own = request.state?.visitor?.language ?? ''
  const wanted = [readCookie(request, LOCALE_COOKIE), own, ...asked.split(',')]
  const known = wanted.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return known.find(isLanguage)
}

/** Null: as the browser asks. */
export const setLanguageCookie = (
  reply: FastifyReply,
  baseUrl: string,
  language: Language | null,
): void => setChoice(reply, baseUrl, LOCALE_COOKIE, language)

export const setThemeCookie = (reply: FastifyReply, baseUrl: string, theme: Theme): void =>
  setChoice(reply, baseUrl, THEME_COOKIE, theme)

const YEAR_SECONDS = 31_536_000

/** Not a secret, and read by the console's script too. */
function setChoice(
  reply: FastifyReply,
  baseUrl: string,
  name: string,
  choice: string | null,
): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = choice === null ? 0 : YEAR_SECONDS
  reply.header(
    'set-cookie',
    `${name}=${choice ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`,
  )
}

export function readTheme(request: FastifyRequest): Theme {
  const theme = readCookie(request, THEME_COOKIE)
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** As whom a member of the team looks at the portal; null: as themselves. */
export type Preview = 'public' | 'member' | null

export const isPreview = (text: unknown): text is NonNullable<Preview> =>
  text === 'public' || text === 'member'

export function readPreview(request: FastifyRequest): Preview {
  const preview = readCookie(request, PREVIEW_COOKIE)
  return isPreview(preview) ? preview : null
}

/** Until the browser is closed. */
export const setPreviewCookie = (reply: FastifyReply, baseUrl: string, preview: Preview) =>
  setPlainCookie(reply, baseUrl, PREVIEW_COOKIE, { value: preview ?? '', isCleared: !preview })

/** A cookie of the session that is no secret. */
export const setPlainCookie = (
  reply: FastifyReply,
  baseUrl: string,
  name: string,
  { value, isCleared = false }: { value: string; isCleared?: boolean },
) =>
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/${isCleared ? '; Max-Age=0' : ''}; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`,
  )

export const readCookie = ({ headers }: FastifyRequest, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,20})`).exec(headers.cookie ?? '')?.[1] ?? ''

/** In the language and the theme of the person. */
export const renderFor = (request: FastifyRequest, page: Page): string =>
  page({
    language: readLanguage(request),
    theme: readTheme(request),
    // A request that cannot be read has none.
    name: request.state?.siteName ?? 'Earshot',
  })

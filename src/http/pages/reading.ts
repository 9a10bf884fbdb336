// Who reads a page: the language and the theme that they chose in the console, or that the browser asks for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '../../texts/texts.ts'
import type { Page, Theme } from './html.ts'

const LOCALE_COOKIE = 'earshot_locale'
const THEME_COOKIE = 'earshot_theme'
const PREVIEW_COOKIE = 'earshot_view'

export const readLanguage = (request: FastifyRequest): Language => askedLanguage(request) ?? 'en'

/** Read without trust: it is only compared with what we know. */
export function askedLanguage(request: FastifyRequest): Language | undefined {
  const asked = String(request.headers['accept-language'] ?? '').slice(0, 500)
  const wanted = [readCookie(request, LOCALE_COOKIE), ...asked.split(',')]
  const known = wanted.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return known.find(isLanguage)
}

/** Not a secret, and read by the console's script too. */
export function setLanguageCookie(reply: FastifyReply, baseUrl: string, language: Language): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${LOCALE_COOKIE}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`,
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

// Who reads a page: the language and the theme that they chose in the console, or that the browser asks for.
import type { FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from './texts.ts'

/** Null: like the system. */
export type Theme = 'light' | 'dark' | null

const LOCALE_COOKIE = 'earshot_locale'
const THEME_COOKIE = 'earshot_theme'

/** Read without trust: both are only compared with what we know. */
export function readLanguage(request: FastifyRequest): Language {
  const asked = String(request.headers['accept-language'] ?? '').slice(0, 500)
  const wanted = [readCookie(request, LOCALE_COOKIE), ...asked.split(',')]
  const known = wanted.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return LANGUAGES.find((language) => language === known.find(isLanguage)) ?? 'en'
}

const isLanguage = (tag: string) => LANGUAGES.some((language) => language === tag)

export function readTheme(request: FastifyRequest): Theme {
  const theme = readCookie(request, THEME_COOKIE)
  return theme === 'light' || theme === 'dark' ? theme : null
}

const readCookie = ({ headers }: FastifyRequest, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,20})`).exec(headers.cookie ?? '')?.[1] ?? ''

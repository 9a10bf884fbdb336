// Texts, numbers and times in the person's language.
import { i18n, type Messages } from '@lingui/core'
import type { laterMessages, MessageId } from '../../locales/en/index.ts'
import { rememberForPages } from './page-cookie.ts'

export type { MessageId }

/** A locale for development, which is not offered: see pseudo-locale.ts. */
const PSEUDO = 'ar-XB'
export type Locale = 'en' | 'de' | typeof PSEUDO

/** Those that people can choose. */
export const LOCALES = { en: 'English', de: 'Deutsch' }

const catalogues = {
  en: () => import('../../locales/en/index.ts'),
  de: () => import('../../locales/de/index.ts'),
  [PSEUDO]: () => import('./pseudo-locale.ts'),
}

type Area = keyof typeof laterMessages
const loadedAreas = new Set<Area>()

async function readArea(locale: Locale, area: Area): Promise<Messages> {
  const { laterMessages } = await catalogues[locale]()
  return (await laterMessages[area]()).default as Messages
}

/** Before a screen of the area is shown. */
export async function loadTexts(area: Area): Promise<void> {
  const locale = i18n.locale as Locale
  i18n.load(locale, await readArea(locale, area))
  loadedAreas.add(area)
}

/** The text with this id. `count` and other values fill its placeholders. */
export const t = (id: MessageId, values?: Record<string, unknown>): string => i18n._(id, values)

/** What follows a prefix in the ids of texts: `NamesOf<'record.state'>` is `'new' | 'approved' | …`. */
export type NamesOf<P extends string> = MessageId extends infer Id
  ? Id extends `${P}.${infer Name}`
    ? Name
    : never
  : never

const hasText = (id: string): id is MessageId => i18n.messages[id] !== undefined

/** The text of a value that the service sends. A value that the console does not know is shown as it is. */
export const textOfValue = (id: string, value: string, values?: Record<string, unknown>): string =>
  hasText(id) ? t(id, values) : value

/** The text before and after one of its placeholders, whose value is an element. */
export function around(id: MessageId, placeholder: string): [before: string, after: string] {
  const [before = '', after = ''] = t(id, { [placeholder]: '\u0000' }).split('\u0000')
  return [before, after]
}

const STORED = 'earshot.locale'

export function preferredLocale(): Locale {
  const isPseudo =
    import.meta.env.DEV && new URLSearchParams(location.search).get('pseudo') === 'rtl'
  if (isPseudo || localStorage.getItem(STORED) === PSEUDO) return PSEUDO
  const wanted = [localStorage.getItem(STORED), ...navigator.languages]
  const found = wanted
    .map((language) => language?.split('-')[0])
    .find((language) => language !== undefined && language in LOCALES)
  return (found as Locale | undefined) ?? 'en'
}

export async function activateLocale(locale: Locale): Promise<void> {
  const { default: messages } = await catalogues[locale]()
  const later = await Promise.all([...loadedAreas].map((area) => readArea(locale, area)))
  i18n.loadAndActivate({ locale, messages: Object.assign({}, messages, ...later) as Messages })
  document.documentElement.lang = locale
  document.documentElement.dir = locale === PSEUDO ? 'rtl' : 'ltr'
}

/** Whether lines run from right to left. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

export function rememberLocale(locale: Locale): void {
  localStorage.setItem(STORED, locale)
  rememberForPages('earshot_locale', locale)
}

/** The chosen language as it is written where the browser says that the person is: en in the United Kingdom is en-GB. */
function regionalLocale(): string {
  const { locale } = i18n
  if (locale === PSEUDO) return locale
  // Not all that browsers say are valid tags: a server without a locale says en-US@posix.
  const regions = navigator.languages.map((tag) => /^([a-z]{2,3})-([A-Z]{2})\b/.exec(tag))
  const region = (regions.find((found) => found?.[1] === locale) ?? regions.find(Boolean))?.[2]
  return region === undefined ? locale : `${locale}-${region}`
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  name: string,
  make: (locale: string) => T,
): T {
  const locale = regionalLocale()
  const key = `${locale} ${name}`
  const format = (formats.get(key) as T | undefined) ?? make(locale)
  formats.set(key, format)
  return format
}

export const formatNumber = (value: number): string =>
  cached('number', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(
    value,
  )

/** With all of its decimals. */
export const formatExactly = (value: number): string =>
  cached('exact', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 15 })).format(
    value,
  )

let currency: string | null = null

/** The currency of the installation. Without one, an amount is a number. */
export function setCurrency(code: string | null): void {
  currency = code
}

/** Money is compared by its size, not by its cents. */
export const formatAmount = (value: number): string =>
  cached(
    `amount ${currency}`,
    (locale) =>
      new Intl.NumberFormat(locale, {
        maximumFractionDigits: 0,
        ...(currency !== null && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      }),
  ).format(value)

/** An amount where no label says that it is one of a month. */
export const formatMonthly = (value: number): string =>
  t('shell.per_month', { amount: formatAmount(value) })

export const formatDate = (time: string): string =>
  cached('date', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })).format(
    new Date(time),
  )

export const formatTime = (time: string): string =>
  cached(
    'time',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  ).format(new Date(time))

/** A calendar day such as 2026-01-31, which is the same everywhere. */
export const formatDay = (day: string): string =>
  cached(
    'day',
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  ).format(new Date(day))

/** The month of a calendar day. */
export const formatMonth = (day: string): string =>
  cached(
    'month',
    (locale) =>
      new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  ).format(new Date(day))

/** A part of a date on an axis, where there is little room. */
export const formatDatePart = (date: Date, part: 'day' | 'month' | 'year'): string =>
  cached(
    `${part} part`,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        ...(part === 'day'
          ? { day: 'numeric', month: 'short' }
          : { [part]: part === 'month' ? 'short' : 'numeric' }),
      }),
  ).format(date)

/** "3.5 days". */
export function formatDuration(seconds: number): string {
  const [unit, size] = LENGTHS.find(([, length]) => seconds >= length) ?? ['minute', 60]
  return cached(
    `duration ${unit}`,
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 1,
      }),
  ).format(seconds / size)
}

const LENGTHS: ['day' | 'hour', number][] = [
  ['day', 86_400],
  ['hour', 3_600],
]

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 days ago". */
export function formatAge(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const format = cached('age', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return format.format(Math.trunc(seconds / size), unit)
}

export const formatList = (texts: string[]): string =>
  new Intl.ListFormat(i18n.locale).format(texts)

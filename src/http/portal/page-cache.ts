// Lists as strangers get them, kept as bytes. The statement of a list also returns its version, and no records where a page of this
// version is kept. So a change by anybody, also by SQL, is seen by the next visit in every process.
import type { View } from '../../../portal/view.ts'
import type { Context } from '../../context.ts'
import { LruCache } from '../../core/lru-cache.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { isYoung } from '../end-users/kept-tiers.ts'

/** As it is sent. */
export type RenderedPage = {
  body: Uint8Array
  headers: Record<string, string>
  /** Null where the page must be sent again each time. */
  etag: string | null
  /** Whether it is the same for every visitor who is not signed in. */
  isPublic: boolean
}

export type KeptPage = RenderedPage & { outlineVersion: string; listVersion: string }

type Entry = {
  page: KeptPage
  /** They are replaced as a whole when somebody changes one. */
  settings: Context['settings']
  translations: Context['translations']
  readAt: number
}

/** One for each process. */
export type PageCache = LruCache<Entry>

const MAX_BYTES = 16_000_000

export const createPageCache = (): PageCache => new LruCache(MAX_BYTES)

type Visitor = { call: EndUserCall; view: View }

/** Everything that a page for strangers depends on beside the versions, the settings and the translations. */
const keyOf = ({ path, siteName, baseUrl, language, theme }: View) =>
  JSON.stringify([path, siteName, baseUrl, language, theme])

/** It holds while the versions are the same. */
export function findKeptPage(pages: PageCache, { call, view }: Visitor): KeptPage | undefined {
  if (call.caller || view.preview || call.reply.hasHeader('set-cookie')) return undefined
  const { settings, translations } = call.context
  const entry = pages.get(keyOf(view))
  const isSame = entry?.settings === settings && entry.translations === translations
  return isSame && isYoung(entry) ? entry.page : undefined
}

export function keepPage(pages: PageCache, { call, view }: Visitor, page: KeptPage): void {
  const { settings, translations } = call.context
  const key = keyOf(view)
  const entry = { page, settings, translations, readAt: performance.now() }
  pages.set(key, entry, page.body.length + 2 * key.length)
}

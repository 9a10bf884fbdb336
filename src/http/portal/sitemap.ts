// For search engines: what everyone sees of the portal, for every visitor the same.
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  forumPath,
  ROADMAP_PATH,
  suggestionPath,
  UPDATES_PATH,
  updatePath,
} from '../../../portal/paths.ts'
import {
  renderAddress,
  renderRobots,
  renderSitemap,
  renderSitemapIndex,
} from '../../../portal/sitemap.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { mapInSlices } from '../../core/slices.ts'
import { formatTime, parseId } from '../../core/values.ts'
import type { Queries } from '../../db/db.ts'
import {
  findAnnouncedEntries,
  findSitemapEntries,
  findSitemapPages,
  MAX_SITEMAPS,
  type SitemapEntry,
  type SitemapPage,
} from '../../read/end-users/sitemap.ts'
import { sendCached } from './cached-answer.ts'
import { indexedForums } from './public-portal.ts'

const SHARED_SECONDS = 60
const XML = 'application/xml; charset=utf-8'

/** Pages without a number. */
const FIXED_PATHS = ['/', ROADMAP_PATH, UPDATES_PATH]

export function sitemapRoutes(app: FastifyInstance, context: Context): void {
  const { pool, baseUrl } = context.reader
  const findPages = rememberPages(pool)
  /** Pages without a time, and thousands of entries, whose paths cost most of it. */
  const send = async (
    reply: FastifyReply,
    paths: string[],
    entries: SitemapEntry[],
    pathOf: (entry: SitemapEntry) => string,
  ) => {
    const pages = paths.map((path) => renderAddress({ url: baseUrl + path }))
    const others = await mapInSlices(entries, (entry) =>
      renderAddress({ url: baseUrl + pathOf(entry), modified: formatTime(entry.updatedAt) }),
    )
    const body = renderSitemap([...pages, ...others])
    return sendCached(reply, { type: XML, body, sharedSeconds: SHARED_SECONDS })
  }

  app.get('/robots.txt', async (_, reply) => {
    const isIndexed = (await indexedForums(context)).length > 0
    return sendCached(reply, {
      type: 'text/plain; charset=utf-8',
      body: renderRobots(isIndexed ? `${baseUrl}/sitemap.xml` : null),
      sharedSeconds: SHARED_SECONDS,
    })
  })

  app.get('/sitemap.xml', async (_, reply) => {
    const forums = await indexedForums(context)
    if (forums.length === 0) throw noSitemap()
    // Page 0 has what is in no forum.
    const pages = [undefined, ...(await findPages(forums))].slice(0, MAX_SITEMAPS)
    return sendCached(reply, {
      type: XML,
      body: renderSitemapIndex(pages.map((_, i) => `${baseUrl}/sitemaps/${i}.xml`)),
      sharedSeconds: SHARED_SECONDS,
    })
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', async ({ params }, reply) => {
    const number = parseId(/^(\d+)\.xml$/.exec(params.file)?.[1])
    const forums = await indexedForums(context)
    if (number === undefined || forums.length === 0) throw noSitemap()
    if (number === 0)
      return send(reply, FIXED_PATHS, await findAnnouncedEntries(pool, forums), updatePath)
    const page = (await findPages(forums))[number - 1]
    if (!page) throw noSitemap()
    const entries = await findSitemapEntries(pool, page)
    // A sitemap must not be empty, and all suggestions of a page can be hidden.
    const needsForum = page.fromId === 0 || entries.length === 0
    const paths = needsForum ? [forumPath(page.forum)] : []
    return send(reply, paths, entries, (entry) => suggestionPath(page.forum, entry))
  })
}

const noSitemap = () => new ApiError('not_found', 'Page not found.')

const REMEMBERED_MS = 300_000

/** Where pages begin changes little, and to find out reads the index of all suggestions. Which forums there are is asked each time. */
function rememberPages(pool: Queries): (forums: number[]) => Promise<SitemapPage[]> {
  let remembered: { key: string; until: number; pages: Promise<SitemapPage[]> } | undefined
  return (forums) => {
    const key = forums.join()
    if (remembered?.key === key && remembered.until > Date.now()) return remembered.pages
    const pages = findSitemapPages(pool, forums)
    const entry = { key, until: Date.now() + REMEMBERED_MS, pages }
    remembered = entry
    pages.catch(() => {
      if (remembered === entry) remembered = undefined
    })
    return pages
  }
}

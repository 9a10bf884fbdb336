// An Atom feed (RFC 4287). Texts of people are escaped twice: as HTML where they are formatted, and as XML here.
import { escapeXml } from '../src/core/escape-xml.ts'

export type FeedEntry = {
  /** Permanent, while the address of the page changes with the title. */
  id: string
  url: string
  title: string
  /** Null: unknown, or a person who was erased. */
  author: string | null
  /** RFC 3339. */
  published: string
  /** For people, such as the name of a forum. */
  categories: string[]
  html: string
}

export type Feed = {
  /** Its own address, which is also its id. */
  self: string
  /** The page with the same contents. */
  page: string
  title: string
  /** Relative addresses in entries begin here. */
  base: string
  language: string
  /** Of entries without one. */
  author: string
  icon: string
  /** The newest first. */
  entries: FeedEntry[]
}

/** Of a feed without entries. */
const NEVER = '1970-01-01T00:00:00Z'

/** When the newest entry was published. */
export const updatedAt = ({ entries }: Pick<Feed, 'entries'>): string =>
  entries
    .map(({ published }) => published)
    .sort()
    .at(-1) ?? NEVER

const person = (name: string) => `<author><name>${escapeXml(name)}</name></author>`

export function renderFeed(feed: Feed): string {
  const { self, page, title, base, language, author, icon, entries } = feed
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}" xml:base="${escapeXml(base)}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(title)}</title>
<updated>${updatedAt(feed)}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
<icon>${escapeXml(icon)}</icon>
<generator>Earshot</generator>
${person(author)}
${entries.map(renderEntry).join('')}</feed>
`
}

const renderEntry = ({ id, url, title, author, published, categories, html }: FeedEntry) => `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(title)}</title>
<published>${published}</published>
<updated>${published}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${author === null ? '' : person(author)}${categories.map((name) => `<category term="${escapeXml(name)}"/>`).join('')}
<content type="html">${escapeXml(html)}</content>
</entry>
`

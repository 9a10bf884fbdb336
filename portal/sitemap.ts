// Sitemaps as sitemaps.org/protocol.html describes them, and robots.txt (RFC 9309).
import { escapeXml } from '../src/core/escape-xml.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export type SitemapAddress = { url: string; modified?: string | undefined }

/** Its items are joined by the caller, who can pause between thousands of them. */
export const renderAddress = ({ url, modified }: SitemapAddress) =>
  `<url><loc>${escapeXml(url)}</loc>${modified === undefined ? '' : `<lastmod>${modified}</lastmod>`}</url>\n`

export const renderSitemap = (addresses: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="${NAMESPACE}">
${addresses.join('')}</urlset>
`

export const renderSitemapIndex = (urls: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="${NAMESPACE}">
${urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`).join('')}</sitemapindex>
`

/** Pages of single people, and what is no page. */
const NOT_FOR_ROBOTS = ['/admin', '/api', '/me', '/sign-in', '/sign-out', '/unsubscribe', '/widget']

/** Null: the portal is not for search engines. */
export const renderRobots = (sitemapUrl: string | null) =>
  sitemapUrl === null
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\n${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${sitemapUrl}\n`

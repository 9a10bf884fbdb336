// What the head of a page says to search engines and to programs that show links: the canonical address, the languages, Open Graph,
// and structured data (schema.org).
import { formattedToText } from '../src/core/formatted-text.ts'
import {
  announcementPath,
  type ForumPlace,
  forumPath,
  suggestionPath,
} from '../src/http/portal/addresses.ts'
import { type Html, html } from '../src/http/pages/html.ts'
import { LANGUAGES, type Language, say, t } from '../src/texts/texts.ts'
import { PICTURE_SIZE, type Picture, type PictureSubject, pictureAddress } from './picture/picture.ts'

/** Of every page. */
export type Place = {
  baseUrl: string
  /** The name of the installation. */
  site: string
  language: Language
  /** The language that the address asks for, as `?lang=`. */
  askedLanguage?: Language | undefined
  /** Whether everyone sees the page. Of others nothing is said, and search engines leave them out. */
  isPublic: boolean
  accent: string
}

type FormattedText = { text: string; text_type: string }
type Written = FormattedText & { creator_name: string | null; created_at: string }

export type SuggestionHead = Written & {
  id: number
  title: string
  supporters_count: number
  comments_count: number
  status: { name: string } | null
}

type Head = {
  path: string
  title: string
  description: string
  type: 'website' | 'article'
  picture: { subject: PictureSubject; drawn: Picture }
  published?: string
  feed: string
  data: object[]
}

const MAX_DESCRIPTION_CHARACTERS = 200
/** Structured data repeats the page, and needs no long discussion. */
const MAX_COMMENTS = 20
const MAX_COMMENT_CHARACTERS = 1_000
const MAX_LISTED = 50

export function homeMetadata(place: Place & { description?: string; forums: ForumPlace[] }): Html {
  const { baseUrl, site, language, forums } = place
  return renderHead(place, {
    path: '/',
    title: site,
    description:
      place.description ?? say(t`Suggest what ${site} should do next, and vote.`, language),
    type: 'website',
    picture: { subject: 'home', drawn: homePicture(place) },
    feed: '/feed.atom',
    data: [
      {
        '@type': 'CollectionPage',
        '@id': `${baseUrl}/`,
        url: `${baseUrl}/`,
        name: site,
        inLanguage: language,
        mainEntity: itemList(
          forums.map((forum) => ({ url: baseUrl + forumPath(forum), name: forum.name })),
        ),
      },
    ],
  })
}

export type ForumHead = ForumPlace & {
  welcome_message: string | null
  welcome_message_type: string
  open_ideas_count: number
}

export function forumMetadata(
  place: Place & { forum: ForumHead; suggestions: { id: number; title: string }[] },
): Html {
  const { baseUrl, language, forum, suggestions } = place
  const path = forumPath(forum)
  const description = summarize({
    text: forum.welcome_message ?? '',
    text_type: forum.welcome_message_type,
  })
  return renderHead(place, {
    path,
    title: forum.name,
    description: description || say(t`Suggestions in ${forum.name}. Vote, or add your own.`, language),
    type: 'website',
    picture: { subject: { forum: forum.id }, drawn: forumPicture(place, forum) },
    feed: `/forums/${forum.id}/feed.atom`,
    data: [
      {
        '@type': 'CollectionPage',
        '@id': baseUrl + path,
        url: baseUrl + path,
        name: forum.name,
        ...(description && { description }),
        inLanguage: language,
        mainEntity: itemList(
          suggestions.map((suggestion) => ({
            url: baseUrl + suggestionPath(forum, suggestion),
            name: suggestion.title,
          })),
        ),
      },
      breadcrumbs(place, [{ name: forum.name, path }]),
    ],
  })
}

export function suggestionMetadata(
  place: Place & {
    forum: ForumPlace
    suggestion: SuggestionHead
    comments: (Written & { id: number })[]
    /** The last official answer. */
    response: Written | null
  },
): Html {
  const { baseUrl, language, forum, suggestion, comments, response } = place
  const path = suggestionPath(forum, suggestion)
  return renderHead(place, {
    path,
    title: suggestion.title,
    description:
      summarize(suggestion) || say(t`A suggestion in ${forum.name}.`, language),
    type: 'article',
    published: suggestion.created_at,
    picture: {
      subject: { suggestion: suggestion.id },
      drawn: suggestionPicture(place, forum, suggestion),
    },
    feed: `/forums/${forum.id}/feed.atom`,
    data: [
      {
        '@type': 'DiscussionForumPosting',
        '@id': baseUrl + path,
        url: baseUrl + path,
        mainEntityOfPage: baseUrl + path,
        headline: suggestion.title,
        ...posted(suggestion, suggestion.title),
        isPartOf: { '@type': 'CollectionPage', url: baseUrl + forumPath(forum), name: forum.name },
        ...(suggestion.status && { creativeWorkStatus: suggestion.status.name }),
        interactionStatistic: [
          counter('LikeAction', suggestion.supporters_count),
          counter('CommentAction', suggestion.comments_count),
        ],
        comment: [
          ...(response ? [{ '@type': 'Comment', ...posted(response) }] : []),
          ...comments.slice(0, MAX_COMMENTS).map((comment) => ({
            '@type': 'Comment',
            ...posted(comment),
          })),
        ],
      },
      breadcrumbs(place, [
        { name: forum.name, path: forumPath(forum) },
        { name: suggestion.title, path },
      ]),
    ],
  })
}

export function announcementMetadata(
  place: Place & { announcement: FormattedText & { id: number; title: string; created_at: string } },
): Html {
  const { baseUrl, site, announcement } = place
  const path = announcementPath(announcement)
  return renderHead(place, {
    path,
    title: announcement.title,
    description: summarize(announcement) || announcement.title,
    type: 'article',
    published: announcement.created_at,
    picture: { subject: 'home', drawn: homePicture(place) },
    feed: '/updates.atom',
    data: [
      {
        '@type': 'BlogPosting',
        '@id': baseUrl + path,
        url: baseUrl + path,
        headline: announcement.title,
        datePublished: announcement.created_at,
        author: { '@type': 'Organization', name: site, url: `${baseUrl}/` },
      },
    ],
  })
}

/** A page without contents of its own, such as the roadmap. */
export const pageMetadata = (
  place: Place & { path: string; title: string; description: string; feed?: string },
): Html =>
  renderHead(place, {
    path: place.path,
    title: place.title,
    description: place.description,
    type: 'website',
    picture: { subject: 'home', drawn: homePicture(place) },
    feed: place.feed ?? '/feed.atom',
    data: [],
  })

type Site = Pick<Place, 'site' | 'accent'>

// Pictures are in English words only where there is no name: everyone sees the same one.
export const homePicture = ({ site, accent }: Site): Picture => ({
  site,
  title: site,
  context: 'Feedback',
  facts: [],
  accent,
})

export const forumPicture = ({ site, accent }: Site, forum: ForumPlace & { open_ideas_count: number }): Picture => ({
  site,
  title: forum.name,
  context: 'Feedback',
  facts: [counted(forum.open_ideas_count, 'open suggestion')],
  accent,
})

export const suggestionPicture = (
  { site, accent }: Site,
  forum: ForumPlace,
  { title, supporters_count, status }: Pick<SuggestionHead, 'title' | 'supporters_count' | 'status'>,
): Picture => ({
  site,
  title,
  context: forum.name,
  facts: [counted(supporters_count, 'vote'), ...(status ? [status.name] : [])],
  accent,
})

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

function renderHead(place: Place, head: Head): Html {
  const { baseUrl, site, language, askedLanguage, isPublic } = place
  const { path, title, description, type, picture, published, feed, data } = head
  const address = baseUrl + path
  const canonical = askedLanguage === undefined ? address : withLanguage(address, askedLanguage)
  if (!isPublic)
    return html`<link rel="canonical" href="${canonical}"><meta name="robots" content="noindex">`
  const image = baseUrl + pictureAddress(picture.subject, picture.drawn)
  return html`<link rel="canonical" href="${canonical}">
<link rel="alternate" hreflang="x-default" href="${address}">${LANGUAGES.map(
    (one) =>
      html`<link rel="alternate" hreflang="${one}" href="${withLanguage(address, one)}">`,
  )}
<link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}">
<meta name="description" content="${description}">
<meta property="og:type" content="${type}"><meta property="og:site_name" content="${site}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${canonical}"><meta property="og:locale" content="${LOCALES[language]}">
<meta property="og:image" content="${image}"><meta property="og:image:type" content="image/png"><meta property="og:image:width" content="${PICTURE_SIZE.width}"><meta property="og:image:height" content="${PICTURE_SIZE.height}"><meta property="og:image:alt" content="${title}">${published !== undefined && html`<meta property="article:published_time" content="${published}">`}
<meta name="twitter:card" content="summary_large_image">
${data.length > 0 && structuredData(data)}`
}

const LOCALES: Record<Language, string> = { en: 'en_US', de: 'de_DE' }

const withLanguage = (address: string, language: Language) => `${address}?lang=${language}`

/** A data block, which no Content-Security-Policy forbids: browsers do not run it. */
const structuredData = (data: object[]): Html => ({
  html: `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': data,
    // A text could end the block, or begin a comment in it.
  }).replaceAll('<', '\\u003c')}</script>`,
})

/** `text` is required, so a suggestion without one has its title. */
const posted = ({ text, text_type, creator_name, created_at }: Written, otherwise = '') => ({
  text: cut(formattedToText(text, text_type).trim(), MAX_COMMENT_CHARACTERS) || otherwise,
  author: { '@type': 'Person', name: creator_name ?? 'Anonymous' },
  datePublished: created_at,
})

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})

const itemList = (items: { url: string; name: string }[]) => ({
  '@type': 'ItemList',
  itemListElement: items.slice(0, MAX_LISTED).map((item, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    ...item,
  })),
})

const breadcrumbs = ({ baseUrl, site }: Place, steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: site, path: '/' }, ...steps].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: baseUrl + path,
  })),
})

const summarize = ({ text, text_type }: FormattedText) =>
  cut(formattedToText(text, text_type).replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION_CHARACTERS)

/** Without half a word, where there are words. */
function cut(text: string, max: number): string {
  const characters = [...text.slice(0, max * 2 + 2)]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 1).join('')
  const end = start.search(/\s\S*$/)
  return `${end > start.length / 2 ? start.slice(0, end) : start}…`
}

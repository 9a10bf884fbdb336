// What the head of a page says to search engines and to programs that show links: the canonical address, the languages, Open Graph,
// and structured data (schema.org).
import { formattedToText } from '../src/core/formatted-text.ts'
import { type Html, html, type Text } from '../src/texts/html.ts'
import { isLanguage, LANGUAGES, type Language, t } from '../src/texts/texts.ts'
import {
  type ForumName,
  forumPath,
  type SuggestionName,
  suggestionPath,
  updatePath,
} from './paths.ts'
import type { Comment, Forum, Suggestion } from './records.ts'
import {
  forumPicture,
  homePicture,
  PICTURE_SIZE,
  type Picture,
  type PictureSubject,
  pictureAddress,
  suggestionPicture,
} from './share/picture.ts'
import type { View } from './view.ts'

type FormattedText = { text: string; text_type: string }
type Written = FormattedText & { creator_name: string | null; created_at: string }

type Head = {
  path: string
  title: string
  description: Text
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

export function homeMetadata(forums: ForumName[], view: View): Html {
  const { baseUrl, siteName } = view
  const listed = forums.map((forum) => ({ url: baseUrl + forumPath(forum), name: forum.name }))
  return renderHead(view, {
    path: '/',
    title: siteName,
    description: t`Read what others suggest, vote for what matters to you, and suggest what is missing.`,
    type: 'website',
    picture: { subject: 'home', drawn: homePicture(siteOf(view)) },
    feed: '/feed.atom',
    data: [collection(view, '/', { name: siteName, mainEntity: itemList(listed) })],
  })
}

type ListedForum = Pick<
  Forum,
  'id' | 'name' | 'welcome_message' | 'welcome_message_type' | 'open_ideas_count'
>

export function forumMetadata(
  { forum, suggestions }: { forum: ListedForum; suggestions: SuggestionName[] },
  view: View,
): Html {
  const { baseUrl } = view
  const path = forumPath(forum)
  const description = summarize({
    text: forum.welcome_message ?? '',
    text_type: forum.welcome_message_type,
  })
  const listed = suggestions.map((suggestion) => ({
    url: baseUrl + suggestionPath(forum, suggestion),
    name: suggestion.title,
  }))
  return renderHead(view, {
    path,
    title: forum.name,
    description: description || t`Suggestions in ${forum.name}. Vote, or add your own.`,
    type: 'website',
    picture: { subject: { forum: forum.id }, drawn: forumPicture(siteOf(view), forum) },
    feed: `/forums/${forum.id}/feed.atom`,
    data: [
      collection(view, path, {
        name: forum.name,
        ...(description && { description }),
        mainEntity: itemList(listed),
      }),
      breadcrumbs(view, [{ name: forum.name, path }]),
    ],
  })
}

type PostedSuggestion = Pick<
  Suggestion,
  'id' | 'title' | 'supporters_count' | 'comments_count' | 'status'
> &
  Written

export type SuggestionHead = {
  forum: ForumName
  suggestion: PostedSuggestion
  comments: (Written & Pick<Comment, 'state'>)[]
  /** The newest first. */
  answers: Written[]
}

export function suggestionMetadata(data: SuggestionHead, view: View): Html {
  const { forum, suggestion, comments, answers } = data
  const { baseUrl } = view
  const path = suggestionPath(forum, suggestion)
  const posts = [
    ...answers.filter(({ text }) => text !== ''),
    ...comments.filter(({ state }) => state === 'published'),
  ]
  return renderHead(view, {
    path,
    title: suggestion.title,
    description: summarize(suggestion) || t`A suggestion in ${forum.name}.`,
    type: 'article',
    published: suggestion.created_at,
    picture: {
      subject: { suggestion: suggestion.id },
      drawn: suggestionPicture(siteOf(view), forum, suggestion),
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
        comment: posts
          .slice(0, MAX_COMMENTS)
          .map((post) => ({ '@type': 'Comment', ...posted(post) })),
      },
      breadcrumbs(view, [
        { name: forum.name, path: forumPath(forum) },
        { name: suggestion.title, path },
      ]),
    ],
  })
}

type Announced = FormattedText & { id: number; title: string; created_at: string }

export function announcementMetadata(announcement: Announced, view: View): Html {
  const { baseUrl, siteName } = view
  const { title, created_at } = announcement
  const path = updatePath(announcement)
  return renderHead(view, {
    path,
    title,
    description: summarize(announcement) || title,
    type: 'article',
    published: created_at,
    picture: { subject: 'home', drawn: homePicture(siteOf(view)) },
    feed: '/updates.atom',
    data: [
      {
        '@type': 'BlogPosting',
        '@id': baseUrl + path,
        url: baseUrl + path,
        headline: title,
        datePublished: created_at,
        author: { '@type': 'Organization', name: siteName, url: `${baseUrl}/` },
      },
    ],
  })
}

type PlainPage = { path: string; title: string; description: Text; feed?: string }

/** A page without contents of its own, such as the roadmap. */
export const pageMetadata = (
  { path, title, description, feed = '/feed.atom' }: PlainPage,
  view: View,
): Html =>
  renderHead(view, {
    path,
    title,
    description,
    type: 'website',
    picture: { subject: 'home', drawn: homePicture(siteOf(view)) },
    feed,
    data: [],
  })

const siteOf = ({ siteName, look }: View) => ({ site: siteName, accent: look.accent.light })

function renderHead(view: View, head: Head): Html {
  const { baseUrl, siteName, language, look, visitor } = view
  const { path, title, description, type, picture, published, feed, data } = head
  const address = baseUrl + path
  const asked = new URLSearchParams(view.path.split('?', 2)[1]).get('lang')
  const canonical = isLanguage(asked) ? withLanguage(address, asked) : address
  const links = html`<link rel="canonical" href="${canonical}"><link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}">`
  // Search engines and programs that show links are strangers. Others can see pages that strangers do not see.
  if (visitor !== null || !look.isIndexed) return links
  const image = baseUrl + pictureAddress(picture.subject, picture.drawn)
  return html`${links}
<link rel="alternate" hreflang="x-default" href="${address}">${LANGUAGES.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${withLanguage(address, one)}">`,
  )}
<meta name="description" content="${description}">
<meta property="og:type" content="${type}"><meta property="og:site_name" content="${siteName}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${canonical}"><meta property="og:locale" content="${LOCALES[language]}">
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

const collection = ({ baseUrl, language }: View, path: string, more: object) => ({
  '@type': 'CollectionPage',
  '@id': baseUrl + path,
  url: baseUrl + path,
  inLanguage: language,
  ...more,
})

const itemList = (items: { url: string; name: string }[]) => ({
  '@type': 'ItemList',
  itemListElement: items.slice(0, MAX_LISTED).map((item, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    ...item,
  })),
})

const breadcrumbs = ({ baseUrl, siteName }: View, steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: siteName, path: '/' }, ...steps].map(({ name, path }, i) => ({
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

// The addresses of pages. Numbers decide; the words after them are for people.
const MAX_SLUG = 80

/** Letters that have no accent to remove, or stand for two. */
const SPELLED: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Letters of every script stay, Latin ones without their accents; the rest becomes hyphens. */
export function slugOf(text: string): string {
  // Of longer texts only the beginning is needed.
  const start = text
    .slice(0, MAX_SLUG * 10)
    .toLowerCase()
    .replace(/['’]/g, '')
  const slug = (isAscii(start) ? start : spellOut(start))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const characters = [...slug]
  if (characters.length <= MAX_SLUG) return slug
  // A whole word, where that leaves enough.
  const cut = characters.slice(0, MAX_SLUG).join('')
  const end = characters[MAX_SLUG] === '-' ? -1 : cut.lastIndexOf('-')
  return (end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/-$/, '')
}

// Sitemaps need thousands of slugs at once.
const isAscii = (text: string) => !/[^ -~]/.test(text)

/** In other scripts than Latin a mark is part of the letter. */
const spellOut = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüßæœøåłđðþı]/g, (letter) => SPELLED[letter] as string)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')

const withSlug = (id: number, text: string) => {
  const slug = slugOf(text)
  return slug === '' ? String(id) : `${id}-${encodeURIComponent(slug)}`
}

export type ForumName = {
  id: number
  name: string
  /** Where `name` is a translation: addresses are the same in every language. */
  untranslated_name?: string
}
export type SuggestionName = { id: number; title: string }

export const forumPath = ({ id, name, untranslated_name: original }: ForumName): string =>
  `/forums/${withSlug(id, original ?? name)}`

export const suggestionPath = (forum: ForumName, { id, title }: SuggestionName): string =>
  `${forumPath(forum)}/suggestions/${withSlug(id, title)}`

export const newSuggestionPath = (forum: ForumName): string => `${forumPath(forum)}/new`

export const updatePath = ({ id, title }: SuggestionName): string =>
  `/updates/${withSlug(id, title)}`

/** Forms about a suggestion are sent here, whatever it is called. */
export const actionPath = (id: number, action: string): string => `/suggestions/${id}/${action}`

/** The same of a comment. */
export const commentActionPath = (id: number, action: string): string => `/comments/${id}/${action}`

/** What happens with something that a guest sent. */
export const SENT_PATH = '/sent'

/** The number at the beginning of `12-dark-mode`. */
export const leadingId = (segment: string): string => /^\d{1,19}(?=-|$)/.exec(segment)?.[0] ?? ''

export const ROADMAP_PATH = '/roadmap'
export const UPDATES_PATH = '/updates'
export const ME_PATH = '/me'
export const SETTINGS_PATH = '/me/settings'
/** Of the console. */
export const TEAM_SETTINGS_PATH = '/admin/settings/notifications'
export const DELETE_ME_PATH = '/me/delete'
export const EXPORT_ME_PATH = '/me/export'
export const UNSUBSCRIBE_PATH = '/unsubscribe'
export const UPDATES_FEED_PATH = '/updates.atom'

/** Of a discussion on the page of its suggestion. */
export const COMMENTS_PER_PAGE = 50

/** The path with these parameters, after those that it has; empty ones are left out. */
export function withQuery(
  address: string,
  parameters: Record<string, string | number | undefined | null>,
): string {
  const [path = '', before] = address.split('?', 2)
  const query = new URLSearchParams(before)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Where a list continues. The best matches of a search have numbers, other lists have cursors. */
export type NextPage = { cursor: string } | { page: number }

/** Where members of the team act on a suggestion, on a comment, and undo what they did. */
export const staffPath = (id: number, action: string): string => `/suggestions/${id}/team/${action}`
export const staffCommentPath = (id: number, action: string): string =>
  `/comments/${id}/team/${action}`
export const undoPath = (id: number): string => `/team/changes/${id}/undo`

/** The record of a suggestion in the console. */
export const consolePath = (id: number): string => `/admin/suggestions/${id}`

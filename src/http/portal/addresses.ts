// Addresses of the portal. Numbers decide, and slugs can be anything: pages redirect a wrong slug to the current one.
import { parseId } from '../../core/values.ts'

export type ForumPlace = { id: number; name: string }
export type SuggestionPlace = { id: number; title: string }
export type AnnouncementPlace = { id: number; title: string }

/** Orders of a forum's list that have an address of their own. */
export const FORUM_ORDERS = ['top', 'hot', 'new'] as const
export type ForumOrder = (typeof FORUM_ORDERS)[number]

const MAX_SLUG_CHARACTERS = 60

/** Letters that have no accent to remove. */
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

/** Words of a text for an address, not yet percent-encoded. Letters of other scripts stay. Empty when the text has no letters and digits. */
export function slugOf(text: string): string {
  // Of longer texts only the beginning is needed.
  const start = text.slice(0, MAX_SLUG_CHARACTERS * 10).toLowerCase()
  const words = isAscii(start)
    ? start.replace(/'/g, '').replace(/[^a-z\d]+/g, '-')
    : spellOut(start)
        .replace(/['’]/g, '')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return shorten(words.replace(/^-|-$/g, ''))
}

// Sitemaps need thousands of slugs at once.
const isAscii = (text: string) => !/[^ -~]/.test(text)

/** Latin letters without accents. In other scripts a mark is part of the letter. */
const spellOut = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüßæœøåłđðþı]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')

/** At most 60 characters, without half a word at the end where that leaves enough. */
function shorten(words: string): string {
  const characters = [...words]
  if (characters.length <= MAX_SLUG_CHARACTERS) return words
  const cut = characters.slice(0, MAX_SLUG_CHARACTERS).join('')
  const end = characters[MAX_SLUG_CHARACTERS] === '-' ? -1 : cut.lastIndexOf('-')
  return (end > cut.length / 2 ? cut.slice(0, end) : cut).replace(/-$/, '')
}

const segment = (id: number, text: string) => {
  const slug = slugOf(text)
  return slug === '' ? String(id) : `${id}-${encodeURIComponent(slug)}`
}

export const forumPath = ({ id, name }: ForumPlace, order?: ForumOrder) =>
  `/forums/${segment(id, name)}${order === undefined ? '' : `/filters/${order}`}`

export const suggestionPath = (forum: ForumPlace, { id, title }: SuggestionPlace) =>
  `${forumPath(forum)}/suggestions/${segment(id, title)}`

export const announcementPath = ({ id, title }: AnnouncementPlace) =>
  `/updates/${segment(id, title)}`

/** The number of `12`, `12-slug` or `12--slug`; undefined for everything else. */
export const idOfSegment = (text: string): number | undefined =>
  parseId(/^(\d{1,16})(-.*)?$/s.exec(text)?.[1])

/**
 * Where a request must go (301): undefined when its path is `path` already. The query stays. `url` is the target of the request as it came.
 */
export function canonicalRedirect(url: string, path: string): string | undefined {
  const query = url.indexOf('?')
  const asked = query === -1 ? url : url.slice(0, query)
  // Proxies and browsers differ in what they percent-encode.
  if (decoded(asked) === decoded(path)) return undefined
  return path + (query === -1 ? '' : url.slice(query))
}

function decoded(path: string): string | undefined {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

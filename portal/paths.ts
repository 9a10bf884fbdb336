// The addresses of pages. Numbers decide; the words after them are for people.
const MAX_SLUG = 80

const SPELLED: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
}

/** Letters of every script stay, without their accents; the rest becomes hyphens. */
export function slugOf(text: string): string {
  const spelled = text.toLowerCase().replace(/[äöüßæøå]/g, (letter) => SPELLED[letter] as string)
  const words = spelled.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
  const slug = words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  if (slug.length <= MAX_SLUG) return slug
  // A whole word, where there is one.
  const cut = [...slug].slice(0, MAX_SLUG).join('')
  return cut.replace(/-[^-]*$/, '') || cut
}

const withSlug = (id: number, text: string) => {
  const slug = slugOf(text)
  return slug === '' ? String(id) : `${id}-${encodeURIComponent(slug)}`
}

export type ForumName = { id: number; name: string }
export type SuggestionName = { id: number; title: string }

export const forumPath = ({ id, name }: ForumName): string => `/forums/${withSlug(id, name)}`

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

/** The path with these parameters; empty ones are left out. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | undefined | null>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

// What the picture of a page shows when somebody shares its address. child.ts draws it.
import { hash } from 'node:crypto'

export type Picture = {
  /** The name of the installation. */
  site: string
  title: string
  /** Above the title, such as the name of the forum. */
  context: string
  /** Below it, such as "12 votes". */
  votes: string | null
  /** Beside that, such as the status. */
  fact: string | null
  /** The colour of the installation, as #rrggbb. */
  accent: string
}

export type PictureSite = Pick<Picture, 'site' | 'accent'>

// The words are English: everyone sees the same picture.
export const homePicture = ({ site, accent }: PictureSite): Picture => ({
  site,
  title: site,
  context: 'Feedback',
  votes: null,
  fact: null,
  accent,
})

export const forumPicture = (
  { site, accent }: PictureSite,
  { name, open_ideas_count }: { name: string; open_ideas_count: number },
): Picture => ({
  site,
  title: name,
  context: 'Feedback',
  votes: null,
  fact: counted(open_ideas_count, 'open suggestion'),
  accent,
})

export const suggestionPicture = (
  { site, accent }: PictureSite,
  forum: { name: string },
  suggestion: { title: string; supporters_count: number; status: { name: string } | null },
): Picture => ({
  site,
  title: suggestion.title,
  context: forum.name,
  votes: counted(suggestion.supporters_count, 'vote'),
  fact: suggestion.status?.name ?? null,
  accent,
})

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const PICTURE_SIZE = { width: 1200, height: 630 }

/** Changes with everything that is drawn, and with how it is drawn. */
const DRAWING = 1

/** In the address, so that caches can keep a picture for long. */
export const pictureVersion = (picture: Picture): string =>
  hash('sha1', JSON.stringify([DRAWING, picture]), 'base64url').slice(0, 12)

export type PictureSubject = { suggestion: number } | { forum: number } | 'home'

export function picturePath(subject: PictureSubject): string {
  if (subject === 'home') return '/og/home.png'
  return 'forum' in subject
    ? `/og/forums/${subject.forum}.png`
    : `/og/suggestions/${subject.suggestion}.png`
}

export const pictureAddress = (subject: PictureSubject, picture: Picture) =>
  `${picturePath(subject)}?v=${pictureVersion(picture)}`

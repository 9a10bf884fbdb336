// Pictures that texts of a form show. The texts name them by addresses of the source, and the lines of `attachments` with such an `address`
// have their files. While a line is read, a mark stands where the picture belongs: which file that is, only the database knows.
import { createHash } from 'node:crypto'
import { pictureOf } from '#markdown'
import type { Kind } from './form.ts'

/** What a text says about a picture. */
export type ShownPicture = {
  /** As the text has it, or `data:` with a digest, for a picture that is inside of the text. */
  address: string
  /** In Markdown. */
  alt: string
  /** What stands there while the picture is no file of ours. */
  fallback: string
  /** The picture itself, of one that is inside of the text. */
  data?: string
}

/** The records that can have the file of a picture, by the members of an attachment. The first one is preferred. */
type Owner = { member: OwnerMember; key: string }
export type OwnerMember = 'suggestion' | 'note' | 'comment' | 'announcement' | 'feedback_record'

type Loose = Record<string, unknown>
/** A line of the form. */
type Shown = { key: string; record: object; pictures?: ShownPicture[] }

/** Of the kinds whose texts can show pictures. */
const OWNERS: Partial<Record<Kind, (line: { key: string; record: Loose }) => Owner[]>> = {
  suggestions: ({ key }) => [{ member: 'suggestion', key }],
  // An Earshot has the pictures of comments as files of the suggestion.
  comments: ({ key, record }) => [
    { member: 'comment', key },
    { member: 'suggestion', key: String(record.suggestion) },
  ],
  notes: ({ key }) => [{ member: 'note', key }],
  // An answer is read with its suggestion.
  status_updates: ({ record }) => [{ member: 'suggestion', key: String(record.suggestion) }],
  feedback_records: ({ key }) => [{ member: 'feedback_record', key }],
  announcements: ({ key }) => [{ member: 'announcement', key }],
}

export const KINDS_WITH_PICTURES = Object.keys(OWNERS) as Kind[]

export const ownersOf = (kind: Kind, { key, record }: Shown): Owner[] =>
  OWNERS[kind]?.({ key, record: record as Loose }) ?? []

export const canShowPictures = (kind: Kind): boolean => OWNERS[kind] !== undefined

/** Names the picture of a record in the database. */
export const pictureKey = ({ member, key }: Owner, address: string): string =>
  createHash('sha256').update(`${member}\n${key}\n${address}`).digest('base64url')

const DIGEST = /^data:[0-9a-f]{64}$/

/** A picture inside of a text is named by its digest: as an address it would be too long. */
export const nameAddress = (address: string): string =>
  !/^data:/i.test(address) || DIGEST.test(address)
    ? address
    : `data:${createHash('sha256').update(address).digest('hex')}`

// A mark is the number of a picture between two characters that no text can have: lines with them are left out.
const MARK = /\0(\d+)\0/
const MARKS = new RegExp(MARK, 'g')
export const markOf = (picture: number): string => `\0${picture}\0`

/** The longest path of a file of ours, with what is around it. */
const MAX_PATH = 100

const lengthOf = ({ alt, fallback }: ShownPicture): number =>
  Math.max(fallback.length, alt.length + MAX_PATH)

/** How long a text can become. */
export const lengthWith = (text: string, pictures: ShownPicture[]): number =>
  text
    .split(MARK)
    .reduce(
      (sum, part, i) =>
        sum + (i % 2 === 0 ? part.length : lengthOf(pictures[Number(part)] as ShownPicture)),
      0,
    )

/** The beginning of a text, which is shorter than `max` whatever its pictures become. A picture is never cut. */
export function cutText(text: string, pictures: ShownPicture[], max: number): string {
  let left = max
  let cut = ''
  for (const [i, part] of text.split(MARK).entries()) {
    const length = i % 2 === 0 ? part.length : lengthOf(pictures[Number(part)] as ShownPicture)
    if (i % 2 === 0) cut += part.slice(0, left)
    else if (length <= left) cut += markOf(Number(part))
    left -= length
    if (left <= 0) break
  }
  return cut
}

/** The text of a line with what its pictures became: the path of a file, or undefined for what stays as it was. */
export function withPaths(
  { record, pictures = [] }: Shown,
  pathOf: (picture: ShownPicture) => string | undefined,
): string {
  return String((record as Loose).body).replace(MARKS, (_, i) => {
    const picture = pictures[Number(i)] as ShownPicture
    const path = pathOf(picture)
    return path === undefined ? picture.fallback : `![${picture.alt}](${path})`
  })
}

/** As Markdown that reads as the same pictures again. */
export const withAddresses = (line: Shown): string => withPaths(line, ({ address }) => address)

/** The words for a picture, as Markdown has them. */
export const altOf = (words: string): string => pictureOf('', words.trim()).slice(2, -3)

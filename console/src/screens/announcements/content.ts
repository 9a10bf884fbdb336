// What is edited of an announcement. A plain text is edited as the same text in Markdown.
import { fromPlainText } from '#markdown'
import { type Content, type LoadedAnnouncement, TYPES } from '../../api/announcements.ts'
import { MARKDOWN } from '../../api/suggestion-writes.ts'

export const contentOf = ({ announcement }: LoadedAnnouncement): Content => ({
  title: announcement.title,
  body:
    announcement.body_mime_type === MARKDOWN ? announcement.body : fromPlainText(announcement.body),
  types: TYPES.filter((type) => announcement.types.includes(type)),
  picture: announcement.links.picture,
  picture_alt: announcement.picture_alt ?? '',
  suggestions: announcement.links.suggestions,
  forums: announcement.links.forums,
  notify_supporters: announcement.notify_supporters,
})

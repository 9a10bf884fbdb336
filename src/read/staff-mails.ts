// The mails that members of the team chose, as they are sent.
import { linkStyle, type Mail } from '../core/mail.ts'
import { type MailText, renderMail } from '../texts/mails.ts'
import {
  type DigestedView,
  type FailedWork,
  STAFF_MAILS,
  type TeamSite,
} from '../texts/staff-mails.ts'
import { isLanguage, type Language } from '../texts/texts.ts'
import { type LookSettings, readMailLook } from './mail-look.ts'
import type { ForumNews, Period } from './staff-digest.ts'

export type { DigestedView }

export type StaffMailSite = {
  baseUrl: string
  settings: LookSettings
  /** The address that ends mails of the kind. */
  unsubscribe: string
}

export type StaffReader = Period & {
  id: number
  email: string
  language: string | null
  time_zone: string
}

export const renderDigest = (
  site: StaffMailSite,
  reader: StaffReader,
  { forums, views }: { forums: ForumNews[]; views: DigestedView[] },
): Mail | undefined =>
  forums.length + views.length === 0
    ? undefined
    : render(site, reader, 'digest', (named, language) =>
        STAFF_MAILS.digest(
          named,
          { forums, views, from: reader.from, timeZone: reader.time_zone },
          language,
        ),
      )

export const renderFailures = (
  site: StaffMailSite,
  reader: StaffReader,
  failures: FailedWork[],
): Mail | undefined =>
  failures.length === 0
    ? undefined
    : render(site, reader, 'failures', (named, language) =>
        STAFF_MAILS.failures(named, failures, language),
      )

/** Named after its period, so that it has the same Message-ID when it is sent again. */
function render(
  { baseUrl, settings, unsubscribe }: StaffMailSite,
  { id, email, until, ...reader }: StaffReader,
  kind: string,
  write: (site: TeamSite, language: Language) => MailText,
): Mail {
  const look = readMailLook(settings, baseUrl)
  const language = isLanguage(reader.language) ? reader.language : 'en'
  return {
    to: email,
    language,
    look,
    unsubscribe,
    ...renderMail(
      write({ name: look.name, baseUrl, unsubscribe }, language),
      language,
      linkStyle(look),
    ),
    messageId: `${kind}-${id}-${until.getTime()}@${new URL(baseUrl).hostname}`,
  }
}

// What mails to end users say before and after what they are about.
import { SettingError } from '../auth/sign-in/oidc-settings.ts'
import { LANGUAGES, type Language } from '../texts/texts.ts'

/** Of each, in Markdown. */
export const MAX_MAIL_TEXT = 2000
const TEXT_NAMES = ['introduction', 'footer'] as const
type MailTextName = (typeof TEXT_NAMES)[number]

/** Empty: none. */
export type MailTexts = Record<Language, Record<MailTextName, string>>

export const MAIL_TEXTS_FORM = `a JSON object with ${LANGUAGES.join(' and ')}, each with ${TEXT_NAMES.join(' and ')} of at most ${MAX_MAIL_TEXT} characters`

type SentTexts = { [L in Language]?: { [Name in MailTextName]?: string } }

/** Complete, with an empty text where none was sent. */
export const parseMailTexts = (texts: SentTexts): MailTexts =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        TEXT_NAMES.map((name) => [name, parseText(`${language}.${name}`, texts[language]?.[name])]),
      ),
    ]),
  ) as MailTexts

function parseText(place: string, text = ''): string {
  const trimmed = text.trim()
  if (trimmed.length > MAX_MAIL_TEXT || /(?![\n\r\t])\p{Cc}/u.test(trimmed))
    throw new SettingError(`${place} is not allowed. Allowed: at most ${MAX_MAIL_TEXT} characters.`)
  return trimmed
}

export const NO_MAIL_TEXTS = parseMailTexts({})

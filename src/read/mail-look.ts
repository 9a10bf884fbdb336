// How mails look: as the portal does.
import { parseMarkdown, spellAddresses, toHtml, toText } from '#markdown'
import { darkAccent } from '../core/contrast.ts'
import type { FrameText, MailLook } from '../core/mail.ts'

/** Of the settings of the installation. */
export type LookSettings = {
  installation_name: string
  portal_logo: number | null
  portal_logo_dark: number | null
  portal_accent: string
  portal_accent_dark: string | null
  mail_texts: Record<string, { introduction: string; footer: string }>
}

export function readMailLook(settings: LookSettings, baseUrl: string): MailLook {
  const { portal_logo: logo, portal_logo_dark: darkLogo, portal_accent: accent } = settings
  const addressOf = (id: number) => `${baseUrl}/portal/pictures/${id}`
  return {
    name: settings.installation_name,
    logo: logo === null ? null : { light: addressOf(logo), dark: addressOf(darkLogo ?? logo) },
    accent: { light: accent, dark: settings.portal_accent_dark ?? darkAccent(accent) },
    texts: readMailTexts(settings.mail_texts, baseUrl),
  }
}

/** A postal address is the same in every language: a footer that is not translated is shown as it is. */
function readMailTexts(texts: LookSettings['mail_texts'], baseUrl: string): MailLook['texts'] {
  const anyFooter = Object.values(texts).find(({ footer }) => footer !== '')?.footer ?? ''
  return Object.fromEntries(
    Object.entries(texts).map(([language, { introduction, footer }]) => [
      language,
      {
        introduction: renderText(introduction, baseUrl),
        footer: renderText(footer || anyFooter, baseUrl),
      },
    ]),
  )
}

function renderText(markdown: string, baseUrl: string): FrameText | null {
  if (markdown === '') return null
  const blocks = parseMarkdown(markdown)
  return { text: toText(spellAddresses(blocks, baseUrl)), html: toHtml(blocks, { baseUrl }) }
}

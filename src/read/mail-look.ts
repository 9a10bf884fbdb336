// How mails look: as the portal does.
import { darkAccent } from '../core/contrast.ts'
import type { MailLook } from '../core/mail.ts'

/** Of the settings of the installation. */
export type LookSettings = {
  installation_name: string
  portal_logo: number | null
  portal_logo_dark: number | null
  portal_accent: string
  portal_accent_dark: string | null
}

export function readMailLook(settings: LookSettings, baseUrl: string): MailLook {
  const { portal_logo: logo, portal_logo_dark: darkLogo, portal_accent: accent } = settings
  const addressOf = (id: number) => `${baseUrl}/portal/pictures/${id}`
  return {
    name: settings.installation_name,
    logo: logo === null ? null : { light: addressOf(logo), dark: addressOf(darkLogo ?? logo) },
    accent: { light: accent, dark: settings.portal_accent_dark ?? darkAccent(accent) },
  }
}

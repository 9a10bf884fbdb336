// How the portal looks now, for its pages.
import type { FastifyRequest } from 'fastify'
import type { Look } from '../../../portal/look.ts'
import type { Context } from '../../context.ts'
import { darkAccent } from '../../core/contrast.ts'
import type { PortalSettings } from '../../settings/portal-preview.ts'
import { LANGUAGES } from '../../texts/texts.ts'

export const PICTURES_PATH = '/portal/pictures'
const picturePath = (id: number) => `${PICTURES_PATH}/${id}`

export function readLook(settings: PortalSettings): Look {
  const { portal_logo: logo, portal_logo_dark: darkLogo, portal_icon: icon } = settings
  const { portal_accent: accent, portal_accent_dark: dark, portal_audience } = settings
  return {
    logo: logo === null ? null : { light: picturePath(logo), dark: picturePath(darkLogo ?? logo) },
    icon: icon === null ? null : picturePath(icon),
    accent: { light: accent, dark: dark ?? darkAccent(accent) },
    theme: settings.portal_theme,
    links: settings.portal_links,
    texts: readTexts(settings),
    css: settings.portal_css,
    // What only some people see is nothing for search engines.
    isIndexed: !settings.portal_noindex && portal_audience === 'everyone',
    audience: portal_audience,
  }
}

const readTexts = ({ portal_texts: texts }: PortalSettings) =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const { suggest_introduction: suggestIntroduction, ...others } = texts[language]
      return [language, { ...others, suggestIntroduction }]
    }),
  ) as Look['texts']

/** That of the settings, or the one that an owner tries out. */
export const lookOf = ({ settings }: Context, { state }: FastifyRequest): Look =>
  state.preview?.look ?? readLook(settings)

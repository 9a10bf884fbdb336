// What is edited of the portal before it is saved, and what of it differs from what is stored.
import type {
  InstallationSettings,
  PreviewBody,
  SettingsChange,
} from '../../../api/installation-settings.ts'

/** Those that are edited as they are stored. */
const PLAIN = [
  'installation_name',
  'portal_audience',
  'portal_theme',
  'portal_accent',
  'portal_logo',
  'portal_logo_dark',
  'portal_icon',
  'portal_texts',
  'portal_css',
  'portal_noindex',
  'portal_supporters',
] as const

type Plain = (typeof PLAIN)[number]

export type Link = { key: number; text: string; url: string }

export type Draft = { [Name in Plain]: InstallationSettings[Name]['value'] } & {
  /** Empty: derived from the other. */
  portal_accent_dark: string
  portal_links: Link[]
  /** One per line. */
  portal_hosts: string
}

export type Texts = Draft['portal_texts']
export type Language = keyof Texts
export const LANGUAGES: Language[] = ['en', 'de']

let lastKey = 0
export const newLink = (text = '', url = ''): Link => {
  lastKey += 1
  return { key: lastKey, text, url }
}

export function toDraft(settings: InstallationSettings): Draft {
  const plain = Object.fromEntries(PLAIN.map((name) => [name, settings[name].value]))
  return {
    ...(plain as Pick<Draft, Plain>),
    portal_accent_dark: settings.portal_accent_dark.value ?? '',
    portal_links: settings.portal_links.value.map(({ text, url }) => newLink(text, url)),
    portal_hosts: settings.portal_hosts.value.join('\n'),
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The settings that differ from those that apply. */
export function changeOf(
  draft: Draft,
  settings: InstallationSettings,
): SettingsChange & PreviewBody {
  const wanted: Record<string, unknown> = {
    ...Object.fromEntries(PLAIN.map((name) => [name, draft[name]])),
    installation_name: draft.installation_name.trim(),
    portal_accent_dark: draft.portal_accent_dark || null,
    portal_links: draft.portal_links
      .map(({ text, url }) => ({ text: text.trim(), url: url.trim() }))
      .filter(({ text, url }) => text !== '' || url !== ''),
    portal_hosts: linesOf(draft.portal_hosts),
  }
  const stored = settings as unknown as Record<string, { value: unknown }>
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name]?.value),
    ),
  )
}

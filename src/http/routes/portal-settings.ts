// The settings of the portal: their schemas and rules, and what an owner tries out before saving it.
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { DEFAULT_SETTINGS, MAX_NAME, PICTURE_SETTINGS } from '../../settings/declarations.ts'
import { MAX_MAIL_TEXT, type MailTexts, parseMailTexts } from '../../settings/mail-texts.ts'
import {
  COLOR_PATTERN,
  LINK_FORM,
  MAX_HOST,
  MAX_HOSTS,
  MAX_LINK_TEXT,
  MAX_LINK_URL,
  MAX_LINKS,
  MAX_PORTAL_TEXTS,
  PORTAL_AUDIENCES,
  PORTAL_THEMES,
  type PortalTexts,
  parseAccent,
  parseHosts,
  parseLinks,
  parseTexts,
  refuseOwnHost,
} from '../../settings/portal.ts'
import { checkCss, MAX_CSS } from '../../settings/portal-css.ts'
import { requirePicture } from '../../settings/portal-pictures.ts'
import { type PortalSettings, storePreview } from '../../settings/portal-preview.ts'
import { checkSetting } from '../../settings/stored.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { readLook } from '../portal/look.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { type Call, mergeInput } from '../stages/call.ts'
import { clearable, setting, shortText } from './setting-schemas.ts'

const color = Type.String({ pattern: COLOR_PATTERN, description: 'a colour such as #1f5fd6' })
const picture = (what: string) =>
  clearable(
    Type.Integer({ minimum: 1 }),
    `The id of an uploaded attachment: ${what}. PNG, JPEG, WebP, AVIF or SVG. Null: none.`,
  )
const { title, introduction, suggest_introduction, footer } = MAX_PORTAL_TEXTS
const Markdown = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description: `${description} Markdown.` }))
const LanguageTexts = Type.Object({
  title: Type.Optional(Type.String({ maxLength: title, description: 'Of the home page.' })),
  introduction: Markdown(introduction, 'Of the home page.'),
  suggest_introduction: Markdown(suggest_introduction, 'Of the form for a suggestion.'),
  footer: Markdown(footer, 'Of every page.'),
})
const MailLanguageTexts = Type.Object({
  introduction: Markdown(MAX_MAIL_TEXT, 'Before the words of the mail.'),
  footer: Markdown(
    MAX_MAIL_TEXT,
    'At the end, such as a postal address. Of a language without one, that of the other.',
  ),
})

export const portalMembers = {
  mail_texts: clearable(
    Type.Object({ en: Type.Optional(MailLanguageTexts), de: Type.Optional(MailLanguageTexts) }),
    'Of mails to end users, by language. Mails with a code have only the footer. Replaces all texts.',
  ),
  portal_audience: clearable(
    Type.Enum([...PORTAL_AUDIENCES]),
    'Who sees anything of the portal. Null for the default.',
  ),
  portal_theme: clearable(
    Type.Enum([...PORTAL_THEMES]),
    'For people who chose none. Null for the default.',
  ),
  portal_accent: clearable(
    color,
    'The colour of links and buttons, with a contrast of at least 4.5:1. Null for the default.',
  ),
  portal_accent_dark: clearable(
    color,
    'The same in the dark theme. Null: a lighter form of portal_accent.',
  ),
  portal_logo: picture('the logo, at most 500 kB'),
  portal_logo_dark: picture('the logo in the dark theme, at most 500 kB'),
  portal_icon: picture('the icon in the tab of a browser, at most 100 kB'),
  portal_links: clearable(
    Type.Array(
      Type.Object({
        text: shortText(MAX_LINK_TEXT),
        url: Type.String({ minLength: 1, maxLength: MAX_LINK_URL, description: LINK_FORM }),
      }),
      { maxItems: MAX_LINKS },
    ),
    'In the header. Replaces the whole list.',
  ),
  portal_texts: clearable(
    Type.Object({ en: Type.Optional(LanguageTexts), de: Type.Optional(LanguageTexts) }),
    'By language. An empty text is that of the service. Replaces all texts.',
  ),
  portal_css: clearable(
    Type.String({ maxLength: MAX_CSS }),
    'Documented properties and parts only.',
  ),
  portal_noindex: clearable(
    Type.Boolean(),
    'Asks search engines to leave the portal out. Null for the default.',
  ),
  portal_supporters: clearable(
    Type.Boolean(),
    'Shows the names of supporters to everybody who sees the suggestion. Null for the default.',
  ),
  portal_hosts: clearable(
    Type.Array(shortText(MAX_HOST), { maxItems: MAX_HOSTS }),
    'Other hosts that lead here; their pages redirect to the address of the service. Replaces the whole list.',
  ),
}

const AnsweredTexts = object({
  title: text,
  introduction: text,
  suggest_introduction: text,
  footer: text,
})

const AnsweredMailTexts = object({ introduction: text, footer: text })

export const portalAnswer = {
  mail_texts: setting(object({ en: AnsweredMailTexts, de: AnsweredMailTexts })),
  portal_audience: setting(Type.Enum([...PORTAL_AUDIENCES])),
  portal_theme: setting(Type.Enum([...PORTAL_THEMES])),
  portal_accent: setting(text),
  portal_accent_dark: setting(orNull(text)),
  portal_logo: setting(orNull(integer)),
  portal_logo_dark: setting(orNull(integer)),
  portal_icon: setting(orNull(integer)),
  portal_links: setting(listOf(object({ text, url: text }))),
  portal_texts: setting(object({ en: AnsweredTexts, de: AnsweredTexts })),
  portal_css: setting(text),
  portal_noindex: setting(flag),
  portal_supporters: setting(flag),
  portal_hosts: setting(listOf(text)),
}

const PortalBody = Type.Object(portalMembers)
type Changes = Static<typeof PortalBody>

const PreviewBody = Type.Object({
  installation_name: clearable(shortText(MAX_NAME), 'Null for the default.'),
  ...portalMembers,
})

export type Parsed<T extends Changes> = Omit<T, 'portal_texts' | 'mail_texts'> & {
  portal_texts?: PortalTexts | null | undefined
  mail_texts?: MailTexts | null | undefined
}

/** The changes in the form in which they are stored. Throws for those that are not allowed. */
export function parsePortal<T extends Changes>(changes: T, baseUrl: string): Parsed<T> {
  const parsed: Record<string, unknown> = { ...changes }
  const rule = <Name extends keyof Changes>(
    name: Name,
    parse: (value: NonNullable<Changes[Name]>) => unknown,
  ) => {
    const value = changes[name]
    if (value !== null && value !== undefined)
      parsed[name] = checkSetting(name, () => parse(value as NonNullable<Changes[Name]>))
  }
  rule('portal_accent', (value) => parseAccent(value, 'light'))
  rule('portal_accent_dark', (value) => parseAccent(value, 'dark'))
  rule('portal_links', parseLinks)
  rule('portal_texts', parseTexts)
  rule('mail_texts', parseMailTexts)
  rule('portal_css', checkCss)
  rule('portal_hosts', (value) => {
    const hosts = parseHosts(value)
    refuseOwnHost(hosts, baseUrl)
    return hosts
  })
  return parsed as Parsed<T>
}

const previewReader = createInputReader(PreviewBody)

/** `requireOwner` throws for callers who may not change settings. */
export const portalPreviewOperation = (requireOwner: (call: Call) => void): Operation =>
  declareOperation({
    method: 'PUT',
    path: '/settings/portal_preview',
    summary: 'Try out settings of the portal',
    description:
      'Nothing is changed. For an hour, pages with `preview=light` or `preview=dark` in their address show the portal to you as it would be, and nobody else; `/admin/mail-preview` shows mails with it (`kind`, `language`, `theme`). Settings that are absent stay.',
    tag: 'settings',
    body: PreviewBody,
    answer: object({
      portal_preview: object({
        path: { ...text, description: 'Of the home page.' },
        accent: object({ light: text, dark: text }),
      }),
    }),
    async handle(call) {
      requireOwner(call)
      const { context, identity } = call
      const sent = parsePortal(previewReader.read(mergeInput(call)), context.reader.baseUrl)
      const changes = withDefaults(sent)
      await inTransaction(context.db, async (tx) => {
        for (const name of PICTURE_SETTINGS) await requirePicture(tx, name, changes[name] ?? null)
        await storePreview(tx, identity.userId, changes)
      })
      const { accent } = readLook(previewed(context, changes))
      return { portal_preview: { path: '/?preview=light', accent } }
    },
  })

const previewed = ({ settings, fixedSettings }: Context, changes: Partial<PortalSettings>) => ({
  ...settings,
  ...changes,
  ...fixedSettings,
})

/** Null stands for the default. */
const withDefaults = (changes: Parsed<Static<typeof PreviewBody>>): Partial<PortalSettings> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? DEFAULT_SETTINGS[name as keyof PortalSettings]]),
  )

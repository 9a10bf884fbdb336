// The link of mails that ends them. Opening it changes nothing: programs that check mails open links.
import { html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { SETTINGS_PATH, TEAM_SETTINGS_PATH } from '../paths.ts'
import type { PortalPage } from '../view.ts'

/** What the mails were about. */
export type MailKind =
  | 'all'
  | 'status'
  | 'comments'
  | 'announcements'
  | 'digest'
  | 'team_digest'
  | 'team_failures'
  | 'suggestion'

export type UnsubscribeData = {
  kind: MailKind
  /** Of the suggestion, where the reader of the page may see it. */
  title: string | null
}

const ended = ({ kind, title }: UnsubscribeData): Sentence => {
  switch (kind) {
    case 'all':
      return t`You get no more mails about suggestions that you follow.`
    case 'status':
      return t`You get no more mails about new statuses and official answers.`
    case 'comments':
      return t`You get no more mails about new comments.`
    case 'announcements':
      return t`You get no more mails about announcements.`
    case 'digest':
      return t`You get no more daily mails about what you follow.`
    case 'team_digest':
      return t`You get no more digests of what is new for the team.`
    case 'team_failures':
      return t`You get no more mails about what failed.`
    case 'suggestion':
      return title === null
        ? t`You do not follow this suggestion any more, and get no more mails about it.`
        : t`You do not follow “${title}” any more, and get no more mails about it.`
  }
}

const question = ({ kind, title }: UnsubscribeData): Sentence => {
  switch (kind) {
    case 'all':
      return t`Do you want no more mails about suggestions that you follow?`
    case 'status':
      return t`Do you want no more mails about new statuses and official answers?`
    case 'comments':
      return t`Do you want no more mails about new comments?`
    case 'announcements':
      return t`Do you want no more mails about announcements?`
    case 'digest':
      return t`Do you want no more daily mails about what you follow?`
    case 'team_digest':
      return t`Do you want no more digests of what is new for the team?`
    case 'team_failures':
      return t`Do you want no more mails about what failed?`
    case 'suggestion':
      return title === null
        ? t`Do you want no more mails about this suggestion? You stop following it.`
        : t`Do you want no more mails about “${title}”? You stop following it.`
  }
}

const isOfTeam = ({ kind }: UnsubscribeData) => kind.startsWith('team_')

export const unsubscribePage = (data: UnsubscribeData): PortalPage => ({
  title: t`Unsubscribe`,
  isNarrow: true,
  isSecret: true,
  content: html`<div class="es-card es-sign-in"><h1 class="es-title">${t`Unsubscribe`}</h1><p>${question(data)}</p><form method="post"><button class="es-button es-wide">${t`Unsubscribe`}</button></form>
<p class="es-soft">${isOfTeam(data) ? t`You need not sign in.` : t`You need not sign in. Your votes stay.`}</p></div>`,
})

export const unsubscribedPage = (data: UnsubscribeData): PortalPage => ({
  title: t`Unsubscribed`,
  isNarrow: true,
  isSecret: true,
  content: html`<div class="es-card es-sign-in"><h1 class="es-title">${t`Unsubscribed`}</h1><p role="status">${ended(data)}</p><p><a class="es-button es-quiet" href="${isOfTeam(data) ? TEAM_SETTINGS_PATH : SETTINGS_PATH}">${t`Choose which mails you get`}</a></p></div>`,
})

/** The same for every link that does not work. */
export const invalidLinkPage = (): PortalPage => ({
  title: t`This link does not work`,
  isNarrow: true,
  isSecret: true,
  content: html`<div class="es-card es-sign-in"><h1 class="es-title">${t`This link does not work`}</h1><p>${t`It is incomplete or too old. Use the link of a newer mail, or choose in your settings which mails you get.`}</p><p><a class="es-button es-quiet" href="${SETTINGS_PATH}">${t`Settings`}</a></p></div>`,
})

// Errors as pages of the portal. They need nothing but the request: the database can be away.
import { html, type Text, translated } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import type { PortalPage } from '../view.ts'

export type PageError = { status: number; title: Text; advice: Text; requestId: string }

export const errorPage = ({ status, title, advice, requestId }: PageError): PortalPage => ({
  title: translated(title),
  isNarrow: true,
  isPrivate: true,
  content: html`<p class="es-soft">${t`Error ${status}`}</p><h1 class="es-title">${translated(title)}</h1><p class="es-lead">${translated(advice)}</p>
<p class="es-more"><a class="es-button" href="/">${t`Go to the home page`}</a></p><p class="es-soft es-request-id">${t`Request id: ${html`<code>${requestId}</code>`}`}</p>`,
})

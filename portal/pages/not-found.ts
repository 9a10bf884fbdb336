import { html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import type { PortalPage, View } from '../view.ts'

export const notFoundPage = ({ signInPath }: View): PortalPage => ({
  title: t`Page not found`,
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${t`Page not found`}</h1><p class="es-lead">${t`Check the address. The page may have been moved, or it is not public.`}</p>
<p class="es-more"><a class="es-button" href="/">${t`Go to the home page`}</a>${signInPath !== null && html` <a class="es-button es-quiet" href="${signInPath}">${t`Sign in`}</a>`}</p>`,
})

// What happens with something that a guest sent.
import { html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import type { PortalPage } from '../view.ts'

/** `codePath` is where the code of the mail is typed. */
export const sentPage = (
  confirmation: 'mail' | 'moderator',
  path: string,
  codePath: string,
): PortalPage => ({
  title: t`Thank you`,
  isNarrow: true,
  isPrivate: true,
  content:
    confirmation === 'mail'
      ? html`<h1 class="es-title">${t`Confirm your address`}</h1><p class="es-lead">${t`A mail is on its way to you. Open its link or type its code here: then what you sent is published, or goes to a moderator.`}</p>
<form class="es-form es-more es-start" method="post" action="${codePath}"><div><label for="code">${t`Code`}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"></div><p class="es-actions"><button class="es-button">${t`Confirm`}</button><a class="es-button es-quiet" href="${path}">${t`Later`}</a></p></form>
<p class="es-soft">${t`No mail after a minute? Look into the folder for spam.`} ${t`What nobody confirms is deleted after 14 days.`}</p>`
      : html`<h1 class="es-title">${t`Thank you`}</h1><p class="es-lead">${t`A moderator looks at what you sent. It is published after that.`}</p><p class="es-more es-start"><a class="es-button" href="${path}">${t`Continue`}</a></p>`,
})

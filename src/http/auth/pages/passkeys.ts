// The parts of pages that use passkeys. A script makes them visible where the browser can.

import { type Html, html, translated } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'

export const PASSKEYS_SCRIPT = '/admin/passkeys.js'

/** Where the script gets the options of the browser's question, and where it sends the answer. */
export const PASSKEY_PATHS = {
  add: { ceremony: 'create', options: '/admin/passkeys/options', finish: '/admin/passkeys' },
  welcome: {
    ceremony: 'create',
    options: '/admin/passkeys/welcome-options',
    finish: '/admin/passkeys/welcome',
  },
  confirm: {
    ceremony: 'get',
    options: '/admin/passkeys/confirm-options',
    finish: '/admin/passkeys/confirm',
  },
  'sign-in': {
    ceremony: 'get',
    options: '/admin/passkeys/sign-in-options',
    finish: '/admin/passkeys/sign-in',
  },
} as const

/** A button in a form, whose fields the script sends. */
export function passkeyButton(
  purpose: keyof typeof PASSKEY_PATHS,
  text: string,
  /** Beside another way, which is the first choice. */
  isSecond = purpose === 'sign-in' || purpose === 'welcome',
): Html {
  const { ceremony, options, finish } = PASSKEY_PATHS[purpose]
  const isOnly = purpose === 'add' || purpose === 'confirm'
  return html`<div data-passkeys hidden>${!isOnly && html`<p class="or">${t`or`}</p>`}
<p class="alert" role="alert" hidden></p>
<button type="${isOnly ? 'submit' : 'button'}" class="${isSecond ? 'plain' : ''}" data-ceremony="${ceremony}" data-options="${options}" data-finish="${finish}" data-taken="${t`This device has a passkey for you already.`}" data-cancelled="${t`No passkey was used. Try again.`}" data-failed="${t`The passkey could not be used. Try again.`}">${translated(text)}</button></div>`
}

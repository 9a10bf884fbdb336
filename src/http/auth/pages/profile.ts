// The profile page and the pages that it leads to.
import { renderSVG } from 'uqr'
import { MIN_PASSWORD } from '../../../auth/sign-in/passwords.ts'
import type { Profile, ProfilePasskey, ProfileSession } from '../../../auth/staff/profile.ts'
import { formPage, type Html, html, page, pluralize } from '../../pages/html.ts'
import { describeDevice } from './device.ts'
import { PASSKEYS_SCRIPT, passkeyButton } from './passkeys.ts'
import { alertOf, CONSOLE_PATH, hidden, PROFILE_PATH } from './sign-in.ts'

export const PROFILE_PATHS = {
  password: `${PROFILE_PATH}/password`,
  setup: `${PROFILE_PATH}/second-factor`,
  finishSetup: `${PROFILE_PATH}/second-factor/finish`,
  removeFactor: `${PROFILE_PATH}/second-factor/remove`,
  recoveryCodes: `${PROFILE_PATH}/recovery-codes`,
  removePasskey: `${PROFILE_PATH}/passkeys/remove`,
  endSession: `${PROFILE_PATH}/sessions/end`,
  endOthers: `${PROFILE_PATH}/sessions/end-others`,
}

const DONE: Record<string, string> = {
  password_changed: 'The password was changed. All other sessions have ended.',
  second_factor_removed: 'The second factor was removed. All other sessions have ended.',
  passkey_added: 'The passkey was added.',
  passkey_removed: 'The passkey was removed.',
  session_ended: 'The session has ended.',
  sessions_ended: 'All other sessions have ended.',
}

/** A form of the page, which shows its own problem. */
export type ProfilePart =
  | 'password'
  | 'second_factor'
  | 'recovery_codes'
  | 'remove_factor'
  | `passkey_${string}`

export type ProfileView = {
  profile: Profile
  /** The one that shows the page. */
  session: ProfileSession
  mustProveFactor: boolean
  /** Whether browsers allow passkeys at the public address. */
  hasPasskeys: boolean
  /** What has just been done. */
  done?: string
  problem?: { at: ProfilePart; text: string }
}

export function profilePage(view: ProfileView): string {
  const { profile, session, done = '', hasPasskeys } = view
  const { name, email, role } = profile
  return page(
    'Profile',
    html`${!session.needsSecondFactor && html`<p><a href="${CONSOLE_PATH}">Back to the console</a></p>`}<div class="row"><div><h1>${name || email}</h1><p class="soft">${email} · ${role}</p></div>
<form method="post" action="/admin/sign-out"><button class="plain">Sign out</button></form></div>
${DONE[done] && html`<p class="notice" role="status">${DONE[done]}</p>`}
${session.needsSecondFactor && requirement(view)}
${passwordPanel(view)}${!view.mustProveFactor && [secondFactorPanel(view), passkeyPanel(view)]}${sessionPanel(view)}`,
    hasPasskeys ? [PASSKEYS_SCRIPT] : [],
  )
}

const requirement = ({ profile, mustProveFactor, hasPasskeys }: ProfileView): Html =>
  html`<p class="alert" role="alert">${
    mustProveFactor
      ? `The role ${profile.role} requires a second factor, and you have one. Sign out, and sign in with it.`
      : `The role ${profile.role} requires a second factor. Set up an authenticator app${hasPasskeys ? ' or add a passkey' : ''} to continue.`
  }</p>`

const panel = (title: string, content: unknown): Html =>
  html`<section class="panel"><h2>${title}</h2>${content}</section>`

type Disclosure = { part: ProfilePart; title: string; action: string; content: unknown }

/** A form behind a button. It is open when something in it is wrong. */
function disclosure(
  { profile, problem }: ProfileView,
  { part, title, action, content }: Disclosure,
): Html {
  const isOpen = problem?.at === part
  return html`<details${isOpen && { html: ' open' }}><summary>${title}</summary>
<form method="post" action="${action}">${isOpen && alertOf(problem.text)}${profile.hasPassword && currentPassword(part)}${content}</form></details>`
}

const currentPassword = (part: string): Html =>
  html`<label for="${part}-current">Your current password</label><input id="${part}-current" name="current_password" type="password" autocomplete="current-password" required>`

function passwordPanel(view: ProfileView): Html {
  const { hasPassword, email } = view.profile
  const title = hasPassword ? 'Change password' : 'Set a password'
  return panel(
    'Password',
    html`<p class="hint">${hasPassword ? 'A change ends all other sessions.' : 'You have no password.'}</p>
${disclosure(view, {
  part: 'password',
  title,
  action: PROFILE_PATHS.password,
  content: html`<input name="username" type="text" autocomplete="username" value="${email}" hidden>
<label for="new-password">New password</label><input id="new-password" name="password" type="password" autocomplete="new-password" required aria-describedby="password-rules">
<p class="hint" id="password-rules">At least ${MIN_PASSWORD} characters. Several words that do not belong together are good.</p>
<button>${title}</button>`,
})}`,
  )
}

function secondFactorPanel(view: ProfileView): Html {
  const { secondFactorSince, recoveryCodesLeft } = view.profile
  const title = 'Second factor'
  if (!secondFactorSince)
    return panel(
      title,
      html`<p class="hint">After the password, you are asked for a code of an authenticator app on your phone.</p>
${disclosure(view, {
  part: 'second_factor',
  title: 'Set up an authenticator app',
  action: PROFILE_PATHS.setup,
  content: html`<button>Continue</button>`,
})}`,
    )
  return panel(
    title,
    html`<p class="hint">Your authenticator app is set up since ${day(secondFactorSince)}. You have ${pluralize(recoveryCodesLeft, 'unused recovery code')}.</p>
<div class="actions">${disclosure(view, {
      part: 'recovery_codes',
      title: 'New recovery codes',
      action: PROFILE_PATHS.recoveryCodes,
      content: html`<p class="hint">The codes that you have will not be accepted any more.</p><button>Create new codes</button>`,
    })}${disclosure(view, {
      part: 'remove_factor',
      title: 'Remove',
      action: PROFILE_PATHS.removeFactor,
      content: html`<p class="hint">All other sessions end.</p><button class="danger">Remove the second factor</button>`,
    })}</div>`,
  )
}

function passkeyPanel(view: ProfileView): Html {
  const { passkeys, hasPassword } = view.profile
  return panel(
    'Passkeys',
    html`<p class="hint">Sign in with the fingerprint, face or PIN of a device. A passkey counts as a second factor.</p>
${passkeys.length > 0 && html`<ul class="list">${passkeys.map((passkey) => passkeyItem(view, passkey))}</ul>`}
${
  view.hasPasskeys
    ? html`<p class="hint" data-without-passkeys>To add one, use a browser that supports passkeys, with scripts.</p>
<div data-passkeys hidden><details><summary>Add a passkey</summary><form method="post">
<label for="passkey-name">Name</label><input id="passkey-name" name="name" required maxlength="100" autocomplete="off" aria-describedby="passkey-name-hint">
<p class="hint" id="passkey-name-hint">Where the passkey is, such as “Work laptop”.</p>
${hasPassword && currentPassword('passkey')}${passkeyButton('add', 'Add a passkey')}</form></details></div>`
    : html`<p class="hint">To add one, this service needs a public address with https and a domain name.</p>`
}`,
  )
}

const passkeyItem = (view: ProfileView, { id, name, createdAt, lastUsedAt }: ProfilePasskey) =>
  html`<li><div><b>${name}</b><p class="hint">Added ${day(createdAt)} · ${lastUsedAt ? html`last used ${moment(lastUsedAt)}` : 'not used yet'}</p></div>
${disclosure(view, {
  part: `passkey_${id}`,
  title: 'Remove',
  action: PROFILE_PATHS.removePasskey,
  content: html`${hidden('id', String(id))}<button class="danger">Remove ${name}</button>`,
})}</li>`

function sessionPanel({ profile: { sessions }, session: current }: ProfileView): Html {
  return panel(
    'Sessions',
    html`<ul class="list">${sessions.map(
      (
        session,
      ) => html`<li><div><b>${describeDevice(session.userAgent)}</b>${session.id === current.id && html` <span class="status">this one</span>`}
<p class="hint">${session.address ?? 'unknown address'} · ${methodText(session)} · last used ${moment(session.lastUsedAt)}</p></div>
${
  session.id !== current.id &&
  html`<form method="post" action="${PROFILE_PATHS.endSession}">${hidden('id', String(session.id))}<button class="plain" aria-label="End the session of ${describeDevice(session.userAgent)}, last used ${moment(session.lastUsedAt).text}">End</button></form>`
}</li>`,
    )}</ul>
${sessions.length > 1 && html`<form method="post" action="${PROFILE_PATHS.endOthers}"><button class="plain">Sign out everywhere else</button></form>`}`,
  )
}

const methodText = ({ method, hasSecondFactor }: ProfileSession) =>
  hasSecondFactor && method !== 'passkey' ? `${method} and second factor` : method

const day = (time: Date): Html => {
  const text = time.toISOString().slice(0, 10)
  return html`<time datetime="${text}">${text}</time>`
}

function moment(time: Date): Html & { text: string } {
  const text = `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { ...html`<time datetime="${time.toISOString()}">${text}</time>`, text }
}

type SetupView = { continuation: string; secret: string; uri: string }

export const setupPage = ({ continuation, secret, uri }: SetupView, problem = '') =>
  formPage(
    'Set up an authenticator app',
    html`${alertOf(problem)}<p>Scan the picture with the app, or type the secret into it.</p>
<div class="qr" role="img" aria-label="QR code with the secret">${{ html: renderSVG(uri, { border: 4 }) }}</div>
<p class="secret"><span class="hint">Secret</span><br><code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<form method="post" action="${PROFILE_PATHS.finishSetup}">${hidden('continuation', continuation)}
<label for="code">Code that the app shows</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="10">
<button>Finish</button></form><p class="hint"><a href="${PROFILE_PATH}">Cancel</a></p>`,
  )

export const recoveryCodesPage = (codes: string[]) =>
  formPage(
    'Recovery codes',
    html`<p>Each code works once, when you do not have your phone. Print them or keep them in a password manager. They are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<form method="get" action="${PROFILE_PATH}"><button>I have kept them</button></form>`,
  )

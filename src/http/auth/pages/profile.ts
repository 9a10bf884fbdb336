// The profile page and the pages that it leads to.
import { renderSVG } from 'uqr'
import { MIN_PASSWORD } from '../../../auth/sign-in/passwords.ts'
import {
  CONFIRMED_MINUTES,
  type Profile,
  type ProfileGrant,
  type ProfilePasskey,
  type ProfileSession,
} from '../../../auth/staff/profile.ts'
import { type Html, html, type Text, translated } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage, type Page, page } from '../../pages/html.ts'
import { describeDevice } from './device.ts'
import { PROVIDER_PATHS } from './oidc.ts'
import { PASSKEYS_SCRIPT, passkeyButton } from './passkeys.ts'
import { alertOf, CONSOLE_PATH, hidden, PROFILE_PATH, SIGN_IN_PATH } from './sign-in.ts'

export const PROFILE_PATHS = {
  confirm: `${PROFILE_PATH}/confirm`,
  password: `${PROFILE_PATH}/password`,
  name: `${PROFILE_PATH}/name`,
  address: `${PROFILE_PATH}/address`,
  setup: `${PROFILE_PATH}/second-factor`,
  finishSetup: `${PROFILE_PATH}/second-factor/finish`,
  removeFactor: `${PROFILE_PATH}/second-factor/remove`,
  recoveryCodes: `${PROFILE_PATH}/recovery-codes`,
  removePasskey: `${PROFILE_PATH}/passkeys/remove`,
  disconnect: `${PROFILE_PATH}/accounts/disconnect`,
  revokeGrant: `${PROFILE_PATH}/applications/revoke`,
  endSession: `${PROFILE_PATH}/sessions/end`,
  endOthers: `${PROFILE_PATH}/sessions/end-others`,
}

const DONE: Record<string, string> = {
  password_changed: 'The password was changed. All other sessions and all applications have ended.',
  second_factor_removed:
    'The second factor was removed. All other sessions and all applications have ended.',
  name_changed: 'The name was changed.',
  address_changed: 'The e-mail address was changed. You sign in with it from now on.',
  address_mailed: 'A mail is on its way to the new address. The link in it changes the address.',
  passkey_added: 'The passkey was added.',
  passkey_removed: 'The passkey was removed.',
  account_connected: 'The account is connected.',
  account_disconnected: 'The account was disconnected.',
  grant_revoked: 'The application cannot act as you any more.',
  session_ended: 'The session has ended.',
  sessions_ended: 'All other sessions have ended.',
}

/** A form of the page, which shows its own problem. */
export type ProfilePart =
  | 'confirm'
  | `account_${string}`
  | 'password'
  | 'name'
  | 'address'
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
  /** Whether a new address can be confirmed. */
  hasMail: boolean
  providers: { name: string; slug: string; issuer: string }[]
  /** What has just been done. */
  done?: string
  problem?: { at: ProfilePart; text: Text }
}

export function profilePage(view: ProfileView): Page {
  const { profile, session, done = '', hasPasskeys } = view
  const { name, email, role } = profile
  return page(
    'Profile',
    html`${!session.needsSecondFactor && html`<p><a href="${CONSOLE_PATH}">${t`Back to the console`}</a> · <a href="${CONSOLE_PATH}/settings/notifications">${t`Notification settings`}</a></p>`}<div class="row"><div><h1>${name || email}</h1><p class="soft">${email} · ${translated(role)}</p></div>
<form method="post" action="/admin/sign-out"><button class="plain">${t`Sign out`}</button></form></div>
${DONE[done] && html`<p class="notice" role="status">${translated(DONE[done] ?? '')}</p>`}
${session.needsSecondFactor && requirement(view)}
${!session.isConfirmed && confirmPanel(view)}
${!view.mustProveFactor && personPanel(view)}${(profile.hasPassword || session.isConfirmed) && passwordPanel(view)}${!view.mustProveFactor && [secondFactorPanel(view), passkeyPanel(view), accountPanel(view)]}${grantPanel(view)}${sessionPanel(view)}`,
    hasPasskeys ? [PASSKEYS_SCRIPT] : [],
  )
}

const requirement = ({ profile, mustProveFactor, hasPasskeys }: ProfileView): Html =>
  html`<p class="alert" role="alert">${
    mustProveFactor
      ? t`The role ${translated(profile.role)} requires a second factor, and you have one. Sign out, and sign in with it.`
      : hasPasskeys
        ? t`The role ${translated(profile.role)} requires a second factor. Set up an authenticator app or add a passkey to continue.`
        : t`The role ${translated(profile.role)} requires a second factor. Set up an authenticator app to continue.`
  }</p>`

const panel = (title: string, content: unknown): Html =>
  html`<section class="panel"><h2>${translated(title)}</h2>${content}</section>`

type Disclosure = { part: ProfilePart; title: string; action: string; content: unknown }

/** What the person has to prove who they are with. Other changes of how they sign in are offered afterwards. */
function confirmPanel({ profile, problem, providers, hasPasskeys }: ProfileView): Html {
  const { hasPassword, passkeys, accounts } = profile
  const known = providers.filter(({ issuer }) => accounts.some((one) => one.issuer === issuer))
  const canUsePasskey = hasPasskeys && passkeys.length > 0
  return panel(
    'Confirm that it is you',
    html`<p class="hint">${t`You can change how you sign in for ${CONFIRMED_MINUTES} minutes after you signed in or confirmed that it is you.`}</p>
${problem?.at === 'confirm' && alertOf(problem.text)}
<div class="proof">${hasPassword && html`<form method="post" action="${PROFILE_PATHS.confirm}">${currentPassword('confirm')}<button>${t`Confirm`}</button></form>`}
${canUsePasskey && html`<form method="post">${passkeyButton('confirm', 'Confirm with a passkey', hasPassword)}</form>`}
${known.map(
  ({ name, slug }) =>
    html`<form method="post" action="${PROVIDER_PATHS.staff}/${slug}">${hidden('return_to', PROFILE_PATH)}<button class="plain">${t`Sign in again with ${name}`}</button></form>`,
)}
${!hasPassword && !canUsePasskey && known.length === 0 && html`<p><a href="${SIGN_IN_PATH}?return_to=${PROFILE_PATH}">${t`Sign in again`}</a></p>`}</div>`,
  )
}

/** A form behind a button. It is open when something in it is wrong. Most are offered after a recent proof only. */
function disclosure(
  { session, problem }: ProfileView,
  { part, title, action, content }: Disclosure,
): Html {
  const needsNoProof = part === 'password' || part === 'name'
  if (!session.isConfirmed && !needsNoProof) return html``
  const isOpen = problem?.at === part
  return html`<details${isOpen && { html: ' open' }}><summary>${translated(title)}</summary>
<form method="post" action="${action}">${isOpen && alertOf(problem.text)}${content}</form></details>`
}

const currentPassword = (part: string): Html =>
  html`<label for="${part}-current">${t`Your current password`}</label><input id="${part}-current" name="current_password" type="password" autocomplete="current-password" required>`

function personPanel(view: ProfileView): Html {
  const { name, email } = view.profile
  return panel(
    'Name and address',
    html`<p class="hint">${translated(view.session.isConfirmed ? 'You sign in with the address, and mails are sent to it.' : 'To change the address, confirm first that it is you.')}</p>
<div class="actions">${disclosure(view, {
      part: 'name',
      title: 'Change name',
      action: PROFILE_PATHS.name,
      content: html`<label for="own-name">${t`Name`}</label><input id="own-name" name="name" autocomplete="name" required maxlength="200" value="${name}"><button>${t`Save`}</button>`,
    })}${disclosure(view, {
      part: 'address',
      title: 'Change e-mail address',
      action: PROFILE_PATHS.address,
      content: html`<label for="own-email">${t`New e-mail address`}</label><input id="own-email" name="email" type="email" autocomplete="email" required maxlength="255" placeholder="${email}">
<p class="hint">${translated(view.hasMail ? 'You get a mail there. Nothing changes before you open the link in it.' : 'It changes at once: no mail is configured that could confirm it.')}</p><button>${t`Change e-mail address`}</button>`,
    })}</div>`,
  )
}

function passwordPanel(view: ProfileView): Html {
  const { hasPassword, email } = view.profile
  const title = hasPassword ? 'Change password' : 'Set a password'
  return panel(
    'Password',
    html`<p class="hint">${translated(hasPassword ? 'A change ends all other sessions, and what you allowed applications.' : 'You have no password.')}</p>
${disclosure(view, {
  part: 'password',
  title,
  action: PROFILE_PATHS.password,
  content: html`${hasPassword && currentPassword('password')}<input name="username" type="text" autocomplete="username" value="${email}" hidden>
<label for="new-password">${t`New password`}</label><input id="new-password" name="password" type="password" autocomplete="new-password" required aria-describedby="password-rules">
<p class="hint" id="password-rules">${t`At least ${MIN_PASSWORD} characters. Several words that do not belong together are good.`}</p>
<button>${translated(title)}</button>`,
})}`,
  )
}

function secondFactorPanel(view: ProfileView): Html {
  const { secondFactorSince, recoveryCodesLeft } = view.profile
  const title = 'Second factor'
  if (!secondFactorSince)
    return panel(
      title,
      html`<p class="hint">${t`After the password, you are asked for a code of an authenticator app on your phone.`}</p>
${disclosure(view, {
  part: 'second_factor',
  title: 'Set up an authenticator app',
  action: PROFILE_PATHS.setup,
  content: html`<button>${t`Continue`}</button>`,
})}`,
    )
  return panel(
    title,
    html`<p class="hint">${recoveryCodesLeft === 1 ? t`Your authenticator app is set up since ${day(secondFactorSince)}. You have 1 unused recovery code.` : t`Your authenticator app is set up since ${day(secondFactorSince)}. You have ${recoveryCodesLeft} unused recovery codes.`}</p>
<div class="actions">${disclosure(view, {
      part: 'recovery_codes',
      title: 'New recovery codes',
      action: PROFILE_PATHS.recoveryCodes,
      content: html`<p class="hint">${t`The codes that you have will not be accepted any more.`}</p><button>${t`Create new codes`}</button>`,
    })}${disclosure(view, {
      part: 'remove_factor',
      title: 'Remove',
      action: PROFILE_PATHS.removeFactor,
      content: html`<p class="hint">${t`All other sessions end, and what you allowed applications.`}</p><button class="danger">${t`Remove the second factor`}</button>`,
    })}</div>`,
  )
}

function passkeyPanel(view: ProfileView): Html {
  const { passkeys } = view.profile
  return panel(
    'Passkeys',
    html`<p class="hint">${t`Sign in with the fingerprint, face or PIN of a device. A passkey counts as a second factor.`}</p>
${passkeys.length > 0 && html`<ul class="list">${passkeys.map((passkey) => passkeyItem(view, passkey))}</ul>`}
${
  !view.session.isConfirmed
    ? ''
    : view.hasPasskeys
      ? html`<p class="hint" data-without-passkeys>${t`To add one, use a browser that supports passkeys, with scripts.`}</p>
<div data-passkeys hidden><details><summary>${t`Add a passkey`}</summary><form method="post">
<label for="passkey-name">${t`Name`}</label><input id="passkey-name" name="name" required maxlength="100" autocomplete="off" aria-describedby="passkey-name-hint">
<p class="hint" id="passkey-name-hint">${t`Where the passkey is, such as “Work laptop”.`}</p>
${passkeyButton('add', 'Add a passkey')}</form></details></div>`
      : html`<p class="hint">${t`To add one, this service needs a public address with https and a domain name.`}</p>`
}`,
  )
}

const passkeyItem = (view: ProfileView, { id, name, createdAt, lastUsedAt }: ProfilePasskey) =>
  html`<li><div><b>${name}</b><p class="hint">${t`Added ${day(createdAt)}`} · ${lastUsedAt ? t`last used ${moment(lastUsedAt)}` : t`not used yet`}</p></div>
${disclosure(view, {
  part: `passkey_${id}`,
  title: 'Remove',
  action: PROFILE_PATHS.removePasskey,
  content: html`${hidden('id', String(id))}<button class="danger">${t`Remove ${name}`}</button>`,
})}</li>`

/** Nothing where the person has no account of a provider and can connect none. */
function accountPanel(view: ProfileView): Html {
  const { accounts } = view.profile
  const free = view.providers.filter(({ issuer }) => !accounts.some((one) => one.issuer === issuer))
  if (accounts.length === 0 && free.length === 0) return html``
  const nameOf = (issuer: string) =>
    view.providers.find((one) => one.issuer === issuer)?.name ?? issuer
  return panel(
    'Connected accounts',
    html`<p class="hint">${t`Sign in with an account of your organisation.`}</p>
${
  accounts.length > 0 &&
  html`<ul class="list">${accounts.map(
    ({ issuer, createdAt, lastUsedAt }) =>
      html`<li><div><b>${nameOf(issuer)}</b><p class="hint">${t`Connected ${day(createdAt)}`} · ${t`last used ${moment(lastUsedAt)}`}</p></div>
${disclosure(view, {
  part: `account_${issuer}`,
  title: 'Disconnect',
  action: PROFILE_PATHS.disconnect,
  content: html`${hidden('issuer', issuer)}<button class="danger">${t`Disconnect ${nameOf(issuer)}`}</button>`,
})}</li>`,
  )}</ul>`
}
${
  view.session.isConfirmed &&
  free.map(
    ({ name, slug }) =>
      html`<form method="post" action="${PROVIDER_PATHS.staff}/${slug}">${hidden('connect', 'true')}<button class="plain">${t`Connect ${name}`}</button></form>`,
  )
}`,
  )
}

const GRANT_TEXTS: Record<ProfileGrant['type'], string> = {
  authorization_code: 'you allowed it',
  password: 'by your password',
  command: 'token of an operator',
}

function grantPanel({ profile: { grants } }: ProfileView): Html {
  return panel(
    'Applications and tokens',
    html`<p class="hint">${t`Programs that act as you.`}</p>
${
  grants.length === 0
    ? html`<p class="hint">${t`None.`}</p>`
    : html`<ul class="list">${grants.map(
        ({ id, name, type, scopes, createdAt, lastUsedAt }) =>
          html`<li><div><b>${name}</b><p class="hint">${scopes?.join(', ') ?? t`Everything that your role allows`} · ${translated(GRANT_TEXTS[type])}, ${day(createdAt)} · ${lastUsedAt ? t`last used ${moment(lastUsedAt)}` : t`not used yet`}</p></div>
<form method="post" action="${PROFILE_PATHS.revokeGrant}">${hidden('id', String(id))}<button class="plain" aria-label="${t`Revoke ${name}, since ${moment(createdAt).text}`}">${t`Revoke`}</button></form></li>`,
      )}</ul>`
}`,
  )
}

function sessionPanel({ profile: { sessions }, session: current }: ProfileView): Html {
  return panel(
    'Sessions',
    html`<ul class="list">${sessions.map(
      (
        session,
      ) => html`<li><div><b>${describeDevice(session.userAgent)}</b>${session.id === current.id && html` <span class="status">${t`this one`}</span>`}
<p class="hint">${session.address ?? t`unknown address`} · ${methodText(session)} · ${t`last used ${moment(session.lastUsedAt)}`}</p></div>
${
  session.id !== current.id &&
  html`<form method="post" action="${PROFILE_PATHS.endSession}">${hidden('id', String(session.id))}<button class="plain" aria-label="${t`End the session of ${describeDevice(session.userAgent)}, last used ${moment(session.lastUsedAt).text}`}">${t`End`}</button></form>`
}</li>`,
    )}</ul>
${sessions.length > 1 && html`<form method="post" action="${PROFILE_PATHS.endOthers}"><button class="plain">${t`Sign out everywhere else`}</button></form>`}`,
  )
}

const methodText = ({ method, hasSecondFactor }: ProfileSession) =>
  hasSecondFactor && method !== 'passkey'
    ? t`${translated(method)} and second factor`
    : translated(method)

const day = (time: Date): Html => {
  const text = time.toISOString().slice(0, 10)
  return html`<time datetime="${text}">${text}</time>`
}

function moment(time: Date): Html & { text: string } {
  const text = `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { ...html`<time datetime="${time.toISOString()}">${text}</time>`, text }
}

type SetupView = { continuation: string; secret: string; uri: string }

export const setupPage = ({ continuation, secret, uri }: SetupView, problem: Text = '') =>
  formPage(
    'Set up an authenticator app',
    html`${alertOf(problem)}<p>${t`Scan the picture with the app, or type the secret into it.`}</p>
<div class="qr" role="img" aria-label="${t`QR code with the secret`}">${{ html: renderSVG(uri, { border: 4 }) }}</div>
<p class="secret"><span class="hint">${t`Secret`}</span><br><code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<form method="post" action="${PROFILE_PATHS.finishSetup}">${hidden('continuation', continuation)}
<label for="code">${t`Code that the app shows`}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="10">
<button>${t`Finish`}</button></form><p class="hint"><a href="${PROFILE_PATH}">${t`Cancel`}</a></p>`,
  )

export const recoveryCodesPage = (codes: string[]) =>
  formPage(
    'Recovery codes',
    html`<p>${t`Each code works once, when you do not have your phone. Print them or keep them in a password manager. They are not shown again.`}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<form method="get" action="${PROFILE_PATH}"><button>${t`I have kept them`}</button></form>`,
  )

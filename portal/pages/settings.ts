// What a person decides about themselves on the portal.
import { type Html, html, type Text, translated } from '../../src/texts/html.ts'
import { LANGUAGES, type Sentence, t } from '../../src/texts/texts.ts'
import { day } from '../parts/format.ts'
import { DELETE_ME_PATH, EXPORT_ME_PATH, ME_PATH, SETTINGS_PATH } from '../paths.ts'
import type { Application, Me, Session } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export const SECTIONS = [
  'name',
  'language',
  'theme',
  'notifications',
  'mail_again',
  'support',
  'session',
  'sessions',
  'application',
] as const
/** What a form of the page changes. */
export type Section = (typeof SECTIONS)[number]

const SAVED: Record<Section, Sentence> = {
  name: t`Your name is saved.`,
  language: t`Your language is saved.`,
  theme: t`Your choice of light or dark is saved.`,
  notifications: t`Your choice of mails is saved.`,
  mail_again: t`Mails are sent to you again.`,
  support: t`Your choice of what others see is saved.`,
  session: t`The session was ended.`,
  sessions: t`All other sessions were ended.`,
  application: t`The application does not act for you any more.`,
}

export type SettingsData = {
  me: Me
  sessions: Session[]
  applications: Application[]
  /** Whether others see who supports a suggestion. */
  showsSupporters: boolean
  /** What the form before did. */
  saved: Section | null
  /** What somebody typed that cannot be saved. */
  nameProblem?: { typed: string; problem: Text }
}

/** In the language itself. */
const LANGUAGE_NAMES: Record<(typeof LANGUAGES)[number], string> = { en: 'English', de: 'Deutsch' }

export function settingsPage(data: SettingsData, view: View): PortalPage {
  const { saved, me } = data
  const isStaff = view.visitor?.isStaff === true
  return {
    title: t`Settings`,
    place: 'me',
    isPrivate: true,
    isNarrow: true,
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${ME_PATH}">${t`My feedback`}</a></nav><h1 class="es-title">${t`Settings`}</h1>
<p class="es-lead">${t`You are signed in as ${me.email_address}.`}</p>
${saved !== null && html`<p class="es-notice es-saved" role="status">${SAVED[saved]}</p>`}
${isStaff ? profileLink : nameForm(data)}
${languageForm(data, isStaff)}${themeForm(view)}${notificationForm(me)}${data.showsSupporters && supportForm(me)}
${!isStaff && sessionList(data)}${applicationList(data)}${ownData(isStaff)}`,
  }
}

const section = (name: string, title: Sentence, content: Html): Html =>
  html`<section class="es-settings" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`

const form = (name: Section, content: Html): Html =>
  html`<form class="es-form" method="post" action="${SETTINGS_PATH}"><input type="hidden" name="section" value="${name}">${content}</form>`

const SAVE = html`<div class="es-actions"><button class="es-button">${t`Save`}</button></div>`

const profileLink = section(
  'name',
  t`Profile`,
  html`<p class="es-soft">${t`You are a member of the team. Your name, your language, your sessions and how you sign in are part of your profile.`}</p><p><a class="es-button es-quiet" href="/admin/profile">${t`Open your profile`}</a></p>`,
)

const nameForm = ({ me, nameProblem }: SettingsData): Html =>
  section(
    'name',
    t`Name`,
    form(
      'name',
      html`<div><label for="own-name">${t`The name that others see`}</label><input id="own-name" name="name" maxlength="255" required autocomplete="name" dir="auto" value="${nameProblem?.typed ?? me.name}"${nameProblem && { html: ' aria-invalid="true" aria-describedby="name-problem"' }}>${nameProblem && html`<p class="es-problem" id="name-problem" role="alert">${translated(nameProblem.problem)}</p>`}</div>${SAVE}`,
    ),
  )

const choice = (name: string, value: string, isChosen: boolean, text: unknown): Html =>
  html`<label class="es-choice"><input type="radio" name="${name}" value="${value}"${isChosen && { html: ' checked' }}> ${text}</label>`

const languageForm = ({ me }: SettingsData, isStaff: boolean): Html | '' =>
  isStaff
    ? ''
    : section(
        'language',
        t`Language`,
        form(
          'language',
          html`<fieldset><legend>${t`Of pages and mails`}</legend>${choice('language', '', me.language === null, t`As the browser asks`)}${LANGUAGES.map(
            (language) =>
              choice(
                'language',
                language,
                me.language === language,
                html`<span lang="${language}">${LANGUAGE_NAMES[language]}</span>`,
              ),
          )}</fieldset>${SAVE}`,
        ),
      )

const themeForm = ({ theme }: View): Html =>
  section(
    'theme',
    t`Light and dark`,
    form(
      'theme',
      html`<fieldset><legend>${t`In this browser`}</legend>${choice('theme', 'system', theme === null, t`Like the system`)}${choice('theme', 'light', theme === 'light', t`Light`)}${choice('theme', 'dark', theme === 'dark', t`Dark`)}</fieldset>${SAVE}`,
    ),
  )

/** The settings of the end-user API that say how often a person gets mails. */
export const MAIL_SETTINGS = [
  'status_frequency',
  'comment_frequency',
  'announcement_frequency',
] as const

const MAILS_ABOUT: Record<(typeof MAIL_SETTINGS)[number], Sentence> = {
  status_frequency: t`New statuses and official answers`,
  comment_frequency: t`New comments`,
  announcement_frequency: t`Announcements`,
}

const FREQUENCIES: [string, Sentence][] = [
  ['immediately', t`At once`],
  ['daily', t`Once a day`],
  ['never', t`Never`],
]

const notificationForm = (me: Me): Html =>
  section(
    'notifications',
    t`Mails`,
    html`${suppressedNotice(me)}${form(
      'notifications',
      html`<p class="es-soft">${t`About what you support or follow. What you get once a day comes in one mail.`}</p>${MAIL_SETTINGS.map(
        (name) =>
          html`<fieldset><legend>${MAILS_ABOUT[name]}</legend><div class="es-choices-in-line">${FREQUENCIES.map(([value, text]) => choice(name, value, me[name] === value, text))}</div></fieldset>`,
      )}${SAVE}`,
    )}`,
  )

/** Mails with a code are still sent, so that the person can be here. */
const suppressedNotice = ({ email_suppressed_at: since, email_address: email }: Me): Html | '' =>
  since === null
    ? ''
    : html`<div class="es-notice"><p>${t`Mails to ${email} did not arrive. You have got no mails about news since ${day(since)}.`}</p>${form('mail_again', html`<div class="es-actions"><button class="es-button es-quiet">${t`Send mails to this address again`}</button></div>`)}</div>`

const check = (name: string, isChecked: boolean, text: Sentence): Html =>
  html`<label class="es-choice"><input type="checkbox" name="${name}" value="true"${isChecked && { html: ' checked' }}> ${text}</label>`

const supportForm = (me: Me): Html =>
  section(
    'support',
    t`What others see`,
    form(
      'support',
      html`<fieldset><legend>${t`Where the portal shows who supports a suggestion`}</legend>${check('shows_support', !me.hides_support, t`Show my name`)}</fieldset>${SAVE}`,
    ),
  )

const sessionList = ({ sessions }: SettingsData): Html =>
  section(
    'sessions',
    t`Where you are signed in`,
    html`<ul class="es-entries">${sessions.map(
      ({ id, user_agent: agent, address, last_used_at, is_current: isCurrent, method }) =>
        html`<li><div><b>${deviceOf(agent)}</b> ${isCurrent && html`<span class="es-badge">${t`This browser`}</span>`}<p class="es-soft">${methodOf(method)}${address !== null && html` · ${address}`} · ${t`last used on ${day(last_used_at)}`}</p></div>
${!isCurrent && form('session', html`<input type="hidden" name="id" value="${id}"><button class="es-button es-quiet" aria-label="${t`End the session ${deviceOf(agent)}`}">${t`End`}</button>`)}</li>`,
    )}</ul>${sessions.some(({ is_current }) => !is_current) && form('sessions', html`<div class="es-actions"><button class="es-button es-quiet">${t`End all other sessions`}</button></div>`)}`,
  )

const methodOf = (method: string): unknown =>
  method === 'email' ? t`by e-mail` : method === 'sso' ? t`from another application` : method

const BROWSERS: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Only to recognise it: browsers say what they like. */
function deviceOf(agent: string | null): string | Sentence {
  const find = (all: [RegExp, string][]) => all.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  return known.length === 0 ? t`Unknown device` : known.join(', ')
}

const applicationList = ({ applications }: SettingsData): Html | '' =>
  applications.length === 0
    ? ''
    : section(
        'applications',
        t`Applications that act for you`,
        html`<ul class="es-entries">${applications.map(
          ({ id, name, created_at, last_used_at }) =>
            html`<li><div><b dir="auto">${name}</b><p class="es-soft">${t`allowed on ${day(created_at)}`}${last_used_at !== null && html` · ${t`last used on ${day(last_used_at)}`}`}</p></div>
${form('application', html`<input type="hidden" name="id" value="${id}"><button class="es-button es-quiet" aria-label="${t`End what ${name} may do`}">${t`End`}</button>`)}</li>`,
        )}</ul>`,
      )

const ownData = (isStaff: boolean): Html =>
  section(
    'data',
    t`Your data`,
    html`<p class="es-soft">${t`Everything that you gave this portal, as a file.`}</p><p class="es-actions"><a class="es-button es-quiet" href="${EXPORT_ME_PATH}" download>${t`Download my data`}</a>${!isStaff && html` <a class="es-button es-quiet es-delete" href="${DELETE_ME_PATH}">${t`Delete my account`}</a>`}</p>`,
  )

export function deleteMePage(
  { email, typed = '', problem }: { email: string; typed?: string; problem?: Text },
  view: View,
): PortalPage {
  const isStaff = view.visitor?.isStaff === true
  return {
    title: t`Delete my account`,
    place: 'me',
    isPrivate: true,
    isNarrow: true,
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${SETTINGS_PATH}">${t`Settings`}</a></nav><h1 class="es-title">${t`Delete my account`}</h1>
${isStaff ? html`<p class="es-notice">${t`You are a member of the team. An owner removes your role first.`}</p>` : deleteForm(email, typed, problem)}`,
  }
}

const deleteForm = (email: string, typed: string, problem: Text | undefined): Html =>
  html`<p class="es-lead">${t`This cannot be undone.`}</p>
<section class="es-settings"><h2>${t`What is deleted`}</h2><ul class="es-plain"><li>${t`your name and your e-mail address`}</li><li>${t`your votes, what you follow, and your settings`}</li><li>${t`your sessions, and what applications may do for you`}</li></ul></section>
<section class="es-settings"><h2>${t`What stays`}</h2><ul class="es-plain"><li>${t`your suggestions and comments, without your name`}</li></ul><p class="es-soft">${t`To keep a copy, ${html`<a href="${EXPORT_ME_PATH}" download>${t`download your data`}</a>`} first.`}</p></section>
<form class="es-form es-settings" method="post" action="${DELETE_ME_PATH}"><div><label for="confirm">${t`To confirm, type your e-mail address: ${html`<b>${email}</b>`}`}</label><input id="confirm" name="confirm" required maxlength="500" autocomplete="off" autocapitalize="off" spellcheck="false" value="${typed}"${problem && { html: ' aria-invalid="true" aria-describedby="confirm-problem"' }}>${problem && html`<p class="es-problem" id="confirm-problem" role="alert">${translated(problem)}</p>`}</div>
<div class="es-actions"><button class="es-button es-danger">${t`Delete my account`}</button><a class="es-button es-quiet" href="${SETTINGS_PATH}">${t`Cancel`}</a></div></form>`

export const deletedPage = (): PortalPage => ({
  title: t`Your account was deleted`,
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${t`Your account was deleted`}</h1><p class="es-lead">${t`You are signed out everywhere. Your suggestions and comments stay without your name.`}</p><p class="es-more"><a class="es-button es-quiet" href="/">${t`Go to the home page`}</a></p>`,
})

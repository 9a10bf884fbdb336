// The frame of every page of the portal.
import { type Html, html, rendered } from '../src/texts/html.ts'
import { directionOf, LANGUAGES, t } from '../src/texts/texts.ts'
import { lookStyle } from './look-style.ts'
import { formatted } from './parts/format.ts'
import { FEED_ICON } from './parts/icons.ts'
import { changeNotice, previewBar, withView } from './parts/staff-tools.ts'
import { ME_PATH, ROADMAP_PATH, SETTINGS_PATH, UPDATES_PATH, withQuery } from './paths.ts'
import type { PortalPage, View } from './view.ts'

export function renderPage(page: PortalPage, view: View): string {
  const { language, siteName, look, assets } = view
  const theme = view.theme ?? (look.theme === 'system' ? null : look.theme)
  const isHidden = page.isPrivate || page.isSecret || !look.isIndexed
  return `<!doctype html>${rendered(
    html`<html lang="${language}"${directionOf(language) === 'rtl' && { html: ' dir="rtl"' }}${theme !== null && { html: ` data-theme="${theme}"` }}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${siteName}</title><link rel="stylesheet" href="${assets.style}"><style>${{ html: lookStyle(look) }}</style><link rel="icon" href="${look.icon ?? '/icon.svg'}">${isHidden && html`<meta name="robots" content="noindex">`}${page.head}${assets.script !== null && html`<script type="module" src="${assets.script}"></script>`}</head>
<body><a class="es-skip" href="#content">${t`Skip to the content`}</a>${previewBar(view)}${header(page, view)}
<main id="content" class="es-main${page.isNarrow ? ' es-narrow' : ''}">${changeNotice(view.lastChange, view)}${page.content}</main>
${footer(view)}</body></html>`,
    language,
  )}`
}

const PLACES = [
  { place: 'forums', path: '/', name: t`Suggestions` },
  { place: 'roadmap', path: ROADMAP_PATH, name: t`Roadmap` },
  { place: 'updates', path: UPDATES_PATH, name: t`Updates` },
] as const

const header = (page: PortalPage, view: View): Html => html`<header class="es-header"><div>
<a class="es-brand" href="/">${brand(view)}</a>
<nav aria-label="${t`Pages`}">${PLACES.map(
  ({ place, path, name }) =>
    html`<a href="${path}"${page.place === place && { html: ' aria-current="page"' }}>${name}</a>`,
)}${view.look.links.map(({ text, url }) => html`<a href="${url}">${text}</a>`)}</nav>
${account(page, view)}</div></header>`

const brand = ({ look, siteName }: View): Html =>
  look.logo === null
    ? html`<span>${siteName}</span>`
    : html`<picture class="es-logo-light"><img src="${look.logo.light}" alt="${siteName}" height="32"></picture><picture class="es-logo-dark"><img src="${look.logo.dark}" alt="${siteName}" height="32"></picture>`

/** A menu that opens without script. */
function account(page: PortalPage, { visitor, signInPath, path }: View): Html | '' {
  if (visitor === null)
    return signInPath === null
      ? ''
      : html`<a class="es-button es-quiet" href="${signInPath}">${t`Sign in`}</a>`
  const name = visitor.name || (visitor.isStaff ? t`Team` : t`Anonymous`)
  return html`<details class="es-account" name="account"><summary${page.place === 'me' && { html: ' aria-current="page"' }}><img src="/avatars/${visitor.id}" width="28" height="28" alt="">${!visitor.isStaff && notificationCount(page, visitor.id)}<span>${name}</span></summary><div class="es-menu">
<a href="${ME_PATH}">${t`My feedback`}</a>${!visitor.isStaff && html`<a href="${withQuery(ME_PATH, { show: 'notifications' })}">${t`Notifications`}</a>`}<a href="${SETTINGS_PATH}">${t`Settings`}</a>${visitor.isStaff && html`<a href="/admin">${t`Console`}</a><a href="${withView(path, 'public')}" rel="nofollow">${t`What others see`}</a>`}
${!visitor.isStaff && html`<form method="post" action="/sign-out"><button>${t`Sign out`}</button></form>`}</div></details>`
}

const notificationCount = (page: PortalPage, person: number): Html =>
  html`<es-notification-count person="${person}"${page.place === 'me' && { html: ' reset' }} data-one="${t`1 unread notification`}" data-other="${t`${'#'} unread notifications`}"></es-notification-count>`

const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' }

const footer = (
  view: View,
): Html => html`<footer class="es-footer"><div>${formatted(view.look.texts[view.language].footer, 'text/markdown')}
<form method="post" action="/language" class="es-languages"><input type="hidden" name="return_to" value="${view.path}">${LANGUAGES.map(
  (language) =>
    html`<button name="language" value="${language}" lang="${language}"${language === view.language && { html: ' aria-current="true"' }}>${LANGUAGE_NAMES[language]}</button>`,
)}</form>
<nav aria-label="${t`More`}"><a href="/feed.atom">${FEED_ICON}${t`Feed`}</a><a href="/docs/end-users">API</a><span>${t`Powered by ${'Earshot'}`}</span></nav></div></footer>`

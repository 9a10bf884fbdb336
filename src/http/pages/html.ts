// The frame of the pages for staff and for signing in.
import { type Html, html, rendered, type Text, translated } from '../../texts/html.ts'
import { type Language, t } from '../../texts/texts.ts'

/** Null: like the system. */
export type Theme = 'light' | 'dark' | null

/** Who reads the page, and what the installation is called. */
export type Reading = {
  language: Language
  theme: Theme
  name: string
  /** The name of an end user who is signed in. */
  visitor?: string
  /** Where a visitor who is not signed in can do so. */
  signIn?: string
}

/** A page, until it is known who reads it. */
export type Page = (reading: Reading) => string

type Frame = { className?: string; scripts: string[]; head?: Html | ''; icon?: boolean }

const frame =
  (title: Text, content: Html, { className, scripts, head = '', icon }: Frame): Page =>
  ({ language, theme, name, visitor, signIn }) =>
    `<!doctype html>${rendered(
      html`<html lang="${language}"${theme && { html: ` data-theme="${theme}"` }}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${translated(title)} · ${name}</title><link rel="icon" href="${ICON_PATH}"><style>${{ html: STYLE }}</style>${head}${scriptsOf(scripts)}</head>
<body${className && { html: ` class="${className}"` }}><header><a href="/">${icon && html`<img src="${ICON_PATH}" width="24" height="24" alt=""> `}${name}</a>${visitor !== undefined && html`<form method="post" action="/sign-out"><span class="soft">${visitor}</span> <button class="plain">${t`Sign out`}</button></form>`}${signIn !== undefined && html`<a class="enter" href="${signIn}">${t`Sign in`}</a>`}</header><main>${content}</main></body></html>`,
      language,
    )}`

/** `scripts` are paths of this service. */
export const page = (title: Text, content: Html, scripts: string[] = []): Page =>
  frame(title, content, { scripts })

const scriptsOf = (paths: string[]) =>
  paths.map((path) => html`<script type="module" src="${path}"></script>`)

/**
 * A small page with a form: signing in and what belongs to it. `scripts` are paths of this service. With `next` the browser
 * continues there at once.
 */
export const formPage = (title: Text, content: Html, scripts: string[] = [], next?: string): Page =>
  frame(title, html`<div class="card"><h1>${translated(title)}</h1>${content}</div>`, {
    className: 'narrow',
    scripts,
    icon: true,
    head: next === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${next}">`,
  })

export const ICON_PATH = '/icon.svg'
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1f5fd6"/>
<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">
<path d="M9 22V10M15 25V7M21 21v-10M26 18v-4"/></g></svg>
`

/** The colours of every page, the API reference included: those of the console. `--field` outlines inputs, `--action` fills buttons. */
export const PALETTE = `
:root { color-scheme: light dark; --ink: light-dark(#1a1d23, #e7e9ee); --soft: light-dark(#59606c, #a0a7b4); --line: light-dark(#dfe2e7, #2c313a); --paper: light-dark(#ffffff, #16181d); --tint: light-dark(#f6f7f9, #111317); --hover: light-dark(#eff1f4, #23272f); --link: light-dark(#1f5fd6, #7aa7ff); --field: light-dark(#868e9b, #6b7482); --action: light-dark(#1f5fd6, #7aa7ff); --action-ink: light-dark(#ffffff, #0d1830); --danger: light-dark(#b3261e, #ff8f86); --danger-ink: light-dark(#ffffff, #3a0906); }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
`

const STYLE = `${PALETTE}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere }
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem }
header { border-bottom: 1px solid var(--line) } header form, .enter { float: right } header button { margin: -6px 0 -6px .5rem } header a { font-weight: 600; color: inherit; text-decoration: none }
h1 { font-size: 20px; font-weight: 600; line-height: 1.25; margin: 1.25rem 0 .25rem } h2 { font-size: 14px; font-weight: 600; margin: 2rem 0 .5rem }
a { color: var(--link) } :focus-visible { outline: 2px solid var(--link); outline-offset: 1px; border-radius: 4px } .soft { color: var(--soft); font-size: 13px } p { white-space: pre-line }
.status { display: inline-block; padding: 0 6px; border: 1px solid var(--line); color: var(--soft); border-radius: 4px; font-size: 12px }
.entry { display: flex; gap: .75rem; padding: .9rem 0; border-top: 1px solid var(--line) } .entry p { margin: .15rem 0 0 } .entry > div { min-width: 0 }
.entry img { border-radius: 50%; flex: none } .entry > .count { flex: none; min-width: 3.5rem; text-align: center } .count b { display: block; font-size: 1.15rem }
.box { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; padding: .25rem 1rem .9rem; margin: 1.25rem 0 }
table { width: 100%; border-collapse: collapse; font-size: 13px } th { text-align: left; font-weight: 500; color: var(--soft); width: 17rem }
td, th { padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top }
input { width: 100%; height: 32px; padding: 0 8px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--field); border-radius: 6px }
label { display: block; margin: 1rem 0 .25rem; font-size: 13px; font-weight: 500 }
button { margin-top: .75rem; min-height: 32px; padding: 5px 12px; font: inherit; font-size: 13px; color: var(--action-ink); background: var(--action); border: 1px solid var(--action); border-radius: 6px; cursor: pointer } button:hover { opacity: .9 }
.unseen { display: none } .or ~ .hint { margin-top: 1.25rem }
main img { max-width: 100%; height: auto } pre { overflow-x: auto; background: var(--tint); padding: .6rem .75rem; border-radius: .35rem } pre code { padding: 0 } blockquote { margin: .75rem 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--soft) } .mention { color: var(--link) }
code { background: var(--tint); padding: .1rem .35rem; border-radius: 4px; font-size: 12px }
.narrow { background: var(--tint) } .narrow header { border: 0; text-align: center; padding-top: 3rem } .narrow header a { display: inline-flex; gap: .5rem; align-items: center; font-size: 16px }
.narrow main { max-width: 25rem } .card { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 1.25rem 1.5rem 1.5rem } .card h1 { margin: 0 0 .5rem }
.card button { width: 100% } button.plain { color: var(--ink); background: var(--paper); border-color: var(--line) } button.plain:hover { background: var(--hover); opacity: 1 } .alert { border: 1px solid; border-color: var(--danger); color: var(--danger); border-radius: 6px; padding: .5rem .75rem; margin: .75rem 0 }
.hint { color: var(--soft); font-size: 13px; margin: .3rem 0 0 } .or { display: flex; align-items: center; gap: .75rem; color: var(--soft); font-size: 13px; margin: 1.25rem 0 .25rem } .or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line) }
.row { display: flex; gap: 1rem; align-items: center; justify-content: space-between } .row p { margin: 0 } .row h1 { margin-top: .5rem }
.panel { border: 1px solid var(--line); border-radius: 6px; padding: 1rem 1.25rem 1.25rem; margin: 1.25rem 0 } .panel h2 { margin: 0 } .panel > p { margin-bottom: .9rem } .panel form input { max-width: 26rem }
.panel button, .row button { margin-top: 0 } .panel details form > button, .panel details form > div > button, .proof form > button, .proof form > div > button { display: block; margin-top: 1rem } .card form + .hint { margin-top: 1rem }
summary { display: inline-block; padding: 5px 12px; font-size: 13px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; list-style: none } summary::-webkit-details-marker { display: none } details[open] > summary { background: var(--tint) }
.actions { display: flex; flex-wrap: wrap; gap: .6rem } .list { list-style: none; margin: .5rem 0 .9rem; padding: 0 } .list li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .7rem 0; border-top: 1px solid var(--line) } .list li:first-child { border-top: 0 } .list .hint { margin: .1rem 0 0 } .list li > div { flex: 1 11rem; min-width: 0 } time { white-space: nowrap }
.list details[open], .actions details[open] { flex-basis: 100% } button.danger { color: var(--danger-ink); background: var(--danger); border-color: var(--danger) } .notice { border: 1px solid var(--line); background: var(--tint); border-radius: 6px; padding: .5rem .75rem }
.qr { width: 13rem; margin: 1rem auto } .qr svg { display: block; width: 100%; height: auto; border-radius: .5rem } .secret { margin: 0; text-align: center } .secret code { display: inline-block; max-width: 13rem } .codes { list-style: none; padding: 0; text-align: center } .codes li { padding: .15rem 0 }
@media (max-width: 40rem) { .narrow header { padding-top: 1.25rem } .card { padding: 1.25rem } td, th { display: block; width: auto } td { border-top: 0; padding-top: 0 } th { padding-bottom: 0 } }
`

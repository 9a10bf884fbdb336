// HTML templates that escape their values, and the frame of every page.
import { escapeHtml } from '../../core/escape-html.ts'

export type Html = { html: string }

export function html(texts: TemplateStringsArray, ...values: unknown[]): Html {
  return { html: texts.reduce((whole, text, i) => whole + rendered(values[i - 1]) + text) }
}

function rendered(value: unknown): string {
  if (Array.isArray(value)) return value.map(rendered).join('')
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object' && 'html' in value) return String(value.html)
  return escapeHtml(String(value))
}

/** "1 comment", "2 comments". */
export const pluralize = (count: unknown, noun: string) =>
  `${count} ${noun}${Number(count) === 1 ? '' : 's'}`

/** `scripts` are paths of this service. */
export function page(title: string, content: Html, scripts: string[] = []): string {
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Earshot</title><link rel="icon" href="${ICON_PATH}"><style>${{ html: STYLE }}</style>${scriptsOf(scripts)}</head>
<body><header><a href="/">Earshot</a></header><main>${content}</main></body></html>`.html
  }`
}

const scriptsOf = (paths: string[]) =>
  paths.map((path) => html`<script type="module" src="${path}"></script>`)

/**
 * A small page with a form: signing in and what belongs to it. `scripts` are paths of this service. With `next` the browser
 * continues there at once.
 */
export function formPage(
  title: string,
  content: Html,
  scripts: string[] = [],
  next?: string,
): string {
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Earshot</title><link rel="icon" href="${ICON_PATH}"><style>${{ html: STYLE }}</style>
${next === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${next}">`}${scriptsOf(scripts)}</head>
<body class="narrow"><header><a href="/"><img src="${ICON_PATH}" width="28" height="28" alt=""> Earshot</a></header>
<main><div class="card"><h1>${title}</h1>${content}</div></main></body></html>`.html
  }`
}

export const ICON_PATH = '/icon.svg'
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b5cad"/>
<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">
<path d="M9 22V10M15 25V7M21 21v-10M26 18v-4"/></g></svg>
`

/** The colours of every page, the API reference included. `--field` outlines inputs, `--action` fills buttons. */
export const PALETTE = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #566270; --line: #dfe4ea; --paper: #fff; --tint: #f5f7f9; --link: #0b5cad; --field: #7f8b98; --action: #0b5cad; --danger: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --soft: #9fabb8; --line: #313c48; --paper: #151b22; --tint: #1d252e; --link: #7ab8ff; --field: #6c7a89; --action: #1567b8; --danger: #ff9d94; }
}
`

const STYLE = `${PALETTE}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem }
header { border-bottom: 1px solid var(--line) } header a { font-weight: 700; color: inherit; text-decoration: none }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1.25rem 0 .25rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
a { color: var(--link) } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: .25rem } .soft { color: var(--soft); font-size: .92rem } p { white-space: pre-line }
.status { display: inline-block; padding: .1rem .6rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .85rem }
.entry { display: flex; gap: .75rem; padding: .9rem 0; border-top: 1px solid var(--line) } .entry p { margin: .15rem 0 0 } .entry > div { min-width: 0 }
.entry img { border-radius: 50%; flex: none } .entry > .count { flex: none; min-width: 3.5rem; text-align: center } .count b { display: block; font-size: 1.15rem }
.box { background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; padding: .25rem 1rem .9rem; margin: 1.25rem 0 }
table { width: 100%; border-collapse: collapse; font-size: .92rem } th { text-align: left; font-weight: 500; color: var(--soft); width: 17rem }
td, th { padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top }
input { width: 100%; padding: .5rem .6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--field); border-radius: .35rem }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
button { margin-top: .75rem; padding: .5rem 1rem; font: inherit; color: #fff; background: var(--action); border: 0; border-radius: .35rem; cursor: pointer }
.unseen { display: none } .or ~ .hint { margin-top: 1.25rem }
code { background: var(--tint); padding: .1rem .35rem; border-radius: .25rem }
.narrow { background: var(--tint) } .narrow header { border: 0; text-align: center; padding-top: 3rem } .narrow header a { display: inline-flex; gap: .5rem; align-items: center; font-size: 1.15rem }
.narrow main { max-width: 27rem } .card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem 1.75rem 1.75rem } .card h1 { margin: 0 0 .5rem; font-size: 1.4rem }
.card button { width: 100%; font-weight: 600 } button.plain { color: var(--ink); background: none; border: 1px solid var(--field); font-weight: 500 } .alert { border: 1px solid; border-color: var(--danger); color: var(--danger); border-radius: .35rem; padding: .5rem .75rem; margin: .75rem 0 }
.hint { color: var(--soft); font-size: .88rem; margin: .3rem 0 0 } .or { display: flex; align-items: center; gap: .75rem; color: var(--soft); font-size: .88rem; margin: 1.25rem 0 .25rem } .or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line) }
.row { display: flex; gap: 1rem; align-items: center; justify-content: space-between } .row p { margin: 0 } .row h1 { margin-top: .5rem }
.panel { border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem 1.25rem; margin: 1.25rem 0 } .panel h2 { margin: 0 } .panel > p { margin-bottom: .9rem } .panel form input { max-width: 26rem }
.panel button, .row button { margin-top: 0 } .panel details form > button, .panel details form > div > button { display: block; margin-top: 1rem } .card form + .hint { margin-top: 1rem }
summary { display: inline-block; padding: .4rem .9rem; border: 1px solid var(--field); border-radius: .35rem; cursor: pointer; list-style: none } summary::-webkit-details-marker { display: none } details[open] > summary { background: var(--tint) }
.actions { display: flex; flex-wrap: wrap; gap: .6rem } .list { list-style: none; margin: .5rem 0 .9rem; padding: 0 } .list li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .7rem 0; border-top: 1px solid var(--line) } .list li:first-child { border-top: 0 } .list .hint { margin: .1rem 0 0 } .list li > div { flex: 1 11rem; min-width: 0 } time { white-space: nowrap }
.list details[open], .actions details[open] { flex-basis: 100% } button.danger { color: #fff; background: #b3261e } .notice { border: 1px solid var(--line); background: var(--tint); border-radius: .35rem; padding: .5rem .75rem }
.qr { width: 13rem; margin: 1rem auto } .qr svg { display: block; width: 100%; height: auto; border-radius: .5rem } .secret { margin: 0; text-align: center } .secret code { display: inline-block; max-width: 13rem } .codes { list-style: none; padding: 0; text-align: center } .codes li { padding: .15rem 0 }
@media (max-width: 40rem) { .narrow header { padding-top: 1.25rem } .card { padding: 1.25rem } td, th { display: block; width: auto } td { border-top: 0; padding-top: 0 } th { padding-bottom: 0 } }
`

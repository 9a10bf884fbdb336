// HTML templates that escape their values, and the frame of every page.

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

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export function page(title: string, content: Html): string {
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Earshot</title><link rel="icon" href="${ICON_PATH}"><style>${{ html: STYLE }}</style></head>
<body><header><a href="/">Earshot</a></header><main>${content}</main></body></html>`.html
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
:root { color-scheme: light dark; --ink: #1d2733; --soft: #566270; --line: #dfe4ea; --paper: #fff; --tint: #f5f7f9; --link: #0b5cad; --field: #7f8b98; --action: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --soft: #9fabb8; --line: #313c48; --paper: #151b22; --tint: #1d252e; --link: #7ab8ff; --field: #6c7a89; --action: #1567b8; }
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
code { background: var(--tint); padding: .1rem .35rem; border-radius: .25rem }
@media (max-width: 40rem) { td, th { display: block; width: auto } td { border-top: 0; padding-top: 0 } th { padding-bottom: 0 } }
`

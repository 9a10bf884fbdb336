// Errors as pages, for people who open an address in a browser. Programs get JSON.
import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { html, type Text, translated } from '../../texts/html.ts'
import { t } from '../../texts/texts.ts'
import { weightsOf } from '../responses/accept.ts'
import { type Page, page } from './html.ts'

/** Titles and advice for the statuses that a reader can meet; the rest have the standard reason and the message. */
const TEXTS: Record<number, { title: Text; advice: Text }> = {
  404: {
    title: t`Page not found`,
    advice: t`Check the address. The page may have been moved, or it is not public.`,
  },
  405: { title: t`Method not allowed`, advice: t`This address cannot be used in this way.` },
  500: {
    title: t`Something went wrong`,
    advice: t`This is a fault of the service. Try again, or report it with the request id below.`,
  },
  503: {
    title: t`Temporarily unavailable`,
    advice: t`The service cannot answer at the moment. Reload this page in a few seconds.`,
  },
}

export const textsOf = (status: number, message: string): { title: Text; advice: Text } => ({
  title: TITLES[status] ?? STATUS_CODES[status] ?? 'Error',
  advice: message,
  ...TEXTS[status],
})

/** Of statuses whose message says more. */
const TITLES: Record<number, Text> = {
  403: t`Not allowed`,
  429: t`Too many requests`,
}

/** `message` is shown for statuses without a text of their own. */
export function errorPage(status: number, message: string, requestId: string): Page {
  const { title, advice } = textsOf(status, message)
  return page(
    title,
    html`<p class="soft">${t`Error ${status}`}</p><h1>${translated(title)}</h1><p>${translated(advice)}</p>
<p><a href="/">${t`Go to the home page`}</a></p><p class="soft">${t`Request id: ${html`<code>${requestId}</code>`}`}</p>`,
  )
}

/** Outside /api, where Accept weighs text/html more than JSON. A client that accepts anything gets JSON. */
export function prefersPage({ url, headers }: FastifyRequest): boolean {
  if (isApi(url)) return false
  const weights = weightsOf(headers.accept ?? '')
  const json = Math.max(
    ...['application/json', 'application/problem+json'].map((type) => weightOf(weights, type)),
  )
  return weightOf(weights, 'text/html') > json
}

// A request line can hold a whole URL, and letters of the path as percent codes.
export const isApi = (url: string) =>
  /^\/api([/?]|$)/.test(
    url.replace(/^https?:\/\/[^/?]*/i, '').replace(/%[2-7][\da-f]/gi, decodeURIComponent),
  )

/** Pages of the team and of developers, which do not look like the portal. */
export const isConsole = (url: string) => /^\/(admin|docs)([/?]|$)/.test(url)

const weightOf = (weights: Map<string, number>, type: string) =>
  weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0

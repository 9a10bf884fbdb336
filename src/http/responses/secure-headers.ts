// Security headers of responses: what browsers and caches are allowed to do with them.

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const API_HEADERS = {
  ...COMMON,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

// A year. Without includeSubDomains: other hosts below the same domain are not ours.
const HTTPS_HEADERS = { ...API_HEADERS, 'strict-transport-security': 'max-age=31536000' }

/** The headers of every response; a page or file replaces some of them. Browsers then use HTTPS only, where we have it. */
export const commonHeaders = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? HTTPS_HEADERS : API_HEADERS

/** Uploaded files: no scripts run, and other sites can embed them by URL. */
export const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** HTML pages: same-origin content only, no scripts. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}

/** A mail in a frame of the console, with the styles that it carries. `origin` has its pictures. */
export const mailPreviewHeaders = (origin: string) => ({
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${origin}; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-same-origin`,
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'private, no-store',
})

/** Pages of somebody who is signed in have a form: without a referrer, browsers send `Origin: null` with it over http. */
export const VISITOR_HEADERS = { ...PAGE_HEADERS, 'referrer-policy': 'same-origin' }

/** The portal: its own script and style, the style of its look, pictures of people, and calls to this service. */
export const portalHeaders = (styleHash: string) => ({
  'referrer-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${styleHash}'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
})

/**
 * Pages for signing in: their only script fills in the code of a link, or uses a passkey. Without a referrer, browsers send
 * `Origin: null` with a form over http, and we could not tell our own pages from others.
 */
export const SIGN_IN_HEADERS = {
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}

/**
 * Asks whether an application may act as the person. Browsers apply form-action to the redirect that follows, so it names
 * the place of the application. The referrer is sent to ourselves only; without it, the Origin of the form would be null.
 */
export const consentHeaders = (redirectUri: string) => {
  const { protocol, host } = new URL(redirectUri)
  const target = /^https?:$/.test(protocol) ? `${protocol}//${host}` : protocol
  return {
    'referrer-policy': 'same-origin',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`,
  }
}

/** The API reference has a script and a style of its own, and its script calls this service. */
export const DOCS_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** The console: scripts and styles of its own only, pictures that people attached, previews of the portal, and calls to this service. */
export const CONSOLE_HEADERS = {
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}

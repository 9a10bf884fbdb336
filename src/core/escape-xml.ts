import { escapeHtml } from './escape-html.ts'

// What XML 1.0 cannot contain, not even as a reference.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** For text and quoted attributes. */
export const escapeXml = (text: string) => escapeHtml(text.toWellFormed().replace(FORBIDDEN, ''))

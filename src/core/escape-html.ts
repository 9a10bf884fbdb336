/** For text and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Paragraphs and line breaks of plain text, so that clients can show it unchanged. */
export const textToHtml = (text: string) => `<p>${linesToHtml(text)}</p>`

const linesToHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n\r?\n+/g, '</p><p>')
    .replaceAll(/\r?\n/g, '<br>')

/** The group makes `split` return the addresses too. */
const WEB_ADDRESS = /(https?:\/\/[^\s<>"'/][^\s<>"']*)/i
const AFTER_ADDRESS = /[.,;:!?)\]}*]+$/

/** The same, with links on web addresses. What ends a sentence belongs to none. */
export const linkedTextToHtml = (text: string) =>
  `<p>${text
    .split(WEB_ADDRESS)
    .map((part, at) => (at % 2 === 0 ? linesToHtml(part) : linkToHtml(part)))
    .join('')}</p>`

function linkToHtml(found: string): string {
  const [after = ''] = AFTER_ADDRESS.exec(found) ?? []
  // Addresses of encyclopaedias end with a bracket that they have opened.
  const kept = after.startsWith(')') && found.includes('(') ? 1 : 0
  const address = found.slice(0, found.length - after.length + kept)
  return `<a href="${escapeHtml(address)}" rel="nofollow noopener noreferrer ugc">${escapeHtml(address)}</a>${linesToHtml(after.slice(kept))}`
}

/** For text and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Paragraphs and line breaks of plain text, so that clients can show it unchanged. */
export const textToHtml = (text: string) =>
  `<p>${text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n\r?\n+/g, '</p><p>')
    .replaceAll(/\r?\n/g, '<br>')}</p>`

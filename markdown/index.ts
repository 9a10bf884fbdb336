// Markdown of people: read, shown as HTML or text, and written. The service and the console use the same code.
export { spellAddresses } from './addresses.ts'
export { type HtmlOptions, toHtml } from './html.ts'
export { type Block, type Inline, isAddress, parseMarkdown, toText } from './parse.ts'
export { fromPlainText, mentionedUsers, mentionOf, pictureOf, shownFiles } from './write.ts'

import { parseMarkdown, toText } from '#markdown'

/** The words that a Markdown text shows. */
export default function MarkdownWords({ text }: { text: string }) {
  return <>{toText(parseMarkdown(text)).trim()}</>
}

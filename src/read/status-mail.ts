// The mail about a status update that supporters of a suggestion get.
import { parseMarkdown, toHtml, toText } from '#markdown'
import { invalidInput, notFound } from '../core/api-error.ts'
import { escapeHtml, textToHtml } from '../core/escape-html.ts'
import { MARKDOWN } from '../core/formatted-text.ts'
import { suggestions } from '../resources/suggestions.ts'
import type { Reader } from './answer.ts'

export type StatusUpdateText = {
  body?: string | undefined
  body_mime_type?: string | undefined
  /** Null for none; undefined when it stays what it is. */
  status?: number | null | undefined
}

export type StatusMail = { subject: string; text: string; html: string }

type Subject = { title: string; forum_id: number; status: string | null; isMissing: boolean }

/** Without styles: the mail or the page around it has them. */
export async function renderStatusMail(
  { pool, baseUrl }: Reader,
  suggestion: number,
  { body = '', body_mime_type = 'text/plain', status }: StatusUpdateText,
): Promise<StatusMail> {
  const { rows } = await pool.query<Subject>(
    `select s.title, s.forum_id, t.name as status, $2::bigint is not null and t.id is null as "isMissing"
      from suggestions s left join statuses t on t.id = case when $3 then s.status_id else $2::bigint end where s.id = $1`,
    [suggestion, status ?? null, status === undefined],
  )
  const [found] = rows
  if (!found) throw notFound(suggestions, suggestion)
  if (found.isMissing) {
    const message = `links.status: no status has the id ${status}.`
    throw invalidInput([{ path: ['links', 'status'], code: 'not_found', message }])
  }
  const { title, forum_id } = found
  const about = found.status
    ? `The status of “${title}” is now “${found.status}”.`
    : `There is news about “${title}”.`
  const address = `${baseUrl}/forums/${forum_id}/suggestions/${suggestion}`
  const why = 'You get this message because you support or follow this suggestion.'
  const isMarkdown = body_mime_type === MARKDOWN
  const blocks = isMarkdown ? parseMarkdown(body) : []
  const plain = isMarkdown ? toText(blocks) : body
  const formatted = isMarkdown ? toHtml(blocks, { baseUrl }) : textToHtml(body)
  return {
    subject: found.status ? `${title}: ${found.status}` : title,
    text: [about, plain, address, why].filter((part) => part !== '').join('\n\n'),
    html: `<p>${escapeHtml(about)}</p>${body === '' ? '' : formatted}<p><a href="${escapeHtml(address)}">View the suggestion</a></p><p>${why}</p>`,
  }
}

// A trial as a page to hand on.
import { escapeHtml } from '../core/escape-html.ts'
import { formattedToHtml } from '../core/formatted-text.ts'
import { describeMapped, renderPage } from './report.ts'
import type { Trial, TriedSuggestion } from './trial.ts'

type Said = {
  author: string | null
  created_at: string
  body: string | null
  body_mime_type: string
}

const by = ({ author, created_at }: Pick<Said, 'author' | 'created_at'>, more = '') =>
  `<p class="by">${escapeHtml([author ?? 'unknown', created_at.slice(0, 10), more].filter(Boolean).join(', '))}</p>`
const body = ({ body: text, body_mime_type }: Pick<Said, 'body' | 'body_mime_type'>) =>
  text ? formattedToHtml(text, body_mime_type) : ''
const said = (title: string, all: (Said & { more?: string })[]) =>
  all.length === 0
    ? ''
    : `<h4>${title}</h4>${all.map((one) => `<div class="said">${by(one, one.more)}${body(one)}</div>`).join('')}`
const listed = (title: string, all: string[]) =>
  all.length === 0
    ? ''
    : `<h4>${title}</h4><ul>${all.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`
const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

function article(one: TriedSuggestion): string {
  const { forum, category, status, labels, custom_fields, votes, comments_count } = one
  const facts = [
    `${forum.name}${forum.is_new ? ' (new)' : ''}${forum.is_private ? ', private' : ''}`,
    category,
    status && `${status.name}${status.is_new ? ' (new)' : ''}`,
    ...labels,
    plural(votes, 'vote'),
    plural(comments_count, 'comment'),
    one.state === 'published' || one.state === 'approved' ? null : one.state,
  ].filter((fact) => fact !== null)
  const fields = Object.entries(custom_fields).map(([key, value]) => `${key}: ${value}`)
  const files = one.files.map(
    (file) => `${file.name} (${file.size_in_bytes.toLocaleString('en')} bytes)`,
  )
  const supporters = one.supporters.filter(Boolean).join(', ')
  return `<article><h3>${escapeHtml(one.title)}</h3><p>${facts.map((fact) => `<span class="chip">${escapeHtml(fact)}</span>`).join(' ')}</p>
${by(one)}${body(one)}${fields.length > 0 ? `<p>${escapeHtml(fields.join(' · '))}</p>` : ''}
${supporters ? `<p>Supported by ${escapeHtml(supporters)}${votes > one.supporters.length ? ' and others' : ''}</p>` : ''}
${said(
  'Answers',
  one.status_updates.map((update) => ({ ...update, more: update.status ?? '' })),
)}${said(
  'Comments',
  one.comments.map((comment) => ({ ...comment, more: comment.is_reply ? 'a reply' : '' })),
)}${said('Notes', one.notes)}
${listed('Files', files)}${listed('Merged into this one', one.merged)}</article>`
}

const STYLE = `article{border:1px solid #999;border-radius:6px;padding:.25rem 1rem;margin:1rem 0;overflow-wrap:anywhere}
.chip{display:inline-block;border:1px solid #999;border-radius:4px;padding:0 .4rem;font-size:.875rem}.by{font-size:.875rem;margin:.5rem 0 0}
.said{border-left:3px solid #999;padding-left:.75rem;margin:.5rem 0}img{max-width:100%}pre{overflow:auto}`

/** A page without scripts or other files. */
export const renderTrial = (trial: Trial): string =>
  renderPage(
    `Trial of a move from ${trial.source}`,
    `<h1>Trial of a move from ${escapeHtml(trial.source)}</h1>
<p>${escapeHtml(trial.account)}</p>
<p>${plural(trial.suggestions.length, 'suggestion')} as they would look here. They were loaded, compared and taken back: nothing of them is stored.</p>
<p class="${trial.verified ? 'yes' : 'no'}"><strong>${trial.verified ? 'What was loaded equals what the source has.' : 'What was loaded differs from what the source has.'}</strong></p>
${trial.mapped_values.length > 0 ? `<h2>What was mapped</h2><ul>${trial.mapped_values.map((one) => `<li>${escapeHtml(describeMapped(one))}</li>`).join('')}</ul>` : ''}
${trial.problems.length > 0 ? `<h2>Left out or changed</h2><ul>${trial.problems.map(({ file, message }) => `<li>${escapeHtml(`${file}: ${message}`)}</li>`).join('')}</ul>` : ''}
<h2>Suggestions</h2>${trial.suggestions.map(article).join('\n')}`,
    STYLE,
  )

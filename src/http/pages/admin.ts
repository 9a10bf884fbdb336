// The admin page of a suggestion, for users who signed in with a token.

import type { Reader } from '../../read/answer.ts'
import { comments } from '../../resources/comments.ts'
import { notes } from '../../resources/notes.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { supporters } from '../../resources/supporters.ts'
import { type Html, html, page, pluralize } from './html.ts'
import { byId, oneRecord, type PageRecord, someRecords } from './records.ts'

export async function adminSuggestionPage(reader: Reader, id: number): Promise<string | undefined> {
  const suggestion = await oneRecord(reader, suggestions, id, [
    'forums',
    'categories',
    'labels',
    'statuses',
    'users',
  ])
  if (!suggestion) return undefined
  const { record, answer } = suggestion
  const query = { suggestion: id, includes: 'users', per_page: 50 }
  const [commentList, noteList, supporterList] = await Promise.all([
    someRecords(reader, comments, query),
    someRecords(reader, notes, query),
    someRecords(reader, supporters, query),
  ])
  const { links, title, body, ...fields } = record
  const creator = byId(answer.users, links.created_by)
  return page(
    title,
    html`<p class="soft">Suggestion ${id} · <a href="${record.portal_url}">portal page</a></p><h1>${title}</h1><p>${body}</p>
<h2>Overview</h2><table>
${row('forum', byId(answer.forums, links.forum)?.name)}${row('category', byId(answer.categories, links.category)?.name)}
${row('status', byId(answer.statuses, links.status)?.name)}
${row('labels', (answer.labels ?? []).map((label) => (label as { full_name?: string }).full_name).join(', '))}
${row('created by', creator && `${creator.name} <${creator.email_address}>`)}</table>
<h2>All fields</h2><table>${Object.entries(fields).map(([name, value]) => row(name, value))}</table>
${entries('note', noteList, 'created_by', 'body')}
${entries('comment', commentList, 'created_by', 'body')}
${entries('supporter', supporterList, 'user', 'how')}`,
  )
}

export const signInPage = (returnTo: string, problem = '') =>
  page(
    'Sign in',
    html`<h1>Sign in</h1><p>Enter the token of a trusted API client. <code>bin/earshot clients create --name me</code> creates one.</p>
${problem && html`<p role="alert"><b>${problem}</b></p>`}
<form method="post" action="/admin/sign-in"><input type="hidden" name="return_to" value="${returnTo}">
<label for="token">Token</label><input id="token" name="token" type="password" autocomplete="off" required autofocus>
<button>Sign in</button></form>`,
  )

const row = (name: string, value: unknown): Html =>
  html`<tr><th scope="row">${name}</th><td>${displayed(value)}</td></tr>`

const displayed = (value: unknown) =>
  value === null || value === undefined || typeof value === 'string'
    ? (value ?? '–')
    : JSON.stringify(value)

function entries(
  noun: string,
  {
    answer,
    records,
    total,
  }: { answer: Record<string, PageRecord[]>; records: PageRecord[]; total: number },
  person: string,
  field: string,
): Html {
  const limit = total > records.length ? `, newest ${records.length} shown` : ''
  return html`<h2>${pluralize(total, noun)}${limit}</h2>${(
    records as { links: Record<string, unknown>; [field: string]: unknown }[]
  ).map((record) => {
    const user = byId(answer.users, record.links[person])
    return html`<div class="entry"><div><span class="soft">${user?.name} &lt;${user?.email_address}&gt; · ${record.created_at}</span>
<p>${record[field]}</p></div></div>`
  })}`
}

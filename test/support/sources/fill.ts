// Brings a generated account into an Earshot: by the form of a move, and merges by the API.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '../command-runner.ts'
import type { TestService } from '../service.ts'
import type { Account, Text } from './account.ts'
import { asMarkdown } from './texts.ts'

const addressOf = (key: string) => `https://files.test/${key}`

const bodyOf = (text: Text | null) =>
  text === null
    ? {}
    : {
        body: text.isMarkdown
          ? asMarkdown(text, (key, alt) => `![${alt}](${addressOf(key)})`)
          : text.body,
        body_mime_type: text.isMarkdown ? 'text/markdown' : 'text/plain',
      }

const key = (id: number | null) => (id === null ? null : String(id))

const fieldKeys = new Map<string, string>()
/** Keys of custom fields are those that the API gave. */
const fieldsOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [keyOfField(name), value]))

function keyOfField(name: string): string {
  const known = fieldKeys.get(name) ?? `cf_field_${fieldKeys.size}`
  fieldKeys.set(name, known)
  return known
}

function linesOf(account: Account): Record<string, object[]> {
  const owners = [
    ['suggestions', account.suggestions],
    ['external_accounts', account.companies],
    ['external_users', account.members],
  ] as const
  const fields = owners.flatMap(([object_type, records]) => {
    const types = new Map(
      records.flatMap(({ fields }) =>
        Object.entries(fields).map(([name, value]): [string, string] => [name, typeof value]),
      ),
    )
    return [...types].map(([name, type]) => ({
      key: `${object_type} ${name}`,
      object_type,
      field: keyOfField(name),
      name,
      field_type: type === 'string' ? 'text' : type,
    }))
  })
  const same = ({ id, created }: { id: number; created: string | null }) => ({
    key: String(id),
    id,
    ...(created !== null && { created_at: created }),
  })
  return {
    custom_fields: fields,
    forums: account.forums.map((one) => ({
      ...same(one),
      name: one.name,
      is_private: one.isPrivate,
      ...(one.welcome && {
        welcome_message: one.welcome.body,
        welcome_message_mime_type: 'text/markdown',
      }),
    })),
    categories: account.categories.map((one) => ({
      ...same(one),
      name: one.name,
      forum: key(one.forum),
    })),
    labels: account.labels.map((one) => ({
      ...same(one),
      name: one.name,
      parent: key(one.parent),
    })),
    statuses: account.statuses.map((one) => ({
      ...same(one),
      name: one.name,
      is_open: one.isOpen,
      hex_color: one.color,
    })),
    users: account.people.map((one) => ({
      ...same(one),
      ...(one.email && { email_address: one.email }),
      name: one.name,
      last_login: one.lastSeen,
      is_blocked: one.isBlocked,
      status_notifications: one.wantsMails,
      comment_notifications: one.wantsMails,
    })),
    external_accounts: account.companies.map((one) => ({
      key: String(one.id),
      id: one.id,
      external_id: one.externalId,
      name: one.name,
      plan: one.plan,
      mrr: one.mrr,
      external_created_at: one.created,
      custom_fields: fieldsOf(one.fields),
    })),
    external_users: account.members.map((one) => ({
      key: String(one.id),
      id: one.id,
      external_id: one.externalId,
      user: key(one.person),
      external_account: key(one.company),
      custom_fields: fieldsOf(one.fields),
    })),
    suggestions: account.suggestions.map((one) => ({
      ...same(one),
      title: one.title,
      ...bodyOf(one.text),
      state: one.state,
      forum: key(one.forum),
      category: key(one.category),
      status: key(one.status),
      labels: one.labels.map(String),
      author: key(one.author),
      owner: key(one.owner),
      closed_at: one.closed,
      custom_fields: fieldsOf(one.fields),
    })),
    comments: account.comments.map((one) => ({
      ...same(one),
      suggestion: key(one.suggestion),
      ...bodyOf(one.text),
      author: key(one.author),
      state: one.state,
      is_admin_comment: one.isByTeam,
      reply_to: key(one.answers),
    })),
    notes: account.notes.map((one) => ({
      ...same(one),
      suggestion: key(one.suggestion),
      ...bodyOf(one.text),
      author: key(one.author),
      parent: key(one.answers),
    })),
    status_updates: account.updates.map((one) => ({
      ...same(one),
      suggestion: key(one.suggestion),
      ...bodyOf(one.text),
      author: key(one.author),
      status: key(one.status),
      old_status: key(one.oldStatus),
    })),
    feedback_records: account.feedback.map((one) => ({
      ...same(one),
      suggestion: key(one.suggestion),
      user: key(one.person),
      author: key(one.author),
      ...bodyOf(one.text),
      severity: one.severity,
      source_type: one.source.type,
      source_guid: one.source.id,
      source_title: one.source.title,
      source_url: one.source.address,
    })),
    announcements: account.announcements.map((one) => ({
      ...same(one),
      title: one.title,
      ...bodyOf(one.text),
      types: one.types,
      suggestions: one.suggestions.map(String),
      published_at: one.published,
    })),
    attachments: account.files.map((one) => ({
      key: one.key,
      file: `files/${one.key}`,
      file_name: one.name,
      suggestion: key(one.suggestion),
      comment: key(one.comment),
      note: key(one.note),
      announcement: key(one.announcement),
      address: addressOf(one.key),
      created_at: one.created,
    })),
    supporters: account.votes.map((one) => ({
      suggestion: key(one.suggestion),
      user: key(one.person),
      votes: one.weight,
      is_subscribed: one.isSubscribed,
      created_at: one.created,
    })),
    followers: account.followers.map((one) => ({
      suggestion: key(one.suggestion),
      user: key(one.person),
    })),
  }
}

type Filled = { at: TestService; earshot: (...args: string[]) => Promise<Result> }

export async function fill({ at, earshot }: Filled, account: Account, path: string): Promise<void> {
  await mkdir(join(path, 'files'), { recursive: true })
  const manifest = {
    form: 1,
    source: 'generated',
    account: path,
    created_at: '2026-01-31T12:00:00Z',
  }
  await writeFile(join(path, 'move.json'), JSON.stringify({ ...manifest, counts: {} }))
  for (const file of account.files) await writeFile(join(path, 'files', file.key), file.bytes)
  for (const [kind, lines] of Object.entries(linesOf(account)))
    await writeFile(
      join(path, `${kind}.ndjson`),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
  const { code, stdout, stderr } = await earshot('move-in', 'folder', path, '--yes', '--json')
  const { verified, problems } = JSON.parse(stdout || '{}')
  if (code !== 0 || !verified || problems.length > 0)
    throw new Error(`${stderr} ${JSON.stringify(problems)}`)
  for (const { id, mergedInto } of account.suggestions) {
    if (mergedInto === null) continue
    const links = { from_suggestion: id, to_suggestion: mergedInto }
    const { status, text } = await at.post('/suggestions/merge', { links })
    if (status > 299) throw new Error(text)
  }
}

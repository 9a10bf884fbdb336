// The backup of a site of Fider: a JSON array for each table, and files below `blobs`.
import type { ZipEntry } from '../zip.ts'
import type { Account, Comment, Export, Status, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  keepComments,
  keepNamedPeople,
  keepSuggestions,
  labelNames,
  lastUpdateOf,
  teamOf,
} from './limits.ts'
import { dayOf } from './server.ts'
import { asMarkdown } from './texts.ts'

type Row = Record<string, unknown>

/** It has five statuses of its own. */
const STATUSES = [
  { number: 4, name: 'planned', of: /^Considered/ },
  { number: 1, name: 'started', of: /^Building/ },
  { number: 2, name: 'completed', of: /^Complete$/ },
  { number: 3, name: 'declined', of: /^Declined / },
]
const [OPEN, DUPLICATE, DELETED] = [0, 5, 6]
/** In place of an author who is gone. */
const GONE = 9_999_999

const statusOf = (account: Account, id: number | null) => {
  const name = byId(account.statuses).get(id)?.name ?? ''
  return STATUSES.find(({ of }) => of.test(name))
}

const blobKey = ({ key, name }: { key: string; name: string }) =>
  `attachments/${key.padEnd(64, 'x')}-${name}`

const show =
  ({ files }: Account) =>
  (key: string) => {
    const file = files.find((one) => one.key === key)
    return file ? `![](fider-image:${blobKey(file)})` : ''
  }

/** The last answer is in the row of the post. */
const answerOf = (account: Account, id: number) => lastUpdateOf(account, id)

export function exportFider({ name, account }: Export): ZipEntry[] {
  const text = (found: Text) => asMarkdown(found, show(account))
  const team = teamOf(account)
  const labels = labelNames(account)
  const posts = account.suggestions.filter(({ state }) => state !== 'spam')
  const isListed = ({ suggestion }: { suggestion: number }) =>
    posts.some(({ id }) => id === suggestion)
  const subscriptions = [
    ...account.votes.map((one) => ({ ...one, status: one.isSubscribed ? 1 : 0 })),
    ...account.followers.map((one) => ({ ...one, status: 1 })),
  ]
  const tables: Record<string, Row[]> = {
    tenants: [
      {
        id: 1,
        name: `Site ${name}`,
        subdomain: name,
        cname: '',
        invitation: 'What do you need?',
        welcome_message: 'Hello **everybody**',
        is_private: false,
        created_at: dayOf(0),
      },
    ],
    users: [
      ...account.people.map((one) => ({
        id: one.id,
        name: one.name,
        email: one.email ?? '',
        role: team.has(one.id) ? 3 : 1,
        status: one.isBlocked ? 3 : 1,
        api_key: null,
        email_supressed_at: null,
        created_at: one.created,
      })),
      { id: GONE, name: '', email: '', role: 1, status: 2, api_key: null, created_at: dayOf(1) },
    ],
    user_settings: account.people
      .filter(({ wantsMails }) => !wantsMails)
      .flatMap(({ id: user_id }) =>
        ['event_notification_change_status', 'event_notification_new_comment'].map((key) => ({
          user_id,
          key,
          value: '1',
        })),
      ),
    tags: account.labels.map((one) => ({
      id: one.id,
      name: labels.get(one.id),
      slug: 'tag',
      color: '',
      is_public: true,
      created_at: one.created,
    })),
    posts: posts.map((one) => {
      const answer = answerOf(account, one.id)
      const isMerged = one.mergedInto !== null
      return {
        id: one.id + 1_000_000,
        number: one.id,
        title: one.title,
        slug: 'slug',
        description: text(one.text),
        user_id: one.author ?? GONE,
        status: isMerged
          ? DUPLICATE
          : one.state === 'deleted'
            ? DELETED
            : (statusOf(account, one.status)?.number ?? OPEN),
        response: isMerged ? '' : answer && (answer.text ? text(answer.text) : ''),
        response_user_id: answer?.author ?? null,
        response_date: answer?.created ?? null,
        original_id: one.mergedInto === null ? null : one.mergedInto + 1_000_000,
        is_approved: one.state !== 'new',
        created_at: one.created,
      }
    }),
    post_tags: posts.flatMap(({ id, labels: own }) =>
      own.map((tag_id) => ({ tag_id, post_id: id + 1_000_000, created_at: dayOf(4) })),
    ),
    post_votes: account.votes.filter(isListed).map((one) => ({
      user_id: one.person,
      post_id: one.suggestion + 1_000_000,
      created_at: one.created,
    })),
    post_subscribers: subscriptions.filter(isListed).map((one) => ({
      user_id: one.person,
      post_id: one.suggestion + 1_000_000,
      status: one.status,
      created_at: dayOf(5),
    })),
    comments: account.comments
      .filter((one) => isListed(one) && one.state !== 'spam')
      .map((one: Comment) => ({
        id: one.id,
        content: text(one.text),
        post_id: one.suggestion + 1_000_000,
        user_id: one.author,
        deleted_at: null,
        is_approved: true,
        created_at: one.created,
      })),
    attachments: account.files
      .filter((one) => one.suggestion !== null || one.comment !== null)
      .map((one, i) => ({
        id: i + 1,
        post_id:
          (one.suggestion ??
            account.comments.find(({ id }) => id === one.comment)?.suggestion ??
            0) + 1_000_000,
        comment_id: one.comment,
        user_id: GONE,
        attachment_bkey: blobKey(one),
      })),
  }
  return [
    ...Object.entries(tables).map(([table, rows]) => ({
      name: `${table}.json`,
      content: JSON.stringify(rows.map((row) => ({ ...row, tenant_id: 1 }))),
    })),
    ...account.files.map((file) => ({ name: `blobs/${blobKey(file)}`, content: file.bytes })),
  ]
}

/** What a backup of Fider does not say. */
export function limitToFider(account: Account, { name }: Export): void {
  keepSuggestions(account, ({ state }) => state !== 'spam')
  keepComments(account, ({ state }) => state !== 'spam')
  flattenLabels(account)
  for (const comment of account.comments) comment.answers = null
  account.categories = []
  account.notes = []
  account.feedback = []
  account.announcements = []
  account.companies = []
  account.members = []
  const own = account.forums.filter(({ id }) => id < 10)
  const welcome = { body: 'Hello **everybody**', isMarkdown: true }
  account.forums = [
    ...own,
    { id: 11, name: `Site ${name}`, isPrivate: false, welcome, created: '' },
  ]
  const here = new Map(account.statuses.filter(({ id }) => id < 10).map((one) => [one.name, one]))
  const become = (id: number | null): Status | undefined =>
    here.get(statusOf(account, id)?.name ?? '')
  account.updates = account.suggestions.flatMap((one) => {
    const answer = one.mergedInto === null ? answerOf(account, one.id) : undefined
    const status = become(one.status)?.id ?? null
    return answer ? [{ ...answer, status, oldStatus: null }] : []
  })
  for (const one of account.suggestions) {
    Object.assign(one, { forum: 11, category: null, owner: null, fields: {} })
    one.status = become(one.status)?.id ?? null
    // It is one of the statuses.
    if (one.state === 'deleted') Object.assign(one, { status: null, closed: null })
    one.author ??= GONE
  }
  account.statuses = [...here.values()]
  account.people.push({
    id: GONE,
    email: null,
    name: '',
    created: dayOf(1),
    lastSeen: null,
    isBlocked: false,
    wantsMails: false,
  })
  for (const person of account.people) person.lastSeen = null
  for (const vote of account.votes) vote.weight = 1
  keepNamedPeople(account, () => true)
  account.files = account.files.filter(({ suggestion, comment }) => suggestion ?? comment)
  // Pictures have the names of their files.
  const alt = (text: Text): void => {
    text.body = asMarkdown(text, (key) => {
      const file = account.files.find((one) => one.key === key)
      return `![${file?.name}](/files/${key})`
    })
  }
  for (const { text } of [...account.suggestions, ...account.comments])
    if (text.isMarkdown) alt(text)
}

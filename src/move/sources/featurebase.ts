// Reads an organization of Featurebase, with the version of its API that has people and companies.
import { escapeHtml } from '../../core/escape-html.ts'
import {
  type ApiSource,
  checkAnswer,
  nestedPages,
  type SourcePage,
  type Step,
} from './api-reader.ts'
import { ENTRY_TYPES, type FormWriter, MAX_LABELS } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, numberOf, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

export const FEATUREBASE = 'featurebase'
export const FEATUREBASE_ADDRESS = 'https://do.featurebase.app'
export const FEATUREBASE_HEADERS = { 'featurebase-version': '2026-01-01.nova' }

const PAGE_SIZE = 100
const CLOSED = ['completed', 'canceled']

async function ask(client: SourceClient, name: string, query: Record<string, string>) {
  const url = `${client.origin}/v2/${name}?${new URLSearchParams(query)}`
  return client.get(url, ({ data }) => Array.isArray(data))
}

/** The address of the portal. The key alone says which organization it is. */
export async function identifyFeaturebase(client: SourceClient): Promise<string> {
  const answer = await ask(client, 'posts', { limit: '1', inReview: 'true' })
  if (answer.status === 404)
    throw new SourceError(
      `${client.origin} has no API of Featurebase. It is at ${FEATUREBASE_ADDRESS}.`,
    )
  checkAnswer(client, 'posts', answer)
  const address = URL.parse(String(recordsOf(answer.body.data)[0]?.postUrl))?.origin
  if (address === undefined)
    throw new SourceError('The organization has no posts, so there is nothing to bring.')
  return address
}

/** The API does not count. */
export async function lookAtFeaturebase(client: SourceClient) {
  const answer = await ask(client, 'boards', {})
  checkAnswer(client, 'boards', answer)
  return {
    counts: {
      forums: recordsOf(answer.body.data).length,
      users: null,
      external_accounts: null,
      suggestions: null,
      comments: null,
      supporters: null,
      announcements: null,
    },
    others: {},
  }
}

export const featurebaseSource = (client: SourceClient, account: string): ApiSource => ({
  name: FEATUREBASE,
  account,
  pageSize: PAGE_SIZE,
  steps: (form) => stepsOf(client, form),
})

type Voted = { id: string; created_at?: string }

function stepsOf(client: SourceClient, form: FormWriter): Step[] {
  const write = writers(form)
  /** `onGone` is for the list of a record that can be gone meanwhile. */
  const list =
    (name: string, more: Record<string, string> = {}, onGone?: () => void) =>
    async (cursor: string | null, size: number): Promise<SourcePage> => {
      const query = { ...more, limit: String(size), ...(cursor !== null && { cursor }) }
      const answer = await ask(client, name, query)
      if (answer.status === 404 && onGone !== undefined) {
        onGone()
        return { records: [], next: null }
      }
      checkAnswer(client, name, answer)
      const { body, isDamaged, isTooLarge } = answer
      const next = textOf(body.nextCursor) ?? null
      return { records: recordsOf(body.data), next, isDamaged, isTooLarge }
    }

  /** Of what not every key may read. */
  const optional = (name: string) => async (cursor: string | null, size: number) => {
    const query = { limit: String(size), ...(cursor !== null && { cursor }) }
    const { status, body } = await ask(client, name, query)
    if (status !== 200) return { records: [], next: null }
    return { records: recordsOf(body.data), next: textOf(body.nextCursor) ?? null }
  }

  async function voters(post: string, cursor: string | null, size: number): Promise<SourcePage> {
    const { id, created_at } = JSON.parse(post) as Voted
    const page = await list(`posts/${encodeURIComponent(id)}/voters`, {}, () =>
      form.leaveOut('suggestions', id, 'it is gone, and comes without votes.'),
    )(cursor, size)
    const records = page.records.map((voter) => ({ voter, suggestion: id, created_at }))
    return { ...page, records }
  }

  return [
    { name: 'boards', page: list('boards'), write: write.board },
    {
      // Without them the ids of fields are their names.
      name: 'custom fields',
      page: optional('custom_fields'),
      write: ({ id, label, name }) => {
        form.folder.add('field_names', { id, name: textOf(label) ?? textOf(name) })
        return true
      },
    },
    // Comments do not have the addresses of the team, and who is responsible is named by an id.
    { name: 'team', page: optional('admins'), write: (admin) => write.person(admin) !== undefined },
    { name: 'companies', page: list('companies'), write: write.company },
    { name: 'contacts', page: list('contacts', { contactType: 'all' }), write: write.contact },
    {
      name: 'posts',
      page: list('posts', { inReview: 'true', sortBy: 'createdAt' }),
      write: write.post,
    },
    {
      name: 'comments',
      page: list('comments', { privacy: 'all', sortBy: 'old' }),
      write: write.comment,
    },
    {
      name: 'voters',
      page: nestedPages(async () => {
        const posts = await form.folder.read<Voted>('with_votes')
        return posts.map((post) => JSON.stringify(post))
      }, voters),
      write: write.vote,
    },
    { name: 'changelogs', page: list('changelogs', { state: 'all' }), write: write.changelog },
  ]
}

/** Times are texts, or seconds or milliseconds since 1970. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return textOf(value)
  const time = new Date(value < 100_000_000_000 ? value * 1000 : value)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function writers(form: FormWriter) {
  let names: Promise<Map<string, unknown>> | undefined

  async function customOf(values: unknown): Promise<[unknown, unknown][]> {
    names ??= form.folder
      .read<{ id: string; name: string }>('field_names')
      .then((all) => new Map(all.map(({ id, name }) => [id, name])))
    const known = await names
    return Object.entries(recordOf(values)).map(([id, value]) => [known.get(id) ?? id, value])
  }

  /** Authors and voters who are no contacts, such as the team. Guests can have only a name. */
  function person(value: unknown): string | undefined {
    const { id, email, name } = recordOf(value)
    const key = textOf(id)
    if (key === undefined) return form.person({ email: textOf(email), name: textOf(name) })
    return form.addUser(key, email, { name: textOf(name) })
  }

  async function company(found: SourceRecord): Promise<boolean> {
    const key = textOf(found.id) ?? ''
    if (form.has('external_accounts', key)) return true
    return form.add('external_accounts', {
      key: textOf(found.id),
      external_id: textOf(found.companyId) ?? textOf(found.id),
      name: textOf(found.name),
      plan: textOf(found.plan),
      mrr: numberOf(found.monthlySpend),
      external_created_at: timeOf(found.createdAt),
      custom_fields: form.customFields('external_accounts', [
        ['Industry', found.industry],
        ['Website', found.website],
        ['Company size', found.companySize],
        ...(await customOf(found.customFields)),
      ]),
    })
  }

  return {
    person,
    company,

    board: ({ id, name, access, createdAt }: SourceRecord): boolean => {
      const { adminOnly, segments, allowedRoles, deniedRoles } = recordOf(access)
      return form.add('forums', {
        key: textOf(id),
        name: textOf(name),
        is_private: adminOnly === true || isSome(segments, allowedRoles, deniedRoles),
        created_at: timeOf(createdAt),
      })
    },

    async contact(contact: SourceRecord): Promise<boolean> {
      const key = textOf(contact.id) ?? ''
      const email = form.address(key, contact.email)
      const isThere = form.add('users', {
        key: textOf(contact.id),
        email_address: email,
        name: textOf(contact.name),
        language: textOf(contact.locale),
        last_login: timeOf(contact.lastActivity),
        ...(contact.manuallyOptedOutFromChangelog === true && {
          announcement_notifications: false,
        }),
      })
      if (!isThere) return false
      const companies = recordsOf(contact.companies)
      for (const one of companies) await company(one)
      form.addExternalUsers({
        user: key,
        external_id: textOf(contact.userId),
        prefix: FEATUREBASE,
        accounts: companies.map(({ id }) => textOf(id)),
        members: {
          email,
          name: textOf(contact.name),
          last_seen_at: timeOf(contact.lastActivity),
        },
        custom_fields: form.customFields('external_users', await customOf(contact.customFields)),
      })
      return true
    },

    async post(post: SourceRecord): Promise<boolean> {
      const key = textOf(post.id) ?? ''
      const tags = recordsOf(post.tags)
        .filter(({ name }) => textOf(name) !== undefined)
        .slice(0, MAX_LABELS)
      for (const { id, name } of tags)
        form.add('labels', { key: textOf(id) ?? textOf(name), name: textOf(name) })
      const visibility = textOf(post.visibility) ?? 'public'
      const { companyExternalIds, userIds } = recordOf(post.access)
      const isHidden = visibility !== 'public' || isSome(companyExternalIds, userIds)
      if (isHidden)
        form.leaveOut('suggestions', key, 'not everybody can see it. It waits for approval here.')
      const created_at = timeOf(post.createdAt)
      const isThere = form.add('suggestions', {
        key: textOf(post.id),
        title: textOf(post.title),
        body: textOf(post.content),
        body_mime_type: 'text/html',
        forum: textOf(post.boardId),
        state: isHidden || post.inReview === true ? 'new' : 'published',
        status: statusOf(form, post.status),
        labels: tags.map(({ id, name }) => textOf(id) ?? textOf(name)),
        author: person(post.author),
        owner: textOf(post.assigneeId),
        closed_at: timeOf(post.updatedAt),
        custom_fields: form.customFields('suggestions', [
          ['ETA', post.eta],
          ['Featurebase address', post.postUrl],
          ...(await customOf(post.customFields)),
        ]),
        created_at,
      })
      for (const [tracker, links] of Object.entries(recordOf(post.integrations)))
        if (isSome(links))
          form.leaveOut(
            'suggestions',
            key,
            `its ${recordsOf(links).length} links to ${tracker} do not come.`,
          )
      if (isThere && numberOf(post.upvotes) !== 0) {
        form.leaveOut('supporters', undefined, VOTE_TIMES)
        form.folder.add('with_votes', { id: key, ...(created_at && { created_at }) })
      }
      return isThere
    },

    /** Comments that only the team can read are notes. */
    comment(comment: SourceRecord): boolean {
      const suggestion = textOf(comment.postId)
      if (suggestion === undefined)
        return form.skip('comments', undefined, 'comments on the changelog do not come.')
      const key = textOf(comment.id)
      const isNote = comment.isPrivate === true
      if (numberOf(comment.upvotes) || numberOf(comment.downvotes))
        form.leaveOut('comments', undefined, 'votes for comments do not come.')
      if (isNote && (comment.isDeleted === true || comment.isSpam === true))
        return form.skip('notes', key, 'it is deleted or spam.')
      return form.addRemark({
        key,
        isNote,
        parent: textOf(comment.parentCommentId),
        body: textOf(comment.content),
        body_mime_type: 'text/html',
        suggestion,
        author: person(comment.author),
        isByTeam: recordOf(comment.author).type === 'admin',
        state: stateOf(comment),
        created_at: timeOf(comment.createdAt ?? comment.created),
      })
    },

    vote: ({ voter, suggestion, created_at }: SourceRecord): boolean =>
      form.add('supporters', { suggestion, user: person(voter), created_at }),

    changelog(entry: SourceRecord): boolean {
      const categories = recordsOf(entry.categories ?? entry.changelogCategories)
      const types = categories.map(({ name }) => String(name).toLowerCase())
      if (types.some((type) => !ENTRY_TYPES.includes(type)))
        form.leaveOut(
          'announcements',
          undefined,
          'other categories than new, improved and fixed do not come.',
        )
      const markdown = textOf(entry.markdownContent)
      const key = textOf(entry.id)
      const isLimited = isSome(entry.allowedSegmentIds, ...categories.map(({ roles }) => roles))
      if (isLimited)
        form.leaveOut('announcements', key, 'not everybody can see it. It comes as a draft.')
      if (Array.isArray(entry.availableLocales) && entry.availableLocales.length > 1)
        form.leaveOut('announcements', undefined, 'entries come in their first language only.')
      return form.add('announcements', {
        key,
        title: textOf(entry.title),
        ...withCover(entry, markdown),
        types: ENTRY_TYPES.filter((type) => types.includes(type)),
        published_at: entry.state === 'live' && !isLimited ? timeOf(entry.date) : undefined,
        created_at: timeOf(entry.createdAt ?? entry.date),
      })
    },
  }
}

/** Whether one of the lists has an item. */
const isSome = (...lists: unknown[]): boolean =>
  lists.some((list) => Array.isArray(list) && list.length > 0)

function stateOf({ isDeleted, isSpam, inReview }: SourceRecord): string {
  if (isDeleted === true) return 'deleted'
  if (isSpam === true) return 'spam'
  return inReview === true ? 'new' : 'approved'
}

/** The picture above an entry stands at the head of its text, unless the text has it too. */
function withCover({ title, content, featuredImage }: SourceRecord, markdown: string | undefined) {
  const body = markdown ?? textOf(content)
  const body_mime_type = markdown === undefined ? 'text/html' : 'text/markdown'
  const cover = textOf(featuredImage)
  if (cover === undefined || body?.includes(cover)) return { body, body_mime_type }
  const picture = `<img src="${escapeHtml(cover)}" alt="${escapeHtml(textOf(title) ?? '')}">`
  // Markdown can have the element too.
  const head = markdown === undefined ? `<p>${picture}</p>` : `${picture}\n\n`
  return { body: head + (body ?? ''), body_mime_type }
}

const VOTE_TIMES = 'Featurebase does not say when people voted. Votes have the time of their post.'

function statusOf(form: FormWriter, value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const name = textOf(value.name)
  const key = textOf(value.id) ?? name?.toLowerCase()
  if (name === undefined || key === undefined) return undefined
  form.add('statuses', { key, name, is_open: !CLOSED.includes(String(value.type)) })
  return key
}

// Reads a company of Canny. Its API is asked with POST. Some lists have positions (v1), others cursors (v2).
import { type ApiSource, checkAnswer, type SourcePage, type Step } from './api-reader.ts'
import { ENTRY_TYPES, type FileOf, type FormWriter, MAX_LABELS } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, numberOf, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

export const CANNY = 'canny'
export const CANNY_ADDRESS = 'https://canny.io'

const PAGE_SIZE = 100
const MAX_ANNOUNCED = 1000
/** A post has no status before somebody gives it one. */
const NO_STATUS = 'open'
const CLOSED = ['complete', 'closed']
/** Other trackers that a post can be linked with. */
const TRACKERS = ['jira', 'clickup', 'linear', 'github', 'asana', 'azureDevOps']

/** The members of a list, and of one with cursors `items`. */
const listOf = (body: SourceRecord, member: string): unknown => body.items ?? body[member]

async function ask(
  client: SourceClient,
  list: { version: 1 | 2; name: string; member: string },
  body: SourceRecord,
) {
  const { version, name, member } = list
  const url = `${client.origin}/api/v${version}/${name}/list`
  const answer = await client.post(url, body, (found) => Array.isArray(listOf(found, member)))
  // A wrong key is a wrong request here.
  if (name === 'boards' && [400, 401, 403].includes(answer.status))
    throw new SourceError(`${client.origin} does not accept the key (status ${answer.status}).`)
  if (answer.status === 404)
    throw new SourceError(`${client.origin} has no API of Canny. It is at ${CANNY_ADDRESS}.`)
  checkAnswer(client, name, answer)
  return answer
}

const BOARDS = { version: 1, name: 'boards', member: 'boards' } as const

/** The address of the company. The key alone says which one it is. */
export async function identifyCanny(client: SourceClient): Promise<string> {
  const boards = recordsOf((await ask(client, BOARDS, {})).body.boards)
  const address = boards.map(({ url }) => URL.parse(String(url))?.origin).find(Boolean)
  if (address === undefined)
    throw new SourceError('The company has no boards, so there is nothing to bring.')
  return address
}

export async function lookAtCanny(client: SourceClient) {
  const boards = recordsOf((await ask(client, BOARDS, {})).body.boards)
  const posts = boards.map(({ postCount }) => numberOf(postCount) ?? 0)
  return {
    counts: {
      forums: boards.length,
      suggestions: posts.reduce((sum, count) => sum + count, 0),
      users: null,
      external_accounts: null,
      comments: null,
      supporters: null,
      status_updates: null,
      announcements: null,
    },
    others: {},
  }
}

export const cannySource = (client: SourceClient, account: string): ApiSource => ({
  name: CANNY,
  account,
  pageSize: PAGE_SIZE,
  steps: (form) => stepsOf(client, form),
})

function stepsOf(client: SourceClient, form: FormWriter): Step[] {
  /** The position is how many records there are before it. */
  const byPosition =
    (name: string, more: SourceRecord = {}) =>
    async (position: string | null, limit: number): Promise<SourcePage> => {
      const skip = Number(position ?? 0)
      const list = { version: 1, name, member: name } as const
      const { body, ...page } = await ask(client, list, { ...more, limit, skip })
      const records = recordsOf(body[name])
      const isEnd = body.hasMore !== true || records.length === 0
      return { ...page, records, next: isEnd ? null : String(skip + records.length) }
    }
  const byCursor =
    (name: string, member: string = name) =>
    async (cursor: string | null, limit: number): Promise<SourcePage> => {
      const list = { version: 2, name, member } as const
      const { body, ...page } = await ask(client, list, {
        limit,
        ...(cursor !== null && { cursor }),
      })
      const next = body.hasNextPage === true ? textOf(body.cursor) : undefined
      return { ...page, records: recordsOf(listOf(body, member)), next: next ?? null }
    }
  const write = writers(form)
  return [
    {
      name: 'boards',
      page: async () => {
        const { body, ...page } = await ask(client, BOARDS, {})
        return { ...page, records: recordsOf(body.boards), next: null }
      },
      write: write.board,
    },
    {
      name: 'categories',
      page: byPosition('categories'),
      write: (category) => {
        form.folder.add('found_categories', category)
        return true
      },
      finish: () => writeCategories(form),
    },
    { name: 'tags', page: byPosition('tags'), write: write.tag },
    { name: 'companies', page: byCursor('companies'), write: write.company },
    { name: 'users', page: byCursor('users'), write: write.user },
    { name: 'posts', page: byPosition('posts', { sort: 'oldest' }), write: write.post },
    { name: 'merged posts', finish: () => writeMerged(form) },
    {
      name: 'comments',
      page: byCursor('comments'),
      write: write.comment,
      finish: () => writeReplies(form),
    },
    { name: 'votes', page: byCursor('votes'), write: write.vote },
    {
      name: 'status changes',
      page: byCursor('status_changes', 'statusChanges'),
      write: (change) => {
        form.folder.add('changes', change)
        return true
      },
      finish: () => writeChanges(form, write),
    },
    { name: 'entries', page: byPosition('entries', { sort: 'created' }), write: write.entry },
  ]
}

const keyOf = (value: unknown): string | undefined =>
  isRecord(value) ? textOf(value.id) : textOf(value)

type Writers = ReturnType<typeof writers>

function writers(form: FormWriter) {
  /** People of posts and votes who are not in the list, such as deleted ones, come as far as they are known. */
  function person(value: unknown): string | undefined {
    const key = keyOf(value)
    if (key === undefined || !isRecord(value)) return key
    return form.addUser(key, value.email, {
      name: textOf(value.name),
      created_at: textOf(value.created),
    })
  }

  function status(value: unknown): string | undefined {
    const name = textOf(value)?.trim()
    if (name === undefined || name === NO_STATUS) return undefined
    const key = name.toLowerCase()
    form.add('statuses', {
      key,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      is_open: !CLOSED.includes(key),
    })
    return key
  }

  function files(urls: unknown, of: Omit<FileOf, 'url'>): Promise<void> {
    const all = Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : []
    return form.attach(
      of.owner,
      all.map((url) => ({ ...of, url })),
    )
  }

  return {
    person,
    status,
    files,

    board: ({ id, name, isPrivate, created }: SourceRecord) =>
      form.add('forums', {
        key: textOf(id),
        name: textOf(name),
        is_private: isPrivate === true,
        created_at: textOf(created),
      }),

    tag: ({ id, name, created }: SourceRecord) =>
      form.add('labels', { key: textOf(id), name: textOf(name), created_at: textOf(created) }),

    company({ id, name, domain, monthlySpend, customFields, created }: SourceRecord): boolean {
      return form.add('external_accounts', {
        key: textOf(id),
        external_id: textOf(id),
        name: textOf(name),
        mrr: numberOf(monthlySpend),
        external_created_at: textOf(created),
        custom_fields: form.customFields('external_accounts', [
          ['Domain', domain],
          ...Object.entries(recordOf(customFields)),
        ]),
      })
    },

    user(user: SourceRecord): boolean {
      const key = textOf(user.id) ?? ''
      const address = form.address(key, user.email)
      const isThere = form.add('users', {
        key: textOf(user.id),
        email_address: address,
        name: textOf(user.name) ?? textOf(user.alias),
        last_login: textOf(user.lastActivity),
        created_at: textOf(user.created),
      })
      if (isThere) writeExternalUsers(form, user, address)
      return isThere
    },

    async post(post: SourceRecord): Promise<boolean> {
      const key = textOf(post.id) ?? ''
      const isThere = form.add('suggestions', postOf(form, { person, status }, post))
      if (!isThere) return false
      await files(post.imageURLs, { owner: key, suggestion: key, created_at: textOf(post.created) })
      for (const merge of recordsOf(post.mergeHistory))
        if (isRecord(merge.post))
          form.folder.add('merged', {
            board: post.board,
            ...merge.post,
            mergedAt: merge.created,
            into: key,
          })
      for (const tracker of TRACKERS) {
        const { linkedIssues, linkedTasks } = recordOf(post[tracker])
        const count = recordsOf(linkedIssues ?? linkedTasks).length
        if (count > 0)
          form.leaveOut('suggestions', key, `its ${count} links to ${tracker} do not come.`)
      }
      return true
    },

    async comment(comment: SourceRecord): Promise<boolean> {
      if (numberOf(comment.likeCount)) form.leaveOut('comments', undefined, LIKES)
      person(comment.author)
      // Replies follow when all comments are there.
      if (keyOf(comment.parentID) !== undefined) form.folder.add('replies', comment)
      else return writeComment(form, { person, files }, comment)
      return true
    },

    vote({ post, voter, created, votePriority }: SourceRecord): boolean {
      if (textOf(votePriority) !== undefined && votePriority !== 'none')
        form.leaveOut('supporters', undefined, 'priorities of votes do not come.')
      return form.add('supporters', {
        suggestion: keyOf(post),
        user: person(voter),
        created_at: textOf(created),
      })
    },

    entry(entry: SourceRecord): boolean {
      const key = textOf(entry.id) ?? ''
      const isPublished = entry.status === 'published' || entry.status === undefined
      if (textOf(entry.scheduledFor) !== undefined && !isPublished)
        form.leaveOut('announcements', key, 'it is planned for a time. It comes as a draft.')
      if (recordsOf(entry.labels).length > 0)
        form.leaveOut('announcements', undefined, 'labels of entries do not come.')
      const markdown = textOf(entry.markdownDetails)
      const types = Array.isArray(entry.types) ? entry.types : [entry.type]
      return form.add('announcements', {
        key: textOf(entry.id),
        title: textOf(entry.title),
        body: markdown ?? textOf(entry.plaintextDetails),
        body_mime_type: markdown === undefined ? 'text/plain' : 'text/markdown',
        types: ENTRY_TYPES.filter((type) => types.includes(type)),
        suggestions: recordsOf(entry.posts)
          .map((post) => keyOf(post))
          .filter((one) => one !== undefined)
          .slice(0, MAX_ANNOUNCED),
        published_at: isPublished
          ? (textOf(entry.publishedAt) ?? textOf(entry.created))
          : undefined,
        created_at: textOf(entry.created),
      })
    },
  }
}

const LIKES = 'likes of comments do not come.'

/** Canny has the id that the product gave the person, and their companies. */
function writeExternalUsers(form: FormWriter, user: SourceRecord, email: string | undefined): void {
  const key = textOf(user.id) as string
  const companies = recordsOf(user.companies)
  const values = form.customFields('external_users', Object.entries(recordOf(user.customFields)))
  for (const company of companies)
    if (textOf(company.id) !== undefined)
      form.add('external_accounts', {
        key: textOf(company.id),
        external_id: textOf(company.id),
        name: textOf(company.name),
        mrr: numberOf(company.monthlySpend),
        external_created_at: textOf(company.created),
        custom_fields: form.customFields(
          'external_accounts',
          Object.entries(recordOf(company.customFields)),
        ),
      })
  form.addExternalUsers({
    user: key,
    external_id: textOf(user.userID),
    prefix: CANNY,
    accounts: companies.map((company) => textOf(company.id)),
    members: {
      email,
      name: textOf(user.name),
      last_seen_at: textOf(user.lastActivity),
      external_created_at: textOf(user.created),
    },
    custom_fields: values,
  })
}

type Known = Pick<Writers, 'person' | 'status'>

function postOf(form: FormWriter, { person, status }: Known, post: SourceRecord): SourceRecord {
  const key = textOf(post.id) ?? ''
  const tags = recordsOf(post.tags)
    .map((tag) => keyOf(tag))
    .filter((tag) => tag !== undefined)
  if (tags.length > MAX_LABELS)
    form.leaveOut('suggestions', key, `it has ${tags.length} tags. The first ${MAX_LABELS} come.`)
  return {
    key: textOf(post.id),
    title: textOf(post.title),
    body: textOf(post.details),
    forum: keyOf(post.board),
    category: keyOf(post.category),
    status: status(post.status),
    labels: tags.slice(0, MAX_LABELS),
    author: person(post.author),
    owner: person(post.owner),
    closed_at: textOf(post.statusChangedAt),
    custom_fields: form.customFields('suggestions', [
      ['ETA', post.eta],
      ...recordsOf(post.customFields).map(({ name, value }): [unknown, unknown] => [name, value]),
    ]),
    created_at: textOf(post.created),
  }
}

/** A category below another has both names: here they have one level. */
async function writeCategories(form: FormWriter): Promise<void> {
  const all = await form.folder.read<SourceRecord>('found_categories')
  const names = new Map(all.map(({ id, name }) => [textOf(id), textOf(name)]))
  for (const [position, { id, name, parentID, board, created }] of all.entries()) {
    const parent = names.get(keyOf(parentID))
    form.add('categories', {
      key: textOf(id),
      name: parent === undefined ? textOf(name) : `${parent} / ${textOf(name)}`,
      forum: keyOf(board),
      position,
      created_at: textOf(created),
    })
  }
}

/** Posts that were merged are not in the list; the post that they were merged into has them. */
async function writeMerged(form: FormWriter): Promise<void> {
  const write = writers(form)
  for (const post of await form.folder.read<SourceRecord>('merged')) {
    const key = keyOf(post)
    const { mergedAt, into } = post
    if (key === undefined) continue
    if (!form.has('suggestions', key)) {
      const created = textOf(post.created) ?? textOf(mergedAt)
      if (!(await write.post({ ...post, created, mergeHistory: [] }))) continue
    }
    form.add('merges', { from: key, to: into })
  }
}

type Comment = Pick<Writers, 'person' | 'files'>

/** What only the team, or the team and the author, can read is a note. */
async function writeComment(
  form: FormWriter,
  { person, files }: Comment,
  comment: SourceRecord,
): Promise<boolean> {
  const key = textOf(comment.id) ?? ''
  const isNote = comment.internal === true || comment.private === true
  const urls = Array.isArray(comment.imageURLs) ? comment.imageURLs : []
  const isThere = form.addRemark({
    key: textOf(comment.id),
    isNote,
    parent: keyOf(comment.parentID),
    // Comments can be pictures only.
    body: textOf(comment.value) ?? (urls.length > 0 ? String(urls[0]) : undefined),
    suggestion: keyOf(comment.post),
    author: person(comment.author),
    isByTeam: recordOf(comment.author).isAdmin === true,
    created_at: textOf(comment.created),
  })
  if (isThere)
    await files(urls, {
      owner: key,
      ...(isNote ? { note: key } : { comment: key }),
      created_at: textOf(comment.created),
    })
  return isThere
}

/** An answer is later than what it answers. */
async function writeReplies(form: FormWriter): Promise<void> {
  const write = writers(form)
  for (const reply of await form.readByTime('replies', 'created'))
    await writeComment(form, write, reply)
}

/** Changes say the new status. The one before it is that of the change before. */
async function writeChanges(form: FormWriter, { person, status, files }: Writers): Promise<void> {
  const last = new Map<string, string | undefined>()
  for (const change of await form.readByTime('changes', 'created')) {
    const key = textOf(change.id) ?? ''
    const suggestion = keyOf(change.post) ?? keyOf(change.postID)
    if (form.has('status_updates', key)) continue
    const comment = recordOf(change.changeComment)
    const next = status(change.status)
    const isThere = form.add('status_updates', {
      key: textOf(change.id),
      suggestion,
      body: textOf(comment.value),
      author: person(change.changer),
      status: next,
      old_status: last.get(suggestion ?? ''),
      created_at: textOf(change.created),
    })
    last.set(suggestion ?? '', next)
    if (isThere && suggestion !== undefined && form.has('suggestions', suggestion))
      await files(comment.imageURLs, {
        owner: key,
        suggestion,
        created_at: textOf(change.created),
      })
  }
}

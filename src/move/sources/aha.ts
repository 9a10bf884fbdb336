// Reads the ideas of an account of Aha! with their votes and comments. Workspaces are forums.
import {
  type ApiSource,
  checkAnswer,
  nestedPages,
  type SourcePage,
  type Step,
} from './api-reader.ts'
import type { FileOf, FormWriter } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, numberOf, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

export const AHA = 'aha'

const PAGE_SIZE = 100
const MAX_VOTES = 1_000_000
/** The words of others than these hide a record from the portal. */
const PUBLIC = /^(public|everyone|visible to all)/i

type List = { path: string; member: string }

const PRODUCTS: List = { path: 'products', member: 'products' }
const PEOPLE: List = { path: 'idea_users', member: 'idea_users' }
const ORGANIZATIONS: List = { path: 'idea_organizations', member: 'idea_organizations' }
const IDEAS: List = { path: 'ideas', member: 'ideas' }
const commentsOf = (idea: string): List => ({
  path: `ideas/${idea}/idea_comments`,
  member: 'idea_comments',
})
const votesOf = (idea: string): List => ({
  path: `ideas/${idea}/endorsements`,
  member: 'idea_endorsements',
})
const subscriptionsOf = (idea: string): List => ({
  path: `ideas/${idea}/subscriptions`,
  member: 'idea_subscriptions',
})

const ask = (client: SourceClient, { path, member }: List, page: number, size: number) => {
  const query = new URLSearchParams({ page: String(page), per_page: String(size), fields: '*' })
  return client.get(`${client.origin}/api/v1/${path}?${query}`, (body) =>
    Array.isArray(body[member]),
  )
}

const totalOf = (body: SourceRecord) => numberOf(recordOf(body.pagination).total_records)

export async function lookAtAha(client: SourceClient) {
  const counts: Record<string, number | null> = {}
  const lists: [string, List][] = [
    ['forums', PRODUCTS],
    ['users', PEOPLE],
    ['external_accounts', ORGANIZATIONS],
    ['suggestions', IDEAS],
  ]
  for (const [kind, list] of lists) {
    const answer = await ask(client, list, 1, 1)
    if (answer.status === 404 && list === PRODUCTS)
      throw new SourceError(
        `${client.origin} has no API of Aha!. The address of the account is one such as https://acme.aha.io.`,
      )
    if (list === PRODUCTS || list === IDEAS) checkAnswer(client, list.path, answer)
    counts[kind] = totalOf(answer.body) ?? null
  }
  return { counts: { ...counts, supporters: null, comments: null }, others: {} }
}

export const ahaSource = (client: SourceClient): ApiSource => ({
  name: AHA,
  account: client.origin,
  pageSize: PAGE_SIZE,
  steps: (form) => stepsOf(client, form),
})

function stepsOf(client: SourceClient, form: FormWriter): Step[] {
  const write = writers(form)

  /** `onGone` is for lists that need not be there. */
  async function pageOf(
    list: List,
    position: string | null,
    size: number,
    onGone?: () => void,
  ): Promise<SourcePage> {
    const number = Number(position ?? 1)
    const answer = await ask(client, list, number, size)
    if (onGone !== undefined && [403, 404].includes(answer.status)) {
      onGone()
      return { records: [], next: null }
    }
    checkAnswer(client, list.member, answer)
    const { body, isDamaged } = answer
    // Pages have numbers, so their size stays.
    if (answer.isTooLarge) throw new SourceError(`A page of ${list.member} is too large.`)
    const pages = numberOf(recordOf(body.pagination).total_pages) ?? 1
    const next = number < pages ? String(number + 1) : null
    return { records: recordsOf(body[list.member]), next, total: totalOf(body), isDamaged }
  }

  /** Not every plan has people and organizations. */
  const optional = (list: List) => async (position: string | null, size: number) => {
    const kind = list === PEOPLE ? 'users' : 'external_accounts'
    const reason = `the token may not read ${list.member}. Those of ideas and votes come.`
    const page = await pageOf(list, position, size, () => form.leaveOut(kind, undefined, reason))
    return { ...page, total: undefined }
  }

  /** The list of each idea that has one. An idea can be gone meanwhile. */
  const ofIdeas = (file: string, listOf: (idea: string) => List, onGone?: () => void) =>
    nestedPages(
      async () => {
        const ideas = await form.folder.read<{ id: string }>(file)
        return [...new Set(ideas.map(({ id }) => id))]
      },
      async (idea, position, size) => {
        const isGone = () =>
          form.leaveOut('suggestions', idea, 'it is gone, and comes without votes or comments.')
        const page = await pageOf(listOf(idea), position, size, onGone ?? isGone)
        return { ...page, records: page.records.map((record) => ({ ...record, idea })) }
      },
    )

  return [
    {
      name: 'workspaces',
      page: async (position, size) => ({
        ...(await pageOf(PRODUCTS, position, size)),
        total: undefined,
      }),
      write: write.product,
    },
    { name: 'organizations', page: optional(ORGANIZATIONS), write: write.organization },
    {
      name: 'people',
      page: optional(PEOPLE),
      write: (user) => write.person(user, 'idea') !== undefined,
    },
    {
      name: 'suggestions',
      page: (position, size) => pageOf(IDEAS, position, size),
      write: write.idea,
      finish: () => writeMerges(form),
    },
    { name: 'votes', page: ofIdeas('with_votes', votesOf), write: write.vote },
    {
      name: 'subscriptions',
      page: ofIdeas('all_ideas', subscriptionsOf, () =>
        form.leaveOut('followers', undefined, 'some lists of subscriptions cannot be read.'),
      ),
      write: write.subscription,
    },
    {
      name: 'comments of ideas',
      page: ofIdeas('with_comments', commentsOf),
      write: write.comment,
      finish: () => writeReplies(form),
    },
  ]
}

/** Ideas, portals and the team have people of their own, with ids of their own. Those with one address are one person. */
type People = 'idea' | 'portal' | 'team'

function writers(form: FormWriter) {
  function person(value: unknown, people: People): string | undefined {
    const { id, name, email, title, created_at } = recordOf(value)
    const own = textOf(id)
    if (own === undefined) return undefined
    return form.addUser(people === 'idea' ? own : `${people}-${own}`, email, {
      name: textOf(name),
      job_title: textOf(title),
      created_at: textOf(created_at),
    })
  }

  /** The person of a record that has one of three members. */
  const personOf = (record: SourceRecord, before: string): string | undefined =>
    person(record[`${before}_idea_user`], 'idea') ??
    person(record[`${before}_portal_user`], 'portal') ??
    person(record[`${before}_user`], 'team')

  function product({ id, name, product_line, created_at }: SourceRecord): boolean {
    // A line of products has no ideas of its own, unless one names it.
    if (product_line === true) return true
    return form.add('forums', {
      key: textOf(id),
      name: textOf(name),
      created_at: textOf(created_at),
    })
  }

  function organization(found: SourceRecord): boolean {
    return form.add('external_accounts', {
      key: textOf(found.id),
      external_id: textOf(found.id),
      name: textOf(found.name),
      mrr: numberOf(found.revenue),
      external_created_at: textOf(found.created_at),
      custom_fields: form.customFields('external_accounts', customOf(found)),
    })
  }

  function files(description: SourceRecord, of: Omit<FileOf, 'url'>): Promise<void> {
    const found = recordsOf(description.attachments)
      .map(({ download_url, url, file_name, created_at }) => ({
        ...of,
        url: textOf(download_url) ?? textOf(url) ?? '',
        created_at: textOf(created_at),
        name: textOf(file_name),
      }))
      .filter(({ url }) => url !== '')
    return form.attach(of.owner, found)
  }

  return {
    person,
    personOf,
    files,
    product,
    organization,

    async idea(idea: SourceRecord): Promise<boolean> {
      const key = textOf(idea.id) ?? ''
      const workspace = recordOf(idea.product ?? idea.project)
      const forum = textOf(workspace.id) ?? textOf(idea.product_id)
      if (textOf(workspace.id) !== undefined) product({ ...workspace, product_line: false })
      const categories = recordsOf(idea.categories)
      for (const { id, name, created_at } of categories)
        form.add('categories', {
          key: `${id}-${forum}`,
          name: textOf(name),
          forum,
          created_at: textOf(created_at),
        })
      if (categories.length > 1)
        form.leaveOut(
          'suggestions',
          key,
          `it has ${categories.length} categories. The first comes.`,
        )
      const category = textOf(categories[0]?.id)
      const visibility = textOf(idea.visibility)
      const isHidden = visibility !== undefined && !PUBLIC.test(visibility)
      if (isHidden)
        form.leaveOut('suggestions', key, 'it is not public. It waits for approval here.')
      const description = recordOf(idea.description)
      const isThere = form.add('suggestions', {
        key: textOf(idea.id),
        title: textOf(idea.name),
        body: textOf(description.body),
        body_mime_type: 'text/html',
        forum,
        category: category && `${category}-${forum}`,
        status: statusOf(form, idea.workflow_status),
        state: isHidden ? 'new' : 'published',
        labels: form.addLabels(
          Array.isArray(idea.tags) ? idea.tags : String(idea.tags ?? '').split(','),
        ),
        author: personOf(idea, 'created_by'),
        owner: person(idea.assigned_to_user, 'team'),
        closed_at: textOf(idea.status_changed_at) ?? textOf(idea.updated_at),
        custom_fields: form.customFields('suggestions', [
          ['Aha reference', idea.reference_num],
          ['Aha address', idea.url],
          ...customOf(idea),
        ]),
        created_at: textOf(idea.created_at),
      })
      if (!isThere) return false
      await files(description, { owner: key, suggestion: key })
      const answer = recordOf(idea.admin_response)
      if (textOf(answer.body) !== undefined)
        form.add('status_updates', {
          key,
          suggestion: key,
          body: answer.body,
          body_mime_type: 'text/html',
          status: statusOf(form, idea.workflow_status),
          created_at: textOf(answer.updated_at) ?? textOf(answer.created_at),
        })
      await files(answer, { owner: key, suggestion: key })
      const original = originalOf(idea)
      if (original !== undefined) form.folder.add('duplicates', { from: key, to: original })
      form.folder.add('all_ideas', { id: key })
      if (numberOf(idea.endorsements_count) !== 0) form.folder.add('with_votes', { id: key })
      if (numberOf(idea.comments_count) !== 0) form.folder.add('with_comments', { id: key })
      return true
    },

    /** The team can vote for an organization, with words of its own: those are feedback. */
    vote(vote: SourceRecord): boolean {
      const { idea: suggestion } = vote
      const key = textOf(vote.id) ?? ''
      const user = personOf(vote, 'endorsed_by')
      const found = recordOf(vote.idea_organization)
      const account = textOf(found.id)
      if (account !== undefined) {
        if (!form.has('external_accounts', account)) organization(found)
        if (user !== undefined)
          form.add('external_users', {
            key: user,
            external_id: `aha-${user}`,
            user,
            external_account: account,
          })
      }
      const words = textOf(recordOf(vote.description).body)
      if (words !== undefined)
        form.add('feedback_records', {
          key,
          body: words,
          body_mime_type: 'text/html',
          suggestion,
          user,
          source_url: textOf(vote.link),
          source_title: textOf(found.name),
          created_at: textOf(vote.created_at),
        })
      if (user === undefined) {
        const reason =
          account === undefined ? 'it has no person.' : 'it is of an organization only.'
        return form.skip('supporters', key, reason)
      }
      return form.add('supporters', {
        suggestion,
        user,
        votes: Math.min(Math.max(1, Math.round(numberOf(vote.weight) ?? 1)), MAX_VOTES),
        created_at: textOf(vote.created_at),
      })
    },

    subscription: (subscription: SourceRecord): boolean =>
      form.addFollower(
        textOf(subscription.idea),
        person(subscription.portal_user, 'portal') ?? person(subscription.idea_user, 'idea'),
      ),

    async comment(comment: SourceRecord): Promise<boolean> {
      if (textOf(comment.parent_idea_comment_id) === undefined)
        return writeComment(form, { personOf, files }, comment)
      form.folder.add('replies', comment)
      return true
    },
  }
}

/** The idea that one was merged into, as an object or an id. */
const originalOf = ({ duplicate_of }: SourceRecord): string | undefined =>
  textOf(isRecord(duplicate_of) ? duplicate_of.id : duplicate_of)

async function writeMerges(form: FormWriter): Promise<void> {
  const found = await form.folder.read<{ from: string; to: string }>('duplicates')
  const isThere = ({ to }: { to: string }) => form.has('suggestions', to)
  for (const { from } of found.filter((one) => !isThere(one)))
    form.leaveOut('merges', from, 'the idea that it was merged into is not in the list.')
  form.addMerges(new Map(found.filter(isThere).map(({ from, to }) => [from, to])))
}

const customOf = ({ custom_fields }: SourceRecord): [unknown, unknown][] =>
  recordsOf(custom_fields).map(({ name, key, value }) => [textOf(name) ?? key, value])

function statusOf(form: FormWriter, value: unknown): string | undefined {
  const { name, complete, color, position } = recordOf(value)
  const label = textOf(name)
  if (label === undefined) return undefined
  // Each workspace has statuses of the same names.
  const key = label.toLowerCase()
  form.add('statuses', {
    key,
    name: label,
    is_open: complete !== true,
    hex_color: /^#[0-9a-f]{6}$/i.test(String(color)) ? color : undefined,
    position: Number.isInteger(position) && (position as number) >= 0 ? position : undefined,
  })
  return key
}

type Known = Pick<ReturnType<typeof writers>, 'personOf' | 'files'>

/** What the portal does not show is a note. */
async function writeComment(
  form: FormWriter,
  { personOf, files }: Known,
  comment: SourceRecord,
): Promise<boolean> {
  const key = textOf(comment.id) ?? ''
  const visibility = textOf(comment.visibility)
  const isNote = visibility !== undefined && !PUBLIC.test(visibility)
  const isThere = form.addRemark({
    key: textOf(comment.id),
    isNote,
    parent: textOf(comment.parent_idea_comment_id),
    body: textOf(comment.body),
    body_mime_type: 'text/html',
    suggestion: comment.idea,
    author: personOf(comment, 'idea_commenter'),
    isByTeam: isRecord(comment.idea_commenter_user),
    state: comment.spam === true ? 'spam' : 'approved',
    created_at: textOf(comment.created_at),
  })
  if (isThere) await files(comment, { owner: key, ...(isNote ? { note: key } : { comment: key }) })
  return isThere
}

/** An answer is later than what it answers. */
async function writeReplies(form: FormWriter): Promise<void> {
  const write = writers(form)
  for (const reply of await form.readByTime('replies', 'created_at'))
    await writeComment(form, write, reply)
}

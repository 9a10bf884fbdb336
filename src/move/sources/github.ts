// Reads the discussions of a repository of GitHub by GraphQL. The repository is a forum, and its categories are categories.
import type { Repository } from '../../core/github-repository.ts'
import {
  type ApiSource,
  checkAnswer,
  nestedPages,
  type SourcePage,
  type Step,
} from './api-reader.ts'
import type { FormWriter } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, numberOf, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

export const GITHUB = 'github'

const PAGE_SIZE = 50
const REPLIES = 100
const FORUM = 'repository'
/** People whose account is gone. */
const GHOST = 'ghost'
const ANSWERED = 'answered'
const TEAM = ['OWNER', 'MEMBER', 'COLLABORATOR']

const PERSON = `__typename login url ... on User { databaseId name } ... on Organization { databaseId name }
  ... on Bot { databaseId } ... on Mannequin { databaseId }`
const COMMENT = `id body createdAt authorAssociation isMinimized minimizedReason upvoteCount author { ${PERSON} }`
const PAGE = 'totalCount pageInfo { hasNextPage endCursor }'
const REPOSITORY = 'repository(owner: $owner, name: $name)'
const VARIABLES = '$owner: String!, $name: String!, $first: Int!, $after: String'

const DISCUSSIONS = `query(${VARIABLES}) { ${REPOSITORY} {
  discussions(first: $first, after: $after, orderBy: {field: CREATED_AT, direction: ASC}) { ${PAGE} nodes {
    number title body createdAt url closed closedAt stateReason upvoteCount author { ${PERSON} }
    category { id name createdAt } labels(first: 100) { nodes { id name createdAt } }
    answer { id body } answerChosenAt answerChosenBy { ${PERSON} }
    poll { question } reactions { totalCount } comments { totalCount } } } } }`

const COMMENTS = `query(${VARIABLES}, $number: Int!) { ${REPOSITORY} { discussion(number: $number) {
  comments(first: $first, after: $after) { ${PAGE} nodes { ${COMMENT}
    replies(first: ${REPLIES}) { ${PAGE} nodes { ${COMMENT} } } } } } } }`

const MORE_REPLIES = `query(${VARIABLES}, $id: ID!) { ${REPOSITORY} { id } node(id: $id) { ... on DiscussionComment {
  replies(first: $first, after: $after) { ${PAGE} nodes { ${COMMENT} } } } } }`

const COUNTS = `query($owner: String!, $name: String!) { ${REPOSITORY} { hasDiscussionsEnabled
  discussions { totalCount } discussionCategories { totalCount } } }`

const errorTypes = (body: SourceRecord) => recordsOf(body.errors).map(({ type }) => textOf(type))

/** Errors without a type, such as time-outs, pass. */
const isFinal = (body: SourceRecord) =>
  errorTypes(body).some((type) => type !== undefined && type !== 'RATE_LIMITED')

async function ask(
  client: SourceClient,
  repository: Repository,
  query: { text: string; variables: SourceRecord; list?: (data: SourceRecord) => unknown },
) {
  const { owner, name, endpoint, address } = repository
  const { text, variables, list = ({ repository: found }) => found } = query
  const dataOf = (body: SourceRecord) => recordOf(body.data)
  const answer = await client.post(
    endpoint,
    { query: text, variables: { owner, name, ...variables } },
    (body) => isRecord(list(dataOf(body))) || isFinal(body),
  )
  checkAnswer(client, 'discussions', answer)
  const data = dataOf(answer.body)
  if (!answer.isTooLarge && !isRecord(data.repository)) {
    const types = errorTypes(answer.body).filter(Boolean).join(', ')
    throw new SourceError(
      types.includes('NOT_FOUND')
        ? `There is no repository ${address} that the token can read.`
        : `${address} cannot be read with the token (${types.slice(0, 100)}).`,
    )
  }
  return { answer, data, isFinal: isFinal(answer.body) }
}

export async function lookAtGithub(client: SourceClient, repository: Repository) {
  const { data } = await ask(client, repository, { text: COUNTS, variables: {} })
  const found = recordOf(data.repository)
  if (found.hasDiscussionsEnabled === false)
    throw new SourceError(`${repository.address} has no discussions.`)
  return {
    counts: {
      suggestions: numberOf(recordOf(found.discussions).totalCount) ?? null,
      categories: numberOf(recordOf(found.discussionCategories).totalCount) ?? null,
      comments: null,
      users: null,
    },
    others: {},
  }
}

export const githubSource = (client: SourceClient, repository: Repository): ApiSource => ({
  name: GITHUB,
  account: repository.address,
  pageSize: PAGE_SIZE,
  steps: (form) => stepsOf(client, repository, form),
})

/** A connection of GraphQL as a page. */
function pageOf(value: unknown): SourcePage {
  const connection = recordOf(value)
  const { hasNextPage, endCursor } = recordOf(connection.pageInfo)
  return {
    records: recordsOf(connection.nodes),
    next: hasNextPage === true ? (textOf(endCursor) ?? null) : null,
    total: numberOf(connection.totalCount),
  }
}

type Thread = { id: string; suggestion: string; cursor: string }

function stepsOf(client: SourceClient, repository: Repository, form: FormWriter): Step[] {
  const { owner, name } = repository
  const write = writers(form)

  async function discussions(after: string | null, first: number): Promise<SourcePage> {
    const { data, answer } = await ask(client, repository, {
      text: DISCUSSIONS,
      variables: { first, after },
      list: ({ repository: found }) => recordOf(found).discussions,
    })
    const { isDamaged, isTooLarge } = answer
    return { ...pageOf(recordOf(data.repository).discussions), isDamaged, isTooLarge }
  }

  async function comments(
    number: string,
    after: string | null,
    first: number,
  ): Promise<SourcePage> {
    const {
      data,
      answer,
      isFinal: isGone,
    } = await ask(client, repository, {
      text: COMMENTS,
      variables: { first, after, number: Number(number) },
      list: ({ repository: found }) => recordOf(recordOf(found).discussion).comments,
    })
    if (isGone) form.leaveOut('comments', `of discussion ${number}`, 'the discussion is gone.')
    const { isDamaged, isTooLarge } = answer
    const page = pageOf(recordOf(recordOf(data.repository).discussion).comments)
    const records = page.records.map((comment) => ({ ...comment, suggestion: number }))
    return { ...page, records, isDamaged, isTooLarge }
  }

  async function replies(thread: string, after: string | null, first: number): Promise<SourcePage> {
    const { id, suggestion, cursor } = JSON.parse(thread) as Thread
    const {
      data,
      answer,
      isFinal: isGone,
    } = await ask(client, repository, {
      text: MORE_REPLIES,
      variables: { first, after: after ?? cursor, id },
      list: ({ node }) => recordOf(node).replies,
    })
    if (isGone) form.leaveOut('comments', `answers to ${id}`, 'the comment is gone.')
    const { isDamaged, isTooLarge } = answer
    const page = pageOf(recordOf(data.node).replies)
    const records = page.records.map((reply) => ({ ...reply, suggestion, reply_to: id }))
    return { ...page, records, isDamaged, isTooLarge }
  }

  return [
    {
      name: 'repository',
      finish: async () => {
        form.add('forums', { key: FORUM, name: `${owner}/${name}` })
      },
    },
    { name: 'suggestions', page: discussions, write: write.discussion },
    {
      name: 'comments of discussions',
      page: nestedPages(async () => {
        const numbers = await form.folder.read<number>('with_comments')
        return [...new Set(numbers)].map(String)
      }, comments),
      write: write.comment,
    },
    {
      name: 'answers to comments',
      page: nestedPages(async () => {
        const threads = await form.folder.read<Thread>('threads')
        return [...new Set(threads.map((thread) => JSON.stringify(thread)))]
      }, replies),
      write: write.comment,
    },
  ]
}

function writers(form: FormWriter) {
  function person(value: unknown): string | undefined {
    if (!isRecord(value)) return undefined
    const login = textOf(value.login)
    const key = textOf(value.databaseId) ?? login
    form.add('users', { key, name: textOf(value.name) ?? login, profile_url: textOf(value.url) })
    return key
  }

  function ghost(): string {
    form.add('users', { key: GHOST, name: GHOST })
    return GHOST
  }

  function status(key: string, isOpen: boolean): string {
    form.add('statuses', {
      key,
      name: key.charAt(0).toUpperCase() + key.slice(1),
      is_open: isOpen,
    })
    return key
  }

  /** The answer and the end of a discussion are updates of its status. */
  function writeUpdates(discussion: SourceRecord, suggestion: string): string | undefined {
    const { answer, answerChosenAt, answerChosenBy, closed, closedAt, stateReason } = discussion
    let last: string | undefined
    if (isRecord(answer)) {
      last = status(ANSWERED, true)
      form.add('status_updates', {
        key: `${suggestion}-answer`,
        suggestion,
        body: textOf(answer.body),
        body_mime_type: 'text/markdown',
        author: person(answerChosenBy),
        status: last,
        created_at: textOf(answerChosenAt),
      })
    }
    if (closed !== true) return last
    const end = status((textOf(stateReason) ?? 'closed').toLowerCase(), false)
    form.add('status_updates', {
      key: `${suggestion}-closed`,
      suggestion,
      status: end,
      old_status: last,
      created_at: textOf(closedAt),
    })
    return end
  }

  function writeComment(comment: SourceRecord): boolean {
    const key = textOf(comment.id)
    const { suggestion } = comment
    // Everybody votes for their own.
    if ((numberOf(comment.upvoteCount) ?? 0) > 1)
      form.leaveOut('comments', undefined, 'votes for comments do not come.')
    const isSpam = /^(spam|abuse)$/i.test(String(comment.minimizedReason))
    const isThere = form.add('comments', {
      key,
      body: textOf(comment.body),
      body_mime_type: 'text/markdown',
      suggestion,
      author: person(comment.author) ?? ghost(),
      reply_to: comment.reply_to,
      is_admin_comment: TEAM.includes(String(comment.authorAssociation)),
      state: comment.isMinimized === true && isSpam ? 'spam' : 'approved',
      created_at: textOf(comment.createdAt),
    })
    const { records, next } = pageOf(comment.replies)
    for (const reply of records) writeComment({ ...reply, suggestion, reply_to: key })
    if (next !== null && key !== undefined)
      form.folder.add('threads', { id: key, suggestion, cursor: next })
    return isThere
  }

  return {
    discussion(discussion: SourceRecord): boolean {
      const key = textOf(discussion.number)
      if (key === undefined) return form.add('suggestions', discussion)
      const category = recordOf(discussion.category)
      if (textOf(category.id) !== undefined)
        form.add('categories', {
          key: category.id,
          name: textOf(category.name),
          forum: FORUM,
          created_at: textOf(category.createdAt),
        })
      const labels = recordsOf(recordOf(discussion.labels).nodes)
      for (const { id, name, createdAt } of labels)
        form.add('labels', { key: id, name: textOf(name), created_at: textOf(createdAt) })
      const upvotes = numberOf(discussion.upvoteCount) ?? 0
      if (upvotes > 0)
        form.leaveOut(
          'supporters',
          `of ${key}`,
          `GitHub does not say who gave the ${upvotes} votes.`,
        )
      if (isRecord(discussion.poll)) form.leaveOut('suggestions', key, 'its poll does not come.')
      if (numberOf(recordOf(discussion.reactions).totalCount))
        form.leaveOut('suggestions', undefined, 'reactions do not come.')
      if (numberOf(recordOf(discussion.comments).totalCount))
        form.folder.add('with_comments', Number(key))
      return form.add('suggestions', {
        key,
        title: textOf(discussion.title),
        body: textOf(discussion.body),
        body_mime_type: 'text/markdown',
        forum: FORUM,
        category: textOf(category.id),
        labels: labels.map(({ id }) => id),
        author: person(discussion.author),
        status: writeUpdates(discussion, key),
        closed_at: textOf(discussion.closedAt),
        custom_fields: form.customFields('suggestions', [
          ['GitHub votes', upvotes],
          ['GitHub address', discussion.url],
        ]),
        created_at: textOf(discussion.createdAt),
      })
    },

    comment: writeComment,
  }
}

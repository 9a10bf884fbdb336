// The GraphQL API of a GitHub Enterprise Server, as far as discussions are read: the connections of a query with `first` and `after`.
import type { Account, Comment, Export, Suggestion, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  isShown,
  keepNamedPeople,
  keepShownFiles,
  labelNames,
  lastUpdateOf,
  teamOf,
  withoutMerged,
} from './limits.ts'
import { type Body, dayOf, startSource, times } from './server.ts'
import { asMarkdown, picturesIn } from './texts.ts'

export const GITHUB_TOKEN = 'ghp_0123456789abcdefghij'

export function generateGithub(name: string): Body[] {
  const person = (i: number) =>
    i % 9 === 0
      ? { __typename: 'Bot', login: `${name}-bot`, url: 'https://github.test/bot', databaseId: 7 }
      : {
          __typename: 'User',
          login: `${name}-${i}`,
          url: `https://github.test/${i}`,
          databaseId: 100 + i,
          name: i % 2 === 0 ? `Person ${i}` : null,
        }
  const categories = ['Ideas', 'Q&A', 'General'].map((label, i) => ({
    id: `DIC_${name}${i}`,
    name: label,
    createdAt: dayOf(0),
  }))
  const labels = times(3, (i) => ({
    id: `LA_${name}${i}`,
    name: `${name} label ${i}`,
    createdAt: dayOf(0),
  }))
  const comment = (id: string, i: number) => ({
    id: `DC_${name}${id}`,
    body: `Comment *${id}*`,
    createdAt: dayOf(5, i * 1000),
    authorAssociation: i % 4 === 0 ? 'MEMBER' : 'NONE',
    isMinimized: false,
    minimizedReason: null,
    upvoteCount: i === 2 ? 3 : 1,
    // The account of some is gone.
    author: i % 7 === 1 ? null : person(i),
  })
  return times(70, (i) => {
    const isAnswered = i % 4 === 3
    return {
      number: i + 1,
      title: `${name} discussion ${i}`,
      body: `Text **${i}** with [a link](https://example.test/${i})`,
      createdAt: dayOf(1, i * 1000),
      url: `https://github.test/acme/${name}/discussions/${i + 1}`,
      closed: i % 5 === 0,
      closedAt: i % 5 === 0 ? dayOf(9) : null,
      stateReason: i % 5 === 0 ? (i % 2 === 0 ? 'RESOLVED' : 'OUTDATED') : null,
      upvoteCount: i % 6,
      author: i === 8 ? null : person(i % 20),
      category: categories[i % 3],
      labels: labels.filter((_, l) => (i + l) % 3 === 0),
      answer: isAnswered ? { id: `DC_${name}${i}-0`, body: '**The answer**' } : null,
      answerChosenAt: isAnswered ? dayOf(6) : null,
      answerChosenBy: isAnswered ? person(1) : null,
      poll: i === 9 ? { question: 'Which?' } : null,
      reactions: { totalCount: 0 },
      comments: times(i === 0 ? 60 : i % 3, (c) => ({
        ...comment(`${i}-${c}`, c),
        replies: times(i === 0 && c === 0 ? 130 : c % 2, (r) => comment(`${i}-${c}-${r}`, r + 1)),
      })),
    }
  })
}

const discussionAddress = (name: string, id: number) =>
  `https://github.test/acme/${name}/discussions/${id}`

/** The comment that answers a discussion, and who chose it. */
function answerOf(account: Account, one: Suggestion) {
  const comment = account.comments.find(
    ({ suggestion, answers, state }) =>
      suggestion === one.id && answers === null && state === 'approved',
  )
  const chosen = lastUpdateOf(account, one.id)
  return comment && chosen && { comment, by: chosen.author, created: chosen.created }
}

const categoryName = (account: Account, { category, forum }: Suggestion) =>
  category === null
    ? 'General'
    : `${byId(account.forums).get(forum)?.name}: ${byId(account.categories).get(category)?.name}`

/** What a repository of GitHub would say of an account: its forums are a part of the categories. */
export function exportGithub({ name, account, fileAt }: Export): Body[] {
  const text = (found: Text) => asMarkdown(found, (key, alt) => `![${alt}](${fileAt(key)})`)
  const team = teamOf(account)
  const labels = labelNames(account)
  const people = byId(account.people)
  const person = (id: number | null) => {
    const found = people.get(id)
    if (found === undefined) return null
    const login = `login-${found.id}`
    const url = `https://github.test/${login}`
    return { __typename: 'User', login, url, databaseId: found.id, name: found.name || null }
  }
  const comment = (one: Comment) => ({
    id: `DC_${one.id}`,
    body: text(one.text),
    createdAt: one.created,
    authorAssociation: team.has(one.author) ? 'MEMBER' : 'NONE',
    isMinimized: one.state === 'spam',
    minimizedReason: one.state === 'spam' ? 'SPAM' : null,
    upvoteCount: 1,
    author: person(one.author),
  })
  return account.suggestions
    .filter((one) => isShown(one) && one.mergedInto === null)
    .map((one) => {
      const answer = answerOf(account, one)
      const category = categoryName(account, one)
      const comments = account.comments.filter(({ suggestion }) => suggestion === one.id)
      return {
        number: one.id,
        title: one.title,
        body: text(one.text),
        createdAt: one.created,
        url: discussionAddress(name, one.id),
        closed: one.closed !== null,
        closedAt: one.closed,
        stateReason: one.closed === null ? null : 'RESOLVED',
        upvoteCount: account.votes.filter(({ suggestion }) => suggestion === one.id).length,
        author: person(one.author),
        category: { id: `DIC_${category}`, name: category, createdAt: dayOf(0) },
        labels: one.labels.map((id) => ({
          id: `LA_${id}`,
          name: labels.get(id),
          createdAt: dayOf(0),
        })),
        answer: answer ? { id: `DC_${answer.comment.id}`, body: text(answer.comment.text) } : null,
        answerChosenAt: answer?.created ?? null,
        answerChosenBy: answer ? person(answer.by) : null,
        poll: null,
        reactions: { totalCount: 0 },
        comments: comments
          .filter(({ answers }) => answers === null)
          .map((found) => ({
            ...comment(found),
            replies: comments.filter(({ answers }) => answers === found.id).map(comment),
          })),
      }
    })
}

/** What the API of GitHub does not say: votes and addresses of people above all. */
export function limitToGithub(account: Account, { name }: Export): void {
  withoutMerged(account)
  flattenLabels(account)
  const used = new Set(account.suggestions.flatMap(({ labels }) => labels))
  account.labels = account.labels.filter(({ id }) => used.has(id))
  const [answered, resolved] = [-1, -2]
  const statuses = byId(account.statuses)
  const categories = new Map<string, Account['categories'][number]>()
  account.updates = account.suggestions.flatMap((one) => {
    const answer = answerOf(account, one)
    const isClosed = statuses.get(one.status)?.isOpen === false
    one.status = isClosed ? resolved : answer ? answered : null
    // The pictures of an answer are files of the suggestion, besides those of the comment.
    for (const key of answer ? picturesIn(answer.comment.text) : []) {
      const file = account.files.find((found) => found.key === key)
      if (file) account.files.push({ ...file, suggestion: one.id, comment: null })
    }
    const update = { suggestion: one.id, id: 0, text: null, author: null, oldStatus: null }
    return [
      ...(answer
        ? [
            {
              ...update,
              text: answer.comment.text,
              author: answer.by,
              created: answer.created,
              status: answered,
            },
          ]
        : []),
      ...(isClosed
        ? [
            {
              ...update,
              created: one.closed as string,
              status: resolved,
              oldStatus: answer ? answered : null,
            },
          ]
        : []),
    ]
  })
  for (const one of account.suggestions) {
    const votes = account.votes.filter(({ suggestion }) => suggestion === one.id).length
    one.fields = { 'GitHub votes': votes, 'GitHub address': discussionAddress(name, one.id) }
    const label = categoryName(account, one)
    const category = categories.get(label) ?? {
      id: categories.size,
      name: label,
      forum: 1,
      created: '',
    }
    categories.set(label, category)
    Object.assign(one, { category: category.id, owner: null })
  }
  account.votes = []
  account.followers = []
  account.notes = []
  account.feedback = []
  account.announcements = []
  account.companies = []
  account.members = []
  const isOwn = ({ id }: { id: number }) => id < 10
  const [own] = account.forums.filter(isOwn)
  account.forums = [
    ...account.forums.filter(isOwn),
    { ...(own as Account['forums'][number]), id: 11, name: `acme/${name}` },
  ]
  for (const one of account.suggestions) one.forum = 11
  account.categories = [...categories.values()].map((one) => ({ ...one, forum: 11 }))
  account.statuses = [
    ...account.statuses.filter(isOwn),
    { id: answered, name: 'Answered', isOpen: true, color: '', created: '' },
    { id: resolved, name: 'Resolved', isOpen: false, color: '', created: '' },
  ]
  keepNamedPeople(account, () => false)
  for (const person of account.people)
    Object.assign(person, {
      email: null,
      lastSeen: null,
      isBlocked: false,
      wantsMails: false,
      created: '',
    })
  keepShownFiles(account)
}

function connection(list: Body[], { first, after }: Body) {
  const start = after ? Number(Buffer.from(after, 'base64').toString().slice(7)) : 0
  const end = Math.min(start + first, list.length)
  return {
    totalCount: list.length,
    pageInfo: {
      hasNextPage: end < list.length,
      endCursor: end === 0 ? null : Buffer.from(`cursor:${end}`).toString('base64'),
    },
    nodes: list.slice(start, end),
  }
}

const withReplies = ({ replies, ...comment }: Body) => ({
  ...comment,
  replies: connection(replies, { first: 100 }),
})

/** `tokens` are those that it accepts. */
export const startGithub = (
  owner: string,
  name: string,
  discussions: Body[],
  tokens = [GITHUB_TOKEN],
) =>
  startSource(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/api/graphql') return undefined
    if (!tokens.some((token) => headers.authorization === `Bearer ${token}`))
      return { status: 401, body: { message: 'Bad credentials' } }
    const { query, variables } = body
    if (variables.owner !== owner || variables.name !== name)
      return {
        body: {
          data: { repository: null },
          errors: [{ type: 'NOT_FOUND', path: ['repository'], message: 'Could not resolve' }],
        },
      }
    if (query.includes('node(id: $id)')) {
      const found = discussions
        .flatMap(({ comments }) => comments)
        .find(({ id }) => id === variables.id)
      const node = { replies: connection(found.replies, variables) }
      return { body: { data: { repository: { id: 'R_1' }, node } } }
    }
    if (query.includes('discussion(number: $number)')) {
      const found = discussions.find(({ number }) => number === variables.number) as Body
      const page = connection(found.comments, variables)
      const comments = { ...page, nodes: page.nodes.map(withReplies) }
      return { body: { data: { repository: { discussion: { comments } } } } }
    }
    if (query.includes('hasDiscussionsEnabled'))
      return {
        body: {
          data: {
            repository: {
              hasDiscussionsEnabled: true,
              discussions: { totalCount: discussions.length },
              discussionCategories: { totalCount: 3 },
            },
          },
        },
      }
    const page = connection(discussions, variables)
    const nodes = page.nodes.map(({ labels, comments, ...discussion }) => ({
      ...discussion,
      labels: { nodes: labels },
      comments: { totalCount: comments.length },
    }))
    return { body: { data: { repository: { discussions: { ...page, nodes } } } } }
  })

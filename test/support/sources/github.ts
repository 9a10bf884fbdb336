// The GraphQL API of a GitHub Enterprise Server, as far as discussions are read: the connections of a query with `first` and `after`.
import { type Body, dayOf, startSource, times } from './server.ts'

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
    upvoteCount: 1,
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

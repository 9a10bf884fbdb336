// The full export of the hosted product: a row for each idea and voter, and files of comments, notes and people beside it.
import type { Cell } from '../csv.ts'
import type { Account, Export, Text } from './account.ts'
import {
  byId,
  flattenLabels,
  isShown,
  keepComments,
  keepShownFiles,
  keepSuggestions,
  labelNames,
  lastUpdateOf,
} from './limits.ts'
import { asHtml } from './texts.ts'

const IDEA =
  'Idea ID,Idea Title,Idea Description,Idea Creator Email Address,Idea Creator Name,Forum Name,Category Name,Labels,Public Status Name,Moderation State,Voters Count,Created Timestamp,Public Status Update Message,Public Status Updated Timestamp,Public Status Creator Email Address,User Email Address,User Name,Linked Idea Creation Date'

const timeOf = (time: string | null | undefined) => time?.slice(0, 19).replace('T', ' ')

/** The rows of each file. */
export function exportUservoice({ account, fileAt }: Export): Record<string, Cell[][]> {
  const html = (text: Text) => asHtml(text, (key, alt) => `![${alt}](${fileAt(key)})`)
  const people = byId(account.people)
  const labels = labelNames(account)
  const listed = account.suggestions.filter(({ mergedInto }) => mergedInto === null)
  const isListed = ({ suggestion }: { suggestion: number }) =>
    listed.some(({ id }) => id === suggestion)
  const remark = (one: {
    suggestion: number
    text: Text
    author: number | null
    created: string
  }): Cell[] => {
    const author = people.get(one.author)
    return [one.suggestion, html(one.text), author?.email, author?.name, timeOf(one.created)]
  }
  const remarks = 'suggestionId,text,userEmail,userName,createdAt'.split(',')
  return {
    'ideas.csv': [
      IDEA.split(','),
      ...listed.flatMap((one): Cell[][] => {
        const author = people.get(one.author)
        const update = lastUpdateOf(account, one.id)
        const votes = account.votes.filter(({ suggestion }) => suggestion === one.id)
        const idea: Cell[] = [
          one.id,
          one.title,
          html(one.text),
          author?.email,
          author?.name,
          byId(account.forums).get(one.forum)?.name,
          byId(account.categories).get(one.category)?.name,
          JSON.stringify(one.labels.map((id) => labels.get(id))),
          byId(account.statuses).get(one.status)?.name,
          one.state === 'new' ? 'pending' : one.state,
          votes.length,
          timeOf(one.created),
          update?.text && html(update.text),
          timeOf(update?.created),
          people.get(update?.author ?? null)?.email,
        ]
        if (votes.length === 0) return [[...idea, '', '', '']]
        return votes.map((vote) => {
          const voter = people.get(vote.person)
          return [...idea, voter?.email, voter?.name, timeOf(vote.created)]
        })
      }),
    ],
    'comments.csv': [
      remarks,
      ...account.comments.filter((one) => isListed(one) && isShown(one)).map(remark),
    ],
    'notes.csv': [remarks, ...account.notes.filter(isListed).map(remark)],
    'users.csv': [
      ['email', 'name', 'createdAt'],
      ...account.people.map((one) => [one.email, one.name, timeOf(one.created)]),
    ],
  }
}

/** What the files do not say. */
export function limitToUservoice(account: Account): void {
  keepSuggestions(account, ({ mergedInto }) => mergedInto === null)
  keepComments(account, isShown)
  flattenLabels(account)
  const used = new Set<number | null>(
    account.suggestions.flatMap(({ labels, category, status }) => [...labels, category, status]),
  )
  account.labels = account.labels.filter(({ id }) => used.has(id))
  account.categories = account.categories.filter(({ id }) => used.has(id))
  account.statuses = account.statuses.filter(({ id }) => id < 10 || used.has(id))
  // People without an address are one where they have one name, and do not vote.
  const person = byId(account.people)
  const become = (id: number | null) => {
    const found = person.get(id)
    return found?.email === null
      ? (account.people.find(({ email, name }) => email === null && name === found.name)?.id ??
          null)
      : id
  }
  for (const one of account.suggestions) one.author = become(one.author)
  for (const one of account.comments) one.author = become(one.author) as number
  account.votes = account.votes.filter((vote) => person.get(vote.person)?.email !== null)
  account.people = account.people.filter(({ id }) => become(id) === id)
  account.updates = account.suggestions.flatMap(({ id }) => {
    const update = lastUpdateOf(account, id)
    return update ? [{ ...update, oldStatus: null }] : []
  })
  for (const one of account.comments) Object.assign(one, { answers: null, isByTeam: false })
  for (const one of account.notes) one.answers = null
  account.followers = []
  account.feedback = []
  account.announcements = []
  account.companies = []
  account.members = []
  for (const one of account.suggestions) Object.assign(one, { owner: null, fields: {} })
  for (const one of account.people)
    Object.assign(one, { lastSeen: null, isBlocked: false, wantsMails: one.email !== null })
  for (const forum of account.forums) Object.assign(forum, { isPrivate: false, welcome: null })
  for (const vote of account.votes) Object.assign(vote, { weight: 1, isSubscribed: true })
  keepShownFiles(account)
}

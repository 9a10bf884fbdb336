// What sources cannot say of an account: each changes the account to what is left of it.
import type { Account, Company, Person, Suggestion, Text } from './account.ts'
import { picturesIn } from './texts.ts'

export const isShown = ({ state }: { state: string }): boolean =>
  ['approved', 'published'].includes(state)

/** The suggestions that are left, with what belongs to them. */
export function keepSuggestions(
  account: Account,
  isKept: (suggestion: Suggestion) => boolean,
): void {
  account.suggestions = account.suggestions.filter(isKept)
  const ids = new Set(account.suggestions.map(({ id }) => id))
  const isOfOne = ({ suggestion }: { suggestion: number }) => ids.has(suggestion)
  account.votes = account.votes.filter(isOfOne)
  account.followers = account.followers.filter(isOfOne)
  account.comments = account.comments.filter(isOfOne)
  account.notes = account.notes.filter(isOfOne)
  account.updates = account.updates.filter(isOfOne)
  account.files = account.files.filter(
    ({ suggestion }) => suggestion === null || ids.has(suggestion),
  )
  for (const one of account.feedback)
    if (one.suggestion !== null && !ids.has(one.suggestion)) one.suggestion = null
  for (const one of account.announcements)
    one.suggestions = one.suggestions.filter((id) => ids.has(id))
  for (const one of account.suggestions)
    if (one.mergedInto !== null && !ids.has(one.mergedInto)) one.mergedInto = null
}

/** Where an answer is to what is not there, it is a comment of its own. */
export function keepComments(
  account: Account,
  isKept: (comment: Account['comments'][number]) => boolean,
): void {
  account.comments = account.comments.filter(isKept)
  const ids = new Set(account.comments.map(({ id }) => id))
  for (const one of account.comments)
    if (one.answers !== null && !ids.has(one.answers)) one.answers = null
}

export function mapTexts(account: Account, change: (text: Text) => Text): void {
  for (const records of [
    account.suggestions,
    account.comments,
    account.notes,
    account.feedback,
    account.announcements,
  ])
    for (const one of records) one.text = change(one.text)
  for (const one of account.updates) one.text &&= change(one.text)
}

/** Who belongs to the team writes for it. */
export const teamOf = ({ comments, notes, updates }: Account): Set<number | null> =>
  new Set([
    ...comments.filter(({ isByTeam }) => isByTeam).map(({ author }) => author),
    ...notes.map(({ author }) => author),
    ...updates.map(({ author }) => author),
  ])

/** Labels without levels have the names of those above them. */
export function labelNames({ labels }: Account): Map<number, string> {
  const byId = new Map(labels.map((label) => [label.id, label]))
  const nameOf = (id: number): string => {
    const { name, parent } = byId.get(id) as Account['labels'][number]
    return parent === null ? name : `${nameOf(parent)} / ${name}`
  }
  return new Map(labels.map(({ id }) => [id, nameOf(id)]))
}

export const byId = <T extends { id: number }>(records: T[]): Map<number | null, T> =>
  new Map(records.map((one) => [one.id, one]))

/** Of a product whose list of people lacks those who did nothing, and the team. */
export function keepNamedPeople(account: Account, isListed: (person: Person) => boolean): void {
  const named = new Set<number | null>([
    ...account.suggestions.flatMap(({ author, owner }) => [author, owner]),
    ...account.votes.map(({ person }) => person),
    ...account.comments.map(({ author }) => author),
    ...account.notes.map(({ author }) => author),
    ...account.updates.map(({ author }) => author),
    ...account.feedback.flatMap(({ person, author }) => [person, author]),
  ])
  account.people = account.people.filter((person) => isListed(person) || named.has(person.id))
}

/** Of a product where everybody has an address: what the others did is not there. */
export function leaveOutNameless(account: Account): void {
  const isKnown = new Set<number | null>(
    account.people.filter(({ email }) => email !== null).map(({ id }) => id),
  )
  account.people = account.people.filter(({ id }) => isKnown.has(id))
  for (const one of account.suggestions) if (!isKnown.has(one.author)) one.author = null
  account.votes = account.votes.filter(({ person }) => isKnown.has(person))
  account.followers = account.followers.filter(({ person }) => isKnown.has(person))
  keepComments(account, ({ author }) => isKnown.has(author))
}

/** A label is one name: those above it are a part of it. */
export function flattenLabels(account: Account): void {
  const names = labelNames(account)
  for (const label of account.labels)
    Object.assign(label, { name: names.get(label.id), parent: null })
}

export const withoutMerged = (account: Account): void =>
  keepSuggestions(account, (one) => isShown(one) && one.mergedInto === null)

/** Of what a suggestion has, in the order of time. */
export const lastUpdateOf = ({ updates }: Account, id: number) =>
  updates
    .filter(({ suggestion }) => suggestion === id)
    .sort((one, other) => (one.created < other.created ? -1 : 1))
    .at(-1)

export const isPicture = ({ name }: { name: string }): boolean => name.endsWith('.png')

/** Each file that a text of the records shows. */
export function keepShownFiles(account: Account): void {
  const shown = new Set(
    [
      ...account.suggestions.map(({ text }) => text),
      ...account.comments.map(({ text }) => text),
      ...account.notes.map(({ text }) => text),
      ...account.announcements.map(({ text }) => text),
    ].flatMap(picturesIn),
  )
  account.files = account.files.filter(({ key }) => shown.has(key))
}

/** Where a person has one id of the product and several companies. */
export function nameSecondMembers(
  { members, companies }: Account,
  nameOf: (company: Company) => unknown,
): void {
  for (const [i, member] of members.entries()) {
    const first = members.findIndex(({ person }) => person === member.person)
    const company = byId(companies).get(member.company)
    if (first < i && company) member.externalId = `${members[first]?.externalId}-${nameOf(company)}`
  }
}

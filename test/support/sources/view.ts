// An account by names and addresses in place of ids, so that two Earshots can be compared.
import { type Account, digestOf, type Text } from './account.ts'
import { wordsOf } from './texts.ts'

export type View = ReturnType<typeof viewOf>
export type SuggestionView = View['suggestions'][number]

const secondOf = (time: string | null) => (time === null ? null : time.replace(/\.\d+Z$/, 'Z'))

/** Lists in an order that their content gives. */
export const sorted = <T>(list: T[]): T[] =>
  list
    .map((one): [string, T] => [JSON.stringify(one), one])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one)

export function viewOf(account: Account) {
  const files = new Map(account.files.map((file) => [file.key, file]))
  const pictureOf = (src: string) => {
    const file = files.get(src.replace(/^\/files\//, ''))
    return file === undefined ? src : `${digestOf(file.bytes)}`
  }
  const says = (text: Text) => wordsOf(text, pictureOf)
  const find = <T extends { id: number }>(records: T[]) => {
    const byId = new Map(records.map((one) => [one.id, one]))
    return (id: number | null) => (id === null ? undefined : byId.get(id))
  }
  const person = find(account.people)
  const label = find(account.labels)
  const forum = find(account.forums)
  const category = find(account.categories)
  const status = find(account.statuses)
  const company = find(account.companies)
  const suggestion = find(account.suggestions)
  const comment = find(account.comments)
  const note = find(account.notes)

  const who = (id: number | null): string | null => {
    const found = person(id)
    return found ? (found.email?.toLowerCase() ?? found.name) : null
  }
  const labelName = (id: number): string => {
    const found = label(id)
    const above = found?.parent ? `${labelName(found.parent)} / ` : ''
    return `${above}${found?.name}`
  }
  const statusName = (id: number | null) => status(id)?.name.toLowerCase() ?? null
  const titleOf = (id: number | null) => suggestion(id)?.title ?? null
  const filesOf = (member: 'suggestion' | 'comment' | 'note', id: number) =>
    sorted(
      account.files
        .filter((file) => file[member] === id)
        .map(({ name, bytes }) => `${name} ${digestOf(bytes)}`),
    )
  const feedbackOf = (id: number | null) =>
    sorted(
      account.feedback
        .filter((one) => one.suggestion === id)
        .map((one) => ({
          created: secondOf(one.created),
          text: says(one.text),
          person: who(one.person),
          author: who(one.author),
          severity: one.severity,
          source: one.source,
        })),
    )

  return {
    people: sorted(
      account.people.map((one) => ({
        email: one.email?.toLowerCase() ?? null,
        name: one.name,
        created: secondOf(one.created),
        lastSeen: secondOf(one.lastSeen),
        isBlocked: one.isBlocked,
        wantsMails: one.wantsMails,
      })),
    ),
    forums: sorted(
      account.forums.map(({ name, isPrivate, welcome }) => ({
        name,
        isPrivate,
        welcome: welcome && says(welcome),
      })),
    ),
    categories: sorted(
      account.categories.map((one) => ({ forum: forum(one.forum)?.name, name: one.name })),
    ),
    labels: sorted(account.labels.map(({ id }) => labelName(id))),
    statuses: sorted(
      account.statuses.map(({ id, isOpen, color }) => ({
        name: statusName(id),
        isOpen,
        color: color.toLowerCase(),
      })),
    ),
    companies: sorted(
      account.companies.map(({ id: _, created, ...one }) => ({
        ...one,
        created: secondOf(created),
      })),
    ),
    members: sorted(
      account.members.map((one) => ({
        person: who(one.person),
        company: company(one.company)?.externalId ?? null,
        externalId: one.externalId,
        fields: one.fields,
      })),
    ),
    revenue: account.companies.reduce((sum, { mrr }) => sum + Math.round((mrr ?? 0) * 100), 0),
    suggestions: account.suggestions
      .map((one) => ({
        title: one.title,
        created: secondOf(one.created),
        text: says(one.text),
        state: one.state,
        forum: forum(one.forum)?.name,
        category: category(one.category)?.name ?? null,
        status: statusName(one.status),
        closed: secondOf(one.closed),
        labels: sorted(one.labels.map(labelName)),
        author: who(one.author),
        owner: who(one.owner),
        fields: one.fields,
        mergedInto: titleOf(one.mergedInto),
        files: filesOf('suggestion', one.id),
        votes: sorted(
          account.votes
            .filter((vote) => vote.suggestion === one.id)
            .map((vote) => ({
              person: who(vote.person),
              created: secondOf(vote.created),
              weight: vote.weight,
              isSubscribed: vote.isSubscribed,
            })),
        ),
        followers: sorted(
          account.followers
            .filter((follower) => follower.suggestion === one.id)
            .map((follower) => who(follower.person)),
        ),
        comments: sorted(
          account.comments
            .filter((found) => found.suggestion === one.id)
            .map((found) => {
              const answered = comment(found.answers)
              return {
                created: secondOf(found.created),
                text: says(found.text),
                author: who(found.author),
                state: found.state,
                isByTeam: found.isByTeam,
                answers: answered ? secondOf(answered.created) : null,
                files: filesOf('comment', found.id),
              }
            }),
        ),
        notes: sorted(
          account.notes
            .filter((found) => found.suggestion === one.id)
            .map((found) => {
              const answered = note(found.answers)
              return {
                created: secondOf(found.created),
                text: says(found.text),
                author: who(found.author),
                answers: answered ? secondOf(answered.created) : null,
                files: filesOf('note', found.id),
              }
            }),
        ),
        updates: sorted(
          account.updates
            .filter((found) => found.suggestion === one.id)
            .map((found) => ({
              created: secondOf(found.created),
              text: found.text && says(found.text),
              author: who(found.author),
              status: statusName(found.status),
              oldStatus: statusName(found.oldStatus),
            })),
        ),
        feedback: feedbackOf(one.id),
      }))
      .sort((one, other) => (String(one.created) < String(other.created) ? -1 : 1)),
    feedback: feedbackOf(null),
    announcements: sorted(
      account.announcements.map((one) => ({
        title: one.title,
        text: says(one.text),
        types: one.types,
        published: secondOf(one.published),
        created: secondOf(one.created),
        suggestions: sorted(one.suggestions.map(titleOf)),
      })),
    ),
  }
}

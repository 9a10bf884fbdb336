// Accounts from a seed, with what is easily lost: equal names, people without an address, all scripts, formatted and long texts, weights,
// threads, history, merges and files.
import type { Account, Text } from './account.ts'
import { dayOf, numbersFrom, PICTURE, times } from './server.ts'

export type Size = { name: string; seed: number; suggestions: number }

const MARKDOWN = [
  'See [the guide](https://example.com/a?b=1&c=2) and https://example.com/plain.',
  'We need:\n\n- one **bold** thing\n- another\n  - below it\n- a third\n\nThat is all.',
  '1. first\n2. second\n\n> Somebody said this\n> on two lines',
  '## Why\n\nBecause `a < b && c > d` is *so* slow, ~~never~~ always.',
  '- It begins with a list\n- of two',
  'Größe, Straße, naïve, 日本語のテキスト, نص عربي, עברית, 🎉👩‍👩‍👧',
  'A line\nand another one\n\nA paragraph with "quotes", \'more\'; and, commas',
  '```\nconst x = "<b>"\n  indented\n```',
  'Costs 5 \\* 3, not \\_emphasis\\_ and \\[no link\\](here).',
  'Code with ``a ` in it`` and `` `all` ``.',
  '````\n```\na fence in a fence\n```\n````',
  '[**bold** and `code`](https://example.com/x_(y)) and **[a link](https://example.com/_b_)**.',
  '<https://example.com/auto> [mail](mailto:ann@example.com) [title](https://example.com/t "A title")',
  '3. three\n4. four\n   1. below\n      - deeper\n5. five',
  '- with a paragraph\n\n  and another\n- and code\n  ```\n  inside\n  ```',
  '- more code\n\n  ```\n  a\n\n\n  b  \n  ```\n\n  below it\n\n  1. and this\n\n  last',
  '> quoted\n>\n> - with a list\n> - of two\n>\n> > and below',
  '***all*** at ~~**once**~~, un*believ*able, **a**b, 5*4*3, snake_case_name',
  'Ends  \nin a break\\\nand one more',
  '<div>no element</div> &copy; &amp; &lt;b&gt; 1 < 2 > 0',
  '# One\n\n### Three *with* `code`\n\n---\n\n###### Six',
  '+ plus\n+ list\n\n1) with\n2) brackets',
  '| no | table |\n| --- | --- |\n| of | ours |',
  'http://[::1]/ and www.example.com, e-mail ann@example.com.',
]
const PLAIN = [
  'Plain text with *stars*, _lines_ and <b>tags</b> &amp; signs',
  '=SUM(1,2) begins like a formula',
  '@somebody said\nso on two lines',
  '- no list\n- at all',
  '# no heading',
  '2024. It was a year',
]

const FIELDS = { cs: 'C++ users', cpp: 'C# users', size: 'Größe', unicode: '数量' }

/** Ids of each kind begin elsewhere, so that no writer can mix them up. */
const BASE = {
  people: 1000,
  forums: 2000,
  categories: 3000,
  labels: 4000,
  statuses: 5000,
  companies: 6000,
  members: 7000,
  suggestions: 10_000,
  comments: 20_000,
  notes: 30_000,
  updates: 40_000,
  feedback: 50_000,
  announcements: 60_000,
}

const TEAM = 2
/** Without an address. Two have the same name. */
const NAMELESS = ['Guest', 'Guest', '匿名']

export function generateAccount({ name, seed, suggestions: count }: Size): Account {
  const pick = numbersFrom(seed)
  const chance = (percent: number) => pick(100) < percent
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
  const maybe = <T>(percent: number, make: () => T): T | null => (chance(percent) ? make() : null)
  let clock = 0
  /** Later than all before it. */
  const next = () => {
    clock += 1 + pick(4)
    return dayOf(20, clock * 60_000)
  }
  const text = (): Text => {
    const isMarkdown = chance(70)
    const parts = times(1 + pick(3), () => one(isMarkdown ? MARKDOWN : PLAIN))
    return { body: parts.join('\n\n'), isMarkdown }
  }

  const people = times(Math.max(18, count), (i) => {
    const nameless = NAMELESS[i - TEAM]
    return {
      id: BASE.people + i,
      email: nameless === undefined ? `user${i}@${name}.test` : null,
      name: nameless ?? (i < 8 ? 'Alex Müller' : `${one(['Ann', 'Đặng', 'Zoë', '王'])} ${i}`),
      created: dayOf(2, i * 1000),
      lastSeen: i % 3 === 0 ? dayOf(100, i * 1000) : null,
      isBlocked: i === 9,
      wantsMails: nameless === undefined && i % 7 !== 6,
    }
  })
  const team = people.slice(0, TEAM)
  const somebody = () => one(people).id
  const colleague = () => one(team).id
  const forums = ['Ideas', 'Mobile “App”', 'Partners'].map((label, i) => ({
    id: BASE.forums + i,
    name: `${label} ${name}`,
    isPrivate: i === 2,
    welcome: i === 1 ? { body: 'Hello **everybody**', isMarkdown: true } : null,
    created: dayOf(0, i * 1000),
  }))
  const categories = times(5, (i) => ({
    id: BASE.categories + i,
    // Two forums have a category of the same name.
    name: `Category ${i === 4 ? 1 : i}`,
    forum: BASE.forums + (i % 2),
    created: dayOf(1, i * 1000),
  }))
  const labels = ['Fast', 'Web, mobile', 'Größe', 'Below', '=1+1'].map((label, i) => ({
    id: BASE.labels + i,
    name: `${label} ${name}`,
    parent: i === 3 ? BASE.labels : null,
    created: dayOf(1, i * 1000),
  }))
  const statuses = (
    [
      [`Considered ${name}`, true],
      [`Building ${name}`, true],
      ['Complete', false],
      [`Declined ${name}`, false],
    ] as const
  ).map(([label, isOpen], i) => ({
    id: BASE.statuses + i,
    name: label,
    isOpen,
    color: ['#aa0000', '#00bb00', '#0000cc', '#123456'][i] as string,
    created: dayOf(1),
  }))
  const companies = times(6, (i) => ({
    id: BASE.companies + i,
    externalId: `${name}-crm-${i}`,
    // Two have the same name.
    name: `Company ${i === 5 ? 4 : i} ${name}`,
    plan: i % 2 === 0 ? 'gold' : null,
    mrr: i === 3 ? null : 100.25 * i,
    created: dayOf(3, i * 1000),
    fields: { Seats: i * 10, [FIELDS.cs]: i, [FIELDS.cpp]: 100 + i, 'Has support': i % 2 === 0 },
  }))
  const members = people
    .filter(({ email }, i) => email !== null && i >= TEAM && i % 2 === 0)
    .flatMap(({ id }, i) => [
      {
        id: BASE.members + 10 * i,
        externalId: `${name}-user-${id}`,
        person: id,
        company: i % 5 === 4 ? null : BASE.companies + (i % 6),
        fields: (i % 2 === 0 ? { [FIELDS.unicode]: `${i} 個` } : {}) as Record<string, string>,
      },
      ...(i === 1
        ? [
            {
              id: BASE.members + 10 * i + 1,
              externalId: `${name}-second-${id}`,
              person: id,
              company: BASE.companies + 4,
              fields: {},
            },
          ]
        : []),
    ])

  const suggestions = times(count, (i) => {
    const forum = BASE.forums + (i % 5 === 4 ? 2 : pick(2))
    const own = categories.filter((category) => category.forum === forum)
    const status = maybe(70, () => one(statuses))
    // The last two are for a merge; one of the others waits, and one is spam.
    const isPlain = i >= count - 3
    return {
      id: BASE.suggestions + i,
      // Some have the title of another.
      title:
        i % 9 === 8 ? `Dark mode, "please"` : `${one(['Export', 'Größer', '検索', '@all'])} ${i}`,
      text: i === 2 ? { body: `${MARKDOWN[0]}\n\n`.repeat(150).trim(), isMarkdown: true } : text(),
      created: next(),
      state: i === 5 ? 'new' : i === 6 ? 'spam' : i === 7 ? 'deleted' : 'published',
      forum,
      category: own.length > 0 ? maybe(70, () => one(own).id) : null,
      status: isPlain ? null : (status?.id ?? null),
      labels: labels.filter(() => chance(30)).map(({ id }) => id),
      author: maybe(90, somebody),
      owner: maybe(30, colleague),
      closed: null as string | null,
      fields: {
        ...(i % 3 === 0 && { Effort: 1 + pick(9) }),
        ...(i % 4 === 0 && { [FIELDS.size]: one(['large', 'small']) }),
        ...(i % 4 === 1 && { [FIELDS.cs]: i, [FIELDS.cpp]: 100 + i }),
      },
      mergedInto: null as number | null,
    }
  })
  const published = suggestions.filter(({ state }) => state === 'published')
  const votes = suggestions.flatMap(({ id }) =>
    people
      .filter(() => chance(25))
      .map((person) => ({
        suggestion: id,
        person: person.id,
        weight: chance(15) ? 2 + pick(5) : 1,
        created: next(),
        isSubscribed: person.email !== null && chance(80),
      })),
  )
  const hasVoted = new Set(votes.map(({ suggestion, person }) => `${suggestion} ${person}`))
  const followers = suggestions
    .filter(() => chance(30))
    .map(({ id }) => ({ suggestion: id, person: one(people.slice(10)).id }))
    .filter(({ suggestion, person }) => !hasVoted.has(`${suggestion} ${person}`))

  const comments: Account['comments'] = []
  const notes: Account['notes'] = []
  for (const { id: suggestion } of published) {
    const ofTeam = times(pick(3), (i) => ({
      id: BASE.notes + notes.length + i,
      suggestion,
      text: text(),
      author: colleague(),
      created: next(),
      answers: null as number | null,
    }))
    if (ofTeam[1] && chance(50)) ofTeam[1].answers = ofTeam[0]?.id ?? null
    notes.push(...ofTeam)
    const first = comments.length
    for (let i = pick(5); i > 0; i--) {
      const author = chance(30) ? colleague() : somebody()
      const thread = comments
        .slice(first)
        .filter(({ answers, state }) => !answers && state !== 'spam')
      comments.push({
        id: BASE.comments + comments.length,
        suggestion,
        // One says the same as another.
        text: comments.length % 10 === 9 ? { ...(comments.at(-1)?.text ?? text()) } : text(),
        author,
        created: next(),
        state: comments.length % 17 === 7 ? 'spam' : 'approved',
        isByTeam: team.some(({ id }) => id === author),
        answers: thread.length > 0 && chance(50) ? one(thread).id : null,
      })
    }
  }
  // The history ends with the status that the suggestion has.
  const updates: Account['updates'] = []
  for (const suggestion of published) {
    if (suggestion.status === null) continue
    let old: number | null = null
    for (const status of [...(chance(40) ? [one(statuses).id] : []), suggestion.status]) {
      const created = next()
      updates.push({
        id: BASE.updates + updates.length,
        suggestion: suggestion.id,
        text: maybe(60, text),
        author: colleague(),
        created,
        status,
        oldStatus: old,
      })
      old = status
    }
    if (statuses.some(({ id, isOpen }) => id === suggestion.status && !isOpen))
      suggestion.closed = updates.at(-1)?.created ?? null
  }
  const feedback = times(5, (i) => ({
    id: BASE.feedback + i,
    suggestion: i === 4 ? null : one(published.slice(0, -3)).id,
    person: people[10 + i]?.id ?? null,
    author: colleague(),
    text: text(),
    created: next(),
    severity: i % 2 === 0 ? i : null,
    source: {
      type: 'slack',
      id: `${name}-${i}`,
      title: `Call ${i}`,
      address: `https://x.test/${i}`,
    },
  }))
  const announcements = times(4, (i) => ({
    id: BASE.announcements + i,
    title: `News ${i} ${name}`,
    text: text(),
    types: [['new'], ['improved', 'fixed'], [], ['fixed']][i] as string[],
    published: i === 3 ? null : next(),
    created: dayOf(10, i * 1000),
    suggestions: i === 0 ? published.slice(0, 2).map(({ id }) => id) : [],
  }))
  const [target, first, second] = published.slice(-3)
  for (const merged of [first, second])
    if (merged && target) {
      merged.mergedInto = target.id
      merged.labels = []
    }

  const files: Account['files'] = []
  const addFile = (
    file: string,
    bytes: Buffer,
    of: Partial<Pick<Account['files'][number], 'suggestion' | 'comment' | 'note' | 'announcement'>>,
  ) => {
    const key = `f${files.length}`
    const owner = { suggestion: null, comment: null, note: null, announcement: null, ...of }
    files.push({ key, name: file, bytes, created: dayOf(30), ...owner })
    return key
  }
  const show = (shown: Text, key: string) => {
    shown.body = shown.isMarkdown ? `${shown.body}\n\n![a *small* plan](/files/${key})` : shown.body
  }
  /** Each picture has other bytes, behind the end of the format. */
  const picture = () => Buffer.concat([PICTURE, Buffer.from(String(files.length))])
  for (const suggestion of published.slice(0, 6)) {
    if (suggestion.id % 2 === 0)
      addFile('plan für uns.txt', Buffer.from(`Plan ${suggestion.id}`), {
        suggestion: suggestion.id,
      })
    show(suggestion.text, addFile('picture.png', picture(), { suggestion: suggestion.id }))
  }
  for (const comment of comments.filter(({ state }) => state === 'approved').slice(0, 2))
    show(comment.text, addFile('comment.png', picture(), { comment: comment.id }))
  for (const note of notes.slice(0, 2))
    show(note.text, addFile('note.png', picture(), { note: note.id }))
  for (const announcement of announcements.slice(0, 2))
    show(announcement.text, addFile('news.png', picture(), { announcement: announcement.id }))

  return {
    people,
    forums,
    categories,
    labels,
    statuses,
    companies,
    members,
    suggestions,
    votes,
    followers,
    comments,
    notes,
    updates,
    feedback,
    announcements,
    files,
  }
}

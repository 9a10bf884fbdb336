// An account of Aha!. Lists have pages with numbers, and votes and comments belong to an idea each.
import type { Account, Comment, Export, Note, StoredFile, Text } from './account.ts'
import { byId, flattenLabels, keepSuggestions, labelNames, lastUpdateOf, teamOf } from './limits.ts'
import { type Body, dayOf, PICTURE, startSource, times } from './server.ts'
import { asHtml } from './texts.ts'

export const AHA_TOKEN = '15b60d42d4bc417284a246ced6877b0b'

export type Aha = Record<
  | 'products'
  | 'idea_users'
  | 'idea_organizations'
  | 'ideas'
  | 'endorsements'
  | 'comments'
  | 'subscriptions',
  Body[]
>

export function generateAha(name: string): Aha {
  const base = 6_000_000_000_000_000_000n
  const id = (kind: number, i: number) => String(base + BigInt(kind * 100_000 + i))
  const products = times(3, (i) => ({
    id: id(1, i),
    reference_prefix: `W${i}`,
    name: `${name} ${i === 2 ? 'line' : 'workspace'} ${i}`,
    product_line: i === 2,
    created_at: dayOf(0, i),
  }))
  const idea_organizations = times(3, (i) => ({
    id: id(2, i),
    name: `${name} organization ${i}`,
    revenue: 100 * (i + 1),
    created_at: dayOf(1),
    custom_fields: [{ key: 'tier', name: `${name} tier`, value: 'gold', type: 'string' }],
  }))
  const idea_users = times(30, (i) => ({
    id: id(3, i),
    name: `User ${i}`,
    email: `user${i}@${name}.test`,
    title: null,
    created_at: dayOf(2, i),
  }))
  const statuses = ['New', 'Planned', 'Shipped'].map((label, i) => ({
    id: id(4, i),
    name: `${name} ${label}`,
    position: i + 1,
    complete: label === 'Shipped',
    color: '#dce7c6',
  }))
  const ideas = times(120, (i) => {
    const { product_line: _, ...product } = products[i % 2] as Body
    return {
      id: id(5, i),
      reference_num: `W${i % 2}-I-${i}`,
      name: `${name} idea ${i}`,
      created_at: dayOf(10, i * 1000),
      updated_at: dayOf(50),
      status_changed_at: dayOf(40),
      workflow_status: statuses[i % 3],
      description: { id: id(6, i), body: `<p>Idea <i>${i}</i></p>`, attachments: [] as Body[] },
      visibility: i === 6 ? 'Visible to Aha! users only' : 'Visible to all ideas portal users',
      categories: [{ id: id(7, i % 4), name: `Category ${i % 4}`, parent_id: null }],
      tags: [`${name} tag`],
      custom_fields: [],
      comments_count: i === 0 ? 3 : 0,
      endorsements_count: i % 5,
      created_by_idea_user: idea_users[i % 30] as Body,
      created_by_portal_user: { ...(idea_users[i % 30] as Body), id: id(8, i % 30) },
      assigned_to_user: null,
      product,
      url: `https://${name}.aha.test/ideas/${i}`,
    }
  })
  const endorsements = ideas.flatMap((idea, i) =>
    times(idea.endorsements_count, (v) => ({
      id: id(9, i * 10 + v),
      idea_id: idea.id,
      created_at: dayOf(20, i * 1000 + v),
      value: null,
      link: null,
      weight: v === 1 ? 3 : 1,
      // The last vote of the fifth idea is of an organization without a person.
      endorsed_by_portal_user: null,
      endorsed_by_idea_user: i === 4 && v === 3 ? null : idea_users[(i + v * 7) % 30],
      idea_organization: v === 3 && i < 10 ? idea_organizations[1] : null,
      description: {
        body: i === 9 && v === 3 ? '<p>They <em>need</em> it</p>' : '',
        attachments: [],
      },
    })),
  )
  // The newest first: an answer comes before what it answers.
  const comments = [2, 1, 0].map((i) => ({
    id: id(10, i),
    idea_id: (ideas[0] as Body).id,
    body: `<p>Comment <b>${i}</b></p>`,
    created_at: dayOf(30, i * 1000),
    spam: false,
    visibility:
      i === 1 ? 'Visible to creator and internal users' : 'Visible to all ideas portal users',
    parent_idea_comment_id: i === 2 ? id(10, 0) : null,
    ...(i === 2
      ? { idea_commenter_user: { id: id(11, 0), name: 'Manager', email: `pm@${name}.test` } }
      : { idea_commenter_idea_user: idea_users[i] }),
    attachments: [],
  }))
  // Portals have people of their own, with the same addresses. The first one voted too.
  const subscriptions = [0, 1, 2].map((i) => ({
    id: id(12, i),
    idea_id: (ideas[1] as Body).id,
    created_at: dayOf(20, i),
    portal_user: {
      id: id(8, i === 0 ? 1 : 20 + i),
      name: `User ${i === 0 ? 1 : 20 + i}`,
      email: `user${i === 0 ? 1 : 20 + i}@${name}.test`,
    },
  }))
  return {
    products,
    idea_users,
    idea_organizations,
    ideas,
    endorsements,
    comments,
    subscriptions,
  }
}

const ahaId = (kind: number, id: number) =>
  String(6_000_000_000_000_000_000n + BigInt(kind * 1_000_000 + id))
const ideaAddress = (name: string, id: number) => `https://${name}.aha.test/ideas/${id}`
/** Who votes much says why. */
const EAGER = 4
const WORDS: Text = { body: 'They *need* it', isMarkdown: true }

/** What Aha! would say of an account. */
export function exportAha({ name, account, fileAt }: Export): Aha {
  const html = (text: Text) => asHtml(text, (key, alt) => `![${alt}](${fileAt(key)})`)
  const team = teamOf(account)
  const people = byId(account.people)
  const labels = labelNames(account)
  const own = (id: number | null, kind = 3) => {
    const found = people.get(id)
    return (
      found && {
        id: ahaId(kind, found.id),
        name: found.name,
        email: found.email,
        title: null,
        created_at: found.created,
      }
    )
  }
  const colleague = (id: number | null) => own(id, 11)
  const product = (id: number) => {
    const found = byId(account.forums).get(id)
    return {
      id: ahaId(1, id),
      reference_prefix: `W${id}`,
      name: found?.name,
      created_at: found?.created,
    }
  }
  const fieldsOf = (values: Record<string, unknown>) =>
    Object.entries(values).map(([label, value], i) => ({
      key: `field_${i}`,
      name: label,
      value,
      type: typeof value,
    }))
  const organization = (id: number | null) => {
    const found = byId(account.companies).get(id)
    return (
      found && {
        id: ahaId(2, found.id),
        name: found.name,
        revenue: found.mrr,
        created_at: found.created,
        custom_fields: fieldsOf(found.fields),
      }
    )
  }
  const filesOf = (isOf: (file: StoredFile) => boolean) =>
    account.files.filter(isOf).map((file) => ({
      id: file.key,
      file_name: file.name,
      download_url: fileAt(file.key),
      created_at: file.created,
    }))
  const statuses = byId(account.statuses)
  const workflow = (id: number | null) => {
    const found = statuses.get(id)
    return (
      found && {
        id: ahaId(4, found.id),
        name: found.name,
        position: 1,
        complete: !found.isOpen,
        color: found.color,
      }
    )
  }
  const listed = account.suggestions.filter(({ state }) => state !== 'spam' && state !== 'deleted')
  const isListed = ({ suggestion }: { suggestion: number }) =>
    listed.some(({ id }) => id === suggestion)
  const comment = (one: Comment | Note, kind: number, visibility: string) => ({
    id: ahaId(kind, one.id),
    idea_id: ahaId(5, one.suggestion),
    body: html(one.text),
    created_at: one.created,
    spam: 'state' in one && one.state === 'spam',
    visibility,
    parent_idea_comment_id: one.answers === null ? null : ahaId(kind, one.answers),
    ...(team.has(one.author)
      ? { idea_commenter_user: colleague(one.author) }
      : { idea_commenter_idea_user: own(one.author) }),
    attachments: filesOf((file) => (kind === 10 ? file.comment : file.note) === one.id),
  })
  const comments = [
    ...account.comments
      .filter(isListed)
      .map((one) => comment(one, 10, 'Visible to all ideas portal users')),
    ...account.notes
      .filter(isListed)
      .map((one) => comment(one, 13, 'Visible to creator and internal users')),
  ].sort((one, other) => (one.created_at > other.created_at ? -1 : 1))
  return {
    products: account.forums.map(({ id }) => ({ ...product(id), product_line: false })),
    idea_organizations: account.companies.map(({ id }) => organization(id) as Body),
    idea_users: account.people.map(({ id }) => own(id) as Body),
    ideas: listed.map((one) => {
      const answer = lastAnswerOf(account, one.id)
      return {
        id: ahaId(5, one.id),
        reference_num: `W-I-${one.id}`,
        name: one.title,
        created_at: one.created,
        updated_at: dayOf(300),
        status_changed_at: one.closed ?? one.created,
        workflow_status: workflow(one.status) ?? null,
        description: {
          id: ahaId(6, one.id),
          body: html(one.text),
          attachments: filesOf(({ suggestion }) => suggestion === one.id),
        },
        visibility:
          one.state === 'new' ? 'Visible to Aha! users only' : 'Visible to all ideas portal users',
        categories:
          one.category === null
            ? []
            : [
                {
                  id: ahaId(7, one.category),
                  name: byId(account.categories).get(one.category)?.name,
                  parent_id: null,
                },
              ],
        tags: one.labels.map((id) => labels.get(id)),
        custom_fields: fieldsOf(one.fields),
        comments_count: comments.filter(({ idea_id }) => idea_id === ahaId(5, one.id)).length,
        endorsements_count: account.votes.filter(({ suggestion }) => suggestion === one.id).length,
        created_by_idea_user: own(one.author) ?? null,
        created_by_portal_user: null,
        assigned_to_user: colleague(one.owner) ?? null,
        admin_response: answer?.text
          ? { id: ahaId(14, answer.id), body: html(answer.text), created_at: answer.created }
          : null,
        duplicate_of: one.mergedInto === null ? null : { id: ahaId(5, one.mergedInto) },
        product: product(one.forum),
        url: ideaAddress(name, one.id),
      }
    }),
    endorsements: account.votes.filter(isListed).map((one, i) => ({
      id: ahaId(9, i),
      idea_id: ahaId(5, one.suggestion),
      created_at: one.created,
      value: null,
      link: null,
      weight: one.weight,
      endorsed_by_portal_user: null,
      endorsed_by_idea_user: own(one.person),
      idea_organization: organization(companyOf(account, one.person)) ?? null,
      description: {
        body: one.weight >= EAGER ? html(WORDS) : '',
        attachments: [],
      },
    })),
    comments,
    subscriptions: account.followers.filter(isListed).map((one, i) => ({
      id: ahaId(12, i),
      idea_id: ahaId(5, one.suggestion),
      created_at: dayOf(20),
      portal_user: own(one.person, 8),
    })),
  }
}

const companyOf = ({ members }: Account, person: number) =>
  members.find((member) => member.person === person)?.company ?? null

const lastAnswerOf = (account: Account, id: number) =>
  lastUpdateOf({ ...account, updates: account.updates.filter(({ text }) => text !== null) }, id)

/** What the API of Aha! does not say. */
export function limitToAha(account: Account, { name }: Export): void {
  keepSuggestions(account, ({ state }) => state !== 'spam' && state !== 'deleted')
  flattenLabels(account)
  const used = new Set(account.suggestions.flatMap(({ labels }) => labels))
  account.labels = account.labels.filter(({ id }) => used.has(id))
  const isUsed = new Set<number | null>(
    account.suggestions.flatMap(({ status, category }) => [status, category]),
  )
  account.statuses = account.statuses.filter(({ id }) => id < 10 || isUsed.has(id))
  account.categories = account.categories.filter(({ id }) => isUsed.has(id))
  account.updates = account.suggestions.flatMap(({ id, status }) => {
    const answer = lastAnswerOf(account, id)
    return answer ? [{ ...answer, status, oldStatus: null, author: null }] : []
  })
  account.announcements = []
  account.feedback = []
  const companies = byId(account.companies)
  const members = new Map<number, Account['members'][number]>()
  for (const { person, suggestion, created, weight } of account.votes) {
    const company = companyOf(account, person)
    const id = ahaId(3, person)
    if (company !== null)
      members.set(person, { id: person, person, externalId: `aha-${id}`, company, fields: {} })
    if (weight >= EAGER)
      account.feedback.push({
        id: 0,
        suggestion,
        person,
        author: null,
        text: WORDS,
        created,
        severity: null,
        source: {
          type: null,
          id: null,
          title: companies.get(company)?.name ?? null,
          address: null,
        },
      })
  }
  account.members = [...members.values()]
  for (const vote of account.votes) vote.isSubscribed = true
  for (const company of account.companies)
    Object.assign(company, { plan: null, externalId: ahaId(2, company.id) })
  for (const one of account.suggestions) {
    one.fields['Aha reference'] = `W-I-${one.id}`
    one.fields['Aha address'] = ideaAddress(name, one.id)
  }
  for (const forum of account.forums) Object.assign(forum, { welcome: null, isPrivate: false })
  for (const person of account.people)
    Object.assign(person, { lastSeen: null, isBlocked: false, wantsMails: person.email !== null })
}

function page(member: string, list: Body[], query: URLSearchParams) {
  const size = Math.min(Number(query.get('per_page') ?? 30), 200)
  const number = Number(query.get('page') ?? 1)
  return {
    body: {
      [member]: list.slice((number - 1) * size, number * size),
      pagination: {
        total_records: list.length,
        total_pages: Math.ceil(list.length / size),
        current_page: number,
      },
    },
  }
}

const OF_IDEAS: Record<string, { from: keyof Aha; member: string }> = {
  idea_comments: { from: 'comments', member: 'idea_comments' },
  endorsements: { from: 'endorsements', member: 'idea_endorsements' },
  subscriptions: { from: 'subscriptions', member: 'idea_subscriptions' },
}

export const startAha = (data: Aha) =>
  startSource(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${AHA_TOKEN}`)
      return { status: 401, body: { error: 'Authorization failed' } }
    if (path === '/attachments/one.png')
      return { headers: { 'content-type': 'image/png' }, body: PICTURE }
    if (method !== 'GET') return undefined
    const [, list = ''] =
      /^\/api\/v1\/(products|idea_users|idea_organizations|ideas)$/.exec(path) ?? []
    if (list !== '') return page(list, data[list as keyof Aha], query)
    const [, idea, member = ''] =
      /^\/api\/v1\/ideas\/(\d+)\/(idea_comments|endorsements|subscriptions)$/.exec(path) ?? []
    const found = OF_IDEAS[member]
    if (idea === undefined || found === undefined) return undefined
    const all = data[found.from].filter((one) => one.idea_id === idea)
    return page(found.member, all, query)
  })

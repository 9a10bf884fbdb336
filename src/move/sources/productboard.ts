// Reads a workspace of Productboard by API v2, where everything but notes is an entity of some type. Products are forums, components
// categories, features suggestions, and notes feedback for the features that they are linked to.
import { type ApiSource, checkAnswer, type SourcePage, type Step } from './api-reader.ts'
import type { FormWriter } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, numberOf, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

export const PRODUCTBOARD = 'productboard'
export const PRODUCTBOARD_ADDRESS = 'https://api.productboard.com'

/** The API has no parameter for it. */
const PAGE_SIZE = 100
const MAX_RELATION_PAGES = 100
const MAX_DEPTH = 20
/** In place of addresses and names that the token may not read. */
const REDACTED = '[redacted]'
/** Of features that belong to no product. */
const NO_PRODUCT = 'no-product'
const CLOSED =
  /^(done|released|shipped|launched|completed?|closed|archived|declined|won[’']?t (do|fix))\b/i
const REVENUE = /^(mrr|monthly recurring revenue|monthly revenue)$/i
/** Members of `fields` that are no custom fields. */
const STANDARD = [
  'name',
  'description',
  'status',
  'owner',
  'creator',
  'tags',
  'archived',
  'domain',
  'email',
  'teams',
  'timeframe',
  'health',
  'progress',
  'workProgress',
  'content',
  'processed',
]

const ENTITIES = '/v2/entities'
const listOf = (type: string) => `${ENTITIES}?type[]=${type}`

/** Addresses of pages come from the source. Only their path is used, so that the token goes nowhere else. */
function nextOf(body: SourceRecord): string | null {
  const url = URL.parse(textOf(recordOf(body.links).next) ?? '', PRODUCTBOARD_ADDRESS)
  return url?.pathname.startsWith('/v2/') && url.search !== ''
    ? `${url.pathname}${url.search}`
    : null
}

const ask = (client: SourceClient, path: string) =>
  client.get(`${client.origin}${path}`, ({ data }) => Array.isArray(data))

/** The address of the workspace. The token alone says which one it is. */
export async function identifyProductboard(client: SourceClient): Promise<string> {
  for (const path of [listOf('product'), listOf('feature'), '/v2/notes']) {
    const answer = await ask(client, path)
    if (answer.status === 404)
      throw new SourceError(
        `${client.origin} has no API v2 of Productboard. It is at ${PRODUCTBOARD_ADDRESS}.`,
      )
    checkAnswer(client, path, answer)
    const addresses = recordsOf(answer.body.data).map(({ links }) => recordOf(links).html)
    const found = addresses.map((address) => URL.parse(String(address))?.origin).find(Boolean)
    if (found !== undefined) return found
  }
  throw new SourceError('The workspace has no products, features or notes that the token can read.')
}

/** The API does not count. */
export const lookAtProductboard = async () => ({
  counts: {
    forums: null,
    categories: null,
    users: null,
    external_accounts: null,
    suggestions: null,
    feedback_records: null,
  },
  others: {},
})

export const productboardSource = (client: SourceClient, account: string): ApiSource => ({
  name: PRODUCTBOARD,
  account,
  pageSize: PAGE_SIZE,
  steps: (form) => stepsOf(client, form),
})

function stepsOf(client: SourceClient, form: FormWriter): Step[] {
  const write = writers(client, form)
  const list =
    (first: string, name: string, isOptional = false) =>
    async (position: string | null): Promise<SourcePage> => {
      const answer = await ask(client, position ?? first)
      if (isOptional && position === null && [400, 404, 422].includes(answer.status))
        return { records: [], next: null }
      checkAnswer(client, name, answer)
      const { body, isDamaged } = answer
      if (answer.isTooLarge) throw new SourceError(`A page of ${name} is too large to be read.`)
      return { records: recordsOf(body.data), next: nextOf(body), isDamaged }
    }
  const collect = (file: string) => (record: SourceRecord) => {
    form.folder.add(file, record)
    return true
  }
  return [
    { name: 'products', page: list(listOf('product'), 'products'), write: write.product },
    {
      name: 'components',
      page: list(listOf('component'), 'components'),
      write: collect('components'),
      finish: () => writeComponents(form),
    },
    { name: 'companies', page: list(listOf('company'), 'companies'), write: write.company },
    { name: 'users', page: list(listOf('user'), 'users'), write: write.user },
    { name: 'features', page: list(listOf('feature'), 'features'), write: collect('features') },
    {
      name: 'subfeatures',
      page: list(listOf('subfeature'), 'subfeatures', true),
      write: collect('features'),
      finish: () => writeFeatures(form, write),
    },
    { name: 'notes', page: list('/v2/notes', 'notes'), write: write.note },
    {
      name: 'archived notes',
      page: list('/v2/notes?archived=true', 'notes', true),
      write: write.note,
    },
  ]
}

/** A list, or the first page of one. */
const relationsOf = (entity: SourceRecord): SourceRecord[] =>
  recordsOf(isRecord(entity.relationships) ? entity.relationships.data : entity.relationships)

const targetOf = (relation: SourceRecord) => textOf(recordOf(relation.target).id)

const parentOf = (entity: SourceRecord): string | undefined => {
  const parent = relationsOf(entity).find(({ type }) => type === 'parent')
  return parent && targetOf(parent)
}

const readable = (value: unknown): string | undefined =>
  value === REDACTED ? undefined : textOf(value)

type Writers = ReturnType<typeof writers>

function writers(client: SourceClient, form: FormWriter) {
  const names = new Map<string, Promise<Map<string, string>>>()

  /** Custom fields are members named by their ids. The configuration of the type has their names. */
  async function customOf(type: 'feature' | 'company' | 'user', fields: SourceRecord) {
    if (!names.has(type)) names.set(type, fieldNames(client, type))
    const labels = (await names.get(type)) ?? new Map<string, string>()
    return Object.entries(fields)
      .filter(([key]) => !STANDARD.includes(key))
      .map(([key, value]): [string, unknown] => [labels.get(key) ?? key, value])
  }

  /** People of the team. They have an address or only an id. */
  function member(value: unknown): string | undefined {
    const { id, email, name } = recordOf(value)
    const address = readable(email)
    const key = textOf(id) ?? address
    return key && form.addUser(key, address, { name: readable(name) })
  }

  function status(value: unknown, isArchived: boolean): string | undefined {
    const name = isArchived ? 'Archived' : textOf(recordOf(value).name)
    if (name === undefined) return undefined
    const key = isArchived ? 'archived' : (textOf(recordOf(value).id) ?? name.toLowerCase())
    form.add('statuses', { key, name, is_open: !CLOSED.test(name) })
    return key
  }

  return {
    member,
    status,
    customOf,

    product: (product: SourceRecord): boolean => {
      const { name, description } = recordOf(product.fields)
      return form.add('forums', {
        key: textOf(product.id),
        name: textOf(name),
        welcome_message: textOf(description),
        welcome_message_mime_type: 'text/html',
        created_at: textOf(product.createdAt),
      })
    },

    async company(company: SourceRecord): Promise<boolean> {
      const fields = recordOf(company.fields)
      const custom = await customOf('company', fields)
      const revenue = custom.find(
        ([name, value]) => REVENUE.test(name) && numberOf(value) !== undefined,
      )
      return form.add('external_accounts', {
        key: textOf(company.id),
        external_id: recordIdOf(company),
        name: textOf(fields.name),
        mrr: numberOf(revenue?.[1]),
        external_created_at: textOf(company.createdAt),
        custom_fields: form.customFields('external_accounts', [
          ['Domain', fields.domain],
          ...custom.filter((one) => one !== revenue),
        ]),
      })
    },

    async user(user: SourceRecord): Promise<boolean> {
      const key = textOf(user.id) ?? ''
      const fields = recordOf(user.fields)
      if (fields.email === REDACTED) form.leaveOut('users', undefined, HIDDEN)
      const email = form.address(key, readable(fields.email))
      const isThere = form.add('users', {
        key: textOf(user.id),
        email_address: email,
        name: readable(fields.name),
        created_at: textOf(user.createdAt),
      })
      if (isThere)
        form.add('external_users', {
          key,
          external_id: recordIdOf(user),
          user: key,
          external_account: parentOf(user),
          email,
          name: readable(fields.name),
          custom_fields: form.customFields('external_users', await customOf('user', fields)),
          external_created_at: textOf(user.createdAt),
        })
      return isThere
    },

    async note(note: SourceRecord): Promise<boolean> {
      const key = textOf(note.id) ?? ''
      const fields = recordOf(note.fields)
      const relations = await allRelations(client, note)
      const customer = recordOf(relations.find(({ type }) => type === 'customer')?.target)
      const isPerson = customer.type === 'user' || customer.type === undefined
      if (customer.type === 'company')
        form.leaveOut('feedback_records', key, 'it is of a company. It comes without a person.')
      if (Array.isArray(fields.tags) && fields.tags.length > 0)
        form.leaveOut('feedback_records', undefined, 'tags of notes do not come.')
      const person = isPerson ? textOf(customer.id) : undefined
      const links = relations.filter(({ type }) => type === 'link')
      const features = links.filter((link) => form.has('suggestions', targetOf(link) ?? ''))
      if (features.length < links.length) form.leaveOut('feedback_records', key, LINKS)
      let isThere = true
      for (const [i, link] of (features.length === 0 ? [{}] : features).entries()) {
        const suggestion = targetOf(link)
        isThere = form.add('feedback_records', {
          key: i === 0 ? textOf(note.id) : `${key}-${suggestion}`,
          body: contentOf(fields.content) ?? textOf(fields.name),
          body_mime_type: 'text/html',
          suggestion,
          user: person,
          author: member(fields.creator ?? fields.owner),
          severity: importanceOf(link),
          source_url: textOf(recordOf(note.links).html),
          source_guid: textOf(note.id),
          source_type: textOf(recordOf(recordOf(note.metadata).source).system),
          source_title: textOf(fields.name),
          created_at: textOf(note.createdAt),
        })
        if (isThere && suggestion !== undefined && person !== undefined)
          form.add('supporters', { suggestion, user: person, created_at: textOf(note.createdAt) })
      }
      return isThere
    },
  }
}

const HIDDEN = 'the token may not read the addresses of people. Give it the right users:pii:read.'
const LINKS = 'links to products and components do not come.'

/** The id of the record in the system that the customer was synchronised from. */
const recordIdOf = (entity: SourceRecord) =>
  textOf(recordOf(recordOf(entity.metadata).source).recordId) ?? textOf(entity.id)

/** Version 2 does not say it for all accounts. */
const importanceOf = (link: SourceRecord): number | undefined => {
  const importance = numberOf(link.importance)
  return Number.isInteger(importance) && (importance as number) >= 0 ? importance : undefined
}

/** A conversation is a list of messages. */
function contentOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content)
  const parts = recordsOf(content).map((part) => textOf(part.content) ?? textOf(part.text) ?? '')
  return textOf(parts.filter((part) => part !== '').join('<hr>'))
}

async function allRelations(client: SourceClient, entity: SourceRecord): Promise<SourceRecord[]> {
  const all = relationsOf(entity)
  let next = isRecord(entity.relationships) ? nextOf(entity.relationships) : null
  for (let page = 0; next !== null && page < MAX_RELATION_PAGES; page++) {
    const answer = await ask(client, next)
    // The note can be gone meanwhile.
    if (answer.status === 404) break
    checkAnswer(client, 'relationships', answer)
    all.push(...recordsOf(answer.body.data))
    next = nextOf(answer.body)
  }
  return all
}

/** The names of custom fields by id. Without the configuration the ids are their names. */
async function fieldNames(client: SourceClient, type: string): Promise<Map<string, string>> {
  const url = `${client.origin}${ENTITIES}/configurations/${type}`
  const { body, status } = await client.get(url, ({ data }) => isRecord(data))
  const { fields } = recordOf(body.data)
  if (status !== 200) return new Map()
  const entries = Array.isArray(fields)
    ? recordsOf(fields).map((field): [unknown, SourceRecord] => [field.id ?? field.key, field])
    : Object.entries(recordOf(fields)).map(([id, field]): [unknown, SourceRecord] => [
        id,
        recordOf(field),
      ])
  return new Map(
    entries.map(([id, { name, label }]) => [
      String(id),
      textOf(name) ?? textOf(label) ?? String(id),
    ]),
  )
}

type Found = { name: string; parent: string | undefined }

/** The entities above one, the nearest first. */
function above(entities: Map<string, Found>, parent: string | undefined): string[] {
  const ids: string[] = []
  for (let at = parent; at !== undefined && ids.length < MAX_DEPTH; at = entities.get(at)?.parent) {
    if (ids.includes(at)) break
    ids.push(at)
  }
  return ids
}

const foundOf = (records: SourceRecord[]) =>
  new Map(
    records.map((record): [string, Found] => [
      textOf(record.id) ?? '',
      { name: textOf(recordOf(record.fields).name) ?? '', parent: parentOf(record) },
    ]),
  )

/** Categories have one level and belong to a forum: a component below others has all names. */
async function writeComponents(form: FormWriter): Promise<void> {
  const records = await form.folder.read<SourceRecord>('components')
  const found = foundOf(records)
  for (const record of records) {
    const key = textOf(record.id) ?? ''
    const ids = above(found, key)
    const forum = ids.find((id) => form.has('forums', id))
    const names = ids.map((id) => found.get(id)?.name).filter(Boolean)
    form.add('categories', {
      key: textOf(record.id),
      name: names.reverse().join(' / '),
      forum: forum ?? withoutProduct(form),
      created_at: textOf(record.createdAt),
    })
  }
}

function withoutProduct(form: FormWriter): string {
  form.add('forums', { key: NO_PRODUCT, name: 'Productboard' })
  return NO_PRODUCT
}

/** Of features: what a suggestion has no place for. */
const PLANNING = ['timeframe', 'health', 'progress', 'workProgress', 'teams']

const isSet = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''

async function writeFeatures(form: FormWriter, write: Writers): Promise<void> {
  const features = await form.folder.read<SourceRecord>('features')
  const components = await form.folder.read<SourceRecord>('components')
  const found = foundOf([...components, ...features])
  for (const feature of features) {
    const fields = recordOf(feature.fields)
    const ids = above(found, parentOf(feature))
    const category = ids.find((id) => form.has('categories', id))
    const planned = PLANNING.filter((name) => isSet(fields[name]))
    if (planned.length > 0)
      form.leaveOut(
        'suggestions',
        undefined,
        `these members of features do not come: ${planned.join(', ')}.`,
      )
    form.add('suggestions', {
      key: textOf(feature.id),
      title: textOf(fields.name),
      body: textOf(fields.description),
      body_mime_type: 'text/html',
      forum: ids.find((id) => form.has('forums', id)) ?? withoutProduct(form),
      category,
      status: write.status(fields.status, fields.archived === true),
      labels: form.addLabels(Array.isArray(fields.tags) ? fields.tags : []),
      owner: write.member(fields.owner),
      custom_fields: form.customFields('suggestions', [
        ['Productboard address', recordOf(feature.links).html],
        ...(await write.customOf('feature', fields)),
      ]),
      created_at: textOf(feature.createdAt),
    })
  }
}

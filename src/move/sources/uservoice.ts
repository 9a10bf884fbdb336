// Reads an account by API v2: the hosted product, or another Earshot, which speaks the same. Lists are read by cursor in the order of
// their ids, so that a read can stop after any page.
import { KINDS, MAX_FILE_BYTES, type Manifest } from '../form.ts'
import { KeySet } from '../key-set.ts'
import { type FormFolder, type MoveMark, openFormFolder } from './form-folder.ts'
import { DAMAGED } from './form-writer.ts'
import { addPictures, digestOfAddress } from './inline-pictures.ts'
import { type Answer, type SourceClient, SourceError } from './source-client.ts'
import {
  type Collection,
  type Converted,
  convert,
  FIELDS,
  type Notes,
  sortByParent,
} from './uservoice-records.ts'
import { recordOf, recordsOf, type SourceRecord } from './values.ts'

/** The name of the source in the form. */
export const USERVOICE = 'uservoice'

const COLLECTIONS = KINDS.filter(
  (kind): kind is Collection => kind !== 'merges' && kind !== 'followers',
)

/** Only an Earshot has them. */
const OPTIONAL: Collection[] = ['announcements']

/** Every account of the hosted product has it. Others can be missing, such as those of features that an account lacks. */
const CORE: Collection = 'suggestions'

/** What the form has no kind for. */
const OTHERS = [
  'features',
  'forum_invitations',
  'importance_scores',
  'internal_flags',
  'internal_status_updates',
  'nps_ratings',
  'product_areas',
  'saved_replies',
  'segments',
  'supporter_messages',
  'teams',
  'tickets',
  'views',
]

/** Collections with members `cf_…`, which are asked for by name. */
const WITH_CUSTOM_FIELDS: Collection[] = ['external_accounts', 'external_users', 'suggestions']

const PER_PAGE = 100
/** Servers refuse longer addresses. Then everything is asked for. */
const MAX_FIELDS_LENGTH = 1500
const MAX_EMPTY_PAGES = 100
const MAX_WEIGHTS = 2_000_000
/** Of what texts show. */
const MAX_ADDRESS = 4096

export type Look = {
  /** Null where the source does not say how many. */
  counts: Record<string, number | null>
  /** What will not come. */
  others: Record<string, number>
}

/** How many records there are. Nothing is read or written. */
export async function lookAtUservoice(client: SourceClient): Promise<Look> {
  const look: Look = { counts: {}, others: {} }
  for (const collection of COLLECTIONS) {
    const count = await countRecords(client, collection, {})
    if (isThere(client, collection, count)) look.counts[collection] = count
  }
  for (const collection of OTHERS) {
    const count = await countRecords(client, collection, {})
    if (typeof count === 'number' && count > 0) look.others[collection] = count
  }
  return look
}

type Count = number | null | 'absent' | 'refused'

async function countRecords(
  client: SourceClient,
  collection: string,
  filter: Record<string, string>,
): Promise<Count> {
  const url = addressOf(client, collection, { ...filter, per_page: '1' })
  const answer = await client.get(url, hasList(collection))
  if (answer.status === 404) return 'absent'
  if (answer.status === 403) return 'refused'
  if (!isSuccess(answer)) throw unexpected(client, collection, answer)
  const { total_records } = paginationOf(answer)
  return typeof total_records === 'number' && Number.isSafeInteger(total_records)
    ? total_records
    : null
}

/** Ends where the source is none, or the key is not enough. */
function isThere(
  client: SourceClient,
  collection: Collection,
  count: Count,
): count is number | null {
  if (count === 'refused' && !OPTIONAL.includes(collection)) throw mayNotRead(client, collection)
  if (count === 'absent' && collection === CORE)
    throw new SourceError(
      `${client.origin} has no API v2. The address of the account is one such as https://acme.uservoice.com.`,
    )
  return count !== 'absent' && count !== 'refused'
}

export type ReadOptions = {
  client: SourceClient
  /** The folder of the form. */
  path: string
  /** What an earlier run brought into this database. */
  base: MoveMark | null
  signal: AbortSignal
  /** Of all records of the source, and of each kind. */
  progress(read: number, total: number, kinds: ReadProgress): void
}

/** Null where the source does not say how many there are. */
export type ReadProgress = Record<string, { done: number; total: number | null }>

type Context = ReadOptions & {
  folder: FormFolder
  /** By collection, with the prefix. */
  customFields: Map<string, string[]>
}

/** Writes the form, or what changed since the last one. A read that ended early is continued. */
export async function readUservoice(options: ReadOptions): Promise<Manifest> {
  const { client, path, base } = options
  const folder = await openFormFolder({
    path,
    source: USERVOICE,
    account: client.origin,
    base,
  })
  try {
    const context: Context = { ...options, folder, customFields: new Map() }
    await countAll(context)
    await countOthers(context)
    for (const collection of COLLECTIONS) await readCollection(context, collection)
    await addPictures({
      folder,
      download: client.download,
      base: client.origin,
      hasChanges: true,
      signal: options.signal,
      progress: () => showProgress(context),
    })
    return await folder.finish(client.now())
  } finally {
    await folder.close()
  }
}

/** Custom fields are few, and all of them are needed to ask for their values. */
const filterOf = ({ folder }: Context, collection: Collection): Record<string, string> =>
  folder.since === null || collection === 'custom_fields' ? {} : { updated_after: folder.since }

async function countAll(context: Context): Promise<void> {
  const { client, folder } = context
  for (const collection of COLLECTIONS) {
    const progress = folder.progressOf(collection)
    if (progress.is_done || progress.before !== null) continue
    const count = await countRecords(client, collection, filterOf(context, collection))
    // Whichever clock is late: the next read rather asks for too much.
    folder.start(Math.min(client.now(), Date.now()))
    if (isThere(client, collection, count)) progress.before = count
    else {
      progress.is_done = true
      if (!OPTIONAL.includes(collection))
        folder.leaveOut({ kind: collection, reason: 'the source has no such collection.' })
    }
  }
  await folder.commit()
}

/** For the report, once for each read. */
async function countOthers({ client, folder }: Context): Promise<void> {
  const progress = folder.progressOf('others')
  if (progress.is_done) return
  for (const kind of OTHERS) {
    const count = await countRecords(client, kind, {})
    if (typeof count === 'number' && count > 0)
      folder.leaveOut({ kind, reason: `a move has no place for them. The source has ${count}.` })
  }
  for (const one of UNSAID)
    if (one.of === undefined || folder.progressOf(one.of).before !== null)
      folder.leaveOut({ kind: one.kind, reason: one.reason })
  progress.is_done = true
  await folder.commit()
}

/** What the API does not have of records that come. */
const UNSAID: { kind: string; of?: Collection; reason: string }[] = [
  {
    kind: 'forums',
    reason: 'who may vote, comment and suggest, and what waits for approval, is set anew here.',
  },
  {
    kind: 'users',
    // An Earshot has them.
    of: 'announcements',
    reason:
      'how people want mails about announcements, and whether they hide their names, does not come by the API, nor does who follows a suggestion without a vote. earshot move-out and move-in folder bring it.',
  },
]

async function readCollection(context: Context, collection: Collection): Promise<void> {
  const { folder } = context
  if (!folder.progressOf(collection).is_done) {
    try {
      await readRest(context, collection)
    } catch (error) {
      if (!(error instanceof StaleCursor)) throw error
      await folder.restart(collection, filesOf(collection))
      await readRest(context, collection)
    }
  }
  if (collection === 'custom_fields')
    for (const { object_type, field } of await folder.read<CustomField>('custom_fields'))
      context.customFields.set(object_type, [
        ...(context.customFields.get(object_type) ?? []),
        field,
      ])
}

type CustomField = { object_type: string; field: string }

const filesOf = (collection: Collection): string[] =>
  collection === 'suggestions' ? ['suggestions', 'merges'] : [collection]

async function readRest(context: Context, collection: Collection): Promise<void> {
  const { client, folder } = context
  const progress = folder.progressOf(collection)
  const filter = filterOf(context, collection)
  if (!progress.is_read) await readRemainingPages(context, collection, filter)
  if (collection === 'labels')
    await folder.reorder('labels', sortByParent(await folder.read<Label>('labels')))
  const after = await countRecords(client, collection, filter)
  progress.after = typeof after === 'number' ? after : null
  progress.is_done = true
  await folder.commit()
}

async function readRemainingPages(
  context: Context,
  collection: Collection,
  filter: Record<string, string>,
): Promise<void> {
  const { folder } = context
  const weights = collection === 'supporters' ? await readWeights(context) : new Map()
  const progress = folder.progressOf(collection)
  const { cursor, form: known } = progress
  const list = { collection, fields: fieldsOf(context, collection), filter, cursor, form: known }
  for await (const { records, next, form, isDamaged } of readPages(context, list)) {
    for (const record of records) {
      progress.read++
      const converted = await convertOne(context, { collection, record, isDamaged, weights })
      if (typeof converted !== 'string') folder.add(collection, converted)
      else {
        progress.left_out++
        folder.leaveOut({ kind: collection, key: nameOf(record), reason: converted })
      }
    }
    progress.cursor = next
    progress.form = form
    progress.is_read = next === null
    await folder.commit()
    showProgress(context)
  }
}

type Label = { key: string; parent?: string }

const nameOf = ({ id }: SourceRecord) => String(id).slice(0, 100)

function showProgress({ folder, progress }: Context): void {
  const all = COLLECTIONS.map((kind) => ({ kind, ...folder.progressOf(kind) }))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const kinds = all
    .filter(({ read, before }) => read > 0 || (before ?? 0) > 0)
    .map(({ kind, read, before }) => [kind, { done: read, total: Math.max(read, before ?? 0) }])
  progress(
    sum(all.map(({ read }) => read)),
    sum(all.map(({ before }) => before ?? 0)),
    Object.fromEntries(kinds),
  )
}

function fieldsOf({ customFields }: Context, collection: Collection): string[] {
  const custom = WITH_CUSTOM_FIELDS.includes(collection) ? (customFields.get(collection) ?? []) : []
  const fields = [...FIELDS[collection], ...custom]
  return fields.join(',').length > MAX_FIELDS_LENGTH ? [] : fields
}

type OneRecord = {
  collection: Collection
  record: SourceRecord
  isDamaged: boolean
  weights: Map<string, number>
}

async function convertOne(
  context: Context,
  { collection, record, isDamaged, weights }: OneRecord,
): Promise<Converted> {
  const { folder } = context
  const notes: Notes = {
    changed: (reason) => folder.leaveOut({ kind: collection, key: nameOf(record), reason }),
  }
  if (isDamaged && JSON.stringify(record).includes('\uFFFD')) notes.changed(DAMAGED)
  const converted = convert(collection, record, notes)
  if (typeof converted === 'string') {
    // A picture of an announcement is in the list, and belongs to no record of it.
    if (collection === 'attachments' && isOwnFile(record)) await storeShownFile(context, record)
    return converted
  }
  if (collection === 'suggestions') noteSuggestion(folder, record, converted)
  if (collection === 'attachments')
    return (
      (await storeShownFile(context, record)) ?? { ...converted, address: shownAddress(record) }
    )
  const weight = weights.get(`${converted.suggestion} ${converted.user}`)
  return weight === undefined ? converted : { ...converted, votes: weight }
}

/** Merges, and suggestions that have people with several votes. */
function noteSuggestion(folder: FormFolder, record: SourceRecord, { key, id }: SourceRecord): void {
  const { parent_suggestion } = (record.links ?? {}) as SourceRecord
  if (typeof parent_suggestion === 'number')
    folder.add('merges', { from: key, to: String(parent_suggestion) })
  if (Number(record.votes_count) > Number(record.supporters_count))
    folder.add('weighted', id as number)
}

/** In words why the file does not come. One that an earlier run has stored is not asked for again. */
async function storeFile(
  { client, folder }: Context,
  { id, url, size_in_bytes: size }: SourceRecord,
): Promise<string | undefined> {
  if (typeof size === 'number' && size > MAX_FILE_BYTES)
    return `the file has ${size} bytes; at most ${MAX_FILE_BYTES} are stored.`
  const name = String(Number(id))
  const stored = await folder.sizeOfFile(name)
  if (stored !== undefined && stored === size) return undefined
  if (typeof url !== 'string') return 'it has no address.'
  const bytes = await client.download(url, MAX_FILE_BYTES)
  return typeof bytes === 'string' ? bytes : folder.storeFile(name, [bytes])
}

const OWN_FILE = /^\/files\/[0-9a-z]{16,80}$/

/** Texts of an Earshot show its files by their paths, and others by the whole address. */
function shownAddress({ url }: SourceRecord): string | undefined {
  const { pathname } = URL.parse(String(url)) ?? {}
  if (pathname !== undefined && OWN_FILE.test(pathname)) return pathname
  return typeof url === 'string' && url.length <= MAX_ADDRESS ? url : undefined
}

const isOwnFile = (record: SourceRecord) => OWN_FILE.test(shownAddress(record) ?? '')

/** Also under the name that it has for other texts, which need not fetch it. */
async function storeShownFile(context: Context, record: SourceRecord): Promise<string | undefined> {
  const problem = await storeFile(context, record)
  const address = shownAddress(record)
  if (problem === undefined && address !== undefined && OWN_FILE.test(address))
    await context.folder.shareFile(String(Number(record.id)), digestOfAddress(address))
  return problem
}

type Weight = { suggestion: number; user: number; votes: number }

/** Supporters do not say how many votes they gave; the people of a suggestion do. Only those with several are noted. */
async function readWeights(context: Context): Promise<Map<string, number>> {
  const { folder } = context
  const progress = folder.progressOf('weights')
  const suggestions = [...new Set(await folder.read<number>('weighted'))]
  for (const suggestion of suggestions.slice(progress.read)) {
    await readWeightsOf(context, suggestion)
    progress.read++
    await folder.commit()
  }
  const weights = new Map<string, number>()
  for (const { suggestion, user, votes } of await folder.read<Weight>('weights')) {
    if (weights.size === MAX_WEIGHTS) {
      folder.leaveOut({
        kind: 'supporters',
        reason: `more than ${MAX_WEIGHTS} people gave several votes. The others come with one.`,
      })
      break
    }
    weights.set(`${suggestion} ${user}`, votes)
  }
  return weights
}

async function readWeightsOf(context: Context, suggestion: number): Promise<void> {
  const { folder } = context
  const list = {
    collection: 'users',
    fields: ['suggestion_votes'],
    filter: { suggestion: String(suggestion) },
    cursor: null,
    form: 0,
  }
  // Without people, such as of a suggestion that is gone, there is nothing to say.
  let isKnown = true
  for await (const { records } of readPages(context, list))
    for (const { id, suggestion_votes: votes } of records) {
      isKnown = typeof votes === 'number'
      if (typeof votes === 'number' && Number.isInteger(votes) && votes > 1)
        folder.add('weights', { suggestion, user: Number(id), votes: Math.min(votes, 1_000_000) })
    }
  if (!isKnown)
    folder.leaveOut({
      kind: 'supporters',
      key: `of suggestion ${suggestion}`,
      reason: 'the source does not say how many votes each person gave. Each comes with one.',
    })
}

type List = {
  collection: string
  /** Empty: all. */
  fields: string[]
  filter: Record<string, string>
  cursor: string | null
  /** Of FORMS. */
  form: number
}

type Page = { records: SourceRecord[]; next: string | null; form: number; isDamaged: boolean }

/** The source does not know the position any more. */
class StaleCursor extends SourceError {}

/** How a list is asked for. A source that refuses one, or has no cursor with it, gets the next. */
const FORMS: ((fields: string[]) => Record<string, string>)[] = [
  (fields) => ({ sort: 'id', ...(fields.length > 0 && { fields: fields.join(',') }) }),
  () => ({ sort: 'id' }),
  () => ({ sort: 'created_at' }),
  () => ({}),
]

/** The addresses of files are valid for a time, and a page of them takes long. */
const NOT_AHEAD = ['attachments']

/** So many of them have the order of the first. */
const SAME_ORDER = 2

/** The pages of a list, from its cursor on. The next one is asked for while one is written. */
async function* readPages(context: Context, list: List): AsyncGenerator<Page> {
  const given = new AbortController()
  try {
    yield* readPagesUntil(context, list, AbortSignal.any([context.signal, given.signal]))
  } finally {
    given.abort()
  }
}

async function* readPagesUntil(
  { client }: Context,
  list: List,
  until: AbortSignal,
): AsyncGenerator<Page> {
  const { collection, fields, filter } = list
  const seen = new KeySet()
  let { cursor, form } = list
  if (cursor !== null) seen.add(cursor)
  let perPage = PER_PAGE
  const ask = (): Promise<Answer> => {
    const url = addressOf(client, collection, {
      ...FORMS[form]?.(fields),
      ...filter,
      per_page: String(perPage),
      ...(cursor !== null && { cursor }),
    })
    return client.get(url, hasList(collection), until)
  }
  let asked: Promise<Answer> | undefined
  for (let emptyPages = 0; emptyPages < MAX_EMPTY_PAGES; ) {
    until.throwIfAborted()
    const answer = await (asked ?? ask())
    asked = undefined
    if (answer.isTooLarge) {
      if (perPage === 1) throw new SourceError(`A record of ${collection} is too large to be read.`)
      perPage = Math.ceil(perPage / 4)
      continue
    }
    if (answer.status === 400 || answer.status === 422) {
      form++
      // A cursor belongs to its order.
      if (form < (cursor === null ? FORMS.length : SAME_ORDER)) continue
      if (cursor !== null)
        throw new StaleCursor(`The source does not accept its own cursor of ${collection}.`)
    }
    if (answer.status === 403) throw mayNotRead(client, collection)
    if (!isSuccess(answer)) throw unexpected(client, collection, answer)
    const records = recordsOf(answer.body[collection])
    const next = cursorOf(answer)
    const { total_records } = paginationOf(answer)
    if (cursor === null && next === null && records.length < Number(total_records)) {
      form++
      if (form < FORMS.length) continue
      throw new SourceError(
        `The source says that it has ${total_records} ${collection}, and gives ${records.length} without a cursor.`,
      )
    }
    if (next !== null && !seen.add(next))
      throw new SourceError(
        `The source gives the same cursor of ${collection} again, so the list would not end. What was read is kept: the next run continues there. If it stays so, ask the operator of the source.`,
      )
    emptyPages = records.length === 0 ? emptyPages + 1 : 0
    if (next !== null) {
      cursor = next
      if (!NOT_AHEAD.includes(collection)) {
        asked = ask()
        // Thrown where it is awaited.
        asked.catch(() => {})
      }
    }
    yield { records, next, form, isDamaged: answer.isDamaged }
    if (next === null) return
  }
  throw new SourceError(
    `The source gives ${MAX_EMPTY_PAGES} empty pages of ${collection} one after the other.`,
  )
}

const addressOf = ({ origin }: SourceClient, collection: string, query: Record<string, string>) =>
  `${origin}/api/v2/admin/${collection}?${new URLSearchParams(query)}`

const hasList = (collection: string) => (body: SourceRecord) => Array.isArray(body[collection])

const isSuccess = ({ status }: Answer) => status >= 200 && status <= 299

const paginationOf = ({ body }: Answer): SourceRecord => recordOf(body.pagination)

function cursorOf(answer: Answer): string | null {
  const { cursor } = paginationOf(answer)
  return typeof cursor === 'string' && cursor !== '' ? cursor : null
}

const mayNotRead = ({ origin }: SourceClient, collection: string) =>
  new SourceError(
    `The key or token may not read ${collection} of ${origin}. It should be that of a trusted client, which may read everything.`,
  )

const unexpected = ({ origin }: SourceClient, collection: string, { status }: Answer) =>
  new SourceError(`${origin} answers with status ${status} to a request for ${collection}.`)

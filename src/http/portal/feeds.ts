// Atom feeds of the portal: what everyone sees, or what the person who is signed in sees.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FeedEntry, renderFeed, updatedAt } from '../../../portal/feed.ts'
import {
  type ForumName,
  forumPath,
  leadingId,
  suggestionPath,
  UPDATES_PATH,
  updatePath,
} from '../../../portal/paths.ts'
import type { Forum } from '../../../portal/records.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import type { Context } from '../../context.ts'
import { escapeHtml } from '../../core/escape-html.ts'
import { formattedToHtml } from '../../core/formatted-text.ts'
import { formatTime, parseId } from '../../core/values.ts'
import {
  answerArrayOf,
  answerTogether,
  askForArray,
  type ListAnswer,
  type Question,
  type Reader,
} from '../../read/answer.ts'
import { addedCondition, parseListRequest } from '../../read/list-request.ts'
import { askForUpdates, type Update } from '../../read/updates.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import type { RecordOf } from '../../resources/resource.ts'
import { isLanguage, type Language, say, t } from '../../texts/texts.ts'
import { createEndUserCall, type EndUserCall } from '../end-users/declaration.ts'
import { notShown } from '../end-users/doors.ts'
import { inForums } from '../end-users/lists.ts'
import { ICON_PATH } from '../pages/html.ts'
import { sendCached } from './cached-answer.ts'
import { type OutlineCache, readWithOutline } from './outline.ts'

const MAX_ENTRIES = 50
const SHARED_SECONDS = 10

type Site = { context: Context; outlines: OutlineCache }

/** Null: all forums. One forum has a feed of its own. */
type Scope = { forums: number[] | null; forumId?: number; isOnlyUpdates?: boolean }
type Idea = RecordOf<typeof ideas>
type ForumNames = Map<number, string>

export function feedRoutes(app: FastifyInstance, portal: Site): void {
  const feed =
    (findScope: (access: ForumAccess, request: FastifyRequest) => Scope) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const call = createEndUserCall(request, reply, portal.context)
      const { outline, found } = await readWithOutline(
        portal,
        call,
        async ({ access }, reading) => {
          const scope = findScope(access, request)
          return { scope, ...(await readEntries(reading.context.reader, scope)) }
        },
      )
      return sendFeed(call, outline.forums, found)
    }
  app.get(
    '/feed.atom',
    feed(({ forumsToSee }) => ({ forums: forumsToSee })),
  )
  app.get(
    '/updates.atom',
    feed(({ forumsToSee }) => ({ forums: forumsToSee, isOnlyUpdates: true })),
  )
  app.get(
    '/forums/:forum/feed.atom',
    feed((access, { params }) => {
      const { forum } = params as { forum: string }
      const id = parseId(leadingId(forum))
      if (id === undefined || access.decide(id, 'see') !== 'yes') throw notShown('forum', forum)
      return { forums: [id], forumId: id }
    }),
  )
}

type Entries = { suggested: Idea[]; updates: Update[] }

async function readEntries(reader: Reader, { forums, isOnlyUpdates }: Scope): Promise<Entries> {
  const asked = { updates: askForUpdates({ forums }, { limit: MAX_ENTRIES }) }
  if (isOnlyUpdates) {
    const { updates } = await answerTogether(reader, asked, { isPrepared: false })
    return { suggested: [], updates: updates.updates }
  }
  const { newest, updates } = await answerTogether(
    reader,
    { ...asked, newest: await askForNewest(reader, forums) },
    { isPrepared: false },
  )
  return { suggested: JSON.parse(newest.body), updates: updates.updates }
}

async function sendFeed(
  { request, reply, caller, context: { reader } }: EndUserCall,
  known: Forum[],
  { scope: { forumId, isOnlyUpdates }, suggested, updates }: Entries & { scope: Scope },
): Promise<FastifyReply> {
  const { baseUrl } = reader
  const language = askedLanguage(request)
  const names = await forumNames(reader, known, [
    ...suggested.map(({ forum_id }) => forum_id),
    ...updates.flatMap(({ suggestions }) => suggestions.map(({ forum_id }) => forum_id)),
    ...(forumId === undefined ? [] : [forumId]),
  ])
  const entries = [
    ...suggested.map((idea) => suggestionEntry(baseUrl, names, idea)),
    ...updates.map((update) => updateEntry(baseUrl, names, update, language)),
  ]
    .sort((one, other) => compare(other.published, one.published))
    .slice(0, MAX_ENTRIES)
  const author = request.state.siteName
  const forum = forumId === undefined ? undefined : placeOf(names, forumId)
  const { self, page, title } = headOf(forum, author, isOnlyUpdates === true, language)
  const feed = {
    self: baseUrl + self,
    page: baseUrl + page,
    title,
    base: `${baseUrl}/`,
    language,
    author,
    icon: baseUrl + ICON_PATH,
    entries,
  }
  return sendCached(reply, {
    type: 'application/atom+xml; charset=utf-8',
    body: renderFeed(feed),
    sharedSeconds: caller ? null : SHARED_SECONDS,
    modified: new Date(updatedAt(feed)),
  })
}

/** In UTC and of one form, so that texts compare like times. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Not the language of the browser: shared caches keep one feed for everyone. */
function askedLanguage({ query }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown }
  return isLanguage(lang) ? lang : 'en'
}

function headOf(
  forum: ForumName | undefined,
  site: string,
  isOnlyUpdates: boolean,
  language: Language,
): { self: string; page: string; title: string } {
  if (forum)
    // Without the name: it can change, and the address is the id of the feed.
    return {
      self: `/forums/${forum.id}/feed.atom`,
      page: forumPath(forum),
      title: `${forum.name} · ${site}`,
    }
  return isOnlyUpdates
    ? { self: '/updates.atom', page: UPDATES_PATH, title: `${say(t`Updates`, language)} · ${site}` }
    : { self: '/feed.atom', page: '/', title: site }
}

const FIELDS = 'id,title,text,text_type,category,forum_id,creator_name,created_at'

function askForNewest(reader: Reader, forums: number[] | null): Promise<Question<ListAnswer>> {
  const query = { sort: '-id', per_page: MAX_ENTRIES, fields: FIELDS, total: 'false' }
  const list = parseListRequest(ideas, query, false)
  list.conditions.push(...inForums(ideas, forums), addedCondition(ideas, 'visible'))
  return askForArray(reader, ideas, list)
}

/** As the team named them: shared caches keep one feed for all languages. The outline has a hundred. */
async function forumNames(reader: Reader, known: Forum[], ids: number[]): Promise<ForumNames> {
  const names = new Map(known.map((one) => [one.id, one.untranslated_name ?? one.name]))
  const unknown = [...new Set(ids)].filter((id) => !names.has(id))
  const others: { id: number; name: string }[] = JSON.parse(
    await answerArrayOf(reader, portalForums, unknown),
  )
  return new Map([...names, ...others.map(({ id, name }) => [id, name] as const)])
}

const placeOf = (names: ForumNames, id: number) => ({ id, name: names.get(id) ?? '' })

function suggestionEntry(baseUrl: string, names: ForumNames, idea: Idea): FeedEntry {
  const { id, title, text, text_type, category, forum_id, creator_name, created_at } = idea
  const forum = placeOf(names, forum_id)
  return {
    id: `${baseUrl}/suggestions/${id}`,
    url: baseUrl + suggestionPath(forum, { id, title }),
    title,
    author: creator_name,
    published: String(created_at),
    categories: [forum.name, ...(category ? [String(category.name)] : [])],
    html: text === '' ? '' : formattedToHtml(text, text_type),
  }
}

function updateEntry(
  baseUrl: string,
  names: ForumNames,
  update: Update,
  language: Language,
): FeedEntry {
  const { id, type, body, body_mime_type, status, picture, suggestions } = update
  const common = { author: null, published: formatTime(update.published_at) }
  const text = formattedToHtml(body, body_mime_type)
  const [suggestion] = suggestions
  if (type === 'announcement' || !suggestion) {
    const title = update.title ?? ''
    const image =
      picture &&
      `<p><img src="${escapeHtml(`${baseUrl}/files/${picture.key}`)}" alt="${escapeHtml(picture.alt)}"></p>`
    return {
      ...common,
      id: `${baseUrl}/updates/${id}`,
      url: baseUrl + updatePath({ id, title }),
      title,
      categories: update.types,
      html: `${image ?? ''}${text}`,
    }
  }
  const forum = placeOf(names, suggestion.forum_id)
  return {
    ...common,
    id: `${baseUrl}/suggestions/${suggestion.id}#update-${id}`,
    url: baseUrl + suggestionPath(forum, suggestion),
    title: status
      ? `${suggestion.title}: ${status.name}`
      : say(t`Answer to ${suggestion.title}`, language),
    categories: [forum.name, ...(status ? [status.name] : [])],
    html: text,
  }
}

// Atom feeds of the portal: what everyone sees, or what the person who is signed in sees.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FeedEntry, renderFeed, updatedAt } from '../../../portal/feed.ts'
import type { Context } from '../../context.ts'
import { escapeHtml } from '../../core/escape-html.ts'
import { formattedToHtml } from '../../core/formatted-text.ts'
import { formatTime } from '../../core/values.ts'
import { answerArray, answerArrayOf, type Reader } from '../../read/answer.ts'
import { addedCondition, parseListRequest } from '../../read/list-request.ts'
import { listUpdates, type Update } from '../../read/updates.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import type { RecordOf } from '../../resources/resource.ts'
import { isLanguage, type Language, say, t } from '../../texts/texts.ts'
import { accessOf, visitorOf } from '../auth/visitors.ts'
import { inForums } from '../end-users/lists.ts'
import { ICON_PATH } from '../pages/html.ts'
import { announcementPath, forumPath, idOfSegment, suggestionPath } from './addresses.ts'
import { sendCached } from './cached-answer.ts'
import { pageNotFound } from './gone.ts'

const MAX_ENTRIES = 50
const SHARED_SECONDS = 10

type Contents = 'everything' | 'updates'
type Idea = RecordOf<typeof ideas>
type ForumNames = Map<number, string>

export function feedRoutes(app: FastifyInstance, context: Context): void {
  const send = createSender(context)
  app.get('/feed.atom', async (request, reply) => {
    const { forumsToSee } = await accessOf(context, request)
    return send(request, reply, 'everything', forumsToSee)
  })
  app.get('/updates.atom', async (request, reply) => {
    const { forumsToSee } = await accessOf(context, request)
    return send(request, reply, 'updates', forumsToSee)
  })
  app.get<{ Params: { id: string } }>('/forums/:id/feed.atom', async (request, reply) => {
    const id = idOfSegment(request.params.id)
    const access = await accessOf(context, request)
    if (id === undefined || access.decide(id, 'see') !== 'yes') throw pageNotFound()
    return send(request, reply, 'everything', [id], id)
  })
}

const createSender =
  (context: Context) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    contents: Contents,
    forums: number[] | null,
    forumId?: number,
  ): Promise<FastifyReply> => {
    const { userId } = visitorOf(request)
    const reader = { ...context.reader, areas: null, caller: userId }
    const { baseUrl } = reader
    const language = askedLanguage(request)
    const { updates } = await listUpdates(reader.pool, { forums }, { limit: MAX_ENTRIES })
    const suggested = contents === 'updates' ? [] : await newest(reader, forums)
    const names = await forumNames(reader, [
      ...suggested.map(({ forum_id }) => forum_id),
      ...updates.flatMap(({ suggestions }) => suggestions.map(({ forum_id }) => forum_id)),
      ...(forumId === undefined ? [] : [forumId]),
    ])
    const entries = [
      ...suggested.map((idea) => suggestionEntry(baseUrl, names, idea)),
      ...updates.map((update) => updateEntry(baseUrl, names, update, language)),
    ]
      .sort((one, other) => (one.published < other.published ? 1 : -1))
      .slice(0, MAX_ENTRIES)
    const site = request.state.siteName
    const forum = forumId === undefined ? undefined : placeOf(names, forumId)
    const feed = {
      ...headOf(contents, forum, site, language),
      base: `${baseUrl}/`,
      language,
      author: site,
      icon: `${baseUrl}${ICON_PATH}`,
      entries,
    }
    return sendCached(reply, {
      type: 'application/atom+xml; charset=utf-8',
      body: renderFeed({
        ...feed,
        self: `${baseUrl}${feed.self}`,
        page: `${baseUrl}${feed.page}`,
      }),
      sharedSeconds: userId === null ? SHARED_SECONDS : null,
      modified: new Date(updatedAt(feed)),
    })
  }

/** Not the language of the browser: shared caches keep one feed for everyone. */
function askedLanguage({ query }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown }
  return isLanguage(lang) ? lang : 'en'
}

function headOf(
  contents: Contents,
  forum: { id: number; name: string } | undefined,
  site: string,
  language: Language,
): { self: string; page: string; title: string } {
  if (forum)
    // Without the name: it can change, and the address is the id of the feed.
    return {
      self: `/forums/${forum.id}/feed.atom`,
      page: forumPath(forum),
      title: `${forum.name} · ${site}`,
    }
  return contents === 'updates'
    ? { self: '/updates.atom', page: '/updates', title: `${say(t`Updates`, language)} · ${site}` }
    : { self: '/feed.atom', page: '/', title: site }
}

const FIELDS = 'id,title,text,text_type,category,forum_id,creator_name,created_at'

async function newest(reader: Reader, forums: number[] | null): Promise<Idea[]> {
  const query = { sort: '-id', per_page: MAX_ENTRIES, fields: FIELDS, total: 'false' }
  const list = parseListRequest(ideas, query, false)
  list.conditions.push(...inForums(ideas, forums), addedCondition(ideas, 'visible'))
  return JSON.parse((await answerArray(reader, ideas, list)).body)
}

async function forumNames(reader: Reader, ids: number[]): Promise<ForumNames> {
  const forums: { id: number; name: string }[] = JSON.parse(
    await answerArrayOf(reader, portalForums, [...new Set(ids)]),
  )
  return new Map(forums.map(({ id, name }) => [id, name]))
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
      url: baseUrl + announcementPath({ id, title }),
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

// What members of the team do on the portal: answer, edit, move, merge and moderate.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Candidate,
  conflictPage,
  type Member,
  type MergePreview,
  mergePage,
  mergeSearchPage,
  REFUSALS,
  refusedPage,
  staffFormPage,
} from '../../../portal/pages/staff.ts'
import {
  actionForm,
  type EditDraft,
  editForm,
  MODERATION,
  type Problems,
  STATES,
  type StaffTools,
  type StatusDraft,
  statusForm,
  type Versions,
} from '../../../portal/parts/staff-tools.ts'
import { staffCommentPath, staffPath } from '../../../portal/paths.ts'
import type { Forum, Status } from '../../../portal/records.ts'
import type { PortalPage } from '../../../portal/view.ts'
import { ApiError } from '../../core/api-error.ts'
import { MARKDOWN } from '../../core/formatted-text.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { searchableText } from '../../read/search.ts'
import { comments } from '../../resources/comments.ts'
import { suggestions } from '../../resources/suggestions.ts'
import type { Html } from '../../texts/html.ts'
import { type Sentence, t } from '../../texts/texts.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { visitorPath } from '../auth/visitor-sign-in.ts'
import { requireIdeaForStaff } from '../end-users/doors.ts'
import { setPlainCookie } from '../pages/reading.ts'
import { pageRoute } from './page-route.ts'
import { readAnswers, readForums, readStatuses } from './reading.ts'
import { sendPortalPage } from './send.ts'
import {
  type Exchange,
  readRecord,
  requireStaff,
  type StaffCall,
  type StaffCalls,
} from './staff-calls.ts'
import { commentVersion, mayAct, readStaffTools, VERSIONS } from './staff-reading.ts'
import { CHANGE_COOKIE, openVisit, type Portal, returnPath, type Visit } from './visit.ts'

/** An answer has at most 100,000 characters, each of which a form can write as twelve. */
const MAX_BODY_BYTES = 1_258_291

type Params = { id: string }
type Handler = (exchange: Exchange, id: number) => Promise<FastifyReply>

export function staffRoutes(app: FastifyInstance, portal: Portal, call: StaffCalls): void {
  const { baseUrl } = portal.context.reader
  // Before the body is read: others have no reason to send one.
  const options = {
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request: FastifyRequest) => {
      requireStaff(request)
      refuseOtherSites(request, baseUrl)
    },
  }
  const post = (path: string, handle: Handler) =>
    app.post(
      path,
      options,
      pageRoute(portal, (request, reply) => handle({ request, reply }, idOf(request))),
    )
  const tools: Tools = { portal, call }
  post('/suggestions/:id/team/status', (exchange, id) => setStatus(tools, exchange, id))
  post('/suggestions/:id/team/edit', (exchange, id) => edit(tools, exchange, id))
  post('/suggestions/:id/team/move', (exchange, id) => move(tools, exchange, id))
  post('/suggestions/:id/team/merge', (exchange, id) => merge(tools, exchange, id))
  app.get(
    '/suggestions/:id/team/merge',
    pageRoute(portal, (request, reply) => showMerge(tools, { request, reply }, idOf(request))),
  )
  for (const action of ['approve', 'spam', 'delete', 'restore'])
    post(`/suggestions/:id/team/${action}`, (exchange, id) =>
      moderate(tools, exchange, { id, action }),
    )
  for (const action of ['approve', 'spam', 'delete'])
    post(`/comments/:id/team/${action}`, (exchange, id) =>
      moderateComment(tools, exchange, { id, action }),
    )
  post('/suggestions/:id/team/block', (exchange, id) => block(tools, exchange, suggestions, id))
  post('/comments/:id/team/block', (exchange, id) => block(tools, exchange, comments, id))
  post('/team/changes/:id/undo', (exchange, id) => undo(tools, exchange, id))
}

type Tools = { portal: Portal; call: StaffCalls }

const idOf = ({ params }: FastifyRequest): number => parseId((params as Params).id) ?? -1

const field = ({ body }: FastifyRequest, name: string): string =>
  (scalarText((body as Record<string, unknown> | undefined)?.[name]) ?? '').replaceAll('\r\n', '\n')

const linkOf = (request: FastifyRequest, name: string): number | null =>
  parseId(field(request, name)) ?? null

const backTo = (request: FastifyRequest, id: number) => returnPath(request, `/suggestions/${id}`)

const seenSuggestion = (request: FastifyRequest, id: number, version: keyof Versions) => ({
  resource: suggestions,
  id,
  version: field(request, 'version'),
  versionOf: VERSIONS[version],
})

type BulkAnswer = {
  bulk_actions: [{ done_count: number; failed_count: number; errors: { reason: string }[] }]
}

/** As the console does it: what the service undoes exactly is a bulk action of one suggestion. */
async function act(
  { call }: Tools,
  exchange: Exchange,
  id: number,
  { body, version }: { body: object; version: keyof Versions },
): Promise<void> {
  const answer = await call<BulkAnswer>(exchange, {
    method: 'POST',
    path: '/bulk_actions',
    body: { ids: [id], ...body },
    seen: seenSuggestion(exchange.request, id, version),
  })
  const [{ done_count, errors }] = answer.bulk_actions
  const reason = errors[0]?.reason
  if (done_count === 0 && reason !== undefined) throw new ApiError('conflict', reason)
}

/** What the person changed last. */
async function newestChange({ call }: Tools, exchange: Exchange): Promise<number | undefined> {
  const user = String(requireStaff(exchange.request).userId)
  const { recent_changes: changes } = await call<{ recent_changes: { id: number }[] }>(exchange, {
    method: 'GET',
    path: '/recent_changes',
    query: { user, per_page: '1', sort: '-id', total: 'false' },
  })
  return changes[0]?.id
}

/** Leads to where the person came from. The page there shows what they did, and the way back. */
async function runNoted(
  tools: Tools,
  exchange: Exchange,
  { to, write }: { to: string; write: () => Promise<unknown> },
): Promise<FastifyReply> {
  const before = await newestChange(tools, exchange)
  await write()
  const after = await newestChange(tools, exchange)
  return showChange(tools, exchange.reply, after === before ? undefined : after, to)
}

function showChange(
  { portal }: Tools,
  reply: FastifyReply,
  change: number | undefined,
  to: string,
): FastifyReply {
  if (change !== undefined)
    setPlainCookie(reply, portal.context.reader.baseUrl, CHANGE_COOKIE, { value: String(change) })
  return reply.redirect(to, 303)
}

type Trouble = {
  /** Somebody changed it meanwhile. */
  changed(visit: Visit): Promise<PortalPage>
  /** The form again. */
  invalid?(visit: Visit, problems: Problems): Promise<PortalPage>
}

const STATUS_OF = { changed: 409, invalid: 422, conflict: 409, not_found: 404, malformed: 400 }

/** Runs what the form asks for. What is refused gets a page on which nothing typed is lost. */
async function run(
  tools: Tools,
  exchange: Exchange,
  { to, write, trouble }: { to: string; write: () => Promise<unknown>; trouble: Trouble },
): Promise<FastifyReply> {
  const { request, reply } = exchange
  try {
    return await runNoted(tools, exchange, { to, write })
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.kind in STATUS_OF)) throw error
    const kind = error.kind as keyof typeof STATUS_OF
    const visit = await openVisit(tools.portal, request, reply)
    const page =
      kind === 'changed'
        ? await trouble.changed(visit)
        : kind === 'invalid' && trouble.invalid
          ? await trouble.invalid(visit, problemsOf(error))
          : refusedPage(REFUSALS[error.message] ?? error.message, to)
    // Its own links cannot lead to where only forms are sent.
    return sendPortalPage(reply.code(STATUS_OF[kind]), page, { ...visit.view, path: to })
  }
}

const PROBLEMS: Record<string, Sentence> = {
  blank: t`Fill in this field.`,
  required: t`Fill in this field.`,
  min_length: t`Fill in this field.`,
  max_length: t`This text is too long.`,
  max_runes: t`This text is too long.`,
  not_found: t`This does not exist any more.`,
}

function problemsOf({ errors = {}, message }: ApiError): Problems {
  const { links, ...fields } = errors
  const nested = typeof links === 'object' && !Array.isArray(links) ? links : {}
  const all = Object.entries({ ...fields, ...nested })
  return Object.fromEntries(
    all.map(([name, code]) => [
      name,
      PROBLEMS[String(code)] ?? ({ english: message, values: [] } satisfies Sentence),
    ]),
  )
}

async function toolsOf(
  { call, access }: Visit,
  request: FastifyRequest,
  id: number,
): Promise<StaffTools> {
  const forums = await readForums(call, access)
  return readStaffTools(call, requireStaff(request), { id, isOwn: true, forums })
}

const nameIn = (list: { id: number; name: string }[], id: number | null, none: Sentence) =>
  list.find((one) => one.id === id)?.name ?? none

const KEEP = t`Keep mine`

async function setStatus(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request } = exchange
  const to = backTo(request, id)
  const draft: StatusDraft = {
    statusId: linkOf(request, 'status'),
    body: field(request, 'body').trim(),
    notifies: field(request, 'notify') === 'true',
  }
  const body = {
    action: 'status',
    ...(draft.body !== '' && { body: draft.body, body_mime_type: MARKDOWN }),
    notify_supporters: draft.notifies,
    links: { status: draft.statusId },
  }
  return run(tools, exchange, {
    to,
    write: () => act(tools, exchange, id, { body, version: 'status' }),
    trouble: {
      async changed(visit) {
        const shown = await toolsOf(visit, request, id)
        const [newest] = await readAnswers(visit.call, id)
        const { statuses, record } = shown
        const row = (statusId: number | null, answer: string): Member[] => [
          { label: t`Status`, value: nameIn(statuses, statusId, t`No status`) },
          { label: t`Answer`, value: answer || t`None` },
        ]
        return conflictPage({
          mine: row(draft.statusId, draft.body),
          theirs: row(record.statusId, newest?.text ?? ''),
          form: statusForm(shown, { returnTo: to, draft, submit: KEEP }),
          returnTo: to,
        })
      },
      async invalid(visit, problems) {
        const shown = await toolsOf(visit, request, id)
        const form = statusForm(shown, { returnTo: to, draft, problems })
        return staffFormPage(t`Set status`, form, { about: shown.record.title, returnTo: to })
      },
    },
  })
}

async function edit(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request } = exchange
  const to = backTo(request, id)
  const { body } = request as { body: Record<string, unknown> | undefined }
  const draft: EditDraft = {
    title: field(request, 'title').trim(),
    body: field(request, 'body'),
    categoryId: linkOf(request, 'category'),
  }
  const write = async () => {
    const before = await readRecord(tools.portal.context, suggestions, id)
    const hasCategory = body !== undefined && 'category' in body
    const isSame = draft.body === String(before.body ?? '').replaceAll('\r\n', '\n')
    // Only what changed: contributors may not send the rest, and a text keeps its kind.
    await tools.call(exchange, {
      method: 'PUT',
      path: '/suggestions/:id',
      id,
      body: {
        ...(draft.title !== before.title && { title: draft.title }),
        ...(!isSame && { body: draft.body, body_mime_type: before.body_mime_type }),
        ...(hasCategory &&
          draft.categoryId !== before.links?.category && {
            links: { category: draft.categoryId },
          }),
      },
      seen: seenSuggestion(request, id, 'edit'),
    })
  }
  return run(tools, exchange, {
    to,
    write,
    trouble: {
      async changed(visit) {
        const shown = await toolsOf(visit, request, id)
        const categories =
          shown.forums.find((forum) => forum.id === shown.record.forumId)?.categories ?? []
        const row = ({ title, body, categoryId }: EditDraft): Member[] => [
          { label: t`Title`, value: title },
          { label: t`Description`, value: body || t`None` },
          { label: t`Category`, value: nameIn(categories, categoryId, t`No category`) },
        ]
        return conflictPage({
          mine: row(draft),
          theirs: row(shown.record),
          form: editForm(shown, { returnTo: to, draft, submit: KEEP }),
          returnTo: to,
        })
      },
      async invalid(visit, problems) {
        const shown = await toolsOf(visit, request, id)
        const form = editForm(shown, { returnTo: to, draft, problems })
        return staffFormPage(t`Edit`, form, { about: shown.record.title, returnTo: to })
      },
    },
  })
}

async function move(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request } = exchange
  const forum = linkOf(request, 'forum')
  const body = { action: 'move', links: { forum } }
  return run(tools, exchange, {
    // Its address has another forum then.
    to: `/suggestions/${id}`,
    write: () => act(tools, exchange, id, { body, version: 'forum' }),
    trouble: {
      async changed(visit) {
        const shown = await toolsOf(visit, request, id)
        const row = (forumId: number | null): Member[] => [
          { label: t`Forum`, value: nameIn(shown.forums, forumId, t`None`) },
        ]
        const fields = { version: shown.versions.forum, forum: String(forum ?? '') }
        return conflictPage({
          mine: row(forum),
          theirs: row(shown.record.forumId),
          form: actionForm(staffPath(id, 'move'), fields, KEEP),
          returnTo: `/suggestions/${id}`,
        })
      },
    },
  })
}

async function moderate(
  tools: Tools,
  exchange: Exchange,
  { id, action }: { id: number; action: string },
): Promise<FastifyReply> {
  const { request } = exchange
  const to = backTo(request, id)
  return run(tools, exchange, {
    to,
    write: () => act(tools, exchange, id, { body: { action }, version: 'content' }),
    trouble: {
      async changed(visit) {
        const { record, versions } = await toolsOf(visit, request, id)
        return changedContent(
          { action, state: record.state, title: record.title, text: record.body },
          actionForm(staffPath(id, action), { version: versions.content, return_to: to }, KEEP),
          to,
        )
      },
    },
  })
}

/** What it is now, beside what the person wanted. */
const changedContent = (
  { action, state, title, text }: { action: string; state: string; title?: string; text: string },
  form: Html,
  returnTo: string,
): PortalPage =>
  conflictPage({
    mine: [{ label: t`Moderation`, value: MODERATION[action] }],
    theirs: [
      { label: t`Moderation`, value: STATES[state] ?? state },
      ...(title === undefined ? [] : [{ label: t`Title`, value: title }]),
      { label: t`Text`, value: text || t`None` },
    ],
    form,
    returnTo,
  })

async function moderateComment(
  tools: Tools,
  exchange: Exchange,
  { id, action }: { id: number; action: string },
): Promise<FastifyReply> {
  const { request } = exchange
  const to = returnPath(request, '/')
  const version = field(request, 'version')
  const asked: StaffCall = {
    method: 'PUT',
    path: `/comments/:id/${action}`,
    id,
    seen: { resource: comments, id, version, versionOf: commentVersion },
  }
  return run(tools, exchange, {
    to,
    write: () => tools.call(exchange, asked),
    trouble: {
      async changed({ call }) {
        const record = await readRecord(call.context, comments, id)
        const fields = { version: commentVersion(record), return_to: to }
        return changedContent(
          { action, state: String(record.state), text: String(record.body) },
          actionForm(staffCommentPath(id, action), fields, KEEP),
          to,
        )
      },
    },
  })
}

/** Blocks the author of the record. */
async function block(
  tools: Tools,
  exchange: Exchange,
  resource: typeof comments | typeof suggestions,
  id: number,
): Promise<FastifyReply> {
  const { request } = exchange
  const { links } = await readRecord(tools.portal.context, resource, id)
  const author = links?.created_by
  if (typeof author !== 'number') throw new ApiError('not_found', 'The record has no author.')
  const body = { hide_content: field(request, 'hide_content') === 'true' }
  return runNoted(tools, exchange, {
    to: returnPath(request, '/'),
    write: () =>
      tools.call(exchange, { method: 'PUT', path: '/users/:id/block', id: author, body }),
  })
}

async function undo(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request, reply } = exchange
  const to = returnPath(request, '/')
  try {
    await tools.call(exchange, { method: 'PUT', path: '/recent_changes/:id/undo', id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error
    const { view } = await openVisit(tools.portal, request, reply)
    const reason = REFUSALS[error.code] ?? error.message
    return sendPortalPage(reply.code(409), refusedPage(reason, to), { ...view, path: to })
  }
  return showChange(tools, reply, id, to)
}

const MAX_CANDIDATES = 9

type Found = {
  id: number
  title: string
  state: string
  supporters_count: number
  links: { forum: number; status: number | null; parent_suggestion: number | null }
}

const FIELDS = 'title,state,supporters_count,links'

/** Similar suggestions, or those that match what was typed: words or a number. */
async function findCandidates(
  { call }: Tools,
  exchange: Exchange,
  { id, q }: { id: number; q: string },
): Promise<Found[]> {
  const number = /^#?(\d+)$/.exec(q)?.[1]
  const find = (path: string, more: { id?: number; query?: Record<string, string> }) =>
    call<{ suggestions: Found[] }>(exchange, {
      method: 'GET',
      path,
      ...more,
      query: { fields: FIELDS, ...more.query },
    })
  const perPage = { per_page: String(MAX_CANDIDATES + 1) }
  const { suggestions: found } =
    q === ''
      ? await find('/suggestions/:id/similar', { id, query: perPage })
      : number === undefined
        ? await find('/suggestions', { query: { ...perPage, q, total: 'false' } })
        : await find('/suggestions/:id', { id: parseId(number) ?? -1 }).catch((error: unknown) => {
            if (error instanceof ApiError && error.kind === 'not_found') return { suggestions: [] }
            throw error
          })
  const isOffered = (one: Found) =>
    one.id !== id && one.state !== 'deleted' && one.links.parent_suggestion === null
  return found.filter(isOffered).slice(0, MAX_CANDIDATES)
}

const candidateOf = (
  { id, title, supporters_count, links }: Found,
  statuses: Status[],
  forums: Forum[],
): Candidate => ({
  id,
  title,
  supporters: supporters_count,
  status: statuses.find((one) => one.id === links.status) ?? null,
  forum: forums.find((one) => one.id === links.forum)?.name ?? '',
})

/** The search for the suggestion to merge into, or what the merge would do. */
async function showMerge(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request, reply } = exchange
  if (!mayAct(requireStaff(request)))
    throw new ApiError('forbidden', 'Your role may not merge suggestions.')
  const visit = await openVisit(tools.portal, request, reply)
  const call = { ...visit.call, params: { id: String(id) } }
  await requireIdeaForStaff(call)
  const query = request.query as Record<string, unknown>
  const returnTo =
    query.return_to === undefined ? `/suggestions/${id}` : visitorPath(query.return_to)
  const [record, statuses, forums] = await Promise.all([
    readRecord(call.context, suggestions, id),
    readStatuses(call),
    readForums(call, visit.access),
  ])
  const title = String(record.title)
  const q = searchableText(scalarText(query.q) ?? '')
  const target = parseId(scalarText(query.into))
  const found = await findCandidates(tools, exchange, { id, q: target ? `#${target}` : q })
  const candidates = found.map((one) => candidateOf(one, statuses, forums))
  const [into] = candidates
  const page =
    target === undefined || into === undefined
      ? mergeSearchPage({ id, title, q: target ? `#${target}` : q, candidates, returnTo })
      : mergePage({
          id,
          title,
          into,
          version: VERSIONS.content(record),
          returnTo,
          hasMail: tools.portal.context.mail !== null,
          preview: (
            await tools.call<{ merge_preview: MergePreview }>(exchange, {
              method: 'GET',
              path: '/suggestions/:id/merge_preview',
              id: into.id,
              query: { ids: String(id) },
            })
          ).merge_preview,
        })
  return sendPortalPage(reply, page, visit.view)
}

async function merge(tools: Tools, exchange: Exchange, id: number): Promise<FastifyReply> {
  const { request } = exchange
  const into = linkOf(request, 'into')
  const notify = field(request, 'notify') === 'true'
  const body = { action: 'merge', notify_supporters: notify, links: { suggestion: into } }
  const back = backTo(request, id)
  return run(tools, exchange, {
    to: into === null ? back : `/suggestions/${into}`,
    write: () => act(tools, exchange, id, { body, version: 'content' }),
    trouble: {
      async changed(visit) {
        const { record, versions } = await toolsOf(visit, request, id)
        const fields = {
          version: versions.content,
          into: String(into ?? ''),
          return_to: back,
          ...(notify && { notify: 'true' }),
        }
        return conflictPage({
          mine: [{ label: t`Merge`, value: `#${into}` }],
          theirs: [
            { label: t`Moderation`, value: STATES[record.state] ?? record.state },
            { label: t`Title`, value: record.title },
            { label: t`Text`, value: record.body || t`None` },
          ],
          form: actionForm(staffPath(id, 'merge'), fields, KEEP),
          returnTo: back,
        })
      },
    },
  })
}

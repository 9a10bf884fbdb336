// What people did on the portal, and what they decide about themselves.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type MeData, mePage, OWN_LISTS, type OwnList } from '../../../portal/pages/me.ts'
import {
  deletedPage,
  deleteMePage,
  MAIL_SETTINGS,
  SECTIONS,
  type Section,
  settingsPage,
} from '../../../portal/pages/settings.ts'
import { DELETE_ME_PATH, EXPORT_ME_PATH, ME_PATH, SETTINGS_PATH } from '../../../portal/paths.ts'
import type { Comment, Me, Notification } from '../../../portal/records.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import type { Text } from '../../texts/html.ts'
import { isLanguage, t } from '../../texts/texts.ts'
import { clearVisitorCookie } from '../auth/cookies/visitor-cookie.ts'
import { type EndUserCall, personOf } from '../end-users/declaration.ts'
import { readPage } from '../end-users/lists.ts'
import {
  changeSettings,
  endOtherSessions,
  endOwnApplication,
  endOwnSession,
  eraseMe,
  exportMe,
  listApplications,
  listSessions,
  markRead,
  ownComments,
  readNotifications,
  showMe,
} from '../end-users/me.ts'
import { sendText } from '../operation.ts'
import { setLanguageCookie, setThemeCookie } from '../pages/reading.ts'
import { pageRoute } from './page-route.ts'
import { readForums, readSuggestions, readSuggestionsById } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { translateStatus, translationsFor } from './translations.ts'
import { openVisit, type Portal, submit } from './visit.ts'

const PER_PAGE = 25

const DELETED_PATH = '/deleted'

type Form = Record<string, unknown> | undefined

export function meRoutes(app: FastifyInstance, portal: Portal): void {
  const { context } = portal
  const { baseUrl } = context.reader

  app.get(
    ME_PATH,
    pageRoute(portal, async (request, reply) => {
      const { call, access, view } = await openVisit(portal, request, reply)
      personOf(call)
      const asked = request.query as Record<string, unknown>
      const list = OWN_LISTS.find((name) => name === asked.show) ?? 'suggestions'
      const [forums, found] = await Promise.all([
        readForums(call, access),
        readOwn(call, access, list, scalarText(asked.cursor)),
      ])
      const saved = asked.saved === 'read' ? ('read' as const) : null
      const decide = (id: number) => access.decide(id, 'support')
      return sendPortalPage(reply, mePage({ ...found, list, forums, decide, saved }, view), view)
    }),
  )

  app.post(
    ME_PATH,
    pageRoute(portal, async (request, reply) => {
      const read_until = scalarText((request.body as Form)?.read_until)
      // The times of pages have whole seconds.
      const until = read_until && new Date(Date.parse(read_until) + 999)
      const isTime = until && !Number.isNaN(until.getTime())
      await submit(portal, request, reply, (call) => {
        personOf(call)
        return markRead(call, isTime ? { read_until: until.toISOString() } : {})
      })
      return reply.redirect(`${ME_PATH}?show=notifications&saved=read`, 303)
    }),
  )

  /** The page of the settings, also with what cannot be saved. */
  async function sendSettings(
    request: FastifyRequest,
    reply: FastifyReply,
    nameProblem?: { typed: string; problem: Text },
  ): Promise<FastifyReply> {
    const { call, view } = await openVisit(portal, request, reply)
    personOf(call)
    const [me, sessions, applications] = await Promise.all([
      showMe(call),
      listSessions(call),
      listApplications(call),
    ])
    const { saved } = request.query as Record<string, unknown>
    const data = {
      me: JSON.parse(me) as Me,
      sessions,
      applications,
      showsSupporters: call.context.settings.portal_supporters,
      saved: (nameProblem ? undefined : SECTIONS.find((section) => section === saved)) ?? null,
      ...(nameProblem && { nameProblem }),
    }
    return sendPortalPage(reply, settingsPage(data, view), view)
  }

  app.get(
    SETTINGS_PATH,
    pageRoute(portal, (request, reply) => sendSettings(request, reply)),
  )

  const SAVE: Record<Section, (call: EndUserCall, text: (name: string) => string) => unknown> = {
    name: (call, text) => {
      requireNoStaff(call)
      return changeSettings(call, { name: text('name').trim() })
    },
    // The cookie would hide what was chosen here.
    language: async (call, text) => {
      requireNoStaff(call)
      const language = isLanguage(text('language')) ? text('language') : null
      await changeSettings(call, { language })
      setLanguageCookie(call.reply, baseUrl, isLanguage(language) ? language : null)
    },
    theme: (call, text) => {
      const theme = text('theme')
      const isKnown = theme === 'light' || theme === 'dark'
      setThemeCookie(call.reply, baseUrl, isKnown ? theme : null)
    },
    notifications: (call, text) =>
      changeSettings(
        call,
        Object.fromEntries(MAIL_SETTINGS.map((name) => [name, text(name)]).filter(([, to]) => to)),
      ),
    mail_again: (call) => changeSettings(call, { mail_again: true }),
    support: (call, text) =>
      changeSettings(call, { hides_support: text('shows_support') !== 'true' }),
    session: (call, text) => endOwnSession(call, text('id')),
    sessions: endOtherSessions,
    application: async (call, text) => {
      await endOwnApplication(call, text('id'))
      context.forgetIdentities()
    },
  }

  app.post(
    SETTINGS_PATH,
    pageRoute(portal, async (request, reply) => {
      const text = (name: string) => scalarText((request.body as Form)?.[name]) ?? ''
      const section = SECTIONS.find((name) => name === text('section'))
      if (!section) throw new ApiError('malformed', 'section: unknown.')
      try {
        await submit(portal, request, reply, async (call) => {
          personOf(call)
          await SAVE[section](call, text)
        })
      } catch (error) {
        if (section !== 'name' || !isInvalid(error)) throw error
        const problem = t`Write a name with at most 255 characters.`
        return sendSettings(request, reply.code(422), { typed: text('name'), problem })
      }
      // Without a fragment: the confirmation is at the top.
      return reply.redirect(`${SETTINGS_PATH}?saved=${section}`, 303)
    }),
  )

  app.get(
    EXPORT_ME_PATH,
    pageRoute(portal, async (request, reply) => {
      const { call } = await openVisit(portal, request, reply)
      const data = await exportMe(call)
      return sendText(request, reply, data)
    }),
  )

  async function sendDelete(
    request: FastifyRequest,
    reply: FastifyReply,
    wrong: { typed?: string; problem?: Text } = {},
  ): Promise<FastifyReply> {
    const { call, view } = await openVisit(portal, request, reply)
    const { email_address: email }: Me = JSON.parse(await showMe(call))
    return sendPortalPage(reply, deleteMePage({ email, ...wrong }, view), view)
  }

  app.get(
    DELETE_ME_PATH,
    pageRoute(portal, (request, reply) => sendDelete(request, reply)),
  )

  app.post(
    DELETE_ME_PATH,
    pageRoute(portal, async (request, reply) => {
      const typed = scalarText((request.body as Form)?.confirm) ?? ''
      try {
        await submit(portal, request, reply, (call) => eraseMe(call, { confirm: typed }))
      } catch (error) {
        if (!isInvalid(error)) throw error
        const problem = t`This is not your e-mail address. Nothing was deleted.`
        return sendDelete(request, reply.code(422), { typed: typed.slice(0, 500), problem })
      }
      context.forgetIdentities()
      clearVisitorCookie(reply, baseUrl)
      return reply.redirect(DELETED_PATH, 303)
    }),
  )

  app.get(
    DELETED_PATH,
    pageRoute(portal, async (request, reply) => {
      const { view } = await openVisit(portal, request, reply)
      return sendPortalPage(reply, deletedPage(), view)
    }),
  )
}

const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.kind === 'invalid'

/** Members of the team have a profile for it. */
function requireNoStaff({ caller }: EndUserCall): void {
  if (caller?.isStaff)
    throw new ApiError('forbidden', 'You are a member of the team. Change it in your profile.')
}

type Own = Pick<MeData, 'suggestions' | 'comments' | 'notifications' | 'nextCursor'>

const NONE: Own = { suggestions: [], comments: [], notifications: [], nextCursor: null }

const CONDITIONS = { suggestions: 'mine', votes: 'voted', following: 'following' } as const

async function readOwn(
  call: EndUserCall,
  access: ForumAccess,
  list: OwnList,
  cursor: string | undefined,
): Promise<Own> {
  const { forumsToSee: forums } = access
  const page = { per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) }
  if (list === 'comments') return readComments({ ...call, query: page }, forums)
  if (list === 'notifications') {
    const { body, cursor: nextCursor } = await readNotifications({ ...call, query: page }, forums)
    const words = translationsFor(call)
    const notifications: Notification[] = JSON.parse(body)
    return {
      ...NONE,
      notifications: words
        ? notifications.map(({ status, ...news }) => ({
            ...news,
            status: status && translateStatus(words, status),
          }))
        : notifications,
      nextCursor,
    }
  }
  const query = {
    ...page,
    [CONDITIONS[list]]: 'true',
    ...(cursor === undefined && { sort: 'new' }),
  }
  const { records, next } = await readSuggestions(call, forums, query)
  const nextCursor = next && 'cursor' in next ? next.cursor : null
  return { ...NONE, suggestions: records, nextCursor }
}

async function readComments(call: EndUserCall, forums: number[] | null): Promise<Own> {
  const { body, pagination, more } = await readPage(
    call,
    ideaComments,
    {},
    ownComments(call, forums),
  )
  const comments: Comment[] = JSON.parse(body)
  const suggestions = await readSuggestionsById(
    call,
    comments.map(({ idea_id }) => idea_id),
  )
  return {
    ...NONE,
    comments,
    suggestions: [...suggestions.values()],
    nextCursor: more ? (pagination.cursor ?? null) : null,
  }
}

// What a person reads and changes about themselves.
import { Type } from 'typebox'
import {
  endApplicationOfEndUser,
  endEndUserSessions,
  listApplicationsOfEndUser,
  listEndUserSessions,
  sessionLimitsOf,
} from '../../auth/end-users/sessions.ts'
import { findRole } from '../../auth/staff/staff.ts'
import { ApiError, invalidInput } from '../../core/api-error.ts'
import { formatTime, parseId, parseTime } from '../../core/values.ts'
import { answerMe, answerOwnData, findAddressOf } from '../../read/end-users/me.ts'
import { answerNotifications } from '../../read/end-users/notifications.ts'
import { addedCondition, parsePositiveInteger, singleValue } from '../../read/list-request.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { LANGUAGES } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { FREQUENCIES, markNotificationsRead, updateOwnSettings } from '../../write/end-users.ts'
import { eraseUser } from '../../write/erasure.ts'
import { liftSuppression } from '../../write/mail-failures.ts'
import { createInputReader } from '../body/input.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'
import { type EndUserCall, type EndUserOperation, personOf, readAccess } from './declaration.ts'
import { notShown } from './doors.ts'
import {
  answerIdeas,
  answerPage,
  cursorParameters,
  ideaParameters,
  inForums,
  linkToCursor,
  pageParameters,
} from './lists.ts'

const Me = object({
  id: integer,
  name: text,
  email_address: text,
  is_email_confirmed: flag,
  email_suppressed_at: {
    ...orNull(time),
    description: 'Since when mails about news are not sent, because they did not arrive.',
  },
  avatar_url: text,
  language: orNull(text),
  status_notifications: flag,
  comment_notifications: flag,
  hides_support: flag,
  status_frequency: Type.Enum([...FREQUENCIES]),
  comment_frequency: Type.Enum([...FREQUENCIES]),
  announcement_frequency: Type.Enum([...FREQUENCIES]),
  ideas_count: integer,
  votes_count: integer,
  comments_count: integer,
  created_at: time,
})

const frequencyOf = (description: string) =>
  Type.Optional(Type.Enum([...FREQUENCIES], { description }))
const Settings = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  language: Type.Optional(
    Type.Union([Type.Enum([...LANGUAGES]), Type.Null()], { description: 'Of mails.' }),
  ),
  status_notifications: Type.Optional(
    Type.Boolean({
      description: 'Mails about new statuses and answers. True keeps a daily mail.',
    }),
  ),
  comment_notifications: Type.Optional(
    Type.Boolean({ description: 'Mails about comments. True keeps a daily mail.' }),
  ),
  status_frequency: frequencyOf('Mails about new statuses, answers, messages and merges.'),
  comment_frequency: frequencyOf('Mails about comments.'),
  announcement_frequency: frequencyOf('Mails about announcements. Until it is set: like statuses.'),
  mail_again: Type.Optional(
    Type.Boolean({
      description: 'True: mails that did not arrive are sent again. See `email_suppressed_at`.',
    }),
  ),
  hides_support: Type.Optional(
    Type.Boolean({ description: 'Whether lists of supporters leave the name out.' }),
  ),
})
const Confirmation = Type.Object({
  confirm: Type.String({ maxLength: 500, description: 'The own e-mail address.' }),
})
const Read = Type.Object({
  read_until: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
})
const Session = object({
  id: integer,
  method: text,
  is_current: flag,
  user_agent: orNull(text),
  address: orNull(text),
  created_at: time,
  last_used_at: time,
  expires_at: time,
})
const Application = object({
  id: integer,
  name: text,
  created_at: time,
  last_used_at: orNull(time),
})
const Notification = object({
  id: text,
  kind: Type.Enum(['status', 'comment', 'merge']),
  idea_id: integer,
  idea_title: text,
  forum_id: integer,
  text,
  text_type: text,
  merged_idea_id: orNull(integer),
  status: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: {} }),
  creator_name: orNull(text),
  is_read: flag,
  portal_url: text,
  created_at: time,
})
const Ended = object({ ended: integer })

const settingsReader = createInputReader(Settings)
const confirmationReader = createInputReader(Confirmation)
const readReader = createInputReader(Read)

export async function showMe(call: EndUserCall): Promise<string> {
  const me = await answerMe(call.context.reader, personOf(call))
  if (me === undefined) throw notShown('person', String(personOf(call)))
  return me
}

/** `input` has the members of Settings; absent ones stay as they are. */
export async function changeSettings(call: EndUserCall, input: unknown): Promise<void> {
  const { mail_again: mailAgain, ...settings } = settingsReader.read(input)
  const userId = personOf(call)
  await inTransaction(call.context.db, async (tx) => {
    if (mailAgain) await liftSuppression(tx, originOf(call), userId)
    await updateOwnSettings(tx, userId, settings)
  })
}

const originOf = (call: EndUserCall) => ({
  userId: personOf(call),
  clientId: null,
  address: call.request.ip,
  requestId: call.request.id,
})

/** The lists of the person: of what they may still see. */
const ownIdeas = (name: 'mine' | 'voted' | 'following', path: string, summary: string) => {
  const { mine: _, voted: __, following: ___, ...query } = ideaParameters
  return {
    method: 'GET',
    path,
    summary,
    tag: 'me',
    needs: 'person',
    query,
    hasPages: true,
    answer: { arrayOf: ideas },
    handle(call) {
      const sort = call.query.sort ?? (call.query.cursor || call.query.q ? undefined : 'new')
      const query = { ...call.query, sort, [name]: 'true' }
      return answerIdeas(call, ({ forumsToSee }) => forumsToSee, { query })
    },
  } satisfies EndUserOperation
}

const MAX_PER_PAGE = 100

function parsePosition(call: EndUserCall): { time: string; key: string } | undefined {
  const cursor = singleValue(call.query, 'cursor')
  if (cursor === undefined) return undefined
  const [time = '', key = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const parsed = parseTime(time)
  if (!parsed || !/^[a-z]{1,10}-\d{1,16}$/.test(key))
    throw new ApiError('malformed', 'cursor: was not issued by this list.', { cursor: 'in' })
  return { time: parsed.toISOString(), key }
}

/** The page of the query, and the cursor of the next one. */
export async function readNotifications(
  call: EndUserCall,
  forums: number[] | null,
): Promise<{ body: string; cursor: string | null }> {
  const { context, query } = call
  const perPage = Math.min(parsePositiveInteger(query, 'per_page', 20), MAX_PER_PAGE)
  const { body, next } = await answerNotifications(context.reader, {
    userId: personOf(call),
    forums,
    limit: perPage,
    after: parsePosition(call),
  })
  const cursor = next ? Buffer.from(`${next.time} ${next.key}`).toString('base64url') : null
  return { body, cursor }
}

async function listNotifications(call: EndUserCall): Promise<string> {
  const { body, cursor } = await readNotifications(call, (await readAccess(call)).forumsToSee)
  if (cursor !== null) linkToCursor(call, cursor)
  return body
}

/** Returns until when they are read. */
export async function markRead(call: EndUserCall, input: unknown): Promise<string> {
  const { read_until } = readReader.read(input)
  const until = await inTransaction(call.context.db, (tx) =>
    markNotificationsRead(tx, personOf(call), parseTime(read_until) ?? null),
  )
  return formatTime(until)
}

/** Those of ideas that the person still sees. */
export const ownComments = (call: EndUserCall, forums: number[] | null) => [
  addedCondition(ideaComments, 'creator', [personOf(call)]),
  addedCondition(ideaComments, 'visible'),
  ...inForums(ideaComments, forums),
]

/** Other people's sessions are answered like those that do not exist. */
const parseOwnId = (noun: string, text = ''): number => {
  const id = parseId(text)
  if (id === undefined) throw notShown(noun, text)
  return id
}

export async function listSessions({ context, caller }: EndUserCall) {
  const limits = sessionLimitsOf(context.settings)
  const sessions = await listEndUserSessions(context.db, caller?.userId ?? 0, limits)
  return sessions.map(({ id, method, address, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    is_current: id === caller?.sessionId,
    method,
    user_agent: userAgent,
    address,
    created_at: formatTime(createdAt),
    last_used_at: formatTime(lastUsedAt),
    expires_at: formatTime(expiresAt),
  }))
}

/** Returns how many. */
export function endOtherSessions(call: EndUserCall): Promise<number> {
  const except = call.caller?.sessionId ?? null
  return inTransaction(call.context.db, (tx) => endEndUserSessions(tx, personOf(call), { except }))
}

export async function endOwnSession(call: EndUserCall, text: string | undefined): Promise<void> {
  const id = parseOwnId('session', text)
  const ended = await inTransaction(call.context.db, (tx) =>
    endEndUserSessions(tx, personOf(call), { id }),
  )
  if (ended === 0) throw notShown('session', String(id))
}

export async function listApplications(call: EndUserCall) {
  const { pool } = call.context.reader
  const applications = await listApplicationsOfEndUser(pool, personOf(call))
  return applications.map(({ created_at, last_used_at, ...application }) => ({
    ...application,
    created_at: formatTime(created_at),
    last_used_at: last_used_at && formatTime(last_used_at),
  }))
}

export async function endOwnApplication(
  call: EndUserCall,
  text: string | undefined,
): Promise<void> {
  const id = parseOwnId('application', text)
  const isEnded = await inTransaction(call.context.db, (tx) =>
    endApplicationOfEndUser(tx, personOf(call), id),
  )
  if (!isEnded) throw notShown('application', String(id))
}

/** As a file. */
export async function exportMe(call: EndUserCall): Promise<string> {
  const data = await answerOwnData(call.context.reader, personOf(call))
  if (data === undefined) throw notShown('person', String(personOf(call)))
  call.reply.header('content-disposition', 'attachment; filename="my-feedback.json"')
  return data
}

export async function eraseMe(call: EndUserCall, input: unknown): Promise<string> {
  const { context } = call
  const userId = personOf(call)
  const { confirm } = confirmationReader.read(input)
  const address = await findAddressOf(context.reader, userId)
  if (confirm.trim().toLowerCase() !== address?.toLowerCase())
    throw invalidInput([
      {
        path: ['confirm'],
        code: 'in',
        message: 'confirm: send your own e-mail address. Nothing was deleted.',
      },
    ])
  await inTransaction(context.db, async (tx) => {
    if ((await findRole(tx, userId)) !== null)
      throw new ApiError(
        'forbidden',
        'You are a member of the team. An owner removes your role first.',
      )
    await eraseUser(tx, originOf(call), userId)
  })
  return JSON.stringify({ deleted: true })
}

export const meOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/me',
    summary: 'Get the person who calls',
    tag: 'me',
    needs: 'person',
    answer: { schema: Me },
    handle: showMe,
  },
  {
    method: 'PUT',
    path: '/me',
    summary: 'Change the name and the settings of the caller',
    description: 'Absent members stay as they are.',
    tag: 'me',
    needs: 'person',
    body: Settings,
    answer: { schema: Me },
    async handle(call) {
      await changeSettings(call, mergeInput(call))
      return showMe(call)
    },
  },
  {
    method: 'DELETE',
    path: '/me',
    summary: 'Delete the caller',
    description:
      'Votes, settings and the address are deleted; ideas and comments stay without their author. It cannot be undone.',
    tag: 'me',
    needs: 'themselves',
    body: Confirmation,
    answer: { schema: object({ deleted: flag }) },
    changesIdentities: true,
    handle: (call) => eraseMe(call, mergeInput(call)),
  },
  ownIdeas('mine', '/me/ideas', 'List what the caller suggested'),
  ownIdeas('voted', '/me/votes', 'List what the caller supports'),
  ownIdeas('following', '/me/following', 'List what the caller follows'),
  {
    method: 'GET',
    path: '/me/comments',
    summary: 'List the comments of the caller',
    tag: 'me',
    needs: 'person',
    query: pageParameters,
    hasPages: true,
    answer: { arrayOf: ideaComments },
    async handle(call) {
      const { forumsToSee } = await readAccess(call)
      return answerPage(call, ideaComments, {}, ownComments(call, forumsToSee))
    },
  },
  {
    method: 'GET',
    path: '/me/notifications',
    summary: 'List what happened to the ideas that the caller follows',
    description: 'Answers, comments of others and merges of the last 90 days, the newest first.',
    tag: 'me',
    needs: 'person',
    query: cursorParameters,
    hasPages: true,
    answer: { schema: listOf(Notification) },
    handle: listNotifications,
  },
  {
    method: 'PUT',
    path: '/me/notifications',
    summary: 'Mark notifications as read',
    description: 'Those until `read_until`. What is read stays read.',
    tag: 'me',
    needs: 'person',
    body: Read,
    answer: { schema: object({ read_until: time }) },
    handle: async (call) => JSON.stringify({ read_until: await markRead(call, mergeInput(call)) }),
  },
  {
    method: 'GET',
    path: '/me/sessions',
    summary: 'List where the caller is signed in',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: listOf(Session) },
    handle: async (call) => JSON.stringify(await listSessions(call)),
  },
  {
    method: 'DELETE',
    path: '/me/sessions',
    summary: 'End all other sessions of the caller',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: Ended },
    handle: async (call) => JSON.stringify({ ended: await endOtherSessions(call) }),
  },
  {
    method: 'DELETE',
    path: '/me/sessions/:id',
    summary: 'End a session of the caller',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: Ended },
    async handle(call) {
      await endOwnSession(call, call.params.id)
      return JSON.stringify({ ended: 1 })
    },
  },
  {
    method: 'GET',
    path: '/me/applications',
    summary: 'List the applications that act for the caller',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: listOf(Application) },
    handle: async (call) => JSON.stringify(await listApplications(call)),
  },
  {
    method: 'DELETE',
    path: '/me/applications/:id',
    summary: 'End what an application may do for the caller',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: Ended },
    changesIdentities: true,
    async handle(call) {
      await endOwnApplication(call, call.params.id)
      return JSON.stringify({ ended: 1 })
    },
  },
  {
    method: 'GET',
    path: '/me/export',
    summary: 'Get everything that the caller gave the portal',
    tag: 'me',
    needs: 'themselves',
    answer: { schema: Type.Unsafe<object>({ type: 'object', additionalProperties: {} }) },
    handle: exportMe,
  },
]

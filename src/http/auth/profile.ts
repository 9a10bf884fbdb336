// The profile page, where people manage how they sign in and where they are signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changePassword } from '../../auth/sign-in/change-password.ts'
import { confirmPassword } from '../../auth/sign-in/confirm-password.ts'
import { relyingPartyOf, removePasskey } from '../../auth/sign-in/passkeys.ts'
import { findPasswordProblem } from '../../auth/sign-in/passwords.ts'
import {
  type Actor,
  beginSetup,
  createRecoveryCodes,
  findSetup,
  finishSetup,
  removeSecondFactor,
} from '../../auth/sign-in/second-factor-setup.ts'
import { buildOrigin } from '../../auth/sign-in/sign-in.ts'
import {
  mustProveFactor,
  type Profile,
  type ProfileSession,
  readProfile,
} from '../../auth/staff/profile.ts'
import { endSessions, type StartedSession } from '../../auth/staff/sessions.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Admission } from '../limits/admission.ts'
import { setSessionCookie } from './cookies/session-cookie.ts'
import {
  PROFILE_PATHS,
  type ProfilePart,
  profilePage,
  recoveryCodesPage,
  setupPage,
} from './pages/profile.ts'
import { PROFILE_PATH, SIGN_IN_PATH } from './pages/sign-in.ts'
import { sendPage, sourceOf, waitText } from './sign-in.ts'

type Form = { Body: Record<string, unknown> | undefined }

const WRONG_PASSWORD = 'The password is wrong.'
const WRONG_CODE =
  'The code is wrong. Check the clock of your device, and use the code that the app shows now.'
export const PROVE_FACTOR =
  'You have a second factor. Sign out and sign in with it to change how you sign in.'

type Problem = { status: number; text: string; seconds?: number }

type Own = { profile: Profile; session: ProfileSession }

type Act = Own & {
  request: FastifyRequest<Form>
  reply: FastifyReply
  actor: Actor
  text(name: string): string
  /** The page again, with what is wrong. */
  retry(part: ProfilePart, problem: Problem): FastifyReply
}

export function profileRoutes(app: FastifyInstance, context: Context, hashing: Admission): void {
  const { db, reader } = context

  app.get<{ Querystring: { done?: unknown } }>(PROFILE_PATH, async (request, reply) => {
    const own = await findOwnProfile(context, request)
    if (!own) return toSignIn(reply)
    return sendPage(reply, show(own, { done: scalarText(request.query.done) ?? '' }))
  })
  const show = (own: Own, more: { done?: string; problem?: { at: ProfilePart; text: string } }) =>
    profilePage({
      ...own,
      mustProveFactor: mustProveFactor(own.profile, own.session),
      hasPasskeys: relyingPartyOf(reader.baseUrl) !== undefined,
      ...more,
    })

  /** A form of the page. */
  const onSubmit = (path: string, act: (form: Act) => Promise<FastifyReply>) =>
    app.post<Form>(path, async (request, reply) => {
      const own = await findOwnProfile(context, request)
      if (!own) return toSignIn(reply)
      return act({
        ...own,
        request,
        reply,
        actor: actorOf(request),
        text: (name) => scalarText(request.body?.[name]) ?? '',
        retry(at, { status, text, seconds }) {
          if (seconds !== undefined) reply.header('retry-after', seconds)
          return sendPage(reply.code(status), show(own, { problem: { at, text } }))
        },
      })
    })
  /** One that changes how the person signs in: it asks for the password again. */
  const onConfirmed = (
    path: string,
    part: ProfilePart | ((form: Act) => ProfilePart),
    act: (form: Act) => Promise<FastifyReply>,
  ) =>
    onSubmit(path, async (form) => {
      const at = typeof part === 'string' ? part : part(form)
      if (at !== 'password' && mustProveFactor(form.profile, form.session))
        return form.retry(at, { status: 403, text: PROVE_FACTOR })
      const problem = await confirm(context, hashing, form.request, form.text('current_password'))
      return problem ? form.retry(at, problem) : act(form)
    })

  const done = ({ request, reply }: Act, event: string, session?: StartedSession) => {
    renew(request, reply, event, session)
    return reply.redirect(`${PROFILE_PATH}?done=${event}`, 303)
  }
  const renew = (
    request: FastifyRequest,
    reply: FastifyReply,
    event: string,
    session?: StartedSession,
  ) => {
    context.forgetIdentities()
    if (session) setSessionCookie(reply, reader.baseUrl, session.credential)
    request.log.info({ event, user: actorOf(request).userId }, 'profile changed')
  }

  onConfirmed(PROFILE_PATHS.password, 'password', async (form) => {
    const { name, email } = form.profile
    const password = form.text('password')
    const problem = await hashing.run(0, () => findPasswordProblem(password, [name, email]))
    if (problem) return form.retry('password', { status: 422, text: problem })
    const session = await hashing.run(0, () => changePassword(db, form.actor, password))
    return done(form, 'password_changed', session)
  })

  onConfirmed(PROFILE_PATHS.setup, 'second_factor', async ({ profile, reply, actor }) =>
    profile.secondFactorSince
      ? reply.redirect(PROFILE_PATH, 303)
      : sendPage(reply, setupPage(await beginSetup(db, actor.userId))),
  )
  onSubmit(PROFILE_PATHS.finishSetup, async ({ request, reply, actor, text, retry }) => {
    const continuation = text('continuation')
    const result = await finishSetup(db, actor, continuation, text('code'))
    if (result.type === 'added') {
      renew(request, reply, 'second_factor_added', result.session)
      return sendPage(reply, recoveryCodesPage(result.recoveryCodes))
    }
    const setup = await findSetup(db, actor.userId, continuation)
    if (result.type === 'refused' && setup)
      return sendPage(reply.code(401), setupPage(setup, WRONG_CODE))
    return retry('second_factor', {
      status: 409,
      text: 'The setup has ended, after too many wrong codes or too long a time. Start again.',
    })
  })
  onConfirmed(PROFILE_PATHS.recoveryCodes, 'recovery_codes', async (form) => {
    const codes = await inTransaction(db, (tx) => createRecoveryCodes(tx, form.actor))
    if (!codes) return form.reply.redirect(PROFILE_PATH, 303)
    renew(form.request, form.reply, 'recovery_codes_created')
    return sendPage(form.reply, recoveryCodesPage(codes))
  })
  onConfirmed(PROFILE_PATHS.removeFactor, 'remove_factor', async (form) => {
    const session = await inTransaction(db, (tx) => removeSecondFactor(tx, form.actor))
    return done(form, 'second_factor_removed', session)
  })

  const passkeyOf = ({ text }: Act): ProfilePart => `passkey_${text('id')}`
  onConfirmed(PROFILE_PATHS.removePasskey, passkeyOf, async (form) => {
    const id = parseId(form.text('id')) ?? -1
    try {
      await inTransaction(db, (tx) => removePasskey(tx, form.actor, id))
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'conflict')) throw error
      return form.retry(passkeyOf(form), { status: 409, text: error.message })
    }
    return done(form, 'passkey_removed')
  })

  onSubmit(PROFILE_PATHS.endSession, async (form) => {
    const { userId, source } = form.actor
    const id = parseId(form.text('id')) ?? -1
    await inTransaction(db, (tx) => endSessions(tx, buildOrigin(source, userId), { id, userId }))
    return done(form, 'session_ended')
  })
  onSubmit(PROFILE_PATHS.endOthers, async (form) => {
    const { userId, sessionId: except, source } = form.actor
    await inTransaction(db, (tx) =>
      endSessions(tx, buildOrigin(source, userId), { userId, except }),
    )
    return done(form, 'sessions_ended')
  })
}

const toSignIn = (reply: FastifyReply) =>
  reply.redirect(`${SIGN_IN_PATH}?return_to=${encodeURIComponent(PROFILE_PATH)}`, 303)

/** The person and session of the request; undefined without a session, also for a token. */
export async function findOwnProfile(
  { reader }: Context,
  { state: { identity } }: FastifyRequest,
): Promise<Own | undefined> {
  if (!identity?.session) return undefined
  const profile = await readProfile(reader.pool, identity.userId)
  const session = profile?.sessions.find(({ id }) => id === identity.session?.id)
  return profile && session && { profile, session }
}

export function actorOf(request: FastifyRequest): Actor {
  const { identity } = request.state
  if (!identity?.session)
    throw new ApiError('unauthorized', 'The session has ended. Sign in again.')
  return { userId: identity.userId, sessionId: identity.session.id, source: sourceOf(request) }
}

/** Undefined when the password is right, or the person has none. */
export async function confirm(
  { db }: Context,
  hashing: Admission,
  request: FastifyRequest,
  password: string,
): Promise<Problem | undefined> {
  const { userId, source } = actorOf(request)
  const result = await hashing.run(0, () => confirmPassword(db, userId, password, source))
  if (result.type === 'confirmed') return undefined
  request.log.warn({ event: 'confirmation_failed', address: request.ip }, 'confirmation failed')
  return result.type === 'refused'
    ? { status: 401, text: WRONG_PASSWORD }
    : { status: 429, text: waitText(result.seconds), seconds: result.seconds }
}

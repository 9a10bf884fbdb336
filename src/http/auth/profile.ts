// The profile page, where people manage how they sign in and where they are signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { revokeGrant } from '../../auth/clients/token-grants.ts'
import { changePassword } from '../../auth/sign-in/change-password.ts'
import { confirmPassword } from '../../auth/sign-in/confirm-password.ts'
import { isAvailableTo } from '../../auth/sign-in/oidc-settings.ts'
import { relyingPartyOf, removePasskey } from '../../auth/sign-in/passkeys.ts'
import { findPasswordProblem } from '../../auth/sign-in/passwords.ts'
import { disconnectAccount } from '../../auth/sign-in/provider-accounts.ts'
import {
  type Actor,
  beginSetup,
  createRecoveryCodes,
  findSetup,
  finishSetup,
  removeSecondFactor,
} from '../../auth/sign-in/second-factor-setup.ts'
import { buildOrigin } from '../../auth/sign-in/sign-in.ts'
import { changeName, confirmAddress, requestAddress } from '../../auth/staff/own-person.ts'
import {
  mustProveFactor,
  type Profile,
  type ProfileSession,
  readProfile,
} from '../../auth/staff/profile.ts'
import { endSessions, type StartedSession } from '../../auth/staff/sessions.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { isEmailAddress, parseId, scalarText } from '../../core/values.ts'
import type { Text } from '../../texts/html.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { setSessionCookie } from './cookies/session-cookie.ts'
import {
  PROFILE_PATHS,
  type ProfilePart,
  profilePage,
  recoveryCodesPage,
  setupPage,
} from './pages/profile.ts'
import {
  addressConfirmedPage,
  CONFIRM_ADDRESS_PATH,
  confirmAddressPage,
  PROFILE_PATH,
  signInAddress,
} from './pages/sign-in.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { refuseOtherSites, sendPage, sourceOf, waitText } from './sign-in.ts'

type Form = { Body: Record<string, unknown> | undefined }

const MAX_NAME = 200
const INVALID_ADDRESS_LINK = 'This link is not valid any more. Change the address again.'
const WRONG_PASSWORD = 'The password is wrong.'
const WRONG_CODE =
  'The code is wrong. Check the clock of your device, and use the code that the app shows now.'
export const CONFIRM_FIRST =
  'You signed in a while ago. Confirm that it is you, then change how you sign in.'
export const PROVE_FACTOR =
  'You have a second factor. Sign out and sign in with it to change how you sign in.'

type Problem = { status: number; text: Text; seconds?: number }

type Own = { profile: Profile; session: ProfileSession }

type Act = Own & {
  request: FastifyRequest<Form>
  reply: FastifyReply
  actor: Actor
  text(name: string): string
  /** The page again, with what is wrong. */
  retry(part: ProfilePart, problem: Problem): FastifyReply
}

export function profileRoutes(
  app: FastifyInstance,
  context: Context,
  hashing: PasswordHashing,
): void {
  const { db, reader } = context

  app.get<{ Querystring: { done?: unknown } }>(PROFILE_PATH, async (request, reply) => {
    const own = await findOwnProfile(context, request)
    if (!own) return toSignIn(reply)
    return sendPage(reply, show(own, { done: scalarText(request.query.done) ?? '' }))
  })
  const show = (own: Own, more: { done?: string; problem?: { at: ProfilePart; text: Text } }) =>
    profilePage({
      ...own,
      mustProveFactor: mustProveFactor(own.profile, own.session),
      providers: context.providers
        .map(({ settings }) => settings)
        .filter((settings) => isAvailableTo(settings, 'staff')),
      hasPasskeys: relyingPartyOf(reader.baseUrl) !== undefined,
      hasMail: context.mail !== null,
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
        actor: actorOf(request, reader.baseUrl),
        text: (name) => scalarText(request.body?.[name]) ?? '',
        retry(at, { status, text, seconds }) {
          if (seconds !== undefined) reply.header('retry-after', seconds)
          return sendPage(reply.code(status), show(own, { problem: { at, text } }))
        },
      })
    })
  /** One that changes how the person signs in: they have proved who they are a moment ago. */
  const onConfirmed = (
    path: string,
    part: ProfilePart | ((form: Act) => ProfilePart),
    act: (form: Act) => Promise<FastifyReply>,
  ) =>
    onSubmit(path, async (form) => {
      const at = typeof part === 'string' ? part : part(form)
      if (mustProveFactor(form.profile, form.session))
        return form.retry(at, { status: 403, text: PROVE_FACTOR })
      if (!form.session.isConfirmed)
        return form.retry('confirm', { status: 403, text: CONFIRM_FIRST })
      return act(form)
    })
  /** Undefined when the password is right. */
  const confirm = async ({ request, actor, text }: Act): Promise<Problem | undefined> => {
    const result = await hashing.run(request, () =>
      confirmPassword(db, actor, text('current_password')),
    )
    if (result.type === 'confirmed') return undefined
    request.log.warn({ event: 'confirmation_failed', address: request.ip }, 'confirmation failed')
    return result.type === 'refused'
      ? { status: 401, text: WRONG_PASSWORD }
      : { status: 429, text: waitText(result.seconds), seconds: result.seconds }
  }
  onSubmit(PROFILE_PATHS.confirm, async (form) => {
    const problem = await confirm(form)
    return problem ? form.retry('confirm', problem) : form.reply.redirect(PROFILE_PATH, 303)
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

  // The current password is always asked for. A person without one needs a recent proof instead.
  onSubmit(PROFILE_PATHS.password, async (form) => {
    const { name, email, hasPassword } = form.profile
    if (hasPassword) {
      const wrong = await confirm(form)
      if (wrong) return form.retry('password', wrong)
    } else if (!form.session.isConfirmed)
      return form.retry('confirm', { status: 403, text: CONFIRM_FIRST })
    const password = form.text('password')
    const problem = await hashing.run(form.request, () =>
      findPasswordProblem(password, [name, email, reader.baseUrl]),
    )
    if (problem) return form.retry('password', { status: 422, text: problem })
    const session = await hashing.run(form.request, () => changePassword(db, form.actor, password))
    return done(form, 'password_changed', session)
  })

  onSubmit(PROFILE_PATHS.name, async (form) => {
    const name = form.text('name').trim().slice(0, MAX_NAME)
    if (name === '') return form.retry('name', { status: 422, text: 'The name is missing.' })
    await inTransaction(db, (tx) => changeName(tx, form.actor, name))
    return done(form, 'name_changed')
  })
  onConfirmed(PROFILE_PATHS.address, 'address', async (form) => {
    const email = form.text('email').trim()
    if (!isEmailAddress(email))
      return form.retry('address', { status: 422, text: 'This is not an e-mail address.' })
    try {
      const isMailed = context.mail !== null
      await inTransaction(db, (tx) => requestAddress(tx, form.actor, email, isMailed))
      return done(form, isMailed ? 'address_mailed' : 'address_changed')
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'conflict')) throw error
      return form.retry('address', { status: 409, text: error.message })
    }
  })
  app.get(CONFIRM_ADDRESS_PATH, async (_, reply) => sendPage(reply, confirmAddressPage()))
  app.post<Form>(CONFIRM_ADDRESS_PATH, async (request, reply) => {
    refuseOtherSites(request, reader.baseUrl)
    const code = (scalarText(request.body?.code) ?? '').trim()
    const result = await confirmAddress(db, code, sourceOf(request)).catch((error) => {
      if (error instanceof ApiError && error.kind === 'conflict') return error.message
      throw error
    })
    if (typeof result === 'string') return sendPage(reply.code(409), confirmAddressPage(result))
    if (!result) return sendPage(reply.code(401), confirmAddressPage(INVALID_ADDRESS_LINK))
    context.forgetIdentities()
    return sendPage(reply, addressConfirmedPage(result.email))
  })

  onConfirmed(PROFILE_PATHS.setup, 'second_factor', async ({ profile, reply, actor }) =>
    profile.secondFactorSince
      ? reply.redirect(PROFILE_PATH, 303)
      : sendPage(reply, setupPage(await beginSetup(db, actor.userId))),
  )
  onSubmit(PROFILE_PATHS.finishSetup, async ({ request, reply, actor, text, retry }) => {
    const continuation = text('continuation')
    const typed = { code: text('code'), readKeys: context.readKeys }
    const result = await finishSetup(db, actor, continuation, typed)
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

  const accountOf = ({ text }: Act): ProfilePart => `account_${text('issuer')}`
  onConfirmed(PROFILE_PATHS.disconnect, accountOf, async (form) => {
    const { userId, source } = form.actor
    const issuer = form.text('issuer')
    const methods = context.providers.flatMap(({ settings }) =>
      settings.issuer === issuer ? [settings.slug] : [],
    )
    try {
      await inTransaction(db, (tx) =>
        disconnectAccount(tx, buildOrigin(source, userId), form.actor, { issuer, methods }),
      )
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'conflict')) throw error
      return form.retry(accountOf(form), { status: 409, text: error.message })
    }
    return done(form, 'account_disconnected')
  })
  onSubmit(PROFILE_PATHS.revokeGrant, async (form) => {
    const { userId, source } = form.actor
    const id = parseId(form.text('id')) ?? -1
    await inTransaction(db, (tx) => revokeGrant(tx, { id, userId }, buildOrigin(source, userId)))
    return done(form, 'grant_revoked')
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

const toSignIn = (reply: FastifyReply) => reply.redirect(signInAddress(PROFILE_PATH), 303)

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

export function actorOf(request: FastifyRequest, baseUrl?: string): Actor {
  const { identity } = request.state
  if (!identity?.session)
    throw new ApiError('unauthorized', 'The session has ended. Sign in again.')
  return {
    userId: identity.userId,
    sessionId: identity.session.id,
    source: sourceOf(request, baseUrl),
  }
}

// What the script of the pages calls to add a passkey and to sign in with one. JSON in, JSON out.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addPasskey,
  beginAssertion,
  beginRegistration,
  confirmWithPasskey,
  type RelyingParty,
  relyingPartyOf,
  signInWithPasskey,
  welcomeWithPasskey,
} from '../../auth/sign-in/passkeys.ts'
import { findWelcome } from '../../auth/sign-in/welcome.ts'
import { mustProveFactor } from '../../auth/staff/profile.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { isEmailAddress, scalarText } from '../../core/values.ts'
import { say } from '../../texts/texts.ts'
import { readLanguage } from '../pages/reading.ts'
import { serveAsset } from '../responses/static-asset.ts'
import { setSessionCookie } from './cookies/session-cookie.ts'
import { PASSKEY_PATHS, PASSKEYS_SCRIPT } from './pages/passkeys.ts'
import { CONSOLE_PATH, PROFILE_PATH } from './pages/sign-in.ts'
import { actorOf, CONFIRM_FIRST, findOwnProfile, PROVE_FACTOR } from './profile.ts'
import { ownPath, refuseOtherSites, sourceOf, startBrowserSession, waitText } from './sign-in.ts'
import { INVALID_LINK } from './welcome.ts'

/** Some authenticators send certificates. */
const BODY = { bodyLimit: 65_536 }

type Json = { Body: Record<string, unknown> | undefined }

export async function passkeyRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, reader } = context
  const script = await readFile(join(import.meta.dirname, 'pages/scripts/passkeys.js'), 'utf8')
  serveAsset(app, PASSKEYS_SCRIPT, { type: 'text/javascript; charset=utf-8', read: () => script })
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'GET') refuseOtherSites(request, reader.baseUrl)
  })
  const party = () => requireParty(reader.baseUrl)

  const { add, welcome, confirm, 'sign-in': signIn } = PASSKEY_PATHS
  app.post<Json>(add.options, async (request) => {
    const { profile, session } = await requireProfile(context, request)
    if (mustProveFactor(profile, session)) throw new ApiError('forbidden', PROVE_FACTOR)
    if (!session.isConfirmed) throw new ApiError('forbidden', CONFIRM_FIRST)
    return beginRegistration(db, party(), actorOf(request).userId)
  })
  app.post<Json>(add.finish, BODY, async (request, reply) => {
    await requireProfile(context, request)
    const session = await addPasskey(db, party(), actorOf(request), {
      name: textOf(request, 'name'),
      response: request.body?.response,
    })
    context.forgetIdentities()
    request.log.info({ event: 'passkey_added', session: session.id }, 'passkey added')
    setSessionCookie(reply, reader.baseUrl, session.credential)
    return { location: `${PROFILE_PATH}?done=passkey_added` }
  })

  app.post<Json>(confirm.options, async (request) => {
    await requireProfile(context, request)
    return beginAssertion(db, party(), actorOf(request).userId)
  })
  app.post<Json>(confirm.finish, BODY, async (request) => {
    await requireProfile(context, request)
    const { response } = request.body ?? {}
    const result = await confirmWithPasskey(db, party(), actorOf(request), response)
    if (result.type === 'confirmed') return { location: PROFILE_PATH }
    request.log.warn({ event: 'confirmation_failed', address: request.ip }, 'confirmation failed')
    if (result.type === 'blocked') throw blocked(request, result.seconds)
    throw new ApiError('forbidden', 'This is not a passkey of yours, or it was removed.')
  })

  app.post<Json>(welcome.options, async (request) => {
    const { person } = await readWelcome(request)
    return beginRegistration(db, party(), person.id)
  })
  app.post<Json>(welcome.finish, BODY, async (request, reply) => {
    const { person, ...form } = await readWelcome(request)
    const { response } = request.body ?? {}
    const result = await welcomeWithPasskey(
      db,
      party(),
      { ...form, userId: person.id, response },
      sourceOf(request, reader.baseUrl),
    )
    if (result.type !== 'signed_in') throw new ApiError('unauthorized', INVALID_LINK)
    return {
      location: await startBrowserSession(context, { request, reply }, result, CONSOLE_PATH),
    }
  })
  const readWelcome = async (request: FastifyRequest<Json>) => {
    const code = textOf(request, 'code').trim()
    const [name, email] = [textOf(request, 'name').trim(), textOf(request, 'email').trim()]
    const person = await findWelcome(db, code)
    if (!person) throw new ApiError('unauthorized', INVALID_LINK)
    if (name === '') throw new ApiError('invalid', 'The name is missing.')
    if (!isEmailAddress(email)) throw new ApiError('invalid', 'This is not an e-mail address.')
    return { person, code, name, email }
  }

  app.post<Json>(signIn.options, () => beginAssertion(db, party()))
  app.post<Json>(signIn.finish, BODY, async (request, reply) => {
    const result = await signInWithPasskey(
      db,
      party(),
      request.body?.response,
      sourceOf(request, reader.baseUrl),
    )
    if (result.type === 'signed_in') {
      const returnTo = ownPath(request.body?.return_to)
      return { location: await startBrowserSession(context, { request, reply }, result, returnTo) }
    }
    request.log.warn({ event: 'sign_in_failed', address: request.ip }, 'sign-in failed')
    if (result.type === 'blocked') throw blocked(request, result.seconds)
    throw new ApiError('unauthorized', 'This passkey is not known here, or was removed.')
  })
}

const blocked = (request: FastifyRequest, seconds: number) =>
  new ApiError('rate_limited', say(waitText(seconds), readLanguage(request)))

/** Never from the header Host, which the caller chooses. */
function requireParty(baseUrl: string): RelyingParty {
  const party = relyingPartyOf(baseUrl)
  if (party) return party
  throw new ApiError(
    'conflict',
    'Passkeys need a public address with https and a name, or localhost.',
  )
}

async function requireProfile(context: Context, request: FastifyRequest) {
  const own = await findOwnProfile(context, request)
  if (own) return own
  throw new ApiError('unauthorized', 'The session has ended. Sign in again.')
}

const textOf = ({ body }: FastifyRequest<Json>, name: string) => scalarText(body?.[name]) ?? ''

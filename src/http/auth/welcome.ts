// The first sign-in of a person, by a link that an owner gave or mailed to them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { relyingPartyOf } from '../../auth/sign-in/passkeys.ts'
import { findPasswordProblem } from '../../auth/sign-in/passwords.ts'
import { findWelcome, welcome } from '../../auth/sign-in/welcome.ts'
import { acceptInvitation, findInvited, type Invited } from '../../auth/staff/invitations.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { isEmailAddress, scalarText } from '../../core/values.ts'
import type { Text } from '../../texts/html.ts'
import { serveAsset } from '../responses/static-asset.ts'
import { acceptedPage, acceptPage, invitedPage } from './pages/invitation.ts'
import {
  CONSOLE_PATH,
  linkPage,
  WELCOME_PATH,
  WELCOME_SCRIPT,
  type WelcomeForm,
  welcomePage,
} from './pages/sign-in.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { refuseOtherSites, sendPage, sourceOf, startBrowserSession } from './sign-in.ts'

export const INVALID_LINK = 'This link is not valid any more. Ask an owner for another one.'

type Form = { Body: Record<string, unknown> | undefined }

export async function welcomeRoutes(
  app: FastifyInstance,
  context: Context,
  hashing: PasswordHashing,
): Promise<void> {
  const { db, reader } = context
  const showWelcome = (form: WelcomeForm) =>
    welcomePage({ ...form, hasPasskeys: relyingPartyOf(reader.baseUrl) !== undefined })
  const script = await readFile(join(import.meta.dirname, 'pages/scripts/welcome.js'), 'utf8')
  serveAsset(app, WELCOME_SCRIPT, { type: 'text/javascript; charset=utf-8', read: () => script })

  app.get(WELCOME_PATH, async (_, reply) => sendPage(reply, linkPage()))
  app.post<Form>(WELCOME_PATH, async (request, reply) => {
    refuseOtherSites(request, reader.baseUrl)
    const text = (name: string) => scalarText(request.body?.[name])
    const code = text('code')?.trim() ?? ''
    const invited = await findInvited(db, code)
    if (invited) return answerInvited(request, reply, code, invited)
    const person = await findWelcome(db, code)
    if (!person) return sendPage(reply.code(401), linkPage(INVALID_LINK))
    const password = text('password')
    if (password === undefined) return sendPage(reply, showWelcome({ code, ...person }))
    const [name, email] = [text('name')?.trim() ?? '', text('email')?.trim() ?? '']
    const retry = (problem: Text, status = 422) =>
      sendPage(reply.code(status), showWelcome({ code, name, email, problem }))
    if (name === '') return retry('The name is missing.')
    if (!isEmailAddress(email)) return retry('This is not an e-mail address.')
    const problem = await hashing.run(request, () =>
      findPasswordProblem(password, [name, email, reader.baseUrl]),
    )
    if (problem) return retry(problem)
    const result = await hashing
      .run(request, () =>
        welcome(db, { code, name, email, password }, sourceOf(request, reader.baseUrl)),
      )
      .catch((error) => {
        if (error instanceof ApiError && error.code === 'conflict') return error
        throw error
      })
    if (result instanceof ApiError) return retry(result.message, 409)
    if (result.type !== 'signed_in') return sendPage(reply.code(401), linkPage(INVALID_LINK))
    return reply.redirect(
      await startBrowserSession(context, { request, reply }, result, CONSOLE_PATH),
      303,
    )
  })

  /** Reads the name and the password only: the address and the role are those of the invitation. */
  async function answerInvited(
    request: FastifyRequest<Form>,
    reply: FastifyReply,
    code: string,
    invited: Invited,
  ): Promise<FastifyReply> {
    const text = (name: string) => scalarText(request.body?.[name])
    const source = sourceOf(request, reader.baseUrl)
    if (invited.hasWayIn) {
      if (text('accept') === undefined) return sendPage(reply, acceptPage(code, invited))
      const result = await acceptInvitation(db, { code }, source)
      return result.type === 'accepted'
        ? sendPage(reply, acceptedPage(invited))
        : sendPage(reply.code(401), linkPage(INVALID_LINK))
    }
    const password = text('password')
    if (password === undefined) return sendPage(reply, invitedPage(code, invited))
    const name = text('name')?.trim() ?? ''
    const retry = (problem: Text) =>
      sendPage(reply.code(422), invitedPage(code, { ...invited, name }, problem))
    if (name === '') return retry('The name is missing.')
    const problem = await hashing.run(request, () =>
      findPasswordProblem(password, [name, invited.email, reader.baseUrl]),
    )
    if (problem) return retry(problem)
    const result = await hashing.run(request, () =>
      acceptInvitation(db, { code, name, password }, source),
    )
    if (result.type === 'accepted') return sendPage(reply, acceptedPage(invited))
    if (result.type !== 'signed_in') return sendPage(reply.code(401), linkPage(INVALID_LINK))
    return reply.redirect(
      await startBrowserSession(context, { request, reply }, result, CONSOLE_PATH),
      303,
    )
  }
}

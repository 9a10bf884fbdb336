// Signing in on the portal with a mail that has a link and a code.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  blockedVisitorPage,
  EMAIL_CODE_PATH,
  EMAIL_LINK_PATH,
  emailCodePage,
  emailLinkPage,
  endedLinkPage,
  VISITOR_SIGN_IN_PATH,
  type VisitorSignInForm,
  visitorSignInAddress,
  visitorSignInPage,
} from '../../../portal/pages/sign-in.ts'
import type { PortalPage } from '../../../portal/view.ts'
import {
  type EmailProof,
  type EmailSignInResult,
  findEmailSignIn,
  finishEmailSignIn,
  startEmailSignIn,
} from '../../auth/end-users/email-sign-in.ts'
import { ApiError } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { isEmailAddress, scalarText } from '../../core/values.ts'
import { type Sentence, t } from '../../texts/texts.ts'
import type { PublishedContribution } from '../../write/guest-contributions.ts'
import { clearEmailCookie, readEmailCookie, setEmailCookie } from '../auth/cookies/email-cookie.ts'
import { listSignInProviders } from '../auth/providers.ts'
import { refuseOtherSites, waitText } from '../auth/sign-in.ts'
import { adoptGuestContributions, startVisit, visitorPath } from '../auth/visitor-sign-in.ts'
import { readLanguage } from '../pages/reading.ts'
import { commentPath } from './comments.ts'
import { sendSecretPage } from './send.ts'
import type { Portal } from './visit.ts'

const ENDED =
  'This sign-in was begun in another browser, has expired or was finished already. Begin again.'

type Form = { Body: Record<string, unknown> | undefined }
type Link = { Params: { link: string } }

/** Within the pages that know their visitor. */
export function signInRoutes(app: FastifyInstance, portal: Portal): void {
  const { context } = portal
  const { db, reader } = context
  const { baseUrl } = reader
  const renderSignIn = (form: Pick<VisitorSignInForm, 'returnTo' | 'email' | 'problem'>) =>
    visitorSignInPage({
      ...form,
      hasEmail: context.mail !== null,
      providers: listSignInProviders(context, 'end_users'),
    })
  const sendPage = (reply: FastifyReply, page: PortalPage) => sendSecretPage(portal, reply, page)
  const sendSignIn = (reply: FastifyReply, form: Parameters<typeof renderSignIn>[0]) =>
    sendSecretPage(portal, reply, renderSignIn(form), visitorSignInAddress(form.returnTo))
  const finish = async (request: FastifyRequest, proof: EmailProof) => {
    const adopted: { last: PublishedContribution | null } = { last: null }
    const result = await finishEmailSignIn(db, proof, {
      readKeys: context.readKeys,
      network: clientNetwork(request.ip),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      sessionDays: context.settings.portal_session_days,
      confirms: async (...confirmed) => {
        adopted.last = await adoptGuestContributions(...confirmed)
      },
    })
    if (result.type !== 'signed_in' || !result.isOfGuest || !adopted.last) return result
    return { ...result, returnTo: contributionPath(adopted.last) }
  }

  app.get<{ Querystring: { return_to?: unknown } }>(
    VISITOR_SIGN_IN_PATH,
    async (request, reply) => {
      const returnTo = visitorPath(request.query.return_to)
      return request.state.visitor ? reply.redirect(returnTo, 303) : sendSignIn(reply, { returnTo })
    },
  )

  app.post<Form>(VISITOR_SIGN_IN_PATH, async (request, reply) => {
    refuseOtherSites(request, baseUrl)
    if (context.mail === null) throw new ApiError('not_found', 'Mail is not configured.')
    const returnTo = visitorPath(request.body?.return_to)
    const email = scalarText(request.body?.email)?.trim() ?? ''
    if (!isEmailAddress(email)) {
      const problem = 'This is not an e-mail address.'
      return sendSignIn(reply.code(422), { returnTo, email, problem })
    }
    const network = clientNetwork(request.ip)
    const language = readLanguage(request)
    const started = await startEmailSignIn(db, { email, language, returnTo, network })
    if (started.type === 'delayed') {
      const problem = delay(request, reply, started.seconds)
      return sendSignIn(reply, { returnTo, email, problem })
    }
    setEmailCookie(reply, baseUrl, started.credential)
    return reply.redirect(EMAIL_CODE_PATH, 303)
  })

  app.get(EMAIL_CODE_PATH, async (request, reply) => {
    const credential = readEmailCookie(request, baseUrl)
    const pending = credential && (await findEmailSignIn(db, { credential }))
    return pending
      ? sendPage(reply, emailCodePage(pending, pending.triesLeft === 0 ? wrongCodeText(0) : ''))
      : reply.redirect(VISITOR_SIGN_IN_PATH, 303)
  })

  app.post<Form>(EMAIL_CODE_PATH, async (request, reply) => {
    refuseOtherSites(request, baseUrl)
    const credential = readEmailCookie(request, baseUrl)
    const pending = credential && (await findEmailSignIn(db, { credential }))
    if (!credential || !pending) return answerEnded(request, reply)
    const code = scalarText(request.body?.code)?.replace(/[\s-]/g, '') ?? ''
    const ask = (problem: string | Sentence) => sendPage(reply, emailCodePage(pending, problem))
    // A slip is no guess.
    if (!/^\d{6}$/.test(code)) {
      reply.code(422)
      return ask('A code has six digits.')
    }
    const result = await finish(request, { credential, code })
    switch (result.type) {
      case 'signed_in':
        return enter(request, reply, result)
      case 'wrong_code':
        warn(request, result.type)
        reply.code(401)
        return ask(wrongCodeText(result.triesLeft))
      case 'delayed':
        return ask(delay(request, reply, result.seconds))
      case 'ended':
        return answerEnded(request, reply)
      case 'blocked':
        return answerBlocked(request, reply)
    }
  })

  app.get<Link>(`${EMAIL_LINK_PATH}/:link`, async ({ params: { link } }, reply) => {
    const pending = await findEmailSignIn(db, { link })
    return pending
      ? sendPage(reply, emailLinkPage(link, pending))
      : sendPage(reply.code(410), endedLinkPage())
  })

  app.post<Link>(`${EMAIL_LINK_PATH}/:link`, async (request, reply) => {
    refuseOtherSites(request, baseUrl)
    const result = await finish(request, { link: request.params.link })
    if (result.type === 'signed_in') return enter(request, reply, result)
    if (result.type === 'blocked') return answerBlocked(request, reply)
    warn(request, result.type)
    return sendPage(reply.code(410), endedLinkPage())
  })

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { credential, returnTo }: EmailSignInResult & { type: 'signed_in' },
  ) => {
    await startVisit(context, { request, reply }, credential)
    clearEmailCookie(reply, baseUrl)
    return reply.redirect(visitorPath(returnTo), 303)
  }

  const answerEnded = (request: FastifyRequest, reply: FastifyReply) => {
    warn(request, 'ended')
    return sendSignIn(reply.code(401), { returnTo: '/', problem: ENDED })
  }

  const answerBlocked = (request: FastifyRequest, reply: FastifyReply) => {
    warn(request, 'blocked')
    return sendPage(reply.code(403), blockedVisitorPage())
  }
}

/** Where a guest sees what became of it. */
const contributionPath = ({ id, kind, suggestionId }: PublishedContribution): string =>
  kind === 'comment' ? commentPath(suggestionId, id) : `/suggestions/${suggestionId}`

function delay(request: FastifyRequest, reply: FastifyReply, seconds: number): Sentence {
  warn(request, 'delayed')
  reply.code(429).header('retry-after', seconds)
  return waitText(seconds)
}

const wrongCodeText = (triesLeft: number): string | Sentence =>
  triesLeft === 0
    ? 'The code was wrong too often. Open the link of the mail, or ask for another mail.'
    : triesLeft === 1
      ? t`The code is wrong. You have 1 more try.`
      : t`The code is wrong. You have ${triesLeft} more tries.`

const warn = (request: FastifyRequest, reason: string) =>
  request.log.warn(
    { event: 'visitor_sign_in_failed', reason, address: request.ip },
    'sign-in failed',
  )

// The link of a mail that ends mails like it. It works without a session. Only POST changes something.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  invalidLinkPage,
  type UnsubscribeData,
  unsubscribedPage,
  unsubscribePage,
} from '../../../portal/pages/unsubscribe.ts'
import { UNSUBSCRIBE_PATH } from '../../../portal/paths.ts'
import { readUnsubscribeToken, type Subscription } from '../../auth/end-users/unsubscribe.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Tx } from '../../db/db.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { endDailyMails, updateOwnSettings } from '../../write/end-users.ts'
import { endTeamMails } from '../../write/staff-notifications.ts'
import { unfollowSuggestion } from '../../write/supporters.ts'
import { createEndUserCall } from '../end-users/declaration.ts'
import { requireIdea } from '../end-users/doors.ts'
import { answerIdea } from '../end-users/ideas.ts'
import { sendSecretPage } from './send.ts'
import type { Portal } from './visit.ts'

type Params = { Params: { token: string } }

export function unsubscribeRoutes(app: FastifyInstance, portal: Portal): void {
  const { context } = portal
  const { db, readKeys } = context
  const path = `${UNSUBSCRIBE_PATH}/:token`

  /** The title, where the visitor of the page may see it: a mail can be forwarded. */
  async function describe(
    request: FastifyRequest,
    reply: FastifyReply,
    subscription: Subscription,
  ): Promise<UnsubscribeData> {
    if (subscription.kind !== 'suggestion') return { kind: subscription.kind, title: null }
    const id = String(subscription.suggestionId)
    const call = { ...createEndUserCall(request, reply, context), params: { id } }
    try {
      const { access, idea } = await requireIdea(call)
      const { title } = JSON.parse(await answerIdea(call, access, idea))
      return { kind: 'suggestion', title }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: 'suggestion', title: null }
    }
  }

  app.get<Params>(path, async (request, reply) => {
    const subscription = await readUnsubscribeToken(readKeys, request.params.token)
    return subscription
      ? sendSecretPage(portal, reply, unsubscribePage(await describe(request, reply, subscription)))
      : sendSecretPage(portal, reply.code(404), invalidLinkPage())
  })

  app.register(async (oneClick) => {
    // Programs of mail send `List-Unsubscribe=One-Click` in either form (RFC 8058). The token says everything.
    oneClick.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_, __, done) =>
      done(null, {}),
    )
    oneClick.post<Params>(path, async (request, reply) => {
      const subscription = await readUnsubscribeToken(readKeys, request.params.token)
      if (!subscription) return sendSecretPage(portal, reply.code(404), invalidLinkPage())
      const data = await describe(request, reply, subscription)
      request.state.hasBegun = true
      await inTransaction(db, (tx) => endSubscription(tx, subscription)).finally(() =>
        context.noteWrite(-subscription.userId),
      )
      return sendSecretPage(portal, reply, unsubscribedPage(data))
    })
  })
}

/** Somebody who was deleted meanwhile gets no mails either. */
async function endSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  const { userId, kind } = subscription
  switch (kind) {
    case 'all':
      return updateOwnSettings(tx, userId, {
        status_frequency: 'never',
        comment_frequency: 'never',
        announcement_frequency: 'never',
      })
    case 'status':
      return updateOwnSettings(tx, userId, { status_frequency: 'never' })
    case 'comments':
      return updateOwnSettings(tx, userId, { comment_frequency: 'never' })
    case 'announcements':
      return updateOwnSettings(tx, userId, { announcement_frequency: 'never' })
    case 'digest':
      return endDailyMails(tx, userId)
    case 'team_digest':
    case 'team_failures':
      return endTeamMails(tx, userId, kind)
    case 'suggestion':
      return unfollowSuggestion(tx, subscription.suggestionId, userId).catch((error) => {
        if (!(error instanceof ApiError && error.kind === 'not_found')) throw error
      })
  }
}

// One visit of a page of the portal: who asks, what they may do, and how the page looks for them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { visitorSignInAddress } from '../../../portal/pages/sign-in.ts'
import type { View } from '../../../portal/view.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import type { Context } from '../../context.ts'
import { scalarText } from '../../core/values.ts'
import { isLanguage } from '../../texts/texts.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { previewOf } from '../auth/staff-caller.ts'
import { canSignIn, visitorPath } from '../auth/visitor-sign-in.ts'
import type { UploadSlots } from '../body/upload-slots.ts'
import {
  createEndUserCall,
  type EndUserCall,
  readAccess,
  replicaKeyOf,
} from '../end-users/declaration.ts'
import {
  readCookie,
  readPageLanguage,
  readTheme,
  setLanguageCookie,
  setPlainCookie,
} from '../pages/reading.ts'
import { lookOf } from './look.ts'
import type { OutlineCache } from './outline.ts'
import type { PageCache } from './page-cache.ts'
import { readLastChange } from './staff-reading.ts'

/** What the pages of a service share. */
export type Portal = {
  context: Context
  assets: View['assets']
  outlines: OutlineCache
  pages: PageCache
  /** Of forms with files. */
  uploads: UploadSlots
}

export type Visit = {
  call: EndUserCall
  access: ForumAccess
  view: View
}

export async function openVisit(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const call = createEndUserCall(request, reply, portal.context)
  const view = await openView(portal, call)
  return { call, access: await readAccess(call), view }
}

/** With what the visitor did on the page before. */
export async function openView(portal: Portal, call: EndUserCall): Promise<View> {
  const lastChange = await findLastChange(portal, call)
  return { ...viewOf(portal, call.request, call.reply), lastChange }
}

/** The change that a member of the team made on the page before. */
export const CHANGE_COOKIE = 'earshot_change'

async function findLastChange({ context }: Portal, call: EndUserCall) {
  const { request, reply, caller } = call
  const id = caller?.isStaff ? readCookie(request, CHANGE_COOKIE) : ''
  if (id === '') return null
  const change = await readLastChange(call, id)
  if (change === null) forgetLastChange(reply, context.reader)
  return change
}

/** With the page that shows it. A suggestion that was moved or renamed redirects first. */
export const forgetLastChange = (reply: FastifyReply, { baseUrl }: { baseUrl: string }) =>
  setPlainCookie(reply, baseUrl, CHANGE_COOKIE, { value: '', isCleared: true })

export function viewOf(
  { context, assets }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): View {
  const { visitor, endUser, siteName, preview } = request.state
  const { baseUrl } = context.reader
  const asked = scalarText((request.query as Record<string, unknown> | undefined)?.lang)
  if (isLanguage(asked)) setLanguageCookie(reply, baseUrl, asked)
  return {
    language: preview?.language ?? readPageLanguage(request),
    theme: preview?.theme ?? readTheme(request),
    siteName,
    baseUrl,
    look: lookOf(context, request),
    path: request.url,
    visitor: endUser
      ? {
          id: endUser.userId,
          // Staff can also be signed in as another person of the portal.
          name: visitor?.userId === endUser.userId ? visitor.name : '',
          isStaff: endUser.isStaff,
        }
      : null,
    preview: previewOf(request),
    lastChange: null,
    signInPath: endUser || !canSignIn(context) ? null : visitorSignInAddress(request.url),
    // The frame of a preview allows no scripts.
    assets: preview ? { ...assets, script: null } : assets,
  }
}

/** Runs a form, which only our own pages may send. Reads that follow see what it wrote. */
export async function submit<T>(
  { context }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (call: EndUserCall) => Promise<T>,
): Promise<T> {
  refuseOtherSites(request, context.reader.baseUrl)
  const call = createEndUserCall(request, reply, context)
  request.state.hasBegun = true
  return run(call).finally(() => context.noteWrite(replicaKeyOf(call.caller)))
}

/** Where a form leads back to: a path of the portal. */
export function returnPath(request: FastifyRequest, otherwise: string): string {
  const asked = (request.body as Record<string, unknown> | undefined)?.return_to
  return asked === undefined ? otherwise : visitorPath(asked)
}

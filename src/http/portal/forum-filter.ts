import type { FastifyRequest } from 'fastify'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { scalarText } from '../../core/values.ts'
import { requireForum } from '../end-users/doors.ts'

/** The forum that a page of several forums is limited to by `?forum_id=`; null for all. */
export function forumOf({ query }: FastifyRequest, access: ForumAccess): number | null {
  const asked = scalarText((query as Record<string, unknown>).forum_id) ?? ''
  return asked === '' ? null : requireForum(access, asked)
}

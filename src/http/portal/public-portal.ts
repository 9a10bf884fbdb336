// What everyone sees of the portal, for every visitor the same: for sitemaps, and for pictures of pages.
import { readForumAccess } from '../../auth/end-users/forum-access.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { Context } from '../../context.ts'
import { readLook } from './look.ts'

export const publicLook = ({ settings }: Context) => readLook(settings)

export const publicForums = async (context: Context): Promise<number[]> =>
  (await readForumAccess(context, ANONYMOUS)).seenForums

/** None where search engines are asked to leave the portal out. */
export const indexedForums = async (context: Context): Promise<number[]> =>
  publicLook(context).isIndexed ? publicForums(context) : []

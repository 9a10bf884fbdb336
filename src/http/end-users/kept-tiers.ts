// What people may do in the forums, from tiers that each process keeps. The statement that reads a list also says whether they are
// current, so that most lists are one statement.
import {
  accessFromTiers,
  type ForumAccess,
  type ForumTiers,
  type KeptTiers,
  readOutlineVersion,
  readPublicTiers,
  type TierCache,
} from '../../auth/end-users/forum-access.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { ReadBeside } from '../../read/answer.ts'
import { OUTLINE_VERSION } from '../../resources/end-users/outline.ts'
import { type EndUserCall, readAccess } from './declaration.ts'

/** After a failover that lost commits, a version can come again. */
const MAX_AGE_MS = 60_000

/**
 * `read` can run twice: first with what is kept, and again when that was out of date. It must only read, through the call that it
 * is given. What it throws counts only with current tiers.
 */
export async function readWithAccess<T>(
  cache: TierCache,
  call: EndUserCall,
  read: (access: ForumAccess, call: EndUserCall) => Promise<T>,
): Promise<T> {
  // A replica can be behind.
  if (!call.isPrimary) return read(await readAccess(call), call)
  const known = findKnownAccess(cache, call)
  if (known) {
    const { access, version } = known
    const found = await readAtVersion(call, version, (watched) => read(access, watched))
    if (found) return found.value
  }
  const fresh = await readTiers(call)
  cache.kept = fresh
  return read(accessFrom(fresh.tiers, call) ?? (await readAccess(call)), call)
}

/** What the caller may do while the outline has this version. Undefined where it has to be read. */
function findKnownAccess(
  { kept }: TierCache,
  call: EndUserCall,
): { access: ForumAccess; version: string } | undefined {
  const access = kept && isYoung(kept) ? accessFrom(kept.tiers, call) : undefined
  return kept && access && { access, version: kept.version }
}

/**
 * The same, read where nothing is kept, or what has the `outdated` version: somebody who votes need not have read a list. Undefined
 * also where the outdated version is still current.
 */
export async function findCurrentAccess(
  cache: TierCache,
  call: EndUserCall,
  outdated?: string,
): Promise<ReturnType<typeof findKnownAccess>> {
  const { kept } = cache
  if (!kept || !isYoung(kept) || kept.version === outdated) cache.kept = await readTiers(call)
  const known = findKnownAccess(cache, call)
  return known?.version === outdated ? undefined : known
}

export const isYoung = ({ readAt }: { readAt: number }) => performance.now() - readAt < MAX_AGE_MS

/** Undefined where it also depends on the segments, accounts and invitations of the person. */
const accessFrom = (tiers: ForumTiers[], { context, caller }: EndUserCall) =>
  accessFromTiers(tiers, caller ?? ANONYMOUS, context.settings)

export async function readTiers({ context }: EndUserCall): Promise<KeptTiers> {
  const readAt = performance.now()
  return { ...(await readPublicTiers(context.db)), readAt }
}

/** Undefined where the version is another one, so that what was read does not count. The call must read from the primary. */
export async function readAtVersion<T>(
  call: EndUserCall,
  version: string,
  read: (call: EndUserCall) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const { reader, db } = call.context
  const seen: string[] = []
  const beside: ReadBeside = { sql: OUTLINE_VERSION, take: (value) => void seen.push(value) }
  const watched = call.isPrimary
    ? { ...call, context: { ...call.context, reader: { ...reader, beside } } }
    : call
  const result = await read(watched).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const versions = seen.length > 0 ? seen : [await readOutlineVersion(db)]
  if (!versions.every((one) => one === version)) return undefined
  if ('error' in result) throw result.error
  return result
}

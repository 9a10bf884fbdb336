// What every page shows: the forums that the visitor sees, the statuses, and what the visitor may do. For strangers it is the same
// until somebody changes it, so each process keeps it, and the statement that reads the rest of a page also says whether it still
// holds.
import type { Forum, Status } from '../../../portal/records.ts'
import {
  accessOfStrangers,
  type ForumAccess,
  type ForumTiers,
  type KeptTiers,
} from '../../auth/end-users/forum-access.ts'
import type { Context } from '../../context.ts'
import type { ReadPageVersion } from '../../read/answer.ts'
import { type EndUserCall, readAccess } from '../end-users/declaration.ts'
import { isYoung, readAtVersion, readTiers } from '../end-users/kept-tiers.ts'
import { readForums, readStatuses, readStoredForums, readStoredStatuses } from './reading.ts'
import { translateForums, translateStatuses } from './translations.ts'

export type Outline = {
  access: ForumAccess
  /** Those that the visitor sees, by name. */
  forums: Forum[]
  readStatuses(): Promise<Status[]>
  /** Null where it is not known. */
  version: string | null
  /** Whether suggestions of this forum are found soon in every order of all suggestions. */
  isLarge(forumId: number): boolean
}

/** With names that are not translated. */
type Kept = KeptTiers & {
  /** Settings decide too which forums strangers see. */
  seenForums: string
  baseUrl: string
  forums: Forum[]
  statuses: Status[]
}

/** One for each process: all strangers have the same outline. */
export type OutlineCache = { kept: Kept | undefined }

type Site = { context: Context; outlines: OutlineCache }

/**
 * Reads what a page needs beside its outline. `read` can run twice: first with what is kept, and again when that was out of date.
 * It must only read, through the call that it is given. What it throws counts only with a current outline.
 */
export async function readWithOutline<T>(
  site: Site,
  call: EndUserCall,
  read: (outline: Outline, call: EndUserCall) => Promise<T>,
  known?: ForumAccess,
): Promise<{ outline: Outline; found: T }> {
  if (call.caller) {
    const outline = await readOutline(call, known)
    return { outline, found: await read(outline, call) }
  }
  const kept = findKept(site, call)
  if (kept) {
    const outline = outlineFrom(kept, call)
    const found = await readAtVersion(call, kept.version, (watched) => read(outline, watched))
    if (found) return { outline, found: found.value }
  }
  const fresh = await readForStrangers(site, call)
  site.outlines.kept = fresh
  const current = outlineFrom(fresh, call)
  return { outline: current, found: await read(current, call) }
}

async function readOutline(call: EndUserCall, known?: ForumAccess): Promise<Outline> {
  const access = known ?? (await readAccess(call))
  const forums = await readForums(call, access)
  return {
    access,
    forums,
    readStatuses: () => readStatuses(call),
    version: null,
    isLarge: () => false,
  }
}

/**
 * The version comes first: what is read after it can be newer, and then the next request reads it again. All of it is read from the
 * primary: a replica could have something older.
 */
async function readForStrangers({ context }: Site, call: EndUserCall): Promise<Kept> {
  const { settings, reader } = call.context
  const kept = await readTiers(call)
  const access = accessOfStrangers(kept.tiers, settings)
  const { pool } = context.reader
  const primary = { ...call, context: { ...call.context, reader: { ...reader, pool } } }
  const [forums, statuses] = await Promise.all([
    readStoredForums(primary, access),
    readStoredStatuses(primary),
  ])
  const seenForums = access.seenForums.join()
  return { ...kept, seenForums, baseUrl: reader.baseUrl, forums, statuses }
}

function findKept({ outlines: { kept } }: Site, call: EndUserCall): Kept | undefined {
  if (!kept || !isYoung(kept)) return undefined
  const { reader, settings } = call.context
  const isSame =
    kept.baseUrl === reader.baseUrl &&
    kept.seenForums === accessOfStrangers(kept.tiers, settings).seenForums.join()
  return isSame ? kept : undefined
}

const outlineFrom = ({ tiers, forums, statuses, version }: Kept, call: EndUserCall): Outline => ({
  access: accessOfStrangers(tiers, call.context.settings),
  forums: translateForums(call, forums),
  readStatuses: async () => translateStatuses(call, statuses),
  version,
  isLarge: (forumId) =>
    countIdeas(tiers.filter(({ id }) => id === forumId)) * 100 > countIdeas(tiers),
})

const countIdeas = (tiers: ForumTiers[]) =>
  tiers.reduce((sum, { ideasCount }) => sum + ideasCount, 0)

/** Within `readWithOutline`, the version of the list is read too. Not from a replica, which can be behind. */
export function watchPage(call: EndUserCall, page: ReadPageVersion): EndUserCall {
  const { reader } = call.context
  const { beside } = reader
  if (!beside) return call
  return {
    ...call,
    context: { ...call.context, reader: { ...reader, beside: { ...beside, page } } },
  }
}

// What the tools of the team show, and by which versions of a record their forms act.
import { hash } from 'node:crypto'
import type { CommentTools, StaffTools, Versions } from '../../../portal/parts/staff-tools.ts'
import type { Comment, Forum, Suggestion } from '../../../portal/records.ts'
import type { LastChange } from '../../../portal/view.ts'
import type { Identity } from '../../auth/identity.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { previewNotification } from '../../read/notification-preview.ts'
import { bulk_actions } from '../../resources/bulk_actions.ts'
import { recent_changes } from '../../resources/recent_changes.ts'
import { suggestions } from '../../resources/suggestions.ts'
import type { ShownRecord } from '../../write/recent-changes.ts'
import { mayCall } from '../auth/stages/authorize.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { readStatuses } from './reading.ts'
import { readRecord } from './staff-calls.ts'

const shortHash = (parts: unknown[]) =>
  hash('sha1', JSON.stringify(parts), 'base64url').slice(0, 22)

/** As the portal shows states: `approved` and `published` are the same. */
const shownState = (state: unknown) =>
  state === 'new' ? 'waiting' : state === 'approved' ? 'published' : state

type Content = { state: unknown; title?: unknown; text: unknown }

/** Of what moderators decide by. */
const contentVersion = ({ state, title = null, text }: Content): string =>
  shortHash([shownState(state), title, text])

export const shownVersion = (shown: Suggestion | Comment): string => contentVersion(shown)

export const VERSIONS: Record<keyof Versions, (record: ShownRecord) => string> = {
  edit: ({ title, body, links }) => shortHash([title, body, links?.category]),
  status: ({ links }) => shortHash([links?.status, links?.last_status_update]),
  forum: ({ links }) => shortHash([links?.forum]),
  content: ({ state, title, body, links }) =>
    `${contentVersion({ state, title, text: body })}${links?.parent_suggestion ?? ''}`,
}

export const commentVersion = ({ state, body }: ShownRecord): string =>
  contentVersion({ state, text: body })

export async function readStaffTools(
  call: EndUserCall,
  identity: Identity,
  { id, isOwn, forums }: { id: number; isOwn: boolean; forums: Forum[] },
): Promise<StaffTools> {
  const { reader, mail } = call.context
  const [record, statuses, notification] = await Promise.all([
    readRecord(call.context, suggestions, id),
    readStatuses(call),
    previewNotification(reader, suggestions, id, false),
  ])
  const { links = {} } = record
  const versions = Object.fromEntries(
    Object.entries(VERSIONS).map(([name, versionOf]) => [name, versionOf(record)]),
  ) as Versions
  return {
    can: {
      act: mayCall(identity, { method: 'POST', path: '/bulk_actions' }),
      edit: mayCall(identity, { method: 'PUT', path: '/suggestions/:id' }, isOwn),
      // Nobody blocks themselves.
      block: mayBlock(identity) && links.created_by !== identity.userId,
    },
    record: {
      id,
      title: String(record.title),
      body: String(record.body ?? ''),
      state: String(record.state),
      statusId: (links.status as number | null) ?? null,
      categoryId: (links.category as number | null) ?? null,
      forumId: Number(links.forum),
      hasAuthor: typeof links.created_by === 'number',
    },
    answers: Object.fromEntries(
      Object.entries(record).flatMap(([key, value]) =>
        key.startsWith('cf_') && value !== null ? [[key, String(value)]] : [],
      ),
    ),
    versions,
    statuses,
    forums,
    peopleCount: JSON.parse(notification).notification_preview.people_count,
    hasMail: mail !== null,
  }
}

const mayBlock = (identity: Identity) =>
  mayCall(identity, { method: 'PUT', path: '/users/:id/block' })

export const mayAct = (identity: Identity): boolean =>
  mayCall(identity, { method: 'POST', path: '/bulk_actions' })

export const commentToolsOf = (identity: Identity, comment: Comment): CommentTools => ({
  can: {
    moderate: mayCall(identity, { method: 'PUT', path: '/comments/:id/approve' }),
    delete: mayCall(identity, { method: 'PUT', path: '/comments/:id/delete' }, comment.is_mine),
    block: mayBlock(identity) && !comment.is_mine,
  },
  version: shownVersion(comment),
})

/** What the person did last. Null where it is not theirs, or gone. */
export async function readLastChange(
  { context, caller }: EndUserCall,
  text: string,
): Promise<LastChange | null> {
  const id = parseId(text)
  const record =
    id === undefined
      ? undefined
      : await readRecord(context, recent_changes, id).catch((error: unknown) => {
          if (error instanceof ApiError) return undefined
          throw error
        })
  if (id === undefined || !record || record.links?.user !== caller?.userId) return null
  const bulk = record.links?.bulk_action
  const action =
    record.action === 'status' && typeof bulk === 'number'
      ? await readRecord(context, bulk_actions, bulk)
      : undefined
  return {
    id,
    action: String(record.action),
    collection: String(record.collection),
    isUndone: record.undo_problem === 'undone',
    canUndo: record.undo_problem === null,
    notifies: action?.notify_supporters === true,
  }
}

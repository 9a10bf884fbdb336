import { Type } from 'typebox'
import { previewNotification } from '../../read/notification-preview.ts'
import { ANNOUNCEMENT_TYPES, announcements } from '../../resources/announcements.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  publishAnnouncement,
  type RemovedAnnouncement,
  restoreAnnouncement,
  restoreState,
  scheduleAnnouncement,
  unpublishAnnouncement,
  updateAnnouncement,
} from '../../write/announcements.ts'
import { ClearableId, EmptyBody, Flag, Id, MimeType, Time } from '../body/body-schemas.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { parsePathId } from '../stages/call.ts'
import { declareWrite, type Reversal, writeOperations } from '../writes.ts'
import { NOTIFICATION_PREVIEW, PREVIEW_QUERY } from './suggestion-previews.ts'

const MAX_LINKS = 100

const Title = Type.String({ minLength: 1, maxLength: 255 })
const fields = {
  body: Type.Optional(Type.String({ maxLength: 100_000 })),
  body_mime_type: MimeType,
  types: Type.Optional(Type.Array(Type.Enum([...ANNOUNCEMENT_TYPES]), { maxItems: 10 })),
  picture_alt: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 1000, description: 'What the picture shows, in words.' }),
      Type.Null(),
    ]),
  ),
  notify_supporters: Flag,
  links: Type.Optional(
    Type.Object({
      picture: ClearableId,
      suggestions: Type.Optional(Type.Array(Id, { maxItems: MAX_LINKS })),
      forums: Type.Optional(
        Type.Array(Id, {
          maxItems: MAX_LINKS,
          description: 'Only people who see one of them see the announcement.',
        }),
      ),
    }),
  ),
}

/** Back to the state and times before. */
const restoring = (action: string): Reversal => ({
  action,
  fields: ['state', 'publish_at', 'published_at'],
  links: [],
  run: (tx, { actor, id, before }) =>
    restoreState(tx, actor, id, before as { publish_at: string; published_at: string }),
})

const announcementWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create an announcement',
    description:
      'It is a draft. A link to a merged suggestion becomes one to its target, also when it is merged later.',
    body: Type.Object({ title: Title, ...fields }),
    answer: 'created',
    run: (tx, { actor, input }) => createAnnouncement(tx, actor, input),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update an announcement',
    description: 'In any state. The lists of links are replaced as a whole.',
    body: Type.Object({ title: Type.Optional(Title), ...fields }),
    answer: 'records',
    run: (tx, { actor, id, input }) => updateAnnouncement(tx, actor, id, input),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/schedule',
    summary: 'Schedule an announcement',
    description:
      'It is published within a minute after `publish_at`, or as soon as the service runs again.',
    body: Type.Object({ publish_at: Time }),
    answer: 'records',
    reversal: restoring('schedule'),
    run: (tx, { actor, origin, id, input }) =>
      scheduleAnnouncement(tx, origin, { id, actor }, input.publish_at),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/publish',
    summary: 'Publish an announcement',
    description:
      'At once, also if it was scheduled. `published_at` can be a time in the past, for one that was published elsewhere before. A published one stays as it is.',
    body: Type.Object({ published_at: Type.Optional(Time) }),
    answer: 'records',
    reversal: restoring('publish'),
    run: (tx, { actor, origin, id, input }) =>
      publishAnnouncement(tx, origin, { id, actor }, input.published_at),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/unpublish',
    summary: 'Make an announcement a draft again',
    description: 'Also one that is scheduled.',
    body: EmptyBody,
    answer: 'records',
    reversal: restoring('unpublish'),
    run: (tx, { actor, origin, id }) => unpublishAnnouncement(tx, origin, { id, actor }),
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete an announcement',
    body: EmptyBody,
    answer: 'removed',
    reversal: {
      action: 'delete',
      fields: [
        'title',
        'body',
        'body_mime_type',
        'types',
        'picture_alt',
        'notify_supporters',
        'publish_at',
        'published_at',
        'created_at',
      ],
      links: ['picture', 'suggestions', 'forums', 'created_by'],
      run: (tx, { actor, id, before }) =>
        restoreAnnouncement(tx, actor, id, before as RemovedAnnouncement),
    },
    run: (tx, { origin, id }) => deleteAnnouncement(tx, origin, id),
  }),
]

export const announcementOperations = (): Operation[] => [
  ...writeOperations(announcements, announcementWrites),
  declareOperation({
    method: 'GET',
    path: '/announcements/:id/notification_preview',
    summary: 'Preview whom an announcement concerns',
    description:
      'Counts subscribed supporters and followers of its visible linked suggestions who are not blocked and receive notifications, each ' +
      'person once. Where the announcement is limited to forums, only suggestions of these count. `links` has ten of them; `includes=users` adds their records.',
    query: PREVIEW_QUERY,
    tag: announcements.name,
    answer: NOTIFICATION_PREVIEW,
    render: ({ params, includes, context: { reader } }) =>
      previewNotification(
        reader,
        announcements,
        parsePathId(announcements, params),
        includes.includes('users'),
      ),
  }),
]

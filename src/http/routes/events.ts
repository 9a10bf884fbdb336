import { Type } from 'typebox'
import { privateRecordsOf } from '../../auth/acting.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Event } from '../../read/events.ts'
import { findResource } from '../../resources/index.ts'
import { readableRecords } from '../auth/stages/authorize.ts'
import type { Operation } from '../operation-declaration.ts'
import { integer, orNull, text, time } from '../responses/answer-schemas.ts'

export const eventOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/events',
    summary: 'Follow changes',
    description:
      'Server-sent events. `event: change` says what changed; it has the data below, without the record itself. ' +
      '`id: null` means that many records of the collection changed at once. ' +
      '`event: presence` says who has a record open, to those who have it open (`PUT /presence`). ' +
      '`event: reset` has no data of use: the history does not reach back, so read everything again. ' +
      'Send the last `id` as the header `Last-Event-ID`, or as `last_event_id`, to continue without a gap. ' +
      'Only changes of collections that the caller may read are sent. ' +
      'The stream ends when the session or token does, or when the role changes. At most 10 streams per person.',
    tag: 'events',
    query: {
      last_event_id: {
        description: 'The last `id` that was received. The header `Last-Event-ID` wins.',
        schema: { type: 'string' },
      },
    },
    answer: Type.Object(
      {
        collection: text,
        id: orNull(integer),
        action: Type.Enum(['created', 'updated', 'deleted'], { type: 'string' }),
        suggestion: orNull(integer),
        user: orNull(integer),
        request_id: orNull(text),
        at: time,
      },
      { additionalProperties: false },
    ),
    stream({ request, query, identity }, streams) {
      const inHeader = request.headers['last-event-id']
      const inQuery = query.last_event_id
      const lastId = [inHeader, inQuery].find((id) => typeof id === 'string' && id !== '')
      return streams.open(request, identity, lastId as string | undefined, {
        mayRead: readerOf(identity),
        mayReadAll: (collection) => readableRecords(identity, collection) === 'all',
      })
    },
  },
]

/** Whether this caller may know of an event. */
function readerOf(identity: Identity): (event: Event) => boolean {
  const known = new Map<string, ReturnType<typeof readableRecords>>()
  const privateOf = privateRecordsOf(identity)
  return ({ collection, ownerId }) => {
    let readable = known.get(collection)
    if (readable === undefined) {
      readable = readableRecords(identity, collection)
      known.set(collection, readable)
    }
    const isHidden = ownerId !== null && privateOf !== null && ownerId !== privateOf
    if (isHidden && findResource(collection)?.isPrivate) return false
    return readable === 'all' || (readable === 'own' && ownerId === identity.userId)
  }
}

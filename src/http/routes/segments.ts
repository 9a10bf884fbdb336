import { Type } from 'typebox'
import { VOCABULARY } from '../../resources/segment-expression.ts'
import { segmented_values } from '../../resources/segmented_values.ts'
import { segments } from '../../resources/segments.ts'
import {
  createSegment,
  createSegmentedValue,
  deleteSegment,
  updateSegment,
} from '../../write/segments.ts'
import { EmptyBody, Id } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 128 })
const KEY_DESCRIPTION = 'Letters A to Z, digits and _.'
const Filters = Type.Optional(Type.Unknown({ description: VOCABULARY }))

export const segmentOperations = (): Operation[] =>
  writeOperations(segments, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a segment',
      description: 'Suggestions and features then show the values of the segment.',
      body: Type.Object({
        name: Name,
        key: Type.Optional(
          Type.String({ maxLength: 64, pattern: '^[0-9A-Za-z_]+$', description: KEY_DESCRIPTION }),
        ),
        filters: Filters,
      }),
      answer: 'created',
      run: (tx, { actor, input }) => createSegment(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a segment',
      body: Type.Object({ name: Type.Optional(Name), filters: Filters }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateSegment(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a segment and its values',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteSegment(tx, id),
    }),
  ])

export const segmentedValueOperations = (): Operation[] =>
  writeOperations(segmented_values, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a segmented value',
      description: 'Suggestions or features show the value as `cv_<key>`.',
      body: Type.Object({
        name: Name,
        key: Type.Optional(
          Type.String({
            maxLength: 64,
            pattern: '^(cv_)?[0-9A-Za-z_]+$',
            description: KEY_DESCRIPTION,
          }),
        ),
        column_type: Type.Enum(['users_count', 'accounts_count', 'mrr', 'revenue']),
        object_type: Type.Optional(Type.Enum(['features', 'suggestions'])),
        segment_id: Type.Optional(Id),
        links: Type.Optional(Type.Object({ segment: Type.Optional(Id) })),
      }),
      answer: 'created',
      run: (tx, { actor, input }) => createSegmentedValue(tx, actor, input),
    }),
    ...plainWrites(segmented_values, {
      update: Type.Object({ name: Type.Optional(Name) }),
      remove: true,
    }),
  ])

import { Type } from 'typebox'
import {
  countMembers,
  listColumnValues,
  MAX_COLUMN_VALUES,
  MAX_COUNTED_SEGMENTS,
  readConditions,
} from '../../read/segments.ts'
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
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 128 })
const KEY_DESCRIPTION = 'Letters A to Z, digits and _.'
const Filters = Type.Optional(Type.Unknown({ description: VOCABULARY }))

const kind = Type.Enum(['text', 'address', 'number', 'time', 'flag'], { type: 'string' })

const Conditions = object({
  columns: listOf(
    object({ column: text, kind, name: orNull(text), values: Type.Optional(listOf(text)) }),
  ),
  operators: listOf(
    object({
      operator: text,
      kinds: listOf(kind),
      operand: Type.Enum(['none', 'value', 'list'], { type: 'string' }),
    }),
  ),
  operand_patterns: object({ number: text, unit: text }),
  units: listOf(text),
  limits: object({
    depth: integer,
    conditions: integer,
    groups: integer,
    values: integer,
    units: integer,
  }),
})

const segmentReads: Operation[] = [
  declareOperation({
    method: 'GET',
    path: '/segments/conditions',
    summary: 'Get the columns and operators of conditions',
    description:
      'For clients that let people build the expression of a segment. Custom fields have a `name`. Operators support columns ' +
      'of certain kinds; a time can have a unit, which makes the operand a time in the past.',
    tag: segments.name,
    answer: object({ conditions: Conditions }),
    render: ({ context: { reader } }) => readConditions(reader),
  }),
  declareOperation({
    method: 'GET',
    path: '/segments/values',
    summary: 'List the texts that a column of conditions has',
    description: `The first ${MAX_COLUMN_VALUES} in alphabetical order, of columns with an index: \`account.plan\` and custom fields of type \`string\`. Empty for others.`,
    query: {
      column: {
        description: 'A column of `GET /segments/conditions`.',
        required: true,
        example: 'account.plan',
        schema: { type: 'string' },
      },
    },
    tag: segments.name,
    answer: object({ values: listOf(text) }),
    handle: ({ query, context: { reader } }) => listColumnValues(reader, query),
  }),
  declareOperation({
    method: 'GET',
    path: '/segments/counts',
    summary: 'Count the members of segments',
    description: 'The members are those of the last run of the figures job.',
    query: {
      segment: {
        description: `The segments, up to ${MAX_COUNTED_SEGMENTS}.`,
        required: true,
        example: '1,2',
        schema: { type: 'string' },
      },
    },
    tag: segments.name,
    answer: object({ counts: listOf(object({ id: integer, users_count: integer })) }),
    render: ({ query, context: { reader } }) => countMembers(reader, query),
  }),
]

export const segmentOperations = (): Operation[] => [
  ...segmentReads,
  ...writeOperations(segments, [
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
  ]),
]

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

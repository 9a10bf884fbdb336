// Whole accounts from elsewhere, brought in the background. Beyond the wire format.
import { Type } from 'typebox'
import { readMovePage, renderMoveReport } from '../../read/move-reports.ts'
import { MOVE_ACCESS, MOVE_SOURCES, moves } from '../../resources/moves.ts'
import {
  deleteMove,
  deleteMoveFolder,
  lookAtSource,
  runMove,
  stopMove,
  undoMoveLater,
} from '../../write/moves.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, number, object, orNull, text } from '../responses/answer-schemas.ts'
import { parsePathId } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const secretText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }))

const credentials = {
  key: secretText('`uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API.'),
  secret: secretText('`uservoice`: of the client.'),
  token: secretText('`productboard`, `aha`, `github`; `uservoice` instead of both.'),
  api_address: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        '`canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does.',
    }),
  ),
}

const counts = object({
  created: integer,
  changed: integer,
  unchanged: integer,
  matched: { ...integer, description: 'Records that were here before, and are used as they are.' },
  left_out: integer,
})

const reportAnswer = object({
  move: integer,
  source: text,
  account: text,
  verified: { ...flag, description: 'Whether what is here equals what the source has.' },
  seconds: number,
  kinds: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: counts }),
  checks: listOf(object({ name: text, expected: number, found: number, isEqual: flag })),
  sampled: { ...integer, description: 'Records that were compared value by value.' },
  differences: listOf(object({ kind: text, key: text, field: text, expected: text, found: text })),
  problems_count: integer,
  left_out_count: integer,
  problems: listOf(
    object({ file: text, line: integer, key: orNull(text), message: text, left_out: flag }),
  ),
  left_out_by_source: listOf(object({ kind: text, key: Type.Optional(text), reason: text })),
})

const reportOperation = declareOperation({
  method: 'GET',
  path: '/moves/:id/report',
  summary: 'Get the comparison of a move with its source',
  description: 'Of the last run that ended. With `format=html` it is a page to hand on.',
  tag: moves.name,
  query: {
    format: {
      description: 'Of the response.',
      schema: { enum: ['json', 'html'], default: 'json' },
    },
  },
  answer: reportAnswer,
  render: ({ params, context: { reader } }) => renderMoveReport(reader, parsePathId(moves, params)),
  download({ params, query, context: { reader } }) {
    if (query.format !== 'html') return undefined
    const id = parsePathId(moves, params)
    return {
      contentType: 'text/html; charset=utf-8',
      fileName: `move-${id}.html`,
      includes: [],
      pieces: piecesOf(() => readMovePage(reader, id)),
    }
  },
})

async function* piecesOf(read: () => Promise<string>): AsyncGenerator<string> {
  yield await read()
}

export const moveOperations = (): Operation[] => [
  reportOperation,
  ...writeOperations(moves, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Look at an account that can move in',
      description:
        'Counts in the background what the account has; `look` has the result. Nothing is brought. Keys, secrets and tokens are stored encrypted until the ' +
        'move is done. One move at a time. The move of the same account goes on where there is one.',
      body: Type.Object({
        source: Type.Enum([...MOVE_SOURCES], {
          description: 'Where it comes from. `uservoice` is also for another Earshot.',
        }),
        address: Type.String({
          minLength: 1,
          maxLength: 2000,
          description:
            `Of the account: ${MOVE_SOURCES.map((source) => MOVE_ACCESS[source].example).join(', ')}. ` +
            'Private addresses only where the operator allows them (OUTGOING_NETWORKS).',
        }),
        ...credentials,
      }),
      answer: 'found_or_created',
      auditsItself: true,
      run: (tx, { input, ...act }) => lookAtSource(tx, act, input),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/run',
      summary: 'Bring the account of a move',
      description:
        'In the background; `step` and `progress` have the progress. A run that ended early goes on, and a later one brings what changed. Nobody is notified. ' +
        'A key or token is needed where `has_credentials` is false.',
      body: Type.Object(credentials),
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input, ...act }) => runMove(tx, act, id, input),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/stop',
      summary: 'Stop the task of a move',
      description: 'What was read and brought stays. The task goes on when it is asked for again.',
      body: EmptyBody,
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, origin }) => stopMove(tx, origin, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/undo',
      summary: 'Remove what a move brought',
      description:
        'In the background. What people added since stays, with what it belongs to. The folder and the stored secrets are deleted.',
      body: EmptyBody,
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input: _, ...act }) => undoMoveLater(tx, act, id),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id/folder',
      summary: 'Delete the copy of the account that a move read',
      description: 'What the move brought stays. A later run reads everything again.',
      body: EmptyBody,
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, origin }) => deleteMoveFolder(tx, origin, id),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a move',
      description: 'Only one that brought nothing, or is undone.',
      body: EmptyBody,
      answer: 'removed',
      auditsItself: true,
      run: (tx, { id, origin }) => deleteMove(tx, origin, id),
    }),
  ]),
]

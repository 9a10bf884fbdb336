// Whole accounts from elsewhere, brought in the background. Beyond the wire format.
import { Type } from 'typebox'
import { describeValues, MAPPED_KINDS, MoveMappingSchema } from '../../imports/move-mapping.ts'
import {
  readMovePage,
  readTrialPage,
  renderMoveReport,
  renderMoveTrial,
} from '../../read/move-reports.ts'
import { MOVE_ACCESS, MOVE_SOURCES, moves } from '../../resources/moves.ts'
import {
  deleteMove,
  deleteMoveFolder,
  discardTrial,
  lookAtSource,
  mapMove,
  readMove,
  runMove,
  stopMove,
  tryMove,
  undoMoveLater,
} from '../../write/moves.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, number, object, orNull, text } from '../responses/answer-schemas.ts'
import { parsePathId } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { moveFileOperations } from './move-files.ts'

const secretText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description }))

const credentials = {
  key: secretText('`uservoice`: of a trusted client. `canny`, `featurebase`: the key of the API.'),
  secret: secretText('`uservoice`: of the client.'),
  token: secretText('`productboard`, `aha`, `github`; `uservoice` instead of both.'),
  password: secretText('`astuto`, `logchimp`: of the user of the database.'),
  api_address: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        '`canny`, `productboard`, `featurebase`: where the API answers, if not where that of the product does. Files of `quackback`: with `key`, the address of the workspace.',
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

const mappedValues = listOf(
  object({
    kind: text,
    value: text,
    to: { ...orNull(text), description: 'Null for what was left out.' },
    guess: { ...flag, description: 'Whether it is the same name, spelled differently.' },
    count: { ...integer, description: 'How many records have it.' },
  }),
)

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
  dead_links: Type.Optional({
    ...object({ count: integer, listed: listOf(object({ kind: text, key: text, address: text })) }),
    description:
      'Links of texts to pages and files of the source that are not here, pictures and files that did not come.',
  }),
  problems_count: integer,
  left_out_count: integer,
  problems: listOf(
    object({ file: text, line: integer, key: orNull(text), message: text, left_out: flag }),
  ),
  left_out_by_source: listOf(object({ kind: text, key: Type.Optional(text), reason: text })),
  mapped_values: Type.Optional(mappedValues),
  people_without_address: Type.Optional(Type.Enum(['keep', 'leave_out'])),
  left_out_by_mapping: Type.Optional(
    Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: integer }),
  ),
})

const said = {
  author: orNull(text),
  body_mime_type: text,
  created_at: text,
}
const trialAnswer = object({
  source: text,
  account: text,
  verified: { ...flag, description: 'Whether the records of the trial equal those of the source.' },
  seconds: number,
  counts: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: integer }),
  checks: listOf(object({ name: text, expected: number, found: number, isEqual: flag })),
  differences: listOf(object({ kind: text, key: text, field: text, expected: text, found: text })),
  mapped_values: mappedValues,
  problems: listOf(
    object({ file: text, line: integer, key: orNull(text), message: text, left_out: flag }),
  ),
  suggestions: listOf(
    object({
      title: text,
      ...said,
      body: text,
      state: text,
      forum: object({ name: text, is_private: flag, is_new: flag }),
      category: orNull(text),
      status: orNull(object({ name: text, hex_color: text, is_open: flag, is_new: flag })),
      labels: listOf(text),
      custom_fields: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      votes: integer,
      comments_count: integer,
      supporters: listOf(orNull(text)),
      comments: listOf(object({ ...said, body: text, is_admin_comment: flag, is_reply: flag })),
      notes: listOf(object({ ...said, body: text })),
      files: Type.Optional(listOf(object({ name: text, size_in_bytes: integer }))),
      merged: Type.Optional({
        ...listOf(text),
        description: 'Titles of suggestions that were merged into this one.',
      }),
      status_updates: listOf(object({ ...said, body: orNull(text), status: orNull(text) })),
    }),
  ),
})

const valuesAnswer = object({
  is_read: { ...flag, description: 'False until the account is read: then nothing is listed.' },
  can_change: { ...flag, description: 'False when records were brought, which stay as they are.' },
  kinds: listOf(
    object({
      kind: Type.Enum([...MAPPED_KINDS]),
      values: listOf(
        object({
          value: { ...text, description: 'As a mapping names it.' },
          count: { ...integer, description: 'How many records have it.' },
          to: { ...orNull(text), description: 'What it becomes. Null for what is left out.' },
          becomes: Type.Enum(['existing', 'new', 'left_out']),
          source: Type.Enum(['mapped', 'guessed', 'same'], {
            description:
              '`mapped` by people, `guessed` by a name that is spelled differently, or the `same` name.',
          }),
          within: { ...orNull(text), description: 'The forum here, or the collection of a field.' },
          problem: { ...orNull(text), description: 'What it is mapped to is not here any more.' },
        }),
      ),
      choices: listOf(object({ name: text, within: orNull(text) })),
    }),
  ),
  people_without_address: object({
    people: integer,
    suggestions: integer,
    comments: integer,
    supporters: integer,
    becomes: Type.Enum(['kept', 'left_out']),
  }),
  problems_count: integer,
  left_out_count: integer,
  problems: listOf(object({ file: text, line: integer, message: text, left_out: flag })),
  unused: { ...listOf(text), description: 'What the mapping names and the source does not have.' },
})

const valuesOperation = declareOperation({
  method: 'GET',
  path: '/moves/:id/values',
  summary: 'List what the names of a source become here',
  description:
    'The forums, categories, labels, statuses and custom fields of the account, and the people without an address. Known when the account is read.',
  tag: moves.name,
  answer: valuesAnswer,
  render: async ({ params, context: { db } }) =>
    JSON.stringify(await describeValues(db, parsePathId(moves, params))),
})

const trialOperation = declareOperation({
  method: 'GET',
  path: '/moves/:id/trial',
  summary: 'Get what an account would look like here',
  description:
    'Some suggestions with what belongs to them, as the last trial read them before it took them back. With `format=html` it is a page to hand on.',
  tag: moves.name,
  query: {
    format: {
      description: 'Of the response.',
      schema: { enum: ['json', 'html'], default: 'json' },
    },
  },
  answer: trialAnswer,
  render: ({ params, context: { reader } }) => renderMoveTrial(reader, parsePathId(moves, params)),
  download({ params, query, context: { reader } }) {
    if (query.format !== 'html') return undefined
    const id = parsePathId(moves, params)
    return {
      contentType: 'text/html; charset=utf-8',
      fileName: `trial-${id}.html`,
      includes: [],
      pieces: piecesOf(() => readTrialPage(reader, id)),
    }
  },
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
  valuesOperation,
  trialOperation,
  ...moveFileOperations(),
  ...writeOperations(moves, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Look at an account that can move in',
      description:
        'Counts in the background what the account has; `look` has the result. Nothing is brought. Keys, secrets, tokens and passwords are stored encrypted until the ' +
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
            'That of a database has a user and no password; `?sslmode=disable` connects without TLS. Private addresses only where the operator allows them (OUTGOING_NETWORKS).',
        }),
        account: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$',
            description:
              '`astuto`: the subdomain, where several accounts share the database. Default: `default`.',
          }),
        ),
        ...credentials,
      }),
      answer: 'found_or_created',
      auditsItself: true,
      run: (tx, { input, ...act }) => lookAtSource(tx, act, input),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/read',
      summary: 'Read the account of a move',
      description:
        'In the background, into a copy that only the service has. Nothing is brought: the names of the account can be mapped then. A run reads it too, if nobody did.',
      body: Type.Object(credentials),
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input, ...act }) => readMove(tx, act, id, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Map the names of a source',
      description:
        'What is sent replaces the whole mapping: `{"mapping": {"statuses": {"In review": "Planned", "Old": null, "Later": {"create": "Some day"}}}}`. ' +
        'What is not named becomes the one of the same name, or the only one that differs in case, spaces and punctuation alone, or is created. ' +
        'Later runs use it too. What was brought stays as it is: undo the move to map it in another way.',
      body: Type.Object({ mapping: MoveMappingSchema }),
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input, origin }) => mapMove(tx, origin, id, input.mapping),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/try',
      summary: 'Try a move with a sample',
      description:
        'In the background: loads some suggestions with what belongs to them, compares them, reads what they look like and takes them back. ' +
        'Nobody sees them, and nothing announces them. The task fails where records were brought already: undo the move to try it again.',
      body: Type.Object(credentials),
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input, ...act }) => tryMove(tx, act, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id/trial',
      summary: 'Discard a trial',
      description: 'It is also discarded when the account is brought or mapped in another way.',
      body: EmptyBody,
      answer: 'records',
      auditsItself: true,
      run: (tx, { id }) => discardTrial(tx, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/run',
      summary: 'Bring the account of a move',
      description:
        'In the background; `step` and `progress` have the progress. A run that ended early goes on, and a later one brings what changed. Nobody is notified. ' +
        'A key, token or password is needed where `has_credentials` is false, and a newer file (`POST /moves/files`) where `files` is null and the account came by files.',
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
        'In the background. What people added since stays, with what it belongs to. The folder, uploaded files and the stored secrets are deleted.',
      body: EmptyBody,
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input: _, ...act }) => undoMoveLater(tx, act, id),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id/folder',
      summary: 'Delete the copy of the account that a move read',
      description:
        'With uploaded files. What the move brought stays. A later run reads everything again.',
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

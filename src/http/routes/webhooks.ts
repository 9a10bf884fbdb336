import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { DELIVERY_STATES, webhook_deliveries } from '../../resources/webhook_deliveries.ts'
import {
  SERVICE_HOOK_EVENTS,
  WEBHOOK_FORMATS,
  WEBHOOK_STATES,
  webhooks,
} from '../../resources/webhooks.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  createWebhook,
  deleteWebhook,
  MAX_REPLAYED,
  MAX_WEBHOOKS,
  replayDeliveries,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../write/webhooks.ts'
import { EmptyBody, Id, optionalEnum, Time } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, object } from '../responses/answer-schemas.ts'
import { mergeInput, parsePathId, readFields } from '../stages/call.ts'
import { respondWithEtag } from '../stages/etag.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const MAX_OVERLAP_SECONDS = 30 * 86_400
const DEFAULT_OVERLAP_SECONDS = 86_400
const MAX_LIMITS = 100

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'https:// or http://. Private addresses only where the operator allows them (OUTGOING_NETWORKS).',
})
const Events = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 200,
  description:
    'A collection and `created`, `updated` or `deleted`, such as `suggestions.created`. ' +
    `For the format \`service_hook\`: ${Object.keys(SERVICE_HOOK_EVENTS).join(', ')}.`,
})
const Secret = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Instead of a new one, for a receiver that has one already. For `service_hook` any text, which is the key of the signature as it is.',
  }),
)
const fields = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  state: optionalEnum(...WEBHOOK_STATES),
  format: optionalEnum(...WEBHOOK_FORMATS),
  min_supporters: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()], {
      description: 'Of events about a suggestion: only with so many supporters at least.',
    }),
  ),
  data_format: optionalEnum('json', 'xml'),
  signature_encoding: optionalEnum('hex', 'base64'),
  links: Type.Optional(
    Type.Object({
      forums: Type.Optional(
        Type.Array(Id, {
          maxItems: MAX_LIMITS,
          description: 'Of events about a suggestion or a forum: only these forums.',
        }),
      ),
      statuses: Type.Optional(
        Type.Array(Id, {
          maxItems: MAX_LIMITS,
          description: 'Of events about a suggestion: only with one of these statuses.',
        }),
      ),
    }),
  ),
}

const ReplayBody = Type.Object({
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  deliveries: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
  only_undelivered: Type.Optional(
    Type.Boolean({
      description: 'True: only messages that have not arrived with any delivery. Default: false.',
    }),
  ),
})
const readReplay = createInputReader(ReplayBody)
const noInput = createInputReader(EmptyBody)

export const webhookOperations = (): Operation[] => [
  ...writeOperations(webhooks, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a webhook',
      description:
        `\`secret\` is in this response only. With \`signature: ed25519\` it is null, and \`public_key\` verifies. At most ${MAX_WEBHOOKS} webhooks. ` +
        'It sends what the caller may read.',
      body: Type.Object({
        url: Url,
        events: Events,
        ...fields,
        signature: optionalEnum('hmac', 'ed25519'),
        secret: Secret,
      }),
      answer: 'created',
      answersSecret: true,
      auditsItself: true,
      async run(tx, { input, ...act }) {
        const { id, secret } = await createWebhook(tx, act, input)
        return secret === null ? id : { id, secrets: { secret } }
      },
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a webhook',
      description:
        'A disabled one sends nothing from then on: what waits becomes `skipped`. The lists of links are replaced as a whole, and an empty one is no limit.',
      body: Type.Object({ url: Type.Optional(Url), events: Type.Optional(Events), ...fields }),
      answer: 'records',
      auditsItself: true,
      run: (tx, { id, input, ...act }) => updateWebhook(tx, act, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a webhook',
      description: 'With its deliveries.',
      body: EmptyBody,
      answer: 'removed',
      auditsItself: true,
      run: (tx, { id, origin }) => deleteWebhook(tx, origin, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/:id/rotate_secret',
      summary: 'Replace the secret of a webhook',
      description: 'The new secret is in this response only. During the overlap both sign.',
      body: Type.Object({
        overlap_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_OVERLAP_SECONDS,
            description: `How long the old secret signs too. Default: ${DEFAULT_OVERLAP_SECONDS}, a day.`,
          }),
        ),
        secret: Secret,
      }),
      answer: 'records',
      answersSecret: true,
      auditsItself: true,
      async run(tx, { id, origin, readKeys, input }) {
        const { overlap_seconds: overlapSeconds = DEFAULT_OVERLAP_SECONDS, secret: given } = input
        const secret = await rotateWebhookSecret(tx, { origin, readKeys }, id, {
          overlapSeconds,
          secret: given,
        })
        return secret === null ? id : { id, secrets: { secret } }
      },
    }),
  ]),
  {
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test event',
    description: 'Delivered like any other event. The response has the delivery, which waits.',
    resource: webhook_deliveries,
    body: EmptyBody,
    answer: 'created',
    async handle(call) {
      noInput.read(mergeInput(call))
      const { includes, context } = call
      const selections = await readFields(call, webhook_deliveries, includes)
      const id = parsePathId(webhooks, call.params)
      const delivery = await inTransaction(context.db, (tx) => testWebhook(tx, id))
      const key = webhook_deliveries.name
      return respondWithEtag(call, webhook_deliveries, [delivery], { includes, key, selections })
    },
  },
  declareOperation({
    method: 'POST',
    path: '/webhooks/:id/replay',
    summary: 'Send deliveries of a webhook again',
    description: `Those of events from \`from\` on and before \`to\`, or those in \`deliveries\`; at most ${MAX_REPLAYED}. Each has the \`webhook-id\` that it had. Those that still wait are not repeated.`,
    tag: webhooks.name,
    body: ReplayBody,
    answer: object({ replay: object({ deliveries_count: integer }) }),
    async handle(call) {
      const { from, to, deliveries, only_undelivered } = await readReplay.read(mergeInput(call))
      const onlyUndelivered = only_undelivered === true
      const which =
        deliveries !== undefined
          ? { deliveries, onlyUndelivered }
          : from !== undefined && to !== undefined
            ? { from, to, onlyUndelivered }
            : undefined
      if (!which)
        throw new ApiError('invalid', 'from: send from and to, or deliveries.', {
          from: 'required',
        })
      const id = parsePathId(webhooks, call.params)
      const count = await inTransaction(call.context.db, (tx) => replayDeliveries(tx, id, which))
      return { replay: { deliveries_count: count } }
    },
  }),
  ...writeOperations(webhook_deliveries, [
    declareWrite({
      method: 'POST',
      path: '/:id/replay',
      summary: 'Send a delivery again',
      description: `As a new delivery with the same \`webhook-id\` and body. The states are ${DELIVERY_STATES.join(', ')}; one that waits for its next attempt is sent now, and no new one is made.`,
      body: EmptyBody,
      answer: 'created',
      auditsItself: true,
      run: (tx, { id }) => replayDelivery(tx, id),
    }),
  ]),
]

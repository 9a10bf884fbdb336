// The path of a request through its stages, in the order in which they run:
//
//   trace → authenticate → rate limit → authorize → [the body is read] → admit → Idempotency-Key or If-Match → handle → ETag
//
// The stages before the body are hooks, so that a rejected client cannot make the server read one. What they find out about
// the request is in `request.state`.
import { transcode } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirementOf } from '../auth/policy.ts'
import type { Context } from '../context.ts'
import { inSlices, Slices, splitText } from '../core/slices.ts'
import { type Authenticate, requireIdentity } from './auth/stages/authenticate.ts'
import { createAuthorization, requireIncludes, requireMembers } from './auth/stages/authorize.ts'
import { acceptExtraTypes, leaveBodyUnread, requireMultipart } from './body/request-body.ts'
import type { EventStreams } from './event-streams.ts'
import type { Admission } from './limits/admission.ts'
import { refund } from './limits/rate-charge.ts'
import { type Limiter, pauseCharge, resumeCharge } from './limits/rate-limit.ts'
import {
  type Download,
  isRecordWrite,
  type Operation,
  operationPath,
} from './operation-declaration.ts'
import { contentDisposition } from './responses/download.ts'
import { type Call, createCall } from './stages/call.ts'
import { computeEtag, matchIfNoneMatch, refuseIfMatch, withIfMatch } from './stages/etag.ts'
import { withIdempotencyKey } from './stages/idempotency.ts'
import { addRequestState } from './stages/request-state.ts'
import { refuseUnknownParameters } from './stages/strict-parameters.ts'
import { resumeTrace, trace } from './stages/telemetry.ts'

/** Of an operation that declares no other limit. */
const MAX_BODY_BYTES = 1_048_576

export type Guards = {
  authenticate: Authenticate
  limiter: Limiter
  admission: Admission
  streams: EventStreams
}

/** The stages of every request, also of pages and unknown paths. */
export function addCommonStages(
  app: FastifyInstance,
  context: Context,
  { authenticate, limiter }: Guards,
): void {
  addRequestState(app)
  app.addHook('onRequest', trace(context))
  app.addHook('onRequest', authenticate)
  app.addHook('onRequest', limiter.take)
  // The client's upload time is not charged.
  app.addHook('preParsing', async (request) => pauseCharge(request))
  app.addHook('preValidation', async (request) => resumeCharge(request))
  app.addHook('preValidation', resumeTrace)
  app.addHook('onSend', async (request, reply) => limiter.settle(request, reply))
}

/** Adds the route of the operation, with the stages that only operations have. */
export function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  guards: Guards,
): void {
  const { extraMediaTypes, takesFile } = operation
  const add = (scope: FastifyInstance) => addRoute(scope, operation, context, guards)
  if (takesFile || extraMediaTypes)
    app.register(async (scope) => {
      if (takesFile) leaveBodyUnread(scope)
      if (extraMediaTypes) acceptExtraTypes(scope, extraMediaTypes)
      add(scope)
    })
  else add(app)
}

function addRoute(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  { admission, streams }: Guards,
): void {
  const { method, bodyLimit, takesFile } = operation
  const authorize = createAuthorization(operation, context)
  // What only owners may write are people, clients and sessions. Blocking and erasing end them too.
  const changesIdentities =
    requirementOf(operation).role === 'owner' || operation.deed === 'acts on'
  app.route({
    method,
    url: operationPath(operation),
    bodyLimit: bodyLimit ?? MAX_BODY_BYTES,
    onRequest: async (request) => {
      request.state.permit = await authorize(requireIdentity(request), request)
      if (method !== 'GET' && !isRecordWrite(operation)) refuseIfMatch(request)
      if (takesFile) requireMultipart(request)
    },
    handler: async (request, reply) => {
      const call = createCall(request, reply, requireIdentity(request), context)
      requireIncludes(call.identity, call.includes)
      requireMembers(request.state.permit, operation, call)
      if (call.isStrict) refuseUnknownParameters(operation, call)
      if ('stream' in operation) return sendStream(operation, call, streams)
      setStatus(operation, reply)
      const download = operation.download?.(call)
      if (download) {
        requireIncludes(call.identity, download.includes)
        return sendDownload(reply, download, (next) => admission.run(call.identity.clientId, next))
      }
      request.state.hasBegun = true
      // Uploads have slots of their own, and their idempotency key covers the file.
      const response = takesFile
        ? operation.handle(call)
        : admission.run(call.identity.clientId, () => runOnce(operation, call))
      // Also after a failure: the write can have been committed before.
      const noteWrite = () => {
        if (changesIdentities) context.forgetIdentities()
        return context.noteWrite(call.identity.clientId)
      }
      const text = await (method === 'GET' ? response : response.finally(noteWrite))
      await operation.afterCommit?.(context)
      return sendText(request, reply, text)
    },
  })
}

type StreamOperation = Extract<Operation, { stream: unknown }>
type HandledOperation = Exclude<Operation, StreamOperation>

async function sendStream(
  { stream }: StreamOperation,
  call: Call,
  streams: EventStreams,
): Promise<FastifyReply> {
  const { request, reply } = call
  reply.type('text/event-stream; charset=utf-8').headers({
    'cache-control': 'no-store',
    // nginx passes on each event at once.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') return reply.send('')
  const events = await stream(call, streams)
  request.state.endTrace()
  return reply.send(events)
}

type Turn = (next: () => Promise<IteratorResult<string>>) => Promise<IteratorResult<string>>

/** Every piece waits for its turn, so that a long file does not keep a slot. The first is made before the headers are sent. */
async function sendDownload(
  reply: FastifyReply,
  { contentType, fileName, pieces }: Download,
  inTurn: Turn,
): Promise<FastifyReply> {
  const next = () => inTurn(() => pieces.next())
  let piece = await next()
  async function* text() {
    try {
      for (; !piece.done; piece = await next()) yield piece.value
    } finally {
      await pieces.return(undefined)
    }
  }
  return reply
    .headers({
      'content-disposition': contentDisposition('attachment', fileName),
      'cache-control': 'private, no-store',
    })
    .type(contentType)
    .send(Readable.from(text()))
}

/** A repeated DELETE finds nothing to delete, so it needs no idempotency key. */
const runOnce = (operation: HandledOperation, call: Call): Promise<string> =>
  operation.method === 'POST' || operation.method === 'PUT'
    ? withIdempotencyKey(call, call.request.body, (inner) => runUnchanged(operation, inner), {
        owner: { clientId: call.identity.clientId },
        scopes: call.identity.scopes,
        hasSecret: operation.answersSecret === true,
      })
    : runUnchanged(operation, call)

const runUnchanged = (operation: HandledOperation, call: Call): Promise<string> =>
  isRecordWrite(operation)
    ? withIfMatch(call, operation.resource, operation.handle)
    : operation.handle(call)

/** The handler can set another one, for example 200 for a record that already exists. */
function setStatus(operation: Operation, reply: FastifyReply): void {
  if (operation.answer === 'created') reply.code(201)
  if ('status' in operation) reply.code(operation.status ?? 200)
}

/** Encodes the JSON text, and sends it with its tag. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const body = text.length > MAX_SMALL_TEXT ? await encodeInSlices(text) : encodeUtf8(text)
  return sendWithEtag(request, reply, body)
}

function sendWithEtag(request: FastifyRequest, reply: FastifyReply, body: Buffer): FastifyReply {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const tag = String(reply.getHeader('etag') ?? computeEtag(body))
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    const match = matchIfNoneMatch(request, tag)
    // The server sends nothing that the client does not have.
    if (match === 'named') refund(request)
    if (match) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(body)
}

// Encoded at once, because node:http would encode non-Latin text in slow chunks, and through UTF-16, which is how strings
// with such text are stored: `Buffer.from(text)` is slower.
export const encodeUtf8 = (text: string) =>
  transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')

const MAX_SMALL_TEXT = 1_000_000

/** The response of an import repeats all of its records. */
async function encodeInSlices(text: string): Promise<Buffer> {
  // The text was just rendered, at once.
  await new Slices().rest()
  const pieces: Buffer[] = []
  for await (const piece of inSlices(splitText(text))) pieces.push(encodeUtf8(piece))
  return Buffer.concat(pieces)
}

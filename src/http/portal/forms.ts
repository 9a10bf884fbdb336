// What the forms of the portal share: their fields and files, the token that works once, drafts, and what is wrong.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { visitorSignInAddress } from '../../../portal/pages/sign-in.ts'
import { MAX_FILES } from '../../../portal/parts/files.ts'
import { MAX_TEXT, MAX_TITLE, type Problems } from '../../../portal/parts/form.ts'
import type { Attachment } from '../../../portal/records.ts'
import {
  checkFormToken,
  type FormProblem,
  isHoneypotFilled,
  issueFormToken,
  MAX_SECONDS,
} from '../../auth/end-users/form-token.ts'
import { takeOnce } from '../../auth/end-users/proof-of-work.ts'
import type { Context } from '../../context.ts'
import { ApiError, type ErrorKind, type FieldErrors } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { isStorableText, scalarText } from '../../core/values.ts'
import { type Sentence, t } from '../../texts/texts.ts'
import { MAX_OWN_FILE_BYTES } from '../../write/attachments.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { GuestProof } from '../../write/guest-contributions.ts'
import { type Draft, saveDraft } from '../../write/portal-drafts.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { takeLastValue } from '../body/form-body.ts'
import type { FileReceiver } from '../body/multipart.ts'
import { receiveForm } from '../body/multipart-form.ts'
import { ownFileReceiver, UPLOADS_PER_PERSON } from '../end-users/attachments.ts'
import { createEndUserCall, type EndUserCall, personOf } from '../end-users/declaration.ts'
import { contributeAsGuest, requireWork } from '../end-users/guests.ts'
import { excludeBodyTime } from '../limits/rate-charge.ts'
import { withIdempotencyKey } from '../stages/idempotency.ts'
import type { Portal } from './visit.ts'

/** A text of 10,000 characters, in a form. */
export const FORM_BYTES = 131_072
/** With the texts of custom fields. */
export const SUGGESTION_FORM_BYTES = 4 * FORM_BYTES

export type PortalForm = {
  get(name: string): string
  /** Of a field with several values. */
  getAll(name: string): string[]
  /** The ids of files that were uploaded before, and are still chosen. */
  attachmentIds: string[]
  /** Uploaded with the form. */
  files: Attachment[]
}

/** Forms of this scope can also be multipart; `readForm` streams them. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  scope.addHook('preHandler', async (request) => {
    if (isMultipart(request)) excludeBodyTime(request)
  })
}

const isMultipart = ({ headers }: FastifyRequest) =>
  /^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')

/** Only our own pages send forms. Files are taken from people who are signed in. */
export async function readForm(
  { context, uploads }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PortalForm> {
  refuseOtherSites(request, context.reader.baseUrl)
  if (!isMultipart(request)) {
    const body = (request.body ?? {}) as Record<string, unknown>
    const getAll = (name: string) => [body[name]].flat().flatMap((value) => scalarText(value) ?? [])
    return {
      get: (name) => scalarText(takeLastValue(body[name])) ?? '',
      getAll,
      attachmentIds: getAll('attachment_ids').slice(0, MAX_FILES),
      files: [],
    }
  }
  const call = createEndUserCall(request, reply, context)
  const limits = { total: context.settings.uploads_at_once, perClient: UPLOADS_PER_PERSON }
  // The text of somebody whose session has ended is kept, without the files.
  const receive = call.caller ? ownFileReceiver(call) : discardFile
  const { fields, files } = await uploads.run(call.caller?.userId ?? 0, limits, () =>
    receiveForm(request.raw, context.uploads, receive, {
      maxBytes: MAX_OWN_FILE_BYTES,
      maxFiles: MAX_FILES,
    }),
  )
  if (fields.flat().some((text) => !isStorableText(text)))
    throw new ApiError('malformed', 'The text contains NUL or half a character. Remove it.')
  const byName = new Map(fields)
  const getAll = (asked: string) =>
    fields.filter(([name]) => name === asked).map(([, value]) => value)
  return {
    get: (name) => byName.get(name) ?? '',
    getAll,
    attachmentIds: getAll('attachment_ids').slice(0, MAX_FILES),
    files: files.flatMap((text): Attachment[] => (text === '' ? [] : [JSON.parse(text)])),
  }
}

const discardFile: FileReceiver<string> = async (_fileName, { stream }) => {
  for await (const _chunk of stream);
  return ''
}

export const fileIdsOf = ({ attachmentIds, files }: PortalForm): (string | number)[] => [
  ...attachmentIds,
  ...files.map(({ id }) => id),
]

/** The body of the operation that the form stands for. */
export function withBody(call: EndUserCall, body: object, params?: Record<string, string>) {
  call.request.body = body
  return { ...call, ...(params && { params }) }
}

/** Of one network: guests have no session yet. */
const purposeOf = ({ ip }: FastifyRequest, form: string) => ({ form, binding: clientNetwork(ip) })

export const newFormToken = (
  { readKeys }: Context,
  request: FastifyRequest,
  form: string,
): Promise<string> => issueFormToken(readKeys, purposeOf(request, form))

/** The same token again, as long as it works: somebody who corrects a form has waited already. */
export async function nextFormToken(
  context: Context,
  request: FastifyRequest,
  name: string,
  form: PortalForm | undefined,
): Promise<string> {
  const token = form?.get('form_token') ?? ''
  const problem = await checkFormToken(context.readKeys, token, purposeOf(request, name))
  return problem === null || problem === 'too_fast' ? token : newFormToken(context, request, name)
}

/** The same form with the same content, sent twice, is one contribution: both get the answer of the first. */
export function sendOnce(
  call: EndUserCall,
  form: PortalForm,
  run: (call: EndUserCall) => Promise<string>,
  more: object = {},
): Promise<string> {
  const token = form.get('form_token').slice(0, 100)
  if (token === '') return run(call)
  const content = [...['title', 'text', 'category_id', 'reply_to_id'].map(form.get), more]
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const key = `form ${hash} ${token.replace(/[^\w.-]/g, '')}`
  return withIdempotencyKey(call, null, run, { owner: { userId: personOf(call) }, key })
}

const PAGE_PROBLEMS: Record<FormProblem | 'work' | 'unseen', Sentence> = {
  unseen: t`Check what you wrote, and send it.`,
  invalid: t`This form does not work any more. Send it again.`,
  expired: t`This form does not work any more. Send it again.`,
  too_fast: t`That was very fast. Wait a moment, and send it again.`,
  work: t`Switch on JavaScript or sign in to send this.`,
}

/** Something about the page itself, which its visitor reads. */
class FormError extends Error {
  readonly problem: Sentence
  constructor(problem: Sentence) {
    super(problem.english)
    this.problem = problem
  }
}

/**
 * Sends what a guest wrote. A browser that runs scripts has computed. One that does not has waited: then the mail is required,
 * and less can wait.
 */
export async function sendAsGuest(
  call: EndUserCall,
  form: PortalForm,
  name: string,
  contribution: object,
): Promise<'mail' | 'moderator'> {
  const { context, request } = call
  const token = form.get('form_token')
  const challenge = form.get('challenge_token')
  // A page that a shared cache can have carries no token: its form comes back with one, unless the browser has computed.
  if (token === '' && challenge === '') throw new FormError(PAGE_PROBLEMS.unseen)
  const purpose = purposeOf(request, name)
  const problem = token === '' ? null : await checkFormToken(context.readKeys, token, purpose)
  // A browser that has computed may be fast: it fills in what it knows.
  const isFine = problem === null || (problem === 'too_fast' && challenge !== '')
  if (!isFine) throw new FormError(PAGE_PROBLEMS[problem])
  const sent = {
    ...contribution,
    name: form.get('name'),
    email: form.get('email'),
    ...(challenge !== '' && {
      challenge: { token: challenge, answer: form.get('challenge_answer') },
    }),
    website: isHoneypotFilled({ website: form.get('website') }) ? 'filled' : '',
  }
  const prove = async (...parameters: Parameters<typeof requireWork>): Promise<GuestProof> => {
    const proof = challenge === '' ? 'form' : await requireWork(...parameters)
    if (proof === 'form' && context.settings.guest_work_bits > 0 && context.mail === null)
      throw new FormError(PAGE_PROBLEMS.work)
    const expires = Math.floor(Date.now() / 1000) + MAX_SECONDS
    if (token !== '' && !(await takeOnce(context.db, token, expires))) throw new AlreadySent()
    return proof
  }
  try {
    return (await contributeAsGuest(call, sent, prove)).confirmation
  } catch (error) {
    if (isUsedChallenge(error) || error instanceof AlreadySent)
      return context.mail === null ? 'moderator' : 'mail'
    throw error
  }
}

/** The form was sent before: its guest gets the same answer again. */
class AlreadySent extends Error {}

const isUsedChallenge = (error: unknown) =>
  error instanceof ApiError && error.errors?.challenge === 'used'

/** Keeps what was written, and leads to where people sign in and come back to it. */
export async function leadToSignIn(
  { context }: Portal,
  {
    request,
    reply,
    fields,
    path,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    fields: Draft
    /** Of the page with the form. */
    path: string
  },
): Promise<FastifyReply> {
  const network = clientNetwork(request.ip)
  const token = await inTransaction(context.db, (tx) => saveDraft(tx, fields, network))
  const [page, hash = ''] = path.split('#', 2)
  const back = `${page}?draft=${token}${hash && `#${hash}`}`
  return reply.redirect(visitorSignInAddress(back), 303)
}

const LENGTHS: Record<string, number> = { title: MAX_TITLE, text: MAX_TEXT, name: 255, email: 254 }

const REQUIRED: Record<string, Sentence> = {
  title: t`Write a title.`,
  text: t`Write something first.`,
  category_id: t`Choose a category.`,
  email: t`Your e-mail address is needed.`,
  reason: t`Choose a reason.`,
}

const OF_ANSWERS: Record<string, Sentence> = {
  required: t`An answer is needed.`,
  float: t`Write a number.`,
  time: t`Write a date.`,
  max_runes: t`This is too long.`,
}

function problemOfField(name: string, code: string): Sentence {
  if (isCustomField(name)) return OF_ANSWERS[code] ?? t`Choose one of the answers.`
  if (name === 'email' && code === 'email') return t`This is not an e-mail address.`
  if (name === 'reply_to_id') return t`The comment that you answer is no longer there.`
  if (name === 'attachment_ids') return t`A file is no longer there. Add it again.`
  if (code.startsWith('max')) return t`At most ${LENGTHS[name] ?? 1000} characters.`
  return REQUIRED[name] ?? t`This is not possible. Choose something else.`
}

const OF_KINDS: Partial<Record<ErrorKind, Sentence>> = {
  rate_limited: t`You have sent a lot in a short time. Try again later.`,
  too_large: t`A file is too large, or there is no room for it.`,
  unsupported_media_type: t`A file has a type that is not allowed. Allowed are pictures, PDF, text and CSV.`,
  unavailable: t`Too much is happening at the moment. Send it again.`,
}

const isCustomField = (name: string) => name.startsWith('cf_')

export type FormFailure = { status: number; problems: Problems }

/** What the visitor can do something about; other errors are thrown. */
export function failureOf(error: unknown): FormFailure {
  if (error instanceof FormError) return { status: 422, problems: { form: error.problem } }
  if (!(error instanceof ApiError)) throw error
  const { kind, code } = error
  if (code === 'repeated')
    return { status: 409, problems: { form: t`You have just sent the same text.` } }
  if (kind === 'invalid') {
    const problems = Object.fromEntries(
      flatten(error.errors).map(([name, problem]): [string, Sentence] => [
        name === 'attachment_ids' ? 'files' : name,
        problemOfField(name, problem),
      ]),
    )
    const isShown =
      Object.keys(problems).some(isCustomField) ||
      ['title', 'text', 'category_id', 'email', 'name', 'files', 'reason'].some(
        (name) => problems[name] !== undefined,
      )
    const form = problems.reply_to_id ?? t`This could not be sent. Send it again.`
    return { status: 422, problems: isShown ? problems : { form } }
  }
  const form = OF_KINDS[kind]
  if (form === undefined) throw error
  const statuses: Partial<Record<ErrorKind, number>> = { rate_limited: 429, unavailable: 503 }
  return { status: statuses[kind] ?? 422, problems: { form } }
}

/** The innermost names with their codes. */
const flatten = (errors: FieldErrors = {}): [string, string][] =>
  Object.entries(errors).flatMap(([name, inner]): [string, string][] => {
    if (typeof inner === 'string') return [[name, inner]]
    // Items of a list have no names.
    if (Array.isArray(inner)) return [[name, 'invalid']]
    return flatten(inner)
  })

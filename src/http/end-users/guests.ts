// What people write without signing in, where a forum allows it. It waits until the address is confirmed by the link or the code of a
// mail, or a moderator approves it.
import { type Static, Type } from 'typebox'
import { startEmailSignIn } from '../../auth/end-users/email-sign-in.ts'
import { type FormPurpose, HONEYPOT_FIELD } from '../../auth/end-users/form-token.ts'
import { checkProofOfWork, issueChallenge } from '../../auth/end-users/proof-of-work.ts'
import { ApiError, invalidInput } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { isEmailAddress } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  addGuestContribution,
  type GuestProof,
  type NewGuestContribution,
} from '../../write/guest-contributions.ts'
import { setEmailCookie } from '../auth/cookies/email-cookie.ts'
import { createInputReader } from '../body/input.ts'
import { readLanguage } from '../pages/reading.ts'
import { integer, object, text } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'
import { countContribution } from './contributions.ts'
import { type EndUserCall, type EndUserOperation, readAccess } from './declaration.ts'
import { decideAbout, requireForum, requirePublishedIdea } from './doors.ts'
import { FormAnswers } from './form-answers.ts'

const Id = Type.Integer({ minimum: 0 })
const LongText = Type.String({ minLength: 1, maxLength: 10_000, description: 'Plain text.' })

const GuestBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 255 })),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  suggestion: Type.Optional(
    Type.Object({
      forum_id: Id,
      title: Type.String({ minLength: 1, maxLength: 140 }),
      text: Type.Optional(LongText),
      category_id: Type.Optional(Id),
      custom_fields: FormAnswers,
    }),
  ),
  comment: Type.Optional(
    Type.Object({ idea_id: Id, text: LongText, reply_to_id: Type.Optional(Id) }),
  ),
  vote: Type.Optional(Type.Object({ idea_id: Id })),
  challenge: Type.Optional(
    Type.Object({ token: Type.String({ maxLength: 100 }), answer: Type.Integer({ minimum: 0 }) }),
  ),
  // Programs that fill in every field are recognised by it.
  [HONEYPOT_FIELD]: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Leave it empty: it catches programs.' }),
  ),
})
type GuestInput = Static<typeof GuestBody>
const guestBody = createInputReader(GuestBody)

const Challenge = object({ token: text, seed: text, bits: integer })
const WaitingAnswer = object({
  state: Type.Enum(['waiting']),
  confirmation: Type.Enum(['mail', 'moderator']),
})

/** A challenge of one network is worth nothing in another. */
const purposeOf = ({ request }: EndUserCall): FormPurpose => ({
  form: 'guest',
  binding: clientNetwork(request.ip),
})

export async function requireWork(
  call: EndUserCall,
  { challenge }: GuestInput,
): Promise<GuestProof> {
  const { db, readKeys, settings } = call.context
  if (settings.guest_work_bits === 0) return 'work'
  const sent = { token: challenge?.token, answer: challenge?.answer }
  const problem = challenge
    ? await checkProofOfWork(db, readKeys, sent, purposeOf(call))
    : 'required'
  if (problem === null) return 'work'
  throw invalidInput([
    {
      path: ['challenge'],
      code: problem,
      message: `challenge: ${problem}. Solve a new one of GET /challenges/new, and send its token and answer.`,
    },
  ])
}

type Place = { contribution: Contributed; path: string }
type Contributed = NewGuestContribution extends infer C
  ? C extends unknown
    ? Omit<C, 'name' | 'email' | 'network' | 'proof'>
    : never
  : never

const notForGuests = () =>
  new ApiError('forbidden', 'Guests may not do this here. Sign in first, or choose another forum.')

/** What it is about, if guests may do it there. */
async function findPlace(call: EndUserCall, input: GuestInput): Promise<Place> {
  const { suggestion, comment, vote } = input
  const sent = [suggestion, comment, vote].filter((one) => one !== undefined)
  if (sent.length !== 1)
    throw new ApiError('invalid', 'Send exactly one of suggestion, comment and vote.', {
      suggestion: 'required',
    })
  if (suggestion) {
    const access = await readAccess(call)
    const forum = requireForum(access, String(suggestion.forum_id))
    if (access.decide(forum, 'suggest') !== 'guest') throw notForGuests()
    const {
      title,
      text: body = '',
      category_id: category,
      custom_fields: answers = {},
    } = suggestion
    const links = { forum, ...(category !== undefined && { category }) }
    return {
      contribution: { kind: 'suggestion', title, body, answers, links },
      path: `/forums/${forum}`,
    }
  }
  const { idea_id } = (comment ?? vote) as { idea_id: number }
  const { access, idea } = await requirePublishedIdea(call, String(idea_id))
  const action = comment ? 'comment' : 'support'
  if (decideAbout(access, idea, action) !== 'guest') throw notForGuests()
  const links = { suggestion: idea.target.id }
  const path = `/suggestions/${idea.target.id}`
  const replyLinks = {
    ...links,
    ...(comment?.reply_to_id !== undefined && { reply_to: comment.reply_to_id }),
  }
  return comment
    ? { contribution: { kind: 'comment', body: comment.text, links: replyLinks }, path }
    : { contribution: { kind: 'vote', links }, path }
}

/** Shows that no program sends it, or throws. */
type Proof = (call: EndUserCall, input: GuestInput) => Promise<GuestProof>

type Waiting = { state: 'waiting'; confirmation: 'mail' | 'moderator' }

const contribute = async (call: EndUserCall): Promise<string> =>
  JSON.stringify(await contributeAsGuest(call, mergeInput(call), requireWork))

/** `sent` has the members of `GuestBody`. It answers the same for every address. */
export async function contributeAsGuest(
  call: EndUserCall,
  sent: unknown,
  prove: Proof,
): Promise<Waiting> {
  if (call.caller)
    throw new ApiError('forbidden', 'You are signed in. Use the operations of people who are.')
  const input = guestBody.read(sent)
  const email = input.email.trim()
  if (!isEmailAddress(email))
    throw new ApiError('invalid', 'email: not an e-mail address.', { email: 'email' })
  const { context, request, reply } = call
  const { db, settings, mail, reader } = context
  const confirmation = mail === null ? 'moderator' : 'mail'
  const answer: Waiting = { state: 'waiting', confirmation }
  // A program learns nothing from the answer.
  if (input[HONEYPOT_FIELD]) return answer
  const { contribution, path } = await findPlace(call, input)
  const proof = await prove(call, input)
  await countContribution(call, contribution.kind)
  const network = clientNetwork(request.ip)
  const author = { name: input.name?.trim() ?? '', email, network }
  await inTransaction(db, (tx) =>
    addGuestContribution(
      tx,
      { ...contribution, ...author, proof } as NewGuestContribution,
      settings,
    ),
  )
  if (mail !== null) {
    const language = readLanguage(request)
    const asked = { email, language, returnTo: path, network, isOfGuest: true }
    const started = await startEmailSignIn(db, asked)
    if (started.type === 'mailed') setEmailCookie(reply, reader.baseUrl, started.credential)
  }
  return answer
}

export const guestOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/challenges/new',
    summary: 'Get a challenge for a guest',
    description:
      'Find a whole number whose SHA-256 hash of `seed:number` begins with `bits` zero bits. It works once, for an hour, from the same network.',
    tag: 'ideas',
    answer: { schema: Challenge },
    async handle(call) {
      const { readKeys, settings } = call.context
      return JSON.stringify(
        await issueChallenge(readKeys, purposeOf(call), settings.guest_work_bits),
      )
    },
  },
  {
    method: 'POST',
    path: '/guest_contributions',
    summary: 'Suggest, comment or vote without signing in',
    description:
      'Where `can` says `guest`. It waits until the address is confirmed by the mail that is sent to it, or a moderator approves it. ' +
      'The answer is the same for every address.',
    tag: 'ideas',
    body: GuestBody,
    answer: { schema: WaitingAnswer },
    status: 202,
    handle: contribute,
  },
]

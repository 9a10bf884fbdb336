import { type Static, type TSchema, Type } from 'typebox'
import { ApiError, invalidInput, type Problem } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { type IdentifiedPerson, queueIdentities } from '../../imports/bulk-identify.ts'
import { MAX_TEXT_LENGTH } from '../../imports/external-users.ts'
import { renderIdentifyJob } from '../../read/identify-job.ts'
import { external_users } from '../../resources/external_users.ts'
import { EmailAddress } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { ADMIN_PATH, declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'

/** Enough for 1,000 people with unusually long texts. */
const BODY_LIMIT = 10 * 1024 * 1024

const clearable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const ExternalId = clearable(Type.String({ maxLength: 255 }))
const Text = clearable(Type.String({ maxLength: MAX_TEXT_LENGTH }))
const Amount = clearable(Type.Number({ minimum: -99_999_999_999.99, maximum: 99_999_999_999.99 }))
/** From the year 1 to the end of the year 9999. */
const UnixSeconds = clearable(
  Type.Integer({
    minimum: -62_135_596_800,
    maximum: 253_402_300_799,
    description: 'Unix time in seconds.',
  }),
)
const SentAccount = Type.Object({
  id: ExternalId,
  name: Text,
  created_at: UnixSeconds,
  monthly_rate: Amount,
  ltv: Amount,
  plan: Text,
})
const SentPerson = Type.Object({
  email: EmailAddress,
  id: ExternalId,
  name: Text,
  created_at: UnixSeconds,
  type: Text,
  account: clearable(SentAccount),
})
const Identities = Type.Object({
  identities: Type.Array(SentPerson, { minItems: 1, maxItems: 1000 }),
})
const identitiesReader = createInputReader(Identities)

export const identifyOperations = (): Operation[] => [
  declareOperation({
    method: 'POST',
    path: '/bulk_identify',
    summary: 'Identify people and their accounts in the background',
    description: 'The `Location` header contains the path of the job.',
    tag: external_users.name,
    body: Identities,
    bodyLimit: BODY_LIMIT,
    status: 202,
    answer: object({ status: Type.Unsafe<'queued'>({ const: 'queued' }) }),
    async handle(call) {
      const problems: Problem[] = []
      const input = await identitiesReader.readInSlices(mergeInput(call), problems)
      if (problems.length > 0) throw invalidInput(problems)
      const job = await queueIdentities(call.context.db, input.identities.map(toIdentifiedPerson))
      call.reply.header('location', `${ADMIN_PATH}/bulk_identify/${job}`)
      return { status: 'queued' as const }
    },
  }),
  declareOperation({
    method: 'GET',
    path: '/bulk_identify/:job',
    summary: 'Get the state of a bulk identify job',
    tag: external_users.name,
    answer: object({
      id: integer,
      status: Type.Enum(['queued', 'done', 'failed']),
      reason: { ...orNull(text), description: 'Why the job failed.' },
      created_at: time,
      done_at: orNull(time),
    }),
    async render({ params: { job = '' }, context: { reader } }) {
      const id = parseId(job.trim())
      if (id === undefined)
        throw new ApiError('not_found', `No job has the id ${job.slice(0, 100)}.`)
      return renderIdentifyJob(reader, id)
    },
  }),
]

/** Converts to the member names of an import. Without an id, the e-mail address identifies the person. */
const toIdentifiedPerson = ({
  id,
  created_at,
  account,
  ...person
}: Static<typeof SentPerson>): IdentifiedPerson => ({
  ...person,
  external_id: id ?? person.email,
  external_created_at: toTimestamp(created_at),
  account: account && toAccount(account),
})

const toAccount = ({ id, created_at, monthly_rate, ...account }: Static<typeof SentAccount>) => ({
  ...account,
  external_id: id,
  external_created_at: toTimestamp(created_at),
  mrr: monthly_rate,
})

const toTimestamp = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : seconds

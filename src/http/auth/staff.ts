// The people who can sign in. `permissions` has what the wire format knows of them; this has the role and the ways in.
import { Type } from 'typebox'
import { requirePeople } from '../../auth/acting.ts'
import { revokeGrant } from '../../auth/clients/token-grants.ts'
import { ROLES } from '../../auth/roles.ts'
import { listGrants } from '../../auth/staff/profile.ts'
import {
  createWelcomeLink,
  findRole,
  listStaff,
  resetSecondFactor,
  type Staff,
  setDisabled,
  setRoleOf,
} from '../../auth/staff/staff.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatTime, parseId } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { EmptyBody, Flag, Id, optionalEnum } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { type Call, mergeInput, originOf } from '../stages/call.ts'
import { WELCOME_PATH } from './pages/sign-in.ts'

const MAX_LISTED = 1000

const ChangedBody = Type.Object({ role: optionalEnum(...ROLES), is_disabled: Flag })
const reader = createInputReader(ChangedBody)
const noInput = createInputReader(EmptyBody)

const Answer = object({
  staff: listOf(
    object({
      id: { ...integer, description: 'The id of the user.' },
      name: text,
      email_address: text,
      role: Type.Enum([...ROLES]),
      is_disabled: flag,
      has_password: flag,
      passkeys_count: integer,
      has_second_factor: { ...flag, description: 'An authenticator app. A passkey counts too.' },
      sessions_count: integer,
      last_login: orNull(time),
      links: object({ permission: integer, user: integer }),
    }),
  ),
})

const Tokens = object({
  tokens: listOf(
    object({
      id: integer,
      application: { ...text, description: 'The name of the API client.' },
      grant_type: Type.Enum(['command', 'password', 'authorization_code']),
      scopes: orNull(listOf(text)),
      created_at: time,
      last_used_at: orNull(time),
      links: object({ user: integer, api_client: integer }),
    }),
  ),
})

const RevokedBody = Type.Object({ token: Id })
const revokedReader = createInputReader(RevokedBody)

const toAnswer = (staff: Staff[]) => ({
  staff: staff.map(({ passkeys, sessions, permission_id, last_login, ...person }) => ({
    ...person,
    passkeys_count: passkeys,
    sessions_count: sessions,
    last_login: formatTime(last_login),
    links: { permission: permission_id, user: person.id },
  })),
})

export const staffOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/staff',
    summary: 'List the people who can sign in',
    description: `At most ${MAX_LISTED}.`,
    tag: 'staff',
    answer: Answer,
    handle: async ({ context: { db } }) => toAnswer(await listStaff(db, { limit: MAX_LISTED })),
  }),
  declareOperation({
    method: 'PUT',
    path: '/staff/:id',
    summary: 'Change the role of a person, or whether they can sign in',
    description:
      'The sessions and tokens of the person end. The account keeps an owner who can sign in: 409 for the last one.',
    tag: 'staff',
    body: ChangedBody,
    answer: Answer,
    async handle(call) {
      const { role, is_disabled } = reader.read(mergeInput(call))
      return inTransaction(call.context.db, async (tx) => {
        const id = await findStaffInPath(tx, call)
        if (role !== undefined) await setRoleOf(tx, originOf(call), id, role)
        if (is_disabled !== undefined) await setDisabled(tx, originOf(call), id, is_disabled)
        return toAnswer(await listStaff(tx, { id }))
      })
    },
  }),
  declareOperation({
    method: 'POST',
    path: '/staff/:id/sign_in_link',
    summary: 'Create a link with which a person sets a new password',
    description:
      'The way back in for a person who lost everything else. Only this response contains `url`. It works once, for 24 hours, and ends links created before. 409 for a person who is disabled or blocked.',
    tag: 'staff',
    body: EmptyBody,
    status: 201,
    answersSecret: true,
    deed: 'acts on',
    answer: object({ sign_in_link: object({ url: text, links: object({ user: integer }) }) }),
    async handle(call) {
      noInput.read(mergeInput(call))
      const { db, reader: site } = call.context
      return inTransaction(db, async (tx) => {
        const id = await findStaffInPath(tx, call)
        await requirePeople(tx, call.identity, 'acts on', [{ id }])
        const code = await createWelcomeLink(tx, originOf(call), id)
        const url = `${site.baseUrl}${WELCOME_PATH}#${code}`
        return { sign_in_link: { url, links: { user: id } } }
      })
    },
  }),
  declareOperation({
    method: 'DELETE',
    path: '/staff/:id/second_factor',
    summary: 'Reset the second factor of a person',
    description:
      'Removes the authenticator app, its recovery codes and the passkeys of a person who lost them. Their sessions and tokens end.',
    tag: 'staff',
    body: EmptyBody,
    deed: 'acts on',
    answer: Answer,
    async handle(call) {
      noInput.read(mergeInput(call))
      return inTransaction(call.context.db, async (tx) => {
        const id = await findStaffInPath(tx, call)
        await requirePeople(tx, call.identity, 'acts on', [{ id }])
        await resetSecondFactor(tx, originOf(call), id)
        return toAnswer(await listStaff(tx, { id }))
      })
    },
  }),
  declareOperation({
    method: 'GET',
    path: '/staff/:id/tokens',
    summary: 'List the applications and tokens that act as a person',
    description: 'The ones used last come first. The tokens themselves are stored as hashes.',
    tag: 'staff',
    answer: Tokens,
    async handle(call) {
      const id = await inTransaction(call.context.db, (tx) => findStaffInPath(tx, call))
      return answerTokens(call.context, id)
    },
  }),
  declareOperation({
    method: 'DELETE',
    path: '/staff/:id/tokens',
    summary: 'Revoke one application or token of a person',
    description:
      'It stops at once, with its refresh token. The others stay. `token` is an id of the list, which the response has without it.',
    tag: 'staff',
    body: RevokedBody,
    deed: 'acts on',
    answer: Tokens,
    async handle(call) {
      const { token } = revokedReader.read(mergeInput(call))
      const id = await inTransaction(call.context.db, async (tx) => {
        const person = await findStaffInPath(tx, call)
        await requirePeople(tx, call.identity, 'acts on', [{ id: person }])
        if (!(await revokeGrant(tx, { id: token, userId: person }, originOf(call))))
          throw new ApiError(
            'not_found',
            `token: user ${person} has no token with the id ${token}.`,
          )
        return person
      })
      return answerTokens(call.context, id)
    },
  }),
]

async function answerTokens({ reader }: Call['context'], id: number) {
  const grants = await listGrants(reader.pool, id)
  return {
    tokens: grants.map(({ clientId, name, type, scopes, createdAt, lastUsedAt, ...grant }) => ({
      id: grant.id,
      application: name,
      grant_type: type,
      scopes,
      created_at: formatTime(createdAt),
      last_used_at: formatTime(lastUsedAt),
      links: { user: id, api_client: clientId },
    })),
  }
}

async function findStaffInPath(tx: Tx, { params: { id: given = '' } }: Call): Promise<number> {
  const id = parseId(given.trim())
  if (id === undefined || (await findRole(tx, id)) === null)
    throw new ApiError('not_found', `Nobody on staff has the id ${given.slice(0, 100)}.`)
  return id
}

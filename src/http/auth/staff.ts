// The people who can sign in. `permissions` has what the wire format knows of them; this has the role and the ways in.
import { Type } from 'typebox'
import { ROLES } from '../../auth/roles.ts'
import { findRole, listStaff, type Staff, setDisabled, setRoleOf } from '../../auth/staff/staff.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatTime, parseId } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { Flag, optionalEnum } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { mergeInput, originOf } from '../stages/call.ts'

const MAX_LISTED = 1000

const ChangedBody = Type.Object({ role: optionalEnum(...ROLES), is_disabled: Flag })
const reader = createInputReader(ChangedBody)

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
      'The sessions of the person end. The account keeps an owner who can sign in: 409 for the last one.',
    tag: 'staff',
    body: ChangedBody,
    answer: Answer,
    async handle(call) {
      const { role, is_disabled } = reader.read(mergeInput(call))
      const { id: given = '' } = call.params
      const id = parseId(given.trim())
      return inTransaction(call.context.db, async (tx) => {
        if (id === undefined || (await findRole(tx, id)) === null)
          throw new ApiError('not_found', `Nobody on staff has the id ${given.slice(0, 100)}.`)
        if (role !== undefined) await setRoleOf(tx, originOf(call), id, role)
        if (is_disabled !== undefined) await setDisabled(tx, originOf(call), id, is_disabled)
        return toAnswer(await listStaff(tx, { id }))
      })
    },
  }),
]

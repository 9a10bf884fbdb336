// What each role may do, from the table that the service itself obeys.

import { type Static, Type } from 'typebox'
import { neededScopes, requirementOf } from '../../auth/policy.ts'
import { isRole, ROLES, type Role } from '../../auth/roles.ts'
import { setRequiresSecondFactor } from '../../auth/staff/staff.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import { readRoleSettings } from '../../read/installation.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation, operationPath } from '../operation-declaration.ts'
import { flag, listOf, object, text } from '../responses/answer-schemas.ts'
import { mergeInput, originOf } from '../stages/call.ts'

const role = Type.Enum([...ROLES])
const Answer = object({
  roles: {
    ...listOf(object({ name: role, requires_second_factor: flag })),
    description: 'From the least to the most powerful. Each may do what those before it may.',
  },
  operations: listOf(
    object({
      method: text,
      path: text,
      summary: text,
      scope: text,
      role,
      own_role: Type.Unsafe<Role | null>({
        enum: [...ROLES, null],
        description: 'Who may do it to records that they created; for a list, who gets their own.',
      }),
    }),
  ),
})

const ChangedBody = Type.Object({ requires_second_factor: Type.Boolean() })
const input = createInputReader(ChangedBody)

/** Describes these operations, and itself. */
export function roleOperations(described: Operation[] = []): Operation[] {
  const own = declareOperation({
    method: 'GET',
    path: '/roles',
    summary: 'List what each role may do',
    tag: 'roles',
    answer: Answer,
    async handle({ context: { reader } }): Promise<Static<typeof Answer>> {
      const needsFactor = await readRoleSettings(reader.pool)
      return {
        roles: ROLES.map((name) => ({
          name,
          requires_second_factor: needsFactor.get(name) ?? false,
        })),
        operations: all.map(describe),
      }
    },
  })
  const change = declareOperation({
    method: 'PUT',
    path: '/roles/:name',
    summary: 'Require a second factor of a role',
    description:
      'People of this role without a second factor can only set one up until they do, also in the sessions that they have.',
    tag: 'roles',
    body: ChangedBody,
    answer: object({ roles: listOf(object({ name: role, requires_second_factor: flag })) }),
    async handle(call) {
      const { name = '' } = call.params
      if (!isRole(name))
        throw new ApiError(
          'not_found',
          `The role ${formatValue(name.slice(0, 100))} does not exist. Roles: ${ROLES.join(', ')}.`,
        )
      const { requires_second_factor } = input.read(mergeInput(call))
      await inTransaction(call.context.db, (tx) =>
        setRequiresSecondFactor(tx, originOf(call), name, requires_second_factor),
      )
      return { roles: [{ name, requires_second_factor }] }
    },
  })
  const all: Operation[] = [...described, own, change]
  return [own, change]
}

function describe(operation: Operation) {
  const needed = requirementOf(operation)
  return {
    method: operation.method,
    path: operationPath(operation).replace(/:(\w+)/g, '{$1}'),
    summary: operation.summary,
    scope: neededScopes(needed).join(' '),
    role: needed.role,
    own_role: needed.own?.role ?? null,
  }
}

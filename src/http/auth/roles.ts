// What each role may do, from the table that the service itself obeys.

import { type Static, Type } from 'typebox'
import { requirementOf } from '../../auth/policy.ts'
import { ROLES, type Role } from '../../auth/roles.ts'
import { readRoleSettings } from '../../read/installation.ts'
import { declareOperation, type Operation, operationPath } from '../operation-declaration.ts'
import { flag, listOf, object, text } from '../responses/answer-schemas.ts'

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
  const all: Operation[] = [...described, own]
  return [own]
}

function describe(operation: Operation) {
  const needed = requirementOf(operation)
  return {
    method: operation.method,
    path: operationPath(operation).replace(/:(\w+)/g, '{$1}'),
    summary: operation.summary,
    scope: `${needed.scope}:${needed.access}`,
    role: needed.role,
    own_role: needed.own?.role ?? null,
  }
}

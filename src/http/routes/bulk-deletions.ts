// The deletion of many external users or accounts at once.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { findIdsByExternalId } from '../../read/external-keys.ts'
import type { external_accounts } from '../../resources/external_accounts.ts'
import type { external_users } from '../../resources/external_users.ts'
import { Id } from '../body/body-schemas.ts'
import { declareWrite, type WriteDeclaration } from '../writes.ts'

const MAX_IDS = 1000

type External = typeof external_users | typeof external_accounts

/** By id and by external id. Clients use both methods. */
export const deletionWrites = (
  resource: External,
  remove: (tx: Tx, ids: number[]) => Promise<void>,
  effect: string,
): WriteDeclaration[] =>
  (['POST', 'DELETE'] as const).flatMap((method) => [
    declareWrite({
      method,
      path: '/bulk_delete',
      summary: `Delete ${resource.singular}s by id`,
      description: effect,
      body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_IDS }) }),
      answer: 'removed',
      findRemovedIds: ({ ids }) => ids,
      run: (tx, { input }) => remove(tx, input.ids),
    }),
    declareWrite({
      method,
      path: '/bulk_delete_by_external_id',
      summary: `Delete ${resource.singular}s by external id`,
      description: effect,
      body: Type.Object({
        external_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          minItems: 1,
          maxItems: MAX_IDS,
        }),
      }),
      answer: 'removed',
      findRemovedIds: async ({ external_ids }, db) => {
        const ids = await findIdsByExternalId(db, resource, external_ids)
        if (ids.length > 0) return ids
        const shown = formatValue(external_ids.join(', '))
        const message = `external_ids: no ${resource.singular} has any of the ids ${shown}.`
        throw new ApiError('not_found', message)
      },
      run: async (tx, { input }) =>
        remove(tx, await findIdsByExternalId(tx, resource, input.external_ids)),
    }),
  ])

// Statuses and product areas. The wire format only reads them; the writes let you set up a server through the API.
import { type TProperties, Type } from 'typebox'
import { feature_statuses } from '../../resources/feature_statuses.ts'
import { internal_statuses } from '../../resources/internal_statuses.ts'
import { product_areas } from '../../resources/product_areas.ts'
import type { Resource } from '../../resources/resource.ts'
import { statuses } from '../../resources/statuses.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { setPositions } from '../../write/core/records.ts'
import { deleteStatus, updateStatus } from '../../write/statuses.ts'
import { EmptyBody, Flag, OrderBody, Position } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const appearance = {
  hex_color: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: 'Hexadecimal color, for example #1a2b3c.',
    }),
  ),
  position: Position,
  is_default: Flag,
}

const createBodies = (fields: TProperties) => ({
  create: Type.Object({ name: Name, ...fields }),
  update: Type.Object({ name: Type.Optional(Name), ...fields }),
})

const statusBodies = createBodies({ ...appearance, is_open: Flag, allow_comments: Flag })

const orderWrite = (resource: Resource, name: string) =>
  declareWrite({
    method: 'PUT',
    path: '/positions',
    summary: `Set the order of ${name}`,
    description: 'The order of the ids is the order of `sort=position`.',
    body: OrderBody,
    answer: 'records',
    auditsItself: true,
    async run(tx, { origin, input: { ids } }) {
      const order = await setPositions(tx, resource, ids)
      await recordAudit(tx, origin, {
        action: 'settings_changed',
        subject: { type: resource.name, id: null },
        after: { order },
      })
      return order
    },
  })

export const statusOperations = (): Operation[] => [
  ...writeOperations(statuses, [
    ...plainWrites(statuses, { create: statusBodies.create }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a status',
      description: 'A change of `is_open` closes or reopens all its suggestions.',
      body: statusBodies.update,
      answer: 'records',
      run: (tx, { actor, id, input }) => updateStatus(tx, actor, id, input),
    }),
    orderWrite(statuses, 'statuses'),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a status',
      description: 'Its suggestions remain, open and without a status.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { actor, id }) => deleteStatus(tx, actor, id),
    }),
  ]),
  ...[internal_statuses, feature_statuses].flatMap((resource) =>
    writeOperations(resource, plainWrites(resource, { ...createBodies(appearance), remove: true })),
  ),
  ...writeOperations(feature_statuses, [orderWrite(feature_statuses, 'feature statuses')]),
  ...writeOperations(
    product_areas,
    plainWrites(product_areas, { ...createBodies({}), remove: true }),
  ),
]

// The words that suggestions and features are put under. The wire format only reads them; ours lets a server be set up.
import { type TProperties, Type } from 'typebox'
import { feature_statuses } from '../../resources/feature_statuses.ts'
import { internal_statuses } from '../../resources/internal_statuses.ts'
import { product_areas } from '../../resources/product_areas.ts'
import { statuses } from '../../resources/statuses.ts'
import { deleteStatus, updateStatus } from '../../write/statuses.ts'
import { EmptyBody, Flag, type Operation, Position } from '../operation.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const look = {
  hex_color: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: 'A colour such as #1a2b3c.',
    }),
  ),
  position: Position,
  is_default: Flag,
}

const bodies = (fields: TProperties) => ({
  create: Type.Object({ name: Name, ...fields }),
  update: Type.Object({ name: Type.Optional(Name), ...fields }),
})

const ofStatuses = bodies({ ...look, is_open: Flag, allow_comments: Flag })

export const statusOperations = (): Operation[] => [
  ...writeOperations(statuses, [
    ...plainWrites(statuses, { create: ofStatuses.create }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Change a status; with is_open all its suggestions are closed or reopened',
      body: ofStatuses.update,
      answer: 'records',
      run: (tx, { actor, id, input }) => updateStatus(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a status; its suggestions stay, open and without one',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { actor, id }) => deleteStatus(tx, actor, id),
    }),
  ]),
  ...[internal_statuses, feature_statuses].flatMap((resource) =>
    writeOperations(resource, plainWrites(resource, { ...bodies(look), remove: true })),
  ),
  ...writeOperations(product_areas, plainWrites(product_areas, { ...bodies({}), remove: true })),
]

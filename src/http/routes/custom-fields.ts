import { Type } from 'typebox'
import { custom_fields } from '../../resources/custom_fields.ts'
import {
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '../../write/custom-fields.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Key = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^(cf_(?=.)|(?!cf_))[0-9A-Za-z_]{1,125}$',
  description:
    'Letters A to Z, digits and _, for example cf_team_size. The prefix cf_ is added where it is missing.',
})

const withPrefix = <T extends { key?: string }>(input: T): T =>
  input.key === undefined ? input : { ...input, key: input.key.replace(/^(?!cf_)/, 'cf_') }

export const customFieldOperations = (): Operation[] =>
  writeOperations(custom_fields, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a custom field',
      body: Type.Object({
        name: Name,
        key: Key,
        field_type: Type.Enum(['boolean', 'timestamp', 'string', 'text', 'number']),
        object_type: Type.Enum(['external_users', 'external_accounts', 'features', 'suggestions']),
      }),
      answer: 'created',
      run: (tx, { actor, input }) => createCustomField(tx, actor, withPrefix(input)),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a custom field',
      description: 'Existing values move to a new key.',
      body: Type.Object({ name: Type.Optional(Name), key: Type.Optional(Key) }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateCustomField(tx, actor, id, withPrefix(input)),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a custom field and all its values',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteCustomField(tx, id),
    }),
  ])

import { Type } from 'typebox'
import { custom_fields } from '../../resources/custom_fields.ts'
import {
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '../../write/custom-fields.ts'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '../../write/portal-form.ts'
import { EmptyBody, Flag } from '../body/body-schemas.ts'
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

const formMembers = {
  portal_position: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.Null()], {
      description:
        'Fields of suggestions: the form of the portal asks for it, in the order of positions. Null: it does not.',
    }),
  ),
  portal_required: Flag,
  portal_public: Type.Optional(
    Type.Boolean({
      description:
        'Whether everybody who sees the suggestion sees the answer, or only its author and the team.',
    }),
  ),
  portal_choices: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_CHOICE_LENGTH }), {
      maxItems: MAX_CHOICES,
      description:
        'Of a string: people choose one of them. Of a text: some of them, which it has in lines.',
    }),
  ),
}

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
        ...formMembers,
      }),
      answer: 'created',
      run: (tx, { actor, input }) => createCustomField(tx, actor, withPrefix(input)),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a custom field',
      description: 'Existing values move to a new key.',
      body: Type.Object({
        name: Type.Optional(Name),
        key: Type.Optional(Key),
        ...formMembers,
      }),
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

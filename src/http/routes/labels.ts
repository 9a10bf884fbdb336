import { Type } from 'typebox'
import { labels } from '../../resources/labels.ts'
import {
  attachLabel,
  createLabel,
  deleteLabel,
  detachLabel,
  mergeLabels,
  updateLabel,
} from '../../write/labels.ts'
import { ClearableId, EmptyBody, Flag, Id } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 128 })
const Links = Type.Optional(Type.Object({ parent: ClearableId }))
const Pair = Type.Object({ links: Type.Object({ label: Id, suggestion: Id }) })

export const labelOperations = (): Operation[] =>
  writeOperations(labels, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a label',
      body: Type.Object({ name: Name, can_recommend: Flag, links: Links }),
      answer: 'created',
      run: (tx, { input }) => createLabel(tx, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a label',
      body: Type.Object({ name: Type.Optional(Name), can_recommend: Flag, links: Links }),
      answer: 'records',
      run: (tx, { id, input }) => updateLabel(tx, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a label',
      description: 'It is removed from all its suggestions.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { actor, id }) => deleteLabel(tx, actor, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/merge',
      summary: 'Merge two labels',
      description:
        'The suggestions and child labels of `from_label` get `to_label`, and `from_label` is deleted. This cannot be undone.',
      body: Type.Object({ links: Type.Object({ from_label: Id, to_label: Id }) }),
      answer: 'records',
      run: (tx, { actor, input: { links } }) => mergeLabels(tx, actor, links),
    }),
    declareWrite({
      method: 'POST',
      path: '/attach',
      summary: 'Attach a label to a suggestion',
      body: Pair,
      answer: 'records',
      run: (tx, { actor, input: { links } }) =>
        attachLabel(tx, actor, links.label, links.suggestion),
    }),
    declareWrite({
      method: 'POST',
      path: '/detach',
      summary: 'Detach a label from a suggestion',
      body: Pair,
      answer: 'records',
      run: (tx, { actor, input: { links } }) =>
        detachLabel(tx, actor, links.label, links.suggestion),
    }),
  ])

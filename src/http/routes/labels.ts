import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/db.ts'
import { answerRecords } from '../../read/answer.ts'
import { labels } from '../../resources/labels.ts'
import {
  attachLabel,
  createLabel,
  deleteLabel,
  detachLabel,
  updateLabel,
} from '../../write/labels.ts'
import { ClearableId, Flag, Id, Nothing, type Operation, write } from '../operation.ts'
import { idIn } from '../resource-routes.ts'

const Name = Type.String({ minLength: 1, maxLength: 128 })
const Links = Type.Optional(Type.Object({ parent: ClearableId }))
const Pair = Type.Object({ links: Type.Object({ label: Id, suggestion: Id }) })

export function labelOperations({ db, reader }: Context): Operation[] {
  const pairing = (
    verb: 'attach' | 'detach',
    pair: (tx: Tx, label: number, suggestion: number) => Promise<void>,
  ) =>
    write({
      method: 'POST',
      path: `/labels/${verb}`,
      summary:
        verb === 'attach' ? 'Attach a label to a suggestion' : 'Detach a label from a suggestion',
      resource: labels,
      answer: 'records',
      body: Pair,
      async handle({ input, includes }) {
        const { label, suggestion } = input.links
        await db.transaction().execute((tx) => pair(tx, label, suggestion))
        return answerRecords(reader, labels, [label], includes)
      },
    })

  return [
    write({
      method: 'POST',
      path: '/labels',
      summary: 'Create a label',
      resource: labels,
      answer: 'created',
      body: Type.Object({ name: Name, can_recommend: Flag, links: Links }),
      async handle({ input, includes }) {
        const id = await db.transaction().execute((tx) => createLabel(tx, input))
        return answerRecords(reader, labels, [id], includes)
      },
    }),
    write({
      method: 'PUT',
      path: '/labels/:id',
      summary: 'Change a label',
      resource: labels,
      answer: 'records',
      body: Type.Object({ name: Type.Optional(Name), can_recommend: Flag, links: Links }),
      async handle({ input, params, includes }) {
        const id = idIn(labels, params)
        await db.transaction().execute((tx) => updateLabel(tx, id, input))
        return answerRecords(reader, labels, [id], includes)
      },
    }),
    write({
      method: 'DELETE',
      path: '/labels/:id',
      summary: 'Delete a label; it leaves all its suggestions',
      resource: labels,
      answer: 'records',
      body: Nothing,
      async handle({ params, includes }) {
        const id = idIn(labels, params)
        const last = await answerRecords(reader, labels, [id], includes)
        await db.transaction().execute((tx) => deleteLabel(tx, id))
        return last
      },
    }),
    pairing('attach', attachLabel),
    pairing('detach', detachLabel),
  ]
}

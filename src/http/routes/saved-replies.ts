import { Type } from 'typebox'
import { saved_replies } from '../../resources/saved_replies.ts'
import type { Operation } from '../operation-declaration.ts'
import { plainWrites, writeOperations } from '../writes.ts'

const Title = Type.String({ minLength: 1, maxLength: 140 })
const Body = Type.String({ minLength: 1, maxLength: 10_000, description: 'Markdown.' })

export const savedReplyOperations = (): Operation[] =>
  writeOperations(
    saved_replies,
    plainWrites(saved_replies, {
      create: Type.Object({ title: Title, body: Body }),
      update: Type.Object({ title: Type.Optional(Title), body: Type.Optional(Body) }),
      remove: true,
    }),
  )

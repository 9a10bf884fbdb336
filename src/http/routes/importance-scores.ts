import { Type } from 'typebox'
import { importance_scores } from '../../resources/importance_scores.ts'
import { setImportance } from '../../write/importance-scores.ts'
import { Id } from '../body/body-schemas.ts'
import { findPerson, personMembers, requirePerson } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const importanceWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create or update an importance score',
    description: 'A person has one score for each suggestion; a new score replaces it.',
    body: Type.Object({
      ...personMembers,
      links: Type.Object({ suggestion: Id, response: Id, user: Type.Optional(Id) }),
    }),
    answer: 'found_or_created',
    writesAs: (input) => [findPerson(input)],
    run: (tx, { actor, input }) => setImportance(tx, actor, requirePerson(input), input.links),
  }),
]

export const importanceScoreOperations = (): Operation[] =>
  writeOperations(importance_scores, importanceWrites)

// Files of people: sent whole, checked at once, imported later.
import { Type } from 'typebox'
import { peopleIn } from '../../files/import.ts'
import { imports } from '../../resources/imports.ts'
import { queueImport } from '../../write/imports.ts'
import { decoded } from '../form-body.ts'
import type { Operation } from '../operation.ts'
import { write, writeOperations } from '../writes.ts'

const BODY_LIMIT = 20 * 1024 * 1024

export const importOperations = (): Operation[] =>
  writeOperations(imports, [
    write({
      method: 'POST',
      path: '',
      summary: 'Import people and accounts from a CSV file of 100,000 rows at most, by and by',
      body: Type.Object({
        type: Type.Optional(Type.Enum(['users'])),
        csv: Type.String({ minLength: 1 }),
      }),
      bodyLimit: BODY_LIMIT,
      alsoTakes: { 'text/csv': (file) => ({ csv: decoded(file) }) },
      answer: 'created',
      run: async (tx, { actor, input }) => queueImport(tx, actor, await peopleIn(tx, input.csv)),
    }),
  ])

// Files of people: sent whole, checked at once, imported later.
import { Type } from 'typebox'
import { readPeople } from '../../files/import.ts'
import { imports } from '../../resources/imports.ts'
import { queueImport } from '../../write/imports.ts'
import { decodeUtf8 } from '../form-body.ts'
import type { Operation } from '../operation.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const BODY_LIMIT = 20 * 1024 * 1024

export const importOperations = (): Operation[] =>
  writeOperations(imports, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Import people and accounts from a CSV file of 100,000 rows at most, by and by',
      body: Type.Object({
        type: Type.Optional(Type.Enum(['users'])),
        csv: Type.String({ minLength: 1 }),
      }),
      bodyLimit: BODY_LIMIT,
      extraMediaTypes: { 'text/csv': (file) => ({ csv: decodeUtf8(file) }) },
      answer: 'created',
      run: async (tx, { actor, input }) => queueImport(tx, actor, await readPeople(tx, input.csv)),
    }),
  ])

// The rows of a collection's table that are its records, as an SQL table expression under the name of the table.
import type { Resource } from '../resources/resource.ts'

export const recordRows = ({ name, only }: Pick<Resource, 'name' | 'only'>): string =>
  only === null ? name : `(select * from ${name} where ${only}) ${name}`

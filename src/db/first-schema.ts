// The first schema was made by migrations of other names, before the schema was written anew.
import { SchemaError } from './schema-error.ts'

/** Every database of the first schema has it. */
const FIRST_MIGRATION = '0001_schema.sql'
/** The last one. A backup that lacks it was made before the first schema was complete. */
const LAST_MIGRATION = '0020_true_retries.sql'

export const isFirstSchema = (migrations: string[]) => migrations.includes(FIRST_MIGRATION)

export const isLastOfFirstSchema = (migrations: string[]) => migrations.includes(LAST_MIGRATION)

export function refuseFirstSchema(migrations: string[]): void {
  if (isFirstSchema(migrations))
    throw new SchemaError(
      'An earlier build of Earshot made this database, and this build cannot upgrade its schema. ' +
        'Carry the data over: run `earshot backup FILE` with the earlier build, ' +
        'then `earshot restore FILE` with this build and an empty database or data directory.',
    )
}

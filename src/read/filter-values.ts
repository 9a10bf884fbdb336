// The values of a filter that takes a list.
import { ApiError } from '../core/api-error.ts'
import { parseList } from '../core/values.ts'

const MAX_VALUES = 1_000

/** Each once. */
export function parseFilterValues(filter: string, input: unknown): string[] {
  const values = [...new Set(parseList(input))]
  if (values.length > MAX_VALUES)
    throw new ApiError(
      'malformed',
      `${filter}: too many values (${values.length}). Maximum: ${MAX_VALUES}.`,
      { [filter]: 'max_length' },
    )
  return values
}

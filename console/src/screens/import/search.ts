// The state of the import screen in its address. A file cannot be in it.
import { IMPORT_TYPES, type ImportType } from '../../api/imports.ts'

export type ImportSearch = {
  type?: ImportType
  /** The import whose left-out rows are to be corrected. */
  problems_of?: string
}

export function parseImportSearch({ type, problems_of }: Record<string, unknown>): ImportSearch {
  const known = IMPORT_TYPES.find((one) => one === type)
  return {
    ...(known && { type: known }),
    ...(/^[1-9]\d{0,15}$/.test(String(problems_of)) && { problems_of: String(problems_of) }),
  }
}

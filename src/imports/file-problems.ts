// What is wrong with a file that is to be imported.
import { InvalidFileError } from './csv-text.ts'

export type ProblemKind =
  | 'file not valid'
  | 'required column missing'
  | 'required value missing'
  | 'value of wrong type'
  | 'format not clear'
  | 'column not recognized'
  | 'record not found'
  | 'not allowed'
  // Of rows that are imported all the same.
  | 'repeated row'
  | 'repeated address'
  | 'values disagree'
  // Of the mapping.
  | 'value not in file'

/** In one cell, in a whole column, or in the file. */
export type FileProblem = {
  kind: ProblemKind
  line: number | null
  column: string | null
  message: string
  value: string
}

export const problem = (
  kind: ProblemKind,
  message: string,
  place: Partial<Pick<FileProblem, 'line' | 'column' | 'value'>> = {},
): FileProblem => ({ kind, message, line: null, column: null, value: '', ...place })

/** Anything but an invalid file is thrown again. */
export function invalidProblem(error: unknown): FileProblem {
  if (!(error instanceof InvalidFileError)) throw error
  return problem('file not valid', error.message, { line: error.line })
}

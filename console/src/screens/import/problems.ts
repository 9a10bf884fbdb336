// Problems by where they are corrected.
import type { FileProblem, ImportPreview } from '../../api/imports.ts'

export type SortedProblems = {
  /** In the mapping. */
  header: FileProblem[]
  /** In the text: nothing after it can be read. */
  broken: FileProblem | undefined
  /** In the cells of rows, or in a row as a whole. */
  cells: FileProblem[]
}

const isOfFile = ({ kind, column, message }: FileProblem) =>
  kind === 'file not valid' && column === null && !/^it has \d+ (cells|columns)/.test(message)

export function sortProblems({ rows, problems }: ImportPreview): SortedProblems {
  const begin = rows[0]?.line ?? Number.POSITIVE_INFINITY
  const broken = problems.find(isOfFile)
  const others = problems.filter((one) => !isOfFile(one))
  return {
    broken,
    header: others.filter(({ line }) => line === null || line < begin),
    cells: others.filter(({ line }) => line !== null && line >= begin),
  }
}

/** Whether correcting the text of its line can help. */
export const isInText = ({ line, message }: FileProblem): boolean =>
  line !== null && message.includes('quote')

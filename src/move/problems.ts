// What did not fit, in bounded memory: all are counted, and the first ones are listed.
import type { Problem } from './reader.ts'

export const MAX_LISTED = 10_000

export class ProblemList {
  readonly listed: Problem[] = []
  count = 0
  leftOutCount = 0

  push(...problems: Problem[]): void {
    for (const problem of problems) {
      this.count++
      if (problem.isLeftOut) this.leftOutCount++
      if (this.listed.length < MAX_LISTED) this.listed.push(problem)
    }
  }

  /** Records that are left out for the same reason as the listed ones. */
  countUnlisted(count: number): void {
    this.count += count
    this.leftOutCount += count
  }
}

// Prints the tests that passed only when they were repeated, so that they are fixed instead of repeated for ever.
import type { Reporter, TestCase } from 'vitest/node'

export default class RetriedReporter implements Reporter {
  #retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0 } = test.diagnostic() ?? {}
    if (retryCount > 0)
      this.#retried.push(
        `${test.module.relativeModuleId}: ${test.fullName} (${retryCount + 1} runs)`,
      )
  }

  onTestRunEnd(): void {
    for (const line of this.#retried) console.log(`Repeated: ${line}`)
  }
}

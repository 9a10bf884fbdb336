// Prints the tests that passed only when they were repeated, so that they are fixed instead of repeated for ever.
// FAILED_FILES is where it lists the files that failed, for bin/test to run them again.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** A failed property says its values after the first line. */
const MAX_SHOWN = 600

const fileOf = (error: object): string =>
  'VITEST_TEST_PATH' in error ? String(error.VITEST_TEST_PATH) : ''

export default class RetriedReporter implements Reporter {
  #retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0 } = test.diagnostic() ?? {}
    if (retryCount === 0) return
    // Of a test that passed in the end they are those of the runs before.
    const reasons = (test.result().errors ?? []).map(({ message }) => message.slice(0, MAX_SHOWN))
    this.#retried.push(
      `${test.module.relativeModuleId}: ${test.fullName} (${retryCount + 1} runs: ${reasons.join('; ')})`,
    )
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly object[]): void {
    for (const line of this.#retried) console.log(`Repeated: ${line}`)
    const list = process.env.FAILED_FILES
    const raised = errors.map(fileOf)
    // An error that belongs to no file is not repeated with any of them.
    if (!list || raised.includes('')) return
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId)
    const files = [...new Set([...failed, ...raised])]
    writeFileSync(list, files.map((file) => `${relative('', file)}\n`).join(''))
  }
}

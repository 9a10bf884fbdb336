import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// `bin/test --fast` leaves these out: tests that start processes, browsers or large tables.
const slowTests = ['test/console/**', 'test/processes/**']

// Compiled sources of the test workers and of the processes that tests start, in the place that bin/earshot uses.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

// Databases and files of tests are in memory where there is plenty of it: a busy disk can stop every test for seconds.
process.env.TMPDIR ??= hasRoomInMemory('/dev/shm') ? '/dev/shm' : tmpdir()

function hasRoomInMemory(path: string): boolean {
  const needed = 6 * 1024 ** 3
  if (process.platform !== 'linux' || !existsSync(path) || process.availableMemory() < needed)
    return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > needed
}

// The files that take longest start first, so that none of them runs alone at the end. Those that use the CPU and those that wait
// for processes alternate.
const longestTests = [
  'console/import.test.ts',
  'console/record.test.ts',
  'console/reports.test.ts',
  'processes/cli.test.ts',
  'laws/explain.test.ts',
  'console/grid.test.ts',
  'processes/serve.test.ts',
  'console/people.test.ts',
  'processes/backup.test.ts',
  'console/triage.test.ts',
  'console/settings.test.ts',
  'console/segments.test.ts',
  'console/features.test.ts',
  'processes/several-processes.test.ts',
  'laws/every-operation.test.ts',
  'console/rtl.test.ts',
  'console/tour.test.ts',
  'api/docs-page.test.ts',
  'processes/resilience.test.ts',
  'processes/crash.test.ts',
  'processes/cli-api.test.ts',
  'laws/every-resource.test.ts',
  'processes/embedded.test.ts',
  'processes/large-bodies.test.ts',
  'imports/imports.test.ts',
  'console/shell.test.ts',
  'auth/passkeys.test.ts',
  'auth/api-clients.test.ts',
  'processes/rate-limit-processes.test.ts',
  'processes/export.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longestTests.findIndex((name) => moduleId.endsWith(`/${name}`)) >>> 0
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'fast' ? slowTests : [],
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/template-database.ts',
    setupFiles: 'test/support/setup.ts',
    // Loading the service takes three seconds of CPU: a worker does it once, not once per file.
    isolate: false,
    // On a busy disk a sync can take ten seconds. A test that checks a time limit sets its own timeout.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Of hundreds of steps in browsers and processes, one can stall on a machine that does other work. The report names the test.
    retry: process.env.CI ? 1 : 0,
    // More than the two cores of a small machine: many tests wait for processes. The tests of a file share one database.
    maxWorkers: 3,
  },
}))

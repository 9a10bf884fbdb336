import { existsSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// `bin/test --fast` leaves these out: browsers, processes, moves, and files that take longer than about ten seconds and say so.
const slowTests = [
  'test/console/**',
  'test/move/**',
  'test/portal/**',
  'test/processes/**',
  'test/**/*.slow.test.ts',
]

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

// Long files start first, so that none of them runs alone at the end: browsers, processes and slow files in turn, because some
// of them compute and some wait. Among themselves the largest first.
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isIn = ({ moduleId }: TestSpecification, kind: string) => moduleId.includes(kind)
    const bySize = files.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const turns = ['/test/console/', '/test/portal/', '/test/processes/', '.slow.test.ts'].map(
      (kind) => bySize.filter((file) => isIn(file, kind)),
    )
    const long = bySize.flatMap((_, i) => turns.flatMap((turn) => turn[i] ?? []))
    return [...new Set([...long, ...bySize])]
  }
}

const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts', 'console/src/**/*.test.ts'],
    exclude: mode === 'fast' ? slowTests : [],
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/template-database.ts',
    setupFiles: 'test/support/setup.ts',
    // Loading the service takes three seconds of CPU: a worker does it once, not once per file.
    isolate: false,
    // Sources are loaded by Node, as the service itself loads them, and not transformed by Vite.
    experimental: { viteModuleRunner: false },
    // On a busy disk a sync can take ten seconds. A test that checks a time limit sets its own timeout.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Of hundreds of steps in browsers and processes, one can stall on a machine that does other work. A reporter names the test.
    retry: process.env.CI ? 1 : 0,
    // More than the two cores of a small machine: many tests wait for processes. The tests of a file share one database.
    maxWorkers: 3,
  },
}))

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Files that `bin/test --fast` leaves out: they start processes or database servers of their own, or take many seconds.
// A new file is part of the fast run until it is listed here.
const slowTests = [
  'attachments.test.ts',
  'backup.test.ts',
  'cli.test.ts',
  'concurrent-moves.test.ts',
  'crash.test.ts',
  'custom-fields.test.ts',
  'declarations.test.ts',
  'deletions.test.ts',
  'demo.test.ts',
  'docs-page.test.ts',
  'embedded.test.ts',
  'errors.test.ts',
  'export.test.ts',
  'failover.test.ts',
  'file-import.test.ts',
  'files.test.ts',
  'filters.test.ts',
  'linearizability.test.ts',
  'imports.test.ts',
  'live-clients.test.ts',
  'metrics.test.ts',
  'model-based.test.ts',
  'paging.test.ts',
  'rate-limit.test.ts',
  'rate-limit-processes.test.ts',
  'replica.test.ts',
  'resilience.test.ts',
  'segments.test.ts',
  'serve.test.ts',
  'several-processes.test.ts',
  'stores.test.ts',
  'upload-crash.test.ts',
  'every-operation.test.ts',
]

for (const name of slowTests)
  if (!existsSync(join(import.meta.dirname, 'test', name)))
    throw new Error(`vitest.config.ts: slowTests names test/${name}, which does not exist.`)

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'fast' ? slowTests.map((name) => `test/${name}`) : [],
    globalSetup: 'test/template-database.ts',
    // On a busy disk a sync can take ten seconds. A test that checks a time limit sets its own timeout.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One file per core on a machine with two. The tests of a file share one database.
    maxWorkers: 2,
  },
}))

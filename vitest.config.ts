import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Files that `bin/test --fast` leaves out: each took more than about 3 seconds in a measured run.
// A new file is part of the fast run until it is listed here.
const slowTests = [
  'administration.test.ts',
  'admission.test.ts',
  'attachments.test.ts',
  'authentication.test.ts',
  'backup.test.ts',
  'bodies.test.ts',
  'cli-api.test.ts',
  'cli.test.ts',
  'concurrent-moves.test.ts',
  'crash.test.ts',
  'csv-formats.test.ts',
  'custom-field-writes.test.ts',
  'custom-fields.test.ts',
  'deletions.test.ts',
  'demo.test.ts',
  'docs-page.test.ts',
  'docs.test.ts',
  'embedded.test.ts',
  'engagement.test.ts',
  'erasure.test.ts',
  'every-operation.test.ts',
  'every-resource.test.ts',
  'explain.test.ts',
  'export.test.ts',
  'failover.test.ts',
  'features.test.ts',
  'fields.test.ts',
  'figures.test.ts',
  'file-import.test.ts',
  'files-move.test.ts',
  'files.test.ts',
  'filters.test.ts',
  'first-schema.test.ts',
  'functions.test.ts',
  'headers.test.ts',
  'identify.test.ts',
  'import-engine.test.ts',
  'imports.test.ts',
  'install.test.ts',
  'jobs.test.ts',
  'linearizability.test.ts',
  'listen.test.ts',
  'merges.test.ts',
  'metrics.test.ts',
  'model-based.test.ts',
  'oauth.test.ts',
  'openapi.test.ts',
  'pages.test.ts',
  'paging.test.ts',
  'rate-counter.test.ts',
  'rate-limit-processes.test.ts',
  'rate-limit.test.ts',
  'recount.test.ts',
  'replica.test.ts',
  'resilience.test.ts',
  'search.test.ts',
  'segments.test.ts',
  'serve.test.ts',
  'several-processes.test.ts',
  'static-assets.test.ts',
  'stores.test.ts',
  'thumbnails.test.ts',
  'tracing.test.ts',
  'updated-at-propagation.test.ts',
  'upload-crash.test.ts',
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
    // More than the two cores of a small machine: many tests wait for processes. The tests of a file share one database.
    maxWorkers: 3,
  },
}))

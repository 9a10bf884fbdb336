import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Files that `bin/test --fast` leaves out: each took more than about 3 seconds in a measured run.
// A new file is part of the fast run until it is listed here.
const slowTests = [
  'administration.test.ts',
  'admission.test.ts',
  'api-clients.test.ts',
  'attachments.test.ts',
  'audit.test.ts',
  'authentication.test.ts',
  'backup.test.ts',
  'bodies.test.ts',
  'bulk-actions-crash.test.ts',
  'bulk-actions.test.ts',
  'cli-api.test.ts',
  'cli.test.ts',
  'client.test.ts',
  'concurrent-moves.test.ts',
  'consent-page.test.ts',
  'console-features.test.ts',
  'console-grid.test.ts',
  'console-import.test.ts',
  'console-people.test.ts',
  'console-record.test.ts',
  'console-reports.test.ts',
  'console-settings.test.ts',
  'console-segments.test.ts',
  'console-rtl.test.ts',
  'console-shell.test.ts',
  'console-tour.test.ts',
  'console-triage.test.ts',
  'crash.test.ts',
  'csv-formats.test.ts',
  'custom-field-writes.test.ts',
  'custom-fields.test.ts',
  'deletions.test.ts',
  'demo-data.test.ts',
  'demo.test.ts',
  'docs-page.test.ts',
  'docs.test.ts',
  'embedded.test.ts',
  'engagement.test.ts',
  'erasure.test.ts',
  'errors.test.ts',
  'events.test.ts',
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
  'fuzz.test.ts',
  'headers.test.ts',
  'identify.test.ts',
  'import-engine.test.ts',
  'imports.test.ts',
  'install.test.ts',
  'installation.test.ts',
  'invitations.test.ts',
  'jobs.test.ts',
  'linearizability.test.ts',
  'list-csv.test.ts',
  'listen.test.ts',
  'mail.test.ts',
  'merges.test.ts',
  'metrics.test.ts',
  'model-based.test.ts',
  'oauth-grants.test.ts',
  'oauth.test.ts',
  'oidc.test.ts',
  'openapi.test.ts',
  'pages.test.ts',
  'paging.test.ts',
  'passkeys.test.ts',
  'policy.test.ts',
  'prepared-statements.test.ts',
  'previews.test.ts',
  'profile.test.ts',
  'races.test.ts',
  'rate-counter.test.ts',
  'rate-limit-processes.test.ts',
  'rate-limit.test.ts',
  'recount.test.ts',
  'replica.test.ts',
  'reports-explain.test.ts',
  'reports.test.ts',
  'resilience.test.ts',
  'search.test.ts',
  'second-factor.test.ts',
  'segments.test.ts',
  'serve.test.ts',
  'sessions.test.ts',
  'several-processes.test.ts',
  'sign-in-pages.test.ts',
  'sign-in-upgrade.test.ts',
  'sign-in.test.ts',
  'static-assets.test.ts',
  'stores.test.ts',
  'thumbnails.test.ts',
  'totals.test.ts',
  'tracing.test.ts',
  'updated-at-propagation.test.ts',
  'upload-crash.test.ts',
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

// The files that take longest start first, so that none of them runs alone at the end. Those that use the CPU and those that wait
// for processes alternate.
const longestTests = [
  'console-import.test.ts',
  'console-record.test.ts',
  'console-reports.test.ts',
  'cli.test.ts',
  'explain.test.ts',
  'console-grid.test.ts',
  'serve.test.ts',
  'console-people.test.ts',
  'backup.test.ts',
  'console-triage.test.ts',
  'console-settings.test.ts',
  'console-segments.test.ts',
  'console-features.test.ts',
  'several-processes.test.ts',
  'every-operation.test.ts',
  'console-rtl.test.ts',
  'console-tour.test.ts',
  'docs-page.test.ts',
  'resilience.test.ts',
  'crash.test.ts',
  'cli-api.test.ts',
  'every-resource.test.ts',
  'embedded.test.ts',
  'large-bodies.test.ts',
  'imports.test.ts',
  'console-shell.test.ts',
  'passkeys.test.ts',
  'api-clients.test.ts',
  'rate-limit-processes.test.ts',
  'export.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longestTests.findIndex((name) => moduleId.endsWith(`/${name}`)) >>> 0
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

for (const name of slowTests)
  if (!existsSync(join(import.meta.dirname, 'test', name)))
    throw new Error(`vitest.config.ts: slowTests names test/${name}, which does not exist.`)

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'fast' ? slowTests.map((name) => `test/${name}`) : [],
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/template-database.ts',
    setupFiles: 'test/setup.ts',
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

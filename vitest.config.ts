import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/template-database.ts',
    // A disk may need ten seconds to sync a few pages while others use it: whoever waits for what must happen is patient,
    // and where a time is the claim, the test says so.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One file on each core; a file shares its database among its tests.
    maxWorkers: 2,
  },
})

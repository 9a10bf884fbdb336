import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/template-database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One file on each core; a file shares its database among its tests.
    maxWorkers: 2,
  },
})

// Runs before each test file. The files of a worker share their modules and their clock: what a file changes is undone here.
import { afterAll, vi } from 'vitest'
import { runCleanups } from './cleanup.ts'

afterAll(async () => {
  vi.useRealTimers()
  await runCleanups()
})

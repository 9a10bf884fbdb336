// Runs before each test file. The files of a worker share their modules and their clock: what a file changes is undone here.
import { afterAll, vi } from 'vitest'
import { runCleanups } from './cleanup.ts'

// Node.js removes types without moving anything, so that positions are right without maps. With them it searches the text of each
// generated function for the address of a map.
process.setSourceMapsEnabled(false)

afterAll(async () => {
  vi.useRealTimers()
  await runCleanups()
})

// Cleanup after the tests of a file. The hook is registered on import, because Vitest ignores hooks that are registered
// inside another hook or a test.
import { afterAll } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []

/** Runs the cleanups in reverse order of registration. */
export const onCleanup = (cleanup: () => Promise<unknown>) => void cleanups.unshift(cleanup)

afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

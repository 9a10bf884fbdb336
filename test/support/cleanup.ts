// Cleanup after the tests of a file. The hook is registered in setup.ts, because Vitest ignores hooks that are registered
// inside another hook or a test.

const cleanups: (() => Promise<unknown>)[] = []

/** Runs after the tests of the file, in reverse order of registration. */
export const onCleanup = (cleanup: () => Promise<unknown>) => void cleanups.unshift(cleanup)

export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup()
}

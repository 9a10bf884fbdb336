// Tidying up when a file's tests are done. Registered while the file is read, because a hook that comes from within
// another hook or a test never runs.
import { afterAll } from 'vitest'

const tidying: (() => Promise<unknown>)[] = []

/** What was made last goes first. */
export const onCleanup = (tidy: () => Promise<unknown>) => void tidying.unshift(tidy)

afterAll(async () => {
  for (const tidy of tidying) await tidy()
})

// A change of a setting: done, said, and read again.
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { reportFailure } from '../../components/report-failure.ts'
import { notify } from '../../components/toasts.tsx'
import { notifyDone } from '../../components/undo.ts'

export type Change = {
  /** Throws the API's error, for a form that shows it. */
  run: <T>(write: () => Promise<T>, message?: string, undo?: () => Promise<unknown>) => Promise<T>
  /** Says why it failed, for a menu or a button. */
  tryTo: (write: () => Promise<unknown>, message?: string, undo?: () => Promise<unknown>) => void
}

/** `collections` are read again after each change. */
export function useChange(...collections: string[]): Change {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(
      collections.map((collection) =>
        queryClient.invalidateQueries({ queryKey: queryKeys.collection(collection) }),
      ),
    )
  const run: Change['run'] = async (write, message, undo) => {
    const result = await write()
    await refresh()
    if (message && undo)
      notifyDone(message, async () => {
        await undo()
        await refresh()
      })
    else if (message) notify({ message, tone: 'success' })
    return result
  }
  return {
    run,
    tryTo: (write, message, undo) => {
      run(write, message, undo).catch(async (error) => {
        reportFailure(error)
        // What was shown before the service answered.
        await refresh()
      })
    },
  }
}

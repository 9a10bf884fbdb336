// What can be undone, the latest last. A key and the toast of the action use it.
import { describeError } from '../api/errors.ts'
import { t } from '../core/i18n.ts'
import { notify, type Undo } from './toasts.tsx'

const MAX_UNDO = 20
let undoable: { run: Undo; isUsed: boolean }[] = []

/** Says what was done, with a button to undo it. */
export function notifyDone(message: string, run: Undo): void {
  const entry = { run, isUsed: false }
  undoable = [...undoable, entry].slice(-MAX_UNDO)
  notify({ message, tone: 'success', action: { label: t('shell.undo'), run: () => undo(entry) } })
}

/** `showEarlier` leads to what was changed before this page was loaded. */
export function undoLast(showEarlier?: () => void): void {
  const entry = undoable.findLast(({ isUsed }) => !isUsed)
  if (entry) void undo(entry)
  else
    notify({
      message: t('shell.nothing_to_undo'),
      ...(showEarlier && {
        action: { label: t('shell.recent_changes'), run: async () => showEarlier() },
      }),
    })
}

async function undo(entry: (typeof undoable)[number]): Promise<void> {
  if (entry.isUsed) return
  entry.isUsed = true
  undoable = undoable.filter((one) => one !== entry)
  try {
    await entry.run()
    notify({ message: t('shell.undone') })
  } catch (error) {
    notify({
      message: t('shell.undo_failed', { reason: describeError(error).message }),
      tone: 'danger',
    })
  }
}

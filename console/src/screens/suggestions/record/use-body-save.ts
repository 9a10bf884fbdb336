// Saves the text of a comment or a note over the version that the person saw.
import { PreconditionFailed } from '@earshot/client'
import { useState } from 'react'
import { TEXTS } from '../../../api/suggestion-writes.ts'
import type { Conflict } from '../../../components/record/versioned.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'

type Written = { id: number; body: string }

export function useBodySave(collection: keyof typeof TEXTS, onSaved: () => void) {
  const [conflict, setConflict] = useState<Conflict | undefined>()
  const { load, send } = TEXTS[collection]

  /** False when somebody else changed the text. */
  async function write(id: number, body: string, base: string): Promise<boolean> {
    const latest = await load(id)
    if (latest.body !== base) {
      setConflict({
        difference: { label: t('record.text'), mine: body, theirs: latest.body },
        others: [],
        keepMine() {
          setConflict(undefined)
          save({ id, body }, latest.body)
        },
        takeTheirs: () => setConflict(undefined),
      })
      return false
    }
    try {
      await send(id, body, latest.etag)
      return true
    } catch (error) {
      // Changed between the two calls.
      if (error instanceof PreconditionFailed) return write(id, body, base)
      throw error
    } finally {
      onSaved()
    }
  }

  function save({ id, body }: Written, base: string): void {
    write(id, body, base).then((isSaved) => {
      if (isSaved)
        notifyDone(t('record.text_saved'), async () => {
          if (!(await write(id, base, body))) throw new Error(t('shell.conflict'))
        })
    }, reportFailure)
  }

  return { save, conflict }
}

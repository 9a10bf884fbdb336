// Saves the text of a comment or a note over the version that the person saw.
import { PreconditionFailed } from '@earshot/client'
import { useState } from 'react'
import { type FormattedText, formatted, TEXTS } from '../../../api/suggestion-writes.ts'
import type { Conflict } from '../../../components/record/versioned.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'

type Written = { id: number; body: string }

export function useBodySave(collection: keyof typeof TEXTS, onSaved: () => void) {
  const [conflict, setConflict] = useState<Conflict | undefined>()
  const { load, send } = TEXTS[collection]

  const ask = (id: number, mine: string, theirs: string) =>
    new Promise<boolean>((resolve) => {
      const answer = (choose: () => boolean | Promise<boolean>) => () => {
        setConflict(undefined)
        resolve(choose())
      }
      setConflict({
        difference: { label: t('record.text'), mine, theirs },
        others: [],
        keepMine: answer(() => save({ id, body: mine }, theirs)),
        takeTheirs: answer(() => true),
        decideLater: answer(() => false),
      })
    })

  /** What somebody else wrote meanwhile, or the type of what the text was before it was saved. */
  async function write(
    id: number,
    text: FormattedText,
    base: string,
  ): Promise<{ theirs: string } | { typeBefore: string }> {
    const latest = await load(id)
    if (latest.body !== base) return { theirs: latest.body }
    try {
      await send(id, text, latest.etag)
      return { typeBefore: latest.body_mime_type }
    } catch (error) {
      // Changed between the two calls.
      if (error instanceof PreconditionFailed) return write(id, text, base)
      throw error
    } finally {
      onSaved()
    }
  }

  /** False when the text was not saved. */
  async function save({ id, body }: Written, base: string): Promise<boolean> {
    let before: FormattedText
    try {
      const written = await write(id, formatted(body), base)
      if ('theirs' in written) return await ask(id, body, written.theirs)
      before = { body: base, body_mime_type: written.typeBefore }
    } catch (error) {
      reportFailure(error)
      return false
    }
    notifyDone(t('record.text_saved'), async () => {
      if ('theirs' in (await write(id, before, body))) throw new Error(t('shell.conflict'))
    })
    return true
  }

  return { save, conflict }
}

// Blocks the selected people, or allows them again. The API does it one by one.
import { useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, ThumbsUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { matchingUsers, setBlocked } from '../../api/people.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { MAX_SUPPORT, openCapture } from '../../components/capture.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/fields.tsx'
import { clearSelection, selectAll, useSelection } from '../../components/grid/selection.ts'
import type { ListActionsProps } from '../../components/list/declaration.ts'
import { SelectionBar } from '../../components/list/selection-bar.tsx'
import { nameOf } from '../../components/person.tsx'
import { ProgressLine } from '../../components/progress-line.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { notify } from '../../components/toasts.tsx'
import { notifyDone } from '../../components/undo.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { mayActOn } from './acting.ts'
import { isBlocked } from './state.tsx'
import type { UserRow } from './user-row.ts'

const CONCURRENCY = 4
/** More people are blocked in several steps. */
const MAX_PEOPLE = 1000

type Change = { willBlock: boolean; hidesContent: boolean }
type Progress = { willBlock: boolean; done: number; total: number }
type Outcome = { changed: number[]; failed: number; reason: string | undefined }

/** Stops where it is when the signal says so. */
async function setAll(
  ids: number[],
  { willBlock, hidesContent }: Change,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const waiting = [...ids]
  const outcome: Outcome = { changed: [], failed: 0, reason: undefined }
  const work = async () => {
    for (;;) {
      const id = signal.aborted ? undefined : waiting.shift()
      if (id === undefined) return
      try {
        await setBlocked(id, willBlock, hidesContent)
        outcome.changed.push(id)
      } catch (error) {
        outcome.failed += 1
        outcome.reason ??= describeError(error).message
      }
      onProgress(outcome.changed.length + outcome.failed)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return outcome
}

type Selected = Pick<UserRow, 'id' | 'allowed_state' | 'is_owner' | 'permissions'>

/** The people that match, also those that are not loaded. */
async function readMatching(filters: string): Promise<Selected[]> {
  const people: Selected[] = []
  for await (const user of matchingUsers(filters)) {
    people.push(user)
    if (people.length > MAX_PEOPLE) throw new Error(t('people.block.too_many', { max: MAX_PEOPLE }))
  }
  return people
}

export function BlockActions({
  rows,
  selection,
  filters,
  currentId,
  refresh,
}: ListActionsProps<UserRow>) {
  const { ids, isAll } = useSelection(selection)
  const session = useSession()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Change & { ids: number[] }>()
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  const count = isAll ? (rows.total ?? rows.records.length) : ids.size

  const ask = async (willBlock: boolean) => {
    try {
      const people = isAll
        ? await readMatching(filters)
        : rows.records.filter(({ id }) => ids.has(id))
      // Only those whose state changes, so that undoing does not change others. Nobody blocks themselves, or staff of their own role or above.
      const wanted = people.filter(
        (person) =>
          isBlocked(person.allowed_state) !== willBlock &&
          person.id !== session.user.id &&
          mayActOn(session, person),
      )
      if (wanted.length === 0) notify({ message: t('people.block.nothing') })
      else setAsked({ willBlock, hidesContent: false, ids: wanted.map(({ id }) => id) })
    } catch (error) {
      reportFailure(error)
    }
  }
  const run = async (wanted: number[], change: Change): Promise<Outcome> => {
    const controller = new AbortController()
    running.current = controller
    const show = (done: number) =>
      setProgress({ willBlock: change.willBlock, done, total: wanted.length })
    show(0)
    const outcome = await setAll(wanted, change, show, controller.signal)
    running.current = undefined
    setProgress(undefined)
    if (outcome.failed > 0)
      notify({
        message: t('people.block.failed', { count: outcome.failed, reason: outcome.reason }),
        tone: 'danger',
      })
    void queryClient.invalidateQueries({ queryKey: queryKeys.records('users') })
    await refresh(outcome.changed)
    return outcome
  }
  const start = async ({ ids: wanted, ...change }: NonNullable<typeof asked>) => {
    const { willBlock } = change
    setAsked(undefined)
    clearSelection(selection)
    const { changed } = await run(wanted, change)
    if (changed.length > 0)
      notifyDone(
        t(willBlock ? 'people.block.done' : 'people.unblock.done', { count: changed.length }),
        async () => {
          const undone = await run(changed, { willBlock: !willBlock, hidesContent: false })
          if (undone.failed > 0) throw new Error(undone.reason)
        },
      )
  }
  const support = () => {
    const current = currentId()
    const chosen = ids.size > 0 ? ids : new Set(current === undefined ? [] : [current])
    if (isAll || chosen.size > MAX_SUPPORT)
      return void notify({ message: t('shell.add_support.too_many', { max: MAX_SUPPORT }) })
    const people = rows.records
      .filter(({ id }) => chosen.has(id))
      .map(({ id, name = '', email_address = '' }) => ({
        id,
        label: nameOf({ id, name, email_address }),
      }))
    if (people.length === 0) return
    openCapture({
      kind: 'support',
      people,
      onSaved: () => {
        clearSelection(selection)
        void refresh([...chosen])
      },
    })
  }
  useShortcut(
    'v',
    { label: 'shell.add_support', group: 'list', isEnabled: rows.records.length > 0 },
    support,
  )
  return (
    <>
      {count > 0 && (
        <SelectionBar
          count={count}
          total={rows.total}
          isAll={isAll}
          onAll={() => selectAll(selection)}
          onClear={() => clearSelection(selection)}
        >
          <Button icon={ThumbsUp} keys="v" onPress={support}>
            {t('shell.add_support')}
          </Button>
          <Button icon={Ban} onPress={() => void ask(true)}>
            {t('people.block')}
          </Button>
          <Button icon={CircleCheck} onPress={() => void ask(false)}>
            {t('people.unblock')}
          </Button>
        </SelectionBar>
      )}
      {progress && (
        <ProgressLine
          label={t(progress.willBlock ? 'people.block' : 'people.unblock')}
          done={progress.done}
          total={progress.total}
        >
          <Button onPress={() => running.current?.abort()}>{t('shell.cancel')}</Button>
        </ProgressLine>
      )}
      {asked && (
        <Confirm
          title={t(asked.willBlock ? 'people.block' : 'people.unblock')}
          isOpen
          onClose={() => setAsked(undefined)}
          isDangerous={asked.willBlock}
          confirmLabel={t(asked.willBlock ? 'people.block.confirm' : 'people.unblock.confirm', {
            count: asked.ids.length,
            shown: formatNumber(asked.ids.length),
          })}
          onConfirm={() => void start(asked)}
        >
          {t(asked.willBlock ? 'people.block.hint' : 'people.unblock.hint')}
          {asked.willBlock && (
            <div className="mt-3">
              <Checkbox
                label={t('people.block.hide')}
                isSelected={asked.hidesContent}
                onChange={(hidesContent) => setAsked({ ...asked, hidesContent })}
              />
            </div>
          )}
        </Confirm>
      )}
    </>
  )
}

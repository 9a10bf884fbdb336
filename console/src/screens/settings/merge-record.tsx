// Gives everything of a record to another one that is chosen here, and deletes it.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { ComboBox, type Option } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { useChange } from './use-change.ts'

export type MergeRecordProps = {
  title: string
  label: string
  options: Option[]
  /** How much moves. */
  query: UseQueryResult<number>
  /** What is read again afterwards. */
  collections: string[]
  confirmLabel: string
  /** What to say afterwards. */
  done: (target: string) => string
  merge: (target: number) => Promise<unknown>
  onClose: () => void
  children: (count: number) => ReactNode
}

export function MergeRecord({
  title,
  label,
  options,
  query,
  collections,
  confirmLabel,
  done,
  merge,
  onClose,
  children,
}: MergeRecordProps) {
  const { run } = useChange(...collections)
  const [target, setTarget] = useState<string | null>(null)
  const chosen = options.find(({ id }) => id === target)
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <Loaded query={query}>
        {(count) => (
          <Form
            submitLabel={confirmLabel}
            isDangerous
            isIncomplete={!chosen}
            onCancel={onClose}
            onSubmit={async () => {
              if (!chosen) return
              await run(() => merge(Number(chosen.id)), done(chosen.label))
              onClose()
            }}
          >
            <div className="space-y-2 text-sm [overflow-wrap:anywhere]">
              {children(count)}
              <p>{t('settings.merge_warning')}</p>
            </div>
            <ComboBox
              label={label}
              options={options}
              value={target}
              onChange={setTarget}
              autoFocus
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}

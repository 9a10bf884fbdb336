import { t } from '../../core/i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import type { Difference } from './property.ts'
import type { Conflict } from './versioned.ts'

/** Both versions of what two people changed at once, and what only the other one changed. */
export function ConflictDialog({ conflict }: { conflict: Conflict | undefined }) {
  if (!conflict) return null
  const { difference, others, keepMine, takeTheirs, decideLater } = conflict
  return (
    <Dialog
      title={t('shell.conflict')}
      isOpen
      onClose={decideLater}
      width="medium"
      role="alertdialog"
      actions={
        <>
          <Button onPress={takeTheirs}>{t('record.conflict.take_theirs')}</Button>
          <Button look="primary" onPress={keepMine}>
            {t('record.conflict.keep_mine')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{t('record.conflict.hint')}</p>
      <Versions {...difference} />
      {others.length > 0 && (
        <section className="mt-4 border-t border-border pt-3">
          <h3 className="mb-2 text-sm font-medium">{t('record.conflict.others')}</h3>
          <ul className="space-y-1 text-sm">
            {others.map(({ label, mine, theirs }) => (
              <li key={label} className="break-words">
                <span className="text-muted">{label}: </span>
                <del>{mine || t('record.none')}</del> <ins>{theirs || t('record.none')}</ins>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

const Versions = ({ label, mine, theirs }: Difference) => (
  <div>
    <h3 className="mb-2 text-sm font-medium">{label}</h3>
    <div className="grid gap-3 sm:grid-cols-2">
      <Version title={t('record.conflict.mine')} text={mine} />
      <Version title={t('record.conflict.theirs')} text={theirs} />
    </div>
  </div>
)

const Version = ({ title, text }: { title: string; text: string }) => (
  <figure className="min-w-0 rounded border border-border">
    <figcaption className="border-b border-border bg-sunken px-3 py-1 text-xs text-muted">
      {title}
    </figcaption>
    <p dir="auto" className="max-h-60 overflow-y-auto p-3 break-words whitespace-pre-wrap">
      {text || <span className="text-muted">{t('record.none')}</span>}
    </p>
  </figure>
)

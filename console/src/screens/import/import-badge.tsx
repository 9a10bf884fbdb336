import type { ImportState } from '../../api/imports.ts'
import { t } from '../../core/i18n.ts'

const TONES: Record<ImportState, string> = {
  queued: 'text-muted border-border',
  processing: 'text-accent border-accent',
  completed: 'text-success border-success',
  failed: 'text-danger border-danger',
  undoing: 'text-accent border-accent',
  undone: 'text-muted border-border',
}

export const ImportBadge = ({ state }: { state: ImportState }) => (
  <span
    className={`inline-flex h-5 items-center rounded-sm border px-1.5 text-xs font-normal whitespace-nowrap ${TONES[state]}`}
  >
    {t(`import.state.${state}`)}
  </span>
)

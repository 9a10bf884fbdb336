import { textOfValue } from '../core/i18n.ts'

const TONES: Record<string, string> = {
  new: 'text-accent border-accent',
  approved: 'text-muted border-border',
  published: 'text-muted border-border',
  spam: 'text-warning border-warning',
  deleted: 'text-danger border-danger',
}

export const StateBadge = ({ state }: { state: string }) => (
  <span
    className={`inline-flex h-5 items-center rounded-sm border px-1.5 text-xs whitespace-nowrap ${TONES[state] ?? TONES.approved}`}
  >
    {textOfValue(`record.state.${state}`, state)}
  </span>
)

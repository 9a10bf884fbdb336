// How the values of suggestions look in a cell.
import type { Label, Status } from '@earshot/client'
import { Swatch } from '../../../components/fields.tsx'
import { NO_VALUE } from '../../../components/grid/cells.tsx'
import { textOfValue } from '../../../core/i18n.ts'

export const StatusCell = ({ status }: { status: Status | undefined }) =>
  status ? (
    <span className="inline-flex items-center gap-1.5">
      <Swatch color={status.hex_color} />
      {status.name}
    </span>
  ) : (
    NO_VALUE
  )

export const LabelsCell = ({ labels }: { labels: Label[] }) =>
  labels.length === 0 ? (
    NO_VALUE
  ) : (
    <span className="inline-flex gap-1">
      {labels.map(({ id, name, full_name }) => (
        <span key={id} title={full_name} className="rounded-sm border border-border px-1.5 text-xs">
          {name}
        </span>
      ))}
    </span>
  )

export const stateLabel = (state: string): string =>
  textOfValue(`suggestions.state.${state}`, state)

const STATE_TONES: Record<string, string> = {
  new: 'text-accent',
  spam: 'text-danger',
  deleted: 'text-muted',
}

export const StateCell = ({ state }: { state: string | undefined }) =>
  state ? <span className={STATE_TONES[state] ?? ''}>{stateLabel(state)}</span> : NO_VALUE

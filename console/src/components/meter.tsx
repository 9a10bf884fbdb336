// How much of something is used.
import { Meter as AriaMeter, Label } from 'react-aria-components'

export type MeterProps = { label: string; used: number; limit: number; text: string }

export const Meter = ({ label, used, limit, text }: MeterProps) => {
  const share = limit > 0 ? used / limit : 0
  const color = share >= 0.95 ? 'bg-danger' : share >= 0.8 ? 'bg-warning' : 'bg-accent'
  return (
    <AriaMeter value={Math.min(used, limit)} maxValue={limit} valueLabel={text} className="block">
      {({ percentage }) => (
        <>
          <div className="mb-1 flex items-baseline justify-between gap-4 text-sm">
            <Label>{label}</Label>
            <span className="text-end text-xs text-muted tabular-nums">{text}</span>
          </div>
          <div className="h-1.5 overflow-hidden rounded-full bg-hover">
            <div className={`h-full rounded-full ${color}`} style={{ width: `${percentage}%` }} />
          </div>
        </>
      )}
    </AriaMeter>
  )
}

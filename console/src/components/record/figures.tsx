export type Figure = { label: string; value: string }

/** The few numbers that matter most, large. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className="grid grid-cols-2 overflow-hidden rounded border border-border text-sm">
    {figures.map(({ label, value }) => (
      <div
        key={label}
        className="flex flex-col-reverse border-border px-3 py-2 nth-[even]:border-s nth-[n+3]:border-t"
      >
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="text-lg font-semibold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

export type SegmentsProps<T extends string> = {
  label: string
  options: { id: T; label: string; count?: string }[]
  value: T
  onChange: (id: T) => void
}

/** One of a few, all of them in sight. */
export const Segments = <T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentsProps<T>) => (
  <ToggleButtonGroup
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={([id]) => id !== undefined && onChange(id as T)}
    className="inline-flex max-w-full gap-0.5 rounded border border-border bg-sunken p-0.5"
  >
    {options.map((option) => (
      <ToggleButton
        key={option.id}
        id={option.id}
        className="flex h-7 cursor-default items-center gap-1.5 rounded-sm border border-transparent px-3 text-sm whitespace-nowrap text-muted hover:text-text selected:border-border selected:bg-raised selected:text-text"
      >
        {option.label}
        {option.count !== undefined && (
          <span className="text-xs text-muted tabular-nums">{option.count}</span>
        )}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

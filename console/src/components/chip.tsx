// A name in a small frame, which can be taken away.
import { X } from 'lucide-react'
import { Button } from 'react-aria-components'

export const Chip = ({
  name,
  removeLabel,
  onRemove,
}: {
  name: string
  removeLabel: string
  /** Undefined: it stays. */
  onRemove: (() => void) | undefined
}) => (
  <span className="flex h-6 max-w-full items-center gap-0.5 rounded-sm border border-border bg-sunken ps-1.5 text-xs">
    <span dir="auto" className="truncate pe-1">
      {name}
    </span>
    {onRemove && (
      <Button
        aria-label={removeLabel}
        onPress={onRemove}
        className="grid size-5 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
      >
        <X size={12} aria-hidden />
      </Button>
    )}
  </span>
)

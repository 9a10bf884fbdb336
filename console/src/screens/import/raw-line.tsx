import { useState } from 'react'

type Props = {
  id?: string
  label: string
  value: string
  isInvalid?: boolean
  describedBy?: string | undefined
  /** Called when the field is left, or with Enter. */
  onChange: (value: string) => void
  onEnter?: () => void
}

/** A text that is edited in place: a cell, or a whole line of the file. */
export function RawLine({ id, label, value, isInvalid, describedBy, onChange, onEnter }: Props) {
  // Undefined while nothing is typed.
  const [draft, setDraft] = useState<string>()
  const commit = () => {
    setDraft(undefined)
    if (draft !== undefined && draft !== value) onChange(draft)
  }
  const props = {
    id,
    value: draft ?? value,
    dir: 'auto' as const,
    'aria-label': label,
    ...(isInvalid && { 'aria-invalid': true }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    onBlur: commit,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(undefined)
      // A line break belongs to a cell that has some already.
      if (event.key !== 'Enter' || event.shiftKey) return
      event.preventDefault()
      commit()
      onEnter?.()
    },
    // The bar at the end of the page covers nothing that has the focus.
    className: `w-full min-w-0 scroll-my-28 rounded-sm border bg-surface px-1.5 text-sm ${isInvalid ? 'border-danger' : 'border-transparent hover:border-border-strong focus:border-border-strong'}`,
  }
  return value.includes('\n') ? (
    <textarea {...props} rows={2} className={`${props.className} py-0.5`} />
  ) : (
    <input {...props} className={`${props.className} h-7`} />
  )
}

// React Aria moves to the first match a moment after a key. Enter that comes sooner takes the first match too.
import { type ReactNode, useRef } from 'react'

export function EnterPicksFirst({ onPick, children }: { onPick: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={box}
      role="presentation"
      onKeyDownCapture={(event) => {
        const hasFocus = box.current?.querySelector(
          ':is([role=option], [role=menuitem])[data-focused]',
        )
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || hasFocus) return
        event.preventDefault()
        event.stopPropagation()
        onPick()
      }}
    >
      {children}
    </div>
  )
}

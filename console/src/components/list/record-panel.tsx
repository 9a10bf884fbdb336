// The open record: beside the grid where there is room, over it elsewhere.
import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isRightToLeft, t } from '../../core/i18n.ts'
import { PendingPage } from '../states.tsx'
import type { RecordProps } from './declaration.ts'

const STORED = 'earshot.panel'
const MIN = 380
const MAX = 900
const STEP = 24
const clamp = (width: number) => Math.round(Math.max(MIN, Math.min(MAX, width)))

export type RecordPanelProps = RecordProps & {
  label: string
  Record: ComponentType<RecordProps>
}

export function RecordPanel({ id, isBeside, onClose, label, Record }: RecordPanelProps) {
  const [width, setWidth] = useState(() => clamp(Number(localStorage.getItem(STORED)) || 520))
  const panel = useRef<HTMLElement>(null)
  // Over the grid, the focus goes with it. Beside it, the keys of the grid go on working.
  useEffect(() => {
    if (!isBeside) panel.current?.focus()
  }, [isBeside])
  const record = (
    <Suspense fallback={<PendingPage />}>
      <Record key={id} id={id} isBeside={isBeside} onClose={onClose} />
    </Suspense>
  )
  if (!isBeside)
    return (
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={label}
        className="absolute inset-0 z-20 overflow-y-auto bg-surface outline-none"
      >
        {record}
      </section>
    )
  return (
    <>
      <Divider
        width={width}
        onChange={(next) => {
          setWidth(clamp(next))
          localStorage.setItem(STORED, String(clamp(next)))
        }}
      />
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={label}
        className="shrink-0 overflow-y-auto outline-none"
        style={{ width }}
      >
        {record}
      </section>
    </>
  )
}

function Divider({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (start.current)
      onChange(start.current.width + (start.current.x - clientX) * (isRightToLeft() ? -1 : 1))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(width + (isRightToLeft() ? -step : step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('list.resize_panel')}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined
      }}
      onKeyDown={onKeyDown}
      className="-me-1 w-1 shrink-0 cursor-col-resize touch-none border-s border-border hover:border-accent"
    />
  )
}

import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

export const Notice = ({
  tone,
  children,
}: {
  tone: 'danger' | 'success' | 'warning'
  children: ReactNode
}) => {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert
  const tones = {
    danger: 'border-danger text-danger',
    success: 'border-success text-success',
    warning: 'border-warning text-warning',
  }
  return (
    <div
      role={tone === 'success' ? 'status' : 'alert'}
      className={`flex gap-2 rounded border px-3 py-2 text-sm ${tones[tone]}`}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </div>
  )
}

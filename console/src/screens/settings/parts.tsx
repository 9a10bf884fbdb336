// What the sections of the settings share.
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../components/button.tsx'
import { Menu, type MenuAction } from '../../components/menu.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'

/** The content of a section below its heading. */
export const SectionBody = ({
  title,
  hint,
  actions,
  above,
  children,
}: {
  title: string
  hint: ReactNode
  actions?: ReactNode
  /** The way back from a record to its list. */
  above?: ReactNode
  children: ReactNode
}) => (
  <div className="mx-auto max-w-[920px] space-y-6 px-4 py-5 md:px-8 md:py-8">
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {above && <div className="basis-full">{above}</div>}
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-xl font-semibold [overflow-wrap:anywhere]">{title}</h1>
        <p className="mt-1 max-w-[80ch] text-sm text-pretty text-muted [overflow-wrap:anywhere]">
          {hint}
        </p>
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </header>
    {children}
  </div>
)

export const Part = ({
  title,
  hint,
  actions,
  children,
}: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <section aria-label={title} className="space-y-3">
    <header className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-base font-semibold">{title}</h2>
        {hint && <p className="mt-0.5 max-w-[80ch] text-sm text-pretty text-muted">{hint}</p>}
      </div>
      {actions}
    </header>
    {children}
  </section>
)

export const Badge = ({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'warning' | 'danger' | 'success'
  children: ReactNode
}) => (
  <span className={`rounded-sm border px-1.5 py-px text-xs whitespace-nowrap ${TONES[tone]}`}>
    {children}
  </span>
)
const TONES = {
  neutral: 'border-border text-muted',
  warning: 'border-warning text-warning',
  danger: 'border-danger text-danger',
  success: 'border-success text-success',
}

/** A name with what distinguishes the record, and a second line. */
export const Named = ({
  name,
  badges,
  children,
}: {
  name: ReactNode
  badges?: ReactNode
  children?: ReactNode
}) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
        {name}
      </span>
      {badges}
    </div>
    {children && <div className="text-xs text-muted [overflow-wrap:anywhere]">{children}</div>}
  </div>
)

export const Age = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatTime(time)} className="whitespace-nowrap">
    {formatAge(time)}
  </time>
)

export const RowMenu = ({ name, actions }: { name: string; actions: MenuAction[] }) => {
  const label = t('settings.actions_of', { name })
  const harmless = actions.filter(({ isDangerous }) => !isDangerous)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)
  return (
    <Menu
      label={label}
      groups={[harmless, dangerous]
        .filter((group) => group.length > 0)
        .map((group) => ({ actions: group }))}
    >
      <IconButton icon={Ellipsis} label={label} />
    </Menu>
  )
}

/** Label and value, one below the other. */
export const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <dl className="divide-y divide-border border-y border-border text-sm">
    {facts.map(([label, value]) => (
      <div key={label} className="flex flex-wrap gap-x-4 py-2">
        <dt className="w-56 shrink-0 text-muted max-sm:w-full">{label}</dt>
        <dd className="min-w-0 flex-1 [overflow-wrap:anywhere] tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { formatNumber } from '../../core/i18n.ts'

export type SectionProps = {
  title: string
  count?: number | undefined
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export const Count = ({ value }: { value: number | undefined }) =>
  value === undefined ? null : (
    <span className="text-xs font-normal text-muted tabular-nums">{formatNumber(value)}</span>
  )

/** A part of a record with its own heading. */
export const Section = ({ title, count, actions, children }: SectionProps) => (
  <section aria-label={title} className="min-w-0">
    <header className="mb-1 flex min-h-8 items-center gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      <Count value={count} />
      <span className="flex-1" />
      {actions}
    </header>
    {children}
  </section>
)

/** A part that is closed until somebody asks for it. */
export const FoldedSection = ({ title, count, children }: Omit<SectionProps, 'actions'>) => (
  <Disclosure className="group min-w-0">
    {({ isExpanded }) => (
      <>
        <Heading level={2} className="text-sm text-muted">
          <Button
            slot="trigger"
            className="-ms-1 flex h-8 w-full items-center gap-1 rounded px-1 text-start hover:bg-hover"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className="group-data-[expanded]:rotate-90 rtl:group-data-[expanded]:-rotate-90"
            />
            {title}
            <Count value={count} />
          </Button>
        </Heading>
        <DisclosurePanel className="pt-1">{isExpanded && children}</DisclosurePanel>
      </>
    )}
  </Disclosure>
)

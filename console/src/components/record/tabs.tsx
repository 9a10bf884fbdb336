import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { Count } from './section.tsx'

export type RecordTab = {
  id: string
  label: string
  count?: number | undefined
  content: () => ReactNode
}

export type RecordTabsProps = {
  label: string
  tabs: RecordTab[]
  selected: string
  onSelect: (id: string) => void
}

/** The parts of a record, one at a time. */
export const RecordTabs = ({ label, tabs, selected, onSelect }: RecordTabsProps) => (
  <Tabs selectedKey={selected} onSelectionChange={(id) => onSelect(String(id))}>
    <TabList
      aria-label={label}
      className="-mx-4 flex flex-wrap gap-x-3.5 border-b border-border px-4"
    >
      {tabs.map(({ id, label: name, count }) => (
        <Tab
          key={id}
          id={id}
          className="flex h-9 cursor-default items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-muted selected:border-accent selected:font-medium selected:text-text hover:text-text data-[focus-visible]:-outline-offset-2"
        >
          {name}
          {/* Without zeros all tabs have room beside a list. */}
          <Count value={count || undefined} />
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className="pt-4 outline-none">
        {content()}
      </TabPanel>
    ))}
  </Tabs>
)

/** The open tab is in the address. */
export function useTab(tabs: RecordTab[]): [string, (id: string) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const first = tabs[0]?.id ?? ''
  const selected = tabs.some(({ id }) => id === tab) ? (tab ?? first) : first
  const select = (id: string) => {
    if (id !== selected)
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, tab: id === first ? undefined : id })) as never,
        replace: true,
      })
  }
  return [selected, select]
}

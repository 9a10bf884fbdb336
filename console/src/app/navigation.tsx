import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import {
  Command,
  Keyboard,
  Menu as MenuIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { displayQuery } from '../api/installation-settings.ts'
import { useNewCount, useOtherCount } from '../api/new-suggestions.ts'
import { useHasRole } from '../api/session.ts'
import { IconButton } from '../components/button.tsx'
import { openCapture } from '../components/capture.ts'
import { formatNumber, t } from '../core/i18n.ts'
import { useShortcut } from '../core/shortcuts.ts'
import { AccountMenu } from './account-menu.tsx'
import { useScreens } from './screens.ts'

const COLLAPSED = 'earshot.navigation'

export function Navigation({
  isLive,
  onCommands,
  onHelp,
}: {
  isLive: boolean
  onCommands: () => void
  onHelp: () => void
}) {
  const [isCollapsed, setCollapsed] = useState(localStorage.getItem(COLLAPSED) === 'collapsed')
  const [isOpen, setOpen] = useState(false)
  const screens = useScreens()
  const canCapture = useHasRole('contributor')
  const name = useQuery(displayQuery).data?.installation_name ?? 'Earshot'
  const toggle = () => {
    setCollapsed(!isCollapsed)
    localStorage.setItem(COLLAPSED, isCollapsed ? 'open' : 'collapsed')
  }
  useShortcut(
    '[',
    { label: isCollapsed ? 'shell.expand' : 'shell.collapse', group: 'anywhere' },
    toggle,
  )
  return (
    <header
      className={`flex shrink-0 flex-col border-border bg-sunken max-md:border-b md:border-e ${isCollapsed ? 'md:w-12' : 'md:w-52'}`}
    >
      <div
        className={`flex h-12 items-center gap-1 px-2 ${isCollapsed ? 'md:h-auto md:flex-col-reverse md:py-2' : ''}`}
      >
        <span className={`flex-1 truncate ps-2 font-semibold ${isCollapsed ? 'md:hidden' : ''}`}>
          {name}
          <CurrentScreen />
        </span>
        {canCapture && (
          <IconButton
            icon={Plus}
            label={t('shell.new_suggestion')}
            keys="c"
            onPress={() => openCapture({ kind: 'suggestion' })}
          />
        )}
        <div className="md:hidden">
          <IconButton
            icon={isOpen ? X : MenuIcon}
            label={t(isOpen ? 'shell.close_menu' : 'shell.open_menu')}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        </div>
        <div className="max-md:hidden">
          <IconButton
            icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
            label={t(isCollapsed ? 'shell.expand' : 'shell.collapse')}
            keys="["
            onPress={toggle}
          />
        </div>
      </div>
      <div className={`flex min-h-0 flex-1 flex-col ${isOpen ? '' : 'max-md:hidden'}`}>
        <nav aria-label={t('shell.navigation')} className="flex-1 px-2">
          <ul className="space-y-0.5">
            {screens.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={() => setOpen(false)}
                  title={isCollapsed ? t(label) : undefined}
                  className="relative flex h-8 items-center gap-2 rounded px-2 text-sm text-muted hover:bg-hover hover:text-text max-md:h-11"
                  activeOptions={{ exact: to === '/' }}
                  activeProps={{ className: 'bg-hover font-medium text-text!' }}
                >
                  <Icon size={16} aria-hidden className="shrink-0" />
                  <span className={isCollapsed ? 'md:sr-only' : ''}>{t(label)}</span>
                  {to === '/triage' && <NewBadge isCollapsed={isCollapsed} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div
          className={`flex items-center gap-1 border-t border-border p-2 ${isCollapsed ? 'md:flex-col' : ''}`}
        >
          <AccountMenu isLive={isLive} />
          <span className="flex-1" />
          <IconButton
            icon={Command}
            label={t('shell.commands')}
            keys="mod+k"
            onPress={onCommands}
          />
          <IconButton icon={Keyboard} label={t('shell.help')} keys="?" onPress={onHelp} />
        </div>
      </div>
    </header>
  )
}

/** Where the list of screens is folded away, lists have no room for their names either. */
function CurrentScreen() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const screen = useScreens().find(({ to }) => to !== '/' && path.startsWith(to))
  return (
    screen && (
      <span aria-hidden className="font-normal text-muted md:hidden">
        {' / '}
        {t(screen.label)}
      </span>
    )
  )
}

/** How much waits for triage. Collapsed, only that there is something. */
function NewBadge({ isCollapsed }: { isCollapsed: boolean }) {
  const count = (useNewCount() ?? 0) + (useOtherCount() ?? 0)
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden
        className={`ms-auto text-xs text-muted tabular-nums ${isCollapsed ? 'md:hidden' : ''}`}
      >
        {formatNumber(count)}
      </span>
      {isCollapsed && (
        <span
          aria-hidden
          className="absolute top-1 end-1 size-1.5 rounded-full bg-accent max-md:hidden"
        />
      )}
      <span className="sr-only">{t('shell.new_count', { count })}</span>
    </>
  )
}

// The screens, in the order of the navigation.
import type { LinkProps } from '@tanstack/react-router'
import {
  Blocks,
  Building2,
  ChartColumn,
  FileUp,
  House,
  Inbox,
  Lightbulb,
  type LucideIcon,
  Megaphone,
  MessageSquareQuote,
  Settings,
  Shapes,
  Users,
} from 'lucide-react'
import { hasRole, type Role, useSession } from '../api/session.ts'
import type { MessageId } from '../core/i18n.ts'

type Screen = {
  to: NonNullable<LinkProps['to']>
  label: MessageId
  icon: LucideIcon
  /** Others do not see it. */
  role?: Role
}

const SCREENS: Screen[] = [
  { to: '/', label: 'shell.start', icon: House },
  { to: '/suggestions', label: 'shell.suggestions', icon: Lightbulb },
  { to: '/triage', label: 'shell.triage', icon: Inbox, role: 'admin' },
  { to: '/feedback', label: 'shell.feedback', icon: MessageSquareQuote },
  { to: '/users', label: 'shell.users', icon: Users },
  { to: '/accounts', label: 'shell.accounts', icon: Building2 },
  { to: '/features', label: 'shell.features', icon: Blocks },
  { to: '/announcements', label: 'shell.announcements', icon: Megaphone },
  { to: '/segments', label: 'shell.segments', icon: Shapes },
  { to: '/import', label: 'shell.import', icon: FileUp, role: 'admin' },
  { to: '/reports', label: 'shell.reports', icon: ChartColumn },
  { to: '/settings', label: 'shell.settings', icon: Settings, role: 'admin' },
]

/** Those that the person may see. */
export function useScreens(): Screen[] {
  const { role } = useSession()
  return SCREENS.filter((screen) => screen.role === undefined || hasRole(role, screen.role))
}

// All commands of the palette. A command that needs nothing but a click is a line of `COMMANDS`; those that depend on data, such
// as statuses and saved views, are functions below it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleDot,
  History,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Sun,
  Table2,
  UserRound,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { staffQuery, statusesQuery } from '../api/options.ts'
import { hasRole, type Role, useSession } from '../api/session.ts'
import { allViewsQuery } from '../api/views.ts'
import { openCapture } from '../components/capture.ts'
import { useCurrentTarget } from '../components/command-target.ts'
import type { ListPath } from '../components/list/declaration.ts'
import { viewSearch } from '../components/list/views/view-search.ts'
import { nameOf } from '../components/person.tsx'
import { LOCALES, type Locale, loadTexts, type MessageId, t } from '../core/i18n.ts'
import type { ListAddress } from '../core/list-search.ts'
import { useLocale } from '../core/locale.ts'
import { DIGITS, labelOf, useShortcuts } from '../core/shortcuts.ts'
import { signOut } from '../core/sign-out.ts'
import { applyTheme } from '../core/theme.ts'
import { accountsAddress } from '../screens/accounts/search.ts'
import { feedbackAddress } from '../screens/feedback/search.ts'
import { SECTIONS, type SectionId } from '../screens/settings/sections.ts'
import { suggestionsAddress } from '../screens/suggestions/search.ts'
import { usersAddress } from '../screens/users/search.ts'
import { useScreens } from './screens.ts'

export type CommandGroup = 'record' | 'target' | 'go' | 'views' | 'actions' | 'preferences'

export type Command = {
  /** Stays the same: what was used lately is remembered by it. */
  id: string
  group: CommandGroup
  label: string
  icon?: LucideIcon
  hint?: string | undefined
  color?: string | null
  keys?: string
  /** Found by typing only: there are many of its kind. */
  isSearched?: boolean
  run: () => void
}

type Tools = { go: (to: string) => void; chooseLocale: (locale: Locale) => void }

type Declared = {
  id: string
  group: CommandGroup
  label: MessageId
  /** Before the label, for example "Theme". */
  topic?: MessageId
  icon: LucideIcon
  role?: Role
  run: (tools: Tools) => void
}

const COMMANDS: Declared[] = [
  {
    id: 'new suggestion',
    group: 'actions',
    label: 'shell.new_suggestion',
    icon: Plus,
    role: 'contributor',
    run: () => openCapture({ kind: 'suggestion' }),
  },
  {
    id: 'changes',
    group: 'go',
    label: 'shell.recent_changes',
    icon: History,
    run: ({ go }) => go('/changes'),
  },
  {
    id: 'profile',
    group: 'go',
    label: 'shell.profile',
    icon: UserRound,
    run: () => location.assign('/admin/profile'),
  },
  {
    id: 'theme light',
    group: 'preferences',
    topic: 'shell.theme',
    label: 'shell.theme.light',
    icon: Sun,
    run: () => applyTheme('light'),
  },
  {
    id: 'theme dark',
    group: 'preferences',
    topic: 'shell.theme',
    label: 'shell.theme.dark',
    icon: Moon,
    run: () => applyTheme('dark'),
  },
  {
    id: 'theme system',
    group: 'preferences',
    topic: 'shell.theme',
    label: 'shell.theme.system',
    icon: Monitor,
    run: () => applyTheme('system'),
  },
  {
    id: 'sign out',
    group: 'preferences',
    label: 'shell.sign_out',
    icon: LogOut,
    run: () => signOut(),
  },
]

const topicLabel = (topic: string, label: string) => t('shell.commands.topic', { topic, label })

/** Those that the person may use now. */
export function useCommands(): Command[] {
  const { role } = useSession()
  const navigate = useNavigate()
  const { choose } = useLocale()
  const tools: Tools = {
    go: (to) => void navigate({ to }),
    chooseLocale: (locale) => void choose(locale),
  }
  const declared = COMMANDS.filter((one) => !one.role || hasRole(role, one.role)).map(
    ({ id, group, topic, label, icon, run }) => ({
      id,
      group,
      label: topic ? topicLabel(t(topic), t(label)) : t(label),
      icon,
      run: () => run(tools),
    }),
  )
  const screens = useScreens().map(({ to, label, icon }) => ({
    id: to,
    group: 'go' as const,
    label: t(label),
    icon,
    run: () => tools.go(to),
  }))
  return [
    ...useTargetCommands(),
    ...screens,
    ...declared,
    ...useSettingsCommands(role, tools),
    ...useViewCommands(),
    ...useKeyCommands(),
    ...languageCommands(tools),
  ]
}

/** Their names are texts of the settings, which are loaded when they are first needed. */
function useSettingsCommands(role: Role, { go }: Tools): Command[] {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    void loadTexts('settings').then(() => setLoaded(true))
  }, [])
  if (!isLoaded) return []
  return (Object.keys(SECTIONS) as SectionId[])
    .filter((id) => hasRole(role, SECTIONS[id].role))
    .map((id) => ({
      id: `/settings/${id}`,
      group: 'go',
      label: topicLabel(t('shell.settings'), t(SECTIONS[id].label)),
      icon: SECTIONS[id].icon,
      isSearched: true,
      run: () => go(`/settings/${id}`),
    }))
}

const languageCommands = ({ chooseLocale }: Tools): Command[] =>
  (Object.keys(LOCALES) as (keyof typeof LOCALES)[]).map((locale) => ({
    id: `language ${locale}`,
    group: 'preferences',
    label: topicLabel(t('shell.language'), LOCALES[locale]),
    icon: Languages,
    run: () => chooseLocale(locale),
  }))

/** What the keys of the screen do. */
const useKeyCommands = (): Command[] =>
  useShortcuts()
    // The key of a new suggestion has another meaning on some screens; the command is above, for all of them.
    .filter(
      ({ keys, label }) => keys !== 'mod+k' && keys !== DIGITS && label !== 'shell.new_suggestion',
    )
    .map((one) => ({
      id: `key ${one.keys}`,
      group: 'actions',
      label: labelOf(one),
      keys: one.keys,
      run: () => one.run(one.keys),
    }))

/** Status and owner of the selected suggestions, or of the open one. */
function useTargetCommands(): Command[] {
  const target = useCurrentTarget()
  const { user, role } = useSession()
  const isOffered = target !== undefined && hasRole(role, 'admin')
  const { data: statuses = [] } = useQuery({ ...statusesQuery, enabled: isOffered })
  const { data: staff = [] } = useQuery({ ...staffQuery, enabled: isOffered })
  if (!target || !isOffered) return []
  const hint =
    target.kind === 'selection'
      ? t('shell.commands.selected', { count: target.count })
      : t('shell.commands.this_one')
  const assign = (owner: number | null) => () => target.run({ action: 'assign', links: { owner } })
  const common = { group: 'target' as const, hint }
  return [
    ...statuses.map(({ id, name, hex_color }) => ({
      ...common,
      id: `status ${id}`,
      label: topicLabel(t('shell.commands.set_status'), name),
      icon: CircleDot,
      color: hex_color,
      run: () => target.run({ action: 'status', links: { status: id } }),
    })),
    {
      ...common,
      id: 'assign me',
      label: t('shell.commands.assign_me'),
      icon: UserRoundCheck,
      run: assign(user.id),
    },
    {
      ...common,
      id: 'assign nobody',
      label: t('shell.commands.assign_nobody'),
      icon: UserRoundX,
      run: assign(null),
    },
    ...staff
      .filter(({ id }) => id !== user.id)
      .map((person) => ({
        ...common,
        id: `assign ${person.id}`,
        label: topicLabel(t('shell.commands.assign'), nameOf(person)),
        icon: UserRoundCheck,
        isSearched: true,
        run: assign(person.id),
      })),
  ]
}

const LISTS: Record<string, { path: ListPath; address: ListAddress; title: MessageId }> = {
  suggestions: { path: '/suggestions', address: suggestionsAddress, title: 'shell.suggestions' },
  users: { path: '/users', address: usersAddress, title: 'shell.users' },
  external_accounts: { path: '/accounts', address: accountsAddress, title: 'shell.accounts' },
  feedback_records: { path: '/feedback', address: feedbackAddress, title: 'shell.feedback' },
}

function useViewCommands(): Command[] {
  const { user } = useSession()
  const navigate = useNavigate()
  const { data: views = [] } = useQuery(allViewsQuery(user.id))
  return views.flatMap((view) => {
    const list = LISTS[view.kind]
    if (!list) return []
    const run = () => void navigate({ to: list.path, search: viewSearch(list, view) })
    const label = topicLabel(t('shell.commands.view'), view.name)
    return [
      { id: `view ${view.id}`, group: 'views', label, hint: t(list.title), icon: Table2, run },
    ]
  })
}

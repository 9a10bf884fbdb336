// Commands by name: screens, the actions of the current screen, and suggestions, people and accounts that match.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, UserRound } from 'lucide-react'
import { useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { queryKeys } from '../api/query-keys.ts'
import { EnterPicksFirst } from '../components/enter-picks-first.tsx'
import type { Option } from '../components/fields.tsx'
import type { ListPath } from '../components/list/declaration.ts'
import { findMatches, optionsOf } from '../components/named-records.ts'
import { t } from '../core/i18n.ts'
import { DIGITS, labelOf, shownKeys, useShortcuts } from '../core/shortcuts.ts'
import { useScreens } from './screens.ts'

type Command = {
  id: string
  label: string
  icon?: LucideIcon
  hint?: string
  keys?: string
  run: () => void
}

export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex items-start justify-center bg-[#0b0d11]/50 p-4 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-[560px] rounded border border-border bg-raised">
        <Dialog aria-label={t('shell.commands')} className="outline-none">
          <Commands onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Commands({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const shortcuts = useShortcuts()
  const [query, setQuery] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const matches = useMatches(query)

  const places: Command[] = [
    ...useScreens().map(({ to, label, icon }) => ({
      id: to,
      label: t(label),
      icon,
      run: () => void navigate({ to }),
    })),
    {
      id: '/profile',
      label: t('shell.profile'),
      icon: UserRound,
      run: () => location.assign('/admin/profile'),
    },
  ]
  const actions: Command[] = shortcuts
    .filter(({ keys }) => keys !== 'mod+k' && keys !== DIGITS)
    .map((one) => ({
      id: `key ${one.keys}`,
      label: labelOf(one),
      keys: one.keys,
      run: () => one.run(one.keys),
    }))
  const found = (path: ListPath, records: Option[]): Command[] =>
    records.map(({ id, label, hint }) => ({
      id: `${path} ${id}`,
      label,
      hint,
      run: () => void navigate({ to: `${path}/$id`, params: { id } }),
    }))
  const search: Command[] =
    query.trim() === ''
      ? []
      : [
          {
            id: 'search',
            label: t('shell.commands.search_suggestions', { query: query.trim() }),
            run: () => void navigate({ to: '/suggestions', search: { q: query.trim() } }),
          },
        ]
  const groups = [
    { title: t('shell.commands.go'), commands: places.filter((one) => contains(one.label, query)) },
    {
      title: t('shell.commands.actions'),
      commands: actions.filter((one) => contains(one.label, query)),
    },
    {
      title: t('shell.suggestions'),
      commands: [...found('/suggestions', matches.suggestions), ...search],
    },
    { title: t('shell.users'), commands: found('/users', matches.users) },
    { title: t('shell.accounts'), commands: found('/accounts', matches.accounts) },
  ].filter(({ commands }) => commands.length > 0)

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    // After the dialog has given the focus back.
    setTimeout(command.run)
  }

  return (
    <EnterPicksFirst onPick={() => query.trim() !== '' && run(groups[0]?.commands[0])}>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={t('shell.commands')} autoFocus>
          <Input
            placeholder={t('shell.commands.placeholder')}
            className="h-11 w-full rounded-t border-b border-border bg-transparent px-4 text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
        <Menu
          aria-label={t('shell.commands')}
          className="max-h-[50vh] overflow-y-auto p-2 outline-none"
          renderEmptyState={() => <p className="p-3 text-muted">{t('shell.commands.none')}</p>}
        >
          {groups.map(({ title, commands }) => (
            <MenuSection key={title}>
              <Header className="px-2 py-1 text-xs text-muted">{title}</Header>
              {commands.map((command) => (
                <MenuItem
                  key={command.id}
                  id={command.id}
                  textValue={command.label}
                  onAction={() => run(command)}
                  className="flex cursor-default items-center gap-2 rounded px-2 py-1.5 outline-none focused:bg-hover"
                >
                  {command.icon && <command.icon size={16} aria-hidden className="text-muted" />}
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.hint && (
                    <span className="max-w-48 truncate text-xs text-muted">{command.hint}</span>
                  )}
                  {command.keys && <kbd>{shownKeys(command.keys)}</kbd>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </EnterPicksFirst>
  )
}

type Matches = { suggestions: Option[]; users: Option[]; accounts: Option[] }

const NO_MATCHES: Matches = { suggestions: [], users: [], accounts: [] }

/** The first records that match, in each collection. */
function useMatches(query: string): Matches {
  const q = query.trim()
  const { data = NO_MATCHES } = useQuery({
    queryKey: queryKeys.matches('everything', q),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => findEverywhere(q, signal),
  })
  return q.length > 1 ? data : NO_MATCHES
}

async function findEverywhere(q: string, signal: AbortSignal): Promise<Matches> {
  const few = { per_page: 5 }
  const [suggestions, users, accounts] = await Promise.all([
    findMatches('suggestions', q, few, signal),
    findMatches('users', q, few, signal),
    findMatches('external_accounts', q, few, signal),
  ])
  return {
    suggestions: optionsOf('suggestions', suggestions),
    users: optionsOf('users', users),
    accounts: optionsOf('external_accounts', accounts),
  }
}

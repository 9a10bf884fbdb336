// Commands by name: screens, the actions of the current screen, and suggestions that match.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
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
import { api } from '../api/client.ts'
import { EnterPicksFirst } from '../components/enter-picks-first.tsx'
import { t } from '../core/i18n.ts'
import { DIGITS, labelOf, shownKeys, useShortcuts } from '../core/shortcuts.ts'

type Command = { id: string; label: string; keys?: string; run: () => void }

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
    {
      id: '/suggestions',
      label: t('shell.suggestions'),
      run: () => void navigate({ to: '/suggestions' }),
    },
    { id: '/triage', label: t('shell.triage'), run: () => void navigate({ to: '/triage' }) },
    { id: '/segments', label: t('shell.segments'), run: () => void navigate({ to: '/segments' }) },
    { id: '/profile', label: t('shell.profile'), run: () => location.assign('/admin/profile') },
  ]
  const actions: Command[] = shortcuts
    .filter(({ keys }) => keys !== 'mod+k' && keys !== DIGITS)
    .map((one) => ({
      id: `key ${one.keys}`,
      label: labelOf(one),
      keys: one.keys,
      run: () => one.run(one.keys),
    }))
  const found: Command[] = matches.map(({ id, title }) => ({
    id: `suggestion ${id}`,
    label: title,
    run: () => void navigate({ to: '/suggestions/$id', params: { id: String(id) } }),
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
    { title: t('shell.suggestions'), commands: [...found, ...search] },
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
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
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

/** The first suggestions that match. */
function useMatches(query: string): { id: number; title: string }[] {
  const q = query.trim()
  const { data } = useQuery({
    queryKey: ['suggestions', 'matches', q],
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.get('/suggestions', {
        query: { q, sort: 'relevance', per_page: 5, total: false, fields: 'title' },
        signal,
      })
      return suggestions.map(({ id, title }) => ({ id, title }))
    },
  })
  return q.length > 1 ? (data ?? []) : []
}

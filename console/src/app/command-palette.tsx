// Commands by name: screens, settings, views, what can be done here, and suggestions, people, accounts and features that match.
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
} from 'react-aria-components'
import { recordsWithIds } from '../api/pages.ts'
import { queryKeys } from '../api/query-keys.ts'
import { EnterPicksFirst } from '../components/enter-picks-first.tsx'
import { type Option, Swatch } from '../components/fields.tsx'
import { findMatches, type NamedCollection, optionsOf } from '../components/named-records.ts'
import { t } from '../core/i18n.ts'
import { addRecent, scoreOf } from '../core/ranking.ts'
import { shownKeys } from '../core/shortcuts.ts'
import { useDebounced } from '../core/use-debounced.ts'
import { type Command, useCommands } from './commands.ts'

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
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

/** A command with how well it fits. The groups and their commands are ordered by it. */
type Ranked = Command & { score: number }
type Group = { id: string; title: string; commands: Ranked[] }

/** A record whose text fits as well as a command comes after the command. */
const RECORD_WEIGHT = 0.7
const RECENT_BONUS = 5

function Commands({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [recent] = useState(readRecent)
  const all = useCommands()
  const records = useRecordCommands(query.trim(), recent)
  const groups =
    query.trim() === '' ? unasked(all, records, recent) : ranked(all, records, query, recent)

  const run = (command: Command | undefined) => {
    if (!command) return
    remember(command)
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
          {groups.map(({ id, title, commands }) => (
            <MenuSection key={id}>
              <Header className="px-2 py-1 text-xs text-muted">{title}</Header>
              {commands.map((command) => (
                <MenuItem
                  key={command.id}
                  id={command.id}
                  textValue={command.label}
                  onAction={() => run(command)}
                  className="flex cursor-default items-center gap-2 rounded px-2 py-1.5 outline-none focused:bg-hover"
                >
                  {command.color !== undefined ? (
                    <span className="grid size-4 place-items-center">
                      <Swatch color={command.color} />
                    </span>
                  ) : (
                    command.icon && <command.icon size={16} aria-hidden className="text-muted" />
                  )}
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

const titleOf = (group: string): string =>
  ({
    record: t('shell.commands.record'),
    target: t('shell.commands.target'),
    go: t('shell.commands.go'),
    views: t('shell.commands.views'),
    actions: t('shell.commands.actions'),
    preferences: t('shell.commands.preferences'),
    suggestions: t('shell.suggestions'),
    users: t('shell.users'),
    external_accounts: t('shell.accounts'),
    features: t('shell.features'),
  })[group] ?? ''

const groupsOf = (commands: (Ranked & { section: string })[]): Group[] =>
  [...Map.groupBy(commands, ({ section }) => section)].map(([id, own]) => ({
    id,
    title: titleOf(id),
    commands: own,
  }))

/** Before anything is typed: what was used lately, then everything in its order. */
function unasked(all: Command[], records: RecordCommand[], recent: Recent[]): Group[] {
  const known = new Map<string, Command>([...all, ...records].map((one) => [one.id, one]))
  const used = recent.flatMap(({ id }) => known.get(id) ?? [])
  const usedIds = new Set(used.map(({ id }) => id))
  const others = all.filter(({ id, isSearched }) => !isSearched && !usedIds.has(id))
  const first = { id: 'recent', title: t('shell.commands.recent') }
  return [
    ...(used.length > 0 ? [{ ...first, commands: used.map((one) => ({ ...one, score: 1 })) }] : []),
    ...groupsOf(others.map((one) => ({ ...one, section: one.group, score: 1 }))),
  ]
}

/** The best match comes first, with its group. */
function ranked(
  all: Command[],
  records: RecordCommand[],
  query: string,
  recent: Recent[],
): Group[] {
  const bonus = (id: string) => (recent.some((one) => one.id === id) ? RECENT_BONUS : 0)
  const scored = [
    ...all.map((one) => ({
      ...one,
      section: one.group as string,
      score: scoreOf(one.label, query),
    })),
    ...records
      .filter(({ isRemembered }) => !isRemembered)
      .map((one) => ({
        ...one,
        section: one.collection as string,
        score: one.isExact ? 200 : Math.max(1, RECORD_WEIGHT * scoreOf(one.label, query)),
      })),
  ]
    .filter(({ score }) => score > 0)
    .map((one) => ({ ...one, score: one.score + bonus(one.id) }))
  return groupsOf(scored.sort((a, b) => b.score - a.score))
}

// What was used lately, in this browser. A record is remembered with its name.
type Recent = { id: string; label?: string }

const RECENT = 'earshot.commands'

function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one?.id === 'string') : []
  } catch {
    return []
  }
}

function remember({ id, label, ...command }: Command): void {
  if (id === 'search') return
  const used = 'collection' in command ? { id, label } : { id }
  localStorage.setItem(RECENT, JSON.stringify(addRecent(readRecent(), used)))
}

type RecordCommand = Command & {
  collection: NamedCollection
  /** Found by its number. */
  isExact?: boolean
  /** Known from an earlier use only. */
  isRemembered?: boolean
}

const DEBOUNCE_MS = 150
const COLLECTIONS: NamedCollection[] = ['suggestions', 'users', 'external_accounts', 'features']

/** Records that match what is typed, by text or by number, and those that were opened lately. */
function useRecordCommands(q: string, recent: Recent[]): RecordCommand[] {
  const navigate = useNavigate()
  const number = /^#?([1-9]\d{0,14})$/.exec(q)?.[1]
  const asked = useDebounced(number, DEBOUNCE_MS)
  const matches = useMatches(number === undefined ? q : '')
  const found = useNumbered(asked, q.startsWith('#'))
  const numbered = asked === number ? found : NO_MATCHES
  const open = (collection: NamedCollection, id: string) => () => {
    if (collection === 'features') void navigate({ to: '/features', search: { open: id } })
    else if (collection === 'users') void navigate({ to: '/users/$id', params: { id } })
    else if (collection === 'external_accounts')
      void navigate({ to: '/accounts/$id', params: { id } })
    else void navigate({ to: '/suggestions/$id', params: { id } })
  }
  const toCommand = (collection: NamedCollection, { id, label, hint }: Option): RecordCommand => ({
    id: `${collection} ${id}`,
    group: 'record',
    collection,
    label,
    hint,
    run: open(collection, id),
  })
  const named = COLLECTIONS.flatMap((collection) =>
    matches[collection].map((option) => toCommand(collection, option)),
  )
  const remembered = recent.flatMap(({ id, label }) => {
    const [collection = '', record = ''] = id.split(' ')
    const isRecord = label !== undefined && COLLECTIONS.some((one) => one === collection)
    if (!isRecord) return []
    const command = toCommand(collection as NamedCollection, { id: record, label })
    return [{ ...command, hint: titleOf(collection), isRemembered: true }]
  })
  if (number !== undefined) {
    // The number alone is enough to open a suggestion: its page says when there is none.
    const suggestion = { id: number, label: t('shell.commands.number', { id: number }) }
    const options = numbered.suggestions.length > 0 ? numbered.suggestions : [suggestion]
    return [
      ...options.map((option) => ({ ...toCommand('suggestions', option), isExact: true })),
      ...COLLECTIONS.slice(1).flatMap((collection) =>
        numbered[collection].map((option) =>
          toCommand(collection, { ...option, hint: `#${number}` }),
        ),
      ),
      ...remembered,
    ]
  }
  if (q === '') return remembered
  const search: RecordCommand = {
    id: 'search',
    group: 'record',
    collection: 'suggestions',
    label: t('shell.commands.search_suggestions', { query: q }),
    run: () => void navigate({ to: '/suggestions', search: { q } }),
  }
  return [...named, search, ...remembered]
}

type Matches = Record<NamedCollection, Option[]>

const NO_MATCHES: Matches = { suggestions: [], users: [], external_accounts: [], features: [] }

/** The first records that match, in each collection. */
function useMatches(q: string): Matches {
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
  const [suggestions, users, accounts, features] = await Promise.all([
    findMatches('suggestions', q, few, signal),
    findMatches('users', q, few, signal),
    findMatches('external_accounts', q, few, signal),
    findMatches('features', q, few, signal),
  ])
  return {
    suggestions: optionsOf('suggestions', suggestions),
    users: optionsOf('users', users),
    external_accounts: optionsOf('external_accounts', accounts),
    features: optionsOf('features', features),
  }
}

/** The records with this number. With `#` only suggestions, which show it so. */
function useNumbered(number: string | undefined, isSuggestion: boolean): Matches {
  const { data = NO_MATCHES } = useQuery({
    queryKey: queryKeys.matches('everything', 'number', number, isSuggestion),
    enabled: number !== undefined,
    queryFn: ({ signal }) => findNumbered(number ?? '', isSuggestion, signal),
  })
  return data
}

async function findNumbered(
  id: string,
  isSuggestion: boolean,
  signal: AbortSignal,
): Promise<Matches> {
  const find = async <C extends NamedCollection>(collection: C): Promise<Option[]> => {
    try {
      return optionsOf(collection, await recordsWithIds(`/${collection}`, [id], {}, signal))
    } catch {
      // There is none with this number.
      return []
    }
  }
  const [suggestions, users, external_accounts, features] = await Promise.all([
    find('suggestions'),
    ...(['users', 'external_accounts', 'features'] as const).map((collection) =>
      isSuggestion ? [] : find(collection),
    ),
  ])
  return {
    suggestions,
    users: users ?? [],
    external_accounts: external_accounts ?? [],
    features: features ?? [],
  }
}

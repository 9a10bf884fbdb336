// The saved views as tabs, and what can be done with the current one.
import type { View } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import { Bell, Ellipsis, Pencil, Plus, Save, Share2, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../core/i18n.ts'
import { builtInNames, builtInSearch, type ListSearch } from '../../../core/list-search.ts'
import { Button, IconButton } from '../../button.tsx'
import { Confirm, Dialog } from '../../dialog.tsx'
import { TextField } from '../../fields.tsx'
import { Menu, type MenuAction } from '../../menu.tsx'
import type { ListDeclaration, ListPath } from '../declaration.ts'
import { isChanged, viewParams, viewSearch } from './view-search.ts'
import { useViewActions, useViews } from './views.ts'

type Props = {
  list: Pick<ListDeclaration<never>, 'path' | 'collection' | 'address' | 'viewLabel'>
  search: ListSearch
  onGo: (search: ListSearch) => void
}

const TAB =
  'flex h-8 max-w-48 items-center gap-1.5 rounded px-2.5 text-sm whitespace-nowrap text-muted hover:bg-hover hover:text-text'
const CURRENT = 'bg-hover font-medium text-text!'

export function ViewTabs({ list, search, onGo }: Props) {
  const { path } = list
  const { builtInViews } = list.address
  const views = useViews(list.collection)
  const view = views.find(({ id }) => String(id) === search.view)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <nav aria-label={t('list.views')} className="min-w-0 overflow-x-auto">
        <ul className="flex items-center gap-0.5">
          {builtInNames(builtInViews).map((name) => (
            <li key={name}>
              <Tab
                path={path}
                search={builtInSearch(builtInViews, name)}
                isCurrent={search.view === name}
              >
                {list.viewLabel(name)}
              </Tab>
            </li>
          ))}
          {views.map((one) => (
            <li key={one.id}>
              <Tab path={path} search={viewSearch(list, one)} isCurrent={one === view}>
                <span className="truncate">{one.name}</span>
                {one.links.user === null && (
                  <Users size={12} aria-label={t('list.view.is_shared')} />
                )}
              </Tab>
            </li>
          ))}
        </ul>
      </nav>
      <ViewMenu list={list} search={search} view={view} onGo={onGo} />
    </div>
  )
}

const Tab = ({
  path,
  search,
  isCurrent,
  children,
}: {
  path: ListPath
  search: ListSearch
  isCurrent: boolean
  children: React.ReactNode
}) => (
  <Link
    to={path}
    search={search}
    aria-current={isCurrent ? 'page' : undefined}
    // The router would compare the whole address.
    activeProps={{}}
    className={`${TAB} ${isCurrent ? CURRENT : ''}`}
  >
    {children}
  </Link>
)

type Asked = 'save_as' | 'rename' | 'delete'

function ViewMenu({ list, search, view, onGo }: Props & { view: View | undefined }) {
  const actions = useViewActions(list.collection)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const canSave = view !== undefined && actions.canChange(view) && isChanged(list, search, view)
  const save = () => view && actions.update.mutate({ id: view.id, params: viewParams(search) })
  const own: MenuAction[] =
    view && actions.canChange(view)
      ? [
          {
            id: 'rename',
            label: t('list.view.rename'),
            icon: Pencil,
            onAction: () => setAsked('rename'),
          },
          {
            id: 'share',
            label: t('list.view.share'),
            icon: Share2,
            isDisabled: !actions.canShare(view),
            onAction: () => actions.share.mutate(view.id),
          },
          ...(actions.canSubscribe(view)
            ? [
                {
                  id: 'subscribe',
                  label: t('list.view.subscribe'),
                  icon: Bell,
                  isSelected: view.subscribed,
                  onAction: () =>
                    actions.update.mutate({ id: view.id, subscribed: !view.subscribed }),
                },
              ]
            : []),
          {
            id: 'delete',
            label: t('list.view.delete'),
            icon: Trash2,
            isDangerous: true,
            onAction: () => setAsked('delete'),
          },
        ]
      : []
  return (
    <>
      {canSave && (
        <Button icon={Save} onPress={save} isPending={actions.update.isPending}>
          {t('list.view.save_changes')}
        </Button>
      )}
      <Menu
        label={t('list.view.menu')}
        groups={[
          {
            actions: [
              {
                id: 'save_as',
                label: t('list.view.save_as'),
                icon: Plus,
                onAction: () => setAsked('save_as'),
              },
            ],
          },
          ...(own.length > 0 && view ? [{ title: view.name, actions: own }] : []),
        ]}
      >
        <IconButton icon={Ellipsis} label={t('list.view.menu')} />
      </Menu>
      {(asked === 'save_as' || asked === 'rename') && (
        <NameDialog
          title={t(`list.view.${asked}`)}
          initial={asked === 'rename' ? (view?.name ?? '') : ''}
          onClose={close}
          onSave={async (name) => {
            if (asked === 'rename' && view) await actions.update.mutateAsync({ id: view.id, name })
            else {
              const made = await actions.create.mutateAsync({ name, params: viewParams(search) })
              if (made) onGo({ ...search, view: String(made.id) })
            }
            close()
          }}
        />
      )}
      {view && (
        <Confirm
          title={t('list.view.delete')}
          isOpen={asked === 'delete'}
          onClose={close}
          isDangerous
          confirmLabel={t('list.view.delete')}
          isPending={actions.remove.isPending}
          onConfirm={async () => {
            await actions.remove.mutateAsync(view.id)
            close()
            onGo({ ...search, view: undefined })
          }}
        >
          {t(view.links.user === null ? 'list.view.delete_shared_hint' : 'list.view.delete_hint', {
            name: view.name,
          })}
        </Confirm>
      )}
    </>
  )
}

function NameDialog({
  title,
  initial,
  onClose,
  onSave,
}: {
  title: string
  initial: string
  onClose: () => void
  onSave: (name: string) => Promise<void>
}) {
  const [name, setName] = useState(initial)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (name.trim() === '') return
    setSaving(true)
    // A failure was shown; the dialog stays for another try.
    await onSave(name.trim()).catch(() => setSaving(false))
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button
            look="primary"
            isPending={isSaving}
            isDisabled={name.trim() === ''}
            onPress={save}
          >
            {t('shell.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={t('list.view.name')}
          value={name}
          onChange={setName}
          maxLength={255}
          autoFocus
        />
      </form>
    </Dialog>
  )
}

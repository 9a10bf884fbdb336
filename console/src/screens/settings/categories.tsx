// Categories of a forum, in the order in which people see them.
import type { Category, Forum } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Folders, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { forumsQuery } from '../../api/options.ts'
import { orderedCategoriesQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { RowMenu, SectionBody } from './parts.tsx'
import { useChange } from './use-change.ts'
import { useSettingsSearch } from './use-search.ts'

export default function Categories() {
  const forums = useQuery(forumsQuery)
  return (
    <Loaded query={forums}>
      {(all) => (all.length === 0 ? <NoForum /> : <CategoriesOf forums={all} />)}
    </Loaded>
  )
}

const NoForum = () => (
  <SectionBody title={t('settings.categories')} hint={t('settings.categories.hint')}>
    <EmptyState
      icon={Folders}
      title={t('settings.forums.empty')}
      hint={t('settings.categories.no_forum')}
    />
  </SectionBody>
)

type Asked = { category: Category | null; about: 'edit' | 'delete' }

function CategoriesOf({ forums }: { forums: Forum[] }) {
  const { search, change } = useSettingsSearch()
  const forum =
    forums.find(({ id }) => String(id) === search.forum) ??
    forums.find(({ is_default }) => is_default) ??
    (forums[0] as Forum)
  const query = orderedCategoriesQuery(forum.id)
  const categories = useQuery(query)
  const queryClient = useQueryClient()
  const { tryTo } = useChange('categories')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const create = () => setAsked({ category: null, about: 'edit' })

  const order = (all: Category[]) => (ids: number[]) => {
    const send = (next: number[]) => () => api.put('/categories/positions', { body: { ids: next } })
    // Shown before it is stored.
    queryClient.setQueryData(
      query.queryKey,
      ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
    )
    tryTo(send(ids), t('settings.ordered'), send(all.map(({ id }) => id)))
  }
  return (
    <SectionBody
      title={t('settings.categories')}
      hint={t('settings.categories.hint')}
      actions={
        <Button look="primary" icon={Plus} onPress={create}>
          {t('settings.categories.new')}
        </Button>
      }
    >
      <div className="max-w-72">
        <Select
          label={t('settings.forum')}
          value={String(forum.id)}
          options={forums.map(({ id, name }) => ({ id: String(id), label: name }))}
          onChange={(id) => change({ forum: id })}
        />
      </div>
      <Loaded query={categories}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={Folders}
              title={t('settings.categories.empty', { forum: forum.name })}
              hint={t('settings.categories.empty_hint')}
            >
              <Button onPress={create}>{t('settings.categories.new')}</Button>
            </EmptyState>
          ) : (
            <>
              <p className="text-xs text-muted">{t('grid.columns.hint')}</p>
              <SortableList
                label={t('settings.categories')}
                items={all}
                nameOf={({ name }) => name}
                onOrder={order(all)}
              >
                {(category) => (
                  <>
                    <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                      {category.name}
                    </span>
                    <span className="text-xs text-muted tabular-nums">
                      {t('settings.open_of', {
                        open: formatNumber(category.open_suggestions_count),
                        all: formatNumber(category.suggestions_count),
                      })}
                    </span>
                    <RowMenu
                      name={category.name}
                      actions={[
                        {
                          ...{ id: 'edit', label: t('settings.edit'), icon: Pencil },
                          onAction: () => setAsked({ category, about: 'edit' }),
                        },
                        {
                          ...{ id: 'delete', label: t('settings.delete'), icon: Trash2 },
                          isDangerous: true,
                          onAction: () => setAsked({ category, about: 'delete' }),
                        },
                      ]}
                    />
                  </>
                )}
              </SortableList>
            </>
          )
        }
      </Loaded>
      {asked?.about === 'edit' && (
        <CategoryDialog category={asked.category} forum={forum} forums={forums} onClose={close} />
      )}
      {asked?.about === 'delete' && asked.category && (
        <DeleteCategory category={asked.category} onClose={close} />
      )}
    </SectionBody>
  )
}

function CategoryDialog({
  category,
  forum,
  forums,
  onClose,
}: {
  category: Category | null
  forum: Forum
  forums: Forum[]
  onClose: () => void
}) {
  const { run } = useChange('categories', 'forums')
  const [name, setName] = useState(category?.name ?? '')
  const [forumId, setForumId] = useState(String(forum.id))
  const isMoved = category !== null && forumId !== String(forum.id)
  const save = async () => {
    const body = { name: name.trim(), links: { forum: Number(forumId) } }
    await run(
      () =>
        category
          ? api.put('/categories/{id}', {
              path: { id: category.id },
              body: isMoved ? body : { name: body.name },
            })
          : api.post('/categories', { body }),
      t(category ? 'settings.saved' : 'settings.created', { name: body.name }),
    )
    onClose()
  }
  return (
    <Dialog
      title={category ? t('settings.categories.edit') : t('settings.categories.new')}
      isOpen
      onClose={onClose}
    >
      <Form
        submitLabel={category ? t('shell.save') : t('settings.create')}
        onSubmit={save}
        onCancel={onClose}
        isDirty={name !== (category?.name ?? '') || isMoved}
        isIncomplete={name.trim() === ''}
      >
        <TextField
          label={t('settings.name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={255}
          isRequired
          autoFocus
        />
        <Select
          label={t('settings.forum')}
          value={forumId}
          options={forums.map(({ id, name: label }) => ({ id: String(id), label }))}
          onChange={setForumId}
        />
        {isMoved && category.suggestions_count > 0 && (
          <p className="text-sm text-warning">
            {t('settings.categories.move_hint', { count: category.suggestions_count })}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { run } = useChange('categories', 'forums')
  const { id, name, suggestions_count: count } = category
  return (
    <ConfirmName
      title={t('settings.categories.delete', { name })}
      name={name}
      confirmLabel={t('settings.delete')}
      onClose={onClose}
      onConfirm={async () => {
        await run(
          () => api.delete('/categories/{id}', { path: { id } }),
          t('settings.deleted', { name }),
        )
        onClose()
      }}
    >
      <p>{t('settings.categories.delete_hint', { count })}</p>
    </ConfirmName>
  )
}

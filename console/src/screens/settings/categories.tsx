// Categories of a forum, in the order in which people see them.
import type { Category, Forum } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Folders } from 'lucide-react'
import { useState } from 'react'
import { categoriesQuery, forumsQuery } from '../../api/options.ts'
import {
  createCategory,
  deleteCategory,
  orderedCategoriesQuery,
  updateCategory,
} from '../../api/settings.ts'
import { Select } from '../../components/fields.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import {
  DeleteRecord,
  deleteAction,
  editAction,
  ListSection,
  OrderedRecords,
  RecordDialog,
} from './list-section.tsx'
import { RowMenu, SectionBody } from './parts.tsx'
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
  const { data: all = [] } = useQuery(categoriesQuery)
  const hasCategories = ({ id }: Forum) => all.some(({ links }) => links.forum === id)
  const forum =
    forums.find(({ id }) => String(id) === search.forum) ??
    forums.find((one) => one.is_default && hasCategories(one)) ??
    forums.find(hasCategories) ??
    forums.find(({ is_default }) => is_default) ??
    (forums[0] as Forum)
  const query = orderedCategoriesQuery(forum.id)
  const categories = useQuery(query)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="categories"
      icon={Folders}
      query={categories}
      emptyTitle={t('settings.categories.empty', { forum: forum.name })}
      onCreate={() => setAsked({ category: null, about: 'edit' })}
      above={
        <div className="max-w-72">
          <Select
            label={t('settings.forum')}
            value={String(forum.id)}
            options={forums.map(({ id, name }) => ({ id: String(id), label: name }))}
            onChange={(id) => change({ forum: id })}
          />
        </div>
      }
      dialogs={
        <>
          {asked?.about === 'edit' && (
            <CategoryDialog
              category={asked.category}
              forum={forum}
              forums={forums}
              onClose={close}
            />
          )}
          {asked?.about === 'delete' && asked.category && (
            <DeleteCategory category={asked.category} onClose={close} />
          )}
        </>
      }
    >
      {(all) => (
        <OrderedRecords collection="categories" queryKey={query.queryKey} items={all}>
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
                  editAction(() => setAsked({ category, about: 'edit' })),
                  deleteAction(() => setAsked({ category, about: 'delete' })),
                ]}
              />
            </>
          )}
        </OrderedRecords>
      )}
    </ListSection>
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
  const [name, setName] = useState(category?.name ?? '')
  const [forumId, setForumId] = useState(String(forum.id))
  const isMoved = category !== null && forumId !== String(forum.id)
  const write = (stored: string) => {
    const body = { name: stored, links: { forum: Number(forumId) } }
    return category
      ? updateCategory(category.id, isMoved ? body : { name: stored })
      : createCategory(body)
  }
  return (
    <RecordDialog
      area="categories"
      collections={['categories', 'forums']}
      isNew={category === null}
      name={name}
      onName={setName}
      isDirty={name !== (category?.name ?? '') || isMoved}
      write={write}
      onClose={onClose}
    >
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
    </RecordDialog>
  )
}

const DeleteCategory = ({
  category: { id, name, suggestions_count: count },
  onClose,
}: {
  category: Category
  onClose: () => void
}) => (
  <DeleteRecord
    area="categories"
    collections={['categories', 'forums']}
    name={name}
    remove={() => deleteCategory(id)}
    onClose={onClose}
  >
    <p>{t('settings.categories.delete_hint', { count })}</p>
  </DeleteRecord>
)

// Labels of suggestions: a tree.
import type { Label } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { CornerDownRight, GitMerge, Pencil, Tags } from 'lucide-react'
import { useState } from 'react'
import { labelsQuery } from '../../api/options.ts'
import {
  createLabel,
  deleteLabel,
  labelSizeQuery,
  mergeLabels,
  updateLabel,
} from '../../api/settings.ts'
import { Checkbox, SearchField, Select } from '../../components/fields.tsx'
import { Table } from '../../components/table.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { isWithin, orderAsTree, type TreeLabel } from './label-tree.ts'
import { DeleteRecord, deleteAction, ListSection, RecordDialog } from './list-section.tsx'
import { MergeRecord } from './merge-record.tsx'
import { Badge, RowMenu } from './parts.tsx'
import { useSettingsSearch } from './use-search.ts'

type Asked =
  | { about: 'create'; parent: Label | null }
  | { about: 'edit' | 'merge' | 'delete'; label: TreeLabel }

export default function Labels() {
  const labels = useQuery(labelsQuery)
  const { search, change } = useSettingsSearch()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const tree = orderAsTree(labels.data ?? [])
  const query = search.q?.toLocaleLowerCase() ?? ''
  const shown = tree.filter(({ full_name }) => full_name.toLocaleLowerCase().includes(query))
  return (
    <ListSection
      area="labels"
      icon={Tags}
      query={labels}
      onCreate={() => setAsked({ about: 'create', parent: null })}
      dialogs={
        <>
          {asked?.about === 'create' && (
            <LabelDialog label={null} parent={asked.parent} tree={tree} onClose={close} />
          )}
          {asked?.about === 'edit' && (
            <LabelDialog label={asked.label} parent={null} tree={tree} onClose={close} />
          )}
          {asked?.about === 'merge' && (
            <MergeLabel label={asked.label} tree={tree} onClose={close} />
          )}
          {asked?.about === 'delete' && (
            <DeleteLabel label={asked.label} tree={tree} onClose={close} />
          )}
        </>
      }
    >
      {() => (
        <div className="space-y-3">
          <div className="max-w-72">
            <SearchField
              label={t('settings.labels.search')}
              value={search.q ?? ''}
              onChange={(q) => change({ q }, true)}
            />
          </div>
          {shown.length === 0 ? (
            <p className="py-6 text-sm text-muted">{t('settings.no_match')}</p>
          ) : (
            <LabelTable labels={shown} isFlat={query !== ''} onAsk={setAsked} />
          )}
        </div>
      )}
    </ListSection>
  )
}

function LabelTable({
  labels,
  isFlat,
  onAsk,
}: {
  labels: TreeLabel[]
  isFlat: boolean
  onAsk: (asked: Asked) => void
}) {
  return (
    <Table
      label={t('settings.labels')}
      rows={labels}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          label: t('settings.name'),
          render: (label) => <LabelName label={label} isFlat={isFlat} />,
        },
        {
          id: 'open',
          label: t('settings.open_suggestions'),
          align: 'end',
          isShort: true,
          render: (label) => formatNumber(label.open_suggestions_count),
        },
        {
          id: 'below',
          label: t('settings.labels.below'),
          align: 'end',
          isShort: true,
          render: (label) => formatNumber(label.childCount),
        },
      ]}
      actions={(label) => (
        <RowMenu
          name={label.full_name}
          actions={[
            {
              id: 'below',
              label: t('settings.labels.new_below'),
              icon: CornerDownRight,
              onAction: () => onAsk({ about: 'create', parent: label }),
            },
            {
              id: 'edit',
              label: t('settings.labels.edit'),
              icon: Pencil,
              onAction: () => onAsk({ about: 'edit', label }),
            },
            {
              id: 'merge',
              label: t('settings.labels.merge'),
              icon: GitMerge,
              onAction: () => onAsk({ about: 'merge', label }),
            },
            deleteAction(() => onAsk({ about: 'delete', label })),
          ]}
        />
      )}
    />
  )
}

/** Below its parent by its own name; among matches of a search by the whole one. */
const LabelName = ({ label, isFlat }: { label: TreeLabel; isFlat: boolean }) => (
  <span
    className="flex items-center gap-2"
    style={isFlat ? undefined : { paddingInlineStart: `${Math.min(label.depth, 8) * 20}px` }}
  >
    {!isFlat && label.depth > 0 && (
      <CornerDownRight size={14} aria-hidden className="shrink-0 text-muted" />
    )}
    <span dir="auto" title={label.full_name} className="font-medium [overflow-wrap:anywhere]">
      {!isFlat && label.depth > 0 && (
        <span className="sr-only">{label.full_name.slice(0, -label.name.length)}</span>
      )}
      {isFlat ? label.full_name : label.name}
    </span>
    {!label.can_recommend && <Badge>{t('settings.labels.not_recommended')}</Badge>}
  </span>
)

const TOP = 'top'

function LabelDialog({
  label,
  parent,
  tree,
  onClose,
}: {
  label: TreeLabel | null
  parent: Label | null
  tree: TreeLabel[]
  onClose: () => void
}) {
  const initialParent = String((label ? label.links.parent : parent?.id) ?? TOP)
  const [name, setName] = useState(label?.name ?? '')
  const [parentId, setParentId] = useState(initialParent)
  const [canRecommend, setCanRecommend] = useState(label?.can_recommend ?? true)
  // A label cannot be below itself.
  const parents = tree.filter((one) => !label || !isWithin(one, label, tree))
  const write = (stored: string) => {
    const body = {
      name: stored,
      can_recommend: canRecommend,
      links: { parent: parentId === TOP ? null : Number(parentId) },
    }
    return label ? updateLabel(label.id, body) : createLabel(body)
  }
  return (
    <RecordDialog
      area="labels"
      collections={['labels']}
      isNew={label === null}
      name={name}
      onName={setName}
      maxName={128}
      isDirty={name !== (label?.name ?? '') || parentId !== initialParent}
      write={write}
      onClose={onClose}
    >
      <Select
        label={t('settings.labels.parent')}
        value={parentId}
        options={[
          { id: TOP, label: t('settings.labels.no_parent') },
          ...parents.map(({ id, full_name }) => ({ id: String(id), label: full_name })),
        ]}
        onChange={setParentId}
      />
      <Checkbox
        label={t('settings.labels.can_recommend')}
        isSelected={canRecommend}
        onChange={setCanRecommend}
      />
    </RecordDialog>
  )
}

function MergeLabel({
  label,
  tree,
  onClose,
}: {
  label: TreeLabel
  tree: TreeLabel[]
  onClose: () => void
}) {
  const { id, full_name, childCount } = label
  // Its children would be below themselves.
  const targets = tree.filter((one) => !isWithin(one, label, tree))
  return (
    <MergeRecord
      title={t('settings.labels.merge_title', { name: full_name })}
      label={t('settings.labels.merge_into')}
      options={targets.map((one) => ({ id: String(one.id), label: one.full_name }))}
      query={useQuery(labelSizeQuery(id))}
      collections={['labels', 'suggestions']}
      done={(target) => t('settings.labels.merged', { name: full_name, target })}
      confirmLabel={t('settings.labels.merge_confirm')}
      merge={(target) => mergeLabels(id, target)}
      onClose={onClose}
    >
      {(count) => (
        <>
          <p>{t('settings.labels.merge_hint', { count, shown: formatNumber(count) })}</p>
          {childCount > 0 && <p>{t('settings.labels.merge_below', { count: childCount })}</p>}
        </>
      )}
    </MergeRecord>
  )
}

function DeleteLabel({
  label,
  tree,
  onClose,
}: {
  label: TreeLabel
  tree: TreeLabel[]
  onClose: () => void
}) {
  const { id, name, childCount, open_suggestions_count: count } = label
  const parent = tree.find((one) => one.id === label.links.parent)
  return (
    <DeleteRecord
      area="labels"
      collections={['labels']}
      name={name}
      title={label.full_name}
      remove={() => deleteLabel(id)}
      onClose={onClose}
    >
      <p>{t('settings.labels.delete_hint', { count })}</p>
      {childCount > 0 && (
        <p>
          {parent
            ? t('settings.labels.delete_below', { count: childCount, parent: parent.full_name })
            : t('settings.labels.delete_below_top', { count: childCount })}
        </p>
      )}
    </DeleteRecord>
  )
}

// Collections whose records are little more than a name: statuses of features, product areas and teams.
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Blocks, Layers, type LucideIcon, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { featureStatusesQuery, productAreasQuery, teamsQuery } from '../../api/options.ts'
import {
  createFeatureStatus,
  createProductArea,
  createTeam,
  deleteFeatureStatus,
  deleteProductArea,
  deleteTeam,
  renameProductArea,
  renameTeam,
  updateFeatureStatus,
} from '../../api/settings.ts'
import { Swatch } from '../../components/fields.tsx'
import { Table } from '../../components/table.tsx'
import { t } from '../../core/i18n.ts'
import { ColorField, isColor } from './color-field.tsx'
import {
  DeleteRecord,
  defaultAction,
  deleteAction,
  editAction,
  ListSection,
  OrderedRecords,
  RecordDialog,
} from './list-section.tsx'
import { Badge, Named, RowMenu } from './parts.tsx'
import { useChange } from './use-change.ts'

type Entry = {
  id: number
  name: string
  hex_color?: string
  is_default?: boolean
  position?: number
  members_count?: number
}
type Values = { name: string; hex_color: string; position: number }

type NamedList = {
  area: 'feature_statuses' | 'product_areas' | 'teams'
  icon: LucideIcon
  query: UseQueryOptions<Entry[], Error, Entry[], QueryKey>
  hasColor: boolean
  /** The second line of a row. */
  detail?: (entry: Entry) => ReactNode
  create: (values: Values) => Promise<unknown>
  update: (id: number, values: Values) => Promise<unknown>
  makeDefault?: (id: number) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

const asEntries = (query: unknown) => query as NamedList['query']

const LISTS: Record<NamedList['area'], NamedList> = {
  feature_statuses: {
    area: 'feature_statuses',
    icon: Blocks,
    query: asEntries(featureStatusesQuery),
    hasColor: true,
    create: createFeatureStatus,
    update: (id, { name, hex_color }) => updateFeatureStatus(id, { name, hex_color }),
    makeDefault: (id) => updateFeatureStatus(id, { is_default: true }),
    remove: deleteFeatureStatus,
  },
  product_areas: {
    area: 'product_areas',
    icon: Layers,
    query: asEntries(productAreasQuery),
    hasColor: false,
    create: ({ name }) => createProductArea(name),
    update: (id, { name }) => renameProductArea(id, name),
    remove: deleteProductArea,
  },
  teams: {
    area: 'teams',
    icon: UsersRound,
    query: asEntries(teamsQuery),
    hasColor: false,
    detail: ({ members_count = 0 }) => t('settings.teams.members', { count: members_count }),
    create: ({ name }) => createTeam(name),
    update: (id, { name }) => renameTeam(id, name),
    remove: deleteTeam,
  },
}

type Asked = { entry: Entry | null; about: 'edit' | 'delete' }

function NamedRecords({ list }: { list: NamedList }) {
  const { area, icon, detail, makeDefault } = list
  const query = useQuery(list.query)
  const { tryTo } = useChange(area)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const nextPosition = Math.max(0, ...(query.data ?? []).map(({ position = 0 }) => position + 1))
  const nameOf = (entry: Entry) => (
    <span className="flex items-center gap-2">
      <Swatch color={entry.hex_color} />
      <Named name={entry.name} badges={entry.is_default && <Badge>{t('settings.default')}</Badge>}>
        {detail?.(entry)}
      </Named>
    </span>
  )
  const menuOf = (entry: Entry) => (
    <RowMenu
      name={entry.name}
      actions={[
        editAction(() => setAsked({ entry, about: 'edit' })),
        ...(makeDefault && !entry.is_default
          ? [
              defaultAction(() =>
                tryTo(() => makeDefault(entry.id), t('settings.saved', { name: entry.name })),
              ),
            ]
          : []),
        deleteAction(() => setAsked({ entry, about: 'delete' })),
      ]}
    />
  )
  return (
    <ListSection
      area={area}
      icon={icon}
      query={query}
      onCreate={() => setAsked({ entry: null, about: 'edit' })}
      dialogs={
        <>
          {asked?.about === 'edit' && (
            <EntryDialog
              list={list}
              entry={asked.entry}
              nextPosition={nextPosition}
              onClose={close}
            />
          )}
          {asked?.about === 'delete' && asked.entry && (
            <DeleteEntry list={list} entry={asked.entry} onClose={close} />
          )}
        </>
      }
    >
      {(all) =>
        area === 'feature_statuses' ? (
          <OrderedRecords
            collection={area}
            queryKey={list.query.queryKey}
            items={all}
            dependencies={[]}
          >
            {(entry) => (
              <>
                <span className="min-w-0 flex-1 py-1">{nameOf(entry)}</span>
                {menuOf(entry)}
              </>
            )}
          </OrderedRecords>
        ) : (
          <Table
            label={t(`settings.${area}`)}
            rows={all}
            keyOf={({ id }) => id}
            columns={[{ id: 'name', label: t('settings.name'), render: nameOf }]}
            actions={menuOf}
          />
        )
      }
    </ListSection>
  )
}

function EntryDialog({
  list,
  entry,
  nextPosition,
  onClose,
}: {
  list: NamedList
  entry: Entry | null
  nextPosition: number
  onClose: () => void
}) {
  const initial = { name: entry?.name ?? '', hex_color: entry?.hex_color ?? '#2f6fde' }
  const [values, setValues] = useState(initial)
  return (
    <RecordDialog
      area={list.area}
      collections={[list.area]}
      isNew={entry === null}
      name={values.name}
      onName={(name) => setValues({ ...values, name })}
      isDirty={values.name !== initial.name || values.hex_color !== initial.hex_color}
      isIncomplete={list.hasColor && !isColor(values.hex_color)}
      write={(name) => {
        const written = { ...values, name, position: nextPosition }
        return entry ? list.update(entry.id, written) : list.create(written)
      }}
      onClose={onClose}
    >
      {list.hasColor && (
        <ColorField
          label={t('settings.statuses.color')}
          name="hex_color"
          value={values.hex_color}
          onChange={(hex_color) => setValues({ ...values, hex_color })}
        />
      )}
    </RecordDialog>
  )
}

const DeleteEntry = ({
  list,
  entry,
  onClose,
}: {
  list: NamedList
  entry: Entry
  onClose: () => void
}) => (
  <DeleteRecord
    area={list.area}
    collections={[list.area, 'features', 'users']}
    name={entry.name}
    remove={() => list.remove(entry.id)}
    onClose={onClose}
  >
    <p>{t(`settings.${list.area}.delete_hint`)}</p>
  </DeleteRecord>
)

export const FeatureStatuses = () => <NamedRecords list={LISTS.feature_statuses} />
export const ProductAreas = () => <NamedRecords list={LISTS.product_areas} />
export const Teams = () => <NamedRecords list={LISTS.teams} />

// The record of a feature: what it is, the suggestions behind it, and who asks for it with what revenue.
import type { Feature } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Link2, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import {
  deleteFeature,
  featureAccountsQuery,
  featureQuery,
  featureUsersQuery,
  type LoadedFeature,
  loadFeature,
  refreshFeatures,
} from '../../api/features.ts'
import { useHasRole } from '../../api/session.ts'
import { formatted, MARKDOWN } from '../../api/suggestion-writes.ts'
import { AccountLink } from '../../components/account.tsx'
import { IconButton } from '../../components/button.tsx'
import { ConfirmName } from '../../components/confirm-name.tsx'
import type { RecordProps } from '../../components/list/declaration.ts'
import { Avatar, PersonLink } from '../../components/person.tsx'
import { ConflictDialog } from '../../components/record/conflict-dialog.tsx'
import { CustomFieldRow } from '../../components/record/custom-field.tsx'
import { EditableText } from '../../components/record/editable-text.tsx'
import { Figures } from '../../components/record/figures.tsx'
import { Choice, PropertyList } from '../../components/record/properties.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../components/record/record.tsx'
import { NothingHere, RecordList } from '../../components/record/record-list.tsx'
import { RichText } from '../../components/record/rich-text.tsx'
import { StepsIn } from '../../components/record/steps.tsx'
import { RecordTabs, useTab } from '../../components/record/tabs.tsx'
import { type Save, useVersionedSave } from '../../components/record/versioned.ts'
import { Visitors } from '../../components/record/visitors.tsx'
import { notify } from '../../components/toasts.tsx'
import { formatAmount, formatMonthly, formatNumber, formatTime, t } from '../../core/i18n.ts'
import { type FeatureProperties, NONE, useFeatureProperties } from './feature-properties.ts'
import { LinkedSuggestions } from './linked-suggestions.tsx'
import { type FeaturesSearch, listOf } from './search.ts'

export default function FeatureRecord({ id, isBeside, onClose }: RecordProps) {
  const queryClient = useQueryClient()
  const query = useQuery(featureQuery(id))
  const properties = useFeatureProperties(id)
  const { save, conflict } = useVersionedSave<LoadedFeature>({
    queryKey: featureQuery(id).queryKey,
    load: () => loadFeature(id),
    properties: properties.all,
    onSaved: () => void refreshFeatures(queryClient),
  })
  if (query.isPending) return <RecordLoading />
  if (!query.data)
    return (
      <>
        <div className="p-2">
          <IconButton icon={X} label={t('features.close')} onPress={onClose} />
        </div>
        <RecordFailed
          title={t('features.feature', { id })}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </>
    )
  return (
    <>
      <LoadedRecord
        data={query.data}
        properties={properties}
        save={save}
        isBeside={isBeside}
        onClose={onClose}
      />
      <ConflictDialog conflict={conflict} />
    </>
  )
}

type LoadedProps = {
  data: LoadedFeature
  properties: FeatureProperties
  save: Save<LoadedFeature>
  isBeside: boolean
  onClose: () => void
}

function LoadedRecord({ data, properties, save, isBeside, onClose }: LoadedProps) {
  const { feature } = data
  const isEditable = useHasRole('admin')
  const [isDeleting, setDeleting] = useState(false)
  const tabs = [
    {
      id: 'suggestions',
      label: t('shell.suggestions'),
      count: feature.suggestions_count,
      content: () => <LinkedSuggestions feature={feature} isEditable={isEditable} />,
    },
    {
      id: 'accounts',
      label: t('record.accounts'),
      count: feature.supporting_accounts_count,
      content: () => <Accounts feature={feature.id} />,
    },
    {
      id: 'people',
      label: t('features.people'),
      count: feature.supporting_users_count,
      content: () => <People feature={feature.id} />,
    },
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <>
      <RecordFrame
        label={feature.name}
        isBeside
        header={
          <>
            <IconButton icon={X} label={t('features.close')} onPress={onClose} keys="Escape" />
            <span className="text-sm text-muted tabular-nums">#{feature.id}</span>
            <FeatureSteps feature={feature} isBeside={isBeside} />
            <span className="flex-1" />
            <Visitors collection="features" id={feature.id} />
            <IconButton
              icon={Link2}
              label={t('record.copy_link')}
              onPress={() => void copyAddress(feature.id)}
            />
            {isEditable && (
              <IconButton
                icon={Trash2}
                label={t('features.delete')}
                onPress={() => setDeleting(true)}
              />
            )}
          </>
        }
        main={
          <>
            <EditableText
              label={properties.name.label}
              value={feature.name}
              draftKey={`features ${feature.id} name`}
              onSave={(value, base) => save(properties.name, value, base)}
              isEditable={isEditable}
              isRequired
              maxLength={255}
              className="text-lg leading-snug font-semibold"
            >
              <h2 dir="auto" className="pe-8 [overflow-wrap:anywhere]">
                {feature.name}
              </h2>
            </EditableText>
            <Figures figures={figuresOf(feature)} />
            <PropertyList>
              {properties.links.map(({ property, options }) => (
                <Choice
                  key={property.id}
                  label={property.label}
                  options={options}
                  value={String(property.read(data) ?? NONE)}
                  onChange={(value) => void save(property, value === NONE ? null : Number(value))}
                  isEditable={isEditable}
                />
              ))}
              {properties.custom.map(({ field, property }) => (
                <CustomFieldRow
                  key={field.id}
                  field={field}
                  value={property.read(data)}
                  isEditable={isEditable}
                  draftKey={`features ${feature.id} ${field.key}`}
                  onSave={(value, base) => save(property, value, base)}
                />
              ))}
            </PropertyList>
            <EditableText
              label={properties.description.label}
              value={feature.description ?? ''}
              draftKey={`features ${feature.id} description`}
              onSave={(value, base) =>
                save(properties.description, formatted(value), {
                  body: base,
                  body_mime_type: base === '' ? '' : feature.description_mime_type,
                })
              }
              isEditable={isEditable}
              isMultiline
              format={{ mimeType: feature.description ? feature.description_mime_type : MARKDOWN }}
              maxLength={10_000}
            >
              {feature.description ? (
                <RichText text={feature.description} mimeType={feature.description_mime_type} />
              ) : (
                <p className="text-muted">
                  {t(isEditable ? 'record.no_body' : 'features.no_description')}
                </p>
              )}
            </EditableText>
            <RecordTabs label={t('features.parts')} tabs={tabs} selected={tab} onSelect={setTab} />
            <p className="text-xs text-muted">
              {t('features.dates', {
                created: formatTime(feature.created_at),
                updated: formatTime(feature.updated_at),
              })}
            </p>
          </>
        }
        side={null}
      />
      {isDeleting && <DeleteDialog feature={feature} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** To the next feature of the list, or of the column on the board. */
function FeatureSteps({ feature, isBeside }: { feature: Feature; isBeside: boolean }) {
  const search = useSearch({ strict: false }) as FeaturesSearch
  const navigate = useNavigate()
  return (
    <StepsIn
      key={feature.id}
      id={feature.id}
      isBeside={isBeside}
      from={{
        collection: 'features',
        query: listOf(search, feature.links),
        onOpen: (id) => void navigate({ to: '/features', search: { ...search, open: String(id) } }),
        recordQuery: featureQuery,
      }}
    />
  )
}

const figuresOf = (feature: Feature) => [
  { label: t('record.mrr'), value: formatAmount(feature.supporter_revenue) },
  { label: t('record.accounts'), value: formatNumber(feature.supporting_accounts_count) },
  { label: t('features.people'), value: formatNumber(feature.supporting_users_count) },
  { label: t('shell.suggestions'), value: formatNumber(feature.suggestions_count) },
]

async function copyAddress(id: number): Promise<void> {
  const link = `${location.origin}/admin/features?open=${id}`
  // Browsers offer the clipboard over https only.
  await navigator.clipboard?.writeText(link)
  notify({ message: navigator.clipboard ? t('record.link_copied') : link })
}

const Accounts = ({ feature }: { feature: number }) => (
  <RecordList
    label={t('record.accounts')}
    query={featureAccountsQuery(feature)}
    items={(pages) => pages.flatMap((page) => page.external_accounts)}
    keyOf={({ id }) => id}
    empty={<NothingHere>{t('features.no_accounts')}</NothingHere>}
  >
    {(account) => (
      <div className="flex min-h-9 items-center gap-3 py-1 text-sm">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <AccountLink account={account} />
        </span>
        <span className="shrink-0 text-xs text-muted">{account.plan}</span>
        <span className="shrink-0 tabular-nums">{formatMonthly(account.mrr ?? 0)}</span>
      </div>
    )}
  </RecordList>
)

const People = ({ feature }: { feature: number }) => (
  <RecordList
    label={t('features.people')}
    query={featureUsersQuery(feature)}
    items={(pages) => pages.flatMap((page) => page.users)}
    keyOf={({ id }) => id}
    empty={<NothingHere>{t('features.no_people')}</NothingHere>}
  >
    {(user) => (
      <div className="flex min-h-9 items-center gap-2 py-1 text-sm">
        <Avatar id={user.id} />
        <span className="min-w-0 flex-1">
          <PersonLink user={user} />
          <span className="block truncate text-xs text-muted">{user.email_address}</span>
        </span>
      </div>
    )}
  </RecordList>
)

/** Suggestions keep everything but the link. */
function DeleteDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = async () => {
    await deleteFeature(feature.id)
    onClose()
    await navigate({
      to: '/features',
      search: ({ open: _, tab: __, ...rest }) => rest,
    })
    void refreshFeatures(queryClient)
    notify({ message: t('features.deleted', { name: feature.name }), tone: 'success' })
  }
  return (
    <ConfirmName
      title={t('shell.delete_title', { name: feature.name })}
      name={feature.name}
      confirmLabel={t('shell.delete')}
      onConfirm={remove}
      onClose={onClose}
      width="medium"
    >
      <p>
        {t('features.delete_hint', {
          count: feature.suggestions_count,
          shown: formatNumber(feature.suggestions_count),
        })}
      </p>
    </ConfirmName>
  )
}

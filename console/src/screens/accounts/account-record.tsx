// The record of an account: what it pays, what its people ask for, and who they are.
import type { ExternalAccount, User } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Link2, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { LoadedAccount } from '../../api/people.ts'
import {
  ASK_ORDERS,
  type AskOrder,
  accountPeopleQuery,
  accountQuery,
  askedQuery,
  loadAccount,
} from '../../api/people.ts'
import { useHasRole } from '../../api/session.ts'
import { accountName } from '../../components/account.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { openCapture } from '../../components/capture.ts'
import { Select } from '../../components/fields.tsx'
import type { RecordProps } from '../../components/list/declaration.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { Avatar, PersonLink } from '../../components/person.tsx'
import { ConflictDialog } from '../../components/record/conflict-dialog.tsx'
import { CustomFieldRow } from '../../components/record/custom-field.tsx'
import { EditableText } from '../../components/record/editable-text.tsx'
import { Figures } from '../../components/record/figures.tsx'
import { copyLink, RecordNavigation } from '../../components/record/navigation.tsx'
import { Fact, Nothing, PropertyList, PropertyRow } from '../../components/record/properties.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../components/record/record.tsx'
import { NothingHere, RecordList } from '../../components/record/record-list.tsx'
import { FoldedSection, Section } from '../../components/record/section.tsx'
import { type RecordTab, RecordTabs, useTab } from '../../components/record/tabs.tsx'
import { type Save, useVersionedSave } from '../../components/record/versioned.ts'
import { SuggestionItem } from '../../components/suggestion-item.tsx'
import { formatNumber, formatTime, t } from '../../core/i18n.ts'
import { useMedia } from '../../core/use-media.ts'
import { type AccountProperties, useAccountProperties } from './account-properties.ts'

export default function AccountRecord({ id, isBeside, onClose }: RecordProps) {
  const query = useQuery(accountQuery(id))
  const properties = useAccountProperties(id)
  const { save, conflict } = useVersionedSave<LoadedAccount>({
    queryKey: accountQuery(id).queryKey,
    load: () => loadAccount(id),
    properties: properties.all,
    // The rows of the list follow by live updates.
    onSaved: () => {},
  })
  if (query.isPending) return <RecordLoading />
  if (!query.data)
    return (
      <RecordFailed
        title={t('accounts.account', { id })}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
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

type PanelProps = {
  data: LoadedAccount
  properties: AccountProperties
  save: Save<LoadedAccount>
}

function LoadedRecord({
  data,
  properties,
  save,
  isBeside,
  onClose,
}: PanelProps & Omit<RecordProps, 'id'>) {
  const { account } = data
  const canContribute = useHasRole('contributor')
  const isOneColumn = useMedia('(max-width: 1099px)') || isBeside
  const panel = <Properties data={data} properties={properties} save={save} />
  const tabs: RecordTab[] = [
    {
      id: 'asked',
      label: t('accounts.asks_for'),
      count: account.supported_ideas_count,
      content: () => <AskedFor account={account.id} />,
    },
    {
      id: 'people',
      label: t('accounts.people'),
      count: account.users_count,
      content: () => <People account={account.id} />,
    },
  ]
  const overview: RecordTab = {
    id: 'overview',
    label: t('record.overview'),
    content: () => <div className="space-y-6">{panel}</div>,
  }
  const shown = isOneColumn ? [overview, ...tabs] : tabs
  const [tab, setTab] = useTab(shown)
  return (
    <>
      {!isBeside && <PageTitle name={accountName(account)} />}
      <RecordFrame
        label={accountName(account)}
        isBeside={isBeside}
        header={
          <RecordNavigation
            path="/accounts"
            listTitle="shell.accounts"
            id={account.id}
            isBeside={isBeside}
            onClose={onClose}
          >
            {canContribute && (
              <Button
                icon={ThumbsUp}
                onPress={() =>
                  openCapture({
                    kind: 'support',
                    account: { id: account.id, label: accountName(account) },
                  })
                }
              >
                {t('shell.add_support')}
              </Button>
            )}
            <IconButton
              icon={Link2}
              label={t('record.copy_link')}
              onPress={() => void copyLink('/accounts', account.id)}
            />
          </RecordNavigation>
        }
        main={
          <>
            <Title account={account} />
            <RecordTabs label={t('accounts.parts')} tabs={shown} selected={tab} onSelect={setTab} />
          </>
        }
        side={isOneColumn ? null : panel}
      />
    </>
  )
}

const Title = ({ account }: { account: ExternalAccount }) => (
  <div>
    <h1 dir="auto" className="text-xl font-semibold leading-snug [overflow-wrap:anywhere]">
      {accountName(account)}
    </h1>
    <p className="text-sm text-muted">{account.plan ?? t('record.no_plan')}</p>
  </div>
)

const AccountFigures = ({ account }: { account: ExternalAccount }) => (
  <Section title={t('accounts.figures')}>
    <Figures
      figures={[
        { label: t('accounts.column.users_count'), value: formatNumber(account.users_count) },
        {
          label: t('accounts.column.supported_ideas_count'),
          value: formatNumber(account.supported_ideas_count),
        },
        { label: t('accounts.column.requests_count'), value: formatNumber(account.requests_count) },
        {
          label: t('accounts.column.nps'),
          value: account.nps === null ? '–' : formatNumber(account.nps),
        },
      ]}
    />
  </Section>
)

function Properties({ data, properties, save }: PanelProps) {
  const { account } = data
  const isEditable = useHasRole('admin')
  return (
    <>
      <Section title={t('record.properties')}>
        <PropertyList>
          {properties.plain.map(({ property, type, toText, fromText }) => {
            const value = property.read(data)
            return (
              <PropertyRow key={property.id} label={property.label}>
                <EditableText
                  label={property.label}
                  value={toText(value)}
                  draftKey={`external_accounts ${account.id} ${property.id}`}
                  onSave={(text, base) => save(property, fromText(text), fromText(base))}
                  isEditable={isEditable}
                  maxLength={600}
                  type={type}
                >
                  <span dir="auto" className="block min-h-8 py-1.5 [overflow-wrap:anywhere]">
                    {value === null ? <Nothing /> : property.show(value)}
                  </span>
                </EditableText>
              </PropertyRow>
            )
          })}
          {properties.custom.map(({ field, property }) => (
            <CustomFieldRow
              key={field.id}
              field={field}
              value={property.read(data)}
              isEditable={isEditable}
              draftKey={`external_accounts ${account.id} ${field.key}`}
              onSave={(value, base) => save(property, value, base)}
            />
          ))}
        </PropertyList>
      </Section>
      <AccountFigures account={account} />
      <FoldedSection title={t('record.technical')}>
        <PropertyList>
          <Fact label={t('accounts.column.external_created_at')}>
            {account.external_created_at && formatTime(account.external_created_at)}
          </Fact>
          <Fact label={t('accounts.column.last_active_at')}>
            {account.last_active_at && formatTime(account.last_active_at)}
          </Fact>
          <Fact label={t('accounts.column.requests_count')}>
            {formatNumber(account.requests_count)}
          </Fact>
          <Fact label={t('record.created')}>{formatTime(account.created_at)}</Fact>
          <Fact label={t('record.updated')}>{formatTime(account.updated_at)}</Fact>
          <Fact label={t('record.number')}>{account.id}</Fact>
        </PropertyList>
      </FoldedSection>
    </>
  )
}

function AskedFor({ account }: { account: number }) {
  const [order, setOrder] = useState<AskOrder>('-supporters_count')
  return (
    <div className="space-y-2">
      <div className="w-56">
        <Select
          label={t('record.order')}
          isLabelHidden
          options={ASK_ORDERS.map((id) => ({ id, label: t(`accounts.order.${id}`) }))}
          value={order}
          onChange={(id) => setOrder(id as AskOrder)}
        />
      </div>
      <RecordList
        label={t('accounts.asks_for')}
        query={askedQuery(account, order)}
        items={(pages) => pages.flatMap(({ suggestions }) => suggestions)}
        keyOf={({ id }) => id}
        empty={<NothingHere>{t('accounts.asks_for_nothing')}</NothingHere>}
      >
        {(suggestion) => <SuggestionItem suggestion={suggestion} />}
      </RecordList>
    </div>
  )
}

const People = ({ account }: { account: number }) => (
  <RecordList
    label={t('accounts.people')}
    query={accountPeopleQuery(account)}
    items={(pages) => pages.flatMap(({ users }) => users)}
    keyOf={({ id }) => id}
    empty={<NothingHere>{t('accounts.no_people')}</NothingHere>}
  >
    {(user) => <PersonItem user={user} />}
  </RecordList>
)

const PersonItem = ({ user }: { user: User }) => (
  <div className="flex items-center gap-2 py-1.5 text-sm">
    <Avatar id={user.id} size={28} />
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">
        <PersonLink user={user} />
      </p>
      <p className="truncate text-xs text-muted">
        {[user.name ? user.email_address : null, user.job_title].filter(Boolean).join(' · ')}
      </p>
    </div>
    <p className="shrink-0 text-end text-xs text-muted tabular-nums">
      {t('accounts.supports', {
        count: user.supported_suggestions_count,
        shown: formatNumber(user.supported_suggestions_count),
      })}
      {user.satisfaction_score !== null && (
        <span className="block">{t('accounts.rating', { rating: user.satisfaction_score })}</span>
      )}
    </p>
  </div>
)

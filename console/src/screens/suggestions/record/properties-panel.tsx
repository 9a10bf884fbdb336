// The right column: what the suggestion is filed under, who owns it, what is behind it.

import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, forumsQuery, useStatusesById } from '../../../api/options.ts'
import { Swatch } from '../../../components/fields.tsx'
import { nameOf } from '../../../components/person.tsx'
import { PersonPicker } from '../../../components/person-picker.tsx'
import { Figures } from '../../../components/record/figures.tsx'
import {
  Choice,
  Fact,
  Nothing,
  PropertyList,
  PropertyRow,
  ValueButton,
} from '../../../components/record/properties.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { formatAmount, formatNumber, formatTime, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'
import { CustomFields } from './custom-fields.tsx'
import { LabelsProperty } from './labels-property.tsx'

export type PropertiesPanelProps = { isBeside: boolean; onStatus: () => void }

export function PropertiesPanel({ isBeside, onStatus }: PropertiesPanelProps) {
  return (
    <>
      <Section title={t('record.properties')}>
        <PropertyList>
          <StatusProperty onStatus={onStatus} />
          <StateFact />
          <ForumProperty />
          <CategoryProperty />
          <LabelsProperty hasKey={!isBeside} />
          <OwnerProperty />
          <CustomFields />
        </PropertyList>
      </Section>
      <Demand />
      <TechnicalFacts />
    </>
  )
}

function StateFact() {
  const { data } = useRecord()
  return (
    <PropertyRow label={t('record.state')}>
      <span className="flex min-h-8 items-center">
        <StateBadge state={data.suggestion.state} />
      </span>
    </PropertyRow>
  )
}

function StatusProperty({ onStatus }: { onStatus: () => void }) {
  const { data, can } = useRecord()
  const { status } = data.suggestion.links
  const statuses = useStatusesById()
  const current = status === null ? undefined : statuses.get(status)
  const shown = (
    <>
      <Swatch color={current?.hex_color} />
      {current ? <span dir="auto">{current.name}</span> : <Nothing />}
    </>
  )
  return (
    <PropertyRow label={t('record.status')}>
      {can.isAdmin ? (
        <ValueButton
          label={`${t('record.status')}: ${current?.name ?? t('record.none')}`}
          onPress={onStatus}
        >
          {shown}
        </ValueButton>
      ) : (
        <span className="flex min-h-8 items-center gap-1.5">{shown}</span>
      )}
    </PropertyRow>
  )
}

function ForumProperty() {
  const { data, can, properties, save } = useRecord()
  const { data: forums = [] } = useQuery(forumsQuery)
  return (
    <Choice
      label={t('record.forum')}
      options={forums.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(data.suggestion.links.forum)}
      onChange={(id) => void save(properties.forum, Number(id))}
      isEditable={can.isAdmin}
    />
  )
}

const NONE = 'none'

function CategoryProperty() {
  const { data, can, properties, save } = useRecord()
  const { forum, category } = data.suggestion.links
  const { data: categories = [] } = useQuery(categoriesQuery)
  const own = categories.filter(({ links }) => links.forum === forum)
  return (
    <Choice
      label={t('record.category')}
      options={[
        { id: NONE, label: t('record.none') },
        ...own.map(({ id, name }) => ({ id: String(id), label: name })),
      ]}
      value={category === null ? NONE : String(category)}
      onChange={(id) => void save(properties.category, id === NONE ? null : Number(id))}
      isEditable={can.canEditText}
    />
  )
}

function OwnerProperty() {
  const { data, can, properties, save } = useRecord()
  const { owner } = data.suggestion.links
  const user = data.users.find(({ id }) => id === owner)
  const name = owner === null ? t('record.nobody') : nameOf(user)
  return (
    <PropertyRow label={t('record.owner')}>
      {can.isAdmin ? (
        <PersonPicker
          label={t('record.owner')}
          isStaff
          value={owner}
          onPick={(id) => void save(properties.owner, id)}
          onClear={() => void save(properties.owner, null)}
        >
          <ValueButton label={`${t('record.owner')}: ${name}`}>
            <span dir="auto" className={owner === null ? 'text-muted' : ''}>
              {name}
            </span>
          </ValueButton>
        </PersonPicker>
      ) : (
        <span className="flex min-h-8 items-center">{name}</span>
      )}
    </PropertyRow>
  )
}

function Demand() {
  const { suggestion } = useRecord().data
  const figures = [
    { label: t('record.supporters'), value: formatNumber(suggestion.supporters_count) },
    { label: t('record.votes'), value: formatNumber(suggestion.votes_count) },
    { label: t('record.accounts'), value: formatNumber(suggestion.supporting_accounts_count) },
    { label: t('record.mrr'), value: formatAmount(suggestion.supporter_revenue) },
  ]
  return (
    <Section title={t('record.figures')}>
      <Figures figures={figures} />
    </Section>
  )
}

/** Where it came from. Rarely needed, so folded. */
function TechnicalFacts() {
  const { suggestion, users } = useRecord().data
  const capturedBy = users.find(({ id }) => id === suggestion.links.captured_by)
  const browser = [suggestion.creator_browser, suggestion.creator_browser_version]
    .filter(Boolean)
    .join(' ')
  return (
    <FoldedSection title={t('record.technical')}>
      <PropertyList>
        <Fact label={t('record.channel')}>{suggestion.channel}</Fact>
        <Fact label={t('record.created')}>{formatTime(suggestion.created_at)}</Fact>
        <Fact label={t('record.updated')}>{formatTime(suggestion.updated_at)}</Fact>
        {suggestion.approved_at && (
          <Fact label={t('record.approved')}>{formatTime(suggestion.approved_at)}</Fact>
        )}
        {capturedBy && <Fact label={t('record.captured_by')}>{nameOf(capturedBy)}</Fact>}
        <Fact label={t('record.browser')}>{browser || null}</Fact>
        <Fact label={t('record.system')}>{suggestion.creator_os}</Fact>
        <Fact label={t('record.referrer')}>{suggestion.creator_referrer}</Fact>
        <Fact label={t('record.user_agent')}>{suggestion.creator_user_agent}</Fact>
        <Fact label={t('record.number')}>{suggestion.id}</Fact>
      </PropertyList>
    </FoldedSection>
  )
}

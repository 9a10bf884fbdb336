// Which days, which interval, whose feedback. Everything is in the address.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forumsQuery, segmentsQuery } from '../../api/options.ts'
import { Button } from '../../components/button.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'
import {
  DEFAULT_RANGE,
  intervalOf,
  intervalsOf,
  isCustom,
  MAX_TITLE,
  RANGES,
  type Range,
  type ReportSearch,
  rangeOf,
} from './search.ts'

const ALL = 'all'
const CUSTOM = 'custom'
const UTC = 'UTC'

export type Change = (change: { [N in keyof ReportSearch]: ReportSearch[N] | undefined }) => void

export function Controls({
  search,
  onChange,
  hasInterval,
  hasForum,
  tops,
  defaultTitle,
}: {
  search: ReportSearch
  onChange: Change
  hasInterval: boolean
  hasForum: boolean
  /** Of one report. */
  tops?: { options: number[]; byDefault: number } | undefined
  defaultTitle?: string
}) {
  const { data: forums = [] } = useQuery(forumsQuery)
  const { data: segments = [] } = useQuery(segmentsQuery)
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([UTC, local, search.time_zone ?? UTC])]
  const chooseRange = (id: string) =>
    onChange(
      id === CUSTOM
        ? { ...rangeOf(search), range: undefined }
        : {
            range: id === DEFAULT_RANGE ? undefined : (id as Range),
            from: undefined,
            to: undefined,
            interval: undefined,
          },
    )
  return (
    <section
      aria-label={t('reports.controls')}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-2 *:min-w-0 md:flex md:flex-wrap md:*:w-40"
    >
      <Select
        label={t('reports.range')}
        options={[
          ...RANGES.map((id) => ({ id, label: t(`reports.range.${id}`) })),
          { id: CUSTOM, label: t('reports.range.custom') },
        ]}
        value={isCustom(search) ? CUSTOM : (search.range ?? DEFAULT_RANGE)}
        onChange={chooseRange}
      />
      {isCustom(search) && (
        <CustomRange key={JSON.stringify(rangeOf(search))} search={search} onChange={onChange} />
      )}
      {hasInterval && (
        <Select
          label={t('reports.interval')}
          options={intervalsOf(search).map((id) => ({ id, label: t(`reports.interval.${id}`) }))}
          value={intervalOf(search)}
          onChange={(id) => onChange({ interval: id as ReportSearch['interval'] })}
        />
      )}
      <Select
        label={t('reports.segment')}
        options={[
          { id: ALL, label: t('reports.everyone') },
          ...segments.map(({ id, name }) => ({ id: String(id), label: name })),
        ]}
        value={search.segment ?? ALL}
        onChange={(id) => onChange({ segment: id === ALL ? undefined : id })}
      />
      {hasForum && (
        <Select
          label={t('reports.forum')}
          options={[
            { id: ALL, label: t('reports.all_forums') },
            ...forums.map(({ id, name }) => ({ id: String(id), label: name })),
          ]}
          value={search.forum ?? ALL}
          onChange={(id) => onChange({ forum: id === ALL ? undefined : id })}
        />
      )}
      {tops && (
        <Select
          label={t('reports.top')}
          options={tops.options.map((count) => ({
            id: String(count),
            label: t('reports.top.first', { count }),
          }))}
          value={search.top ?? String(tops.byDefault)}
          onChange={(id) => onChange({ top: id === String(tops.byDefault) ? undefined : id })}
        />
      )}
      {defaultTitle !== undefined && (
        <>
          <Select
            label={t('reports.compare')}
            options={[
              { id: ALL, label: t('reports.compare.none') },
              { id: 'before', label: t('reports.compare.option') },
            ]}
            value={search.compare ?? ALL}
            onChange={(id) => onChange({ compare: id === ALL ? undefined : 'before' })}
          />
          <OwnTitle
            key={search.title}
            title={search.title}
            defaultTitle={defaultTitle}
            onChange={onChange}
          />
        </>
      )}
      {zones.length > 1 && (
        <Select
          label={t('reports.time_zone')}
          options={zones.map((id) => ({ id, label: id.replaceAll('_', ' ') }))}
          value={search.time_zone ?? UTC}
          onChange={(id) => onChange({ time_zone: id === UTC ? undefined : id })}
        />
      )}
    </section>
  )
}

/** On the page, and on the picture for a slide. */
function OwnTitle({
  title = '',
  defaultTitle,
  onChange,
}: {
  title: string | undefined
  defaultTitle: string
  onChange: Change
}) {
  const [text, setText] = useState(title)
  const apply = () => {
    if (text.trim() !== title) onChange({ title: text.trim() || undefined })
  }
  return (
    <TextField
      label={t('reports.own_title')}
      placeholder={defaultTitle}
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      maxLength={MAX_TITLE}
    />
  )
}

/** Applied together: between the two changes the range can be none. */
function CustomRange({ search, onChange }: { search: ReportSearch; onChange: Change }) {
  const [days, setDays] = useState(rangeOf(search))
  const isValid = days.from !== '' && days.to !== '' && days.from <= days.to
  return (
    <form
      className="col-span-2 flex items-end gap-2 *:min-w-0 max-md:flex-wrap max-md:*:flex-1 md:w-auto!"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onChange({ ...days, interval: undefined })
      }}
    >
      <TextField
        label={t('reports.from')}
        type="date"
        value={days.from}
        onChange={(from) => setDays({ ...days, from })}
      />
      <TextField
        label={t('reports.to')}
        type="date"
        value={days.to}
        onChange={(to) => setDays({ ...days, to })}
      />
      <Button type="submit" isDisabled={!isValid}>
        {t('reports.apply')}
      </Button>
    </form>
  )
}

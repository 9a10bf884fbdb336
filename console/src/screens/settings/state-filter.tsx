// Shows the records of one state. The address has it.
import { type Option, Select } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'
import { useSettingsSearch } from './use-search.ts'

const ALL = 'all'

export function StateFilter({ states, allHint }: { states: Option[]; allHint?: string }) {
  const { search, change } = useSettingsSearch()
  return (
    <div className="w-44">
      <Select
        label={t('settings.jobs.state')}
        isLabelHidden
        value={search.state ?? ALL}
        options={[
          { id: ALL, label: t('settings.jobs.all'), ...(allHint && { hint: allHint }) },
          ...states,
        ]}
        onChange={(state) => change({ state: state === ALL ? '' : state })}
      />
    </div>
  )
}

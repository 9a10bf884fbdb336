// A filter of the API, with the way its value is chosen.
import type { CustomField } from '@earshot/client'
import { t } from '../../../core/i18n.ts'
import type { Option } from '../../fields.tsx'
import type { NamedCollection } from '../../named-records.ts'

/** Filters of a group are together in the menu. */
export type Filter = { name: string; label: string; group?: string } & (
  | { kind: 'choice'; options: Option[] }
  | { kind: 'search'; collection: NamedCollection }
  | { kind: 'flag' }
  | { kind: 'date' }
  | { kind: 'number'; isAmount?: boolean }
  | { kind: 'text'; hint: string }
)

const customGroup = () => t('list.filter.group.custom')

/** Filters by numbers of the list, with the labels of their columns. */
export const numberFilters = (
  columns: readonly (readonly [name: string, label: string, isAmount?: boolean])[],
): Filter[] =>
  columns.map(([name, label, isAmount = false]) => ({
    name,
    label,
    isAmount,
    kind: 'number',
    group: t('list.filter.group.numbers'),
  }))

export const customFilter = ({ key, name, field_type }: CustomField): Filter =>
  field_type === 'boolean'
    ? { name: key, label: name, kind: 'flag', group: customGroup() }
    : field_type === 'number'
      ? { name: key, label: name, kind: 'number', group: customGroup() }
      : {
          name: key,
          label: name,
          group: customGroup(),
          kind: 'text',
          hint: t(
            field_type === 'timestamp' ? 'list.filter.range_hint' : 'list.filter.values_hint',
          ),
        }

/** Records to choose from, by their names. */
export const namedOptions = (records: { id: number; name: string }[]): Option[] =>
  records.map(({ id, name }) => ({ id: String(id), label: name }))

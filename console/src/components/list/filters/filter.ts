// A filter of the API, with the way its value is chosen.
import type { CustomField } from '@earshot/client'
import { t } from '../../../core/i18n.ts'
import type { Option } from '../../fields.tsx'
import type { NamedCollection } from '../../named-records.ts'

export type Filter = { name: string; label: string } & (
  | { kind: 'choice'; options: Option[] }
  | { kind: 'search'; collection: NamedCollection }
  | { kind: 'flag' }
  | { kind: 'date' }
  | { kind: 'text'; hint: string }
)

export const customFilter = ({ key, name, field_type }: CustomField): Filter =>
  field_type === 'boolean'
    ? { name: key, label: name, kind: 'flag' }
    : {
        name: key,
        label: name,
        kind: 'text',
        hint: t(
          field_type === 'number' || field_type === 'timestamp'
            ? 'list.filter.range_hint'
            : 'list.filter.values_hint',
        ),
      }

/** Records to choose from, by their names. */
export const namedOptions = (records: { id: number; name: string }[]): Option[] =>
  records.map(({ id, name }) => ({ id: String(id), label: name }))

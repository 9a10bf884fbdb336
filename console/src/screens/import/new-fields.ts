// Custom fields that an import can create for a column.
import type { ImportField, ImportType } from '../../api/imports.ts'
import type { Option } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'

const PREFIXES = {
  users: { 'external_user.': 'import.new_field.user', 'account.': 'import.new_field.account' },
  suggestions: { '': 'import.new_field.suggestion' },
} as const

const MAX_KEY_LENGTH = 60

/** `Größe (cm)` is `grosse_cm`. */
const keyOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_KEY_LENGTH)

export function newFieldsOf(
  type: ImportType,
  name: string,
  fields: ImportField[],
  chosen: string | null,
): Option[] {
  const key = keyOf(name)
  // Our own exports have other fields, and bring their custom fields along.
  const isMapped = fields.some((one) => one.name in { title: 1, 'external_user.name': 1 })
  const texts: Record<
    string,
    'import.new_field.user' | 'import.new_field.account' | 'import.new_field.suggestion'
  > = PREFIXES[type]
  const offered = Object.entries(texts)
    .map(([prefix, label]) => ({ id: `${prefix}cf_${key}`, label: t(label, { name: key }) }))
    .filter(({ id }) => key !== '' && isMapped && !fields.some((one) => one.name === id))
  const isKnown = [...fields.map((one) => one.name), ...offered.map(({ id }) => id)]
  // A remembered mapping can name a field that was deleted since.
  return chosen === null || isKnown.includes(chosen)
    ? offered
    : [...offered, { id: chosen, label: chosen }]
}

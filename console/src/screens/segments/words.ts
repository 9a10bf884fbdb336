// Rules in words.
import type { ConditionColumn, Conditions, Expression } from '../../api/segments.ts'
import { formatDate, formatList, t, textOfValue } from '../../core/i18n.ts'

/** Of a custom field that was deleted, what its key says: `external_accounts.cf_home_town` is “home town”. */
const plainName = (column: string) => column.replace(/^\w+\.(cf_)?/, '').replaceAll('_', ' ')

/** The name of a column. A custom field has its own. */
export function columnName({ column, name }: Pick<ConditionColumn, 'column' | 'name'>): string {
  return name ?? textOfValue(`segments.column.${column}`, plainName(column))
}

/** What the column belongs to. */
export const isOfPerson = (column: string): boolean => /^(user|external_users)\./.test(column)

export const columnOwner = (column: string): string =>
  t(isOfPerson(column) ? 'segments.of_person' : 'segments.of_account')

export function operatorName(operator: string, kind?: string): string {
  const ofTime = kind === 'time' ? textOfValue(`segments.operator.${operator}.time`, '') : ''
  return ofTime || textOfValue(`segments.operator.${operator}`, operator)
}

const DATE = /^\d{4}-\d\d-\d\d$/

function valueText(val: string | string[] | undefined, unit: string | undefined): string {
  if (val === undefined) return ''
  if (Array.isArray(val)) return formatList(val.map(quoted))
  if (unit) return textOfValue(`segments.ago.${unit}`, unit, { count: Number(val), shown: val })
  return quoted(val)
}

function quoted(value: string): string {
  if (DATE.test(value)) return formatDate(`${value}T00:00:00Z`)
  return value === 'true' || value === 'false'
    ? t(value === 'true' ? 'record.yes' : 'record.no')
    : /^-?[\d.]+$/.test(value)
      ? value
      : `“${value}”`
}

const MAX_DEPTH = 10

/** "Plan is “gold” and (MRR is at least 100 or Country is “Sweden”)". */
export function describeExpression(
  conditions: Conditions | undefined,
  expression: Expression,
  depth = 0,
): string {
  if (depth > MAX_DEPTH) return '…'
  const { column, operator = 'and', operand, unit, expressions = [] } = expression
  if (column === undefined) {
    if (expressions.length === 0) return t('segments.everybody')
    const parts = expressions.map((one) => describeExpression(conditions, one, depth + 1))
    const text = parts.join(` ${t(operator === 'or' ? 'segments.or' : 'segments.and')} `)
    return depth > 0 && parts.length > 1 ? `(${text})` : text
  }
  const known = conditions?.columns.find((one) => one.column === column)
  return [
    columnName(known ?? { column, name: null }),
    operatorName(operator, known?.kind),
    valueText(operand?.val, unit),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

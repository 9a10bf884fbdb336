// The value of a filter with several choices: `1,2`, or `-1,-2` for all but these.

export type Choices = { ids: string[]; isExcluded: boolean }

export function parseChoices(text: string | undefined): Choices {
  const parts = (text ?? '').split(',').filter((part) => part !== '')
  return {
    ids: parts.map((part) => part.replace(/^-/, '')),
    isExcluded: parts.length > 0 && parts.every((part) => part.startsWith('-')),
  }
}

export const formatChoices = ({ ids, isExcluded }: Choices): string =>
  ids.map((id) => (isExcluded ? `-${id}` : id)).join(',')

/** Of a number: a range with both ends included, or one value. */
export const NUMBER_OPERATORS = ['min', 'max', 'between', 'equal'] as const
export type NumberOperator = (typeof NUMBER_OPERATORS)[number]
export type NumberCondition = { operator: NumberOperator; from: string; to: string }

/** Undefined for several values, which only an address has. */
export function parseNumbers(text: string | undefined): NumberCondition | undefined {
  if (text === undefined || text === '' || text.includes(',')) return undefined
  const [from = '', to] = text.split('..')
  if (to === undefined) return { operator: 'equal', from, to: from }
  if (to === '') return { operator: 'min', from, to }
  return from === '' ? { operator: 'max', from, to } : { operator: 'between', from, to }
}

/** Undefined while a number is missing. */
export function formatNumbers({ operator, from, to }: NumberCondition): string | undefined {
  if (operator === 'min') return from === '' ? undefined : `${from}..`
  if (operator === 'max') return to === '' ? undefined : `..${to}`
  if (operator === 'equal') return from === '' ? undefined : from
  return from === '' || to === '' ? undefined : `${from}..${to}`
}

/** Each is the filters of one alternative, by their names. */
export type Alternative = Record<string, string>

export const parseAlternatives = (text: string | undefined): Alternative[] =>
  (text ?? '')
    .split('|')
    .map((query) => Object.fromEntries(new URLSearchParams(query)))
    .filter((filters) => Object.keys(filters).length > 0)

/** Undefined without filters. */
export const formatAlternatives = (alternatives: Alternative[]): string | undefined =>
  alternatives
    .map((filters) => new URLSearchParams(filters).toString())
    .filter((query) => query !== '')
    .join('|') || undefined

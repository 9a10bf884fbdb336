// Times of a schedule, in the five fields of cron.

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const

/** The text with single spaces; undefined unless each field has numbers, ranges, lists or steps within its range. */
export function parseCron(text: string): string | undefined {
  const fields = text.trim().split(/\s+/)
  const isValid =
    fields.length === RANGES.length &&
    fields.every((field, i) =>
      field.split(',').every((part) => isPart(part, RANGES[i] as readonly [number, number])),
    )
  return isValid ? fields.join(' ') : undefined
}

function isPart(part: string, [least, most]: readonly [number, number]): boolean {
  const [, first, last, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [
    '',
    '99',
  ]
  const isWithin = (value: string | undefined) =>
    value === undefined || (Number(value) >= least && Number(value) <= most)
  if (step !== undefined && (Number(step) < 1 || (first !== undefined && last === undefined)))
    return false
  return isWithin(first) && isWithin(last) && Number(first ?? 0) <= Number(last ?? most)
}

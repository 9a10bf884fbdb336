// What a move brought, for people: a text, and a page to hand on.
import { escapeHtml } from '../core/escape-html.ts'
import type { Decision } from '../imports/move-mapping.ts'
import { KINDS, type Kind, type Manifest } from './form.ts'
import type { Counts } from './load-context.ts'
import type { Problem } from './reader.ts'
import type { Verification } from './verify.ts'

export type Report = {
  move: number
  source: string
  account: string
  verified: boolean
  seconds: number
  kinds: Record<Kind, Counts>
  checks: Verification['checks']
  sampled: number
  differences: Verification['differences']
  /** Links of texts to what of the source is not here, and files that did not come. They do not count against the comparison. */
  dead_links: Verification['deadLinks']
  problems_count: number
  left_out_count: number
  /** The first ones. */
  problems: { file: string; line: number; key: string | null; message: string; left_out: boolean }[]
  /** What has no place here, and what the source itself could not write. */
  left_out_by_source: NonNullable<Manifest['left_out']>
  /** What became of names that were mapped, or are spelled differently here. `to` is null for what was left out. */
  mapped_values: MappedValue[]
  people_without_address: 'keep' | 'leave_out'
  /** How many records of each kind did not come because of the mapping. */
  left_out_by_mapping: Record<Kind, number>
}

export type MappedValue = {
  kind: string
  value: string
  to: string | null
  guess: boolean
  count: number
}

export const showMapped = ({ kind, value, to, source, count: records }: Decision): MappedValue => ({
  kind,
  value,
  to,
  guess: source === 'guessed',
  count: records,
})

export function describeMapped({ kind, value, to, guess, count: records }: MappedValue): string {
  const what = `${kind.replaceAll('_', ' ')}: ${value} (${count(records)})`
  return to === null
    ? `${what} was left out.`
    : `${what} became ${to}${guess ? ', which is spelled differently' : ''}.`
}

/** In words, what the mapping left out. */
export function describeMapping({
  mapped_values,
  people_without_address,
  left_out_by_mapping,
}: Report): string[] {
  const kinds = KINDS.filter((kind) => left_out_by_mapping[kind] > 0).map(
    (kind) => `${kind.replaceAll('_', ' ')} ${count(left_out_by_mapping[kind])}`,
  )
  return [
    ...mapped_values.map(describeMapped),
    ...(people_without_address === 'leave_out'
      ? ['People without an e-mail address were left out, with their votes and comments.']
      : []),
    ...(kinds.length > 0 ? [`Left out as mapped: ${kinds.join(', ')}.`] : []),
  ]
}

export const showProblem = ({ kind, line, key, message, isLeftOut }: Problem) => ({
  file: `${kind}.ndjson`,
  line,
  key,
  message,
  left_out: isLeftOut,
})

const count = (number: number) => number.toLocaleString('en')

const HEADERS = ['Records', 'New', 'Changed', 'Unchanged', 'Already here', 'Left out']

const rowsOf = ({ kinds }: Report): [string, number[]][] =>
  // One of an earlier version knows fewer kinds.
  KINDS.filter((kind) => kinds[kind]).map((kind) => {
    const { created, changed, unchanged, matched, left_out } = kinds[kind]
    return [kind.replaceAll('_', ' '), [created, changed, unchanged, matched, left_out]]
  })

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0;width:100%}th,td{text-align:left;padding:.3rem .75rem .3rem 0;border-bottom:1px solid #ccc;vertical-align:top;overflow-wrap:anywhere}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.yes{color:#1a6b2d}.no{color:#a31515}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}.yes{color:#7ddb94}.no{color:#ff9b9b}}`

const cell = (text: string) => `<td>${escapeHtml(text)}</td>`
const number = (value: number) => `<td class="n">${count(value)}</td>`
const head = (names: string[], numeric = true) =>
  `<tr>${names.map((name, i) => `<th scope="col"${numeric && i > 0 ? ' class="n"' : ''}>${escapeHtml(name)}</th>`).join('')}</tr>`
const table = (caption: string, rows: string[]) =>
  rows.length === 0 ? '' : `<h2>${escapeHtml(caption)}</h2><table>${rows.join('')}</table>`

/** A page without scripts or other files. */
export const renderPage = (title: string, body: string, style = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}${style}</style></head><body>
${body}
</body></html>
`

export function renderReport(report: Report): string {
  const { verified, source, account, move, checks, differences, problems } = report
  const kinds = rowsOf(report)
    .filter(([, numbers]) => numbers.some((value) => value > 0))
    .map(([name, numbers]) => `<tr>${cell(name)}${numbers.map(number).join('')}</tr>`)
  const compared = checks.map(
    ({ name, expected, found, isEqual }) =>
      `<tr>${cell(name.replaceAll('_', ' '))}${number(expected)}${number(found)}<td class="${isEqual ? 'yes' : 'no'}">${isEqual ? 'equal' : 'different'}</td></tr>`,
  )
  const differing = differences.map(
    ({ kind, key, field, expected, found }) =>
      `<tr>${[`${kind} ${key}`, field, expected.slice(0, 200), found.slice(0, 200)].map(cell).join('')}</tr>`,
  )
  const listed = problems.map(
    ({ file, line, key, message, left_out }) =>
      `<tr>${[`${file}:${line}`, key ?? '', message, left_out ? 'left out' : 'came'].map(cell).join('')}</tr>`,
  )
  const bySource = report.left_out_by_source.map(
    ({ kind, key, reason }) => `<tr>${[kind, key ?? '', reason].map(cell).join('')}</tr>`,
  )
  const moreThan = (all: number, shown: number) =>
    all > shown ? `<p>${count(all)} in all; the first ${count(shown)} are listed.</p>` : ''
  const dead = report.dead_links.listed.map(
    ({ kind, key, address }) => `<tr>${[`${kind} ${key}`, address].map(cell).join('')}</tr>`,
  )
  return renderPage(
    `Move ${move}`,
    `<h1>Move ${move} from ${escapeHtml(source)}</h1>
<p>${escapeHtml(account)}</p>
<p class="${verified ? 'yes' : 'no'}"><strong>${verified ? 'Verified: what came equals what the source had.' : 'Not verified: see the differences below.'}</strong></p>
${table('Records', [head(HEADERS), ...kinds])}
${table('Comparison', [head(['What', 'Source', 'Here', '']), ...compared])}
<p>${count(report.sampled)} records, chosen at random, were compared value by value.</p>
${table('Differing values', differing.length === 0 ? [] : [head(['Record', 'Field', 'Source', 'Here'], false), ...differing])}
${table('Links that lead nowhere here', dead.length === 0 ? [] : [head(['Record', 'Address'], false), ...dead])}${moreThan(report.dead_links.count, dead.length)}
${table(
  'What was mapped',
  describeMapping(report).map((line) => `<tr>${cell(line)}</tr>`),
)}
${table('Lines that were left out or changed', listed.length === 0 ? [] : [head(['Line', 'Key', 'What', 'Result'], false), ...listed])}${moreThan(report.problems_count, problems.length)}
${table('What of the source does not come', bySource.length === 0 ? [] : [head(['Kind', 'Key', 'Reason'], false), ...bySource])}`,
  )
}

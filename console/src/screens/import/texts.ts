// What the service says about a file, in the person's language where it is known.
import type { FileProblem, ImportField, PreviewColumn } from '../../api/imports.ts'
import { formatNumber, type MessageId, t } from '../../core/i18n.ts'

const FIELDS: Record<string, MessageId> = {
  'external_user.external_id': 'import.field.user_id',
  'external_user.email_address': 'import.field.email',
  'external_user.name': 'import.field.name',
  'external_user.created_timestamp': 'import.field.user_created',
  'external_user.ip': 'import.field.ip',
  'external_user.type': 'import.field.type',
  'user.id': 'import.field.service_user',
  'account.external_id': 'import.field.account_id',
  'account.name': 'import.field.account',
  'account.plan': 'import.field.plan',
  'account.mrr': 'import.field.mrr',
  'account.ltv': 'import.field.ltv',
  'account.created_timestamp': 'import.field.account_created',
  title: 'import.field.title',
  body: 'import.field.body',
  forum: 'import.field.forum',
  category: 'import.field.category',
  status: 'import.field.status',
  state: 'import.field.state',
  labels: 'import.field.labels',
  user_email: 'import.field.author_email',
  user_name: 'import.field.author_name',
  votes: 'import.field.votes',
  comment: 'import.field.comment',
  created_at: 'import.field.created',
  external_id: 'import.field.external_id',
}

const HINTS: Record<string, MessageId> = {
  'external_user.external_id': 'import.hint.user_id',
  'account.external_id': 'import.hint.account_id',
  forum: 'import.hint.forum',
  state: 'import.hint.state',
  labels: 'import.hint.labels',
  user_email: 'import.hint.author_email',
  votes: 'import.hint.votes',
  comment: 'import.hint.comment',
  external_id: 'import.hint.external_id',
}

/** Fields of our own exports and custom fields have their own names. */
export function labelOf(name: string, fields: ImportField[]): string {
  const known = FIELDS[name]
  const field = fields.find((one) => one.name === name)
  // An export of external users has a column `external_id` too, which is not that of a suggestion.
  if (known && (!field || field.label !== name)) return t(known)
  const label = field?.label ?? name
  // A custom field that the file brings has no name yet.
  return label
    .replace(/^(account|external_user)\.(cf_)?/, '')
    .replace(/^cf_/, '')
    .replaceAll('_', ' ')
}

export const hintOf = (name: string): string | undefined => {
  const hint = HINTS[name]
  return hint && t(hint)
}

const CHOICES: Record<string, Record<string, MessageId>> = {
  state: {
    published: 'import.state.published',
    approved: 'import.state.approved',
    new: 'import.state.new',
  },
}

const BOOLEANS: Record<string, MessageId> = {
  true: 'import.value_true',
  false: 'import.value_false',
}

/** Names of records are shown as they are, words of the service in the language of the person. */
export function choiceText(field: string | null, choice: string): string {
  const isOfRecord = ['forum', 'category', 'status', 'labels', 'account.plan', 'external_user.type']
  const text = isOfRecord.includes(field ?? '')
    ? undefined
    : (CHOICES[field ?? '']?.[choice] ?? BOOLEANS[choice])
  return text ? t(text) : choice
}

type Pattern = [RegExp, (match: string[], names: (fields: string) => string) => string]

const PATTERNS: Pattern[] = [
  [/^it is required$/, () => t('import.problem.required')],
  [
    /^it or (.+) is required$/,
    ([, fields = ''], names) => t('import.problem.one_required', { fields: names(fields) }),
  ],
  [/^it is required when the row/, () => t('import.problem.account_required')],
  [/^it is required, because no forum/, () => t('import.problem.forum_required')],
  [/^it should be an e-mail address$/, () => t('import.problem.email')],
  [
    /^it should be at most (\d+) characters$/,
    ([, count]) => t('import.problem.too_long', { count: formatNumber(Number(count)) }),
  ],
  [/^the e-mail address is missing$/, () => t('import.problem.no_address')],
  [
    /^it should be a time such as ([^\s,]+)/,
    ([, example = '']) => t('import.problem.time', { example: example.slice(0, 10) }),
  ],
  [
    /^it should be a number such as ([\d.,]*\d)/,
    ([, example]) => t('import.problem.amount', { example }),
  ],
  [/^it should be published or /, () => t('import.problem.state')],
  [/^it should be true or false$/, () => t('import.problem.boolean')],
  [/^it should be an id, a whole number$/, () => t('import.problem.id')],
  [/^it should be the id of a user$/, () => t('import.problem.unknown_user')],
  [/^it should be a number, or at most/, () => t('import.problem.votes')],
  [
    /^no (forum|category|status|label) has this name$/,
    ([, name]) => t(`import.problem.unknown.${name as 'forum' | 'category' | 'status' | 'label'}`),
  ],
  [
    /^it has (\d+) cells, and the header has (\d+)$/,
    ([, cells, columns]) => t('import.problem.cells', { cells, columns }),
  ],
  [/^it has more than \d+ rows/, () => t('import.problem.too_many_rows')],
  [/^it has no header$/, () => t('import.problem.no_header')],
  [/^a quote that begins/, () => t('import.problem.open_quote')],
  [/^text follows the closing quote/, () => t('import.problem.closing_quote')],
  [/^a cell without quotes around it/, () => t('import.problem.inner_quote')],
  [/^two columns are |^the column exists twice/, () => t('import.problem.twice')],
]

export function problemText(
  { message }: Pick<FileProblem, 'message'>,
  fields: ImportField[],
): string {
  const names = (text: string) =>
    text
      .split(' or ')
      .map((name) => `“${labelOf(name, fields)}”`)
      .join(t('import.or'))
  // The rows that an import left out have the kind before the message.
  const text = message.replace(/^[a-z ]+: /, '')
  for (const [pattern, write] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return write([...match], names)
  }
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A required field that no column is mapped to, with those that would do instead. */
export function missingColumnText({ column, message }: FileProblem, fields: ImportField[]): string {
  const [, others = ''] = /^it or (.+) is required$/.exec(message) ?? []
  const names = [column ?? '', ...others.split(' or ')].filter((name) => name !== '')
  const shown = names.map((name) => `“${labelOf(name, fields)}”`).join(t('import.or'))
  return t('import.problem.missing_column', { fields: shown })
}

/** Where a problem is: its column by the name in the file, or the field that no column has. */
export const columnText = (
  { column }: Pick<FileProblem, 'column'>,
  columns: PreviewColumn[],
  fields: ImportField[],
): string | null =>
  column === null
    ? null
    : columns.some(({ name }) => name === column)
      ? column
      : labelOf(column, fields)

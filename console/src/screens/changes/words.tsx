// A change in words.
import type { RecentChange } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import { formatList, formatNumber, t, textOfValue } from '../../core/i18n.ts'

type Members = Record<string, unknown> & { links?: Record<string, unknown> }

/** The type of a text goes with the text. */
const isShown = (name: string) => name !== 'body_mime_type'

function membersOf(change: RecentChange): string[] {
  const { links = {}, ...fields } = (change.after ?? change.before ?? {}) as Members
  return [...Object.keys(fields).filter(isShown), ...Object.keys(links)]
}

const nameOfMember = (name: string): string =>
  name.startsWith('cf_')
    ? name.slice('cf_'.length).replaceAll('_', ' ')
    : textOfValue(`changes.member.${name}`, name.replaceAll('_', ' '))

/** "Changed title and labels:". */
export function describeChange(change: RecentChange): string {
  const { action, collection, records_count: count } = change
  if (action === 'import') return t('changes.imported', { count, shown: formatNumber(count) })
  const what = action === 'update' ? membersOf(change).map(nameOfMember) : []
  const verb =
    action === 'update'
      ? what.length > 0
        ? t('changes.updated', { members: formatList(what) })
        : t('changes.updated_something')
      : textOfValue(`changes.action.${action}`, action)
  const kind = textOfValue(`changes.collection.${collection}`, collection)
  return t('changes.of_kind', { verb, kind })
}

/** The record, which the text leads to; how many there are where there are several. */
export function ChangedRecord({ change }: { change: RecentChange }) {
  const { collection, record_id, name, records_count: count, links } = change
  const className = 'font-medium hover:underline'
  if (links.import !== null)
    return (
      <Link to="/import/$id" params={{ id: String(links.import) }} className={className}>
        {t('changes.import', { id: links.import })}
      </Link>
    )
  if (record_id === null)
    return (
      <span className="font-medium">
        {t('changes.several', { count, shown: formatNumber(count) })}
      </span>
    )
  const text = name || `#${record_id}`
  const params = { id: String(record_id) }
  const suggestion = suggestionOf(change)
  if (suggestion !== undefined)
    return (
      <Link
        to="/suggestions/$id"
        params={{ id: String(suggestion) }}
        dir="auto"
        className={className}
      >
        {text}
      </Link>
    )
  if (collection === 'users' || collection === 'external_accounts')
    return (
      <Link
        to={collection === 'users' ? '/users/$id' : '/accounts/$id'}
        params={params}
        dir="auto"
        className={className}
      >
        {text}
      </Link>
    )
  if (collection === 'announcements' && change.action !== 'delete')
    return (
      <Link to="/announcements/$id" params={params} dir="auto" className={className}>
        {text}
      </Link>
    )
  if (collection === 'features')
    return (
      <Link to="/features" search={{ open: params.id }} dir="auto" className={className}>
        {text}
      </Link>
    )
  return (
    <span dir="auto" className="font-medium">
      {text}
    </span>
  )
}

/** The suggestion that the change is about: itself, or the one that a comment, a vote or feedback belongs to. */
function suggestionOf({ collection, record_id, before, after }: RecentChange) {
  if (collection === 'suggestions') return record_id
  const links = { ...(before as Members | null)?.links, ...(after as Members | null)?.links }
  return ABOUT_A_SUGGESTION.includes(collection) ? (links.suggestion ?? undefined) : undefined
}

const ABOUT_A_SUGGESTION = ['comments', 'supporters', 'feedback_records']

/** The value before and after, where a text or a number says enough. */
export function differenceOf({
  before,
  after,
  action,
}: RecentChange): { before: string; after: string } | undefined {
  const fields = after as Members | null
  if (action !== 'update' || before === null || fields === null) return undefined
  const names = Object.keys(fields).filter(isShown)
  const [name = ''] = names
  if (names.length !== 1 || name === 'links') return undefined
  const text = (members: Members) => String(members[name] ?? '')
  return { before: text(before as Members), after: text(fields) }
}

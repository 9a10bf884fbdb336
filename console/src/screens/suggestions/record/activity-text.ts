// One sentence for each kind of activity: "Ann changed the status from Planned to Started".
import type { SuggestionActivityEntry } from '@earshot/client'
import { type MessageId, t, textOfValue } from '../../../core/i18n.ts'

export type Names = { find: (collection: string, id: number | null) => string }

const state = (value: string | null): string =>
  value === null ? t('record.none') : textOfValue(`record.state.${value}`, value)

export function describeActivity(entry: SuggestionActivityEntry, { find }: Names): string {
  const { links, kind } = entry
  const who = links.created_by === null ? t('record.somebody') : find('users', links.created_by)
  const say = (id: MessageId, values: Record<string, string> = {}) => t(id, { who, ...values })
  switch (kind) {
    case 'suggestion_edited':
      return entry.new_title !== null
        ? say('record.did.renamed', { from: entry.old_title ?? '', to: entry.new_title })
        : say('record.did.suggestion_edited')
    case 'suggestion_moved':
      return links.new_forum !== null && links.new_forum !== links.old_forum
        ? say('record.did.moved_forum', {
            from: find('forums', links.old_forum),
            to: find('forums', links.new_forum),
          })
        : say('record.did.moved_category', {
            from: find('categories', links.old_category),
            to: find('categories', links.new_category),
          })
    case 'state_changed':
      return say('record.did.state_changed', {
        from: state(entry.old_state),
        to: state(entry.new_state),
      })
    case 'status_changed':
      return links.old_status === links.new_status
        ? say('record.did.answered')
        : say('record.did.status_changed', {
            from: find('statuses', links.old_status),
            to: find('statuses', links.new_status),
          })
    case 'label_attached':
    case 'label_detached':
      return say(`record.did.${kind}`, { name: find('labels', links.label) })
    case 'feature_linked':
    case 'feature_unlinked':
      return say(`record.did.${kind}`, { name: find('features', links.feature) })
    case 'suggestion_linked':
    case 'suggestion_unlinked':
      return say(`record.did.${kind}`, { name: find('suggestions', links.linked_suggestion) })
    case 'suggestion_merged':
    case 'suggestion_unmerged':
      return links.merged_from_suggestion !== null &&
        links.merged_from_suggestion !== links.suggestion
        ? say(`record.did.${kind}`, { name: find('suggestions', links.merged_from_suggestion) })
        : say(`record.did.${kind}_into`, { name: find('suggestions', links.merged_to_suggestion) })
    case 'owner_assigned':
      return links.user === null
        ? say('record.did.owner_removed')
        : say('record.did.owner_assigned', { name: find('users', links.user) })
    case 'supporter_added':
    case 'supporter_removed':
      return links.user === links.created_by
        ? say(`record.did.${kind}_self`)
        : say(`record.did.${kind}`, { name: find('users', links.user) })
    case 'comment_state_changed':
      return say('record.did.comment_state_changed', { to: state(entry.new_state) })
    default:
      return isPlain(kind) ? say(`record.did.${kind}`) : say('record.did.other', { kind })
  }
}

/** Kinds whose sentence names only the person. */
const PLAIN = [
  'suggestion_created',
  'status_update_changed',
  'status_update_removed',
  'ticket_created',
  'issue_linked',
  'issue_unlinked',
  'comment_created',
  'comment_changed',
  'note_created',
  'note_changed',
  'note_removed',
  'importance_given',
  'feedback_record_created',
  'feedback_record_changed',
  'feedback_record_deleted',
  'feedback_record_restored',
  'supporter_message_created',
  'internal_flag_created',
  'internal_flag_cleared',
  'internal_status_changed',
] as const
type Plain = (typeof PLAIN)[number]
const isPlain = (kind: string): kind is Plain => (PLAIN as readonly string[]).includes(kind)

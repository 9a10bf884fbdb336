// The actions of triage: their texts, keys and icons.
import {
  Ban,
  Check,
  Combine,
  FolderInput,
  type LucideIcon,
  MessageSquareReply,
  Tag,
  Trash2,
} from 'lucide-react'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import type { Item, Values } from '../../api/triage.ts'
import type { MessageId } from '../../core/i18n.ts'

type Texts = {
  /** The suggestion was not changed, with `title` and `reason`. */
  failed: MessageId
  /** What happened to the suggestion. */
  done: MessageId
  /** How often in this session, with `count`. */
  counted: MessageId
}

const texts = (name: 'approve' | 'spam' | 'delete' | 'label' | 'categorize' | 'status' | 'merge') =>
  ({
    failed: `triage.failed.${name}`,
    done: `triage.done.${name}`,
    counted: `triage.counted.${name}`,
  }) as const satisfies Texts

export const VERBS: Record<SuggestionAction['action'], Texts> = {
  approve: texts('approve'),
  spam: texts('spam'),
  delete: texts('delete'),
  label: texts('label'),
  unlabel: texts('label'),
  categorize: texts('categorize'),
  move: texts('categorize'),
  status: texts('status'),
  assign: texts('status'),
  merge: texts('merge'),
  restore: texts('approve'),
}

/** Actions on the whole suggestion. Those that hide it ask once. */
export const DIRECT: {
  action: 'approve' | 'spam' | 'delete'
  keys: string
  label: MessageId
  icon: LucideIcon
  after: Pick<Values, 'state'>
}[] = [
  {
    action: 'approve',
    keys: 'a',
    label: 'triage.approve',
    icon: Check,
    after: { state: 'approved' },
  },
  { action: 'spam', keys: '!', label: 'triage.spam', icon: Ban, after: { state: 'spam' } },
  {
    action: 'delete',
    keys: '#',
    label: 'triage.delete',
    icon: Trash2,
    after: { state: 'deleted' },
  },
]

/** What hides the suggestion from everybody. */
export type Removal = 'spam' | 'delete'
export type Question = 'label' | 'category' | 'status' | 'merge' | Removal

/** Actions that ask something first. */
export const QUESTIONS: {
  question: Exclude<Question, Removal>
  keys: string
  label: MessageId
  icon: LucideIcon
}[] = [
  { question: 'label', keys: 'l', label: 'triage.label', icon: Tag },
  { question: 'category', keys: 'c', label: 'triage.category', icon: FolderInput },
  { question: 'status', keys: 'e', label: 'triage.status', icon: MessageSquareReply },
  { question: 'merge', keys: 'm', label: 'triage.merge', icon: Combine },
]

/** Whether somebody else took the suggestion out of the queue. */
export const isHandledElsewhere = ({ values }: Item): boolean =>
  values.state !== 'new' || values.mergedInto !== null

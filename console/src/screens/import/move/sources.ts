// Where an account can come from: one entry for each card of the first step.
import { Cloud, type LucideIcon } from 'lucide-react'
import type { NewMove } from '../../../api/moves.ts'
import type { MessageId } from '../../../core/i18n.ts'

export type Source = {
  id: NewMove['source']
  icon: LucideIcon
  title: MessageId
  hint: MessageId
  /** What is asked for, under the API's own names. */
  fields: {
    name: 'address' | 'key' | 'secret'
    label: MessageId
    description?: MessageId
    placeholder?: string
    isSecret?: boolean
  }[]
}

export const SOURCES: Source[] = [
  {
    id: 'uservoice',
    icon: Cloud,
    title: 'import.move.source.uservoice',
    hint: 'import.move.source.uservoice_hint',
    fields: [
      {
        name: 'address',
        label: 'import.move.address',
        description: 'import.move.address_hint',
        placeholder: 'https://acme.uservoice.com',
      },
      { name: 'key', label: 'import.move.key', description: 'import.move.key_hint' },
      { name: 'secret', label: 'import.move.secret', isSecret: true },
    ],
  },
]

export const sourceOf = (id: string): Source | undefined => SOURCES.find((one) => one.id === id)

/** In the order in which they come. */
export const KINDS = [
  'custom_fields',
  'forums',
  'categories',
  'labels',
  'statuses',
  'users',
  'external_accounts',
  'external_users',
  'suggestions',
  'merges',
  'comments',
  'notes',
  'status_updates',
  'feedback_records',
  'announcements',
  'attachments',
  'supporters',
]

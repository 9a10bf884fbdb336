// Where an account can come from: one entry for each card of the first step.
import {
  Cloud,
  Columns3,
  GitBranch,
  Layers,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
} from 'lucide-react'
import type { NewMove } from '../../../api/moves.ts'
import type { MessageId } from '../../../core/i18n.ts'

type Field = {
  name: 'address' | 'key' | 'secret' | 'token'
  label: MessageId
  description?: MessageId
  placeholder?: string
  isSecret?: boolean
}

export type Source = {
  id: NewMove['source']
  icon: LucideIcon
  title: MessageId
  hint: MessageId
  /** What is asked for, under the API's own names. */
  fields: Field[]
}

/** What opens it belongs to one account, which the address names. */
const accountField = (placeholder: string): Field => ({
  name: 'address',
  label: 'import.move.address',
  description: 'import.move.account_hint',
  placeholder,
})
const keyField = (description: MessageId): Field => ({
  name: 'key',
  label: 'import.move.key',
  description,
  isSecret: true,
})
const tokenField = (description: MessageId): Field => ({
  name: 'token',
  label: 'import.move.token',
  description,
  isSecret: true,
})

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
  {
    id: 'canny',
    icon: MessagesSquare,
    title: 'import.move.source.canny',
    hint: 'import.move.source.canny_hint',
    fields: [accountField('https://acme.canny.io'), keyField('import.move.key_hint.canny')],
  },
  {
    id: 'featurebase',
    icon: Layers,
    title: 'import.move.source.featurebase',
    hint: 'import.move.source.featurebase_hint',
    fields: [
      accountField('https://acme.featurebase.app'),
      keyField('import.move.key_hint.featurebase'),
    ],
  },
  {
    id: 'productboard',
    icon: Columns3,
    title: 'import.move.source.productboard',
    hint: 'import.move.source.productboard_hint',
    fields: [
      accountField('https://acme.productboard.com'),
      tokenField('import.move.token_hint.productboard'),
    ],
  },
  {
    id: 'aha',
    icon: Lightbulb,
    title: 'import.move.source.aha',
    hint: 'import.move.source.aha_hint',
    fields: [accountField('https://acme.aha.io'), tokenField('import.move.token_hint.aha')],
  },
  {
    id: 'github',
    icon: GitBranch,
    title: 'import.move.source.github',
    hint: 'import.move.source.github_hint',
    fields: [
      {
        name: 'address',
        label: 'import.move.repository',
        description: 'import.move.repository_hint',
        placeholder: 'https://github.com/acme/ideas',
      },
      tokenField('import.move.token_hint.github'),
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
  'followers',
]

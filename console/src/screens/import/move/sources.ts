// Where an account can come from: one entry for each card of the first step.
import {
  Cloud,
  Columns3,
  Database,
  FileArchive,
  FileSpreadsheet,
  FolderArchive,
  GitBranch,
  Layers,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
} from 'lucide-react'
import type { Move } from '../../../api/moves.ts'
import { type MessageId, t } from '../../../core/i18n.ts'

type Field = {
  name: 'address' | 'account' | 'key' | 'secret' | 'token' | 'password' | 'api_address' | 'encoding'
  label: MessageId
  description?: MessageId
  placeholder?: string
  isSecret?: boolean
  isOptional?: boolean
}

/** How an account is reached. */
export const WAYS = ['api', 'file', 'database'] as const
export type Way = (typeof WAYS)[number]

export type Source = {
  id: string
  way: Way
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

const databaseField = (placeholder: string): Field => ({
  name: 'address',
  label: 'import.move.database',
  description: 'import.move.database_hint',
  placeholder,
})
const passwordField: Field = { name: 'password', label: 'import.move.password', isSecret: true }

const API_SOURCES: Omit<Source, 'way'>[] = [
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

/** What the files are is seen by the service. The card says how to get them, and what else can be sent. */
const FILE_SOURCES: Omit<Source, 'way'>[] = [
  {
    id: 'fider',
    icon: FileArchive,
    title: 'import.move.source.fider',
    hint: 'import.move.source.fider_hint',
    fields: [],
  },
  {
    id: 'quackback',
    icon: FileArchive,
    title: 'import.move.source.quackback',
    hint: 'import.move.source.quackback_hint',
    fields: [
      {
        name: 'api_address',
        label: 'import.move.api_address',
        description: 'import.move.api_address_hint',
        placeholder: 'https://feedback.acme.example',
        isOptional: true,
      },
      { name: 'key', label: 'import.move.key', isSecret: true, isOptional: true },
    ],
  },
  {
    id: 'uservoice-export',
    icon: FileSpreadsheet,
    title: 'import.move.source.uservoice_export',
    hint: 'import.move.source.uservoice_export_hint',
    fields: [
      {
        name: 'account',
        label: 'import.move.account_name',
        description: 'import.move.account_name_hint',
        placeholder: 'acme',
        isOptional: true,
      },
      {
        name: 'encoding',
        label: 'import.move.encoding',
        description: 'import.move.encoding_hint',
        placeholder: 'windows-1252',
        isOptional: true,
      },
    ],
  },
  {
    id: 'earshot',
    icon: FolderArchive,
    title: 'import.move.source.folder',
    hint: 'import.move.source.folder_hint',
    fields: [],
  },
]

const DATABASE_SOURCES: Omit<Source, 'way'>[] = [
  {
    id: 'astuto',
    icon: Database,
    title: 'import.move.source.astuto',
    hint: 'import.move.source.astuto_hint',
    fields: [
      databaseField('postgres://astuto@db.acme.example:5432/astuto'),
      passwordField,
      {
        name: 'account',
        label: 'import.move.subdomain',
        description: 'import.move.subdomain_hint',
        placeholder: 'default',
        isOptional: true,
      },
    ],
  },
  {
    id: 'logchimp',
    icon: Database,
    title: 'import.move.source.logchimp',
    hint: 'import.move.source.logchimp_hint',
    fields: [databaseField('postgres://logchimp@db.acme.example:5432/logchimp'), passwordField],
  },
]

export const SOURCES: Source[] = [
  ...API_SOURCES.map((source) => ({ ...source, way: 'api' as const })),
  ...FILE_SOURCES.map((source) => ({ ...source, way: 'file' as const })),
  ...DATABASE_SOURCES.map((source) => ({ ...source, way: 'database' as const })),
]

export const sourcesOf = (way: Way): [Source, ...Source[]] =>
  SOURCES.filter((one) => one.way === way) as [Source, ...Source[]]

/** What a source needs besides the place of the account. */
export const secretsOf = ({ fields }: Source): Field[] =>
  fields.filter(({ name }) => !PLACES.includes(name))
const PLACES: Field['name'][] = ['address', 'account', 'encoding']

export const sourceOf = (id: string): Source | undefined => SOURCES.find((one) => one.id === id)

/** The form of a move can have a source that has no card. */
export const sourceName = ({ source }: Pick<Move, 'source'>): string => {
  const known = sourceOf(source)
  return known ? t(known.title) : source
}

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

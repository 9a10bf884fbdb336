// The sections of the settings: who may open each, and where it is.
import {
  BadgeInfo,
  ChartColumnIncreasing,
  CircleDot,
  Fingerprint,
  Folders,
  HardDrive,
  KeyRound,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  ShieldCheck,
  SquarePen,
  Tags,
  Users,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Role } from '../../api/session.ts'
import type { MessageId } from '../../core/i18n.ts'

export type SectionId = keyof typeof SECTIONS

export type Section = {
  role: Role
  icon: LucideIcon
  label: MessageId
  component: LazyExoticComponent<ComponentType>
}

const section = (
  role: Role,
  icon: LucideIcon,
  label: MessageId,
  load: () => Promise<{ default: ComponentType }>,
): Section => ({ role, icon, label, component: lazy(load) })

const plain = (name: keyof typeof import('./plain-sections.ts')) => async () => ({
  default: (await import('./plain-sections.ts'))[name],
})

export const SECTIONS = {
  forums: section('admin', MessagesSquare, 'settings.forums', plain('Forums')),
  categories: section('admin', Folders, 'settings.categories', plain('Categories')),
  labels: section('admin', Tags, 'settings.labels', plain('Labels')),
  statuses: section('admin', CircleDot, 'settings.statuses', plain('Statuses')),
  fields: section('admin', SquarePen, 'settings.fields', plain('CustomFields')),
  people: section('owner', Users, 'settings.people', plain('People')),
  roles: section('viewer', ShieldCheck, 'settings.roles', plain('Roles')),
  'api-clients': section('owner', KeyRound, 'settings.clients', plain('ApiClients')),
  'sign-in': section('admin', Fingerprint, 'settings.sso', plain('SignIn')),
  limits: section('admin', ChartColumnIncreasing, 'settings.limits', plain('Limits')),
  jobs: section('admin', HardDrive, 'settings.jobs', plain('StorageAndJobs')),
  // With the grid, and with the list of packages.
  audit: section('owner', ScrollText, 'settings.audit', () => import('./audit-log.tsx')),
  about: section('admin', BadgeInfo, 'settings.about', () => import('./about.tsx')),
}

export const GROUPS: { title: MessageId; ids: SectionId[] }[] = [
  {
    title: 'settings.group.feedback',
    ids: ['forums', 'categories', 'labels', 'statuses', 'fields'],
  },
  { title: 'settings.group.access', ids: ['people', 'roles', 'api-clients', 'sign-in'] },
  { title: 'settings.group.installation', ids: ['limits', 'jobs', 'audit', 'about'] },
]

export const isSection = (id: string): id is SectionId => Object.hasOwn(SECTIONS, id)

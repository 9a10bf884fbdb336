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

export const SECTIONS = {
  forums: section('admin', MessagesSquare, 'settings.forums', () => import('./forums.tsx')),
  categories: section('admin', Folders, 'settings.categories', () => import('./categories.tsx')),
  labels: section('admin', Tags, 'settings.labels', () => import('./labels.tsx')),
  statuses: section('admin', CircleDot, 'settings.statuses', () => import('./statuses.tsx')),
  fields: section('admin', SquarePen, 'settings.fields', () => import('./custom-fields.tsx')),
  people: section('owner', Users, 'settings.people', () => import('./people.tsx')),
  roles: section('viewer', ShieldCheck, 'settings.roles', () => import('./roles.tsx')),
  'api-clients': section('owner', KeyRound, 'settings.clients', () => import('./api-clients.tsx')),
  'sign-in': section('admin', Fingerprint, 'settings.sso', () => import('./sign-in.tsx')),
  limits: section('admin', ChartColumnIncreasing, 'settings.limits', () => import('./limits.tsx')),
  jobs: section('admin', HardDrive, 'settings.jobs', () => import('./jobs.tsx')),
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

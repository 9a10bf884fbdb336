// The sections of the settings: who may open each, and where it is.
import {
  BadgeInfo,
  BellRing,
  Blocks,
  ChartColumnIncreasing,
  CircleDot,
  Fingerprint,
  Folders,
  HardDrive,
  KeyRound,
  Languages,
  Layers,
  type LucideIcon,
  Mail,
  MessageSquareText,
  MessagesSquare,
  Palette,
  ScrollText,
  Send,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  SquarePen,
  Tags,
  TicketCheck,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Role } from '../../api/session.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { loadTexts, type MessageId } from '../../core/i18n.ts'

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
): Section => ({ role, icon, label, component: lazyPart(load) })

const plain = (name: keyof typeof import('./plain-sections.ts')) => async () => ({
  default: (await import('./plain-sections.ts'))[name],
})

export const SECTIONS = {
  forums: section('admin', MessagesSquare, 'settings.forums', plain('Forums')),
  categories: section('admin', Folders, 'settings.categories', plain('Categories')),
  labels: section('admin', Tags, 'settings.labels', plain('Labels')),
  statuses: section('admin', CircleDot, 'settings.statuses', plain('Statuses')),
  fields: section('admin', SquarePen, 'settings.fields', plain('CustomFields')),
  'feature-statuses': section(
    'admin',
    Blocks,
    'settings.feature_statuses',
    plain('FeatureStatuses'),
  ),
  'product-areas': section('admin', Layers, 'settings.product_areas', plain('ProductAreas')),
  translations: section('admin', Languages, 'settings.translations', plain('Translations')),
  teams: section('admin', UsersRound, 'settings.teams', plain('Teams')),
  replies: section('admin', MessageSquareText, 'settings.replies', plain('SavedReplies')),
  people: section('owner', Users, 'settings.people', plain('People')),
  roles: section('viewer', ShieldCheck, 'settings.roles', plain('Roles')),
  'api-clients': section('owner', KeyRound, 'settings.clients', plain('ApiClients')),
  webhooks: section('admin', Webhook, 'settings.webhooks', plain('Webhooks')),
  'sign-in': section('admin', Fingerprint, 'settings.sso', plain('SignIn')),
  'portal-sign-in': section('owner', TicketCheck, 'settings.sso_keys', plain('PortalSignIn')),
  moderation: section('owner', ShieldAlert, 'settings.moderation', plain('Moderation')),
  // With its preview.
  portal: section('owner', Palette, 'settings.portal', () => import('./portal/portal.tsx')),
  general: section('owner', SlidersHorizontal, 'settings.general', plain('General')),
  mail: section('owner', Mail, 'settings.mail', plain('Mail')),
  // With texts that the suggestion's page has too.
  mailings: section('admin', Send, 'settings.mailings', async () => {
    const [part] = await Promise.all([import('./mailings.tsx'), loadTexts('mailings')])
    return part
  }),
  notifications: section('viewer', BellRing, 'settings.notifications', plain('Notifications')),
  limits: section('admin', ChartColumnIncreasing, 'settings.limits', plain('Limits')),
  jobs: section('admin', HardDrive, 'settings.jobs', plain('StorageAndJobs')),
  // With the grid, and with the list of packages.
  audit: section('owner', ScrollText, 'settings.audit', () => import('./audit-log.tsx')),
  about: section('admin', BadgeInfo, 'settings.about', () => import('./about.tsx')),
}

export const GROUPS: { title: MessageId; ids: SectionId[] }[] = [
  {
    title: 'settings.group.feedback',
    ids: [
      'forums',
      'categories',
      'labels',
      'statuses',
      'fields',
      'replies',
      'feature-statuses',
      'product-areas',
      'translations',
    ],
  },
  {
    title: 'settings.group.access',
    ids: ['people', 'teams', 'roles', 'api-clients', 'sign-in'],
  },
  {
    title: 'settings.group.portal',
    ids: ['portal', 'portal-sign-in', 'moderation'],
  },
  {
    title: 'settings.group.installation',
    ids: ['general', 'mail', 'mailings', 'webhooks', 'limits', 'jobs', 'audit', 'about'],
  },
  { title: 'settings.group.person', ids: ['notifications'] },
]

export const isSection = (id: string): id is SectionId => Object.hasOwn(SECTIONS, id)

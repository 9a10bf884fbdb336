// The addresses of the console. Screens are loaded when they are first opened.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadPart } from '../api/connection.ts'
import { displayQuery } from '../api/installation-settings.ts'
import { sessionQuery } from '../api/session.ts'
import { buttonClass } from '../components/button.tsx'
import type { ListPath } from '../components/list/declaration.ts'
import { EmptyState, PendingPage } from '../components/states.tsx'
import { loadTexts, t } from '../core/i18n.ts'
import {
  builtInNames,
  builtInSearch,
  type ListAddress,
  type ListSearch,
  parseRecordSearch,
} from '../core/list-search.ts'
import { parseSearch, stringifySearch } from '../core/search-params.ts'
import { accountsAddress } from '../screens/accounts/search.ts'
import { parseAnnouncementsSearch } from '../screens/announcements/search.ts'
import { parseFeaturesSearch } from '../screens/features/search.ts'
import { feedbackAddress } from '../screens/feedback/search.ts'
import { parseImportSearch } from '../screens/import/search.ts'
import { parseReportSearch } from '../screens/reports/search.ts'
import { parseSegmentSearch, parseSegmentsSearch } from '../screens/segments/search.ts'
import { parseSettingsSearch } from '../screens/settings/search.ts'
import { parseTriageSearch, suggestionsAddress } from '../screens/suggestions/search.ts'
import { usersAddress } from '../screens/users/search.ts'
import { FailedPage } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(sessionQuery),
      queryClient.ensureQueryData(displayQuery),
    ]),
  component: Shell,
  errorComponent: FailedPage,
  notFoundComponent: () => (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t('shell.not_found')}
      hint={t('shell.not_found_hint')}
    >
      <Link to="/" className={buttonClass()}>
        {t('shell.to_start')}
      </Link>
    </EmptyState>
  ),
})

const lazyScreen = <T extends { default: () => ReactNode }>(load: () => Promise<T>) =>
  lazyRouteComponent(() => loadPart(load))

/** A screen whose texts are loaded with it. */
const screenOf = <T extends { default: () => ReactNode }>(
  area: Parameters<typeof loadTexts>[0],
  load: () => Promise<T>,
) =>
  lazyScreen(async () => {
    const [screen] = await Promise.all([load(), loadTexts(area)])
    return screen
  })

/**
 * Leads from the address of a list without any state to the first of its built-in views. A screen that did so itself would
 * replace the page while it is shown, and with it a link that is being clicked.
 */
const toFirstView =
  (to: ListPath, { builtInViews }: ListAddress) =>
  ({ search }: { search: ListSearch }) => {
    const [first = ''] = builtInNames(builtInViews)
    if (Object.keys(search).length === 0)
      throw redirect({ to, search: builtInSearch(builtInViews, first), replace: true })
  }

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: screenOf('start', () => import('../screens/start/start-screen.tsx')),
})

const suggestions = createRoute({
  getParentRoute: () => root,
  path: '/suggestions',
  validateSearch: suggestionsAddress.parse,
  beforeLoad: toFirstView('/suggestions', suggestionsAddress),
  component: lazyScreen(() => import('../screens/suggestions/suggestions-screen.tsx')),
})

const suggestion = createRoute({
  getParentRoute: () => root,
  path: '/suggestions/$id',
  validateSearch: parseRecordSearch,
  component: lazyScreen(() => import('../screens/suggestions/suggestion-screen.tsx')),
})

const triage = createRoute({
  getParentRoute: () => root,
  path: '/triage',
  validateSearch: parseTriageSearch,
  component: lazyScreen(() => import('../screens/triage/triage-screen.tsx')),
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: usersAddress.parse,
  beforeLoad: toFirstView('/users', usersAddress),
  component: screenOf('people', () => import('../screens/users/users-screen.tsx')),
})

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  validateSearch: parseRecordSearch,
  component: screenOf('people', () => import('../screens/users/user-screen.tsx')),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: accountsAddress.parse,
  beforeLoad: toFirstView('/accounts', accountsAddress),
  component: screenOf('accounts', () => import('../screens/accounts/accounts-screen.tsx')),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id',
  validateSearch: parseRecordSearch,
  component: screenOf('accounts', () => import('../screens/accounts/account-screen.tsx')),
})

const feedbackList = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  validateSearch: feedbackAddress.parse,
  beforeLoad: toFirstView('/feedback', feedbackAddress),
  component: screenOf('feedback', () => import('../screens/feedback/feedback-list-screen.tsx')),
})

const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback/$id',
  validateSearch: parseRecordSearch,
  component: screenOf('feedback', () => import('../screens/feedback/feedback-screen.tsx')),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: parseReportSearch,
  component: screenOf('reports', () => import('../screens/reports/reports-screen.tsx')),
})

const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$name',
  validateSearch: parseReportSearch,
  component: screenOf('reports', () => import('../screens/reports/report-screen.tsx')),
})

const settingsScreen = screenOf('settings', () => import('../screens/settings/settings-screen.tsx'))

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: parseSettingsSearch,
  component: settingsScreen,
})

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  validateSearch: parseSettingsSearch,
  component: settingsScreen,
})

const features = createRoute({
  getParentRoute: () => root,
  path: '/features',
  validateSearch: parseFeaturesSearch,
  component: screenOf('features', () => import('../screens/features/features-screen.tsx')),
})

const announcementScreen = (name: 'Announcement' | 'Announcements' | 'NewAnnouncement') =>
  screenOf('announcements', async () => ({
    default: (await import('../screens/announcements/screens.ts'))[name],
  }))

const announcements = createRoute({
  getParentRoute: () => root,
  path: '/announcements',
  validateSearch: parseAnnouncementsSearch,
  component: announcementScreen('Announcements'),
})

const newAnnouncement = createRoute({
  getParentRoute: () => root,
  path: '/announcements/new',
  component: announcementScreen('NewAnnouncement'),
})

const announcement = createRoute({
  getParentRoute: () => root,
  path: '/announcements/$id',
  component: announcementScreen('Announcement'),
})

const changes = createRoute({
  getParentRoute: () => root,
  path: '/changes',
  component: screenOf('changes', () => import('../screens/changes/changes-screen.tsx')),
})

const segments = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  validateSearch: parseSegmentsSearch,
  component: screenOf('segments', () => import('../screens/segments/segments-screen.tsx')),
})

const newSegment = createRoute({
  getParentRoute: () => root,
  path: '/segments/new',
  validateSearch: parseSegmentSearch,
  component: screenOf('segments', () => import('../screens/segments/new-segment-screen.tsx')),
})

const segment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$id',
  validateSearch: parseSegmentSearch,
  component: screenOf('segments', () => import('../screens/segments/segment-screen.tsx')),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: parseImportSearch,
  component: screenOf('import', () => import('../screens/import/import-screen.tsx')),
})

const importRecord = createRoute({
  getParentRoute: () => root,
  path: '/import/$id',
  component: screenOf('import', () => import('../screens/import/import-record-screen.tsx')),
})

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      start,
      suggestions,
      suggestion,
      triage,
      users,
      user,
      accounts,
      account,
      feedbackList,
      feedback,
      reports,
      report,
      settings,
      settingsSection,
      features,
      announcements,
      newAnnouncement,
      announcement,
      changes,
      segments,
      newSegment,
      segment,
      imports,
      importRecord,
    ]),
    basepath: '/admin',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}

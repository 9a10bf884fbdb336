// The addresses of the console. Screens are loaded when they are first opened.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { sessionQuery } from '../api/session.ts'
import { EmptyState } from '../components/states.tsx'
import { t } from '../core/i18n.ts'
import { parseRecordSearch } from '../core/list-search.ts'
import { parseSearch, stringifySearch } from '../core/search-params.ts'
import { accountsAddress } from '../screens/accounts/search.ts'
import { parseImportSearch } from '../screens/import/search.ts'
import { parseTriageSearch, suggestionsAddress } from '../screens/suggestions/search.ts'
import { usersAddress } from '../screens/users/search.ts'
import { FailedPage } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
  component: Shell,
  errorComponent: FailedPage,
  notFoundComponent: () => (
    <EmptyState
      level={1}
      icon={SearchX}
      title={t('shell.not_found')}
      hint={t('shell.not_found_hint')}
    />
  ),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/suggestions' })
  },
})

const suggestions = createRoute({
  getParentRoute: () => root,
  path: '/suggestions',
  validateSearch: suggestionsAddress.parse,
  component: lazyRouteComponent(() => import('../screens/suggestions/suggestions-screen.tsx')),
})

const suggestion = createRoute({
  getParentRoute: () => root,
  path: '/suggestions/$id',
  validateSearch: parseRecordSearch,
  component: lazyRouteComponent(() => import('../screens/suggestions/suggestion-screen.tsx')),
})

const triage = createRoute({
  getParentRoute: () => root,
  path: '/triage',
  validateSearch: parseTriageSearch,
  component: lazyRouteComponent(() => import('../screens/triage/triage-screen.tsx')),
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: usersAddress.parse,
  component: lazyRouteComponent(() => import('../screens/users/users-screen.tsx')),
})

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  validateSearch: parseRecordSearch,
  component: lazyRouteComponent(() => import('../screens/users/user-screen.tsx')),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: accountsAddress.parse,
  component: lazyRouteComponent(() => import('../screens/accounts/accounts-screen.tsx')),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id',
  validateSearch: parseRecordSearch,
  component: lazyRouteComponent(() => import('../screens/accounts/account-screen.tsx')),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: parseImportSearch,
  component: lazyRouteComponent(() => import('../screens/import/import-screen.tsx')),
})

const importRecord = createRoute({
  getParentRoute: () => root,
  path: '/import/$id',
  component: lazyRouteComponent(() => import('../screens/import/import-record-screen.tsx')),
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
      imports,
      importRecord,
    ]),
    basepath: '/admin',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}

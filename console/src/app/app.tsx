import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { rememberForMails } from '../api/session.ts'
import { Toasts } from '../components/toasts.tsx'
import {
  activateLocale,
  LOCALES,
  type Locale,
  preferredLocale,
  rememberLocale,
} from '../core/i18n.ts'
import { LocaleContext } from '../core/locale.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { createConsoleRouter } from './router.tsx'

export function App({ queryClient }: { queryClient: QueryClient }) {
  const [locale, setLocale] = useState(preferredLocale)
  const router = useMemo(() => createConsoleRouter(queryClient), [queryClient])
  const choose = async (next: Locale) => {
    await activateLocale(next)
    rememberLocale(next)
    if (next in LOCALES) rememberForMails(next as keyof typeof LOCALES)
    setLocale(next)
  }
  return (
    // Another language renders everything anew.
    <ErrorBoundary key={locale}>
      <LocaleContext value={{ locale, choose }}>
        <I18nProvider locale={locale}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toasts />
          </QueryClientProvider>
        </I18nProvider>
      </LocaleContext>
    </ErrorBoundary>
  )
}

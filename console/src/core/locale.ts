import { createContext, use } from 'react'
import type { Locale } from './i18n.ts'

export const LocaleContext = createContext<{
  locale: Locale
  choose: (locale: Locale) => Promise<void>
}>({ locale: 'en', choose: async () => {} })

export const useLocale = () => use(LocaleContext)

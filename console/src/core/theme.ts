// Light, dark, or like the system. Kept in this browser.
import { useSyncExternalStore } from 'react'
import { rememberForPages } from './page-cookie.ts'

export type Theme = 'system' | 'light' | 'dark'

const STORED = 'earshot.theme'

export const storedTheme = (): Theme => {
  const theme = localStorage.getItem(STORED)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const subscribers = new Set<() => void>()

export const useTheme = (): Theme =>
  useSyncExternalStore((notify) => {
    subscribers.add(notify)
    return () => subscribers.delete(notify)
  }, storedTheme)

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(STORED)
    rememberForPages('earshot_theme', '')
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(STORED, theme)
    rememberForPages('earshot_theme', theme)
    document.documentElement.dataset.theme = theme
  }
  for (const notify of subscribers) notify()
}

import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { activateLocale, preferredLocale } from './core/i18n.ts'
import { applyTheme, storedTheme } from './core/theme.ts'

applyTheme(storedTheme())
await activateLocale(preferredLocale())
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')
createRoot(root).render(
  // In development, React renders twice and runs effects twice, which shows those that are not pure.
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
)

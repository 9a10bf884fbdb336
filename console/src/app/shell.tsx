// What surrounds every screen: navigation, commands, help, and the state of the connection.
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useLiveUpdates } from '../api/live-updates.ts'
import { useSession } from '../api/session.ts'
import { SkeletonLines } from '../components/states.tsx'
import { undoLast } from '../components/undo.ts'
import { t } from '../core/i18n.ts'
import { listenForShortcuts, useShortcut } from '../core/shortcuts.ts'
import { rememberVisit } from '../core/visits.ts'
import { CommandPalette } from './command-palette.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'

export function Shell() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'commands' | 'help' | undefined>()
  const isLive = useLiveUpdates()
  const { user } = useSession()
  useEffect(listenForShortcuts, [])
  useEffect(() => {
    const remember = () => void rememberVisit(user.id)
    remember()
    document.addEventListener('visibilitychange', remember)
    return () => document.removeEventListener('visibilitychange', remember)
  }, [user.id])
  useShortcut('mod+k', { label: 'shell.commands', group: 'anywhere' }, () => setOpen('commands'))
  useShortcut('?', { label: 'shell.help', group: 'anywhere' }, () => setOpen('help'))
  useShortcut('u', { label: 'shell.undo', group: 'anywhere' }, undoLast)
  return (
    // React Aria's links use the router.
    <RouterProvider navigate={(href) => void navigate({ href })}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-2"
      >
        {t('shell.skip')}
      </a>
      <div className="flex h-full flex-col md:flex-row">
        <Navigation
          isLive={isLive}
          onCommands={() => setOpen('commands')}
          onHelp={() => setOpen('help')}
        />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <OfflineBanner />
          <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <CommandPalette isOpen={open === 'commands'} onClose={() => setOpen(undefined)} />
      <KeyboardHelp isOpen={open === 'help'} onClose={() => setOpen(undefined)} />
    </RouterProvider>
  )
}

const Loading = () => (
  <div className="p-6">
    <SkeletonLines lines={6} />
  </div>
)

// What surrounds every screen: navigation, commands, help, and the state of the connection.
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { useLiveUpdates } from '../api/live-updates.ts'
import { hasRole, useSession } from '../api/session.ts'
import { openCapture, useCapture } from '../components/capture.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { PendingPage } from '../components/states.tsx'
import { undoLast } from '../components/undo.ts'
import { loadTexts, t } from '../core/i18n.ts'
import { listenForShortcuts, useShortcut } from '../core/shortcuts.ts'
import { rememberVisit } from '../core/visits.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Navigation } from './navigation.tsx'

// Not part of the first load: they open by a key.
const CommandPalette = lazyPart(() => import('./command-palette.tsx'))
const KeyboardHelp = lazyPart(() => import('./keyboard-help.tsx'))
const CaptureDialogs = lazyPart(async () => {
  const [dialogs] = await Promise.all([
    import('../screens/capture/capture-dialogs.tsx'),
    loadTexts('capture'),
  ])
  return dialogs
})

export function Shell() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'commands' | 'help' | undefined>()
  const isLive = useLiveUpdates()
  const { user, role } = useSession()
  const canCapture = hasRole(role, 'contributor')
  const capture = useCapture()
  // It stays once it was opened: files that are on their way survive a closed dialog.
  const [hasCaptured, setCaptured] = useState(false)
  if (capture && !hasCaptured) setCaptured(true)
  useEffect(listenForShortcuts, [])
  useEffect(() => {
    const remember = () => void rememberVisit(user.id)
    remember()
    document.addEventListener('visibilitychange', remember)
    return () => document.removeEventListener('visibilitychange', remember)
  }, [user.id])
  useShortcut('mod+k', { label: 'shell.commands', group: 'anywhere' }, () => setOpen('commands'))
  useShortcut('?', { label: 'shell.help', group: 'anywhere' }, () => setOpen('help'))
  useShortcut(
    'c',
    { label: 'shell.new_suggestion', group: 'anywhere', isEnabled: canCapture },
    () => openCapture({ kind: 'suggestion' }),
  )
  useShortcut('u', { label: 'shell.undo', group: 'anywhere' }, () =>
    undoLast(() => void navigate({ to: '/changes' })),
  )
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
          <ConnectionBanner />
          {/* Positioned, so that what is hidden in it scrolls with it and not with the page. */}
          <main
            id="content"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none"
          >
            <Suspense fallback={<PendingPage />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Suspense>
        {open === 'commands' && <CommandPalette onClose={() => setOpen(undefined)} />}
      </Suspense>
      <Suspense>{hasCaptured && <CaptureDialogs capture={capture} />}</Suspense>
      <Suspense>{open === 'help' && <KeyboardHelp onClose={() => setOpen(undefined)} />}</Suspense>
    </RouterProvider>
  )
}

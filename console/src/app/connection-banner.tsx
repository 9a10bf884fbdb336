// What keeps the console from its service, above every screen: no network, a service that does not answer, an ended session.
import { LogIn, type LucideIcon, ServerOff, WifiOff } from 'lucide-react'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { checkService, useIsReachable } from '../api/connection.ts'
import { useHasSessionEnded } from '../api/ended-session.ts'
import { Button } from '../components/button.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { t } from '../core/i18n.ts'

// Not part of the first load: few sessions end while a screen is open.
const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'))

const subscribe = (notify: () => void) => {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReachable = useIsReachable()
  const hasEnded = useHasSessionEnded()
  return (
    <>
      <div role="status">
        {!isOnline ? (
          <Line icon={WifiOff}>{t('shell.offline')}</Line>
        ) : (
          !isReachable && (
            <Line icon={ServerOff}>
              <span className="min-w-0 flex-1">{t('shell.unreachable')}</span>
              <Button onPress={() => void checkService()}>{t('shell.retry')}</Button>
            </Line>
          )
        )}
      </div>
      {hasEnded && <EndedSession />}
    </>
  )
}

/** Asks at once. A person who closes the dialog to look at something has the way back here. */
function EndedSession() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Line icon={LogIn}>
        <span className="min-w-0 flex-1">{t('shell.session.ended')}</span>
        <Button look="primary" onPress={() => setOpen(true)}>
          {t('shell.session.sign_in')}
        </Button>
      </Line>
      <Suspense>
        <SignInDialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    </>
  )
}

const Line = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <div className="flex items-center gap-2 border-b border-border bg-sunken px-4 py-2 text-sm text-warning">
    <Icon size={16} aria-hidden className="shrink-0" />
    {children}
  </div>
)

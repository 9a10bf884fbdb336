import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '../core/i18n.ts'

const subscribe = (notify: () => void) => {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-border bg-sunken px-4 py-2 text-sm text-warning">
          <WifiOff size={16} aria-hidden />
          {t('shell.offline')}
        </p>
      )}
    </div>
  )
}

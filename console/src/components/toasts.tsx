// Short messages about what happened, in a corner of the screen.
import { X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { Button, IconButton } from './button.tsx'

export type Undo = () => Promise<unknown>
export type Notice = {
  message: string
  tone?: 'neutral' | 'success' | 'danger'
  action?: { label: string; run: () => unknown }
}

const queue = new ToastQueue<Notice>({ maxVisibleToasts: 3 })

/** Failures stay until they are closed. Others have the time to be read and undone. */
export const notify = (notice: Notice): string =>
  queue.add(notice, notice.tone === 'danger' ? {} : { timeout: notice.action ? 10_000 : 5_000 })

const TONES = {
  neutral: 'border-s-border-strong',
  success: 'border-s-success',
  danger: 'border-s-danger',
}

export const Toasts = () => (
  <ToastRegion
    queue={queue}
    className="fixed inset-x-4 bottom-4 z-50 flex flex-col-reverse max-md:bottom-32 gap-2 outline-none sm:start-auto sm:w-[380px]"
  >
    {({ toast }) => (
      <Toast
        toast={toast}
        className={`flex items-start gap-2 rounded border border-s-4 border-border bg-raised py-2 pe-2 ps-3 ${TONES[toast.content.tone ?? 'neutral']}`}
      >
        <ToastContent className="min-w-0 flex-1 py-1">
          <Text slot="title" className="break-words">
            {toast.content.message}
          </Text>
        </ToastContent>
        {toast.content.action && (
          <Button
            onPress={() => {
              queue.close(toast.key)
              void toast.content.action?.run()
            }}
          >
            {toast.content.action.label}
          </Button>
        )}
        <IconButton slot="close" icon={X} label={t('shell.close')} />
      </Toast>
    )}
  </ToastRegion>
)

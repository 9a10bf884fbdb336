import { describeError } from '../api/errors.ts'
import { t } from '../core/i18n.ts'
import { notify } from './toasts.tsx'

/** Says why an action failed. */
export function reportFailure(error: unknown): void {
  const { message, requestId } = describeError(error)
  const request = requestId ? ` (${t('shell.error.request', { id: requestId })})` : ''
  notify({ message: `${t('shell.error')}: ${message}${request}`, tone: 'danger' })
}

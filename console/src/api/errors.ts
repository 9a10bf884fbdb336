// What the console says about an error.
import { EarshotError, NetworkError } from '@earshot/client'
import { t } from '../core/i18n.ts'

export type ErrorText = { message: string; requestId: string | null }

export function describeError(error: unknown): ErrorText {
  if (error instanceof NetworkError) return { message: t('shell.error.network'), requestId: null }
  if (error instanceof EarshotError)
    return { message: error.message, requestId: error.requestId ?? null }
  return { message: error instanceof Error ? error.message : String(error), requestId: null }
}

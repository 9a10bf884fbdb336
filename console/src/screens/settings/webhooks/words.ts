// Events and results in words.
import type { Delivery } from '../../../api/webhooks.ts'
import { t, textOfValue } from '../../../core/i18n.ts'

/** "Suggestions: added". A type that the console does not know is shown as it is. */
export function eventText(event: string): string {
  const [collection = '', action] = event.split('.')
  if (action === undefined) return textOfValue(`settings.webhooks.event.${event}`, event)
  const topic = textOfValue(`settings.roles.on.${collection}`, '')
  const label = textOfValue(`settings.webhooks.action.${action}`, '')
  return topic && label ? t('shell.commands.topic', { topic, label }) : event
}

export const formatText = (format: string): string =>
  textOfValue(`settings.webhooks.format.${format}`, format)

/** The status of the response, or why there is none. */
export const resultText = ({ http_status, error }: Pick<Delivery, 'http_status' | 'error'>) =>
  error ?? (http_status === null ? '' : t('settings.webhooks.http_status', { status: http_status }))

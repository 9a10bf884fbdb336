// A value to take along: shown as it is, with a button that copies it.
import { Copy } from 'lucide-react'
import { t } from '../core/i18n.ts'
import { Button } from './button.tsx'
import { reportFailure } from './report-failure.ts'
import { notify } from './toasts.tsx'

export function Secret({ label, value }: { label: string; value: string }) {
  const copy = () =>
    navigator.clipboard
      .writeText(value)
      .then(() => notify({ message: t('shell.copied', { name: label }), tone: 'success' }))
      .catch(reportFailure)
  return (
    <dl>
      <dt className="mb-1 text-sm font-medium">{label}</dt>
      <dd className="flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded border border-border bg-sunken px-2 py-1.5 text-xs break-all select-all">
          {value}
        </code>
        <Button
          icon={Copy}
          onPress={() => void copy()}
          aria-label={t('shell.copy', { name: label })}
        >
          {t('shell.copy_short')}
        </Button>
      </dd>
    </dl>
  )
}

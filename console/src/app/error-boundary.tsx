// An error of the console itself: what happened and a way on, instead of an empty page.
import { Component, type ReactNode } from 'react'
import { describeError } from '../api/errors.ts'
import { Button } from '../components/button.tsx'
import { t } from '../core/i18n.ts'

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <FailedPage error={this.state.error} />
    )
  }
}

export function FailedPage({ error }: { error: unknown }) {
  const { message, requestId } = describeError(error)
  return (
    <main className="mx-auto max-w-[560px] space-y-4 p-8" role="alert">
      <h1 className="text-xl font-semibold">{t('shell.error.page')}</h1>
      <p>{t('shell.error.page_hint')}</p>
      <pre className="overflow-x-auto rounded border border-border bg-sunken p-3 text-xs whitespace-pre-wrap">
        {message}
        {requestId && `\n${t('shell.error.request', { id: requestId })}`}
      </pre>
      <Button look="primary" onPress={() => location.reload()}>
        {t('shell.error.reload')}
      </Button>
    </main>
  )
}

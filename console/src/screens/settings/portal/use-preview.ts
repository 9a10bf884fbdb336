// Tries out what is edited, a moment after it changed.
import { EarshotError } from '@earshot/client'
import { useEffect, useState } from 'react'
import { describeError } from '../../../api/errors.ts'
import { type PreviewBody, tryOutPortal } from '../../../api/installation-settings.ts'
import { useDebounced } from '../../../core/use-debounced.ts'

const SETTLED_MS = 400

export type Preview = {
  /** Grows with everything that can be looked at; 0: nothing yet. */
  version: number
  /** What is wrong, by setting; '' for something else. */
  problems: Record<string, string>
}

const NO_PROBLEMS = {}

export function usePreview(change: PreviewBody): Preview {
  const [preview, setPreview] = useState<Preview>({ version: 0, problems: NO_PROBLEMS })
  const text = useDebounced(JSON.stringify(change), SETTLED_MS)
  useEffect(() => {
    const controller = new AbortController()
    tryOutPortal(JSON.parse(text) as PreviewBody, controller.signal).then(
      () => setPreview(({ version }) => ({ version: version + 1, problems: NO_PROBLEMS })),
      (error) => {
        if (!controller.signal.aborted)
          setPreview(({ version }) => ({ version, problems: problemsOf(error) }))
      },
    )
    return () => controller.abort()
  }, [text])
  return preview
}

function problemsOf(error: unknown): Record<string, string> {
  const fields = error instanceof EarshotError ? Object.keys(error.fieldErrors) : []
  const message = describeError(error).message.replace(/^portal_\w+: /, '')
  // Of a member within a setting: portal_links.0.url.
  const names = fields.map((field) => /^\w+/.exec(field)?.[0] ?? '')
  return Object.fromEntries((names.length > 0 ? names : ['']).map((name) => [name, message]))
}

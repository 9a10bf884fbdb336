// What the forms of settings share.
import { Variable } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { Button } from '../../components/button.tsx'
import { around } from '../../core/i18n.ts'

type Decided = { source: string; environment_variable: string | null }

export const isFixed = ({ source }: Decided): boolean => source === 'environment'

/** Says that the environment decides, and where. */
export function FixedNote({ setting }: { setting: Decided }) {
  const [before, after] = around('settings.by_environment', 'name')
  if (!isFixed(setting)) return null
  return (
    <p className="flex items-center gap-2 rounded border border-border bg-sunken px-3 py-2 text-sm text-muted">
      <Variable size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {before}
        <code translate="no">{setting.environment_variable}</code>
        {after}
      </span>
    </p>
  )
}

/** A choice, and below it what it means. */
export const Explained = ({ hint, children }: { hint: string | false; children: ReactNode }) => (
  <div>
    {children}
    {hint && <p className="mt-1 text-sm text-pretty text-muted">{hint}</p>}
  </div>
)

type Outcome = { isOk: boolean; text: string }

/** A button that tries something out, and says what came of it beside it. */
export function TryButton({
  label,
  isDisabled = false,
  attempt,
}: {
  label: string
  isDisabled?: boolean
  /** Returns what to say. */
  attempt: () => Promise<string>
}) {
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setPending(true)
    setOutcome(undefined)
    try {
      setOutcome({ isOk: true, text: await attempt() })
    } catch (error) {
      setOutcome({ isOk: false, text: describeError(error).message })
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isPending={isPending} isDisabled={isDisabled} onPress={() => void run()}>
        {label}
      </Button>
      <p
        role="status"
        className={`min-w-0 flex-1 basis-48 text-sm [overflow-wrap:anywhere] ${outcome?.isOk ? 'text-success' : 'text-danger'}`}
      >
        {outcome?.text}
      </p>
    </div>
  )
}

// What the steps of a move share.
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Move, type MoveCredentials, moveQuery, movesQuery } from '../../../api/moves.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Form } from '../../../components/form.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { t, textOfValue } from '../../../core/i18n.ts'
import { SourceFields } from './connect.tsx'
import { sourceOf } from './sources.ts'

export type StepProps = { move: Move }

export const kindText = (kind: string) =>
  textOfValue(`import.move.kind.${kind}`, kind.replaceAll('_', ' '))

/** Sends a request about the move, and shows what it answers. */
export function useAct() {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const act = async (request: () => Promise<Move>) => {
    setPending(true)
    try {
      const move = await request()
      queryClient.setQueryData(moveQuery(move.id).queryKey, move)
      await queryClient.invalidateQueries({ queryKey: movesQuery.queryKey })
    } finally {
      setPending(false)
    }
  }
  return {
    act,
    isPending,
    actOrReport: (request: () => Promise<Move>) => void act(request).catch(reportFailure),
  }
}

export const Notice = ({
  tone,
  children,
}: {
  tone: 'danger' | 'success' | 'warning'
  children: ReactNode
}) => {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert
  const tones = {
    danger: 'border-danger text-danger',
    success: 'border-success text-success',
    warning: 'border-warning text-warning',
  }
  return (
    <div
      role={tone === 'success' ? 'status' : 'alert'}
      className={`flex gap-2 rounded border px-3 py-2 text-sm ${tones[tone]}`}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </div>
  )
}

/** Asks for the key and the secret where the service has forgotten them. After a failure they can be others: they may be why it failed. */
export function TaskButton({
  move,
  label,
  icon,
  task,
  isPrimary = false,
  isDisabled = false,
}: StepProps & {
  label: string
  icon: LucideIcon
  task: (id: number, credentials?: MoveCredentials) => Promise<Move>
  isPrimary?: boolean
  isDisabled?: boolean
}) {
  const { act, actOrReport, isPending } = useAct()
  const [isAsking, setAsking] = useState(false)
  const [values, setValues] = useState<Record<string, string>>({})
  const source = sourceOf(move.source)
  const needed = source?.fields.filter(({ name }) => name !== 'address') ?? []
  if (!source) return null
  const hasFailed = move.task_state === 'failed'
  const run = () =>
    move.has_credentials && !hasFailed ? actOrReport(() => task(move.id)) : setAsking(true)
  const given = needed.filter(({ name }) => values[name]?.trim()).length
  const isStoredUsed = move.has_credentials && given === 0
  return (
    <>
      <Button
        look={isPrimary ? 'primary' : 'plain'}
        icon={icon}
        isPending={isPending}
        isDisabled={isDisabled}
        onPress={run}
      >
        {label}
      </Button>
      <Dialog title={label} isOpen={isAsking} onClose={() => setAsking(false)}>
        <Form
          submitLabel={label}
          isIncomplete={given < needed.length && !isStoredUsed}
          onCancel={() => setAsking(false)}
          onSubmit={async () => {
            await act(() => task(move.id, isStoredUsed ? undefined : (values as MoveCredentials)))
            setAsking(false)
          }}
        >
          <p className="text-sm text-muted">
            {t(move.has_credentials ? 'import.move.secrets_stored' : 'import.move.secrets_again')}
          </p>
          <SourceFields
            source={source}
            values={values}
            onChange={setValues}
            isAddressKnown
            isOptional={move.has_credentials}
          />
        </Form>
      </Dialog>
    </>
  )
}

// What the steps of a move share.
import { useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { type Move, type MoveCredentials, moveQuery, movesQuery } from '../../../api/moves.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Form } from '../../../components/form.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { t, textOfValue } from '../../../core/i18n.ts'
import { FileForm } from './file-form.tsx'
import { SourceFields, type Values } from './source-fields.tsx'
import { type Source, secretsOf, sourceOf, sourcesOf } from './sources.ts'
import { useOpenMove } from './use-open-move.ts'

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

/** Asks for what opens the account where the service has forgotten it. After a failure it can be another: it may be why it failed. */
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
  const open = useOpenMove()
  const [isAsking, setAsking] = useState(false)
  // The form of a move can come from anywhere.
  const source = sourceOf(move.source)
  const isOfFiles = move.files !== null || source === undefined || source.way === 'file'
  const hasAll = isOfFiles ? move.files !== null : move.has_credentials
  const needsNothing = hasAll && !(move.has_credentials && move.task_state === 'failed')
  const close = () => setAsking(false)
  return (
    <>
      <Button
        look={isPrimary ? 'primary' : 'plain'}
        icon={icon}
        isPending={isPending}
        isDisabled={isDisabled}
        onPress={() => (needsNothing ? actOrReport(() => task(move.id)) : setAsking(true))}
      >
        {label}
      </Button>
      <Dialog title={label} isOpen={isAsking} onClose={close} width="medium">
        {isOfFiles && move.files === null ? (
          <div className="space-y-4">
            <p className="text-sm text-muted">{t('import.move.newer_file')}</p>
            <FileForm
              source={source ?? sourcesOf('file')[0]}
              known={move}
              onStarted={(started) => void act(async () => started).then(() => open(started.id))}
            />
          </div>
        ) : (
          source && (
            <CredentialsForm
              move={move}
              source={source}
              label={label}
              onCancel={close}
              onSubmit={(given) => act(() => task(move.id, given)).then(close)}
            />
          )
        )}
      </Dialog>
    </>
  )
}

function CredentialsForm({
  move,
  source,
  label,
  onCancel,
  onSubmit,
}: StepProps & {
  source: Source
  label: string
  onCancel: () => void
  onSubmit: (given: MoveCredentials | undefined) => Promise<void>
}) {
  const [values, setValues] = useState<Values>({})
  const fields = secretsOf(source)
  const isEmpty = fields.every(({ name }) => !values[name]?.trim())
  const isWhole = fields.every(({ name }) => values[name]?.trim())
  const isStoredUsed = move.has_credentials && isEmpty
  return (
    <Form
      submitLabel={label}
      isIncomplete={!isWhole && !isStoredUsed}
      onCancel={onCancel}
      onSubmit={() => onSubmit(isStoredUsed ? undefined : values)}
    >
      <p className="text-sm text-muted">
        {t(move.has_credentials ? 'import.move.secrets_stored' : 'import.move.secrets_again')}
      </p>
      <SourceFields
        fields={fields}
        values={values}
        onChange={setValues}
        isOptional={move.has_credentials}
      />
    </Form>
  )
}

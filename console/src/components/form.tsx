// A form: labelled fields, the API's errors beside the field they belong to, one submit at a time, and a warning before
// unsaved changes are lost.
import { EarshotError } from '@earshot/client'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { describeError } from '../api/errors.ts'
import { type MessageId, t } from '../core/i18n.ts'
import { Button } from './button.tsx'
import { Confirm, type ConfirmProps } from './dialog.tsx'

export type FormProps = {
  /** Rejects with the API's error, which is then shown. */
  onSubmit: () => Promise<unknown>
  submitLabel: string
  onCancel?: () => void
  isDirty?: boolean
  /** A reason why it cannot be sent yet. */
  isIncomplete?: boolean
  isDangerous?: boolean
  /** The address holds what is unsaved: only leaving the screen loses it. */
  isInAddress?: boolean
  /** Fields have the names of the API's members: `title`, `links.forum`. */
  children: ReactNode
}

/** Ctrl-Enter or ⌘-Enter. */
export const isSubmitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)

const CODES: Record<string, MessageId> = {
  blank: 'record.invalid.blank',
  required: 'record.invalid.blank',
  max_runes: 'record.invalid.max_runes',
  email: 'record.invalid.pattern',
  pattern: 'record.invalid.pattern',
  not_found: 'record.invalid.not_found',
  taken: 'record.invalid.taken',
}

/** What to say at each field. */
const fieldMessages = (error: unknown): Messages =>
  error instanceof EarshotError
    ? Object.fromEntries(
        Object.entries(error.fieldErrors).map(([field, code]) => {
          const message = CODES[code]
          return [field, message ? t(message) : error.message]
        }),
      )
    : {}

type Messages = Record<string, string>
type Problem = {
  error: unknown
  messages: Messages
  /** Every message has its field. */
  isShownAtFields: boolean
}
const NO_MESSAGES: Messages = {}

export function Form({
  onSubmit,
  submitLabel,
  onCancel,
  isDirty = false,
  isIncomplete = false,
  isDangerous = false,
  isInAddress = false,
  children,
}: FormProps) {
  const [problem, setProblem] = useState<Problem>()
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    if (isPending || isIncomplete) return
    setPending(true)
    setProblem(undefined)
    try {
      await onSubmit()
    } catch (reason) {
      const messages = fieldMessages(reason)
      const names = Object.keys(messages)
      const hasField = (name: string) => form.current?.elements.namedItem(name)
      setProblem({
        error: reason,
        messages,
        isShownAtFields: names.length > 0 && names.every(hasField),
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <AriaForm
      ref={form}
      validationBehavior="aria"
      validationErrors={problem?.messages ?? NO_MESSAGES}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset
        className="space-y-4"
        // Not when the field is left: the button would move away under the pointer.
        onInput={() => setProblem(undefined)}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {children}
        {problem && !problem.isShownAtFields && <FormProblem error={problem.error} />}
        <footer className="flex flex-wrap justify-end gap-2">
          {onCancel && <Button onPress={onCancel}>{t('shell.cancel')}</Button>}
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            isPending={isPending}
            isDisabled={isIncomplete}
            keys="mod+Enter"
          >
            {submitLabel}
          </Button>
        </footer>
      </fieldset>
      <UnsavedChanges isDirty={isDirty && !isPending} isInAddress={isInAddress} />
    </AriaForm>
  )
}

const FormProblem = ({ error }: { error: unknown }) => {
  const { message, requestId } = describeError(error)
  return (
    <p role="alert" className="text-sm text-danger">
      {message}
      {requestId && (
        <span className="block text-xs text-muted">
          {t('shell.error.request', { id: requestId })}
        </span>
      )}
    </p>
  )
}

/** Asks before the address changes or the page closes. */
export function UnsavedChanges({
  isDirty,
  isInAddress = false,
}: {
  isDirty: boolean
  isInAddress?: boolean
}) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(isInAddress && current.pathname === next.pathname),
    enableBeforeUnload: () => isDirty && !isInAddress,
    withResolver: true,
  })
  return (
    <ConfirmDiscard
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    />
  )
}

/** Asks before what was typed is lost. */
export const ConfirmDiscard = (props: Pick<ConfirmProps, 'isOpen' | 'onClose' | 'onConfirm'>) => (
  <Confirm title={t('record.unsaved')} confirmLabel={t('record.discard')} isDangerous {...props}>
    {t('record.unsaved_hint')}
  </Confirm>
)

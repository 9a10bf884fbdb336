// Writes a comment, a note or a reply. A draft survives a change of the tab or the record.
import { Paperclip } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { Button, IconButton } from '../../../components/button.tsx'
import { TextField } from '../../../components/fields.tsx'
import { isSubmitKey } from '../../../components/form.tsx'
import { useDraft } from '../../../components/record/use-draft.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { t } from '../../../core/i18n.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

export type ComposerProps = {
  label: string
  hint?: string
  submitLabel: string
  draftKey: string
  /** With the tokens of the files, which only notes take. */
  onSubmit: (body: string, tokens: string[]) => Promise<unknown>
  onCancel?: () => void
  takesFiles?: boolean
  autoFocus?: boolean
}

export function Composer({
  label,
  hint,
  submitLabel,
  draftKey,
  onSubmit,
  onCancel,
  takesFiles = false,
  autoFocus = false,
}: ComposerProps) {
  const [text, setText] = useDraft(draftKey)
  const [isPending, setPending] = useState(false)
  const uploads = useUploads()
  const canSend = text.trim() !== '' && !isPending && !uploads.isBusy
  const submit = async () => {
    if (!canSend) return
    setPending(true)
    try {
      await onSubmit(text.trim(), uploads.tokens)
      setText('')
      uploads.clear()
      onCancel?.()
    } catch (error) {
      reportFailure(error)
    } finally {
      setPending(false)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!takesFiles || event.clipboardData.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    uploads.add([...event.clipboardData.files])
  }
  return (
    <fieldset
      className="space-y-2"
      onPaste={onPaste}
      onKeyDown={(event) => {
        if (isSubmitKey(event)) {
          event.preventDefault()
          void submit()
        } else if (event.key === 'Escape' && onCancel) {
          event.stopPropagation()
          onCancel()
        }
      }}
    >
      <TextField
        label={label}
        {...(hint && { description: hint })}
        rows={2}
        value={text}
        onChange={setText}
        maxLength={100_000}
        autoFocus={autoFocus}
      />
      <UploadList uploads={uploads} />
      <div className="flex items-center gap-2">
        {takesFiles && (
          <FileTrigger allowsMultiple onSelect={(files) => files && uploads.add([...files])}>
            <IconButton icon={Paperclip} label={t('record.attach')} />
          </FileTrigger>
        )}
        <span className="flex-1" />
        {onCancel && (
          <Button look="quiet" onPress={onCancel}>
            {t('shell.cancel')}
          </Button>
        )}
        <Button
          look={text.trim() === '' ? 'plain' : 'primary'}
          isDisabled={!canSend}
          isPending={isPending}
          onPress={() => void submit()}
          keys="mod+Enter"
        >
          {submitLabel}
        </Button>
      </div>
    </fieldset>
  )
}

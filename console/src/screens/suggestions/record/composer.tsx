// Writes a comment, a note or a reply. A draft survives a change of the tab or the record.
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { Button, IconButton } from '../../../components/button.tsx'
import { Editor } from '../../../components/editor/index.tsx'
import { isSubmitKey } from '../../../components/form.tsx'
import { useDraft } from '../../../components/record/use-draft.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { UploadList } from '../../../components/uploads/upload-list.tsx'
import { useUploads } from '../../../components/uploads/use-uploads.ts'
import { t } from '../../../core/i18n.ts'

export type ComposerProps = {
  label: string
  hint?: string
  submitLabel: string
  draftKey: string
  /** With the tokens of the files, which only notes take. */
  onSubmit: (body: string, tokens: string[]) => Promise<unknown>
  onCancel?: () => void
  takesFiles?: boolean
  hasReplies?: boolean
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
  hasReplies = false,
  autoFocus = false,
}: ComposerProps) {
  const [text, setText] = useDraft(draftKey)
  const [isPending, setPending] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const uploads = useUploads()
  const canSend = text.trim() !== '' && !isPending && !isBusy && !uploads.isBusy
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
  return (
    <fieldset
      className="space-y-2"
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
      <Editor
        label={label}
        {...(hint && { hint })}
        rows={2}
        value={text}
        onChange={setText}
        maxLength={100_000}
        autoFocus={autoFocus}
        canMention
        hasReplies={hasReplies}
        {...(takesFiles && { onOtherFiles: uploads.add })}
        onBusy={setBusy}
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

// The files of the suggestion: drop, paste or choose; look at pictures, download, delete.
import type { Attachment } from '@earshot/client'
import { Download, FileText, Paperclip, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { attachFile, deleteAttachment } from '../../../api/suggestion-writes.ts'
import { attachmentsQuery } from '../../../api/suggestions.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { Confirm, Dialog } from '../../../components/dialog.tsx'
import { pathOf } from '../../../components/person.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { Section } from '../../../components/record/section.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { UploadList } from '../../../components/uploads/upload-list.tsx'
import { useUploads } from '../../../components/uploads/use-uploads.ts'
import { formatBytes } from '../../../core/format-bytes.ts'
import { t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

export function Attachments() {
  const { id, can, refresh } = useRecord()
  const uploads = useUploads(async ({ token }) => {
    await attachFile(id, token)
    refresh()
  })
  usePastedFiles(uploads.add, can.isAdmin)
  const list = (
    <>
      <RecordList
        label={t('record.attachments')}
        query={attachmentsQuery(id)}
        items={(pages) => pages.flatMap(({ attachments }) => attachments)}
        keyOf={({ id: one }) => one}
        empty={
          <NothingHere>{t(can.isAdmin ? 'record.drop_files' : 'record.no_files')}</NothingHere>
        }
        className="grid gap-2 sm:grid-cols-2"
      >
        {(attachment) => <AttachmentCard attachment={attachment} canDelete={can.isAdmin} />}
      </RecordList>
      <UploadList uploads={uploads} />
    </>
  )
  if (!can.isAdmin) return <Section title={t('record.attachments')}>{list}</Section>
  return (
    <Section
      title={t('record.attachments')}
      actions={
        <FileTrigger allowsMultiple onSelect={(files) => files && uploads.add([...files])}>
          <IconButton icon={Paperclip} label={t('record.attach')} />
        </FileTrigger>
      }
    >
      <DropZone
        aria-label={t('record.drop_files')}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          const files = items.filter((item): item is FileDropItem => item.kind === 'file')
          void Promise.all(files.map((item) => item.getFile())).then(uploads.add)
        }}
        className="-m-2 rounded border border-dashed border-transparent p-2 drop-target:border-accent drop-target:bg-selected"
      >
        {list}
      </DropZone>
    </Section>
  )
}

/** Files that are pasted anywhere but into a composer, which takes them itself. */
function usePastedFiles(add: (files: File[]) => void, isEnabled: boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (event.defaultPrevented || files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [isEnabled])
}

const isPicture = ({ content_type }: Attachment) =>
  /^image\/(png|jpeg|gif|webp|avif)$/.test(content_type)

export function AttachmentCard({
  attachment,
  canDelete,
}: {
  attachment: Attachment
  canDelete: boolean
}) {
  const { refresh } = useRecord()
  const [open, setOpen] = useState<'preview' | 'delete' | undefined>()
  const { file_name, size_in_bytes } = attachment
  const path = pathOf(attachment.url)
  const close = () => setOpen(undefined)
  const remove = () =>
    deleteAttachment(attachment.id).then(() => {
      close()
      refresh()
    }, reportFailure)
  return (
    <div className="flex min-w-0 items-center gap-2 rounded border border-border p-2 text-sm">
      {isPicture(attachment) ? (
        <Button
          look="quiet"
          onPress={() => setOpen('preview')}
          aria-label={t('record.preview', { name: file_name })}
        >
          <img
            src={pathOf(attachment.thumb_url)}
            alt=""
            loading="lazy"
            className="-mx-3 size-8 rounded-sm object-cover"
          />
        </Button>
      ) : (
        <FileText size={16} aria-hidden className="m-2 shrink-0 text-muted" />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate" title={file_name}>
          {file_name}
        </p>
        <p className="text-xs text-muted">{formatBytes(size_in_bytes)}</p>
      </div>
      <a
        href={path}
        download={file_name}
        aria-label={t('record.download', { name: file_name })}
        title={t('record.download', { name: file_name })}
        className="grid size-8 place-items-center rounded hover:bg-hover"
      >
        <Download size={16} aria-hidden />
      </a>
      {canDelete && (
        <IconButton
          icon={Trash2}
          label={t('record.delete_file', { name: file_name })}
          onPress={() => setOpen('delete')}
        />
      )}
      <Dialog title={file_name} isOpen={open === 'preview'} onClose={close} width="large">
        <img src={path} alt={file_name} className="mx-auto max-h-[70vh] max-w-full" />
      </Dialog>
      <Confirm
        title={t('record.delete_file', { name: file_name })}
        isOpen={open === 'delete'}
        onClose={close}
        confirmLabel={t('record.delete')}
        isDangerous
        onConfirm={() => void remove()}
      >
        {t('record.delete_file_hint')}
      </Confirm>
    </div>
  )
}

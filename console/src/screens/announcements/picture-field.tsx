// The picture of an announcement: dropped, pasted or chosen, with its description.
import type { Attachment } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { pictureQuery } from '../../api/announcements.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/fields.tsx'
import { UploadList } from '../../components/uploads/upload-list.tsx'
import { useUploads } from '../../components/uploads/use-uploads.ts'
import { t } from '../../core/i18n.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
const MAX_ALT = 1000

export function PictureField({
  picture,
  alt,
  onPicture,
  onAlt,
  onBusy,
}: {
  picture: number | null
  alt: string
  onPicture: (id: number | null) => void
  onAlt: (text: string) => void
  onBusy: (isBusy: boolean) => void
}) {
  const queryClient = useQueryClient()
  const [isOver, setOver] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const { data: file } = useQuery(pictureQuery(picture))
  const uploads = useUploads(async (attachment: Attachment) => {
    queryClient.setQueryData(pictureQuery(attachment.id).queryKey, attachment)
    onPicture(attachment.id)
  })
  const { isBusy } = uploads
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  const take = (files: File[]) => {
    const found = files.find(({ type }) => TYPES.includes(type))
    setRefused(files.length > 0 && !found)
    if (found) uploads.add([found])
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <section aria-label={t('announcements.picture')} className="space-y-2">
      <h2 className="text-sm font-medium">{t('announcements.picture')}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen with the button */}
      <div
        className={`flex flex-wrap items-center gap-3 rounded border border-dashed p-3 ${isOver ? 'border-accent' : 'border-border-strong'}`}
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setOver(false)
          take([...event.dataTransfer.files])
        }}
        onPaste={(event: ClipboardEvent) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          take(files)
        }}
      >
        {picture !== null && file && (
          <img
            src={file.url}
            alt=""
            className="size-16 rounded-sm border border-border object-cover"
          />
        )}
        <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => files && take([...files])}>
          <Button icon={ImagePlus}>
            {t(picture === null ? 'announcements.add_picture' : 'announcements.replace_picture')}
          </Button>
        </FileTrigger>
        {picture !== null && (
          <Button icon={X} onPress={() => onPicture(null)}>
            {t('announcements.remove_picture')}
          </Button>
        )}
        <span className="text-sm text-muted">{t('announcements.picture_hint')}</span>
      </div>
      {isRefused && (
        <p role="alert" className="text-sm text-danger">
          {t('announcements.no_picture')}
        </p>
      )}
      <UploadList uploads={uploads} />
      {picture !== null && (
        <TextField
          label={t('announcements.alt')}
          name="picture_alt"
          description={t('announcements.alt_hint')}
          maxLength={MAX_ALT}
          value={alt}
          onChange={onAlt}
        />
      )}
    </section>
  )
}

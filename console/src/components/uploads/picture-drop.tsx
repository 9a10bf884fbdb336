// One picture: dropped, pasted or chosen.
import type { Attachment } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { pictureQuery } from '../../api/pictures.ts'
import { Button } from '../button.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

export type PictureDropProps = {
  /** Content types. */
  types: string[]
  /** The id of the upload. */
  picture: number | null
  onPicture: (id: number | null) => void
  onBusy: (isBusy: boolean) => void
  isDisabled?: boolean
  texts: { add: string; replace: string; remove: string; hint: string; refused: string }
}

export function PictureDrop({
  types,
  picture,
  onPicture,
  onBusy,
  isDisabled = false,
  texts,
}: PictureDropProps) {
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
    const found = files.find(({ type }) => types.includes(type))
    setRefused(files.length > 0 && !found)
    if (found && !isDisabled) uploads.add([found])
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <>
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
            className="size-16 rounded-sm border border-border object-contain"
          />
        )}
        <FileTrigger acceptedFileTypes={types} onSelect={(files) => files && take([...files])}>
          <Button icon={ImagePlus} isDisabled={isDisabled}>
            {picture === null ? texts.add : texts.replace}
          </Button>
        </FileTrigger>
        {picture !== null && (
          <Button icon={X} isDisabled={isDisabled} onPress={() => onPicture(null)}>
            {texts.remove}
          </Button>
        )}
        <span className="text-sm text-muted">{texts.hint}</span>
      </div>
      {isRefused && (
        <p role="alert" className="text-sm text-danger">
          {texts.refused}
        </p>
      )}
      <UploadList uploads={uploads} />
    </>
  )
}

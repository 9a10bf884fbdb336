// Files on their way to the service: progress, cancel, retry.
import type { Attachment } from '@earshot/client'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { uploadFile } from '../../api/suggestion-writes.ts'

export type Upload = {
  key: number
  file: File
  /** Of 1. */
  progress: number
  error?: string
  attachment?: Attachment
  /** The picture, before the service has it. */
  preview: string | undefined
}

export type Uploads = ReturnType<typeof useUploads>

let lastKey = 0

/** `onDone` links a file to its record; until then the service keeps it for some days. */
export function useUploads(onDone?: (attachment: Attachment) => Promise<unknown>) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const previews = useRef(new Set<string>())
  useEffect(
    () => () => {
      for (const url of previews.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send({ key, file }: Upload): Promise<void> {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    try {
      const attachment = await uploadFile(file, {
        signal: controller.signal,
        onProgress: ({ loaded }) => change(key, { progress: loaded / Math.max(1, file.size) }),
      })
      if (onDone) {
        await onDone(attachment)
        drop(key)
      } else change(key, { attachment, progress: 1 })
    } catch (error) {
      if (controller.signal.aborted) drop(key)
      else change(key, { error: describeError(error).message })
    } finally {
      controllers.current.delete(key)
    }
  }

  function add(files: File[]): void {
    const added = files.map((file): Upload => {
      lastKey += 1
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      if (preview) previews.current.add(preview)
      return { key: lastKey, file, progress: 0, preview }
    })
    setUploads((all) => [...all, ...added])
    for (const upload of added) void send(upload)
  }

  return {
    uploads,
    add,
    cancel(key: number) {
      const controller = controllers.current.get(key)
      if (controller) controller.abort()
      else drop(key)
    },
    retry(key: number) {
      const upload = uploads.find((one) => one.key === key)
      if (!upload) return
      setUploads((all) =>
        all.map((one) => (one.key === key ? { ...omitError(one), progress: 0 } : one)),
      )
      void send(upload)
    },
    clear: () => setUploads([]),
    isBusy: uploads.some(({ attachment, error }) => !attachment && !error),
    tokens: uploads.flatMap(({ attachment }) => (attachment ? [attachment.token] : [])),
  }
}

const omitError = ({ error: _, ...upload }: Upload): Upload => upload

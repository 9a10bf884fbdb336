// Files of an account: chosen or dropped, then sent at once. The service sees what they are.
import { EarshotError, NetworkError } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import { FileUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DropZone, type FileDropItem, FileTrigger, ProgressBar } from 'react-aria-components'
import { lookAtFiles, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, type Move } from '../../../api/moves.ts'
import { Button, buttonClass, IconButton } from '../../../components/button.tsx'
import { Form, UnsavedChanges } from '../../../components/form.tsx'
import { formatBytes } from '../../../core/format-bytes.ts'
import { formatNumber, t } from '../../../core/i18n.ts'
import { Notice } from './notice.tsx'
import { filledIn, SourceFields, type Values } from './source-fields.tsx'
import type { Source } from './sources.ts'

type Sending = { loaded: number; stop: () => void }

export function FileForm({
  source,
  onStarted,
  onSending,
  known,
}: {
  source: Source
  onStarted: (move: Move) => void
  /** Another choice meanwhile would end it. */
  onSending?: (isSending: boolean) => void
  /** Whose newer files they are. */
  known?: Move
}) {
  const [files, setFiles] = useState<File[]>([])
  const [values, setValues] = useState<Values>(() => ({ ...(known && { account: known.account }) }))
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<ReactNode>()
  const stop = useRef(() => {})
  // Who leaves ends it.
  useEffect(() => () => stop.current(), [])

  const size = files.reduce((total, file) => total + file.size, 0)
  const limit = findLimit(files, size)
  const change = (next: File[]) => {
    setProblem(undefined)
    setFiles(next)
  }
  const add = (added: File[]) =>
    change([...files.filter((file) => !added.some(({ name }) => name === file.name)), ...added])
  const submit = async () => {
    const controller = new AbortController()
    stop.current = () => controller.abort()
    setProblem(undefined)
    setSending({ loaded: 0, stop: stop.current })
    onSending?.(true)
    try {
      const move = await lookAtFiles(files, filledIn(source, values), {
        signal: controller.signal,
        onProgress: ({ loaded }) => setSending({ loaded, stop: stop.current }),
      })
      onStarted(move)
    } catch (error) {
      if (controller.signal.aborted) return
      const about = describeProblem(error)
      if (about === undefined) throw error
      setProblem(about)
    } finally {
      setSending(undefined)
      onSending?.(false)
    }
  }
  return (
    <div className="max-w-[720px]">
      <Form
        submitLabel={t('import.move.look')}
        isIncomplete={files.length === 0 || limit !== undefined}
        onSubmit={submit}
        {...(sending && { onCancel: sending.stop })}
      >
        {sending ? (
          <Progress loaded={sending.loaded} size={size} />
        ) : (
          <Choice hasFiles={files.length > 0} onAdd={add} />
        )}
        {files.length > 0 && (
          <ul
            aria-label={t('import.move.files')}
            className="divide-y divide-border rounded border border-border"
          >
            {files.map((file) => (
              <li key={file.name} className="flex min-h-10 items-center gap-3 px-3 text-sm">
                <span className="min-w-0 flex-1 truncate font-medium">{file.name}</span>
                <span className="text-muted tabular-nums">{formatBytes(file.size)}</span>
                {!sending && (
                  <IconButton
                    icon={X}
                    label={t('import.move.remove_file', { name: file.name })}
                    onPress={() => change(files.filter((one) => one !== file))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {limit && <Notice tone="danger">{limit}</Notice>}
        {problem}
        {!sending && (
          <SourceFields
            fields={source.fields.filter(({ name }) => !(known && name === 'account'))}
            values={values}
            onChange={setValues}
          />
        )}
        <p className="text-sm text-muted">{t('import.move.files_hint')}</p>
      </Form>
      <UnsavedChanges isDirty={sending !== undefined} />
    </div>
  )
}

const Choice = ({ hasFiles, onAdd }: { hasFiles: boolean; onAdd: (files: File[]) => void }) => (
  <DropZone
    aria-label={t('import.move.drop')}
    getDropOperation={() => 'copy'}
    onDrop={({ items }) => {
      const dropped = items.filter((one): one is FileDropItem => one.kind === 'file')
      void Promise.all(dropped.map((one) => one.getFile())).then(onAdd)
    }}
    className={`flex flex-col items-center gap-3 rounded border border-dashed border-border-strong px-6 text-center drop-target:border-accent drop-target:bg-selected ${hasFiles ? 'py-4' : 'py-10'}`}
  >
    {!hasFiles && <FileUp size={24} aria-hidden className="text-muted" />}
    {!hasFiles && <p className="font-medium">{t('import.move.drop')}</p>}
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={['.zip', '.csv', '.tsv', '.txt', 'application/zip', 'text/csv']}
      onSelect={(files) => files && onAdd([...files])}
    >
      <Button look={hasFiles ? 'plain' : 'primary'} icon={FileUp}>
        {t(hasFiles ? 'import.move.add_files' : 'import.move.choose_files')}
      </Button>
    </FileTrigger>
    {!hasFiles && (
      <p className="max-w-[60ch] text-sm text-muted">
        {t('import.move.file_limits', {
          size: formatBytes(MAX_UPLOAD_BYTES),
          files: formatNumber(MAX_UPLOAD_FILES),
        })}
      </p>
    )}
  </DropZone>
)

function Progress({ loaded, size }: { loaded: number; size: number }) {
  const label = t(loaded < size ? 'import.move.uploading' : 'import.move.uploaded')
  return (
    <ProgressBar aria-label={label} value={loaded} maxValue={Math.max(1, size)} className="block">
      {({ percentage = 0 }) => (
        <>
          <span className="mb-1 flex items-baseline justify-between gap-4 text-sm">
            <span className="font-medium">{label}</span>
            <span className="text-xs text-muted tabular-nums">
              {t('import.move.of', { done: formatBytes(loaded), total: formatBytes(size) })}
            </span>
          </span>
          <span className="block h-1 overflow-hidden rounded bg-hover">
            <span className="block h-full bg-accent" style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  )
}

/** What the service would refuse after everything was sent. */
function findLimit(files: File[], size: number): string | undefined {
  if (files.length > MAX_UPLOAD_FILES)
    return t('import.move.too_many_files', { files: formatNumber(MAX_UPLOAD_FILES) })
  return size > MAX_UPLOAD_BYTES ? tooLarge() : undefined
}

const tooLarge = () => t('import.move.too_large', { size: formatBytes(MAX_UPLOAD_BYTES) })

const TOO_LARGE = 413

/** Undefined for what belongs to a field, or is no matter of the files. */
function describeProblem(error: unknown): ReactNode {
  if (error instanceof NetworkError)
    return <Notice tone="danger">{t('import.move.upload_lost')}</Notice>
  if (!(error instanceof EarshotError)) return undefined
  if (error.status === TOO_LARGE) return <Notice tone="danger">{tooLarge()}</Notice>
  const code = error.fieldErrors.file
  if (code === undefined) return undefined
  const message = error.message.replace(/^file: /, '')
  if (code !== 'for_import') return <Notice tone="danger">{message}</Notice>
  return (
    <Notice tone="warning">
      <span className="block">{t('import.move.for_import')}</span>
      <Link to="/import" search={{ type: 'suggestions' }} className={`${buttonClass()} mt-2`}>
        {t('import.move.open_import')}
      </Link>
    </Notice>
  )
}

import { FileText, RotateCcw, X } from 'lucide-react'
import { ProgressBar } from 'react-aria-components'
import { formatBytes } from '../../core/format-bytes.ts'
import { t } from '../../core/i18n.ts'
import { IconButton } from '../button.tsx'
import type { Upload, Uploads } from './use-uploads.ts'

/** Files on their way, each with its progress. */
export const UploadList = ({ uploads }: { uploads: Uploads }) =>
  uploads.uploads.length === 0 ? null : (
    <ul aria-label={t('record.uploads')} className="space-y-1 py-1">
      {uploads.uploads.map((upload) => (
        <li key={upload.key}>
          <UploadRow
            upload={upload}
            onCancel={() => uploads.cancel(upload.key)}
            onRetry={() => uploads.retry(upload.key)}
          />
        </li>
      ))}
    </ul>
  )

const UploadRow = ({
  upload: { file, progress, error, preview, attachment },
  onCancel,
  onRetry,
}: {
  upload: Upload
  onCancel: () => void
  onRetry: () => void
}) => (
  <div className="flex items-center gap-2 rounded border border-border px-2 py-1 text-sm">
    {preview ? (
      <img src={preview} alt="" className="size-8 rounded-sm object-cover" />
    ) : (
      <FileText size={16} aria-hidden className="text-muted" />
    )}
    <div className="min-w-0 flex-1">
      <p className="truncate">{file.name}</p>
      {error ? (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      ) : attachment ? (
        <p className="text-xs text-muted">{formatBytes(file.size)}</p>
      ) : (
        <ProgressBar
          aria-label={t('record.uploading', { name: file.name })}
          value={progress * 100}
          className="mt-1 block h-1 overflow-hidden rounded bg-hover"
        >
          {({ percentage = 0 }) => (
            <div className="h-full bg-accent" style={{ width: `${percentage}%` }} />
          )}
        </ProgressBar>
      )}
    </div>
    {error && <IconButton icon={RotateCcw} label={t('shell.retry')} onPress={onRetry} />}
    <IconButton
      icon={X}
      label={t('record.cancel_upload', { name: file.name })}
      onPress={onCancel}
    />
  </div>
)

// Where an import begins: what the file contains, and the file.
import { ClipboardPaste, Download, FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { IMPORT_TYPES, type ImportType, MAX_FILE_BYTES, MAX_FILE_ROWS } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { download } from '../../components/download.ts'
import { TextField } from '../../components/fields.tsx'
import { Segments } from '../../components/segments.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { UnreadableFile } from '../../core/text-file.ts'
import { FileTooLarge, type ImportDraft } from './use-import.ts'

export const TypeChoice = ({
  type,
  onType,
}: {
  type: ImportType
  onType: (type: ImportType) => void
}) => (
  <Segments
    label={t('import.type')}
    options={IMPORT_TYPES.map((id) => ({ id, label: t(`import.type.${id}`) }))}
    value={type}
    onChange={onType}
  />
)

const MEBIBYTE = 1024 * 1024
const LIMITS = {
  size: formatNumber(MAX_FILE_BYTES / MEBIBYTE),
  rows: MAX_FILE_ROWS,
}

const limits = () => ({ size: LIMITS.size, rows: formatNumber(LIMITS.rows) })

function faultText(error: unknown, name: string): string {
  if (error instanceof FileTooLarge) return t('import.fault.too_large', { name, ...limits() })
  if (error instanceof UnreadableFile) return t(`import.fault.${error.fault}`, { name })
  return t('import.fault.unreadable', { name })
}

type Props = { type: ImportType; onType: (type: ImportType) => void; draft: ImportDraft }

export function StartForm({ type, onType, draft }: Props) {
  const [fault, setFault] = useState<string>()
  const [isPasting, setPasting] = useState(false)
  const [pasted, setPasted] = useState('')
  const attempt = async (name: string, begin: () => unknown) => {
    setFault(undefined)
    try {
      await begin()
    } catch (error) {
      setFault(faultText(error, name))
    }
  }
  const open = (file: File | undefined) =>
    file &&
    void attempt(file.name, async () => {
      // Not read when it is too large anyway.
      if (file.size > MAX_FILE_BYTES) throw new FileTooLarge()
      await draft.open(file.name, new Uint8Array(await file.arrayBuffer()))
    })
  const paste = (text: string) => void attempt(t('import.pasted'), () => draft.paste(text))
  usePaste(open, paste)
  return (
    <section aria-label={t('import.file')} className="space-y-4">
      <div className="space-y-3">
        <TypeChoice type={type} onType={onType} />
        <p className="max-w-[80ch] text-sm text-muted">{t(`import.about.${type}`)}</p>
      </div>
      <DropZone
        aria-label={t('import.drop')}
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          const item = items.find((one): one is FileDropItem => one.kind === 'file')
          void item?.getFile().then(open)
        }}
        className="flex flex-col items-center gap-3 rounded border border-dashed border-border-strong px-6 py-10 text-center drop-target:border-accent drop-target:bg-selected"
      >
        <FileUp size={24} aria-hidden className="text-muted" />
        <p className="font-medium">{t('import.drop')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <FileTrigger
            acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx', 'text/csv', 'text/plain']}
            onSelect={(files) => open(files?.[0])}
          >
            <Button look="primary" icon={FileUp}>
              {t('import.choose')}
            </Button>
          </FileTrigger>
          <Button
            icon={ClipboardPaste}
            aria-expanded={isPasting}
            onPress={() => setPasting(!isPasting)}
          >
            {t('import.paste')}
          </Button>
          <Button
            icon={Download}
            onPress={() =>
              // The mark tells spreadsheets that the text is UTF-8.
              download(
                new Blob([`\ufeff${t(`import.example.${type}`)}\n`], { type: 'text/csv' }),
                `${type}-example.csv`,
              )
            }
          >
            {t('import.example')}
          </Button>
        </div>
        <p className="max-w-[60ch] text-sm text-muted">{t('import.limits', limits())}</p>
      </DropZone>
      {isPasting && (
        <div className="space-y-2">
          <TextField
            label={t('import.paste_label')}
            value={pasted}
            onChange={setPasted}
            rows={8}
            autoFocus
            placeholder={t(`import.example.${type}`)}
          />
          <div className="flex justify-end">
            <Button look="primary" isDisabled={pasted.trim() === ''} onPress={() => paste(pasted)}>
              {t('import.use_text')}
            </Button>
          </div>
        </div>
      )}
      {fault && (
        <p role="alert" className="rounded border border-danger px-3 py-2 text-sm text-danger">
          {fault}
        </p>
      )}
    </section>
  )
}

/** A file or a table that is pasted outside of a field. */
function usePaste(open: (file: File | undefined) => void, paste: (text: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isInField = event.target instanceof Element && event.target.closest('input, textarea')
    const data = event.clipboardData
    if (event.defaultPrevented || isInField || !data) return
    const text = data.getData('text/plain')
    if (data.files.length > 0) open(data.files[0])
    else if (text.includes('\n')) paste(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}

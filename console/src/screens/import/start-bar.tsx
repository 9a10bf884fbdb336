// What the import will do, and the button that starts it.
import { LoaderCircle } from 'lucide-react'
import type { ImportPreview, ImportType } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber, t } from '../../core/i18n.ts'

type Props = {
  preview: ImportPreview
  type: ImportType
  isChecking: boolean
  /** The file as it is now could not be checked. */
  hasFailed: boolean
  isStarting: boolean
  onStart: (skipsInvalid: boolean) => void
}

export function StartBar({ preview, type, isChecking, hasFailed, isStarting, onStart }: Props) {
  const { total_rows, valid_rows, problems_count, can_skip_invalid, creates, updates } = preview
  const invalid = total_rows - valid_rows
  const skips = problems_count > 0
  const isBlocked = skips && !can_skip_invalid
  const isUnclear = preview.columns.some((column) => column.format_source === 'unclear')
  const canStart = valid_rows > 0 && !isBlocked && !isChecking && !hasFailed
  const count = (value: number) => ({ count: value, shown: formatNumber(value) })
  return (
    <footer className="sticky bottom-0 z-10 border-t border-border bg-surface">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 md:px-6">
        {!isBlocked && (
          <ul
            aria-label={t('import.dry_run')}
            className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-sm tabular-nums max-md:w-full"
          >
            <li className="font-medium">{t(`import.creates.${type}`, count(creates))}</li>
            <li>{t(`import.updates.${type}`, count(updates))}</li>
            {preview.account_creates > 0 && (
              <li>{t('import.creates_accounts', count(preview.account_creates))}</li>
            )}
            {preview.account_updates > 0 && (
              <li>{t('import.updates_accounts', count(preview.account_updates))}</li>
            )}
            <li className={invalid > 0 ? 'text-danger' : 'text-muted'}>
              {t('import.invalid', count(invalid))}
            </li>
          </ul>
        )}
        <p role="status" className="flex flex-1 items-center gap-1.5 text-sm text-muted">
          {isChecking && (
            <>
              <LoaderCircle size={14} aria-hidden className="motion-safe:animate-spin" />
              {t('import.checking')}
            </>
          )}
          {!isChecking &&
            isBlocked &&
            t(isUnclear ? 'import.choose_formats' : 'import.cannot_start')}
          {!isChecking && !isBlocked && valid_rows === 0 && t('import.nothing_valid')}
        </p>
        <Button
          look="primary"
          isDisabled={!canStart}
          isPending={isStarting}
          onPress={() => onStart(skips)}
        >
          {isBlocked
            ? t('shell.import')
            : skips
              ? t('import.start_skipping', { valid: formatNumber(valid_rows), ...count(invalid) })
              : t('import.start', count(valid_rows))}
        </Button>
      </div>
    </footer>
  )
}

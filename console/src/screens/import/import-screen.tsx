// Import: choose a file, map its columns, correct it, see what will happen, start.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadCsv } from '../../api/csv.ts'
import { type ImportType, leftOutPath, mappingOf, startImport } from '../../api/imports.ts'
import { useHasRole } from '../../api/session.ts'
import { UnsavedChanges } from '../../components/form.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { Check } from './check.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { EncodingChoice } from './encoding-choice.tsx'
import { FileSummary } from './file-summary.tsx'
import { MappingSection } from './mapping-section.tsx'
import { MoveIn } from './move-in.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { rememberMapping } from './remembered-mappings.ts'
import { StartBar } from './start-bar.tsx'
import { StartForm } from './start-form.tsx'
import { type ImportDraft, useImport } from './use-import.ts'
import { ValuesSection } from './values-section.tsx'
import { Warnings } from './warnings.tsx'

export default function ImportScreen() {
  return useHasRole('admin') ? <Importing /> : <NotAllowed />
}

function Importing() {
  const { type = 'users', problems_of } = useSearch({ from: '/import' })
  const navigate = useNavigate()
  const draft = useImport(type)
  const { file, preview, error, isChecking } = draft
  const [isStarting, setStarting] = useState(false)
  useLeftOutRows(problems_of, draft.open)

  const setType = (chosen: ImportType) => {
    draft.map({})
    void navigate({ to: '/import', search: { type: chosen }, replace: true, ignoreBlocker: true })
  }
  const start = async (skipsInvalid: boolean) => {
    if (!file || !preview) return
    setStarting(true)
    const mapping = mappingOf(preview, file.mapping)
    try {
      const { id } = await startImport({
        type,
        mapping,
        csv: file.text,
        ...(file.source.name !== null && { file_name: file.source.name.slice(0, 255) }),
        skip_invalid: skipsInvalid,
        create_missing: file.createsMissing,
      })
      rememberMapping(type, mapping)
      await navigate({ to: '/import/$id', params: { id: String(id) }, ignoreBlocker: true })
    } catch (reason) {
      setStarting(false)
      reportFailure(reason)
    }
  }
  return (
    <div className="flex min-h-full flex-col">
      <PageTitle name={t('shell.import')} />
      <div className="mx-auto w-full max-w-[1200px] flex-1 space-y-6 p-4 md:p-6">
        <h1 className="text-xl font-semibold">{t('shell.import')}</h1>
        {file ? (
          <>
            <FileSummary draft={draft} type={type} onType={setType} />
            <EncodingChoice draft={draft} />
            {error !== undefined && error !== null && (
              <ErrorState error={error} onRetry={draft.retry} />
            )}
            {preview ? (
              <>
                <MappingSection draft={draft} type={type} preview={preview} />
                <ValuesSection draft={draft} preview={preview} />
                <Warnings preview={preview} type={type} />
                <Check draft={draft} preview={preview} />
              </>
            ) : (
              isChecking && <SkeletonLines lines={8} />
            )}
          </>
        ) : (
          <>
            <MoveIn />
            <StartForm type={type} onType={setType} draft={draft} />
            <EarlierImports />
          </>
        )}
      </div>
      {preview && (
        <StartBar
          preview={preview}
          type={type}
          isChecking={isChecking}
          hasFailed={error !== undefined && error !== null}
          isStarting={isStarting}
          onStart={start}
        />
      )}
      <UnsavedChanges isDirty={file !== undefined && !isStarting} />
    </div>
  )
}

/** Opens the rows that an earlier import left out, which the address names. */
function useLeftOutRows(id: string | undefined, open: ImportDraft['open']) {
  const loaded = useEffectEvent((bytes: Uint8Array<ArrayBuffer>) =>
    open(`import-${id}-problems.csv`, bytes),
  )
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    loadCsv(leftOutPath(Number(id)), controller.signal)
      .then(loaded)
      .catch((error) => controller.signal.aborted || reportFailure(error))
    return () => controller.abort()
  }, [id])
}

// One import: its progress, its result, the rows that it left out, and undoing it.
import type { Import } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Link2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  type ImportState,
  importQuery,
  type LoadedImport,
  stateOf,
  undoImport,
} from '../../api/imports.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import type { RecordProps } from '../../components/list/declaration.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { PersonLink } from '../../components/person.tsx'
import { ProgressLine } from '../../components/progress-line.tsx'
import { Figures } from '../../components/record/figures.tsx'
import { copyLink, RecordNavigation } from '../../components/record/navigation.tsx'
import { Fact, PropertyList, PropertyRow } from '../../components/record/properties.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../components/record/record.tsx'
import { Section } from '../../components/record/section.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { formatNumber, formatTime, t } from '../../core/i18n.ts'
import { typeText } from './earlier-imports.tsx'
import { ImportBadge } from './import-badge.tsx'
import { LeftOutRows } from './left-out-rows.tsx'
import { MappedValues } from './mapped-values.tsx'

export default function ImportRecord({ id, onClose }: RecordProps) {
  const query = useQuery(importQuery(id))
  const title = t('import.title', { id })
  if (query.isPending) return <RecordLoading />
  if (!query.data)
    return <RecordFailed title={title} error={query.error} onRetry={() => void query.refetch()} />
  return <Loaded loaded={query.data} title={title} onClose={onClose} />
}

function Loaded({
  loaded,
  title,
  onClose,
}: {
  loaded: LoadedImport
  title: string
  onClose: () => void
}) {
  const { data } = loaded
  const state = stateOf(data)
  return (
    <>
      <PageTitle name={title} />
      <RecordFrame
        label={title}
        isBeside={false}
        header={
          <RecordNavigation
            path="/import"
            listTitle="shell.import"
            id={data.id}
            isBeside={false}
            onClose={onClose}
          >
            <IconButton
              icon={Link2}
              label={t('record.copy_link')}
              onPress={() => void copyLink('/import', data.id)}
            />
            {data.can_undo && <UndoButton data={data} />}
          </RecordNavigation>
        }
        main={
          <>
            <div>
              <h1 className="flex flex-wrap items-center gap-2 text-xl leading-snug font-semibold">
                {title}
                <ImportBadge state={state} />
              </h1>
              <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
                {[data.file_name, typeText(data)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Progress data={data} state={state} />
            {state !== 'queued' && <Result data={data} state={state} />}
            {data.mapped_values.length > 0 && <MappedValues values={data.mapped_values} />}
            {data.skipped_rows > 0 && <LeftOutRows data={data} />}
          </>
        }
        side={<Properties loaded={loaded} />}
      />
    </>
  )
}

/** What happens now, as a line that moves. */
function Progress({ data, state }: { data: Import; state: ImportState }) {
  if (state === 'undoing')
    return (
      <Running hint={t('import.running_hint')}>
        <ProgressLine
          label={t('import.undoing')}
          done={data.undone_rows}
          total={data.processed_rows}
        />
      </Running>
    )
  if (state !== 'queued' && state !== 'processing') return null
  return (
    <Running hint={t('import.running_hint')}>
      <ProgressLine
        label={t(state === 'queued' ? 'import.waiting' : 'import.importing')}
        done={data.processed_rows}
        total={data.total_rows}
      />
    </Running>
  )
}

const Running = ({ hint, children }: { hint: string; children: React.ReactNode }) => (
  <div className="rounded border border-border [&>div]:border-t-0">
    {children}
    <p className="px-4 pb-2 text-sm text-muted">{hint}</p>
  </div>
)

function Result({ data, state }: { data: Import; state: ImportState }) {
  const figures = [
    { label: t('import.figure.imported'), value: formatNumber(data.imported_records) },
    { label: t('import.figure.rows'), value: formatNumber(data.processed_rows) },
    { label: t('import.figure.left_out'), value: formatNumber(data.skipped_rows) },
    { label: t('import.figure.problems'), value: formatNumber(data.problems_count) },
  ]
  const isUndone = state === 'undone'
  return (
    <Section title={t('import.result')}>
      {state === 'failed' && (
        <p
          role="alert"
          className="mb-3 flex items-start gap-2 rounded border border-danger px-3 py-2 text-sm text-danger"
        >
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {data.reason}
            <span className="block text-text">
              {t('import.failed_hint', { rows: formatNumber(data.processed_rows) })}
            </span>
          </span>
        </p>
      )}
      {isUndone && (
        <p className="mb-3 rounded border border-border px-3 py-2 text-sm">
          {t('import.undone', {
            count: data.undone_records,
            shown: formatNumber(data.undone_records),
          })}{' '}
          {data.kept_records > 0 &&
            t('import.kept', { count: data.kept_records, shown: formatNumber(data.kept_records) })}
        </p>
      )}
      <Figures figures={figures} />
      {state === 'completed' && (
        <p className="pt-3 text-sm">
          {data.type === 'suggestions' ? (
            <Link
              to="/suggestions"
              search={{ view: 'all', ...importedOnly(data), sort: '-created_at' }}
              className="text-accent hover:underline"
            >
              {t(data.can_undo ? 'import.see_imported.suggestions' : 'import.see.suggestions')}
            </Link>
          ) : (
            <Link
              to="/users"
              search={{ view: 'all', ...importedOnly(data), sort: '-created_at' }}
              className="text-accent hover:underline"
            >
              {t(data.can_undo ? 'import.see_imported.users' : 'import.see.users')}
            </Link>
          )}
        </p>
      )}
    </Section>
  )
}

/** What an import wrote is known as long as it can be undone. */
const importedOnly = ({ id, can_undo }: Import) => (can_undo ? { import: String(id) } : {})

const Properties = ({ loaded: { data, user } }: { loaded: LoadedImport }) => (
  <Section title={t('record.properties')}>
    <PropertyList>
      <PropertyRow label={t('import.by')}>
        <span className="block py-1.5">
          <PersonLink user={user} />
        </span>
      </PropertyRow>
      <Time label={t('record.created')} time={data.created_at} />
      <Time label={t('import.started')} time={data.import_started_at} />
      <Time label={t('import.completed')} time={data.import_completed_at} />
      {data.can_undo && <Time label={t('import.undo_until')} time={data.undo_until} />}
      <Time label={t('import.undo_started')} time={data.undo_started_at} isOptional />
      <Time label={t('import.undone_at')} time={data.undone_at} isOptional />
    </PropertyList>
  </Section>
)

const Time = ({
  label,
  time,
  isOptional = false,
}: {
  label: string
  time: string | null
  isOptional?: boolean
}) => (time === null && isOptional ? null : <Fact label={label}>{time && formatTime(time)}</Fact>)

function UndoButton({ data }: { data: Import }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const undo = async () => {
    setPending(true)
    try {
      await undoImport(data.id)
      await queryClient.invalidateQueries({ queryKey: importQuery(data.id).queryKey })
      setOpen(false)
    } catch (error) {
      reportFailure(error)
    } finally {
      setPending(false)
    }
  }
  const count = { count: data.imported_records, shown: formatNumber(data.imported_records) }
  return (
    <>
      <Button icon={Undo2} onPress={() => setOpen(true)}>
        {t('import.undo')}
      </Button>
      <Confirm
        title={t('import.undo_title', { id: data.id })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width="medium"
        confirmLabel={t('import.undo_confirm')}
        isDangerous
        isPending={isPending}
        onConfirm={() => void undo()}
      >
        <div className="space-y-2 text-sm">
          <p>{t('import.undo_hint', count)}</p>
          <ul className="list-disc space-y-1 ps-5">
            <li>{t('import.undo_created')}</li>
            <li>{t('import.undo_changed')}</li>
            <li>{t('import.undo_kept')}</li>
          </ul>
          <p className="text-muted">
            {data.undo_until && t('import.undo_possible', { time: formatTime(data.undo_until) })}
          </p>
        </div>
      </Confirm>
    </>
  )
}

// Storage, and the queue of background jobs.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  deleteJob,
  type Installation,
  installationQuery,
  type Job,
  jobsQuery,
  retryFailedJobs,
  retryJob,
} from '../../api/settings.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatBytes } from '../../core/format-bytes.ts'
import { formatAge, formatNumber, t } from '../../core/i18n.ts'
import { Age, Badge, Facts, Named, Part, SectionBody } from './parts.tsx'
import { StateFilter } from './state-filter.tsx'
import { useChange } from './use-change.ts'
import { useSettingsSearch } from './use-search.ts'

const STATES = ['failed', 'running', 'ready', 'scheduled'] as const
const TONES = {
  failed: 'danger',
  running: 'success',
  ready: 'neutral',
  scheduled: 'neutral',
} as const

export default function StorageAndJobs() {
  const installation = useQuery(installationQuery)
  return (
    <SectionBody title={t('settings.jobs')} hint={t('settings.jobs.hint')}>
      <Part title={t('settings.jobs.storage')}>
        <Loaded query={installation}>{(data) => <Storage installation={data} />}</Loaded>
      </Part>
      <Jobs />
    </SectionBody>
  )
}

const Storage = ({ installation: { database, files } }: { installation: Installation }) => (
  <Facts
    facts={[
      [
        t('settings.jobs.database'),
        `${formatBytes(database.bytes)} · PostgreSQL ${database.server_version}`,
      ],
      [
        t('settings.jobs.files'),
        t('settings.jobs.files_value', { count: files.count, bytes: formatBytes(files.bytes) }),
      ],
      [
        t('settings.jobs.quota'),
        files.quota_bytes === null ? t('settings.none') : formatBytes(files.quota_bytes),
      ],
    ]}
  />
)

function Jobs() {
  const jobs = useQuery(jobsQuery)
  const { search } = useSettingsSearch()
  const { tryTo } = useChange('jobs', 'installation', 'mailings')
  const [given, setGiven] = useState<Job>()
  const retry = (job: Job) => tryTo(() => retryJob(job), t('settings.jobs.retried', { count: 1 }))
  const all = jobs.data ?? []
  const failed = all.filter(({ state }) => state === 'failed')
  const countOf = (state: string) => all.filter((job) => job.state === state).length
  return (
    <Part
      title={t('settings.jobs.queue')}
      hint={t('settings.jobs.queue_hint')}
      actions={
        <>
          <StateFilter
            allHint={formatNumber(all.length)}
            states={STATES.map((id) => ({
              id,
              label: t(`settings.jobs.state.${id}`),
              hint: formatNumber(countOf(id)),
            }))}
          />
          {failed.length > 1 && (
            <Button
              icon={RotateCcw}
              onPress={() =>
                tryTo(retryFailedJobs, t('settings.jobs.retried', { count: failed.length }))
              }
            >
              {t('settings.jobs.retry_all', { count: failed.length })}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={jobs}>
        {(found) => {
          const shown = found.filter(({ state }) => !search.state || state === search.state)
          return shown.length === 0 ? (
            <EmptyState
              icon={CircleCheck}
              title={t('settings.jobs.empty')}
              hint={t('settings.jobs.empty_hint')}
            />
          ) : (
            <JobTable jobs={shown} onRetry={retry} onDelete={setGiven} />
          )
        }}
      </Loaded>
      <Confirm
        title={t('settings.jobs.delete_title')}
        isOpen={given !== undefined}
        onClose={() => setGiven(undefined)}
        isDangerous
        confirmLabel={t('settings.delete')}
        onConfirm={() => {
          if (given) tryTo(() => deleteJob(given), t('settings.jobs.deleted'))
          setGiven(undefined)
        }}
      >
        {t('settings.jobs.delete_hint')}
      </Confirm>
    </Part>
  )
}

const JobTable = ({
  jobs,
  onRetry,
  onDelete,
}: {
  jobs: Job[]
  onRetry: (job: Job) => void
  onDelete: (job: Job) => void
}) => (
  <Table
    label={t('settings.jobs.queue')}
    rows={jobs}
    keyOf={({ id }) => id}
    columns={[
      {
        id: 'task',
        label: t('settings.jobs.task'),
        render: ({ task, subject, last_error }) => (
          <Named name={task.replaceAll('_', ' ')}>
            {subject && <span className="block">{subject}</span>}
            {last_error && <span className="block text-danger">{last_error}</span>}
          </Named>
        ),
      },
      {
        id: 'state',
        label: t('settings.jobs.state'),
        isShort: true,
        render: ({ state }) => (
          <Badge tone={TONES[state]}>{t(`settings.jobs.state.${state}`)}</Badge>
        ),
      },
      {
        id: 'attempts',
        label: t('settings.jobs.attempts'),
        align: 'end',
        isShort: true,
        render: ({ attempts, max_attempts }) =>
          t('settings.limits.used_of', { used: attempts, limit: max_attempts }),
      },
      {
        id: 'last',
        label: t('settings.jobs.last_attempt'),
        isShort: true,
        render: ({ last_attempt_at }) => (last_attempt_at ? <Age time={last_attempt_at} /> : '–'),
      },
      {
        id: 'next',
        label: t('settings.jobs.next_run'),
        isShort: true,
        render: ({ state, next_run_at }) =>
          next_run_at === null
            ? '–'
            : state === 'ready'
              ? t('settings.jobs.now')
              : formatAge(next_run_at),
      },
    ]}
    actions={(job) =>
      (job.state === 'failed' || job.state === 'scheduled') && (
        <span className="inline-flex gap-1">
          <Button
            icon={RotateCcw}
            onPress={() => onRetry(job)}
            aria-label={t('settings.jobs.retry_of', { task: job.task, id: job.id })}
          >
            {t('settings.jobs.retry')}
          </Button>
          {job.can_delete && (
            <IconButton
              icon={Trash2}
              onPress={() => onDelete(job)}
              label={t('settings.jobs.delete_of', { task: job.task, id: job.id })}
            />
          )}
        </span>
      )
    }
  />
)

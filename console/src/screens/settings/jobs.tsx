// Storage, and the queue of background jobs.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RotateCcw } from 'lucide-react'
import {
  type Installation,
  installationQuery,
  type Job,
  jobsQuery,
  retryJobs,
} from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatBytes } from '../../core/format-bytes.ts'
import { formatAge, formatNumber, t } from '../../core/i18n.ts'
import { Badge, Facts, Named, Part, SectionBody } from './parts.tsx'
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
  const { tryTo } = useChange('jobs', 'installation')
  const retry = (some: Job[]) =>
    tryTo(() => retryJobs(some), t('settings.jobs.retried', { count: some.length }))
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
            <Button icon={RotateCcw} onPress={() => retry(failed)}>
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
            <JobTable jobs={shown} onRetry={(job) => retry([job])} />
          )
        }}
      </Loaded>
    </Part>
  )
}

const JobTable = ({ jobs, onRetry }: { jobs: Job[]; onRetry: (job: Job) => void }) => (
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
        <Button
          icon={RotateCcw}
          onPress={() => onRetry(job)}
          aria-label={t('settings.jobs.retry_of', { task: job.task, id: job.id })}
        >
          {t('settings.jobs.retry')}
        </Button>
      )
    }
  />
)

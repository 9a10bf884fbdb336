// The mails about status updates, messages and announcements, with their progress.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import {
  type Concerned,
  MAILING_STATES,
  type Mailing,
  type MailingPage,
  type MailingState,
  mailingsQuery,
  stopMailing,
} from '../../api/mailings.ts'
import { MailingProgress, StopMailing } from '../../components/mailing-progress.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatNumber, t, textOfValue } from '../../core/i18n.ts'
import { Age, Badge, Named, SectionBody } from './parts.tsx'
import { StateFilter } from './state-filter.tsx'
import { useChange } from './use-change.ts'
import { useSettingsSearch } from './use-search.ts'

const TONES = { sending: 'neutral', sent: 'success', stopped: 'warning' } as const

const stateOf = (text: string | undefined): MailingState | undefined =>
  MAILING_STATES.find((state) => state === text)

export default function Mailings() {
  const { search } = useSettingsSearch()
  const state = stateOf(search.state)
  const mailings = useInfiniteQuery(mailingsQuery(state))
  const { tryTo } = useChange('mailings')
  return (
    <SectionBody
      title={t('settings.mailings')}
      hint={
        <>
          {t('mailings.hint')}{' '}
          <Link
            to="/users"
            search={{ email_suppressed: 'true' }}
            className="text-accent underline underline-offset-2"
          >
            {t('mailings.unreachable')}
          </Link>
        </>
      }
      actions={
        <StateFilter
          states={MAILING_STATES.map((id) => ({ id, label: t(`mailings.state.${id}`) }))}
        />
      }
    >
      <Loaded query={mailings}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.mailings.map((mailing) => toRow(page, mailing)))
          return rows.length === 0 ? (
            <EmptyState
              icon={MailCheck}
              title={t(state ? 'settings.no_match' : 'mailings.empty')}
              {...(!state && { hint: t('mailings.empty_hint') })}
            />
          ) : (
            <>
              <MailingTable
                rows={rows}
                onStop={({ id }) => tryTo(() => stopMailing(id), t('mailings.stopped'))}
              />
              {mailings.hasNextPage && <ShowMore query={mailings} />}
            </>
          )
        }}
      </Loaded>
    </SectionBody>
  )
}

type Row = Mailing & {
  cause: keyof Mailing['links']
  title: string
  concerned: Concerned | undefined
}

/** In `links` one of them is not null. */
const CAUSES = [
  'announcement',
  'comment',
  'merged_suggestion',
  'status_update',
  'supporter_message',
] as const

/** With the suggestion or the announcement that it is about. */
function toRow(page: MailingPage, mailing: Mailing): Row {
  const { links } = mailing
  const { announcement } = links
  const cause = CAUSES.find((name) => links[name] !== null) ?? 'status_update'
  if (announcement !== null) {
    const found = page.announcements?.find(({ id }) => id === announcement)
    return {
      ...mailing,
      cause: 'announcement',
      title: found?.title ?? '',
      concerned: { announcement },
    }
  }
  const suggestion =
    links.merged_suggestion ??
    page.status_updates?.find(({ id }) => id === links.status_update)?.links.suggestion ??
    page.supporter_messages?.find(({ id }) => id === links.supporter_message)?.links.suggestion ??
    page.comments?.find(({ id }) => id === links.comment)?.links.suggestion
  return {
    ...mailing,
    cause,
    title: page.suggestions?.find(({ id }) => id === suggestion)?.title ?? '',
    concerned: typeof suggestion === 'number' ? { suggestion } : undefined,
  }
}

const About = ({ title, concerned }: Row) => {
  if (concerned === undefined) return title
  return 'suggestion' in concerned ? (
    <Link
      to="/suggestions/$id"
      params={{ id: String(concerned.suggestion) }}
      className="hover:underline"
    >
      {title}
    </Link>
  ) : (
    <Link
      to="/announcements/$id"
      params={{ id: String(concerned.announcement) }}
      className="hover:underline"
    >
      {title}
    </Link>
  )
}

const MailingTable = ({ rows, onStop }: { rows: Row[]; onStop: (mailing: Mailing) => void }) => (
  <Table
    label={t('settings.mailings')}
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        id: 'about',
        label: t('mailings.about'),
        render: (row) => (
          <Named name={<About {...row} />}>
            {t(`mailings.cause.${row.cause}`)}
            {row.stopped_reason !== null && (
              <span className="block">
                {textOfValue(`mailings.reason.${row.stopped_reason}`, row.stopped_reason)}
              </span>
            )}
          </Named>
        ),
      },
      {
        id: 'state',
        label: t('settings.jobs.state'),
        isShort: true,
        render: ({ state }) => (
          <Badge tone={TONES[state as MailingState] ?? 'neutral'}>
            {textOfValue(`mailings.state.${state}`, state)}
          </Badge>
        ),
      },
      {
        id: 'progress',
        label: t('mailings.progress'),
        isShort: true,
        render: (row) => (
          <MailingProgress
            mailing={row}
            // Comments and merges concern other people.
            concerned={
              ['comment', 'merged_suggestion'].includes(row.cause) ? undefined : row.concerned
            }
          />
        ),
      },
      {
        id: 'skipped',
        label: t('mailings.skipped'),
        align: 'end',
        isShort: true,
        render: ({ skipped_count }) => formatNumber(skipped_count),
      },
      {
        id: 'failed',
        label: t('mailings.failed'),
        align: 'end',
        isShort: true,
        render: ({ failed_count }) =>
          failed_count > 0 ? (
            <span className="text-danger">{formatNumber(failed_count)}</span>
          ) : (
            formatNumber(0)
          ),
      },
      {
        id: 'created',
        label: t('mailings.begun'),
        isShort: true,
        render: ({ created_at }) => <Age time={created_at} />,
      },
    ]}
    actions={(row) =>
      row.state === 'sending' && <StopMailing mailing={row} onStop={() => onStop(row)} />
    }
  />
)

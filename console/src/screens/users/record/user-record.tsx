// The record of a person: what they ask for, who they are in your application, and what can be done with their data.
import type { Comment, FeedbackRecord, Suggestion, Supporter } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  suggestedQuery,
  supportedQuery,
  userCommentsQuery,
  userFeedbackQuery,
  userQuery,
} from '../../../api/people.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import type { RecordProps } from '../../../components/list/declaration.ts'
import { PageTitle } from '../../../components/page-title.tsx'
import { Avatar, nameOf } from '../../../components/person.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../../components/record/record.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { type RecordTab, RecordTabs, useTab } from '../../../components/record/tabs.tsx'
import { SuggestionItem, SuggestionLink } from '../../../components/suggestion-item.tsx'
import { formatAge, formatTime, t } from '../../../core/i18n.ts'
import { useMedia } from '../../../core/use-media.ts'
import { isBlocked } from '../state.tsx'
import { PersonContext, usePerson } from './context.ts'
import { ExternalUsers } from './external-users.tsx'
import { Ratings } from './ratings.tsx'
import { SuppressedAddress } from './suppressed-address.tsx'
import { UserHeader } from './user-header.tsx'
import { UserProperties } from './user-properties.tsx'

export default function UserRecord({ id, isBeside, onClose }: RecordProps) {
  const [isErasing, setErasing] = useState(false)
  const query = useQuery({ ...userQuery(id), enabled: !isErasing })
  const queryClient = useQueryClient()
  if (query.isPending) return <RecordLoading />
  if (!query.data)
    return (
      <RecordFailed
        title={t('people.person', { id })}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.record('users', id) })
  return (
    <PersonContext value={{ ...query.data, refresh, setErasing }}>
      <LoadedRecord isBeside={isBeside} onClose={onClose} />
    </PersonContext>
  )
}

function LoadedRecord({ isBeside, onClose }: Omit<RecordProps, 'id'>) {
  const { user } = usePerson()
  const isOneColumn = useMedia('(max-width: 1099px)') || isBeside
  const overview: RecordTab = {
    id: 'overview',
    label: t('record.overview'),
    content: () => (
      <div className="space-y-6">
        <UserProperties />
        <ExternalUsers />
      </div>
    ),
  }
  const tabs = useTabs()
  const shown = isOneColumn ? [overview, ...tabs] : tabs
  const [tab, setTab] = useTab(shown)
  return (
    <>
      {!isBeside && <PageTitle name={nameOf(user)} />}
      <RecordFrame
        label={nameOf(user)}
        isBeside={isBeside}
        header={<UserHeader isBeside={isBeside} onClose={onClose} />}
        main={
          <>
            <Title />
            <SuppressedAddress />
            {!isOneColumn && <ExternalUsers />}
            <RecordTabs label={t('people.parts')} tabs={shown} selected={tab} onSelect={setTab} />
          </>
        }
        side={isOneColumn ? null : <UserProperties />}
      />
    </>
  )
}

function Title() {
  const { user } = usePerson()
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user.id} size={48} />
      <div className="min-w-0">
        <h1 dir="auto" className="text-xl font-semibold leading-snug [overflow-wrap:anywhere]">
          {nameOf(user)}
          {isBlocked(user.allowed_state) && (
            <span className="ms-2 inline-flex rounded-sm border border-danger px-1.5 align-middle text-xs font-normal text-danger">
              {t('people.state.blocked')}
            </span>
          )}
        </h1>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {[user.name ? user.email_address : null, user.job_title].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  )
}

function useTabs(): RecordTab[] {
  const { user } = usePerson()
  return [
    {
      id: 'supported',
      label: t('people.supported'),
      count: user.supported_suggestions_count,
      content: () => <Supported />,
    },
    { id: 'suggested', label: t('people.suggested'), content: () => <Suggested /> },
    { id: 'comments', label: t('record.comments'), content: () => <Comments /> },
    { id: 'feedback', label: t('record.feedback'), content: () => <Feedback /> },
    { id: 'ratings', label: t('people.ratings'), content: () => <Ratings /> },
  ]
}

const When = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatTime(time)} className="shrink-0 text-xs text-muted">
    {formatAge(time)}
  </time>
)

function Supported() {
  const { user } = usePerson()
  return (
    <RecordList
      label={t('people.supported')}
      query={supportedQuery(user.id)}
      items={(pages) =>
        pages.flatMap(({ supporters, suggestions = [] }) =>
          supporters.flatMap((supporter: Supporter) => {
            const suggestion = suggestions.find(({ id }) => id === supporter.links.suggestion)
            return suggestion ? [{ supporter, suggestion }] : []
          }),
        )
      }
      keyOf={({ supporter }) => supporter.id}
      empty={<NothingHere>{t('people.supports_nothing')}</NothingHere>}
    >
      {({ supporter, suggestion }) => (
        <SuggestionItem suggestion={suggestion}>
          <When time={supporter.created_at} />
        </SuggestionItem>
      )}
    </RecordList>
  )
}

function Suggested() {
  const { user } = usePerson()
  return (
    <RecordList
      label={t('people.suggested')}
      query={suggestedQuery(user.id)}
      items={(pages) => pages.flatMap(({ suggestions }) => suggestions)}
      keyOf={({ id }) => id}
      empty={<NothingHere>{t('people.suggested_nothing')}</NothingHere>}
    >
      {(suggestion) => <SuggestionItem suggestion={suggestion} />}
    </RecordList>
  )
}

/** Something they wrote, below the suggestion it is about. */
const Text = ({
  record,
  suggestion,
}: {
  record: Comment | FeedbackRecord
  suggestion: Suggestion | undefined
}) => (
  <article className="space-y-1 py-3">
    <div className="flex items-baseline gap-2 text-sm">
      <span className="flex min-w-0 flex-1 font-medium">
        {suggestion ? <SuggestionLink {...suggestion} /> : t('people.no_suggestion')}
      </span>
      <When time={record.created_at} />
    </div>
    <RichText text={record.body} mimeType={record.body_mime_type} />
  </article>
)

function Comments() {
  const { user } = usePerson()
  return (
    <RecordList
      label={t('record.comments')}
      query={userCommentsQuery(user.id)}
      items={(pages) =>
        pages.flatMap(({ comments, suggestions = [] }) =>
          comments.map((record: Comment) => ({
            record,
            suggestion: suggestions.find(({ id }) => id === record.links.suggestion),
          })),
        )
      }
      keyOf={({ record }) => record.id}
      empty={<NothingHere>{t('people.wrote_no_comments')}</NothingHere>}
    >
      {(item) => <Text {...item} />}
    </RecordList>
  )
}

function Feedback() {
  const { user } = usePerson()
  return (
    <RecordList
      label={t('record.feedback')}
      query={userFeedbackQuery(user.id)}
      items={(pages) =>
        pages.flatMap(({ feedback_records, suggestions = [] }) =>
          feedback_records.map((record: FeedbackRecord) => ({
            record,
            suggestion: suggestions.find(({ id }) => id === record.links.suggestion),
          })),
        )
      }
      keyOf={({ record }) => record.id}
      empty={<NothingHere>{t('people.gave_no_feedback')}</NothingHere>}
    >
      {(item) => <Text {...item} />}
    </RecordList>
  )
}

// The record of a piece of feedback: what was said, who said it, what it is about and where it comes from.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { feedbackRecordQuery, type LoadedFeedback } from '../../api/feedback.ts'
import { useHasRole, useSession } from '../../api/session.ts'
import { deleteFeedback, restoreFeedback } from '../../api/suggestion-writes.ts'
import { Button, ExternalLink, IconButton } from '../../components/button.tsx'
import type { RecordProps } from '../../components/list/declaration.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { Avatar, PersonLink } from '../../components/person.tsx'
import { copyLink, RecordNavigation } from '../../components/record/navigation.tsx'
import { Fact, PropertyList } from '../../components/record/properties.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../components/record/record.tsx'
import { RichText } from '../../components/record/rich-text.tsx'
import { FoldedSection, Section } from '../../components/record/section.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { SuggestionItem } from '../../components/suggestion-item.tsx'
import { notifyDone } from '../../components/undo.ts'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'

export default function FeedbackRecord({ id, isBeside, onClose }: RecordProps) {
  const query = useQuery(feedbackRecordQuery(id))
  const label = t('feedback.record', { id })
  if (query.isPending) return <RecordLoading />
  if (!query.data)
    return <RecordFailed title={label} error={query.error} onRetry={() => void query.refetch()} />
  const { data } = query
  return (
    <>
      {!isBeside && <PageTitle name={label} />}
      <RecordFrame
        label={label}
        isBeside={isBeside}
        header={
          <RecordNavigation
            path="/feedback"
            listTitle="shell.feedback"
            id={id}
            isBeside={isBeside}
            onClose={onClose}
          >
            <StateButton data={data} />
            <IconButton
              icon={Link2}
              label={t('record.copy_link')}
              onPress={() => void copyLink('/feedback', id)}
            />
          </RecordNavigation>
        }
        main={<Said data={data} />}
        side={<Properties data={data} />}
      />
    </>
  )
}

type DataProps = { data: LoadedFeedback }

/** Contributors delete and restore what they entered. */
function StateButton({ data: { record } }: DataProps) {
  const { user } = useSession()
  const isAdmin = useHasRole('admin')
  const isOwn = useHasRole('contributor') && record.links.created_by === user.id
  const queryClient = useQueryClient()
  if (!isAdmin && !isOwn) return null
  const willDelete = record.state !== 'deleted'
  // The row of the list follows by live updates.
  const set = async (isDeleted: boolean) => {
    await (isDeleted ? deleteFeedback : restoreFeedback)(record.id)
    await queryClient.invalidateQueries(feedbackRecordQuery(record.id))
  }
  const toggle = () =>
    set(willDelete).then(
      () =>
        notifyDone(t(willDelete ? 'record.feedback_deleted' : 'feedback.restored'), () =>
          set(!willDelete),
        ),
      reportFailure,
    )
  return (
    <Button icon={willDelete ? Trash2 : RotateCcw} onPress={() => void toggle()}>
      {t(willDelete ? 'record.delete' : 'record.restore')}
    </Button>
  )
}

const Said = ({ data: { record, user, suggestion } }: DataProps) => (
  <>
    <div className="flex items-center gap-3">
      <Avatar id={user?.id} size={40} />
      <div className="min-w-0">
        <h1 className="text-xl font-semibold leading-snug">
          <PersonLink user={user} />
          {record.state === 'deleted' && (
            <span className="ms-2 align-middle font-normal">
              <StateBadge state={record.state} />
            </span>
          )}
        </h1>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {user?.name && `${user.email_address} · `}
          <time dateTime={record.created_at} title={formatTime(record.created_at)}>
            {formatAge(record.created_at)}
          </time>
        </p>
      </div>
    </div>
    <RichText text={record.body} mimeType={record.body_mime_type} />
    <Section title={t('feedback.column.suggestion')}>
      {suggestion ? (
        <SuggestionItem suggestion={suggestion} />
      ) : (
        <p className="text-sm text-muted">{t('feedback.no_suggestion')}</p>
      )}
    </Section>
  </>
)

/** The API takes any text as the address of a source. */
function sourceOf({ source_url, source_title }: LoadedFeedback['record']): ReactNode {
  const text = source_title || source_url
  return source_url && /^https?:/.test(source_url) ? (
    <ExternalLink href={source_url}>{text}</ExternalLink>
  ) : (
    text
  )
}

const Properties = ({ data: { record, createdBy } }: DataProps) => (
  <>
    <Section title={t('record.properties')}>
      <PropertyList>
        <Fact label={t('feedback.column.channel')}>{record.channel}</Fact>
        <Fact label={t('feedback.column.source_type')}>{record.source_type}</Fact>
        <Fact label={t('feedback.column.source_url')}>{sourceOf(record)}</Fact>
        <Fact label={t('feedback.column.prompt')}>{record.prompt}</Fact>
        <Fact label={t('feedback.column.severity')}>
          {record.severity === null ? null : formatNumber(record.severity)}
        </Fact>
        <Fact label={t('feedback.column.created_by')}>
          {createdBy && <PersonLink user={createdBy} />}
        </Fact>
      </PropertyList>
    </Section>
    <FoldedSection title={t('record.technical')}>
      <PropertyList>
        <Fact label={t('feedback.column.source_guid')}>{record.source_guid}</Fact>
        <Fact label={t('feedback.column.referrer')}>{record.referrer}</Fact>
        <Fact label={t('feedback.column.ticket')}>{record.links.ticket}</Fact>
        <Fact label={t('feedback.column.has_attachments')}>
          {t(record.has_attachments ? 'list.yes' : 'list.no')}
        </Fact>
        <Fact label={t('record.created')}>{formatTime(record.created_at)}</Fact>
        <Fact label={t('record.updated')}>{formatTime(record.updated_at)}</Fact>
        <Fact label={t('record.number')}>{record.id}</Fact>
      </PropertyList>
    </FoldedSection>
  </>
)

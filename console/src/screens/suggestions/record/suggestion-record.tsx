// The record of a suggestion: beside the grid with tabs in one column, or as a page with its properties beside it.
import { Suspense, useState } from 'react'
import { formatted, MARKDOWN } from '../../../api/suggestion-writes.ts'
import { MAX_TITLE } from '../../../api/suggestions.ts'
import { Button } from '../../../components/button.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { PageTitle } from '../../../components/page-title.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { ConflictDialog } from '../../../components/record/conflict-dialog.tsx'
import { EditableText } from '../../../components/record/editable-text.tsx'
import { RecordFailed, RecordFrame, RecordLoading } from '../../../components/record/record.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { type RecordTab, RecordTabs, useTab } from '../../../components/record/tabs.tsx'
import { around, formatAge, formatTime, t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'
import { useMedia } from '../../../core/use-media.ts'
import { Activity } from './activity.tsx'
import { Answer } from './answer.tsx'
import { Attachments } from './attachments.tsx'
import { RecordBanner } from './banner.tsx'
import { Comments } from './comments.tsx'
import { RecordContext, useRecord, useSuggestionRecord } from './context.ts'
import { Feedback } from './feedback.tsx'
import { Notes } from './notes.tsx'
import { PropertiesPanel } from './properties-panel.tsx'
import { RecordHeader } from './record-header.tsx'
import { type OnMerge, Related } from './related.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { Supporters } from './supporters.tsx'
import { useRecordTarget } from './use-action.ts'

const MergeDialog = lazyPart(async () => ({
  default: (await import('../../merge/merge-dialog.tsx')).MergeDialog,
}))

export type SuggestionRecordProps = { id: number; isBeside: boolean; onClose: () => void }

export default function SuggestionRecord({ id, isBeside, onClose }: SuggestionRecordProps) {
  const { query, value, conflict } = useSuggestionRecord(id)
  if (query.isPending) return <RecordLoading />
  if (!value)
    return (
      <RecordFailed
        title={t('record.suggestion', { id })}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    // Another suggestion begins with closed dialogs and editors.
    <RecordContext key={id} value={value}>
      <LoadedRecord isBeside={isBeside} onClose={onClose} />
      <ConflictDialog conflict={conflict} />
    </RecordContext>
  )
}

function LoadedRecord({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  const { id, data, can } = useRecord()
  const [open, setOpen] = useState<'status' | 'merge' | undefined>()
  const [other, setOther] = useState<number | undefined>()
  const merge: OnMerge = (one) => {
    setOther(one)
    setOpen('merge')
  }
  const close = () => setOpen(undefined)
  useRecordTarget()
  // Beside the list these keys belong to the rows that are selected there.
  const hasKeys = can.isAdmin && !isBeside
  useShortcut('e', { label: 'record.set_status', group: 'record', isEnabled: hasKeys }, () =>
    setOpen('status'),
  )
  useShortcut('m', { label: 'record.merge', group: 'record', isEnabled: hasKeys }, () => merge())
  const properties = <PropertiesPanel isBeside={isBeside} onStatus={() => setOpen('status')} />
  const tabs = useTabs(merge)
  const overview: RecordTab = {
    id: 'overview',
    label: t('record.overview'),
    content: () => (
      <div className="space-y-6">
        <Body />
        <Answer />
        {properties}
        <Attachments />
      </div>
    ),
  }
  // In one column the properties are a tab, because they would come after everything else.
  const isOneColumn = useMedia('(max-width: 1099px)') || isBeside
  const shown = isOneColumn ? [overview, ...tabs] : tabs
  const [tab, setTab] = useTab(shown)
  const parts = (
    <RecordTabs label={t('record.parts')} tabs={shown} selected={tab} onSelect={setTab} />
  )
  return (
    <>
      {!isBeside && <PageTitle name={data.suggestion.title} />}
      <RecordFrame
        label={data.suggestion.title}
        isBeside={isBeside}
        header={
          <RecordHeader
            isBeside={isBeside}
            onClose={onClose}
            onStatus={() => setOpen('status')}
            onMerge={() => merge()}
          />
        }
        banner={<RecordBanner />}
        main={
          isOneColumn ? (
            <>
              <Title isSmall={isBeside} />
              {parts}
            </>
          ) : (
            <>
              <Title />
              <Body />
              <Attachments />
              <Answer />
              {parts}
            </>
          )
        }
        side={isOneColumn ? null : properties}
      />
      <StatusDialog isOpen={open === 'status'} onClose={close} />
      {open === 'merge' && (
        <Suspense>
          <MergeDialog suggestionId={id} initialTargetId={other} isOpen onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function useTabs(onMerge: OnMerge): RecordTab[] {
  const { suggestion } = useRecord().data
  return [
    {
      id: 'comments',
      label: t('record.comments'),
      count: suggestion.comments_count,
      content: () => <Comments />,
    },
    {
      id: 'notes',
      label: t('record.notes'),
      count: suggestion.notes_count,
      content: () => <Notes />,
    },
    {
      id: 'supporters',
      label: t('record.supporters'),
      count: suggestion.supporters_count,
      content: () => <Supporters />,
    },
    {
      id: 'feedback',
      label: t('record.feedback'),
      count: suggestion.requests_count,
      content: () => <Feedback />,
    },
    { id: 'related', label: t('record.related'), content: () => <Related onMerge={onMerge} /> },
    { id: 'activity', label: t('record.activity'), content: () => <Activity /> },
  ]
}

function Title({ isSmall = false }: { isSmall?: boolean }) {
  const { data, can, properties, save } = useRecord()
  const { suggestion, users } = data
  const author = users.find(({ id }) => id === suggestion.links.created_by)
  const [before, after] = around('record.by', 'name')
  const size = isSmall ? 'text-lg' : 'text-xl'
  return (
    <div>
      <EditableText
        label={t('record.title')}
        value={suggestion.title}
        draftKey={`suggestions ${suggestion.id} title`}
        onSave={(title, base) => save(properties.title, title, base)}
        isEditable={can.canEditText}
        isRequired
        countTo={MAX_TITLE}
        className={`${size} font-semibold`}
      >
        <h1 dir="auto" className="pe-8 leading-snug text-balance [overflow-wrap:anywhere]">
          {suggestion.title}
        </h1>
      </EditableText>
      <p className="mt-1 text-sm text-muted">
        {before}
        <PersonLink user={author} />
        {after}{' '}
        <time dateTime={suggestion.created_at} title={formatTime(suggestion.created_at)}>
          {formatAge(suggestion.created_at)}
        </time>
      </p>
    </div>
  )
}

function Body() {
  const { data, can, properties, save } = useRecord()
  const { id, body, body_mime_type } = data.suggestion
  if (body === '' && !can.canEditText) return null
  return (
    <EditableText
      label={t('record.body')}
      value={body}
      draftKey={`suggestions ${id} body`}
      onSave={(text, base) =>
        save(properties.body, formatted(text), { body: base, body_mime_type })
      }
      isEditable={can.canEditText}
      isMultiline
      format={{ mimeType: body_mime_type || MARKDOWN }}
      maxLength={10_000}
    >
      <div className="max-w-[72ch] pe-8">
        {body === '' ? (
          <p className="text-muted">{t('record.no_body')}</p>
        ) : (
          <LongText text={body} mimeType={body_mime_type} />
        )}
      </div>
    </EditableText>
  )
}

const LONG = 1500

/** The beginning of a long text, so that the discussion stays in view. */
function LongText({ text, mimeType }: { text: string; mimeType: string }) {
  const [isOpen, setOpen] = useState(false)
  const isCut = text.length > LONG && !isOpen
  return (
    <>
      <div className={isCut ? 'max-h-72 overflow-hidden' : ''}>
        <RichText text={text} mimeType={mimeType} />
      </div>
      {isCut && (
        <div className="pt-2">
          <Button onPress={() => setOpen(true)}>{t('record.show_all')}</Button>
        </div>
      )}
    </>
  )
}

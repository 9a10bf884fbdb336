// What the suggestion is connected with: features, other suggestions, duplicates.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitMerge, Plus, Split, X } from 'lucide-react'
import { announcementsOfQuery } from '../../../api/announcements.ts'
import { linkSuggestion, unlinkSuggestion } from '../../../api/features.ts'
import { mergeInto, unmerge } from '../../../api/merges.ts'
import { linkSuggestions, unlinkSuggestions } from '../../../api/suggestion-writes.ts'
import { mergedQuery, namedSuggestionsQuery, similarQuery } from '../../../api/suggestions.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { Section } from '../../../components/record/section.tsx'
import { RecordPicker } from '../../../components/record-picker.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { ErrorState, Loaded, SkeletonLines } from '../../../components/states.tsx'
import { SuggestionItem } from '../../../components/suggestion-item.tsx'
import { notifyDone } from '../../../components/undo.ts'
import { formatDate, formatNumber, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

/** With the suggestion to merge with, where it is known. */
export type OnMerge = (other?: number) => void

export const Related = ({ onMerge }: { onMerge: OnMerge }) => (
  <div className="space-y-6">
    <Similar onMerge={onMerge} />
    <Merged />
    <Linked />
    <Features />
    <Announcements />
  </div>
)

/** Those that mention the suggestion. */
function Announcements() {
  const { id } = useRecord()
  return (
    <Section title={t('shell.announcements')}>
      <RecordList
        label={t('shell.announcements')}
        query={announcementsOfQuery(id)}
        items={(pages) => pages.flatMap(({ announcements }) => announcements)}
        keyOf={(one) => one.id}
        empty={<NothingHere>{t('record.no_announcements')}</NothingHere>}
      >
        {(one) => (
          <div className="flex min-h-9 items-center gap-2 py-1 text-sm">
            <Link
              to="/announcements/$id"
              params={{ id: String(one.id) }}
              dir="auto"
              className="min-w-0 flex-1 [overflow-wrap:anywhere] hover:underline"
            >
              {one.title}
            </Link>
            <span className="shrink-0 text-xs text-muted">
              {one.published_at ? formatDate(one.published_at) : t('record.not_published')}
            </span>
          </div>
        )}
      </RecordList>
    </Section>
  )
}

/** A change with the change that undoes it. */
function useLinkChange() {
  const { refresh } = useRecord()
  return (message: string, change: () => Promise<unknown>, undo: () => Promise<unknown>) =>
    change().then(() => {
      refresh()
      notifyDone(message, async () => {
        await undo()
        refresh()
      })
    }, reportFailure)
}

function Similar({ onMerge }: { onMerge: OnMerge }) {
  const { id, can } = useRecord()
  const { data, error, refetch } = useQuery(similarQuery(id))
  return (
    <Section
      title={t('record.similar')}
      count={data?.length}
      actions={
        can.isAdmin && (
          <Button icon={GitMerge} keys="m" onPress={() => onMerge()}>
            {t('record.merge')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={3} />
      ) : data.length === 0 ? (
        <NothingHere>{t('record.no_similar')}</NothingHere>
      ) : (
        <ul aria-label={t('record.similar')} className="divide-y divide-border">
          {data.map((one) => (
            <li key={one.id}>
              <SuggestionItem suggestion={one}>
                {can.isAdmin && (
                  <IconButton
                    icon={GitMerge}
                    label={t('record.merge_with', { title: one.title })}
                    onPress={() => onMerge(one.id)}
                  />
                )}
              </SuggestionItem>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Merged() {
  const { id, can } = useRecord()
  const change = useLinkChange()
  const takeOut = (one: number) =>
    change(
      t('record.unmerged'),
      () => unmerge(one),
      () => mergeInto(id, one),
    )
  return (
    <Section title={t('record.merged')}>
      <RecordList
        label={t('record.merged')}
        query={mergedQuery(id)}
        items={(pages) => pages.flatMap(({ suggestions }) => suggestions)}
        keyOf={(one) => one.id}
        empty={<NothingHere>{t('record.no_merged')}</NothingHere>}
      >
        {(one) => (
          <SuggestionItem suggestion={one}>
            {can.isAdmin && (
              <IconButton
                icon={Split}
                label={t('record.unmerge_one', { title: one.title })}
                onPress={() => void takeOut(one.id)}
              />
            )}
          </SuggestionItem>
        )}
      </RecordList>
    </Section>
  )
}

function Linked() {
  const { id, data, can } = useRecord()
  const change = useLinkChange()
  const ids = data.suggestion.links.linked_suggestions
  const linked = useQuery(namedSuggestionsQuery(id, ids))
  const link = (other: number) =>
    change(
      t('record.linked_done'),
      () => linkSuggestions(id, other),
      () => unlinkSuggestions(id, other),
    )
  const unlink = (other: number) =>
    change(
      t('record.unlinked_done'),
      () => unlinkSuggestions(id, other),
      () => linkSuggestions(id, other),
    )
  return (
    <Section
      title={t('record.linked')}
      count={ids.length}
      actions={
        can.isAdmin && (
          <RecordPicker
            collection="suggestions"
            label={t('record.find_suggestion')}
            exclude={[id, ...ids]}
            onPick={(one) => void link(one)}
          >
            <IconButton icon={Plus} label={t('record.link_suggestion')} />
          </RecordPicker>
        )
      }
    >
      {ids.length === 0 ? (
        <NothingHere>{t('record.no_linked')}</NothingHere>
      ) : (
        <Loaded query={linked}>
          {(all) => (
            <ul aria-label={t('record.linked')} className="divide-y divide-border">
              {all.map((one) => (
                <li key={one.id}>
                  <SuggestionItem suggestion={one}>
                    {can.isAdmin && (
                      <IconButton
                        icon={X}
                        label={t('record.unlink_one', { title: one.title })}
                        onPress={() => void unlink(one.id)}
                      />
                    )}
                  </SuggestionItem>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Section>
  )
}

function Features() {
  const { id, data, can } = useRecord()
  const change = useLinkChange()
  const add = (feature: number) =>
    change(
      t('record.feature_linked'),
      () => linkSuggestion(feature, id),
      () => unlinkSuggestion(feature, id),
    )
  const remove = (feature: number) =>
    change(
      t('record.feature_unlinked'),
      () => unlinkSuggestion(feature, id),
      () => linkSuggestion(feature, id),
    )
  return (
    <Section
      title={t('record.features')}
      count={data.features.length}
      actions={
        can.isAdmin && (
          <RecordPicker
            collection="features"
            label={t('record.find_feature')}
            exclude={data.features.map((feature) => feature.id)}
            onPick={(feature) => void add(feature)}
          >
            <IconButton icon={Plus} label={t('record.link_feature')} />
          </RecordPicker>
        )
      }
    >
      {data.features.length === 0 ? (
        <NothingHere>{t('record.no_features')}</NothingHere>
      ) : (
        <ul aria-label={t('record.features')} className="divide-y divide-border">
          {data.features.map((feature) => (
            <li key={feature.id} className="flex min-h-9 items-center gap-2 text-sm">
              <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {feature.name}
              </span>
              <span className="text-xs text-muted tabular-nums">
                {t('record.suggestions_count', {
                  count: feature.suggestions_count,
                  shown: formatNumber(feature.suggestions_count),
                })}
              </span>
              {can.isAdmin && (
                <IconButton
                  icon={X}
                  label={t('record.unlink_one', { title: feature.name })}
                  onPress={() => void remove(feature.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

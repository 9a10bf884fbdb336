// The suggestions behind a feature.
import type { Feature } from '@earshot/client'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { featureSuggestionsQuery, linkSuggestion, unlinkSuggestion } from '../../api/features.ts'
import { isOfRecord, queryKeys } from '../../api/query-keys.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { NothingHere, RecordList } from '../../components/record/record-list.tsx'
import { RecordPicker } from '../../components/record-picker.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { SuggestionItem } from '../../components/suggestion-item.tsx'
import { notifyDone } from '../../components/undo.ts'
import { t } from '../../core/i18n.ts'

export function LinkedSuggestions({
  feature,
  isEditable,
}: {
  feature: Feature
  isEditable: boolean
}) {
  const queryClient = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.collection('features') }),
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isOfRecord(queryKey, 'features', feature.id),
      }),
    ])
  }
  const change = async (
    message: string,
    run: () => Promise<unknown>,
    back: () => Promise<unknown>,
  ) => {
    try {
      await run()
      notifyDone(message, async () => {
        await back()
        await refresh()
      })
    } catch (error) {
      reportFailure(error)
    }
    await refresh()
  }
  const link = (id: number) => () => linkSuggestion(feature.id, id)
  const unlink = (id: number) => () => unlinkSuggestion(feature.id, id)
  return (
    <>
      {isEditable && (
        <RecordPicker
          collection="suggestions"
          label={t('record.find_suggestion')}
          exclude={feature.links.suggestions}
          onPick={(id) => void change(t('features.linked'), link(id), unlink(id))}
        >
          <Button icon={Plus}>{t('features.link_suggestion')}</Button>
        </RecordPicker>
      )}
      <RecordList
        label={t('shell.suggestions')}
        query={featureSuggestionsQuery(feature.id)}
        items={(pages) => pages.flatMap((page) => page.suggestions)}
        keyOf={({ id }) => id}
        empty={<NothingHere>{t('features.no_suggestions')}</NothingHere>}
      >
        {(suggestion) => (
          <SuggestionItem suggestion={suggestion}>
            {isEditable && (
              <IconButton
                icon={X}
                label={t('record.unlink_one', { title: suggestion.title })}
                onPress={() =>
                  void change(t('features.unlinked'), unlink(suggestion.id), link(suggestion.id))
                }
              />
            )}
          </SuggestionItem>
        )}
      </RecordList>
    </>
  )
}

// The properties of a suggestion that can be edited: where each is read, how it is written, how it reads in a message.
import type { CustomField, Suggestion } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import {
  customFieldsQuery,
  useCategoriesById,
  useForumsById,
  useLabelsById,
  useStatusesById,
} from '../../../api/options.ts'
import { type FormattedText, mimeTypeOf } from '../../../api/suggestion-writes.ts'
import {
  assignOwner,
  type LoadedSuggestion,
  type Moderation,
  moderateSuggestion,
  type SuggestionChanges,
  updateSuggestion,
} from '../../../api/suggestions.ts'
import { type CustomValue, showCustomValue } from '../../../components/record/custom-field.tsx'
import type { AnyProperty, Property } from '../../../components/record/property.ts'
import { t, textOfValue } from '../../../core/i18n.ts'

type Of<V> = Property<LoadedSuggestion, V>

export type SuggestionProperties = {
  title: Of<string>
  body: Of<FormattedText>
  status: Of<number | null>
  forum: Of<number>
  category: Of<number | null>
  labels: Of<number[]>
  owner: Of<number | null>
  state: Of<string>
  custom: { field: CustomField; property: Of<CustomValue> }[]
  all: AnyProperty<LoadedSuggestion>[]
}

const withSuggestion = (data: LoadedSuggestion, change: Partial<Suggestion>): LoadedSuggestion => ({
  ...data,
  suggestion: { ...data.suggestion, ...change } as Suggestion,
})

const withLinks = (data: LoadedSuggestion, links: Partial<Suggestion['links']>): LoadedSuggestion =>
  withSuggestion(data, { links: { ...data.suggestion.links, ...links } } as Partial<Suggestion>)

export function useSuggestionProperties(id: number): SuggestionProperties {
  const forums = useForumsById()
  const categories = useCategoriesById()
  const labels = useLabelsById()
  const statuses = useStatusesById()
  const { data: fields = [] } = useQuery(customFieldsQuery)
  const put = (body: SuggestionChanges, etag: string) => updateSuggestion(id, body, etag)
  const properties = {
    title: titleProperty(put),
    body: bodyProperty(put),
    status: {
      id: 'status',
      label: t('record.status'),
      read: ({ suggestion }) => suggestion.links.status,
      apply: (data, status) => withLinks(data, { status }),
      send: (status, etag) => put({ links: { status } }, etag),
      show: (status) => (status === null ? '' : (statuses.get(status)?.name ?? '')),
    } satisfies Of<number | null>,
    forum: {
      id: 'forum',
      label: t('record.forum'),
      read: ({ suggestion }) => suggestion.links.forum,
      // The category belongs to the forum.
      apply: (data, forum) => withLinks(data, { forum, category: null }),
      send: (forum, etag) => put({ links: { forum } }, etag),
      show: (forum) => forums.get(forum)?.name ?? String(forum),
    } satisfies Of<number>,
    category: {
      id: 'category',
      label: t('record.category'),
      read: ({ suggestion }) => suggestion.links.category,
      apply: (data, category) => withLinks(data, { category }),
      send: (category, etag) => put({ links: { category } }, etag),
      show: (category) => (category === null ? '' : (categories.get(category)?.name ?? '')),
    } satisfies Of<number | null>,
    labels: {
      id: 'labels',
      label: t('record.labels'),
      read: ({ suggestion }) => [...(suggestion.links.labels ?? [])].sort((a, b) => a - b),
      apply: (data, ids) => withLinks(data, { labels: ids }),
      send: (ids, etag) => put({ links: { labels: ids } }, etag),
      show: (ids) => ids.map((one) => labels.get(one)?.full_name ?? one).join(', '),
      merge: mergeSets,
    } satisfies Of<number[]>,
    owner: {
      id: 'owner',
      label: t('record.owner'),
      read: ({ suggestion }) => suggestion.links.owner,
      apply: (data, owner) => withLinks(data, { owner }),
      send: (owner, etag) => assignOwner(id, owner, etag),
      show: (owner) => (owner === null ? '' : t('record.person_number', { id: owner })),
    } satisfies Of<number | null>,
    state: stateProperty(id),
  }
  const custom = fields.map((field) => ({ field, property: customProperty(field, put) }))
  return {
    ...properties,
    custom,
    all: [...Object.values(properties), ...custom.map(({ property }) => property)],
  }
}

type Put = (body: SuggestionChanges, etag: string) => Promise<LoadedSuggestion>

const titleProperty = (put: Put): Of<string> => ({
  id: 'title',
  label: t('record.title'),
  read: ({ suggestion }) => suggestion.title,
  apply: (data, title) => withSuggestion(data, { title }),
  send: (title, etag) => put({ title }, etag),
  show: (title) => title,
})

const bodyProperty = (put: Put): Of<FormattedText> => ({
  id: 'body',
  label: t('record.body'),
  read: ({ suggestion: { body, body_mime_type } }) => ({ body, body_mime_type }),
  apply: withSuggestion,
  send: (text, etag) => put({ body: text.body, body_mime_type: mimeTypeOf(text) }, etag),
  show: ({ body }) => body,
})

/** What was added and removed on both sides. */
const mergeSets = (base: number[], mine: number[], theirs: number[]): number[] =>
  [
    ...new Set([
      ...theirs.filter((id) => mine.includes(id) || !base.includes(id)),
      ...mine.filter((id) => !base.includes(id)),
    ]),
  ].sort((a, b) => a - b)

/** `new` is reached only by restoring. */
const VERBS: Record<string, Moderation> = {
  approved: 'approve',
  published: 'publish',
  spam: 'spam',
  deleted: 'delete',
  new: 'restore',
}

export const isHidden = (state: string): boolean => state === 'spam' || state === 'deleted'

const stateProperty = (id: number): Of<string> => ({
  id: 'state',
  label: t('record.state'),
  read: ({ suggestion }) => suggestion.state,
  apply: (data, state) => withSuggestion(data, { state }),
  send: (state, etag) => moderateSuggestion(id, VERBS[state] ?? 'restore', etag),
  show: (state) => textOfValue(`record.state.${state}`, state),
  done: (state) => textOfValue(`record.state_done.${state}`, state),
  // The API has no way back to the queue of new suggestions.
  canUndo: (before, after) => before !== 'new' || isHidden(after),
})

const customProperty = ({ key, name }: CustomField, put: Put): Of<CustomValue> => {
  const member = key as `cf_${string}`
  return {
    id: key,
    label: name,
    read: ({ suggestion }) => suggestion[member] ?? null,
    apply: (data, value) => withSuggestion(data, { [member]: value } as Partial<Suggestion>),
    send: (value, etag) => put({ [member]: value }, etag),
    show: showCustomValue,
  }
}

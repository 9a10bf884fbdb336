// A record as a page, by the id in its address.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ComponentType } from 'react'
import { t } from '../../core/i18n.ts'
import {
  groupedQuery,
  type ListAddress,
  listText,
  type RecordSearch,
} from '../../core/list-search.ts'
import { parseSearch } from '../../core/search-params.ts'
import type { Collection, ListOrder, ListPath, RecordProps } from '../list/declaration.ts'
import { sortOf } from '../list/source.ts'
import { EmptyState } from '../states.tsx'
import { type OpenedFrom, OpenedFromContext } from './steps.tsx'

export type RecordPageProps = {
  list: {
    path: ListPath
    collection: Collection
    address: ListAddress
    order?: ListOrder
    recordQuery: OpenedFrom['recordQuery']
  }
  Record: ComponentType<RecordProps>
}

/** The address also has the list that the record was opened from: it leads back there, and on to the next record. */
export function RecordPage({ list, Record }: RecordPageProps) {
  const { path, collection, address, order = {}, recordQuery } = list
  const id = useRecordId()
  const { list: text, tab } = useSearch({ strict: false }) as RecordSearch
  const navigate = useNavigate()
  if (id === undefined) return <NoSuchPage />
  const search = text === undefined ? undefined : address.parse(parseSearch(text))
  const from: OpenedFrom | undefined = search && {
    collection,
    query: {
      ...address.filtersOf(search),
      ...sortOf({ ...order, address }, search),
      ...groupedQuery(search),
    },
    onOpen: (next, group) =>
      void navigate({
        to: `${path}/$id`,
        params: { id: String(next) },
        search: { list: group === undefined ? text : listText({ ...search, in: group }), tab },
      }),
    recordQuery,
  }
  return (
    <OpenedFromContext value={from}>
      <Record
        key={id}
        id={id}
        isBeside={false}
        onClose={() => void navigate({ to: path, search: search ?? {} })}
      />
    </OpenedFromContext>
  )
}

/** The id in the address; undefined for what cannot be one. */
export function useRecordId(): number | undefined {
  const { id = '' } = useParams({ strict: false })
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined
}

export const NoSuchPage = () => (
  <EmptyState icon={SearchX} title={t('shell.not_found')} hint={t('shell.not_found_hint')} />
)

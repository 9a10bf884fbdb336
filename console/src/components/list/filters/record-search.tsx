// People, accounts and suggestions, found by the service.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { t } from '../../../core/i18n.ts'
import type { Option } from '../../fields.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { NamedCollection } from './filter.ts'
import { nameOf, useRecordNames } from './record-names.ts'

async function findRecords(
  collection: NamedCollection,
  q: string,
  signal: AbortSignal,
): Promise<Option[]> {
  const query = { ...(q !== '' && { q }), per_page: 20, total: false }
  if (collection === 'users') {
    const fields = ['name', 'email_address']
    const { users } = await api.get('/users', { query: { ...query, fields }, signal })
    return users.map((user) => ({
      ...{ id: String(user.id), label: nameOf(user) },
      ...(user.name && { hint: user.email_address }),
    }))
  }
  if (collection === 'suggestions') {
    const order = q !== '' ? ({ sort: 'relevance' } as const) : {}
    const { suggestions } = await api.get('/suggestions', {
      query: { ...query, ...order, fields: ['title'] },
      signal,
    })
    return suggestions.map(({ id, title }) => ({ id: String(id), label: title }))
  }
  const { external_accounts } = await api.get('/external_accounts', {
    query: { ...query, fields: ['name', 'plan'] },
    signal,
  })
  return external_accounts.map(({ id, name, plan }) => ({
    ...{ id: String(id), label: name || `#${id}` },
    ...(plan && { hint: plan }),
  }))
}

export function RecordSearch({
  collection,
  label,
  ids,
  onChange,
}: {
  collection: NamedCollection
  label: string
  ids: string[]
  onChange: (ids: string[]) => void
}) {
  const [text, setText] = useState('')
  const q = text.trim()
  const found = useQuery({
    queryKey: [collection, 'matches', q],
    queryFn: ({ signal }) => findRecords(collection, q, signal),
    placeholderData: keepPreviousData,
  })
  const chosen = useRecordNames(collection, ids)
  const others = (found.data ?? []).filter(({ id }) => !ids.includes(id))
  return (
    <ChoiceList
      label={label}
      options={[...chosen.filter(({ id }) => ids.includes(id)), ...others]}
      ids={ids}
      onChange={onChange}
      onInput={setText}
      {...(found.isPending && { empty: t('shell.loading') })}
    />
  )
}

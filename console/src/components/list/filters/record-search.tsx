// Records as choices of a filter, found by the service.
import { useState } from 'react'
import { type NamedCollection, useMatches, useNamedOptions } from '../../named-records.ts'
import { ChoiceList } from './choice-list.tsx'

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
  const { options, empty } = useMatches(collection, text)
  const chosen = useNamedOptions(collection, ids).filter(({ id }) => ids.includes(id))
  return (
    <ChoiceList
      label={label}
      options={[...chosen, ...options.filter(({ id }) => !ids.includes(id))]}
      ids={ids}
      onChange={onChange}
      onInput={setText}
      empty={empty}
    />
  )
}

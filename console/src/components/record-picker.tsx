// Finds a record by its text.
import { type ReactNode, useState } from 'react'
import { type NamedCollection, useMatches } from './named-records.ts'
import { Picker } from './picker.tsx'

export function RecordPicker({
  collection,
  label,
  exclude,
  onPick,
  children,
}: {
  collection: NamedCollection
  label: string
  exclude: number[]
  onPick: (id: number) => void
  /** The button that opens it. */
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { options, empty } = useMatches(collection, text, { isEnabled: isOpen })
  return (
    <Picker
      label={label}
      options={options.filter(({ id }) => !exclude.includes(Number(id)))}
      value={[]}
      onChange={([id]) => id !== undefined && onPick(Number(id))}
      onSearch={setText}
      empty={empty}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      {children}
    </Picker>
  )
}

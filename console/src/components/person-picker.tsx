// Finds a person by name or e-mail address.
import { type ReactNode, useState } from 'react'
import { findOrCreateUser } from '../api/people.ts'
import { t } from '../core/i18n.ts'
import type { Option } from './fields.tsx'
import { useMatches } from './named-records.ts'
import { Picker } from './picker.tsx'
import { reportFailure } from './report-failure.ts'

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export type PersonPickerProps = {
  label: string
  /** Only people who work here. */
  isStaff?: boolean
  value?: number | null
  onPick: (user: number) => void
  /** Offers to clear it. */
  onClear?: () => void
  /** Offers to create the person with this e-mail address. */
  canCreate?: boolean
  children: ReactNode
}

const NOBODY = 'nobody'

export function PersonPicker({
  label,
  isStaff = false,
  value = null,
  onPick,
  onClear,
  canCreate = false,
  children,
}: PersonPickerProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const q = text.trim()
  const {
    records: users,
    options: people,
    empty,
  } = useMatches('users', q, {
    query: isStaff ? { internal_user: true } : {},
    isEnabled: isOpen,
  })
  const options: Option[] = [
    ...(onClear && q === '' ? [{ id: NOBODY, label: t('record.nobody') }] : []),
    ...people,
  ]
  return (
    <Picker
      label={label}
      options={options}
      value={value === null ? [] : [String(value)]}
      onChange={([id]) => {
        if (id === undefined) return
        if (id === NOBODY) onClear?.()
        else onPick(Number(id))
      }}
      onSearch={setText}
      empty={empty}
      isOpen={isOpen}
      onOpenChange={setOpen}
      {...(canCreate &&
        isEmail(q) &&
        !users.some(({ email_address }) => email_address.toLowerCase() === q.toLowerCase()) && {
          onCreate: (email) => void findOrCreateUser(email).then(onPick, reportFailure),
          createLabel: (email) => t('record.create_person', { email }),
        })}
    >
      {children}
    </Picker>
  )
}

// Finds a person by name or e-mail address.
import { type ReactNode, useState } from 'react'
import { findOrCreateUser } from '../api/people.ts'
import { t } from '../core/i18n.ts'
import type { Option } from './fields.tsx'
import { useMatches } from './named-records.ts'
import { Picker } from './picker.tsx'
import { reportFailure } from './report-failure.ts'

export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export type PersonPickerProps = {
  label: string
  /** Only people who work here. */
  isStaff?: boolean
  /** Only people of this account. */
  account?: number
  value?: number | null
  onPick: (user: number, label: string) => void
  /** Offers to clear it. */
  onClear?: () => void
  /** Offers to create the person with this e-mail address. */
  canCreate?: boolean
  /** Offers to enter somebody new, with the name or address that was typed. */
  onNew?: (text: string) => void
  children: ReactNode
}

const NOBODY = 'nobody'

export function PersonPicker({
  label,
  isStaff = false,
  account,
  value = null,
  onPick,
  onClear,
  canCreate = false,
  onNew,
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
    query: {
      ...(isStaff && { internal_user: true }),
      ...(account !== undefined && { external_account: account }),
    },
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
        else onPick(Number(id), options.find((one) => one.id === id)?.label ?? id)
      }}
      onSearch={setText}
      empty={empty}
      isOpen={isOpen}
      onOpenChange={setOpen}
      {...(canCreate &&
        isEmail(q) &&
        !users.some(({ email_address }) => email_address.toLowerCase() === q.toLowerCase()) && {
          onCreate: (email) =>
            void findOrCreateUser(email).then((id) => onPick(id, email), reportFailure),
          createLabel: (email) => t('record.create_person', { email }),
        })}
      {...(onNew && {
        onCreate: onNew,
        createLabel: (typed) => t('record.enter_person', { text: typed }),
      })}
    >
      {children}
    </Picker>
  )
}

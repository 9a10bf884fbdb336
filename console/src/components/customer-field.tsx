// The customer for whom something is entered: found by name or address, or new with both.
import { UserPlus, X } from 'lucide-react'
import { t } from '../core/i18n.ts'
import { Button, IconButton } from './button.tsx'
import type { Customer } from './capture.ts'
import { TextField } from './fields.tsx'
import { Avatar } from './person.tsx'
import { isEmail, PersonPicker } from './person-picker.tsx'

export type CustomerFieldProps = {
  label: string
  hint?: string
  value: Customer | undefined
  onChange: (customer: Customer | undefined) => void
  /** Only people of this account. */
  account?: number
  /** Nobody new. */
  isExisting?: boolean
}

export const isCompleteCustomer = (customer: Customer | undefined): boolean =>
  customer !== undefined && ('id' in customer || isEmail(customer.email.trim()))

/** The members of a body that name the customer. */
export const customerMembers = (customer: Exclude<Customer, { id: number }>) => ({
  user_email: customer.email.trim(),
  ...(customer.name.trim() !== '' && { user_name: customer.name.trim() }),
})

export function CustomerField({
  label,
  hint,
  value,
  onChange,
  account,
  isExisting = false,
}: CustomerFieldProps) {
  const enter = (text: string) =>
    onChange(isEmail(text) ? { email: text, name: '' } : { email: '', name: text })
  const clear = (
    <IconButton icon={X} label={t('record.clear_customer')} onPress={() => onChange(undefined)} />
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {value === undefined ? (
        <PersonPicker
          label={t('record.find_person')}
          {...(account !== undefined && { account })}
          onPick={(id, name) => onChange({ id, label: name })}
          {...(account === undefined && !isExisting && { onNew: enter })}
        >
          <Button icon={UserPlus}>{t('record.choose_customer')}</Button>
        </PersonPicker>
      ) : 'id' in value ? (
        <div className="flex min-h-8 max-w-full items-center gap-2">
          <Avatar id={value.id} />
          <span dir="auto" className="min-w-0 truncate">
            {value.label}
          </span>
          {clear}
        </div>
      ) : (
        <div className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <TextField
              name="user_name"
              label={t('record.customer_name')}
              value={value.name}
              onChange={(name) => onChange({ ...value, name })}
              maxLength={255}
              autoFocus={value.name === ''}
            />
            <TextField
              name="user_email"
              type="email"
              label={t('record.customer_address')}
              value={value.email}
              onChange={(email) => onChange({ ...value, email })}
              maxLength={254}
              autoFocus={value.name !== ''}
            />
          </div>
          <div className="pt-6">{clear}</div>
        </div>
      )}
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}

// Creates an account, with the custom fields that accounts have.
import type { CustomField } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customFieldsOf } from '../../api/options.ts'
import { createAccount } from '../../api/people.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { CreateDialogProps } from '../../components/list/declaration.ts'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'

const TEXTS = ['name', 'external_id', 'plan'] as const
const AMOUNTS = ['mrr', 'ltv'] as const
const NO_FIELDS: CustomField[] = []

export default function AccountDialog({ onClose, onSaved }: CreateDialogProps) {
  const queryClient = useQueryClient()
  const fields = useQuery(customFieldsOf('external_accounts')).data ?? NO_FIELDS
  const [values, setValues] = useState<Record<string, string>>({})
  const textOf = (name: string) => (values[name] ?? '').trim()
  const numbers = [
    ...AMOUNTS,
    ...fields.filter(({ field_type }) => field_type === 'number').map(({ key }) => key),
  ]
  const save = async () => {
    const members = [...TEXTS, ...AMOUNTS, ...fields.map(({ key }) => key)].filter(
      (name) => textOf(name) !== '',
    )
    const { id, isNew } = await createAccount({
      external_id: textOf('external_id'),
      ...Object.fromEntries(
        members.map((name) => [
          name,
          (numbers as string[]).includes(name) ? Number(textOf(name)) : textOf(name),
        ]),
      ),
    })
    if (!isNew) throw new Error(t('accounts.exists'))
    await queryClient.invalidateQueries({ queryKey: queryKeys.collection('external_accounts') })
    notify({ message: t('accounts.created', { name: textOf('name') }), tone: 'success' })
    onClose()
    if (id !== undefined) onSaved(id)
  }
  const field = (name: string, label: string, isNumber = false, description?: string) => (
    <TextField
      key={name}
      name={name}
      label={label}
      {...(description && { description })}
      {...(isNumber && { type: 'number', inputMode: 'decimal' as const })}
      value={values[name] ?? ''}
      onChange={(value) => setValues({ ...values, [name]: value })}
      maxLength={600}
      autoFocus={name === 'name'}
    />
  )
  return (
    <FormDialog
      title={t('accounts.new_account')}
      onClose={onClose}
      width="medium"
      onSubmit={save}
      submitLabel={t('accounts.create')}
      isDirty={Object.values(values).some((value) => value !== '')}
      isIncomplete={textOf('name') === '' || textOf('external_id') === ''}
    >
      {field('name', t('accounts.column.name'))}
      {field(
        'external_id',
        t('accounts.column.external_id'),
        false,
        t('accounts.external_id_hint'),
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {field('plan', t('accounts.column.plan'))}
        {field('mrr', t('accounts.column.mrr'), true)}
        {field('ltv', t('accounts.column.ltv'), true)}
      </div>
      {fields.map(({ key, name, field_type }) => field(key, name, field_type === 'number'))}
    </FormDialog>
  )
}

// Creates a person, or changes their name and address.
import type { User } from '@earshot/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createUser, updateUser } from '../../api/people.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Checkbox, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { isEmail } from '../../components/person-picker.tsx'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'

export type PersonDialogProps = {
  /** Without, a new one. */
  user?: Pick<
    User,
    'id' | 'name' | 'email_address' | 'job_title' | 'status_notifications' | 'comment_notifications'
  >
  onClose: () => void
  onSaved?: (id: number) => void
}

const MAILS = ['status_notifications', 'comment_notifications'] as const

export default function PersonDialog({ user, onClose, onSaved }: PersonDialogProps) {
  const queryClient = useQueryClient()
  const initial = {
    name: user?.name ?? '',
    email_address: user?.email_address ?? '',
    job_title: user?.job_title ?? '',
    status_notifications: user?.status_notifications ?? true,
    comment_notifications: user?.comment_notifications ?? true,
  }
  const [values, setValues] = useState(initial)
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const save = async () => {
    const name = values.name.trim()
    const email = values.email_address.trim()
    const job_title = values.job_title.trim() || null
    let id = user?.id
    if (id === undefined) {
      id = await createUser(email, name)
      if (id === undefined) throw new Error(t('people.exists'))
      if (job_title !== null) await updateUser(id, { job_title })
    } else {
      const { status_notifications, comment_notifications } = values
      const mails = { status_notifications, comment_notifications }
      await updateUser(id, { name, email_address: email, job_title, ...mails })
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.collection('users') })
    notify({
      message: t(user ? 'people.saved' : 'people.created', { name: name || email }),
      tone: 'success',
    })
    onClose()
    onSaved?.(id)
  }
  return (
    <FormDialog
      title={t(user ? 'people.edit' : 'people.new_person')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t(user ? 'shell.save' : 'people.create')}
      isDirty={isDirty}
      isIncomplete={!isEmail(values.email_address.trim()) || (user !== undefined && !isDirty)}
    >
      <TextField
        name="name"
        label={t('people.name')}
        value={values.name}
        onChange={(name) => set({ name })}
        maxLength={255}
        autoFocus
      />
      <TextField
        name={user ? 'email_address' : 'email'}
        type="email"
        label={t('people.address')}
        {...(user && { description: t('people.address_hint') })}
        value={values.email_address}
        onChange={(email_address) => set({ email_address })}
        maxLength={254}
        isRequired
      />
      <TextField
        name="job_title"
        label={t('people.job_title')}
        value={values.job_title}
        onChange={(job_title) => set({ job_title })}
        maxLength={255}
      />
      {user &&
        MAILS.map((name) => (
          <Checkbox
            key={name}
            label={t(`people.column.${name}`)}
            isSelected={values[name]}
            onChange={(isWanted) => set({ [name]: isWanted })}
          />
        ))}
    </FormDialog>
  )
}

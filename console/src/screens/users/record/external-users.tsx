// Who the person is in your application, with the accounts they belong to.
import type { CustomField, ExternalAccount, ExternalUser } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRoundCog } from 'lucide-react'
import { customFieldsOf } from '../../../api/options.ts'
import { updateExternalUser } from '../../../api/people.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useHasRole } from '../../../api/session.ts'
import { AccountLink } from '../../../components/account.tsx'
import { IconButton } from '../../../components/button.tsx'
import { PersonPicker } from '../../../components/person-picker.tsx'
import { CustomFieldRow, type CustomValue } from '../../../components/record/custom-field.tsx'
import { EditableText } from '../../../components/record/editable-text.tsx'
import { Fact, Nothing, PropertyList, PropertyRow } from '../../../components/record/properties.tsx'
import { NothingHere } from '../../../components/record/record-list.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { formatMonthly, formatTime, t } from '../../../core/i18n.ts'
import { usePerson } from './context.ts'

export function ExternalUsers() {
  const { externalUsers, accounts } = usePerson()
  return (
    <Section title={t('people.external_users')} count={externalUsers.length}>
      {externalUsers.length === 0 ? (
        <NothingHere>{t('people.no_external_users')}</NothingHere>
      ) : (
        <ul aria-label={t('people.external_users')} className="space-y-2">
          {externalUsers.map((one) => (
            <li key={one.id} className="rounded border border-border px-3 pt-2 pb-1">
              <ExternalUserItem
                externalUser={one}
                account={accounts.find(({ id }) => id === one.links.external_account)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type ItemProps = { externalUser: ExternalUser; account: ExternalAccount | undefined }

function ExternalUserItem({ externalUser, account }: ItemProps) {
  const isAdmin = useHasRole('admin')
  return (
    <>
      <div className="flex items-start gap-3 text-sm">
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">
            {account ? <AccountLink account={account} /> : t('record.no_account')}
          </p>
          <p className="text-xs text-muted [overflow-wrap:anywhere]">
            {account?.plan ?? t('record.no_plan')}
          </p>
        </div>
        <p className="shrink-0 text-end tabular-nums">
          {account?.mrr == null ? '–' : formatMonthly(account.mrr)}
          <span className="block text-xs text-muted">{t('record.mrr')}</span>
        </p>
        {isAdmin && <ServiceUser externalUser={externalUser} />}
      </div>
      <FoldedSection title={t('people.external_user', { id: externalUser.external_id })}>
        <ExternalUserFacts externalUser={externalUser} />
      </FoldedSection>
    </>
  )
}

/** The user of this service that an external user belongs to. */
function ServiceUser({ externalUser }: { externalUser: ExternalUser }) {
  const { user } = usePerson()
  const queryClient = useQueryClient()
  const assign = async (to: number) => {
    await updateExternalUser(externalUser, { user_id: to })
    await queryClient.invalidateQueries({ queryKey: queryKeys.collection('users') })
  }
  const move = (to: number) => {
    if (to === user.id) return
    assign(to).then(
      () => notifyDone(t('people.moved', { id: externalUser.external_id }), () => assign(user.id)),
      reportFailure,
    )
  }
  return (
    <PersonPicker label={t('people.service_user')} value={user.id} onPick={move} canCreate>
      <IconButton
        icon={UserRoundCog}
        label={t('people.set_service_user', { id: externalUser.external_id })}
      />
    </PersonPicker>
  )
}

function ExternalUserFacts({ externalUser }: { externalUser: ExternalUser }) {
  const isAdmin = useHasRole('admin')
  const { refresh } = usePerson()
  const { data: fields = [] } = useQuery(customFieldsOf('external_users'))
  const write = async (changes: Parameters<typeof updateExternalUser>[1]) => {
    await updateExternalUser(externalUser, changes)
    await refresh()
  }
  const save = (label: string, name: string, value: CustomValue, base: CustomValue) =>
    write({ [name]: value }).then(
      () => {
        notifyDone(t('record.saved', { label }), () => write({ [name]: base }))
        return true
      },
      (error) => {
        reportFailure(error)
        return false
      },
    )
  const text = (name: 'name' | 'type', label: string) => (
    <PropertyRow label={label}>
      <EditableText
        label={label}
        value={externalUser[name] ?? ''}
        draftKey={`external_users ${externalUser.id} ${name}`}
        onSave={(value, base) => save(label, name, value || null, base || null)}
        isEditable={isAdmin}
        maxLength={600}
      >
        <span dir="auto" className="block min-h-8 py-1.5 [overflow-wrap:anywhere]">
          {externalUser[name] || <Nothing />}
        </span>
      </EditableText>
    </PropertyRow>
  )
  return (
    <PropertyList>
      {text('name', t('people.column.name'))}
      {text('type', t('people.column.traits_type'))}
      <Fact label={t('people.column.email_address')}>{externalUser.email}</Fact>
      <Fact label={t('people.last_seen')}>
        {externalUser.last_seen_at && formatTime(externalUser.last_seen_at)}
      </Fact>
      <Fact label={t('people.seen_days')}>{externalUser.seen_days}</Fact>
      <Fact label={t('people.customer_since')}>
        {externalUser.external_created_at && formatTime(externalUser.external_created_at)}
      </Fact>
      {fields.map((field: CustomField) => (
        <CustomFieldRow
          key={field.id}
          field={field}
          value={externalUser[field.key as `cf_${string}`] ?? null}
          isEditable={isAdmin}
          draftKey={`external_users ${externalUser.id} ${field.key}`}
          onSave={(value, base) => save(field.name, field.key, value, base)}
        />
      ))}
    </PropertyList>
  )
}

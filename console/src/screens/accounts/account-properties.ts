// The properties of an account that can be edited: where each is read, how it is written, how it reads in a message.
import type { CustomField, ExternalAccount } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { customFieldsOf } from '../../api/options.ts'
import { type LoadedAccount, updateAccount } from '../../api/people.ts'
import { type CustomValue, showCustomValue } from '../../components/record/custom-field.tsx'
import type { AnyProperty, Property } from '../../components/record/property.ts'
import { formatNumber, t } from '../../core/i18n.ts'

type Of<V> = Property<LoadedAccount, V>

export type PlainProperty = {
  // biome-ignore lint/suspicious/noExplicitAny: texts and amounts are kept together
  property: Of<any>
  type: 'text' | 'number'
  toText: (value: string | number | null) => string
  fromText: (text: string) => string | number | null
}

export type AccountProperties = {
  plain: PlainProperty[]
  custom: { field: CustomField; property: Of<CustomValue> }[]
  all: AnyProperty<LoadedAccount>[]
}

type Member = 'name' | 'external_id' | 'plan' | 'mrr' | 'ltv' | `cf_${string}`

export function useAccountProperties(id: number): AccountProperties {
  const { data: fields = [] } = useQuery(customFieldsOf('external_accounts'))
  const property = <V extends CustomValue>(
    member: Member,
    label: string,
    show: (value: V) => string,
  ): Of<V> => ({
    id: member,
    label,
    read: ({ account }) => (account[member] ?? null) as V,
    apply: (data, value) => ({
      ...data,
      account: { ...data.account, [member]: value } as ExternalAccount,
    }),
    send: (value, etag) => updateAccount(id, { [member]: value }, etag),
    show,
  })
  const text = (member: 'name' | 'external_id' | 'plan', label: string): PlainProperty => ({
    property: property<string | null>(member, label, (value) => value ?? ''),
    type: 'text',
    toText: (value) => String(value ?? ''),
    fromText: (value) => value || null,
  })
  const amount = (member: 'mrr' | 'ltv', label: string): PlainProperty => ({
    property: property<number | null>(member, label, (value) =>
      value === null ? '' : formatNumber(value),
    ),
    type: 'number',
    toText: (value) => String(value ?? ''),
    fromText: (value) => (value === '' ? null : Number(value)),
  })
  const plain = [
    text('name', t('accounts.column.name')),
    text('external_id', t('accounts.column.external_id')),
    text('plan', t('accounts.column.plan')),
    amount('mrr', t('accounts.column.mrr')),
    amount('ltv', t('accounts.column.ltv')),
  ]
  const custom = fields.map((field) => ({
    field,
    property: property<CustomValue>(field.key as Member, field.name, showCustomValue),
  }))
  return { plain, custom, all: [...plain, ...custom].map((one) => one.property) }
}

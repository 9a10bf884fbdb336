// Custom fields, by the type of record that has them.
import type { CustomField } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import {
  createCustomField,
  deleteCustomField,
  everyCustomFieldQuery,
  updateCustomField,
} from '../../api/settings.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { Table } from '../../components/table.tsx'
import { formatDate, t } from '../../core/i18n.ts'
import {
  DeleteRecord,
  deleteAction,
  editAction,
  ListSection,
  RecordDialog,
} from './list-section.tsx'
import { Named, Part, RowMenu } from './parts.tsx'

const OBJECT_TYPES = ['suggestions', 'external_users', 'external_accounts', 'features'] as const
type ObjectType = (typeof OBJECT_TYPES)[number]
const FIELD_TYPES = ['string', 'text', 'number', 'boolean', 'timestamp'] as const
type FieldType = (typeof FIELD_TYPES)[number]

type Asked = { field: CustomField | null; about: 'edit' | 'delete'; of: ObjectType }

export default function CustomFields() {
  const fields = useQuery(everyCustomFieldQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="fields"
      icon={SquarePen}
      query={fields}
      onCreate={() => setAsked({ field: null, about: 'edit', of: 'suggestions' })}
      dialogs={
        <>
          {asked?.about === 'edit' && (
            <FieldDialog field={asked.field} initialType={asked.of} onClose={close} />
          )}
          {asked?.about === 'delete' && asked.field && (
            <DeleteField field={asked.field} of={asked.of} onClose={close} />
          )}
        </>
      }
    >
      {(all) =>
        OBJECT_TYPES.map((of) => {
          const own = all.filter(({ object_type }) => object_type === of)
          return own.length === 0 ? null : (
            <Part key={of} title={t(`settings.fields.of.${of}`)}>
              <FieldTable of={of} fields={own} onAsk={setAsked} />
            </Part>
          )
        })
      }
    </ListSection>
  )
}

const FieldTable = ({
  of,
  fields,
  onAsk,
}: {
  of: ObjectType
  fields: CustomField[]
  onAsk: (asked: Asked) => void
}) => (
  <Table
    label={t(`settings.fields.of.${of}`)}
    rows={fields}
    keyOf={({ id }) => id}
    columns={[
      {
        id: 'name',
        label: t('settings.name'),
        render: ({ name, key }) => (
          <Named name={name}>
            <code>{key}</code>
          </Named>
        ),
      },
      {
        id: 'type',
        label: t('settings.fields.type'),
        isShort: true,
        render: ({ field_type }) => t(`settings.fields.type.${field_type as FieldType}`),
      },
      {
        id: 'created',
        label: t('settings.created_at'),
        isShort: true,
        render: ({ created_at }) => formatDate(created_at),
      },
    ]}
    actions={(field) => (
      <RowMenu
        name={field.name}
        actions={[
          editAction(() => onAsk({ field, of, about: 'edit' })),
          deleteAction(() => onAsk({ field, of, about: 'delete' })),
        ]}
      />
    )}
  />
)

/** `Team size` → `cf_team_size`. */
const keyFor = (name: string): string => {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return plain === '' ? '' : `cf_${plain.slice(0, 120)}`
}

function FieldDialog({
  field,
  initialType,
  onClose,
}: {
  field: CustomField | null
  initialType: ObjectType
  onClose: () => void
}) {
  const [name, setName] = useState(field?.name ?? '')
  const [typedKey, setTypedKey] = useState(field?.key)
  const [fieldType, setFieldType] = useState<FieldType>('string')
  const [objectType, setObjectType] = useState<ObjectType>(initialType)
  const key = typedKey ?? keyFor(name)
  const write = (stored: string) => {
    const body = { name: stored, key }
    return field
      ? updateCustomField(field.id, body)
      : createCustomField({ ...body, field_type: fieldType, object_type: objectType })
  }
  return (
    <RecordDialog
      area="fields"
      collections={['custom_fields']}
      isNew={field === null}
      name={name}
      onName={setName}
      isDirty={name !== (field?.name ?? '')}
      isIncomplete={key === ''}
      write={write}
      onClose={onClose}
    >
      <TextField
        label={t('settings.fields.key')}
        description={field ? t('settings.fields.key_change_hint') : t('settings.fields.key_hint')}
        name="key"
        value={key}
        onChange={setTypedKey}
        maxLength={128}
      />
      {!field && (
        <>
          <Select
            label={t('settings.fields.object_type')}
            value={objectType}
            options={OBJECT_TYPES.map((id) => ({ id, label: t(`settings.fields.of.${id}`) }))}
            onChange={(id) => setObjectType(id as ObjectType)}
          />
          <Select
            label={t('settings.fields.type')}
            value={fieldType}
            options={FIELD_TYPES.map((id) => ({ id, label: t(`settings.fields.type.${id}`) }))}
            onChange={(id) => setFieldType(id as FieldType)}
          />
        </>
      )}
    </RecordDialog>
  )
}

const DeleteField = ({
  field: { id, name },
  of,
  onClose,
}: {
  field: CustomField
  of: ObjectType
  onClose: () => void
}) => (
  <DeleteRecord
    area="fields"
    collections={['custom_fields']}
    name={name}
    remove={() => deleteCustomField(id)}
    onClose={onClose}
  >
    <p>{t('settings.fields.delete_hint', { type: t(`settings.fields.of.${of}`) })}</p>
  </DeleteRecord>
)

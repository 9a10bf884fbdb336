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
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
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
        render: ({ field_type, portal_position, portal_required }) => (
          <Named name={t(`settings.fields.type.${field_type as FieldType}`)}>
            {portal_position !== null &&
              t(`settings.fields.portal.${portal_required ? 'asked_required' : 'asked'}`)}
          </Named>
        ),
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

/** What the form of the portal asks; `choices` has one per line. */
type Asking = {
  isAsked: boolean
  position: string
  isRequired: boolean
  isPublic: boolean
  choices: string
}

const askingOf = (field: CustomField | null): Asking => ({
  isAsked: (field?.portal_position ?? null) !== null,
  position: String(field?.portal_position ?? 1),
  isRequired: field?.portal_required ?? false,
  isPublic: field?.portal_public ?? false,
  choices: (field?.portal_choices ?? []).join('\n'),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const membersOf = ({ isAsked, position, isRequired, isPublic, choices }: Asking) => ({
  portal_position: isAsked ? Number(position) : null,
  portal_required: isRequired,
  portal_public: isPublic,
  portal_choices: linesOf(choices),
})

const AskingFields = ({
  asking,
  fieldType,
  onChange,
}: {
  asking: Asking
  fieldType: FieldType
  onChange: (change: Partial<Asking>) => void
}) => (
  <>
    <Checkbox
      label={t('settings.fields.portal.asks')}
      isSelected={asking.isAsked}
      onChange={(isAsked) => onChange({ isAsked })}
    />
    {asking.isAsked && (
      <>
        <TextField
          label={t('settings.fields.portal.position')}
          description={t('settings.fields.portal.position_hint')}
          name="portal_position"
          inputMode="numeric"
          value={asking.position}
          onChange={(position) => onChange({ position: position.replace(/\D/g, '') })}
          maxLength={3}
        />
        {(fieldType === 'string' || fieldType === 'text') && (
          <TextField
            label={t('settings.fields.portal.choices')}
            description={t(
              `settings.fields.portal.${fieldType === 'string' ? 'choices_one' : 'choices_some'}`,
            )}
            name="portal_choices"
            rows={4}
            value={asking.choices}
            onChange={(choices) => onChange({ choices })}
          />
        )}
        <Checkbox
          label={t('settings.fields.portal.required')}
          isSelected={asking.isRequired}
          onChange={(isRequired) => onChange({ isRequired })}
        />
        <Checkbox
          label={t('settings.fields.portal.public')}
          isSelected={asking.isPublic}
          onChange={(isPublic) => onChange({ isPublic })}
        />
      </>
    )}
  </>
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
  const [asking, setAsking] = useState(askingOf(field))
  const key = typedKey ?? keyFor(name)
  const shownType = (field?.field_type as FieldType | undefined) ?? fieldType
  const canAsk = (field?.object_type ?? objectType) === 'suggestions'
  const write = (stored: string) => {
    const body = { name: stored, key, ...(canAsk && membersOf(asking)) }
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
      isDirty={
        name !== (field?.name ?? '') || JSON.stringify(asking) !== JSON.stringify(askingOf(field))
      }
      isIncomplete={key === '' || (asking.isAsked && asking.position === '')}
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
      {canAsk && (
        <AskingFields
          asking={asking}
          fieldType={shownType}
          onChange={(change) => setAsking({ ...asking, ...change })}
        />
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

import type { ProductArea } from '@earshot/client'
import { useState } from 'react'
import { createFeature } from '../../api/features.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'
import { type BoardColumn, columnId } from './board.tsx'

const NONE = 'none'
const toId = (text: string) => (text === NONE ? null : Number(text))

export function NewFeature({
  columns,
  areas,
  status,
  area,
  onClose,
  onCreated,
}: {
  columns: BoardColumn[]
  areas: ProductArea[]
  status: number | null
  area: string | undefined
  onClose: () => void
  onCreated: (id: number) => void
}) {
  const [name, setName] = useState('')
  const [column, setColumn] = useState(columnId({ status }))
  const [areaId, setAreaId] = useState(area ?? NONE)
  const create = async () => {
    const id = await createFeature({
      name: name.trim(),
      links: { feature_status: toId(column), product_area: toId(areaId) },
    })
    notify({ message: t('features.created', { name: name.trim() }), tone: 'success' })
    onCreated(id)
  }
  return (
    <FormDialog
      title={t('features.new')}
      onClose={onClose}
      submitLabel={t('features.create')}
      onSubmit={create}
      isIncomplete={name.trim() === ''}
    >
      <TextField
        label={t('features.name')}
        name="name"
        maxLength={255}
        value={name}
        onChange={setName}
        autoFocus
      />
      <Select
        label={t('features.status')}
        options={columns.map((one) => ({
          id: columnId(one),
          label: one.name,
          color: one.color,
        }))}
        value={column}
        onChange={setColumn}
      />
      <Select
        label={t('features.area')}
        options={[
          { id: NONE, label: t('features.no_area') },
          ...areas.map((one) => ({ id: String(one.id), label: one.name })),
        ]}
        value={areaId}
        onChange={setAreaId}
      />
    </FormDialog>
  )
}

// Replaces a secret. The old one stays valid for a while, so that nothing fails in between.
import { useState } from 'react'
import { Select } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../core/i18n.ts'

const OVERLAPS = [0, 3_600, 86_400, 604_800] as const

export function RotateDialog({
  name,
  hint,
  onRotate,
  onClose,
}: {
  name: string
  hint: string
  onRotate: (overlapSeconds: number) => Promise<unknown>
  onClose: () => void
}) {
  const [overlap, setOverlap] = useState('86400')
  return (
    <FormDialog
      title={t('settings.clients.rotate_of', { name })}
      onClose={onClose}
      submitLabel={t('settings.clients.rotate')}
      onSubmit={() => onRotate(Number(overlap))}
    >
      <p className="text-sm">{hint}</p>
      <Select
        label={t('settings.clients.overlap')}
        value={overlap}
        options={OVERLAPS.map((seconds) => ({
          id: String(seconds),
          label: t(`settings.clients.overlap.${seconds}`),
        }))}
        onChange={setOverlap}
      />
    </FormDialog>
  )
}

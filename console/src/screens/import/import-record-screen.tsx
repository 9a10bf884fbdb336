import { useNavigate } from '@tanstack/react-router'
import { useHasRole } from '../../api/session.ts'
import { NoSuchPage, useRecordId } from '../../components/record/record-page.tsx'
import ImportRecord from './import-record.tsx'
import { NotAllowed } from './not-allowed.tsx'

export default function ImportRecordScreen() {
  const id = useRecordId()
  const navigate = useNavigate()
  const isAllowed = useHasRole('admin')
  if (!isAllowed) return <NotAllowed />
  if (id === undefined) return <NoSuchPage />
  return (
    <ImportRecord
      key={id}
      id={id}
      isBeside={false}
      onClose={() => void navigate({ to: '/import' })}
    />
  )
}
